"""Connections to one SQLite file: how they are opened, and one that has a thread of its own."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from storage.errors import NotOurDatabase

_T = TypeVar("_T")

_BUSY_MILLISECONDS = 5_000
WAL_BYTES_MAX = 64 * 2**20
"""A log that grew behind a slow reader is cut back to this at the next checkpoint."""


def database_path(url: str) -> Path:
    """Return the file that a database URL names, ``sqlite+aiosqlite:///croupier.db`` for one.

    Raises ``NotOurDatabase`` for anything but a SQLite file.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise NotOurDatabase("The database URL cannot be read.") from error
    if parsed.get_backend_name() != "sqlite":
        raise NotOurDatabase("Croupier keeps its chips in SQLite: sqlite+aiosqlite:///croupier.db")
    if not parsed.database or parsed.database == ":memory:":
        raise NotOurDatabase("The database URL names no file: sqlite+aiosqlite:///croupier.db")
    return Path(parsed.database)


def open_file(
    path: Path, *, read_only: bool = False, foreign_keys: bool = True
) -> sqlite3.Connection:
    """Open a database file for the calling thread, with everything set that SQLite forgets.

    ``synchronous=FULL``, for with NORMAL a power cut loses bets that were acknowledged. Only a
    writer creates the file, readable by its owner alone: the decks of running rounds are in it.
    Raises ``NotOurDatabase`` when there is no such file or it is something else.
    """
    try:
        if not read_only:
            path.touch(mode=0o600)
        mode = "ro" if read_only else "rw"
        # Transactions are ours: the driver would begin them late and lose updates.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
        _set_up(connection, read_only=read_only, foreign_keys=foreign_keys)
    except (OSError, sqlite3.Error) as error:
        raise NotOurDatabase(f"{path} cannot be opened as a database: {error}") from error
    return connection


def _set_up(connection: sqlite3.Connection, *, read_only: bool, foreign_keys: bool) -> None:
    connection.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
    connection.execute(f"PRAGMA foreign_keys={'on' if foreign_keys else 'off'}")
    if read_only:
        connection.execute("SELECT count(*) FROM sqlite_master")  # is it a database at all?
        return
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA journal_size_limit={WAL_BYTES_MAX}")


def engine_over(connect: Callable[[], sqlite3.Connection], begin: str = "BEGIN") -> sa.Engine:
    """Return a Core engine whose transactions start with ``begin``; it pools nothing.

    Errors never show parameters: they could be decks.
    """
    engine = sa.create_engine(
        "sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True
    )

    @sa.event.listens_for(engine, "begin")
    def start(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def reading(path: Path) -> sa.Engine:
    """Return an engine that reads a database, beside a house or alone."""
    return engine_over(partial(open_file, path, read_only=True))


class Threaded(aiosqlite.Connection):
    """A connection in its thread, which runs whole functions over SQLAlchemy Core.

    SQLAlchemy's own bridge to aiosqlite changes threads three times a statement; one change for a
    whole transaction doubles what a small batch carries (14,500 commits a second against 7,500,
    with 50 waiting) and makes a single one five times as fast.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        super().__init__(partial(open_file, path, read_only=read_only), iter_chunk_size=64)
        # Who dies without closing must not be kept alive by this thread.
        self._thread.daemon = True
        self._begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"
        self._core: sa.Connection | None = None

    async def run(self, work: Callable[[sa.Connection], _T]) -> _T:
        """Run ``work`` in the connection's thread and return what it returns.

        It opens its own transaction. Calls run one after another, in the order they came.
        """

        # A closure, for aiosqlite logs what it runs, and arguments could be decks.
        def in_thread() -> _T:
            if self._core is None:
                self._core = engine_over(lambda: self._conn, self._begin).connect()
            return work(self._core)

        done: _T = await self._execute(in_thread)  # type: ignore[no-untyped-call]  # aiosqlite's
        return done

    async def __aenter__(self) -> Self:
        await self
        return self

    async def close(self) -> None:
        """Let go of the file once everything that was asked is done."""
        if self._core is not None:
            await self.run(sa.Connection.close)
            self._core = None
        await super().close()
