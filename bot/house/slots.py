"""One chat's place in the house: its table as it is now, and everything that waits for it."""

import asyncio
from dataclasses import dataclass, field

from bot.basics import PlayerId
from bot.house.decision import Live
from bot.house.table import Table
from bot.ports import Timer


@dataclass(slots=True)
class Slot:
    """One chat's table with its lock, its timer and those who wait for it.

    ``stale``: it has to be read again; ``held_up``: the store failed when its time was up;
    ``overtaken``: another table has moved to this chat before one was opened in it.
    """

    table: Table
    live: Live | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: Timer | None = None
    timed: int = -1
    waiting: dict[PlayerId, int] = field(default_factory=dict)
    stale: bool = False
    held_up: bool = False
    overtaken: bool = False
