"""An event loop whose time jumps over waits, with sockets that need no time either.

    @in_no_time
    async def test_an_hour():               # takes as long as its work takes
        await asyncio.sleep(3600)

Time stands still while anything is under way in this process, and jumps to the next timer once
nothing is: so everything that goes by the loop (``asyncio.sleep``, time-outs of connections,
``SystemClock`` by ``loop.time``) sees the same moments in every run. Connections to a server of the
same loop are pairs of sockets on which what was written can be read at once, as over the loopback
device it cannot always.
"""

import asyncio
import functools
import selectors
import socket
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from bot.clocks import SystemClock

Given = ParamSpec("Given")
Result = TypeVar("Result")
Protocols = Callable[[], asyncio.BaseProtocol]


class SwiftLoop(asyncio.SelectorEventLoop):
    """An event loop that waits for nothing but its own work."""

    def __init__(self, selector: selectors.BaseSelector | None = None) -> None:
        self._now = 0.0
        self._servers: dict[int, tuple[asyncio.Server, Protocols]] = {}
        self._reached: dict[socket.socket, int] = {}
        super().__init__(selector or _Impatient(self._jump))

    def time(self) -> float:
        """Return the seconds that seem to have passed."""
        return self._now

    def _jump(self, seconds: float) -> None:
        self._now += seconds

    # The overloads of the standard library say in fifty lines which options go together.

    async def create_server(  # type: ignore[override]
        self, protocol_factory: Protocols, host: str, port: int, **options: Any
    ) -> asyncio.Server:
        """See ``AbstractEventLoop``."""
        server = await super().create_server(protocol_factory, host, port, **options)
        self._servers[server.sockets[0].getsockname()[1]] = server, protocol_factory
        return server

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """See ``AbstractEventLoop``; some clients connect themselves and bring the socket."""
        _, port = address
        self._reached[sock] = port

    async def create_connection(  # type: ignore[override]
        self,
        protocol_factory: Protocols,
        host: str | None = None,
        port: int = 0,
        *,
        sock: socket.socket | None = None,
        **options: Any,
    ) -> tuple[asyncio.BaseTransport, asyncio.BaseProtocol]:
        """See ``AbstractEventLoop``; only servers of this loop can be reached."""
        del host, options
        if sock is not None:
            port = self._reached.pop(sock)
            sock.close()
        ours = await self._reach(port)
        return await super().create_connection(protocol_factory, sock=ours)

    async def _reach(self, port: int) -> socket.socket:
        """Return a socket that leads to a server; raises ``ConnectionRefusedError``."""
        server, at_the_server = self._servers[port]
        if not server.is_serving():
            raise ConnectionRefusedError(port)
        ours, theirs = socket.socketpair()
        await self.connect_accepted_socket(at_the_server, theirs)
        return ours


class _Impatient(selectors.DefaultSelector):
    """Jumps over a wait in which nothing in this process could happen."""

    def __init__(self, jump: Callable[[float], None]) -> None:
        super().__init__()
        self._jump = jump

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """See ``BaseSelector``; raises ``AssertionError`` where a wait would never end."""
        events: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        assert events or timeout is not None, "nothing can happen any more"
        if not events and timeout:
            self._jump(timeout)
        return events


def in_no_time(
    work: Callable[Given, Coroutine[Any, Any, Result]],
) -> Callable[Given, Result]:
    """Let a coroutine function run on a loop of its own whose time jumps."""

    @functools.wraps(work)
    def run(*given: Given.args, **more: Given.kwargs) -> Result:
        with asyncio.Runner(loop_factory=SwiftLoop) as runner:
            return runner.run(work(*given, **more))

    return run


def swift_clock(start: float) -> SystemClock:
    """Return a clock that goes by the running loop, and shows ``start`` when the loop began."""
    loop = asyncio.get_running_loop()
    return SystemClock(lambda: start + loop.time(), loop.time)
