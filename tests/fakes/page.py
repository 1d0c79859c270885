"""What watches the bot on the same machine: the page that it opens, and a way to ask it."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
from aiohttp.typedefs import Handler

from bot.health import HealthWatch
from bot.health_page import HealthPage


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@dataclass
class Page:
    """A page somewhere on this machine."""

    url: str
    session: aiohttp.ClientSession

    async def get(self, path: str = "/health") -> tuple[int, str]:
        """Return the status of an answer and what it says."""
        async with self.session.get(f"{self.url}{path}") as answer:
            return answer.status, await answer.text()


@asynccontextmanager
async def page_at(port: int) -> AsyncIterator[Page]:
    """Let a test ask a page."""
    async with aiohttp.ClientSession() as session:
        yield Page(f"http://127.0.0.1:{port}", session)


@asynccontextmanager
async def opened(watch: HealthWatch, metrics: Handler | None = None) -> AsyncIterator[Page]:
    """Open a page of our own and let a test ask it."""
    port = free_port()
    page = HealthPage(watch, port, metrics)
    await page.open()
    try:
        async with page_at(port) as asked:
            yield asked
    finally:
        await page.close()
