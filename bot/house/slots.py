"""One chat's place in the house: its table as it is now, and everything that waits for it."""

import asyncio
from dataclasses import dataclass, field

from bot.basics import PlayerId
from bot.house.decision import Live
from bot.house.nudging import Turn
from bot.house.table import Table
from bot.ports import Timer


@dataclass(slots=True)
class Slot:
    """One chat's table with its lock, its timers and those who wait for it.

    ``stale``: it has to be read again; ``held_up``: the store failed when its time was up;
    ``overtaken``: another table has moved to this chat before one was opened in it. ``nudged``
    are the turns that a reminder in the chat is about. ``frozen_at`` is since when the chat is out
    of reach: until it is back, nothing falls due at the table.
    """

    table: Table
    live: Live | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: Timer | None = None
    timed: int = -1
    nudge_timer: Timer | None = None
    nudged: tuple[Turn, ...] = ()
    waiting: dict[PlayerId, int] = field(default_factory=dict)
    stale: bool = False
    held_up: bool = False
    overtaken: bool = False
    frozen_at: float | None = None

    def stop(self) -> None:
        """Call off what would happen to the table by itself."""
        for timer in (self.timer, self.nudge_timer):
            if timer is not None:
                timer.cancel()
        self.timer = self.nudge_timer = None
