"""The arithmetic of what a platform allows: a sliding window of calls, a gap, a hold.

Nothing here waits: a window says when the next call may go and is told when one went.
"""

import math
from collections import deque
from dataclasses import dataclass, field

from bot.ports import Pacing


@dataclass
class Window:
    """At most ``calls`` calls in any ``window_seconds``, ``gap_seconds`` between two.

    Times are seconds of one clock and never go back by more than the clock does.
    """

    calls: float
    window_seconds: float
    gap_seconds: float
    _made: deque[float] = field(default_factory=deque)
    _held_until: float = -math.inf

    def due(self, now: float, kept_back: int = 0) -> float:
        """Return when the next call may go: ``now``, or the time when enough have left the window.

        With ``kept_back`` a call goes only while more than that many of the window are free. A
        window never keeps all of its calls back.
        """
        while self._made and self._made[0] + self.window_seconds <= now:
            self._made.popleft()
        when = max(now, self._held_until)
        if self._made:
            when = max(when, self._made[-1] + self.gap_seconds)
        room = max(self.calls - kept_back, 1)
        if len(self._made) >= room:
            when = max(when, self._made[len(self._made) - int(room)] + self.window_seconds)
        return when

    def count(self, at: float) -> None:
        """Note that a call goes now."""
        self._made.append(at)

    def hold(self, until: float) -> None:
        """Let nothing go before ``until``: the platform asked for a pause."""
        self._held_until = max(self._held_until, until)


def chat_window(pacing: Pacing | None) -> Window:
    """Return the window of one group."""
    if pacing is None:
        return Window(math.inf, 0, 0)
    return Window(pacing.calls, pacing.window_seconds, pacing.gap_seconds)


def person_window(pacing: Pacing | None) -> Window:
    """Return the window of one person's private chat: the gap alone, no group waits for it."""
    gap_seconds = pacing.gap_seconds if pacing else 0
    return Window(math.inf, gap_seconds, gap_seconds)


def overall_window(pacing: Pacing | None) -> Window:
    """Return the window that all chats of a platform share."""
    return Window(pacing.overall_per_second, 1, 0) if pacing else Window(math.inf, 0, 0)
