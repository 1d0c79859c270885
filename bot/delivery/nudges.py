"""The reminder in a chat whose turn it is: what it is to say, and what is there of it."""

import math
from dataclasses import dataclass

from bot.message import GroupMessage

RECALL_SECONDS = 10
"""So long after a restart the house has to say that somebody is still waited for."""

NUDGE_SECONDS = 10
"""A reminder that finds no room in so many seconds is not sent: the clock acts soon after."""


@dataclass
class Nudge:
    """One chat's reminder; what is there of it is kept as every message is (``Refs``).

    ``wanted`` is what it is to say (``None``: it is to go), ``waits`` that this has not been sent,
    ``since`` when it was told, ``not_before`` when it may go at the earliest. ``doubts`` counts
    calls in a row of which nobody knows whether they were carried out.
    """

    wanted: GroupMessage | None = None
    waits: bool = False
    since: float = 0.0
    not_before: float = -math.inf
    doubts: int = 0

    def want(self, message: GroupMessage | None, now: float) -> None:
        """Let it say something from now on, or go."""
        self.wanted, self.waits, self.since, self.doubts = message, True, now, 0
        self.not_before = -math.inf

    def recall(self, now: float) -> None:
        """Let one that an earlier process sent go, unless it is wanted again soon."""
        self.want(None, now)
        self.not_before = now + RECALL_SECONDS

    def still_waits(self, due: float, *, is_there: bool) -> bool:
        """Whether it is sent at ``due``: not when that is too late, nor taken back unless there."""
        late = self.wanted is not None and due > self.since + NUDGE_SECONDS
        if late or (self.wanted is None and not is_there):
            self.waits = False
        return self.waits
