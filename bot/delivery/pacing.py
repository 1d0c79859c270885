"""The arithmetic of what a platform allows: a sliding window of calls, a gap, a hold.

Nothing here waits: a window says when the next call may go and is told when one went.
"""

import math
from collections import deque
from dataclasses import dataclass, field

from bot.ports import Pacing

DOUBT_SECONDS = 3
"""How long to wait before a call is repeated of which nobody knows whether it arrived."""

DOUBTS_MAX = 3
"""How often in a row: it does no harm twice, but a platform may refuse it for good."""


PACE_KNOWN_SECONDS = 20
"""A window that began later says little about how fast urgent calls come."""

MORE_URGENT = 1.1
"""How many times as fast they may come next: rounds are not all of one length."""


@dataclass
class Window:
    """At most ``calls`` calls in any ``window_seconds``, ``gap_seconds`` between two.

    Patient calls leave ``kept_back`` of the window free for the others, beside as many as the
    others take if they go on coming as fast as they do (else, where five players think 2 s, results
    are up to 7 s late, so up to 1.4 s: ``python -m tests.benchmarks.pace``). They are spread too:
    they go no faster than the free ones last until the window moves on. The others are spread once
    they alone have used half of it. So a table that is played faster than its platform allows is
    shown a little late each time, instead of not at all for half a minute (simulated, five players
    who think 0.7 s: 5 s late at most, not 35).
    """

    calls: float
    window_seconds: float
    gap_seconds: float
    kept_back: int = 0
    _made: deque[float] = field(default_factory=deque)
    _urgent: deque[float] = field(default_factory=deque)
    _held_until: float = -math.inf

    def due(self, now: float) -> float:
        """Return when the next call may go."""
        self._forget(now)
        when = self._due(now, self.calls)
        return max(when, self._spread()) if len(self._urgent) > self.calls / 2 else when

    def due_patiently(self, now: float) -> float:
        """Return when the next patient call may go."""
        self._forget(now)
        # Not even keeping back everything stops everything for ever.
        when = self._due(now, max(self.calls - self.kept_back, 1))
        return max(when, self._spread(), self._beside_urgent(now))

    def due_after(self, now: float, ahead: int) -> float:
        """Return when a call may go that lets so many others go first, gap and spread aside."""
        self._forget(now)
        later, place = 0.0, len(self._made) + ahead - self.calls
        while place >= len(self._made):  # behind calls that have yet to be made
            later, place = later + self.window_seconds, place - self.calls
        if place < 0:
            return now + later
        return self._made[int(place)] + self.window_seconds + later

    def count(self, at: float, *, patient: bool = False) -> None:
        """Note that a call goes now."""
        self._made.append(at)
        if not patient:
            self._urgent.append(at)

    def doubt(self, now: float, times: int) -> bool:
        """Hold after a call of unknown fate and return whether to make it again.

        ``times`` counts such calls in a row; the pauses double, and after ``DOUBTS_MAX`` the next
        change decides.
        """
        self.hold(now + DOUBT_SECONDS * 2 ** (times - 1))
        return times <= DOUBTS_MAX

    def hold(self, until: float) -> None:
        """Let nothing go before ``until``: the platform asked for a pause."""
        self._held_until = max(self._held_until, until)

    def _forget(self, now: float) -> None:
        for calls in (self._made, self._urgent):
            while calls and calls[0] + self.window_seconds <= now:
                calls.popleft()

    def _due(self, now: float, room: float) -> float:
        """Return when fewer than ``room`` calls are in the window, gap and hold are over."""
        when = max(now, self._held_until)
        if self._made:
            when = max(when, self._made[-1] + self.gap_seconds)
        if len(self._made) >= room:
            when = max(when, self._made[len(self._made) - int(room)] + self.window_seconds)
        return when

    def _beside_urgent(self, now: float) -> float:
        """Return when there is room for one more beside calls that come as fast as they did.

        Not before is certain; by then calls may have left the window, and it is to be asked again.
        """
        if not self._urgent:
            return now
        room = self.calls - self.kept_back - (len(self._made) - len(self._urgent))
        expected = MORE_URGENT * len(self._urgent) * self.window_seconds
        # If it took them so long to become as many as they are, they leave room.
        slow_enough = expected / room if room > 0 else math.inf
        if max(now - self._made[0], PACE_KNOWN_SECONDS) > slow_enough:
            return now
        return self._made[0] + min(slow_enough, self.window_seconds)

    def _spread(self) -> float:
        """Return when a call may go so that the free ones last until the first has left."""
        free = self.calls - len(self._made)
        if not self._made or free <= 0:
            return -math.inf
        last = self._made[-1]
        return last + (self._made[0] + self.window_seconds - last) / free


@dataclass
class Turns:
    """Who goes next where all chats share a rate: in the order in which they came.

    Without an order a newcomer is as likely to find the next free place as who has waited longest:
    where nine tenths of the rate are used, some then wait for half a minute and most not at all
    (``python -m tests.benchmarks.soak``).
    """

    window: Window
    _line: dict[object, None] = field(default_factory=dict)

    def due(self, who: object, now: float) -> float:
        """Return when somebody may go: now, or they stand in line and are to ask again then.

        Who may go now has taken the place, for a while passes before the call is made.
        """
        self._line.setdefault(who)
        ahead = next(place for place, other in enumerate(self._line) if other is who)
        due = self.window.due_after(now, ahead)
        if due <= now:
            self.leave(who)
            self.window.count(now)
        return due

    def leave(self, who: object) -> None:
        """Let somebody wait no more who has nothing to send any more."""
        self._line.pop(who, None)


def chat_window(pacing: Pacing | None) -> Window:
    """Return the window of one group."""
    if pacing is None:
        return Window(math.inf, 0, 0)
    return Window(pacing.calls, pacing.window_seconds, pacing.gap_seconds, pacing.kept_back)


def person_window(pacing: Pacing | None) -> Window:
    """Return the window of one person's private chat: the gap alone, no group waits for it."""
    gap_seconds = pacing.gap_seconds if pacing else 0
    return Window(math.inf, gap_seconds, gap_seconds)


def overall_window(pacing: Pacing | None) -> Window:
    """Return the window that all chats of a platform share."""
    return Window(pacing.overall_per_second, 1, 0) if pacing else Window(math.inf, 0, 0)
