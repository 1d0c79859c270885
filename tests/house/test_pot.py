"""Tables at which nobody banks: one stake for all, a first move that passes on (A-HF-1, 2)."""

import pytest

from bot.basics import ChatId
from bot.cards import parse_cards
from bot.games.fivecard.views import FiveCardPublic
from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import CLUB, Room

ANN_WINS = "Ts 9h Td 9s"
BOB_WINS = "9h Ts 9s Td"


def equals(deck: str = "") -> Room:
    return Room(deck, rules="hk_home5")


async def dealt(deck: str = ANN_WINS, stake: int = 50) -> Room:
    """Ann and Bob are dealt in."""
    room = equals(deck)
    await room.hears(f"ann: /join {stake}", "bob: /join", "ann: /deal")
    return room


async def four(*names: str, stake: int = 50, options: str = "seats_max=4") -> Room:
    """Up to four are dealt in."""
    room = equals()
    root = room.player("root", admin=True)
    await root.says(f"/new fivecard hk_home5 {options}")
    for name in names:
        await room.player(name).says(f"/join {stake}")
    await room.player(names[0]).says("/deal")
    return room


def order(room: Room) -> list[str]:
    return [player.name for player in room.playing()]


async def stand_all(room: Room) -> None:
    for player in room.playing():
        await player.says("/stand")


# --- one stake --------------------------------------------------------------------------------


async def test_who_joins_first_names_the_stake_and_others_join_with_it():
    room = equals()
    assert (await room.player("ann").says("/join 70")).facts == {"bet": 70}
    assert (await room.player("bob").presses("join")).facts == {"bet": 70}
    assert await room.staked() == (0, 140)


@pytest.mark.parametrize("said", ["/join 50", "/join all"])
async def test_another_stake_is_refused_with_the_one_that_is_played_for(said):
    room = equals()
    await room.player("ann").says("/join 70")
    reply = await room.player("bob").says(said)
    assert (reply.key, reply.facts) == ("stake-is-set", {"stake": 70, "how": "join"})
    assert await room.staked() == (0, 70)


async def test_whoever_is_in_alone_may_change_the_stake_and_two_may_not():
    room = equals()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 70")
    assert (await ann.presses("more")).facts == {"bet": 80}
    await bob.says("/join")
    assert (await ann.says("/bet 90")).key == "stake-is-set"
    assert (await bob.says("/bet 80")).key == "bet-changed"
    await bob.says("/leave")
    assert (await ann.says("/bet 90")).key == "bet-changed"


async def test_who_cannot_pay_the_stake_is_told_what_it_takes():
    room = equals()
    await room.player("ann").says("/join 1000")
    bob = room.player("bob")
    await bob.says("/balance")
    await room.gives(bob, -990)
    reply = await bob.says("/join")
    told = {"have": 10, "stake": 1_000, "daily": 200, "how": "less"}
    assert (reply.key, reply.facts) == ("stake-beyond-chips", told)
    assert (await bob.says("/join 10")).key == "stake-beyond-chips"


async def test_who_does_not_sit_there_yet_is_told_to_ask_those_who_do_for_a_smaller_stake():
    room = await dealt(stake=1000)
    await stand_all(room)
    cat = room.player("cat")
    await cat.says("/balance")
    await room.gives(cat, -990)
    await room.player("bob").says("/leave")
    request = cat.typed("/join")
    reply = await room.asks(request)
    assert (reply.key, reply.facts["how"]) == ("stake-beyond-chips", "ask")
    told = Presenter(Localizer()).answer(request, reply, None).alert
    assert "Ask who sits there to agree on less with Change bet" in told


async def test_who_is_in_already_is_told_to_keep_the_stake():
    room = equals()
    await room.hears("ann: /join 70", "bob: /join")
    assert (await room.player("bob").says("/bet 60")).facts["how"] == "stays"


