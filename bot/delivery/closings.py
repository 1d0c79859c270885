"""Old messages of a chat's table: each is closed once, by other words or by losing its buttons."""

import math
from collections import deque
from dataclasses import dataclass, field

from bot.message import GroupMessage

RECALL_SECONDS = 10
"""So long after a restart the house has to tell what goes on below an old message."""

_KEPT = 32


@dataclass
class Closings:
    """What waits to be closed, and what was; words are ``None`` where a message keeps its own.

    ``not_before`` is when the next may go at the earliest. ``doubts`` counts calls in a row of
    which nobody knows whether they were carried out.
    """

    not_before: float = -math.inf
    doubts: int = 0
    _waiting: dict[str, GroupMessage | None] = field(default_factory=dict)
    _seen: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, message_id: str, words: GroupMessage | None) -> bool:
        """Let a message be closed; ``False`` where that was asked before."""
        if message_id in self._seen:
            return False
        self._seen.append(message_id)
        self._waiting[message_id] = words
        return True

    def recall(self, message_id: str, now: float) -> None:
        """Let a message of an earlier process be closed, once the house can have told."""
        self.not_before = now + RECALL_SECONDS
        self.add(message_id, None)

    def count_doubt(self, *, is_doubtful: bool) -> int:
        """Note whether it is known what became of the last call; return the doubts in a row."""
        self.doubts = self.doubts + 1 if is_doubtful else 0
        return self.doubts

    def take(self) -> tuple[str, GroupMessage | None]:
        """Return the newest that waits: older ones have scrolled away."""
        return self._waiting.popitem()

    def put_back(self, message_id: str, words: GroupMessage | None) -> None:
        """Let a message wait again: the platform asked for a pause."""
        self._waiting[message_id] = words

    def give_up(self, message_id: str) -> None:
        """Leave a message as it is; the next press on it may try again."""
        if message_id in self._seen:
            self._seen.remove(message_id)

    def clear(self) -> None:
        """Let nothing wait any more."""
        self._waiting = {}
