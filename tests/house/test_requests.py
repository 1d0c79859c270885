"""One request, one way (design, section 4): ids, stale buttons, double taps, crowds, cancelling."""

import asyncio
from dataclasses import replace

import pytest

from bot.basics import ChatId, Seat
from bot.games.base import Dealt, DealtFaceDown
from bot.notices import HandShown, TablePhase
from bot.requests import Seen
from tests.fakes.house import Room
from tests.fakes.stores import TroubledStore

LOW = "2s 2h 2d 3s 3h 3d As Ah Ad Ac 2c 3c"


async def dealt(*names: str, deck: str = LOW) -> Room:
    room = Room(deck=deck)
    for name in names:
        await room.player(name).says("/join 50")
    await room.player(names[0]).presses("deal")
    return room


def cards_dealt(room: Room) -> int:
    """Return how many cards have left the deck."""
    return sum(isinstance(event, Dealt | DealtFaceDown) for event in room.shown().events)


def waiting(room: Room) -> tuple[Seat, ...]:
    """Return the seats that everyone may know to be deciding."""
    view = room.shown().view
    assert view is not None
    return view.waiting


# --- ids ---------------------------------------------------------------------------------------


async def test_a_repeated_request_gets_its_first_answer_and_changes_nothing():
    room = Room()
    first = await room.player("ann").says("/join 50")
    room.news()
    assert await room.repeats() == first
    assert (await room.staked(), room.news()) == ((0, 50), [])


async def test_a_repeated_refusal_stays_refused_though_it_could_be_carried_out_by_now():
    room = Room()
    ann = room.player("ann")
    refused = await ann.says("/join 2000")
    await room.gives(ann, 5_000)
    assert await room.repeats() == refused
    assert await room.staked() == (0, 0)


async def test_a_repeat_after_many_others_gets_its_first_answer():
    room = Room()
    ann = room.player("ann")
    first = await ann.says("/join 50")
    for chips in range(60, 100, 10):
        await ann.says(f"/bet {chips}")
    assert await room.repeats(5) == first
    assert await room.staked() == (0, 90)


async def test_a_repeat_after_a_restart_gets_its_first_answer():
    room = await dealt("ann")
    first = await room.player("ann").says("/hit")
    await room.restart()
    assert await room.repeats() == first
    assert cards_dealt(room) == 5


@pytest.mark.report("H21")
async def test_two_copies_of_one_request_at_once_are_carried_out_once():
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/join 50")
    request = ann.typed("/bet 80")
    replies = await room.at_once(request, request)
    assert replies[0] == replies[1]
    assert await room.staked() == (0, 80)


async def test_answers_are_kept_for_three_days():
    room = Room()
    ann = room.player("ann")
    await ann.says("/daily")
    await room.passes(3 * 24 * 3600 - 1)
    assert (await room.repeats()).accepted
    assert await ann.chips() == 1_200


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("ann", "/fly", "unknown-command"),
        ("ann", "/join 1 2", "wrong-arguments"),
        ("ann", "/grant bob 5", "only-admins"),
        ("ann", "/again", "unknown-command"),
    ],
)
async def test_what_stops_at_the_door_is_not_stored(name, text, key):
    room = Room()
    request = room.player(name).typed(text)
    assert (await room.asks(request)).key == key
    allowed = replace(request, verb="join", args=(), rights=replace(request.rights, admin=True))
    assert (await room.asks(allowed)).key == "joined"


async def test_questions_are_not_stored_and_see_the_present():
    room = Room()
    ann = room.player("ann")
    assert (await ann.says("/balance")).facts == {"chips": 1_000, "staked": 0}
    await ann.says("/join 50")
    assert (await room.repeats(2)).facts == {"chips": 950, "staked": 50}


# --- what a button carried ---------------------------------------------------------------------


async def test_a_press_counts_while_its_round_and_phase_run():
    room = await dealt("ann", "bob")
    old = room.shown()
    await room.player("ann").says("/hit")
    await room.passes(1)
    assert (await room.player("bob").presses("hit", on=old)).accepted


async def test_a_press_on_an_earlier_phase_is_refused():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    lobby = room.shown()
    await ann.presses("deal")
    assert (await ann.presses("more", on=lobby)).key == "outdated"


@pytest.mark.report("X15")
async def test_a_press_on_an_earlier_round_is_refused():
    room = await dealt("ann")
    old = room.shown()
    await room.player("ann").says("/stand")
    await room.player("ann").presses("again")
    reply = await room.player("ann").presses("hit", on=old)
    assert (reply.key, room.shown().round) == ("outdated", 2)


@pytest.mark.parametrize("seen", [Seen(99, 1, "players"), Seen(1, 99, "players"), Seen(1, 1, "x")])
async def test_forged_buttons_change_nothing(seen):
    room = await dealt("ann")
    request = replace(room.player("ann").typed("/hit"), seen=seen)
    assert (await room.asks(request)).key == "outdated"
    assert cards_dealt(room) == 4


async def test_join_under_an_old_message_still_joins():
    room = await dealt("ann")
    old = room.shown()
    await room.player("ann").says("/stand")
    assert (await room.player("bob").presses("join", on=old)).key == "joined"


