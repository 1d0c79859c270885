"""A store in memory that takes its time and fails on demand."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from itertools import repeat

from bot.ledger import Account
from bot.ports import Commit, Outcome
from storage.memory import MemoryStore


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

    async def _others_run(self) -> None:
        for _ in range(next(self.pauses)):
            await asyncio.sleep(0)