async def test_a_loser_is_told_how_the_stake_is_lowered_and_lowers_it():
    room = Room("Ts Th 9s 7h", "hk_home5")
    bob = room.player("bob")
    await room.hears("ann: /join 900", "bob: /join", "ann: /deal", "ann: /stand", "bob: /stand")
    assert (await bob.presses("again")).facts["how"] == "change"
    await bob.presses("change")
    assert (await bob.presses("join")).facts == {"bet": 100}
    assert (await room.player("ann").presses("join")).facts == {"bet": 100}


async def test_the_stake_stands_until_bets_are_opened_again():
    """Again means the same bet, whoever presses it first."""
    room = await dealt()
    ann, bob = room.player("ann"), room.player("bob")
    assert (await ann.says("/bet 900")).key == "stake-is-set"
    await stand_all(room)
    assert (await ann.says("/bet 900")).key == "stake-is-set"
    await ann.presses("change")
    assert (await ann.says("/bet 900")).key == "bet-changed"
    assert (await bob.says("/join")).facts == {"bet": 900}


async def test_who_waits_for_a_seat_in_the_next_round_stakes_the_same():
    room = await four("ann", "bob")
    assert (await room.player("cat").says("/join 20")).key == "stake-is-set"
    assert (await room.player("cat").says("/join")).facts == {"bet": 50}


async def test_rules_with_a_bank_leave_everyone_their_bet():
    room = Room(rules="hk_casino")
    await room.player("ann").says("/join 70")
    assert (await room.player("bob").says("/join 50")).key == "joined"


# --- no bank ----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["/bank", "/bank 500", "/pass_bank"])
async def test_there_is_no_bank_to_take_or_to_pass(said):
    room = equals()
    await room.player("ann").says("/join 50")
    assert (await room.player("ann").says(said)).key == "no-bank"
    assert await room.staked() == (0, 50)


async def test_one_alone_is_dealt_nothing():
    room = equals()
    await room.player("ann").says("/join 50")
    reply = await room.player("ann").says("/deal")
    assert (reply.key, reply.facts) == ("too-few-players", {"least": 2})


async def test_a_third_finds_no_seat_and_may_have_one_by_the_dial():
    room = equals()
    await room.hears("ann: /join 50", "bob: /join")
    assert (await room.player("cat").says("/join")).key == "table-full"
    assert order(await four("ann", "bob", "cat")) == ["ann", "bob", "cat"]


async def test_the_pot_goes_to_the_winner_and_nothing_to_any_house():
    room = await dealt()
    assert await room.staked() == (100, 0)
    await stand_all(room)
    assert await room.chips() == {"ann": 1_050, "bob": 950}
    assert await room.staked() == (0, 0)


# --- the first move ---------------------------------------------------------------------------


async def again(room: Room) -> None:
    for sitter in room.table().sitters:
        await room.player(sitter.player.removeprefix("test:")).presses("again")


async def test_the_first_move_alternates():
    room = await dealt()
    led = []
    for _ in range(4):
        led.append(order(room)[0])
        await stand_all(room)
        await again(room)
    assert led == ["ann", "bob", "ann", "bob"]


@pytest.mark.parametrize(
    ("options", "led"),
    [
        ("seats_max=4", ["ann", "cat", "bob", "ann"]),
        ("seats_max=4 rotation_direction=cw", ["ann", "bob", "cat", "ann"]),
        ("seats_max=4 rotation=none", ["ann", "ann", "ann", "ann"]),
    ],
)
async def test_among_more_it_passes_round_the_table_and_turns_go_clockwise(options, led):
    room = await four("ann", "bob", "cat", options=options)
    seen = []
    for _ in led:
        first, *others = order(room)
        seen.append(first)
        clockwise = ["ann", "bob", "cat"] * 2
        assert others == clockwise[clockwise.index(first) + 1 :][:2]
        await stand_all(room)
        await again(room)
    assert seen == led


