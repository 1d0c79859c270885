"""A house that stops before each thing it writes for somebody who is to be forgotten.

Run as ``python -m tests.fakes.forgetting_victim URL``: it plays a round in which Annemarie asks to
be forgotten, and goes on by one step for each line of input, saying on output where it stands.
"""

import asyncio
import sys

from bot.basics import PlayerId
from bot.ports import Commit, Erasure, Outcome
from storage.store import SqliteStore
from tests.fakes.house import Room

BEGINS = ["annemarie: /join 50", "bob: /join 60", "bob: /daily", "bob: /deal"]
GOES_ON = ["annemarie: /forgetme yes", "bob: /stand"]
DECK = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"
STEPS = ("the wish", "getting up", "the last act", "the forgetting", "the end")
"""What it has not written when it stops."""


class HaltingStore(SqliteStore):
    """Waits for a line of input before it writes, once ``halts`` is set."""

    halts = False

    async def halt(self) -> None:
        """Say that a step is reached, and wait for the word to take it."""
        if self.halts:
            sys.stdout.write("\n")
            sys.stdout.flush()
            await asyncio.to_thread(sys.stdin.readline)

    async def note_leaver(self, player: PlayerId) -> None:
        """See ``Store``."""
        await self.halt()
        await super().note_leaver(player)

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        await self.halt()
        return await super().commit(commit)

    async def forget(self, erasure: Erasure) -> None:
        """See ``Store``."""
        await self.halt()
        await super().forget(erasure)


async def run(url: str) -> None:
    """Play, one step for each line of input."""
    store = await HaltingStore.open(url)
    room = Room(store=store, deck=DECK)
    await room.hears(*BEGINS)
    store.halts = True
    await room.hears(*GOES_ON)
    await room.house.drain()
    await store.halt()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
