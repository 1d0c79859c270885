"""The audit: silent about good books, and loud about each thing that can be wrong with them."""

import asyncio
import itertools
import sqlite3
from contextlib import closing

import pytest

from bot.basics import CommunityId
from bot.ledger import Account, escrow, mint
from storage.audit import AuditReport, Fault, audit
from storage.connections import database_path
from storage.errors import NotOurDatabase
from storage.store import SqliteStore
from tests.fakes.commits import (
    ANN,
    BOB,
    HOUSE,
    POT,
    a_round,
    a_table,
    an_action,
    commit,
    give,
    grant,
)


@pytest.fixture
async def played(url):
    """A database in which Ann has staked 40 of 100 chips at a live table and Bob has lost 5."""
    store = await SqliteStore.open(url)
    await store.commit(grant(100, ANN, BOB))
    await store.commit(
        commit(
            give(40, ANN, POT),
            give(5, BOB, HOUSE),
            table=a_table(),
            dealt=a_round(),
            actions=(an_action(0),),
        )
    )
    await store.close()
    return url


def damage(url: str, *statements: str) -> None:
    """Change the file as no store would, with every guard switched off."""
    with closing(sqlite3.connect(database_path(url), isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=on")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, f"damages nothing: {statement}"


def test_good_books_are_clean(played):
    report = audit(played)
    assert report == AuditReport(
        accounts=5, transfers=4, wallet_chips=155, escrow_chips=40, problems=()
    )
    assert report.clean


async def test_an_empty_database_is_clean(url):
    await (await SqliteStore.open(url)).close()
    assert audit(url) == AuditReport(0, 0, 0, 0, ())


DAMAGE = [
    pytest.param(
        ["UPDATE account SET balance = balance + 7 WHERE owner = 'test:ann'"],
        {Fault.BALANCE_WRONG, Fault.TOTAL_NOT_ZERO},
        ["wallet test:club test:ann shows 67 chips, its postings make 60", "+7 chips"],
        id="chips added to a balance",
    ),
    pytest.param(
        [
            "UPDATE account SET balance = balance + 7 WHERE owner = 'test:ann'",
            "UPDATE account SET balance = balance - 7 WHERE owner = 'test:bob'",
        ],
        {Fault.BALANCE_WRONG},
        ["test:ann shows 67", "test:bob shows 88"],
        id="chips moved without a transfer",
    ),
    pytest.param(
        [
            "UPDATE posting SET chips = chips + 9 WHERE transfer_id = 1 AND line = 1",
            "UPDATE account SET balance = balance + 9 WHERE owner = 'test:ann'",
        ],
        {Fault.TRANSFER_UNBALANCED, Fault.TOTAL_NOT_ZERO},
        ["transfer 1 makes +9 chips"],
        id="a transfer that makes chips",
    ),
    pytest.param(
        ["DELETE FROM posting WHERE transfer_id = 4"],
        {Fault.BALANCE_WRONG},
        ["house test:club shows 5 chips, its postings make 0"],
        id="a transfer without its postings",
    ),
    pytest.param(
        ["DELETE FROM transfer WHERE id = 4"],
        {Fault.ROW_WITHOUT_OWNER},
        ["a row of posting belongs to no row of transfer"],
        id="postings without their transfer",
    ),
    pytest.param(
        ["DELETE FROM round"],
        {Fault.ROW_WITHOUT_OWNER},
        ["a row of round_action belongs to no row of round"],
        id="actions without their round",
    ),
    pytest.param(
        [
            "UPDATE posting SET chips = 200 WHERE transfer_id = 4 AND chips > 0",
            "UPDATE posting SET chips = -200 WHERE transfer_id = 4 AND chips < 0",
            "UPDATE account SET balance = -100 WHERE owner = 'test:bob'",
            "UPDATE account SET balance = 200 WHERE kind = 'house'",
        ],
        {Fault.BELOW_ZERO},
        ["wallet test:club test:bob holds -100 chips"],
        id="a wallet that owes",
    ),
    pytest.param(
        ["UPDATE chat_table SET live = 0"],
        {Fault.ESCROW_WITHOUT_MATCH},
        ["escrow test:club 1.1 holds 40 chips of no live match"],
        id="chips staked at a table that is closed",
    ),
    pytest.param(
        ["UPDATE chat_table SET matches = '[\"1.2\"]'"],
        {Fault.ESCROW_WITHOUT_MATCH},
        ["escrow test:club 1.1 holds 40 chips of no live match"],
        id="chips staked on a match that is over",
    ),
]


@pytest.mark.parametrize(("statements", "faults", "said"), DAMAGE)
def test_damage_is_found_and_named(played, statements, faults, said):
    damage(played, *statements)
    report = audit(played)
    assert not report.clean
    assert {problem.fault for problem in report.problems} == faults
    told = "\n".join(map(str, report.problems))
    assert [words for words in said if words not in told] == []


def test_a_damaged_file_is_found_before_anything_in_it_is_believed(played):
    path = database_path(played)
    with closing(sqlite3.connect(path)) as connection:
        roots = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE tbl_name != 'alembic_version'"
        ).fetchall()
    content = bytearray(path.read_bytes())
    for (page,) in roots:  # without a schema it would be no database at all
        content[4096 * (page - 1) : 4096 * (page - 1) + 64] = b"\xff" * 64
    path.write_bytes(content)
    assert {problem.fault for problem in audit(played).problems} == {Fault.FILE_DAMAGED}


def test_a_file_that_counts_its_pages_wrongly_is_found(played):
    path = database_path(played)
    content = bytearray(path.read_bytes())
    content[36:40] = (3).to_bytes(4)  # pages that are free, says SQLite's file format
    path.write_bytes(content)
    (problem,) = audit(played).problems
    assert problem.fault is Fault.FILE_DAMAGED
    assert "reelist" in problem.what


async def test_a_live_match_of_another_community_covers_no_escrow(played):
    pub = CommunityId("test:pub")
    store = await SqliteStore.open(played)
    await store.commit(commit(give(3, mint(pub), escrow(pub, "1.1"))))
    await store.close()
    (problem,) = audit(played).problems
    assert problem.what == "escrow test:pub 1.1 holds 3 chips of no live match"


async def test_the_books_are_clean_at_every_moment_of_play(sqlite, url):
    await sqlite.commit(grant(1_000, ANN, BOB))
    playing = True

    async def play(source: Account, target: Account) -> int:
        for number in itertools.count():
            if not playing:
                return number
            await sqlite.commit(commit(give(1, source, target), request=f"{source.owner}{number}"))
        raise AssertionError("time ends")

    players = [asyncio.create_task(play(*pair)) for pair in ((ANN, BOB), (BOB, ANN))]
    reports = [await asyncio.to_thread(audit, url) for _ in range(10)]
    playing = False
    assert sum([await player for player in players]) > 0
    assert [report.problems for report in reports] == [()] * 10
    assert reports[0].transfers < reports[-1].transfers
    assert {report.wallet_chips for report in reports} == {2_000}


def test_a_database_that_is_not_there_is_said_and_not_made(url, tmp_path):
    with pytest.raises(NotOurDatabase, match="no database at"):
        audit(url)
    assert list(tmp_path.iterdir()) == []
