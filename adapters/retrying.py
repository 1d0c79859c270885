"""A few attempts at a call that met a fault of the server or a broken connection."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

ATTEMPTS = 3
"""How often a call is made that meets a fault of the server or a broken connection."""

_PAUSE_SECONDS = 0.3
_CHANCE = secrets.SystemRandom()

Result = TypeVar("Result")


async def bounded(
    work: Callable[[], Awaitable[Result]], worth_it: Callable[[Exception], bool]
) -> Result:
    """Make a call, again after a failure that is ``worth_it``; every other one passes."""
    for attempt in range(1, ATTEMPTS):
        try:
            return await work()
        except Exception as failure:
            if not worth_it(failure):
                raise
            await asyncio.sleep(_PAUSE_SECONDS * attempt * _CHANCE.uniform(0.5, 1.5))
    return await work()
