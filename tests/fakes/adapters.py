"""Adapters of platforms that are not there, for whatever looks after adapters."""

import asyncio
from dataclasses import dataclass, field

from bot.supervise import AdapterState, Fatal, Health


@dataclass
class Up:
    """An adapter that is as it is told."""

    health: Health = field(default_factory=lambda: Health("Telegram", AdapterState.RUNNING, 1))
    restart_seconds_min: float = 0

    async def run(self, stopping: asyncio.Event) -> None:
        """See ``Adapter``."""
        await stopping.wait()


@dataclass
class Broken:
    """An adapter that cannot work as it is set up."""

    health: Health = field(default_factory=lambda: Health("Elsewhere"))
    restart_seconds_min: float = 0

    async def run(self, _stopping: asyncio.Event) -> None:
        """See ``Adapter``."""
        raise Fatal("its token is wrong")
