"""Every call that the bot made, what came of it, and how to read it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.fakes.telegram.refusals import Json

POSTS = {"sendMessage", "sendPhoto"}
EDITS = {"editMessageText", "editMessageCaption", "editMessageMedia", "editMessageReplyMarkup"}


@dataclass
class Call:
    """One request: ``at`` is when it was there, ``answer`` the body that was sent back.

    ``answer`` is ``None`` while nothing was; ``applied`` says whether it took effect, ``fault``
    what a test did to it.
    """

    method: str
    parameters: Mapping[str, object]
    at: float
    chat_id: int | None = None
    status: int | None = None
    answer: Json | None = None
    applied: bool = False
    fault: str = ""
    complaints: list[str] = field(default_factory=list)

    @property
    def payload(self) -> str:
        """Everything that was asked, as one text to search."""
        return json.dumps(self.parameters, ensure_ascii=False, default=str)

    def __str__(self) -> str:
        refused = "" if self.answer is None or self.answer["ok"] else self.answer["description"]
        return f"{self.at:.3f} {self.method} {self.chat_id or ''} {self.status} {refused}".strip()


class Record(list[Call]):
    """All calls, oldest first."""

    def of(self, *methods: str, chat: int | None = None) -> "Record":
        """Return the calls of some methods (of all, if none is named), perhaps to one chat."""
        return Record(
            call
            for call in self
            if (not methods or call.method in methods) and chat in {None, call.chat_id}
        )

    def posts(self, chat: int | None = None) -> "Record":
        """Return the calls that wanted to post a message."""
        return self.of(*POSTS, chat=chat)

    def edits(self, chat: int | None = None) -> "Record":
        """Return the calls that wanted to edit one."""
        return self.of(*EDITS, chat=chat)

    def counted(self, chat: int | None = None) -> "Record":
        """Return the calls that the platform's limits count: posts and edits."""
        return self.of(*POSTS, *EDITS, chat=chat)

    def replies(self) -> "Record":
        """Return the calls that wanted to answer a message."""
        named = {"reply_parameters", "reply_to_message_id"}
        return Record(call for call in self if named & set(call.parameters))

    def refused(self, code: int | None = None) -> "Record":
        """Return the calls that were refused, perhaps with one code."""
        return Record(
            call
            for call in self
            if call.answer and not call.answer["ok"] and code in {None, call.answer["error_code"]}
        )

    def payloads(self) -> list[str]:
        """Return all that was asked, one text a call."""
        return [call.payload for call in self]

    def busiest(self, seconds: float = 60.0) -> int:
        """Return the most calls in any stretch of time."""
        return busiest((call.at for call in self), seconds)


def busiest(times: Iterable[float], seconds: float) -> int:
    """Return how many moments lie in the fullest stretch of time, its end not included."""
    ordered = sorted(times)
    most = first = 0
    for last, moment in enumerate(ordered):
        while ordered[first] <= moment - seconds:
            first += 1
        most = max(most, last - first + 1)
    return most
