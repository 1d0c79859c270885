"""How long Discord may take to answer one request.

The library waits for five minutes, and nothing else goes to a channel meanwhile. It has no setting
for that, and a limit around a whole call would count the pauses too that Discord asks for.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import aiohttp

ANSWER_SECONDS = 10.0
"""So long an answer is waited for; by then who pressed a button has been told that it failed."""

PAUSE_SECONDS_MAX = 30.0
"""Where a limit asks for a longer wait, a newer view may be sent instead."""

_limit: ContextVar[asyncio.Timeout | None] = ContextVar("limit", default=None)


@asynccontextmanager
async def patience() -> AsyncIterator[None]:
    """Raise ``TimeoutError`` where a request that is made inside is not answered in time."""
    async with asyncio.timeout(None) as limit:
        before = _limit.set(limit)
        try:
            yield
        finally:
            _limit.reset(before)


def keep_time(trace: aiohttp.TraceConfig) -> None:
    """Let every request that a session with this trace makes count for ``patience``."""

    async def began(*_: object) -> None:
        _end_in(ANSWER_SECONDS)

    async def ended(*_: object) -> None:
        # What is left is the rest of an answer, or a pause before the library tries again.
        _end_in(PAUSE_SECONDS_MAX + ANSWER_SECONDS)

    trace.on_request_start.append(began)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(ended)


def _end_in(seconds: float) -> None:
    limit = _limit.get()
    if limit is not None and not limit.expired():
        limit.reschedule(asyncio.get_running_loop().time() + seconds)
