"""Row 102: while nothing can be written, cards can be looked at and nothing is half done."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.basics import ChatId
from bot.notices import TablePhase
from bot.ports import StoreFailed
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.house import CLUB, Room
from tests.fakes.stores import DownStore, on_writer

LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"
GRACE_SECONDS = 15
TURN_SECONDS = 45


async def dealt(room: Room) -> Room:
    """Let Ann and Bob play, with Cat looking on."""
    for name in ("ann", "bob", "cat"):
        await room.player(name).says("/balance")
    await room.hears("ann: /join 50", "bob: /join 60", "ann: /deal")
    room.news()
    return room


@pytest.fixture
def store() -> DownStore:
    return DownStore()


@pytest.fixture
async def room(store: DownStore) -> Room:
    return await dealt(Room(store=store, deck=LOW))


def goes_down(store: DownStore, how: str) -> None:
    store.unwritable, store.unreadable = True, how == "entirely"


def comes_back(store: DownStore) -> None:
    store.unwritable = store.unreadable = False


HOW = pytest.mark.parametrize("how", ["for writers", "entirely"])


@pytest.mark.row(102)
@HOW
async def test_an_act_is_refused_and_the_table_stays_as_it_was(room, store, how):
    before = room.table()
    goes_down(store, how)
    for words in ("/hit", "/stand", "/leave", "/stop", "/join 50", "/daily"):
        assert (await room.player("ann").says(words)).key == "store-failing"
    assert room.table() == before
    comes_back(store)
    assert (await room.player("ann").says("/hit")).key == "acted"
    assert sum((await room.ledger()).values()) == 0


@pytest.mark.row(102)
@HOW
async def test_cards_and_table_can_be_looked_at(room, store, how):
    ann = room.player("ann")
    before = await ann.looks()
    goes_down(store, how)
    await ann.says("/hit")  # the table has to be read again, which may not work either
    assert (await ann.says("/hand")).accepted
    seen = await ann.looks()
    assert before is not None
    assert seen is not None
    assert (seen.view, seen.over) == (before.view, False)
    room.news()
    assert (await room.player("bob").says("/table")).key == "table-shown"
    (shown,) = room.news()
    assert shown == room.shown()
    assert (shown.phase, shown.fresh) == (TablePhase.PLAY, True)


@pytest.mark.row(102)
async def test_cards_stay_in_sight_though_half_of_a_table_can_be_read(room, store, monkeypatch):
    async def fail(*_place: int) -> None:
        raise StoreFailed

    store.unwritable = True
    await room.player("ann").says("/hit")
    with monkeypatch.context() as half:
        half.setattr(store, "round", fail)
        assert (await room.player("ann").says("/hit")).key == "store-failing"
        assert await room.player("ann").looks() is not None
    comes_back(store)
    assert (await room.player("ann").says("/hit")).key == "acted"


@pytest.mark.row(102)
@HOW
async def test_no_table_opens_and_that_is_said(room, store, how):
    goes_down(store, how)
    elsewhere = room.player("ann", ChatId("test:club:7"))
    for words in ("/join 50", "/new", "/bank"):
        assert (await elsewhere.says(words)).key == "store-failing-new"
    comes_back(store)
    assert (await elsewhere.says("/join 50")).accepted


@pytest.mark.row(102)
async def test_the_same_request_counts_once_it_can_be_written(room, store):
    goes_down(store, "for writers")
    refused = room.player("ann").typed("/hit")
    assert (await room.asks(refused)).key == "store-failing"
    comes_back(store)
    assert (await room.asks(refused)).key == "acted"
    assert (await room.asks(refused)).key == "acted"
    assert room.table().running.acts[0].count == 1


@pytest.mark.row(102)
@HOW
async def test_time_that_ran_out_meanwhile_is_given_again(room, store, how):
    goes_down(store, how)
    await room.passes(3 * TURN_SECONDS)
    assert room.table().phase is TablePhase.PLAY
    comes_back(store)
    await room.passes(GRACE_SECONDS)
    assert (await room.player("ann").says("/hit")).key == "acted"
    assert (await room.player("bob").says("/stand")).key == "acted"


@pytest.mark.row(102)
@HOW
async def test_who_does_not_use_it_is_acted_for(room, store, how):
    goes_down(store, how)
    await room.passes(2 * TURN_SECONDS)
    comes_back(store)
    await room.passes(GRACE_SECONDS + 5 + TURN_SECONDS)
    assert room.table().phase is not TablePhase.PLAY
    assert sum((await room.ledger()).values()) == 0


@pytest.mark.row(102)
async def test_after_it_came_back_time_runs_out_as_always(room, store):
    goes_down(store, "for writers")
    await room.passes(TURN_SECONDS)
    comes_back(store)
    await room.passes(5)
    await room.player("ann").says("/hit")
    await room.passes(2 * TURN_SECONDS)
    assert room.table().phase is not TablePhase.PLAY


@pytest.mark.row(102)
async def test_the_log_is_not_told_at_every_request(room, store, caplog):
    goes_down(store, "entirely")
    for _ in range(20):
        await room.player("ann").says("/hit")
    await room.passes(2 * TURN_SECONDS)
    assert caplog.records == []  # the store itself tells it, once a minute


@pytest.mark.row(102)
@HOW
async def test_a_chat_that_moves_meanwhile_has_moved_afterwards(room, store, how):
    there = ChatId("test:supergroup")
    chips = await room.chips()
    goes_down(store, how)
    await room.house.move(CLUB, there)
    await room.passes(12)
    comes_back(store)
    await room.passes(5)
    assert room.table(there).chat == there
    assert await room.chips(there) == chips
    assert (await room.player("ann", there).says("/hit")).key == "acted"


@pytest.mark.row(102)
@HOW
async def test_a_chat_that_puts_the_dealer_out_meanwhile_gets_its_bets_back(room, store, how):
    goes_down(store, how)
    await room.house.abandon(CLUB)
    await room.passes(12)
    assert room.table().phase is TablePhase.PLAY
    comes_back(store)
    await room.passes(5)
    assert room.table().phase is TablePhase.CLOSED
    assert await room.chips() == {"ann": 1_000, "bob": 1_000, "cat": 1_000}


# --- the real one -----------------------------------------------------------------------------


@dataclass
class Real:
    """A room on a database file."""

    room: Room
    store: SqliteStore
    file: Path


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Real]:
    file = tmp_path / "x.db"
    store = await SqliteStore.open(f"sqlite:///{file}")
    await on_writer(store, "PRAGMA busy_timeout=0")
    yield Real(await dealt(Room(store=store, deck=LOW)), store, file)
    await store.close()
    assert audit(f"sqlite:///{file}").clean


async def lock(real: Real, meanwhile: Callable[[], Awaitable[None]]) -> None:
    with closing(sqlite3.connect(real.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await meanwhile()


async def fill(real: Real, meanwhile: Callable[[], Awaitable[None]]) -> None:
    await on_writer(real.store, "PRAGMA max_page_count=1")
    while (await real.room.player("cat").says("/leave")).key != "store-failing":
        pass  # until the pages that are there already are full too
    await meanwhile()
    await on_writer(real.store, "PRAGMA max_page_count=1000000")


@pytest.mark.row(102)
@pytest.mark.parametrize("trouble", [lock, fill])
async def test_a_database_that_is_locked_or_full_is_outlived(real, trouble, caplog):
    room = real.room
    ann, bob = room.player("ann"), room.player("bob")
    before = room.table()

    async def meanwhile() -> None:
        for _ in range(5):
            assert (await ann.says("/stand")).key == "store-failing"
        assert (await ann.says("/hand")).accepted
        assert (await bob.says("/table")).key == "table-shown"
        assert room.table() == before
        elsewhere = room.player("ann", ChatId("test:club:7"))
        assert (await elsewhere.says("/join 50")).key == "store-failing-new"

    await trouble(real, meanwhile)
    assert (await ann.says("/stand")).key == "acted"
    assert (await bob.says("/stand")).key == "acted"
    assert room.table().phase is TablePhase.SETTLED
    told = [record.levelname for record in caplog.records]
    assert told == ["ERROR", "WARNING"]
