"""A person's own cards: the panel, and the short form for a pop-up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics import BANKER, Seat
from bot.cards import CARDS as CARDS_BY_NAME
from bot.cards import Card, face_up, parse_cards
from bot.games import find_game
from bot.games.points import HandSeen, HandState, OwnHand, total_of
from bot.games.twentyone.presets import HK_CASINO
from bot.games.twentyone.views import TwentyOnePrivate, TwentyOnePublic
from bot.message import ALERT_LENGTH_MAX, Plain
from bot.notices import HandShown
from bot.present.common import alert_of
from bot.present.l10n import Localizer, languages
from bot.present.presenter import Presenter
from bot.requests import PAYLOAD_BYTES_MAX, Place, Reply, Request
from tests.fakes.house import CLUB, Player, Room
from tests.fakes.messenger import labels_of, text_of

PRESENTER = Presenter(Localizer())


def panel(player: Player) -> list[str]:
    return text_of(PRESENTER.hand(player.panel)).splitlines()


async def alone(deck: str, rules: str = "hk_casino") -> Player:
    """Ann has bet 100, and cards are dealt."""
    ann = Room(deck, rules).player("ann")
    await ann.says("/join 100")
    await ann.presses("deal")
    return ann


async def test_the_panel_shows_the_cards_the_bank_and_what_each_choice_costs():
    ann = await alone("8s Th 8d 9c")
    assert panel(ann) == [
        "Hong Kong 21 · round 1 · club",
        "Your hand · 8♠ 8♦ · 16 · bet 100",
        "Bank · ▮ 9♣",
        "Your move. Double or Split: 100 more.",
    ]
    assert labels_of(PRESENTER.hand(ann.panel)) == ["Hit", "Stand", "Double", "Split"]


@pytest.mark.parametrize(
    ("deck", "hits", "hint"),
    [
        (
            "2s 9s 3d 9c As 5s",
            2,
            "The ace may count 1: a fifth card cannot bust this 21, and five cards pay 2:1.",
        ),
        ("7s 9s 3d 9c As", 1, "The ace may count 1: one more card cannot bust this 21."),
        ("2d 9s 4c 9c Kc 5s", 2, "One more card would bust this 21."),
        ("2d 9s 4c 9c Kc 4s", 2, ""),
    ],
)
async def test_a_21_that_may_take_a_card_says_what_one_does(deck, hits, hint):
    ann = await alone(deck, "hk_banker")
    for _ in range(hits):
        await ann.room.passes(1)
        await ann.says("/hit")
    assert panel(ann)[3:] == ["Your move.", *([hint] if hint else [])]
    request = ann.typed("/hand")
    answer = PRESENTER.answer(request, Reply(accepted=True, key="hand"), ann.panel)
    assert hint in answer.alert


async def test_a_choice_that_cannot_be_paid_is_not_offered():
    ann = Room("8s Th 8d 9c", "hk_casino").player("ann")
    await ann.says("/join 800")
    await ann.presses("deal")
    assert labels_of(PRESENTER.hand(ann.panel)) == ["Hit", "Stand"]


async def test_of_two_hands_the_panel_marks_the_one_that_is_played():
    ann = await alone("8s Th 8d 9c 2h 3h")
    await ann.taps("split")
    assert panel(ann)[1:3] == [
        "▸ Hand 1 · 8♠ 2♥ · 10 · bet 100",
        "Hand 2 · 8♦ 3♥ · 11 · bet 100",
    ]


async def test_a_hidden_natural_is_named_to_its_owner():
    ann = await alone("As 9h Kd 8c", "qq21")
    assert "Your hand · A♠ K♦ · natural · bet 100" in panel(ann)
    assert labels_of(PRESENTER.hand(ann.panel)) == ["Stand"]


async def test_who_could_not_pay_for_insurance_is_told_its_price():
    room = Room("9s Ts 6s 8s 9d Ah", "hk_casino")
    await room.hears("ann: /join 1000", "bob: /join 100", "ann: /deal")
    assert "No insurance: it costs 500, more than you had" in panel(room.player("ann"))


async def test_insurance_is_shown_to_who_has_answered():
    room = Room("Ts 3s 7h 9d 5d Ac", "hk_casino")
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 100")
    await bob.says("/join 100")
    await ann.presses("deal")
    await ann.taps("insure")
    assert "Insurance 50" in panel(ann)
    assert "Waiting for the others." in panel(ann)
    await bob.taps("no-insurance")
    assert "No insurance" in panel(bob)


async def test_a_banker_sees_the_bank_as_their_own():
    room = Room("2s Ts 3s 9d", "qq21")
    cat, ann = room.player("cat"), room.player("ann")
    await cat.says("/bank 600")
    await ann.says("/join 100")
    await ann.presses("deal")
    assert panel(cat)[1] == "Your bank · 10♠ 9♦ · 19"
    assert not any(line.startswith("Bank ·") for line in panel(cat))


@pytest.mark.report("B13")
async def test_after_the_round_the_panel_says_what_was_won_by_which_rule_and_the_new_balance():
    room = Room("As Th Kd 8c", "hk_casino")
    ann = room.player("ann")
    await ann.says("/join 100")
    await ann.presses("deal")
    assert panel(ann)[-2:] == ["+150 · natural, pays 3:2", "You have 1,150 chips."]


async def test_of_several_hands_and_bets_the_panel_gives_the_sum_and_each_part():
    ann = await alone("8s Ts 8h 7h Ts 2c 9d")
    await ann.taps("split")
    for command in ("stand", "hit", "stand"):
        await ann.room.passes(1)
        await ann.taps(command)
    assert panel(ann)[-4:] == [
        "In all +200",
        "   hand 1 +100 · 18 beats 17",
        "   hand 2 +100 · 19 beats 17",
        "You have 1,200 chips.",
    ]


async def test_a_banker_s_panel_says_what_the_bank_won_and_what_lies_in_the_next():
    room = Room("2s Ts 3s 9d", "qq21")
    cat, ann = room.player("cat"), room.player("ann")
    await cat.says("/bank 600")
    await ann.says("/join 100")
    await ann.presses("deal")
    await ann.taps("stand")
    await cat.taps("stand")
    assert panel(cat)[-2:] == ["Your bank +100", "You have 500 chips and 600 at the table."]


async def test_who_left_in_the_round_is_told_how_it_ended_for_them():
    room = Room("2s 3s Th 2d 3d 9c", "hk_casino")
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 100")
    await bob.says("/join 100")
    await ann.presses("deal")
    await ann.says("/leave")
    await bob.taps("stand")
    ended = ["−100 · 4 loses to 19", "You have 900 chips."]
    assert panel(ann)[-2:] == ended
    await ann.room.restart(shown=[1])
    assert panel(ann)[-2:] == ended


async def test_a_panel_button_carries_the_counter_of_its_seat():
    ann = await alone("2s Th 3d 9c 4h")
    await ann.taps("hit")
    payloads = [b.payload for row in PRESENTER.hand(ann.panel).buttons for b in row]
    assert payloads[:2] == ["1.1+1 hit", "1.1+1 stand"]
    assert all(len(payload.encode()) <= PAYLOAD_BYTES_MAX for payload in payloads)


# --- pop-ups ----------------------------------------------------------------------------------


def asked(verb: str = "hand", language: str = "en") -> Request:
    return Request("r", CLUB, Player(Room(), "ann", CLUB).id, "Ann", verb, language=language)


def own(number: int, cards: str, state: HandState = HandState.STOOD) -> OwnHand:
    held = parse_cards(cards)
    total, soft = total_of(held)
    return OwnHand(number, held, total, soft, False, 10**15, state, current=False)


def shown(*hands: OwnHand, language: str = "en") -> HandShown:
    bank_cards: tuple[Card, ...] = parse_cards("2s 2h 2d 2c 3s 3h 3d")
    bank = HandSeen(
        BANKER, 0, tuple(map(face_up, bank_cards)), 0, 17, soft=False, state=HandState.STOOD
    )
    public = TwentyOnePublic("players", (), (), bank, (), HK_CASINO, ())
    private = TwentyOnePrivate(Seat(0), hands, 10**15)
    game = find_game("21")
    player = Player(Room(), "ann", CLUB).id
    return HandShown(CLUB, player, language, 1, 1, 0, game, "hk_casino", private, public, (), ())


def units(text: str) -> int:
    return max(len(text), len(text.encode("utf-16-le")) // 2)


WORST = "As Ah Ad Ac As Ah Ad Ac As Ah Ad Ac As Ah Ad Ac As Ah Ad Ac As"
"""Twenty-one aces: the longest hand that six decks allow without a bust."""


@pytest.mark.row(7)
@pytest.mark.report("H23")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("verb", ["acted", "hand", "hand-over"])
def test_my_cards_fit_a_pop_up_for_the_worst_hands(count, verb, language):
    hands = shown(*[own(number, WORST) for number in range(count)], language=language)
    reply = Reply(accepted=True, key=verb)
    answer = PRESENTER.answer(asked(language=language), reply, hands)
    assert units(answer.alert) <= ALERT_LENGTH_MAX
    assert "21" in answer.alert


def test_a_usual_hand_is_shown_in_full_with_bet_and_bank():
    hands = shown(own(0, "Ts 6d"))
    answer = PRESENTER.answer(asked(), Reply(accepted=True, key="hand"), hands)
    assert answer.alert.splitlines() == [
        "10♠ 6♦ · 16 · bet 1,000,000,000,000,000",
        "Bank · 2♠ 2♥ 2♦ 2♣ 3♠ 3♥ 3♦ · 17, stands",
    ]


@pytest.mark.report("H23")
def test_where_cards_are_too_many_their_number_and_total_remain():
    hands = shown(*[own(number, WORST) for number in range(4)])
    answer = PRESENTER.answer(asked(), Reply(accepted=True, key="hand"), hands)
    assert answer.alert.splitlines() == ["21 cards · 21"] * 4


CARDS = st.lists(st.sampled_from([*CARDS_BY_NAME]), min_size=2, max_size=21)


@pytest.mark.row(7)
@given(st.lists(CARDS, min_size=1, max_size=4))
def test_any_hands_fit_a_pop_up(cards):
    hands = [own(number, " ".join(held)) for number, held in enumerate(cards)]
    answer = PRESENTER.answer(asked(), Reply(accepted=True, key="hand"), shown(*hands))
    assert units(answer.alert) <= ALERT_LENGTH_MAX


async def test_who_is_not_at_the_table_is_shown_no_card():
    ann = await alone("As 9h Kd 8c", "qq21")
    outsider = ann.room.player("eve")
    reply = await outsider.says("/hand")
    answer = PRESENTER.answer(outsider.typed("/hand"), reply, await outsider.looks())
    assert not answer.accepted
    assert not set("♠♥♦♣▮") & set(answer.alert + text_of(answer.message))


def test_what_no_layout_can_shorten_is_cut():
    line = (Plain("x" * 150 + "🂡" * 60),)
    cut = alert_of([line])
    assert cut.endswith("…")
    assert ALERT_LENGTH_MAX - 1 <= units(cut) <= ALERT_LENGTH_MAX


# --- the long answers -------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["/rules", "/rules hk_casino", "/help", "/top", "/balance"])
@pytest.mark.parametrize("place", list(Place))
async def test_every_question_is_answered_in_full_and_in_a_pop_up(verb, place):
    ann = Room().player("ann")
    await ann.says("/join 100")
    request = ann.room.request(ann, verb, place, None)
    answer = PRESENTER.answer(request, await ann.room.asks(request), None)
    assert answer.accepted
    assert 0 < units(answer.alert) <= ALERT_LENGTH_MAX
    assert 0 < len(text_of(answer.message)) <= 4096


async def test_the_richest_fill_a_pop_up_as_far_as_it_goes():
    room = Room()
    for number in range(10):
        player = room.player("w" * 31 + str(number))
        await player.says("/balance")
    asker = room.player("ann")
    answer = PRESENTER.answer(asker.typed("/top"), await asker.says("/top"), None)
    assert units(answer.alert) <= ALERT_LENGTH_MAX
    assert answer.alert.startswith("The most chips here\n1. ")
    assert len(text_of(answer.message).splitlines()) == 11
