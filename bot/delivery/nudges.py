"""The reminder in a chat whose turn it is: what it is to say, and what is there of it."""

from dataclasses import dataclass

from bot.message import GroupMessage

NUDGE_SECONDS = 10
"""A reminder that finds no room in so many seconds is not sent: the clock acts soon after."""


@dataclass
class Nudge:
    """One chat's reminder; nothing of it is stored.

    ``wanted`` is what it is to say (``None``: it is to go), ``waits`` that this has not been sent,
    ``since`` when it was told, ``message`` the id of the one in the chat. ``doubts`` counts calls
    in a row of which nobody knows whether they were carried out.
    """

    wanted: GroupMessage | None = None
    waits: bool = False
    since: float = 0.0
    message: str | None = None
    doubts: int = 0

    def want(self, message: GroupMessage | None, now: float) -> None:
        """Let it say something from now on, or go."""
        self.wanted, self.waits, self.since, self.doubts = message, True, now, 0

    def still_waits(self, due: float) -> bool:
        """Whether it is sent at ``due``: not when that is too late, nor taken back unless there."""
        late = self.wanted is not None and due > self.since + NUDGE_SECONDS
        if late or (self.wanted is None and self.message is None):
            self.waits = False
        return self.waits
