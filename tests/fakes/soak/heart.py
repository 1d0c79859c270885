"""Heartbeats of discord.py on the event loop's clock; its own are a thread's, by the wall's."""

import asyncio
from typing import Any

import discord.gateway
from discord.gateway import KeepAliveHandler


class LoopKeepAlive(KeepAliveHandler):
    """Beats as a task of the loop, and goes by the loop's time."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self._last_send = self._last_ack = self.ws.loop.time()
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._beating = self.ws.loop.create_task(self._beat_on())

    def stop(self) -> None:
        """Beat no more."""
        if self._beating is not None:
            self._beating.cancel()

    async def _beat_on(self) -> None:
        assert self.interval is not None, "the gateway says how often"
        while True:
            await asyncio.sleep(self.interval)
            await self.ws.send_heartbeat(self.beat())

    def beat(self) -> dict[str, Any]:
        """Return a heartbeat to be sent now."""
        self._last_send = self.ws.loop.time()
        return self.get_payload()

    def ack(self) -> None:
        """Note how long the answer to the last one took."""
        self._last_ack = self.ws.loop.time()
        self.latency = self._last_ack - self._last_send


def beat_by_the_loop() -> None:
    """Let every connection of the library beat so, from now on."""
    discord.gateway.KeepAliveHandler = LoopKeepAlive  # type: ignore[misc]
