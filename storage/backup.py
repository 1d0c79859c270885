"""A copy of the database that is whole, also while a house deals from it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.connections import database_path, open_file
from storage.errors import FileTaken, StorageError


def backup(url: str, file: Path) -> None:
    """Copy the database at ``url`` to ``file`` as it is at this moment, and check the copy.

    Works beside a running house and holds nobody up. The copy has everything that was committed
    before, and nothing by halves. Raises ``FileTaken`` when ``file`` exists, ``NotOurDatabase``
    when there is nothing to copy, ``StorageError`` when the copy cannot be written or is not whole.
    """
    copy_database(database_path(url), file)


def copy_database(path: Path, file: Path) -> None:
    """Copy one database file to another; see ``backup``."""
    with closing(open_file(path, read_only=True)) as source:
        try:
            file.touch(mode=0o600, exist_ok=False)
        except FileExistsError as error:
            raise FileTaken(f"{file} exists: a backup never replaces a file.") from error
        except OSError as error:
            raise StorageError(f"{file} cannot be written: {error.strerror}.") from error
        # Under its own name only once it is whole and on the disk.
        part = file.with_name(file.name + ".part")
        try:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
            source.execute("VACUUM INTO ?", [str(part)])
            _check(part)
            part.replace(file)
            _sync(file.parent)
        except (OSError, sqlite3.Error) as error:
            part.unlink(missing_ok=True)
            file.unlink(missing_ok=True)
            raise StorageError(f"{file} could not be written: {error}") from error


def _check(file: Path) -> None:
    """Raise ``sqlite3.DatabaseError`` unless a fresh copy is whole; see it to the disk."""
    with closing(sqlite3.connect(file)) as copy:
        ((verdict,),) = copy.execute("PRAGMA integrity_check(1)").fetchall()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    _sync(file)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
