"""Stores in memory that take their time and fail on demand, and trouble for a real one."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from enum import Enum, auto
from itertools import repeat

import sqlalchemy as sa

from bot.basics import PlayerId
from bot.ledger import Account, AccountKind, Reason, Transfer, deltas
from bot.ports import ActionRow, Commit, Done, Outcome, Ref, RoundRow, StoreFailed, TableRow
from storage.memory import MemoryStore
from storage.store import SqliteStore


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[SqliteStore]:
    """Read what a bot has stored that runs no more."""
    store = await SqliteStore.open(database)
    try:
        yield store
    finally:
        await store.close()


class Broken(Exception):
    """The disk is full, the power is gone: what a store raises when nobody knows what it did."""


class Failure(Enum):
    """When a commit fails: before anything is kept, or after all of it is."""

    BEFORE = auto()
    AFTER = auto()


class TroubledStore(MemoryStore):
    """Lets others run before it answers, ``pauses`` times a call, and fails the next commits.

    A store in memory alone never makes its caller wait, so that two requests would never meet.
    """

    def __init__(self, pauses: Iterator[int] | None = None) -> None:
        super().__init__()
        self.pauses: Iterator[int] = repeat(1) if pauses is None else pauses
        self.failures: list[Failure] = []

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        await self._others_run()
        failure = self.failures.pop(0) if self.failures else None
        if failure is Failure.BEFORE:
            raise Broken
        outcome = await super().commit(commit)
        await self._others_run()
        if failure is Failure.AFTER:
            raise Broken
        return outcome

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``."""
        await self._others_run()
        return await super().balances(accounts)

    async def has_account(self, account: Account) -> bool:
        """See ``Store``."""
        await self._others_run()
        return await super().has_account(account)

    async def tables(self) -> Sequence[TableRow]:
        """See ``Store``."""
        await self._others_run()
        return await super().tables()

    async def _others_run(self) -> None:
        for _ in range(next(self.pauses)):
            await asyncio.sleep(0)


class SlowStore(MemoryStore):
    """Takes so many ``seconds`` for every commit and for every look at balances."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        await asyncio.sleep(self.seconds)
        return await super().commit(commit)

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``."""
        await asyncio.sleep(self.seconds)
        return await super().balances(accounts)


class BookedStore(MemoryStore):
    """Tells what each match moved, ``after`` what everyone in it had once it was settled."""

    def __init__(self) -> None:
        super().__init__()
        self.booked: list[Transfer] = []
        self.after: dict[str, Mapping[Account, int]] = {}

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        outcome = await super().commit(commit)
        if isinstance(outcome, Done):
            self.booked += commit.transfers
        for transfer in commit.transfers:
            if transfer.reason is Reason.SETTLEMENT:
                self.after[transfer.match] = await self.balances(self.moved(transfer.match))
        return outcome

    def moved(self, match: str) -> Mapping[Account, int]:
        """Return what every account but the escrow gained or gave by a match."""
        total = deltas(each for each in self.booked if each.match == match)
        return {
            account: chips
            for account, chips in total.items()
            if account.kind is not AccountKind.ESCROW
        }


class DownStore(MemoryStore):
    """A store that is down when told: for writers (``unwritable``), for readers (``unreadable``).

    ``asked`` counts the commits that were tried meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unwritable = False
        self.unreadable = False
        self.asked = 0

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        if self.unwritable:
            self.asked += 1
            raise StoreFailed
        return await super().commit(commit)

    async def probe(self) -> None:
        """See ``Store``."""
        if self.unwritable or self.unreadable:
            raise StoreFailed

    async def save_ref(self, ref: Ref) -> None:
        """See ``Store``."""
        if self.unwritable:
            raise StoreFailed
        await super().save_ref(ref)

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``."""
        self._read()
        return await super().balances(accounts)

    async def has_account(self, account: Account) -> bool:
        """See ``Store``."""
        self._read()
        return await super().has_account(account)

    async def tables(self) -> Sequence[TableRow]:
        """See ``Store``."""
        self._read()
        return await super().tables()

    async def round(self, table: int, number: int) -> tuple[RoundRow, Sequence[ActionRow]] | None:
        """See ``Store``."""
        self._read()
        return await super().round(table, number)

    async def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """See ``Store``."""
        self._read()
        return await super().names(players)

    def _read(self) -> None:
        if self.unreadable:
            raise StoreFailed


async def on_writer(store: SqliteStore, statement: str) -> object:
    """Run a statement on the writer's own connection and return the one value it gives."""

    def run(core: sa.Connection) -> object:
        driver = core.connection.driver_connection
        assert driver is not None
        return driver.execute(statement).fetchone()

    found = await store._writer._connection.run(run)
    return found[0] if isinstance(found, tuple) else found
