"""The line between a bot and a platform: an HTTP server on loopback, as far away as it is told."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import web

from bot.ports import Clock
from tests.fakes.faults import Fault, Trouble
from tests.fakes.waiting import pause
from tests.fakes.wire import break_off


class Platform(Protocol):
    """What is at the far end: it has a clock, and others wait for its changes."""

    clock: Clock

    def touch(self) -> None:
        """Say that something changed."""


@dataclass(kw_only=True)
class Line:
    """Listens on loopback, and lets requests and answers travel, or not.

    ``latency_seconds`` is how long a request travels, and then its answer; ``waiting`` counts the
    requests that wait for the clock now.
    """

    latency_seconds: float = 0.0
    port: int = 0
    waiting: int = 0
    _runner: web.AppRunner | None = None
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _work: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def platform(self) -> Platform:
        """What is at the far end."""
        raise NotImplementedError

    async def listen(self, app: web.Application) -> None:
        """Listen on loopback: on any free port, after a stop on the one used before."""
        self._closing.clear()
        self._runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, shutdown_timeout=0.2
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close every connection and listen no more."""
        self._closing.set()
        for work in self._work:
            work.cancel()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def carry_out(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what was asked, even if whoever asked hangs up."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        await asyncio.shield(task)

    async def travel(self) -> None:
        """Be under way, there or back."""
        if self.latency_seconds:
            await self.pause(self.latency_seconds)

    async def pause(self, seconds: float) -> None:
        """Wait on the platform's clock."""
        self.waiting += 1
        self.platform.touch()
        try:
            await pause(self.platform.clock, seconds)
        finally:
            self.waiting -= 1

    async def lose(self, request: web.Request, fault: Fault[Any, Any]) -> web.Response:
        """Let a request end in trouble that leaves it without a proper answer."""
        if fault.trouble is Trouble.GARBLED:
            return web.Response(status=fault.status, text=fault.body, content_type="text/html")
        if fault.trouble in {Trouble.LOST_REQUEST, Trouble.LOST_ANSWER}:
            await self._closing.wait()
        break_off(request.transport)
        return web.Response(status=500)
