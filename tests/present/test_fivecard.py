"""Five cards as a group and a player read them."""

from dataclasses import replace

import pytest

from bot.games import find_game
from bot.house.settings import HouseSettings
from bot.notices import TableShown
from bot.present.common import fits_alert
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply
from tests.fakes.house import Player, Room
from tests.fakes.messenger import labels_of, text_of
from tests.fakes.notices import lobby

PRESENTER = Presenter(Localizer())


def lines(shown: TableShown) -> list[str]:
    return text_of(PRESENTER.table(shown)).splitlines()


def panel(player: Player) -> list[str]:
    return text_of(PRESENTER.hand(player.panel)).splitlines()


def bets_open(bets: str = "", **options: str) -> TableShown:
    shown = lobby(bets, rules="hk_home5")
    return replace(shown, game=find_game("fivecard"), options=options)


async def dealt(deck: str, *names: str, options: str = "") -> Room:
    """Ann and Bob, or others, are dealt in with 50 each."""
    room = Room(rules="hk_home5")
    if options:
        await room.player("root", admin=True).says(f"/new fivecard hk_home5 {options}")
    room.decks.lay(deck)
    for name in names or ("ann", "bob"):
        await room.player(name).says("/join 50")
    await room.player("ann").says("/deal")
    return room


async def results(deck: str, *acts: str, names: tuple[str, ...] = (), options: str = "") -> str:
    """Return the lines of the players once a round has been played."""
    room = await dealt(deck, *names, options=options)
    for act in acts:
        name, text = act.split(": ")
        await (room.player(name).leaves() if text == "/leave" else room.hears(act))
    told = lines(room.shown())
    head = next(place for place, line in enumerate(told) if line.startswith("•"))
    return "\n".join(line for line in told[head:] if line.startswith("•"))


STAND = ("ann: /stand", "bob: /stand")


# --- bets are open ----------------------------------------------------------------------------


def test_the_first_to_join_names_the_stake():
    shown = bets_open()
    assert lines(shown)[1:5] == [
        "Nobody has joined yet.",
        "Nearest to 21 takes the pot; ties draw a card.",
        "Stakes 10 to 1,000, the first names it.",
        "Join, set it with − and +, then Deal.",
    ]
    assert labels_of(PRESENTER.table(shown)) == [
        "Join", "−", "+", "Deal", "Leave", "Rules", "My chips",
    ]  # fmt: skip


def test_the_stake_of_one_is_everyone_s_and_can_be_changed():
    shown = bets_open("Ann 50")
    assert lines(shown)[1:4] == [
        "• Ann · 50",
        "Nearest to 21 takes the pot; ties draw a card.",
        "Everyone stakes 50: Join, then Deal.",
    ]
    assert "−" in labels_of(PRESENTER.table(shown))


def test_where_two_are_in_nobody_is_offered_another_stake():
    assert labels_of(PRESENTER.table(bets_open("Ann 50, Bob 50"))) == [
        "Join", "Deal", "Leave", "Rules", "My chips",
    ]  # fmt: skip


def test_a_step_of_the_stakes_is_told():
    assert "in steps of 5" in "".join(lines(bets_open(bet_step="5")))


# --- a round ----------------------------------------------------------------------------------


async def test_a_running_round_shows_open_cards_the_pot_and_whose_turn_it_is():
    room = await dealt("Tc Ks 8d 8h 2c 3s")
    assert lines(room.shown()) == [
        "Hong Kong five · round 1 · cards are out",
        "▸ Ann · ▮ 8♦",
        "• Bob · ▮ 8♥",
        "• Pot · 100",
        "Waiting for Ann · 45 s",
    ]
    await room.player("ann").says("/hit")
    assert lines(room.shown())[1:5] == [
        "▸ Ann · ▮ 8♦ 2♣",
        "• Bob · ▮ 8♥",
        "• Pot · 100",
        "Ann hits: 2♣",
    ]
    assert labels_of(PRESENTER.table(room.shown())) == ["Hit", "Stand", "My cards"]


async def test_a_player_s_panel_shows_the_own_hand_and_what_is_open_of_the_others():
    room = await dealt("Tc Ks 8d 8h")
    ann, bob = room.player("ann"), room.player("bob")
    assert panel(ann) == [
        "Hong Kong five · round 1 · club",
        "Your hand · 10♣ 8♦ · 18 · bet 50",
        "Bob · ▮ 8♥",
        "Your move.",
    ]
    assert labels_of(PRESENTER.hand(ann.panel)) == ["Hit", "Stand"]
    assert panel(bob)[2:] == ["Ann · ▮ 8♦", "Waiting for the others."]


async def test_after_the_round_the_panel_says_what_was_won_by_which_rule():
    room = await dealt("Tc Ks Qd 9h")
    await room.hears(*STAND)
    assert panel(room.player("bob"))[1:] == [
        "Your hand · K♠ 9♥ · 19, stands · bet 50",
        "Ann · 10♣ Q♦ · 20, stands",
        "−50 · 19 loses to 20",
        "You have 950 chips.",
    ]


async def test_a_hidden_21_is_told_to_its_owner_who_can_only_stand():
    room = await dealt("Ac Ks Kd 8h")
    ann = room.player("ann")
    assert "Your hand · A♣ K♦ · 21 · bet 50" in panel(ann)
    assert labels_of(PRESENTER.hand(ann.panel)) == ["Stand"]
    assert labels_of(PRESENTER.table(room.shown())) == ["Hit", "Stand", "My cards"]


