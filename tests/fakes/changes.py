"""Waiting until something is true of what can be seen in a stand-in."""

import asyncio
from collections.abc import Callable

PATIENCE_SECONDS = 10.0
"""How long ``until`` waits, in seconds of the event loop."""

GLANCE_SECONDS = 0.5
"""How often it looks although nothing changed here: the bot's own state, say, may have."""

TICK_SECONDS = 1e-6
"""Less than this is no wait: sums of moments are not exact."""


class Changes:
    """Something that changes, and those who wait for it."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def overview(self) -> str:
        """Return everything that can be seen now, for who waited in vain."""
        return ""

    def touch(self) -> None:
        """Say that something changed."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()

    async def until(
        self, condition: Callable[[], object], seconds: float = PATIENCE_SECONDS
    ) -> None:
        """Wait until something is true of what can be seen here.

        Raises ``AssertionError`` after so many seconds of the event loop, with all that is seen.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not condition():
            left = end - loop.time()
            if left < TICK_SECONDS:
                raise AssertionError(f"waited {seconds} seconds in vain\n{self.overview()}")
            change: asyncio.Future[None] = loop.create_future()
            self._waiting.append(change)
            await asyncio.wait([change], timeout=min(GLANCE_SECONDS, left))
