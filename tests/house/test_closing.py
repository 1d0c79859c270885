"""Ending: stop, close after this round, void, leaving in the middle (F1, F11 to F13)."""

import pytest

from bot.clocks import ManualClock
from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Player, Room


async def dealt(*names: str, banker: str = "", deck: str = "") -> Room:
    """Return a room in which these people have just been dealt in."""
    room = Room(deck=deck)
    if banker:
        await room.player(banker).says("/bank 500")
    for name in names:
        await room.player(name).says("/join 50")
    await room.player(names[0]).presses("deal")
    return room


async def test_stop_between_rounds_closes_and_returns_everything():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/bank 500")
    assert (await room.player("bob").says("/stop")).key == "closed"
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}


async def test_stop_in_a_round_means_close_after_it():
    room = await dealt("ann", "bob")
    assert (await room.player("bob").says("/stop")).key == "closing"
    assert (room.shown().phase, room.shown().closing) == (TablePhase.PLAY, True)
    for player in room.playing():
        await player.says("/stand")
    assert (room.shown().phase, room.shown().result is not None) == (TablePhase.CLOSED, True)
    assert await room.staked() == (0, 0)


async def test_closing_returns_the_bets_for_a_next_round_that_does_not_come():
    room = await dealt("ann")
    await room.player("bob").says("/join 70")
    await room.player("ann").says("/stop")
    await room.player("ann").says("/stand")
    assert await room.player("bob").chips() == 1_000


@pytest.mark.report("F1")
async def test_an_admin_without_a_seat_can_close_a_table():
    room = Room()
    await room.player("ann").says("/join 50")
    assert (await room.player("eve").says("/stop")).key == "only-seated-or-admins"
    assert (await room.player("root", admin=True).says("/stop")).key == "closed"
    assert await room.player("ann").chips() == 1_000


async def test_an_empty_table_can_be_closed_by_anyone():
    room = Room()
    await room.player("ann").says("/new")
    assert (await room.player("eve").says("/stop")).key == "closed"


@pytest.mark.parametrize("said", ["/join 50", "/bet 50", "/bank 500"])
async def test_nothing_is_bet_on_a_round_that_will_not_be_dealt(said):
    room = await dealt("ann", "bob", banker="cat")
    await room.hears("ann: /stop")
    assert (await room.player("bob").says(said)).key == "closes-after-round"
    assert room.table().players_staked() == ()


async def test_all_seats_together_may_void_a_round():
    room = await dealt("ann", "bob", banker="cat")
    assert (await room.player("ann").says("/stop void")).facts == {"missing": 2}
    assert (await room.player("ann").says("/stop void")).facts == {"missing": 2}
    assert (await room.player("bob").says("/stop void")).facts == {"missing": 1}
    assert (await room.player("cat").says("/stop void")).key == "voided"
    assert room.shown().phase is TablePhase.LOBBY
    assert await room.chips() == {"cat": 500, "ann": 1_000, "bob": 1_000}


async def test_who_leaves_by_rules_that_ask_a_price_is_told_so():
    room = Room(rules="cn4deck")
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/join 50")
    await room.player("ann").presses("deal")
    reply = await room.player("ann").leaves()
    assert (reply.key, reply.facts) == ("leaving-forfeits", {"chips": 50})
    await room.player("bob").says("/stand")
    assert await room.player("ann").chips() == 950


async def in_a_round_that_costs(asked_seconds: int = 60) -> tuple[Room, Player]:
    """Return a room whose rules ask 50 of Ann for leaving the round, and Ann, who has 11."""
    settings = HouseSettings(leave_again_seconds=asked_seconds)
    room = Room("5s 2s Ts 6d 3s 9c 2d 3d", "cn4deck", settings=settings)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    return room, room.player("ann")


async def test_who_would_pay_for_leaving_a_round_is_told_the_price_and_still_plays():
    room, ann = await in_a_round_that_costs()
    request = ann.typed("/leave")
    answer = Presenter(Localizer()).answer(request, await room.asks(request), None)
    assert answer.alert == (
        "Leaving the round gives 50 away. Leave again within 60 s if you are sure."
    )
    assert room.playing() == [ann, room.player("bob")]
    assert (await ann.says("/stand")).accepted
    await room.player("bob").says("/stand")
    result = room.shown().result
    assert result is not None
    assert [hand.rule for hand in result.hands] == ["points", "points"]


async def test_whoever_was_asked_by_a_clock_that_was_set_back_since_is_asked_anew():
    room, ann = await in_a_round_that_costs()
    assert (await ann.says("/leave")).key == "leave-forfeits"
    room.clock = ManualClock(room.clock.now() - 1_800)
    await room.restart()
    assert (await ann.says("/leave")).key == "leave-forfeits"
    await room.passes(5)
    assert (await ann.says("/leave")).key == "leaving-forfeits"


