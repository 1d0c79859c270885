"""The reply in a chat to who cannot be written to in private."""

from dataclasses import dataclass

from bot.message import GroupMessage

REPLY_SECONDS = 20
"""At most one reply in the group in so many seconds."""


@dataclass
class Replies:
    """One chat's reply; ``waits`` is what has not been sent, ``at`` when the last was told."""

    waits: GroupMessage | None = None
    at: float | None = None

    def add(self, message: GroupMessage, now: float) -> bool:
        """Let a reply wait; ``False`` where it comes too soon after the last, and is dropped."""
        if self.at is not None and now - self.at < REPLY_SECONDS:
            return False
        self.at, self.waits = now, message
        return True

    def is_due(self, due: float) -> bool:
        """Whether one is sent at ``due``: so late an answer would puzzle more than it tells."""
        if self.at is not None and due > self.at + REPLY_SECONDS:
            self.waits = None
        return self.waits is not None

    def take(self) -> GroupMessage | None:
        """Return what is sent now."""
        message, self.waits = self.waits, None
        return message
