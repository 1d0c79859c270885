"""A match of cribbage, killed before each statement of how a deal or the match ends.

``python -m tests.fakes.crash_matches BLANK FOLDER ENDING``, otherwise as ``crash_steps``.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from bot.ports import Store
from bot.requests import Reply
from storage.memory import MemoryStore
from storage.store import SqliteStore
from tests.fakes.crash_steps import came_through, die_at, die_at_each_step
from tests.fakes.house import Room

ENDINGS = {
    "deal": ("ann: /deal", "bob: /deal", "ann: /crib #1 #2"),
    "match": (),
    "left": ("bob: /leave", "bob: /leave"),
    "called off": ("ann: /stop void", "bob: /stop void"),
}
"""By how it ends, what is said after the last card of the first deal, or of the match."""


@dataclass(frozen=True)
class Script:
    """What is said in safety and what until the process dies; what was answered to all of it."""

    in_safety: tuple[str, ...]
    to_death: tuple[str, ...]
    answers: tuple[Reply, ...]
    chips: dict[str, int]


async def seated(store: Store) -> Room:
    """Return a house at which Ann and Bob have begun a match once round the board."""
    room = Room(rules="cribbage", store=store, settings=HouseSettings(leave_sure_seconds=0))
    await room.player("root", admin=True).says("/new cribbage target=61")
    return room


async def script(ending: str) -> Script:
    """Play a match in memory and write down what is said; the decks are the same every time."""
    room = await seated(MemoryStore())
    lines = ["ann: /join 50", "bob: /join", "ann: /deal"]
    answers = await room.hears(*lines)
    while True:
        async for line, answer in _deal(room):
            lines.append(line)
            answers.append(answer)
        if ending != "match" or await room.staked() == (0, 0):
            break
        lines += ["ann: /deal", "bob: /deal"]
        answers += await room.hears(*lines[-2:])
    # Where somebody may leave or call it off, the deal is counted already.
    last_card = len(lines) - (ending in {"deal", "match"})
    lines += ENDINGS[ending]
    answers += await room.hears(*ENDINGS[ending])
    chips = {name: held for name, held in (await room.chips()).items() if name != "root"}
    return Script(tuple(lines[:last_card]), tuple(lines[last_card:]), tuple(answers), chips)


async def _deal(room: Room) -> AsyncIterator[tuple[str, Reply]]:
    """Play a deal to its end, and yield what was said and answered."""
    while room.shown().phase is TablePhase.PLAY:
        view = room.shown().view
        assert view is not None
        player = room.playing()[view.waiting[0]]
        hand = await player.looks()
        assert hand is not None
        words = hand.game.format(hand.choices[0].action).replace("discard", "crib")
        line = f"{player.name}: /{words}"
        [answer] = await room.hears(line)
        yield line, answer


async def run(told: Script, url: str, step: int) -> None:
    """Play a match, and die at a step of its end."""
    store = await SqliteStore.open(url)
    room = await seated(store)
    await room.hears(*told.in_safety)
    await die_at(store, step)
    await room.hears(*told.to_death)
    came_through(step)


if __name__ == "__main__":
    die_at_each_step(
        partial(run, asyncio.run(script(sys.argv[3]))), Path(sys.argv[1]), Path(sys.argv[2])
    )
