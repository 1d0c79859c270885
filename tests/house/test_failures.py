"""A store that fails once, before or after a commit became durable: nothing is lost or doubled."""

import pytest

from bot.basics import ChatId
from bot.notices import TablePhase
from tests.fakes.house import Room
from tests.fakes.stores import Failure, TroubledStore

LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"
EVENING = """
ann: /join 50
bob: /join 60
cat: /bank 400
ann: /deal
ann: /hit
bob: /stand
ann: /stand
cat: /stand
ann: /deal
bob: /deal
cat: /deal
ann: /leave
bob: /daily
""".strip().splitlines()
BOTH = pytest.mark.parametrize("failure", list(Failure))


async def after(count: int, store: TroubledStore) -> Room:
    """Return a room in which some lines of the evening were said; everyone is known."""
    room = Room(store=store, deck=LOW)
    for name in ("ann", "bob", "cat"):
        await room.player(name).says("/balance")
    await room.hears(*EVENING[:count])
    return room


def as_stored(room: Room) -> object:
    """Return what a table holds, its clock aside."""
    table = room.table()
    return (table.phase, table.round, table.sitters, table.banker, table.bank, table.voids)


@pytest.mark.report("X4")
@BOTH
@pytest.mark.parametrize("count", range(len(EVENING)))
async def test_after_a_failure_the_same_request_is_carried_out_once(count, failure):
    calm, troubled = TroubledStore(), TroubledStore()
    expected = await after(count + 1, calm)
    room = await after(count, troubled)
    name, text = EVENING[count].split(": ")
    request = room.player(name).typed(text)
    troubled.failures = [failure]
    reply = await room.asks(request)
    assert (reply.accepted, reply.key) == (False, "something-went-wrong")
    assert (await room.repeats()).accepted
    assert as_stored(room) == as_stored(expected)
    assert await room.ledger() == await expected.ledger()


@pytest.mark.report("X11")
@BOTH
@pytest.mark.parametrize("count", range(1, len(EVENING)))
async def test_after_a_failure_the_next_request_sees_what_is_stored(count, failure):
    store = TroubledStore()
    room = await after(count, store)
    name, text = EVENING[count].split(": ")
    store.failures = [failure]
    await room.player(name).says(text)
    await room.player("eve").says("/stop")
    after_failure = as_stored(room)
    await room.restart()
    assert as_stored(room) == after_failure
    assert sum((await room.ledger()).values()) == 0


@BOTH
async def test_what_became_durable_is_shown_though_nobody_was_told(failure):
    store = TroubledStore()
    room = await after(3, store)
    store.failures = [failure]
    await room.player("ann").says("/deal")
    room.notices.clear()
    await room.player("eve").says("/stop")
    shown = [notice.phase for notice in room.notices if hasattr(notice, "phase")]
    assert shown == ([TablePhase.PLAY] if failure is Failure.AFTER else [])
    assert [hand.player for hand in (await room.hands()).values()] == (
        ["test:ann", "test:bob", "test:cat"] if failure is Failure.AFTER else []
    )


@BOTH
async def test_a_deadline_is_tried_again_after_a_failure(failure):
    store = TroubledStore()
    room = await after(4, store)
    store.failures = [failure]
    await room.passes(45)
    await room.passes(5)
    found = await store.round(1, 1)
    assert found is not None
    assert [(row.seat, row.words, row.auto) for row in found[1]] == [
        (0, "stand", True),
        (1, "stand", True),
    ]
    assert room.shown().seconds == 45


@BOTH
async def test_a_welcome_that_failed_is_given_once(failure):
    store = TroubledStore()
    room = Room(store=store)
    store.failures = [failure]
    assert (await room.player("ann").says("/join 50")).key == "something-went-wrong"
    assert (await room.player("ann").says("/join 50")).accepted
    assert await room.player("ann").chips() == 950


@BOTH
async def test_other_tables_play_on(failure):
    store = TroubledStore()
    room = await after(3, store)
    other = room.player("dan", ChatId("test:elsewhere"))
    await other.says("/join 50")
    store.failures = [failure]
    await room.player("ann").says("/deal")
    assert (await other.presses("deal")).key == "dealt"


@BOTH
async def test_a_failure_is_logged_without_what_was_said(failure, caplog):
    store = TroubledStore()
    room = await after(4, store)
    store.failures = [failure]
    await room.player("ann").says("/hit")
    assert "Broken" in caplog.text
    assert all(str(card) not in caplog.text for card in LOW.split())
