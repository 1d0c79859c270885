"""Where the bot is counted: at the door, before the messenger and at the adapters.

Nothing here knows a library of metrics, and where nobody asks for them nothing is counted.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from bot.basics import ChatId, PlayerId
from bot.delivery.delivery import Backlog
from bot.message import GroupMessage, PrivateMessage
from bot.ports import (
    Answer,
    Gone,
    Later,
    Messenger,
    Moved,
    NoConnection,
    Pacing,
    PlatformError,
    Unknown,
    Unreachable,
)
from bot.requests import Reply, Request
from bot.supervise import Supervisor

DONE, REFUSED, FAILED = "done", "refused", "failed"

ENDINGS: Mapping[type[PlatformError], str] = {
    Later: "later",
    Gone: "gone",
    Moved: "moved",
    Unreachable: "unreachable",
    Unknown: "unknown",
}
"""How a call ends by the five platform errors; ``REFUSED`` is for a fault of ours in it."""


class PlatformMeter(Protocol):
    """Counts what happens on one platform. Nothing that it is told names a chat or a person."""

    def asked(self, verb: str, reply: Reply) -> None:
        """Count a request that the house has replied to; the verb may be anything at all."""

    def called(self, kind: str, ending: str) -> None:
        """Count a call to the messenger by its name, and how it ended."""

    def throttled(self) -> None:
        """Count that the platform said it was called too often (429)."""


class Meter(Protocol):
    """Counts what happens in one bot."""

    def platform(self, name: str) -> PlatformMeter:
        """Return what counts on a platform of that name."""

    def watch(self, supervisor: Supervisor, backlogs: Mapping[str, Callable[[], Backlog]]) -> None:
        """Look at adapters and, by platform, at what waits to go out whenever somebody asks."""


@dataclass(frozen=True, slots=True)
class MeteredMessenger:
    """A messenger (``Messenger``) whose every call is counted."""

    messenger: Messenger
    meter: PlatformMeter

    @property
    def pacing(self) -> Pacing | None:
        """See ``Messenger``."""
        return self.messenger.pacing

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``."""
        with self._counted("post"):
            return await self.messenger.post(chat, message, nonce)

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        with self._counted("edit"):
            await self.messenger.edit(chat, message_id, message)

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        with self._counted("strip"):
            await self.messenger.strip(chat, message_id)

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        with self._counted("delete"):
            await self.messenger.delete(chat, message_id)

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``."""
        with self._counted("whisper"):
            return await self.messenger.whisper(player, message, nonce)

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        with self._counted("rewrite"):
            await self.messenger.rewrite(player, message_id, message)

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """See ``Messenger``."""
        with self._counted("retract"):
            await self.messenger.retract(player, message_id)

    def sent_at(self, message_id: str) -> float | None:
        """See ``Messenger``; no call is made for it."""
        return self.messenger.sent_at(message_id)

    async def answer(self, request: Request, answer: Answer) -> None:
        """See ``Messenger``."""
        with self._counted("answer"):
            await self.messenger.answer(request, answer)

    @contextmanager
    def _counted(self, kind: str) -> Iterator[None]:
        """Count a call by how it ends; one that is called off ends in no way."""
        try:
            yield
        except PlatformError as failure:
            self.meter.called(kind, _ending(failure))
            if isinstance(failure, Later) and not isinstance(failure, NoConnection):
                self.meter.throttled()
            raise
        except Exception:
            self.meter.called(kind, FAILED)
            raise
        else:
            self.meter.called(kind, DONE)


def _ending(failure: PlatformError) -> str:
    return next((word for kind, word in ENDINGS.items() if isinstance(failure, kind)), REFUSED)