async def test_two_quick_presses_leave_no_round_that_costs_chips():
    room, ann = await in_a_round_that_costs()
    assert (await ann.says("/leave")).key == "leave-forfeits"
    await room.passes(1)
    assert (await ann.says("/leave")).key == "leave-asked"
    await room.restart()
    await room.passes(1)
    assert (await ann.says("/leave")).key == "leaving-forfeits"


async def test_a_question_about_leaving_holds_for_a_while_only():
    room, ann = await in_a_round_that_costs(asked_seconds=10)
    assert (await ann.says("/leave")).key == "leave-forfeits"
    await room.passes(11)
    assert (await ann.says("/leave")).key == "leave-forfeits"
    await room.passes(10)
    assert (await ann.says("/leave")).key == "leaving-forfeits"


async def test_who_plays_on_is_told_the_price_anew():
    room, ann = await in_a_round_that_costs()
    assert (await ann.says("/leave")).key == "leave-forfeits"
    await room.passes(3)
    assert (await ann.says("/hit")).accepted
    assert (await ann.says("/leave")).key == "leave-forfeits"


async def test_two_who_would_leave_are_asked_each_for_themselves():
    room, ann = await in_a_round_that_costs()
    bob = room.player("bob")
    replies = [await ann.says("/leave"), await bob.says("/leave")]
    await room.passes(2)
    replies += [await ann.says("/leave"), await bob.says("/leave")]
    assert [reply.key for reply in replies] == ["leave-forfeits"] * 2 + ["leaving-forfeits"] * 2


@pytest.mark.parametrize(
    ("deck", "said", "chips"),
    [
        ("5s 2s Ts 6d 3s 9c 9d", ["ann: /double"], 0),  # finished: it settles as if she had stayed
        ("8s 2s Ts 8d 3s 9c 2d 3d", ["ann: /split"], 100),
        ("8s 2s Ts 8d 3s 9c 2d 3d", ["ann: /split", "ann: /stand"], 50),
    ],
)
async def test_the_price_of_leaving_is_that_of_the_hands_still_played(deck, said, chips):
    room = Room(deck, "cn4deck")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", *said)
    reply = await room.player("ann").leaves()
    assert (reply.key, reply.facts.get("chips", 0)) == (
        "leaving-forfeits" if chips else "leaving",
        chips,
    )


async def test_a_banker_who_leaves_pays_every_first_bet_and_is_told_how_much():
    room = Room("5s 2s Ts 6d 3s 9c 9d", "cn4deck")
    await room.hears("cat: /bank 500", "ann: /join 50", "bob: /join 40", "ann: /deal")
    await room.player("ann").says("/double")
    asked = await room.player("cat").says("/leave")
    assert (asked.key, asked.facts) == ("leave-forfeits", {"chips": 90, "seconds": 60})
    assert (await room.chips())["cat"] == 500
    await room.passes(2)
    assert (await room.player("cat").says("/leave")).facts == {"chips": 90}
    assert (await room.chips())["cat"] == 910


async def test_who_leaves_after_voting_is_neither_needed_nor_counted():
    room = await dealt("ann", "bob", banker="cat")
    await room.player("ann").says("/stop void")
    await room.player("ann").says("/leave")
    assert (await room.player("bob").says("/stop void")).facts == {"missing": 1}
    assert (await room.player("cat").says("/stop void")).key == "voided"


async def test_who_leaves_without_a_vote_holds_the_others_up_no_more():
    room = await dealt("ann", "bob", banker="cat")
    await room.player("bob").says("/stop void")
    assert (await room.player("cat").says("/stop void")).facts == {"missing": 1}
    await room.player("ann").says("/leave")
    assert room.shown().phase is TablePhase.PLAY  # nobody's leaving calls a round off
    assert (await room.player("bob").says("/stop void")).key == "voided"


async def test_who_has_left_has_no_vote_and_who_comes_back_votes_anew():
    room = await dealt("ann", "bob", "cat")
    await room.player("ann").says("/stop void")
    await room.player("ann").says("/leave")
    assert (await room.player("ann").says("/stop void")).key == "already-leaving"
    await room.player("ann").says("/join 50")
    assert (await room.player("bob").says("/stop void")).facts == {"missing": 2}


async def test_the_last_one_left_against_the_house_takes_no_hand_back():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/stop void")
    await room.player("ann").says("/leave")
    assert (await room.player("bob").says("/stop void")).key == "void-needs-two"


async def test_a_banker_s_bank_stands_for_the_next_round_after_a_void():
    room = await dealt("ann", banker="cat")
    await room.player("ann").says("/stop void")
    await room.player("cat").says("/stop void")
    assert (room.shown().bank, await room.staked()) == (500, (0, 500))


async def test_an_admin_without_a_seat_may_void_alone():
    room = await dealt("ann", "bob")
    assert (await room.player("root", admin=True).says("/stop void")).key == "voided"
    assert await room.player("ann").chips() == 1_000


