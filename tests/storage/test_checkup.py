"""The doctor's look at a database: fit to be dealt from, or what to do about it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.findings import Finding, Grade
from storage.checkup import check_database, is_dealt_from
from storage.house_lock import HouseLock
from storage.migrate import migrate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a database in which nobody has played."""
    file = tmp_path / "x.db"
    migrate(url_of(file))
    return file


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def looked_at(file: Path) -> dict[str, Finding]:
    return {finding.name: finding for finding in check_database(url_of(file))}


def test_a_sound_database_is_well_and_stays_as_it_was(file: Path):
    before = file.read_bytes()
    found = looked_at(file)
    assert {finding.grade for finding in found.values()} == {Grade.OK}
    assert list(found) == ["database", "writing", "disk", "schema", "books"]
    assert file.read_bytes() == before


def test_one_that_is_not_there_is_not_made(tmp_path: Path):
    file = tmp_path / "x.db"
    assert looked_at(file)["database"].words == f"{file} is not there yet; the first start makes it"
    assert not list(tmp_path.iterdir())


def test_a_house_that_deals_from_it_is_seen_and_not_disturbed(file: Path):
    assert not is_dealt_from(url_of(file))
    with HouseLock(file):
        assert is_dealt_from(url_of(file))
        found = looked_at(file)
        assert found["database"].words.endswith("a house deals from it now")
        assert {finding.grade for finding in found.values()} == {Grade.OK}
    assert not is_dealt_from(url_of(file))


def garble(file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)


def belong_to_another(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE notes (text)")


def come_from_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()


def lose_chips(file: Path) -> None:
    with closing(sqlite3.connect(file)) as books:
        books.execute("INSERT INTO account VALUES (1, 'wallet', 'telegram:-1', 'telegram:2', 5)")
        books.commit()


@pytest.mark.parametrize(
    ("spoil", "name", "words"),
    [
        (garble, "database", "cannot be opened as a database"),
        (belong_to_another, "database", "holds the tables of something else"),
        (come_from_the_future, "database", "written by a newer Croupier"),
        (lose_chips, "books", "put a backup in its place"),
    ],
)
def test_one_that_is_spoiled_is_a_failure(
    file: Path, spoil: Callable[[Path], None], name: str, words: str
):
    spoil(file)
    found = looked_at(file)
    assert found[name].grade is Grade.FAILED
    assert words in found[name].words


def test_one_without_a_schema_gets_it_at_the_next_start(tmp_path: Path):
    file = tmp_path / "x.db"
    file.touch(mode=0o600)
    found = looked_at(file)
    assert (found["schema"].grade, found["books"].grade) == (Grade.WARNING, Grade.SKIPPED)


def test_one_that_others_may_read_is_a_warning(file: Path):
    file.chmod(0o644)
    assert looked_at(file)["privacy"].grade is Grade.WARNING


def test_one_that_another_program_writes_is_a_failure(file: Path, monkeypatch):
    monkeypatch.setattr("storage.checkup.BUSY_SECONDS", 0)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = looked_at(file)
    assert found["writing"].grade is Grade.FAILED
    assert "end what else writes it" in found["writing"].words


def test_a_full_disk_is_a_warning(file: Path, monkeypatch):
    monkeypatch.setattr("storage.checkup.WAL_BYTES_MAX", 2**62)
    assert looked_at(file)["disk"].grade is Grade.WARNING


@pytest.mark.parametrize("address", ["postgresql://x/y", "sqlite+aiosqlite:///nowhere/at/all.db"])
def test_an_address_where_nothing_can_be_is_a_failure(address: str):
    (finding,) = check_database(address)
    assert finding.grade is Grade.FAILED