async def test_my_cards_fit_a_pop_up_among_six():
    names = ("ann", "bob", "cat", "dan", "eve", "fay")
    deck = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s As Ah Ad"
    room = await dealt(deck, *names, options="seats_max=6")
    await room.hears("ann: /hit", "ann: /hit", "ann: /hit")
    hand = await room.player("ann").looks()
    assert hand is not None
    long = tuple(replace(line, name="W" * 32) for line in hand.seats)
    asked = room.player("ann").typed("/hand")
    for shown in (hand, replace(hand, seats=long)):
        answer = PRESENTER.answer(asked, Reply(accepted=True, key="hand"), shown)
        assert fits_alert(answer.alert)
        assert answer.alert.startswith("2♣ 3♥ A♠ A♥ A♦ · soft 18")


# --- how it ended -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "acts", "told"),
    [
        (
            "Tc Ks Qd 9h",
            STAND,
            ["• Ann +50 · 10♣ Q♦ · 20 beats 19", "• Bob −50 · K♠ 9♥ · 19 loses to 20"],
        ),
        (
            "Tc 2s 6d 3h Kh",
            ("ann: /hit",),
            ["• Ann −50 · 10♣ 6♦ K♥ · bust with 26", "• Bob +50 · 2♠ 3♥ · 5, all others out"],
        ),
        (
            "Tc Ks 8d 8h Ac 2d",
            STAND,
            [
                "• Ann +50 · 10♣ 8♦ · tie on 18 · A♣ wins",
                "• Bob −50 · K♠ 8♥ · tie on 18 · 2♦ loses",
            ],
        ),
        (
            "Tc Ks 8d 8h 4c 4d",
            STAND,
            [
                "• Ann ±0 · 10♣ 8♦ · tie on 18 · 4♣, stake back",
                "• Bob ±0 · K♠ 8♥ · tie on 18 · 4♦, stake back",
            ],
        ),
    ],
)
async def test_results_name_the_rule_that_decided(deck, acts, told):
    assert (await results(deck, *acts)).splitlines() == told


@pytest.mark.parametrize(
    ("options", "deck", "acts", "told"),
    [
        (
            "tie_break=none",
            "Tc Ks 8d 8h",
            STAND,
            "• Ann ±0 · 10♣ 8♦ · tie on 18, stake back",
        ),
        (
            "double_bust=draw",
            "Tc Ks 6d 6h Kh Kd",
            ("ann: /hit", "bob: /hit"),
            "• Ann ±0 · 10♣ 6♦ K♥ · 26, all bust, stake back",
        ),
        (
            "escape_player=initial_bet",
            "Tc Ks 6d 6h",
            ("ann: /leave",),
            "• Ann −50 · 10♣ 6♦ · left the round",
        ),
    ],
)
async def test_other_rules_are_named_too(options, deck, acts, told):
    assert (await results(deck, *acts, options=options)).splitlines()[0] == told


THREE = ("ann", "bob", "cat")
ALL_STAND = ("ann: /stand", "bob: /stand", "cat: /stand")


@pytest.mark.parametrize(
    ("options", "deck", "acts", "told"),
    [
        (
            "seats_max=3",
            "Tc Ts Th 9d 9c 8s 4c 4h",
            ALL_STAND,
            "tie on 19 · 4♣ shares the pot",
        ),
        (
            "seats_max=3 tie_break=none",
            "Tc Ts Th 9d 9c 8s",
            ALL_STAND,
            "tie on 19, pot shared",
        ),
        (
            "seats_max=3 double_bust=draw escape_player=initial_bet",
            "Tc Ts Th 6d 6c 6s Kh Kd",
            ("ann: /hit", "bob: /hit", "cat: /leave"),
            "26, all bust, pot shared",
        ),
    ],
)
async def test_a_pot_that_is_shared_says_so(options, deck, acts, told):
    first, *_ = (await results(deck, *acts, names=THREE, options=options)).splitlines()
    assert first.startswith("• Ann +25 · 10♣")
    assert first.endswith(told)


async def test_a_share_may_come_to_no_more_than_the_stake():
    """Three chips for two: the odd one goes in the order of seats (decision 9)."""
    room = Room(rules="hk_home5", settings=HouseSettings(bet_min=1))
    await room.player("root", admin=True).says("/new fivecard hk_home5 seats_max=3")
    room.decks.lay("Tc Ts Th 9d 9c 9s 4c Kc 4d")
    await room.hears("ann: /join 1", "bob: /join", "cat: /join", "ann: /deal", *ALL_STAND)
    assert lines(room.shown())[2:5] == [
        "• Ann +1 · 10♣ 9♦ · tie on 19 · 4♣ wins",
        "• Bob −1 · 10♠ 9♣ · tie on 19 · K♣ loses",
        "• Cat ±0 · 10♥ 9♠ · tie on 19 · 4♦, stake back",
    ]


async def test_whose_time_ran_out_is_marked():
    room = await dealt("Tc Ks Qd 9h")
    await room.passes(45)
    assert "• Ann · ▮ Q♦ · stands · timed out" in lines(room.shown())
    await room.passes(45)
    assert "• Bob −50 · K♠ 9♥ · 19 loses to 20 · timed out" in lines(room.shown())