async def test_an_admin_who_plays_has_one_vote_like_everyone():
    room = Room()
    root = room.player("root", admin=True)
    await root.says("/join 50")
    await room.player("ann").says("/join 50")
    await root.presses("deal")
    assert (await root.says("/stop void")).key == "void-voted"


async def test_an_admin_who_waits_for_the_next_round_has_a_seat_and_no_say():
    room = await dealt("ann", "bob")
    root = room.player("root", admin=True)
    await root.says("/join 50")
    assert (await root.says("/stop void")).key == "not-in-round"
    assert room.shown().phase is TablePhase.PLAY


async def test_a_player_alone_against_the_house_takes_no_hand_back():
    room = await dealt("ann")
    assert (await room.player("ann").says("/stop void")).key == "void-needs-two"
    assert room.shown().phase is TablePhase.PLAY


async def test_a_void_ends_every_hand_panel():
    room = await dealt("ann", "bob")
    await room.player("root", admin=True).says("/stop void")
    ended = [(hand.player, hand.over, hand.voided, hand.choices) for hand in room.told_hands()]
    assert ended[-2:] == [
        (room.player("ann").id, True, True, ()),
        (room.player("bob").id, True, True, ()),
    ]


async def test_somebody_who_only_watches_cannot_void():
    room = await dealt("ann", "bob")
    assert (await room.player("eve").says("/stop void")).key == "only-seated-or-admins"
    assert (await room.player("ann").says("/stop now")).key == "void-or-nothing"


async def test_voids_are_told_and_counted_in_public():
    room = await dealt("ann")
    await room.player("root", admin=True).says("/stop void")
    await room.player("ann").says("/join 50")
    await room.player("ann").presses("deal")
    await room.player("root", admin=True).says("/stop void")
    assert (room.said(), room.shown().voids) == (["round-voided", "round-voided"], 2)


async def test_a_void_that_comes_too_late_does_not_close_the_table():
    room = await dealt("ann")
    await room.player("ann").says("/stand")
    assert (await room.player("ann").says("/stop void")).key == "no-round"
    assert room.shown().phase is TablePhase.SETTLED


async def test_a_voided_deck_is_never_dealt_again():
    room = await dealt("ann")
    committed = room.shown().commitment
    await room.player("root", admin=True).says("/stop void")
    assert room.shown().commitment not in {"", committed}


async def test_a_void_at_a_table_that_closes_closes_it():
    room = await dealt("ann")
    await room.player("ann").says("/stop")
    await room.player("root", admin=True).says("/stop void")
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.player("ann").chips() == 1_000


async def test_bets_for_the_next_round_stand_through_a_void():
    room = await dealt("ann")
    await room.player("bob").says("/join 70")
    await room.player("root", admin=True).says("/stop void")
    assert await room.staked() == (0, 70)


async def test_who_left_gets_the_next_stake_back_when_the_round_is_voided():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/bet 70")
    await room.player("ann").says("/leave")
    await room.player("root", admin=True).says("/stop void")
    assert await room.player("ann").chips() == 1_000
    assert await room.staked() == (0, 0)


@pytest.mark.report("F11")
async def test_who_leaves_in_the_middle_is_waited_for_no_more():
    room = await dealt("ann", "bob")
    assert (await room.player("ann").says("/leave")).key == "leaving"
    await room.player("bob").says("/stand")
    assert room.shown().phase is TablePhase.SETTLED
    assert [(seat.name, seat.gone) for seat in room.shown().seats] == [
        ("Ann", True),
        ("Bob", False),
    ]


@pytest.mark.report("F12")
async def test_a_round_that_everyone_leaves_is_settled_and_the_table_closes():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/leave")
    await room.player("bob").says("/leave")
    assert (room.shown().phase, await room.staked()) == (TablePhase.CLOSED, (0, 0))


async def test_who_leaves_in_the_middle_may_come_back_before_the_end():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    await ann.says("/leave")
    assert (await ann.says("/join 60")).key == "joined-next"
    await room.player("bob").says("/stand")
    assert [(seat.name, seat.bet) for seat in room.shown().seats] == [("Ann", 60), ("Bob", 50)]


async def test_leaving_twice_is_refused():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/leave")
    reply = await room.player("ann").says("/leave")
    assert (reply.accepted, reply.key) == (False, "already-leaving")


@pytest.mark.parametrize("command", ["/stop", "/stop void", "/leave", "/deal", "/table"])
async def test_where_there_is_no_table_there_is_nothing_to_end(command):
    room = Room()
    assert (await room.player("ann").says(command)).key in {"no-table", "no-round"}
    assert room.notices == []


@pytest.mark.report("F8")
async def test_a_closed_table_opens_again_at_once():
    room = await dealt("ann")
    await room.player("ann").says("/stop")
    await room.player("ann").says("/stand")
    assert (await room.player("ann").says("/join 50")).key == "joined"
    assert (await room.player("ann").presses("deal")).key == "dealt"
    assert room.shown().round == 2
