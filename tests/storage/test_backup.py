"""A backup is whole, also in the middle of play, and never costs another file."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from storage.audit import audit
from storage.backup import backup
from storage.errors import FileTaken, NotOurDatabase, StorageError
from storage.store import SqliteStore
from tests.fakes.commits import ANN, MINT, commit, give, grant, purse


async def test_a_backup_has_everything_that_was_committed_before(sqlite, url, tmp_path):
    await sqlite.commit(grant(1_000, ANN))
    backup(url, tmp_path / "copy.db")
    await sqlite.commit(grant(1_000, ANN))
    copy = await SqliteStore.open(f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}")
    assert await copy.balances([ANN, MINT]) == {ANN: 1_000, MINT: -1_000}
    await copy.close()


@pytest.mark.row(104)
async def test_backups_during_play_are_each_consistent(sqlite, url, tmp_path):
    playing = True

    async def play(caller: int) -> None:
        number = 0
        while playing:
            number += 1
            gift = give(1, MINT, purse(f"{caller}"))
            await sqlite.commit(commit(gift, request=f"{caller}:{number}"))

    callers = [asyncio.create_task(play(caller)) for caller in range(20)]
    transfers = []
    for number in range(5):
        file = tmp_path / f"{number}.db"
        # However slow the players are, something has happened since the last backup.
        await sqlite.commit(commit(give(1, MINT, ANN), request=f"between:{number}"))
        await asyncio.to_thread(backup, url, file)
        report = await asyncio.to_thread(audit, f"sqlite:///{file}")
        assert report.problems == ()
        assert report.wallet_chips == report.transfers
        transfers.append(report.transfers)
    playing = False
    await asyncio.gather(*callers)
    assert transfers == sorted(set(transfers))


async def test_a_backup_never_replaces_a_file(sqlite, url, tmp_path):
    await sqlite.commit(grant(1, ANN))
    file = tmp_path / "copy.db"
    file.write_text("dear to me")
    with pytest.raises(FileTaken, match="never replaces"):
        backup(url, file)
    assert file.read_text() == "dear to me"


async def test_a_backup_is_readable_by_its_owner_alone(sqlite, url, tmp_path):
    await sqlite.commit(grant(1, ANN))
    backup(url, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0


@pytest.mark.usefixtures("sqlite")
def test_a_backup_into_no_folder_is_said(url, tmp_path):
    with pytest.raises(StorageError, match="cannot be written"):
        backup(url, tmp_path / "nowhere" / "copy.db")


def test_a_backup_of_nothing_leaves_nothing(url, tmp_path):
    with pytest.raises(NotOurDatabase):
        backup(url, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_backup_that_is_not_whole_is_not_kept(url, tmp_path):
    store = await SqliteStore.open(url)
    await store.commit(grant(1, ANN))
    await store.close()
    with closing(sqlite3.connect(tmp_path / "croupier.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=on")
        connection.execute("UPDATE account SET balance = -1 WHERE kind = 'wallet'")
    with pytest.raises(StorageError, match="CHECK constraint failed"):
        backup(url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert list(tmp_path.glob("*.part")) == []
