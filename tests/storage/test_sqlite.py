"""What only a file can show: coming back, trouble with the disk, and what must not be logged."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.basics import PlayerId
from bot.ledger import escrow
from bot.ports import Conflict, Done, Known, Ref, RefState, ResultRow, RoundRow, Short
from storage.audit import audit
from storage.errors import DatabaseInUse, NotOurDatabase, OutOfOrder, WriteFailed
from storage.store import SqliteStore
from tests.fakes.commits import (
    ANN,
    BOB,
    CAT,
    MINT,
    NOON,
    a_round,
    a_table,
    an_action,
    commit,
    give,
    grant,
    purse,
)
from tests.fakes.stores import on_writer

PROJECT = Path(__file__).parents[2]
DECK = "QsQhQdQc"


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    """Look into the file beside the store."""
    with closing(sqlite3.connect(url.split("///")[1])) as connection:
        return connection.execute(query).fetchall()


async def test_everything_comes_back_after_a_restart(url):
    ref = Ref("test:club", "table", "1", "77", "abc", RefState.SENT)
    store = await SqliteStore.open(url)
    await store.commit(grant(1_000, ANN))
    await store.commit(
        commit(give(1, ANN, BOB), request="r1", key="first", table=a_table(), dealt=a_round())
    )
    await store.commit(commit(actions=(an_action(0),), result=ResultRow(1, 1, "over")))
    await store.save_ref(ref)
    await store.remember_name(PlayerId("test:ann"), "Ann")
    await store.close()

    store = await SqliteStore.open(url)
    assert await store.balances([ANN, BOB, MINT]) == {ANN: 999, BOB: 1, MINT: -1_000}
    assert await store.has_account(BOB)
    assert await store.tables() == [a_table()]
    assert await store.round(1, 1) == (RoundRow(1, 1, a_round().setup, "over"), (an_action(0),))
    assert await store.refs() == [ref]
    assert await store.names([PlayerId("test:ann")]) == {"test:ann": "Ann"}
    assert await store.commit(commit(request="r1")) == Known(commit(key="first").answer)
    assert await store.commit(commit(give(1_000, ANN, BOB))) == Short(ANN, 999)
    assert await store.commit(commit(give(999, ANN, BOB))) == Done()
    assert await store.balances([ANN, BOB]) == {ANN: 0, BOB: 1_000}
    await store.close()
    assert audit(url).problems == ()


async def test_a_balance_read_before_the_first_commit_is_kept_in_memory_rightly(url):
    store = await SqliteStore.open(url)
    await store.commit(grant(10, ANN))
    await store.close()
    store = await SqliteStore.open(url)
    read, _ = await asyncio.gather(store.balances([ANN]), store.commit(commit(give(4, ANN, BOB))))
    assert read[ANN] in (6, 10)
    assert await store.balances([ANN, BOB]) == {ANN: 6, BOB: 4}
    await store.close()


async def test_a_slow_read_does_not_undo_what_was_committed_meanwhile(url, monkeypatch):
    store = await SqliteStore.open(url)
    await store.commit(grant(10, ANN))
    await store.close()
    store = await SqliteStore.open(url)
    has_read, may_return = asyncio.Event(), asyncio.Event()
    run = store._reader.run

    async def run_slowly(work: Callable[[sa.Connection], object]) -> object:
        found = await run(work)
        has_read.set()
        await may_return.wait()
        return found

    monkeypatch.setattr(store._reader, "run", run_slowly)
    reading = asyncio.create_task(store.balances([ANN]))
    await has_read.wait()
    await store.commit(commit(give(4, ANN, BOB)))
    may_return.set()
    assert await reading == {ANN: 6}
    assert await store.balances([ANN]) == {ANN: 6}
    assert await store.commit(commit(give(7, ANN, BOB))) == Short(ANN, 6)
    await store.close()


async def test_a_file_is_for_one_house(url):
    store = await SqliteStore.open(url)
    with pytest.raises(DatabaseInUse, match="Another house deals from"):
        await SqliteStore.open(url)
    await store.close()
    await (await SqliteStore.open(url)).close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+asyncpg://host/croupier",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "croupier.db",
        "",
    ],
)
async def test_an_address_that_is_no_file_is_refused(url):
    with pytest.raises(NotOurDatabase):
        await SqliteStore.open(url)


async def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(NotOurDatabase, match="nowhere"):
        await SqliteStore.open(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'croupier.db'}")


async def test_a_file_of_something_else_is_left_as_it_is(url, tmp_path):
    file = tmp_path / "croupier.db"
    file.write_text("Dear diary, today I lost all my chips." * 40)
    with pytest.raises(NotOurDatabase, match="cannot be opened as a database"):
        await SqliteStore.open(url)
    assert file.read_text().startswith("Dear diary")


async def test_the_file_is_readable_by_its_owner_alone(sqlite, tmp_path):
    await sqlite.commit(grant(1, ANN))
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.glob("croupier.db*")}
    assert modes["croupier.db"] == modes["croupier.db-wal"] == 0


async def test_a_commit_is_synced_before_it_returns(sqlite):
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    settings = {name: await on_writer(sqlite, f"PRAGMA {name}") for name in names}
    full = 2
    assert settings == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 5_000,
    }


async def test_commits_that_wait_share_one_transaction(sqlite):
    statements: list[str] = []
    await sqlite._writer._connection.set_trace_callback(statements.append)
    gifts = [commit(give(1, MINT, purse(f"{n}")), request=f"r{n}") for n in range(200)]
    assert await asyncio.gather(*map(sqlite.commit, gifts)) == [Done()] * 200
    assert statements.count("BEGIN IMMEDIATE") in {1, 2}


async def test_a_full_disk_changes_nothing_and_is_survived(sqlite):
    await sqlite.commit(grant(100, ANN))
    await on_writer(sqlite, "PRAGMA max_page_count=1")
    large = [
        commit(give(1, ANN, BOB), request=f"r{n}", table=a_table(n, "x" * 10_000))
        for n in range(1, 9)
    ]
    outcomes = await asyncio.gather(*map(sqlite.commit, large), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [OutOfOrder] * 8
    assert "full" in str(outcomes[0])
    assert await sqlite.balances([ANN, BOB]) == {ANN: 100, BOB: 0}
    assert await sqlite.tables() == []
    await on_writer(sqlite, "PRAGMA max_page_count=1000000")
    assert await asyncio.gather(*map(sqlite.commit, large)) == [Done()] * 8
    assert await sqlite.balances([ANN, BOB]) == {ANN: 92, BOB: 8}


async def test_a_database_that_somebody_else_holds_is_said_and_survived(sqlite, url):
    await on_writer(sqlite, "PRAGMA busy_timeout=0")
    with closing(sqlite3.connect(url.split("///")[1], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await sqlite.remember_name(PlayerId("test:ann"), "Ann")
        with pytest.raises(WriteFailed, match="locked"):
            await sqlite.commit(grant(1, ANN))
    assert await sqlite.commit(grant(1, ANN)) == Done()
    assert await sqlite.balances([ANN]) == {ANN: 1}
    assert rows(url, "SELECT * FROM player_name") == [("test:ann", "Ann")]


async def test_a_commit_that_was_durable_though_it_failed_is_found_out(sqlite, monkeypatch):
    await sqlite.commit(grant(10, ANN))
    dialect = await sqlite._writer._connection.run(lambda core: core.dialect)
    really_commit = dialect.do_commit

    def commit_and_fail(connection: sqlite3.Connection) -> None:
        really_commit(connection)
        raise sqlite3.OperationalError("disk I/O error")

    gift = commit(give(4, ANN, BOB), request="tg:1")
    with monkeypatch.context() as trouble:
        trouble.setattr(dialect, "do_commit", commit_and_fail)
        with pytest.raises(WriteFailed, match="disk I/O error"):
            await sqlite.commit(gift)
    assert await sqlite.balances([ANN, BOB]) == {ANN: 6, BOB: 4}
    assert await sqlite.commit(gift) == Known(gift.answer)
    assert await sqlite.commit(commit(give(7, ANN, BOB))) == Short(ANN, 6)
    assert await sqlite.commit(commit(give(6, ANN, CAT))) == Done()
    assert await sqlite.balances([ANN, BOB, CAT]) == {ANN: 0, BOB: 4, CAT: 6}


async def test_closing_finishes_what_waits_and_takes_no_more(url):
    store = await SqliteStore.open(url)
    waiting = [asyncio.create_task(store.commit(grant(1, purse(f"{n}")))) for n in range(300)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [Done()] * 300
    with pytest.raises(WriteFailed, match="closed"):
        await store.commit(grant(1, ANN))
    await store.close()
    assert audit(url).transfers == 300


async def test_a_closed_database_is_one_file_that_may_be_copied(url, tmp_path):
    store = await SqliteStore.open(url)
    await store.commit(grant(1_000, ANN))
    await store.close()
    assert sorted(file.suffix for file in tmp_path.iterdir() if file.stat().st_size) == [".db"]


async def test_a_name_is_kept_by_closing_too(url):
    store = await SqliteStore.open(url)
    await store.remember_name(PlayerId("test:ann"), "Ann")
    await store.close()
    assert rows(url, "SELECT * FROM player_name") == [("test:ann", "Ann")]


async def test_a_name_outlives_a_transaction_that_failed(sqlite):
    await sqlite.commit(commit(table=a_table(), dealt=a_round()))
    await sqlite.remember_name(PlayerId("test:ann"), "Ann")
    with pytest.raises(Conflict):
        await sqlite.commit(commit(dealt=a_round()))
    assert await sqlite.names([PlayerId("test:ann")]) == {"test:ann": "Ann"}


async def test_what_leaves_memory_is_read_again(sqlite, monkeypatch):
    monkeypatch.setattr("storage.books._ACCOUNTS_HELD_MAX", 3)
    monkeypatch.setattr("storage.store._NAMES_REMEMBERED_MAX", 3)
    people = [f"{number}" for number in range(10)]
    for chips, name in enumerate(people):
        await sqlite.remember_name(PlayerId(name), f"Mr {name}")
        await sqlite.commit(commit(give(chips, MINT, purse(name))))
        assert len(sqlite._writer.held) <= 5
    purses = [purse(name) for name in people]
    assert list((await sqlite.balances(purses)).values()) == list(range(10))
    assert await sqlite.names(map(PlayerId, people)) == {name: f"Mr {name}" for name in people}


async def test_matches_that_are_over_leave_nothing_in_memory(sqlite):
    await sqlite.commit(grant(1_000, ANN))
    before = set(sqlite._writer.held)
    for number in range(10):
        pot = escrow(ANN.community, f"1.{number}")
        await sqlite.commit(commit(give(100, ANN, pot)))
        assert await sqlite.balances([ANN, pot]) == {ANN: 900, pot: 100}
        await sqlite.commit(commit(give(100, pot, ANN)))
        assert await sqlite.balances([ANN, pot]) == {ANN: 1_000, pot: 0}
    assert set(sqlite._writer.held) == before


async def test_nobody_waits_for_a_connection_that_is_gone(sqlite):
    await sqlite._writer._connection.close()
    with pytest.raises(WriteFailed, match="closed"):
        await sqlite.commit(grant(1, ANN))


async def test_old_answers_do_not_pile_up(sqlite, url):
    day = 24 * 3600.0
    for at in (NOON, NOON + 4 * day, NOON + 8 * day):
        for half in ("a", "b"):
            requests = [commit(request=f"{at}:{half}:{n}", at=at) for n in range(600)]
            await asyncio.gather(*map(sqlite.commit, requests))
    ((kept,),) = rows(url, "SELECT count(*) FROM request_answer")
    assert kept == 1_200


@pytest.mark.report("X14")
async def test_no_card_reaches_a_log_however_much_is_logged(sqlite, caplog):
    dealt = RoundRow(1, 1, DECK)
    with caplog.at_level(logging.DEBUG):
        await sqlite.commit(commit(request="r1", table=a_table(1, DECK), dealt=dealt))
        with pytest.raises(Conflict) as failure:
            await sqlite.commit(commit(request="r2", dealt=dealt))
        await sqlite.round(1, 1)
    assert caplog.records, "nothing was logged, so nothing was tested"
    assert DECK not in caplog.text
    assert DECK not in f"{failure.value} {failure.value.__cause__}"


def test_the_process_ends_though_nobody_closed_the_store(url):
    program = (
        "import asyncio, sys\n"
        "from storage.store import SqliteStore\n"
        "kept = []\n"
        "async def main(): kept.append(await SqliteStore.open(sys.argv[1])); raise SystemExit(7)\n"
        "asyncio.run(main())\n"
    )
    ended = subprocess.run(  # noqa: S603 -- our own interpreter on the program above
        [sys.executable, "-c", program, url], cwd=PROJECT, timeout=20, check=False
    )
    assert ended.returncode == 7
