"""Keeps adapters running: one task each, so that none takes another down.

An adapter that fails in an ordinary way is started again after 1, 2, 4 ... 60 seconds, and not
before its platform bears it; one that cannot work until somebody changes something says so in one
sentence and stays down.
"""

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from bot.trouble import log_failure

log = logging.getLogger(__name__)

BACK_OFF_SECONDS_MAX = 60.0
STEADY_SECONDS = 120.0
"""An adapter that ran so long starts again as soon as may be when it fails."""

STOP_SECONDS = 4.0
"""How long adapters have to come down in order before they are cut off."""


class Fatal(Exception):
    """An adapter cannot work as it is set up; the message is one sentence for the admin."""


class Away(Exception):
    """A platform does not answer for now; the message says so in a few words."""


class AdapterState(StrEnum):
    """How an adapter is."""

    STARTING = "starting"
    RUNNING = "running"
    WAITING = "waiting"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass
class Health:
    """How one adapter is: ``starts`` counts how often it was started, ``why`` says what is wrong.

    ``last_ok`` is when the platform last answered, ``rival_at`` when it last said that another
    program listens with our token, ``heard_at`` when the line to it last worked at all, all on the
    event loop's clock. ``partly`` says that some of the platform is served although the adapter is
    not ``RUNNING``. Silence for up to ``silence_seconds`` is nothing unusual. ``on_heard`` is
    called whenever something is heard, ``on_change`` whenever ``state`` is another.
    """

    name: str
    state: AdapterState = AdapterState.STARTING
    starts: int = 0
    why: str = ""
    partly: bool = False
    last_ok: float | None = None
    rival_at: float | None = None
    heard_at: float | None = None
    silence_seconds: float = math.inf
    on_heard: Callable[[], None] = field(default=lambda: None, repr=False)
    on_change: Callable[[], None] = field(default=lambda: None, repr=False)

    def running(self) -> None:
        """Note that the adapter is up."""
        self.partly = False
        self.become(AdapterState.RUNNING, "")

    def become(self, state: AdapterState, why: str | None = None) -> None:
        """Note how the adapter is now, and why, ``None`` for a reason that stays."""
        before, self.state = self.state, state
        self.why = self.why if why is None else why
        if state is not before:
            self.on_change()

    def serve_partly(self, *, partly: bool) -> None:
        """Note whether some of the platform is served although the adapter may not be running."""
        before, self.partly = self.partly, partly
        if partly is not before:
            self.on_change()

    def heard(self) -> None:
        """Note that the line to the platform works."""
        self.heard_at = asyncio.get_running_loop().time()
        self.on_heard()

    def is_silent(self, now: float) -> bool:
        """Whether the platform was not heard for longer than is usual."""
        return self.heard_at is not None and now - self.heard_at > self.silence_seconds


class Adapter(Protocol):
    """A platform's adapter, as the supervisor sees it."""

    @property
    def health(self) -> Health:
        """How it is; the supervisor and the adapter keep this up to date together."""

    @property
    def restart_seconds_min(self) -> float:
        """How long its platform wants to be left alone before it is started again, 0 for not."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Serve until ``stopping`` is set, then come down in order.

        Raises ``Fatal`` where starting again would not help, ``Away`` where the platform cannot
        be reached. A return before that, or any other exception, means: build it anew.
        """


def back_off_seconds(failures: int) -> float:
    """Return how long to wait after so many failures in a row, before chance is added."""
    return min(BACK_OFF_SECONDS_MAX, 2.0 ** (failures - 1))


def with_jitter(seconds: float) -> float:
    """Return a wait up to a quarter shorter or longer, so that not everybody comes back at once."""
    return seconds * secrets.SystemRandom().uniform(0.75, 1.25)


def pause_seconds(failures: int, least: float, jitter: Callable[[float], float]) -> float:
    """Return how long to wait after so many failures in a row: chance makes it no shorter."""
    return max(least, jitter(max(least, back_off_seconds(failures))))


@dataclass
class Supervisor:
    """Runs adapters until ``stop``; ``jitter`` makes a wait out of a back-off."""

    adapters: Sequence[Adapter]
    jitter: Callable[[float], float] = with_jitter
    say: Callable[[str], None] = log.error
    stopping: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """Let every adapter come down."""
        self.stopping.set()

    async def run(self) -> None:
        """Serve until told to stop, or until every adapter has failed for good."""
        tasks = [asyncio.create_task(self._keep(adapter)) for adapter in self.adapters]
        told = asyncio.create_task(self.stopping.wait())
        served = asyncio.create_task(_all_done(tasks))
        await asyncio.wait([told, served], return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        _, late = await asyncio.wait(tasks, timeout=STOP_SECONDS)
        for task in late:
            task.cancel()
        await served

    async def _keep(self, adapter: Adapter) -> None:
        """Run one adapter again and again."""
        health, failures = adapter.health, 0
        while not self.stopping.is_set():
            began = asyncio.get_running_loop().time()
            health.starts += 1
            health.become(AdapterState.STARTING)
            health.heard_at = began if health.heard_at is None else health.heard_at
            try:
                await adapter.run(self.stopping)
            except Fatal as fatal:
                health.become(AdapterState.FAILED, str(fatal))
                self.say(f"{health.name}: {fatal}")
                return
            except Away as away:
                health.why = str(away)
                log.warning("%s: %s, trying again", health.name, away)
            except Exception as failure:
                health.why = type(failure).__name__
                log_failure(log, f"{health.name} failed and is started again", failure)
            finally:
                health.partly = False
            steady = asyncio.get_running_loop().time() - began >= STEADY_SECONDS
            failures = 1 if steady else failures + 1
            health.become(AdapterState.WAITING)
            await self._pause(pause_seconds(failures, adapter.restart_seconds_min, self.jitter))
        health.become(AdapterState.STOPPED)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not when it is time to stop."""
        try:
            await asyncio.wait_for(self.stopping.wait(), seconds)
        except TimeoutError:
            return


async def _all_done(tasks: Sequence[asyncio.Task[None]]) -> None:
    await asyncio.gather(*tasks, return_exceptions=True)


async def until_told(work: Coroutine[Any, Any, None], stopping: asyncio.Event) -> None:
    """Do work until it ends, or call it off when it is time to stop."""
    told, worked = asyncio.create_task(stopping.wait()), asyncio.create_task(work)
    try:
        await asyncio.wait({told, worked}, return_when=asyncio.FIRST_COMPLETED)
        if worked.done():
            worked.result()
    finally:
        told.cancel()
        worked.cancel()
        await asyncio.gather(told, worked, return_exceptions=True)


async def at_most(
    seconds: float, what: str, work: Awaitable[object], level: int = logging.WARNING
) -> None:
    """Await a step of coming down; one that fails or takes too long does not hold up the rest.

    ``level`` is how much it matters that it took too long.
    """
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        log.log(level, "%s took more than %s s", what, seconds)
    except Exception as failure:
        log_failure(log, what, failure)