async def test_a_panel_counts_the_acts_of_its_seat_and_an_old_one_is_refused_and_shown_anew():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    old = ann.panel
    assert (await ann.taps("hit", on=old)).accepted
    await room.passes(1)
    room.news()
    assert (await ann.taps("hit", on=old)).key == "outdated"
    assert [type(notice) for notice in room.news()] == [HandShown]
    assert (ann.panel.counter, (await ann.taps("hit")).accepted) == (1, True)


async def test_another_s_acts_do_not_make_a_panel_old():
    room = await dealt("ann", "bob")
    old = room.player("ann").panel
    await room.player("bob").says("/hit")
    assert (await room.player("ann").taps("hit", on=old)).accepted


# --- double taps -------------------------------------------------------------------------------


@pytest.mark.report("F26")
async def test_the_same_press_twice_within_the_double_tap_counts_once():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    first = await ann.presses("hit")
    await room.passes(0.39)
    assert await ann.presses("hit") == first
    assert cards_dealt(room) == 7
    await room.passes(0.01)
    await ann.presses("hit")
    assert cards_dealt(room) == 8


@pytest.mark.report("F26")
@pytest.mark.report("H21")
async def test_two_presses_in_one_instant_count_once():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    replies = await room.at_once(ann.pressed("hit"), ann.pressed("hit"))
    assert replies[0] == replies[1]
    assert cards_dealt(room) == 7


async def test_another_verb_after_an_open_hand_is_no_double_tap():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    await ann.presses("hit")
    await ann.presses("stand")
    assert waiting(room) == (1,)


async def test_any_press_after_the_one_that_closed_the_hand_is_a_double_tap():
    room = await dealt("ann", "bob")
    ann = room.player("ann")
    first = await ann.presses("stand")
    assert await ann.presses("hit") == first
    await room.passes(1)
    assert (await ann.presses("hit")).key == "hand-finished"


async def test_plus_and_minus_always_count():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    for _ in range(3):
        await ann.presses("more")
    assert await room.staked() == (0, 80)


async def test_typed_commands_are_no_double_taps():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/hit")
    await room.player("ann").says("/hit")
    assert cards_dealt(room) == 8


# --- crowds ------------------------------------------------------------------------------------


async def test_at_most_two_requests_of_one_person_wait():
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/join 50")
    replies = await room.at_once(*(ann.typed("/bet 60") for _ in range(4)))
    assert [reply.key for reply in replies] == ["bet-changed"] * 2 + ["one-at-a-time"] * 2


async def test_at_most_thirty_two_requests_wait_in_all():
    room = Room(store=TroubledStore(), rules="hk_casino")
    crowd = [room.player(f"p{number}") for number in range(40)]
    for player in crowd:
        await player.says("/balance")
    replies = await room.at_once(*(player.typed("/join") for player in crowd))
    assert [reply.key for reply in replies].count("too-many-waiting") == 8
    assert [reply.key for reply in replies].count("joined") == 7


async def test_what_found_no_room_is_not_stored():
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/join 50")
    requests = [ann.typed(f"/bet {chips}") for chips in (60, 70, 80)]
    assert (await room.at_once(*requests))[2].key == "one-at-a-time"
    assert (await room.asks(requests[2])).accepted
    assert await room.staked() == (0, 80)


async def test_a_crowd_at_one_table_holds_up_no_other():
    room = Room(store=TroubledStore())
    crowd = [room.player(f"p{number}") for number in range(32)]
    for player in crowd:
        await player.says("/balance")
    other = room.player("ann", ChatId("test:elsewhere"))
    await other.says("/balance")
    *_, reply = await room.at_once(*(p.typed("/join") for p in crowd), other.typed("/join"))
    assert reply.key == "joined"


async def test_questions_do_not_wait_in_line():
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/join 50")
    replies = await room.at_once(*(ann.typed("/balance") for _ in range(5)))
    assert {reply.key for reply in replies} == {"balance-staked"}


# --- cancelling --------------------------------------------------------------------------------


@pytest.mark.parametrize("after", range(8))
async def test_a_cancelled_caller_leaves_nothing_half_done(after):
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/join 50")
    caller = asyncio.create_task(room.asks(ann.typed("/bet 80")))
    for _ in range(after):
        await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await room.house.drain()
    staked = (await room.staked())[1]
    assert staked == room.shown().seats[0].bet == room.table().sitters[0].staked
    assert (await ann.says("/bet 90")).accepted
    assert (await ann.chips(), await room.staked()) == (910, (0, 90))


async def test_who_follows_a_cancelled_caller_sees_the_new_state():
    room = Room(store=TroubledStore())
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 50")
    caller = asyncio.create_task(room.asks(ann.typed("/deal")))
    follower = asyncio.create_task(room.asks(bob.typed("/deal")))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    assert (await follower).key == "round-running"
    assert (room.shown().phase, room.shown().round) == (TablePhase.PLAY, 1)


async def test_refusals_tell_the_group_nothing():
    room = await dealt("ann", "bob")
    told = len(room.notices)
    for text in ("/bet 5", "/deal", "/new", "/pass_bank", "/stop x", "/split", "/insure"):
        assert not (await room.player("ann").says(text)).accepted
    assert len(room.notices) == told
