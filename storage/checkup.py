"""Whether a database is fit to be dealt from; looks, and changes nothing."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from bot.findings import Finding, failed, ok, skipped, warning
from storage.audit import audit
from storage.connections import WAL_BYTES_MAX, database_path
from storage.errors import DatabaseNewer, NotOurDatabase
from storage.house_lock import house_runs
from storage.migrate import head, revision_of

NAME = "database"

BUSY_SECONDS = 5.0
"""How long a house may write before it counts as something that does not let go."""

_MEGABYTE = 2**20


def check_database(url: str) -> Iterator[Finding]:
    """Yield what is found about the database at ``url``; may run beside a house."""
    try:
        path = database_path(url)
    except NotOurDatabase as wrong:
        yield failed(NAME, str(wrong))
        return
    if not path.parent.is_dir():
        yield failed(NAME, f"there is no directory {path.parent}: make it, or set DATABASE_URL")
    elif not path.exists():
        yield _can_be_made(path)
    else:
        yield from _check_file(path, url)


def is_dealt_from(url: str) -> bool:
    """Whether a house deals from the database at ``url`` now."""
    try:
        return house_runs(database_path(url))
    except NotOurDatabase:
        return False


def _can_be_made(path: Path) -> Finding:
    if os.access(path.parent, os.W_OK | os.X_OK):
        return ok(NAME, f"{path} is not there yet; the first start makes it")
    return failed(NAME, f"{path} cannot be made: let this account write in {path.parent}")


def _check_file(path: Path, url: str) -> Iterator[Finding]:
    try:
        revision = revision_of(path)
    except (NotOurDatabase, DatabaseNewer) as wrong:
        yield failed(NAME, str(wrong))
        return
    except sa.exc.DatabaseError as damage:
        yield failed(NAME, f"{path} cannot be read ({damage.orig}): put a backup in its place")
        return
    running = house_runs(path)
    yield ok(NAME, f"{path}, a house deals from it now" if running else str(path))
    yield _writable(path)
    yield _room(path)
    yield from _private(path)
    if revision == head():
        yield ok("schema", f"{revision}, of this version")
        yield _books(url)
    else:
        yield warning("schema", f"{revision or 'none yet'}: the next start makes it {head()}")
        yield skipped("books", "they are read once the schema is of this version")


def _writable(path: Path) -> Finding:
    """Begin to write as a house does, and leave it at that."""
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return failed("writing", f"let this account write in {path.parent}: a log lies beside it")
    uri = f"{path.absolute().as_uri()}?mode=rw"
    try:
        with closing(
            sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        ) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as refused:
        return failed("writing", f"{path} cannot be written ({refused}): end what else writes it")
    return ok("writing", "the database takes writers")


def _room(path: Path) -> Finding:
    """Look for room for the log at its longest and the copy before a migration."""
    free, needed = shutil.disk_usage(path.parent).free, WAL_BYTES_MAX + path.stat().st_size
    words = f"{free // _MEGABYTE:,} MB free"
    if free < needed:
        return warning("disk", f"{words}; make room for {needed // _MEGABYTE + 1:,} MB")
    return ok("disk", words)


def _private(path: Path) -> Iterator[Finding]:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield warning("privacy", f"others may read {path}, with the decks in it: chmod 600 {path}")


def _books(url: str) -> Finding:
    report = audit(url)
    if report.clean:
        words = f"they add up: {report.accounts:,} accounts, {report.transfers:,} transfers"
        return ok("books", words)
    first, more = report.problems[0], len(report.problems) - 1
    rest = f", and {more} more" if more else ""
    return failed("books", f"{first}{rest}; see croupier audit, and put a backup in its place")
