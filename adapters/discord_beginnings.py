"""How soon a session with Discord may begin anew: ever later while none of them lasts.

A day has a thousand beginnings (Discord's session start limit), and who uses them up is offline for
the rest of it. Where Discord ends every session as soon as it has begun, the library would begin
one every few seconds.
"""

from collections import defaultdict, deque
from dataclasses import dataclass, field

AT_ONCE = 5
"""So many may begin within the hour, for an ordinary day has a few that are ended by Discord."""

PAUSE_SECONDS = 10.0
"""So long after the last the next may begin, and twice as long for each one more."""

PAUSE_SECONDS_MAX = 300.0
WITHIN_SECONDS = 3600.0


@dataclass
class Beginnings:
    """When the sessions of each shard began, by the event loop's clock."""

    _moments: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def note(self, shard: int, now: float) -> None:
        """Note that a session begins."""
        self._moments[shard].append(now)

    def is_early(self, shard: int, now: float) -> bool:
        """Whether the next session should begin later, for the last ones began just now."""
        moments = self._moments[shard]
        while moments and moments[0] <= now - WITHIN_SECONDS:
            moments.popleft()
        if len(moments) < AT_ONCE:
            return False
        pause = PAUSE_SECONDS * 2.0 ** (len(moments) - AT_ONCE)
        # So a day on which no session lasts uses some three hundred beginnings.
        return now < moments[-1] + min(PAUSE_SECONDS_MAX, pause)
