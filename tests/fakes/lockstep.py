"""Two processes on one clock whose time jumps: a world in one, in the other who lives in it.

Only one of them runs at a time. Who has nothing left to do hands over, and says when its next timer
is due; time jumps to the earlier of the two once neither has. What one sends the other goes through
sockets of the Unix domain, on which it can be read as soon as it is written: so nothing is ever on
its way while time jumps, and what is measured in one process is of that process alone.
"""

import math
import os
import selectors
import socket
import struct
from asyncio import AbstractServer, Future
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tests.fakes.swift import Protocols, SwiftLoop

Result = TypeVar("Result")

_TURN = struct.Struct("dd")

BACKLOG = 4096
"""How many connections can wait: who connects must not wait for the other process."""

TURN_SECONDS_MAX = 300.0
"""Who keeps the turn for longer, in real time, hangs: the other goes on alone."""

THREADS_SECONDS = 60.0
"""How long, in real time, a thread may take for which time stands still."""


class Baton:
    """What says whose turn it is: it carries the time, and when the giver wants to go on."""

    def __init__(self, line: socket.socket) -> None:
        line.settimeout(TURN_SECONDS_MAX)
        self._line = line
        self.alone = False

    def give(self, now: float, due: float) -> None:
        """Let the other go on; the own next timer is due then."""
        try:
            self._line.sendall(_TURN.pack(now, due))
        except OSError:
            self.alone = True

    def take(self) -> tuple[float, float] | None:
        """Wait for one's turn: the time, and when the other's timer is due; ``None``: it ended."""
        try:
            told = b"" if self.alone else self._line.recv(_TURN.size)
        except OSError:
            told = b""
        if len(told) < _TURN.size:
            self.alone = True
            return None
        now, due = _TURN.unpack(told)
        return now, due


class LockstepLoop(SwiftLoop):
    """An event loop that takes turns with one in another process.

    ``folder`` is where its servers, and those of the other, can be reached; ``alone`` says whether
    it goes on once the other has ended, or the process ends too.
    """

    def __init__(self, baton: Baton, folder: Path, *, alone: bool) -> None:
        self._folder = folder
        self.goes_on_alone = alone
        self._open: list[AbstractServer] = []
        self._threads = 0
        super().__init__(_TakingTurns(self, baton))

    def set_time(self, now: float) -> None:
        """Go on at another time."""
        self._now = now

    # --- threads ------------------------------------------------------------------------------

    @property
    def stands(self) -> bool:
        """Whether time stands still because a thread is at work."""
        return self._threads > 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let time stand still meanwhile, whatever threads do."""
        self._threads += 1
        try:
            yield
        finally:
            self._threads -= 1

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Result], *args: Any
    ) -> "Future[Result]":
        """See ``AbstractEventLoop``."""
        work: Future[Result] = super().run_in_executor(executor, func, *args)
        self._threads += 1
        work.add_done_callback(self._end_thread)
        return work

    def _end_thread(self, _work: "Future[Any]") -> None:
        self._threads -= 1

    # --- connections --------------------------------------------------------------------------

    async def create_server(  # type: ignore[override]
        self, protocol_factory: Protocols, host: str, port: int, **options: Any
    ) -> AbstractServer:
        """See ``AbstractEventLoop``; it can be reached from the other process too."""
        server = await super().create_server(protocol_factory, host, port, **options)
        path = self._folder / str(server.sockets[0].getsockname()[1])
        unix = await self.create_unix_server(protocol_factory, str(path), backlog=BACKLOG)
        self._open.append(unix)
        return server

    async def _reach(self, port: int) -> socket.socket:
        """See ``SwiftLoop``; servers of the other process are reached."""
        ours = socket.socket(socket.AF_UNIX)
        ours.connect(str(self._folder / str(port)))
        ours.setblocking(False)
        return ours

    def close(self) -> None:
        """See ``AbstractEventLoop``."""
        for server in self._open:
            server.close()
        super().close()


class _TakingTurns(selectors.DefaultSelector):
    """Hands over where nothing in this process could happen now."""

    def __init__(self, loop: LockstepLoop, baton: Baton) -> None:
        super().__init__()
        self._loop = loop
        self._baton = baton

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """See ``BaseSelector``."""
        events = super().select(0)
        if events or timeout == 0:
            return events
        if self._loop.stands:
            return super().select(THREADS_SECONDS)
        due = math.inf if timeout is None else self._loop.time() + timeout
        return self._wait(due)

    def _wait(self, due: float) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the other go on until something happens here, or the own timer is due."""
        self._baton.give(self._loop.time(), due)
        while (turn := self._baton.take()) is not None:
            now, theirs = turn
            self._loop.set_time(now)
            events = super().select(0)
            if events or due <= now:
                return events
            if due <= theirs:
                break
            assert theirs < math.inf, "nothing can happen any more"
            self._baton.give(theirs, due)
        if turn is None and not self._loop.goes_on_alone:
            os._exit(1)
        assert due < math.inf, "nothing can happen any more"
        self._loop.set_time(due)
        return []
