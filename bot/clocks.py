"""The clocks: time as it passes, and time that is moved by hand."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field

AHEAD_SECONDS = 60.0
"""So far ahead of us, the wall clock was set, or the machine slept: we follow it."""


@dataclass
class SystemClock:
    """The time of the machine, for whatever runs; it never goes back.

    Read off the wall at the start, it then goes by the monotonic clock, so that windows and waits
    survive a wall clock that is set back (until a restart); one far ahead is followed. What is
    due is timed by the event loop. ``wall`` and ``running`` tell seconds.
    """

    wall: Callable[[], float] = time.time
    running: Callable[[], float] = time.monotonic
    _offset: float = field(init=False)

    def __post_init__(self) -> None:
        self._offset = self.wall() - self.running()

    def now(self) -> float:
        """See ``Clock``."""
        running, wall = self.running(), self.wall()
        if wall - (running + self._offset) > AHEAD_SECONDS:
            self._offset = wall - running
        return running + self._offset

    def call_at(self, when: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        """See ``Clock``; for use while an event loop runs."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), action)


@dataclass
class ManualTimer:
    """A timer of a ``ManualClock``."""

    when: float
    action: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """See ``Timer``."""
        self.cancelled = True


@dataclass
class ManualClock:
    """Time stands still until it is moved: for the console and for tests."""

    at: float
    _due: list[tuple[float, int, ManualTimer]] = field(default_factory=list)
    _order: "itertools.count[int]" = field(default_factory=itertools.count)

    def now(self) -> float:
        """See ``Clock``."""
        return self.at

    def call_at(self, when: float, action: Callable[[], None]) -> ManualTimer:
        """See ``Clock``."""
        timer = ManualTimer(when, action)
        heapq.heappush(self._due, (when, next(self._order), timer))
        return timer

    def step_to(self, until: float) -> bool:
        """Run the next timer due by ``until`` at its own time; ``False`` once none is left."""
        while self._due and self._due[0][0] <= until:
            when, _, timer = heapq.heappop(self._due)
            if not timer.cancelled:
                self.at = max(self.at, when)
                timer.action()
                return True
        self.at = max(self.at, until)
        return False
