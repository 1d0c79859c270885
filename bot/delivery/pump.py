"""Sends one thing at a time for one place: what is due, or a timer for what will be."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any

from bot.delivery.pacing import Turns
from bot.ports import Clock, Timer
from bot.trouble import log_failure

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """Something to send: not before ``due``, the lowest ``rank`` first of what is due together.

    ``since`` is when it was told, ``None`` for what nobody waits for.
    """

    due: float
    rank: int
    send: Callable[[], Awaitable[None]]
    since: float | None = None


def oldest(times: Iterable[float | None]) -> float | None:
    """Return the earliest of several times, some of which may not be."""
    return min((time for time in times if time is not None), default=None)


def most_pressing(jobs: list[Job]) -> Job | None:
    """Return what goes next, ``None`` if nothing waits."""
    return min(jobs, key=lambda job: (job.due, job.rank), default=None)


@dataclass
class Tasks:
    """Everything under way in the background.

    Where nothing is paced, ``one_by_one`` sends everything in the order in which it was told.
    """

    one_by_one: bool = False
    _running: set[asyncio.Task[Any]] = field(default_factory=set)
    _order: asyncio.Lock = field(default_factory=asyncio.Lock)

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(self._run(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def drain(self, seconds: float = math.inf) -> None:
        """Wait until nothing is under way, for so long at most; nothing is called off."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if seconds < math.inf else None):
                while self._running:
                    await asyncio.wait(self._running)

    async def call_off(self) -> None:
        """Let nothing go on that is under way."""
        for task in self._running:
            task.cancel()
        await self.drain()

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            async with self._order if self.one_by_one else nullcontext():
                await work()
        except Exception as failure:
            # One bad message must not silence a chat.
            log_failure(log, "delivery failed", failure)


class Pump:
    """Asks ``plan`` again and again what goes next, and sends it when its time has come.

    ``plan`` returns the next job or ``None``. Each job takes what it sends off the plan before it
    first waits. A job that is due goes in its turn among those of all pumps.
    """

    def __init__(
        self, clock: Clock, tasks: Tasks, turns: Turns, plan: Callable[[], Job | None]
    ) -> None:
        self._clock = clock
        self._tasks = tasks
        self._turns = turns
        self._plan = plan
        self._running = False
        self._timer: Timer | None = None
        self._closed = False
        self._under_way: Job | None = None

    @property
    def sending_since(self) -> float | None:
        """When that was told which is being sent now."""
        return self._under_way.since if self._under_way else None

    @property
    def is_sending(self) -> bool:
        """Whether something is being sent now."""
        return self._under_way is not None

    def poke(self) -> None:
        """Look at the plan: something was added to it, or its time has come."""
        if not self._running and not self._closed:
            self._running = True
            self._tasks.start(self._send_next)

    async def _send_next(self) -> None:
        job = None
        try:
            job = self._under_way = self._next()
            if job is not None:
                await job.send()
        finally:
            self._running, self._under_way = False, None
            if job is not None:
                self.poke()

    def _next(self) -> Job | None:
        """Return the job that is due; set a timer for one that is not yet."""
        self._stop_timer()
        job = None if self._closed else self._plan()
        # Read anew: while the plan was made, time went on.
        now = self._clock.now()
        if job is None or job.due > now:
            self._turns.leave(self)
        if job is None:
            return None
        due = job.due if job.due > now else self._turns.due(self, now)
        if due <= now:
            return job
        self._timer = self._clock.call_at(due, self.poke)
        return None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def closed(self) -> bool:
        """Whether nothing is sent any more."""
        return self._closed

    def close(self) -> None:
        """Call off what waits for its time; what is under way is finished."""
        self._closed = True
        self._stop_timer()
        self._turns.leave(self)
