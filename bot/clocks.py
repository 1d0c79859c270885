"""A clock that is moved by hand: the console's and the tests' time."""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field


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
