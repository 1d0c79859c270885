"""The line to a platform: while nothing is heard from it, its tables wait."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.basics import ChatId
from bot.supervise import Health

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0


@dataclass
class Line:
    """One platform's line: ``everywhere`` is how the ids of all its chats begin.

    Nobody there can see a table while the line is down, so no time may run out for anybody:
    ``away`` and ``back`` are those of ``Ear``.
    """

    health: Health
    everywhere: ChatId
    away: Callable[[ChatId], None]
    back: Callable[[ChatId], None]
    is_down: bool = False

    def __post_init__(self) -> None:
        self.health.on_heard = self._look_now

    def _look_now(self) -> None:
        self.look(asyncio.get_running_loop().time())

    def look(self, now: float) -> None:
        """Let the tables wait, or go on, where that has changed; ``now`` is the loop's clock."""
        down = self.health.is_silent(now)
        if down is self.is_down:
            return
        self.is_down = down
        log.warning(
            "%s: tables %s", self.health.name, "wait, nothing is heard" if down else "go on"
        )
        (self.away if down else self.back)(self.everywhere)


async def watch_lines(lines: Sequence[Line]) -> None:
    """Look at every line again and again; runs until it is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        for line in lines:
            line.look(loop.time())
        await asyncio.sleep(LOOK_SECONDS)
