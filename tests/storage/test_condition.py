"""A database in trouble keeps nobody waiting, and is told to the log once a minute."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from bot.ports import Done, StoreFailed
from storage.condition import Condition
from storage.errors import OutOfOrder
from storage.store import SqliteStore
from tests.fakes.commits import ANN, grant
from tests.fakes.stores import on_writer

LOCKED = OperationalError("BEGIN", None, sqlite3.OperationalError("database is locked"))
BROKEN = DatabaseError("BEGIN", None, sqlite3.DatabaseError("malformed"))
REFUSED = IntegrityError("INSERT", None, sqlite3.IntegrityError("CHECK constraint failed"))


class Clock:
    """A clock that runs on when told."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def condition(clock: Clock) -> Condition:
    return Condition("written", clock)


def fails(condition: Condition, clock: Clock, seconds: float, error: Exception = LOCKED) -> bool:
    """Try something that fails after so many seconds; return whether it was tried at all."""
    before = clock.seconds
    with pytest.raises(StoreFailed):
        tries(condition, clock, seconds, error)
    return clock.seconds > before


def tries(condition: Condition, clock: Clock, seconds: float, error: Exception) -> None:
    with condition.attempt():
        clock.seconds += seconds
        raise error


def works(condition: Condition) -> None:
    with condition.attempt():
        pass


@pytest.mark.row(102)
def test_after_an_attempt_that_took_long_the_others_fail_at_once(condition, clock):
    assert fails(condition, clock, 5)
    assert not fails(condition, clock, 5)
    clock.seconds += 2
    assert fails(condition, clock, 5)
    clock.seconds += 2
    works(condition)
    assert not condition.failing


def test_while_one_finds_out_the_others_do_not_wait(condition, clock):
    fails(condition, clock, 5)
    clock.seconds += 5
    with condition.attempt():
        assert not fails(condition, clock, 5)
    works(condition)


def test_what_fails_quickly_may_be_tried_again_at_once(condition, clock):
    assert fails(condition, clock, 0.4, BROKEN)
    works(condition)


def test_what_was_asked_wrongly_is_no_trouble(condition):
    with pytest.raises(IntegrityError), condition.attempt():
        raise REFUSED
    assert not condition.failing


@pytest.mark.row(102)
def test_the_log_is_told_once_a_minute_and_when_it_is_over(condition, clock, caplog):
    for _ in range(130):
        fails(condition, clock, 0)
        clock.seconds += 1
    works(condition)
    works(condition)
    assert [record.getMessage() for record in caplog.records] == [
        "The database cannot be written: database is locked. Tables stand still until it can be",
        "The database cannot be written: database is locked. Tables stand still until it can be",
        "The database cannot be written: database is locked. Tables stand still until it can be",
        "The database can be written again",
    ]


def test_how_long_ago_something_worked_is_known(condition, clock):
    assert condition.age == float("inf")
    works(condition)
    clock.seconds += 7
    assert condition.age == 7


# --- the probe --------------------------------------------------------------------------------


async def test_a_probe_of_a_sound_database_leaves_nothing(tmp_path):
    store = await SqliteStore.open(f"sqlite:///{tmp_path / 'x.db'}")
    await store.probe()
    assert await store.refs() == []
    await store.close()


@pytest.mark.row(102)
async def test_a_probe_finds_a_lock_and_its_end(tmp_path):
    file = tmp_path / "x.db"
    store = await SqliteStore.open(f"sqlite:///{file}")
    await on_writer(store, "PRAGMA busy_timeout=0")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutOfOrder, match="locked"):
            await store.probe()
        with pytest.raises(OutOfOrder, match="locked"):
            await store.commit(grant(1, ANN))
    await store.probe()
    assert await store.commit(grant(1, ANN)) == Done()
    await store.close()


@pytest.mark.row(102)
async def test_a_probe_finds_a_full_disk_though_a_small_change_would_fit(tmp_path):
    store = await SqliteStore.open(f"sqlite:///{tmp_path / 'x.db'}")
    await on_writer(store, "PRAGMA max_page_count=1")
    with pytest.raises(OutOfOrder, match="full"):
        await store.probe()
    await on_writer(store, "PRAGMA max_page_count=1000000")
    await store.probe()
    await store.close()


@pytest.mark.row(102)
async def test_who_queued_behind_a_slow_failure_does_not_wait_for_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr("storage.writer.SLOW_SECONDS", 0.0)
    file = tmp_path / "x.db"
    store = await SqliteStore.open(f"sqlite:///{file}")
    await on_writer(store, "PRAGMA busy_timeout=0")
    statements: list[str] = []
    await store._writer._connection.set_trace_callback(statements.append)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        many = [store.commit(grant(1, ANN)) for _ in range(600)]  # more than one transaction takes
        ended = await asyncio.gather(*many, return_exceptions=True)
    assert {type(one) for one in ended} == {OutOfOrder}
    assert statements.count("BEGIN IMMEDIATE") == 1
    await store.close()
