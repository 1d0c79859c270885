"""Time on the platform: the clock as it runs, and pauses on whatever clock is in use."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.ports import Clock, Timer

NEW_YEAR = 1_767_225_600.0
"""When the clock of a stand-in begins that stands still, in seconds since 1970."""


@dataclass
class RunningClock:
    """The clock on the wall, or one that is wrong by so many seconds."""

    ahead_seconds: float = 0.0

    def now(self) -> float:
        """See ``Clock``."""
        return time.time() + self.ahead_seconds

    def call_at(self, when: float, action: Callable[[], None]) -> Timer:
        """See ``Clock``."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), action)


async def pause(clock: Clock, seconds: float) -> None:
    """Wait until the clock has moved on."""
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def end() -> None:
        if not over.done():
            over.set_result(None)

    timer = clock.call_at(clock.now() + seconds, end)
    try:
        await over
    finally:
        timer.cancel()
