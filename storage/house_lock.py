"""One house a database: a second one would deal from balances that the first has in memory."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from storage.errors import DatabaseInUse, NotOurDatabase


class HouseLock:
    """Held by whoever writes chips, on a file beside the database; it dies with the process.

    SQLite's own file lock is used: it works wherever SQLite does, also within one process.
    Audit and backup need no lock. Raises ``DatabaseInUse``, or
    ``NotOurDatabase`` where no file can be written.
    """

    def __init__(self, database: Path) -> None:
        file = database.with_name(database.name + ".lock")
        try:
            self._connection = sqlite3.connect(
                file, timeout=0, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise NotOurDatabase(f"{file} cannot be written: {error}.") from error
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            raise DatabaseInUse(f"Another house deals from {database}: stop it first.") from error

    def release(self) -> None:
        """Let others have the database; harmless when it was done before."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def house_runs(database: Path) -> bool:
    """Whether a house deals from a database now; takes nothing away from one that starts.

    Looking asks for a shared lock on the same file, for an instant.
    """
    file = database.with_name(database.name + ".lock")
    if not file.exists():
        return False
    with closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
    ) as lock:
        try:
            lock.execute("SELECT count(*) FROM sqlite_master")
        except sqlite3.OperationalError:
            return True
    return False
