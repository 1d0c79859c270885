"""A process that takes commits as fast as it can and says which are durable, until it is killed.

Run as ``python -m tests.fakes.crash_victim URL FIRST``: request ``n`` gives one chip from the mint
to wallet ``n % 10``, and line ``n`` on standard output says that its commit has returned.
"""

import asyncio
import itertools
import sys

from bot.ports import Commit, Done
from storage.store import SqliteStore
from tests.fakes.commits import MINT, commit, give, purse

CALLERS = 40


def gift(number: int) -> Commit:
    """Return the commit of one request."""
    return commit(give(1, MINT, purse(f"{number % 10}")), request=f"gift:{number}")


async def run(url: str, first: int) -> None:
    """Give until the process ends."""
    store = await SqliteStore.open(url)
    numbers = itertools.count(first)

    async def caller() -> None:
        for number in numbers:
            outcome = await store.commit(gift(number))
            assert outcome == Done()
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()

    await asyncio.gather(*(caller() for _ in range(CALLERS)))


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2])))
