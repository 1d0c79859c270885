"""Every request that the bot made, what came of it, and how to read it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

POST_MESSAGE = "POST /channels/{channel_id}/messages"
EDIT_MESSAGE = "PATCH /channels/{channel_id}/messages/{message_id}"
DELETE_MESSAGE = "DELETE /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
FOLLOW_UP = "POST /webhooks/{application_id}/{interaction_token}"
EDIT_ANSWER = "PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}"
SYNC = "PUT /applications/{application_id}/commands"
SYNC_GUILD = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
OPEN_PRIVATE = "POST /users/@me/channels"


@dataclass
class Call:
    """One request: ``at`` is when it was there, ``answer`` the body that was sent back,
    ``headers`` those that went with it.

    ``route`` is method and address with names for the ids; ``path`` has the ids, but no token.
    ``status`` is ``None`` while nothing was answered; ``applied`` says whether it took effect,
    ``public`` that it answered an interaction for all to see, ``fault`` what a test did to it.
    """

    route: str
    path: Mapping[str, str]
    body: object
    at: float
    status: int | None = None
    answer: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    applied: bool = False
    public: bool = False
    fault: str = ""
    complaints: list[str] = field(default_factory=list)

    @property
    def channel_id(self) -> int | None:
        """The channel that it names."""
        number = self.path.get("channel_id", "")
        return int(number) if number.isdigit() else None

    @property
    def code(self) -> int | None:
        """Discord's own code of a refusal."""
        refused = self.status is not None and self.status >= 400
        return self.answer.get("code") if refused and isinstance(self.answer, dict) else None

    @property
    def payload(self) -> str:
        """Everything that was asked, as one text to search."""
        return json.dumps([self.path, self.body], ensure_ascii=False, default=str)

    def __str__(self) -> str:
        refused = "" if self.code is None else f"{self.code} {self._message()}"
        return f"{self.at:.3f} {self.route} {self.channel_id or ''} {self.status} {refused}".strip()

    def _message(self) -> str:
        return str(self.answer.get("message", "")) if isinstance(self.answer, dict) else ""


class Record(list[Call]):
    """All calls, oldest first; with ``kept`` set, about so many of the newest."""

    kept: int | None = None

    def add(self, call: Call) -> None:
        """Write down one more."""
        self.append(call)
        if self.kept is not None and len(self) > 2 * self.kept:
            del self[: -self.kept]

    def where(self, condition: Callable[[Call], object]) -> Self:
        """Return the calls of which something is true."""
        return type(self)(call for call in self if condition(call))

    def of(self, *routes: str, channel: int | None = None) -> Self:
        """Return the calls of some routes (of all, if none is named), perhaps to one channel."""
        return self.where(
            lambda call: (not routes or call.route in routes) and channel in {None, call.channel_id}
        )

    def posts(self, channel: int | None = None) -> Self:
        """Return the calls that wanted to post a message in a channel."""
        return self.of(POST_MESSAGE, channel=channel)

    def edits(self, channel: int | None = None) -> Self:
        """Return the calls that wanted to edit one."""
        return self.of(EDIT_MESSAGE, channel=channel)

    def deletes(self, channel: int | None = None) -> Self:
        """Return the calls that wanted to delete one."""
        return self.of(DELETE_MESSAGE, channel=channel)

    def counted(self, channel: int | None = None) -> Self:
        """Return the calls that change what stands in a channel: posts, edits and deletions."""
        return self.of(POST_MESSAGE, EDIT_MESSAGE, DELETE_MESSAGE, channel=channel)

    def callbacks(self) -> Self:
        """Return the first answers to interactions."""
        return self.of(CALLBACK)

    def syncs(self) -> Self:
        """Return the calls that overwrite the commands."""
        return self.of(SYNC, SYNC_GUILD)

    def public_responses(self) -> Self:
        """Return the answers to interactions that wanted to be seen by all."""
        return self.where(lambda call: call.public)

    def refused(self, code: int | None = None) -> Self:
        """Return the calls that were refused, perhaps with one of Discord's codes."""
        return self.where(
            lambda call: (
                call.status is not None and call.status >= 400 and code in {None, call.code}
            )
        )

    def payloads(self) -> list[str]:
        """Return all that was asked, one text a call."""
        return [call.payload for call in self]