async def test_a_round_that_is_void_leaves_the_first_move_where_it_was():
    room = await dealt()
    await room.hears("ann: /stop void", "bob: /stop void", "ann: /join", "bob: /join", "ann: /deal")
    assert order(room) == ["ann", "bob"]


async def test_who_comes_for_somebody_who_has_left_does_not_take_the_first_move_from_the_other():
    room = await dealt()
    await stand_all(room)
    await room.hears("bob: /leave", "cat: /join", "ann: /join", "ann: /deal")
    assert order(room) == ["cat", "ann"]


async def test_the_first_move_passes_on_across_a_restart():
    room = await dealt()
    await stand_all(room)
    await room.restart()
    await again(room)
    assert order(room) == ["bob", "ann"]


# --- in the middle of a round -----------------------------------------------------------------


async def test_each_turn_has_its_time_and_who_lets_it_pass_stands():
    room = await dealt()
    await room.passes(45)
    assert room.shown().phase is TablePhase.PLAY
    await room.passes(45)
    assert room.shown().phase is TablePhase.SETTLED
    assert await room.chips() == {"ann": 1_050, "bob": 950}


async def test_the_group_sees_the_same_turn_whether_a_21_is_hidden_or_not():
    """Decision 3: nothing ends of itself that a hidden card could tell."""
    shown = []
    for deck in ("As 9h Td 9s", "2s 9h Td 9s"):
        room = await dealt(deck)
        assert (await room.player("ann").says("/hand")).accepted
        shown.append(room.shown())
    assert shown[0] == shown[1]


async def test_a_hit_on_a_hidden_21_is_refused_to_its_owner_alone():
    room = await dealt("As 9h Td 9s")
    shown = room.shown()
    assert (await room.player("ann").says("/hit")).key == "only-stand"
    assert room.shown() is shown


async def test_every_panel_shows_what_another_has_drawn():
    room = await dealt("2s 9h Td 9s 3c")
    bob = room.player("bob")
    await room.player("ann").says("/hit")
    view = bob.panel.public
    assert isinstance(view, FiveCardPublic)
    assert view.hands[0].cards == (None, *parse_cards("Td 3c"))


async def test_who_leaves_stands_and_the_seat_is_free_after_the_round():
    room = await dealt(BOB_WINS)
    assert (await room.player("ann").says("/leave")).key == "leaving"
    assert (await room.player("bob").says("/stand")).accepted
    assert await room.chips() == {"ann": 950, "bob": 1_050}
    assert [sitter.name for sitter in room.table().sitters] == ["Bob"]


async def test_a_double_is_no_action_of_this_game():
    room = await dealt()
    assert (await room.player("ann").says("/double")).key == "unknown-action"


async def test_a_draw_gives_both_their_stake_back_and_they_play_on():
    room = await dealt("Ts 9h 9s Td 4c 4d")
    await stand_all(room)
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    await again(room)
    assert room.shown().phase is TablePhase.PLAY


async def test_a_running_round_is_played_on_after_a_restart():
    room = await dealt()
    await room.player("ann").says("/stand")
    await room.restart()
    await room.player("bob").says("/stand")
    assert await room.chips() == {"ann": 1_050, "bob": 950}


@pytest.mark.parametrize("game", ["fivecard", "hk_home5", "fivecard hk_home5"])
async def test_it_is_opened_by_its_name_or_that_of_its_rules(game):
    room = Room()
    assert (await room.player("ann").says(f"/new {game}")).facts["rules"] == "hk_home5"
    assert room.table().game == "fivecard"


async def test_a_chat_may_start_with_it():
    room = Room(settings=HouseSettings(bet_min=20), rules="hk_home5")
    chat = ChatId("test:other")
    assert (await room.player("ann", chat).says("/join")).facts == {"bet": 20}
    assert room.table(chat).game == "fivecard"
    assert room.house.table_of(CLUB) is None
