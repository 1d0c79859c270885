"""A platform that writes down every call, keeps what its chats show, and fails when told to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.basics import ChatId, PlayerId
from bot.message import GroupMessage, Message, PrivateMessage, plain_text
from bot.ports import Answer, Clock, Gone, Pacing
from bot.requests import Request

TELEGRAM = Pacing(
    calls=18,
    window_seconds=60,
    gap_seconds=1,
    overall_per_second=30,
    kept_back=3,
    progress_seconds=1.5,
)
"""What a Telegram group takes (design, section 5)."""


class Kind(StrEnum):
    """What is asked of a platform."""

    POST = "post"
    EDIT = "edit"
    STRIP = "strip"
    DELETE = "delete"
    WHISPER = "whisper"
    REWRITE = "rewrite"
    RETRACT = "retract"
    ANSWER = "answer"


IN_GROUP = frozenset({Kind.POST, Kind.EDIT, Kind.STRIP, Kind.DELETE})
"""Calls that count in a group's window."""


@dataclass(frozen=True)
class Call:
    """One call: when, what, to which chat or person, about which message, whether it was done."""

    at: float
    kind: Kind
    place: str
    message_id: str
    message: Message | None = None
    answer: Answer | None = None
    nonce: str = ""
    done: bool = True

    @property
    def text(self) -> str:
        """What was shown, one line under the other."""
        return text_of(self.message) if self.message else ""


def text_of(message: Message) -> str:
    """Return a message as it reads, without its buttons."""
    return "\n".join(map(plain_text, message.lines))


def labels_of(message: Message) -> list[str]:
    """Return the labels of a message's buttons."""
    return [button.label for row in message.buttons for button in row]


@dataclass
class _Failure:
    error: Exception
    kind: Kind | None
    place: str | None
    times: int
    applied: bool


@dataclass
class RecordingMessenger:
    """See ``Messenger``. ``chats`` holds what each chat or person has before their eyes, by id.

    ``dated`` ids tell when their messages were sent.
    """

    clock: Clock
    pacing: Pacing | None = None
    calls: list[Call] = field(default_factory=list)
    chats: dict[str, dict[str, Message]] = field(default_factory=dict)
    dated: bool = False
    _failures: list[_Failure] = field(default_factory=list)
    _count: int = 0

    # --- what a test says and asks ----------------------------------------------------------

    def fail(
        self,
        error: Exception,
        kind: Kind | None = None,
        place: str | None = None,
        *,
        times: int = 1,
        applied: bool = False,
    ) -> None:
        """Let the next calls of a kind, to a place, fail; ``applied`` ones take effect anyway."""
        self._failures.append(_Failure(error, kind, place, times, applied))

    def to_group(self, chat: ChatId) -> list[Call]:
        """Return every call about a group, tried or done."""
        return [call for call in self.calls if call.place == chat and call.kind in IN_GROUP]

    def of_kind(self, *kinds: Kind) -> list[Call]:
        """Return every call of some kinds."""
        return [call for call in self.calls if call.kind in kinds]

    def newest(self, place: str) -> Message:
        """Return the message at the bottom of a chat."""
        return list(self.chats[place].values())[-1]

    def forget(self, place: str) -> None:
        """Let somebody delete every message of a chat."""
        self.chats[place] = {}

    # --- the platform -----------------------------------------------------------------------

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``."""
        return self._new(Kind.POST, chat, message, nonce)

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        self._change(Kind.EDIT, chat, message_id, message, lambda _: message)

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        self._change(Kind.STRIP, chat, message_id, None, lambda old: replace(old, buttons=()))

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        self._change(Kind.DELETE, chat, message_id, None, lambda _: None)

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``."""
        return self._new(Kind.WHISPER, player, message, nonce)

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        self._change(Kind.REWRITE, player, message_id, message, lambda _: message)

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """See ``Messenger``."""
        self._change(Kind.RETRACT, player, message_id, None, lambda _: None)

    def sent_at(self, message_id: str) -> float | None:
        """See ``Messenger``."""
        sent = self.of_kind(Kind.POST, Kind.WHISPER) if self.dated else []
        return next((call.at for call in sent if call.message_id == message_id), None)

    async def answer(self, request: Request, answer: Answer) -> None:
        """See ``Messenger``."""
        call = Call(
            self.clock.now(), Kind.ANSWER, request.player, request.id, answer.message, answer
        )
        with_failure = self._failing(call)
        self.calls.append(replace(call, done=with_failure is None))
        if with_failure is not None:
            raise with_failure.error

    def _new(self, kind: Kind, place: str, message: Message, nonce: str) -> str:
        earlier = self._with_mark(place, nonce)
        self._count += 1
        message_id = earlier or f"m{self._count}"
        call = Call(self.clock.now(), kind, place, message_id, message, nonce=nonce)
        new = {message_id: message} if earlier is None else {}
        self._carry_out(call, lambda: self._at(place).update(new))
        return message_id

    def _with_mark(self, place: str, nonce: str) -> str | None:
        """Return the message that stands there with this mark, where repeats are known."""
        if self.pacing is None or not self.pacing.repeats_are_known:
            return None
        marked = (call.message_id for call in self.calls if call.nonce == nonce)
        return next((message_id for message_id in marked if message_id in self._at(place)), None)

    def _change(
        self,
        kind: Kind,
        place: str,
        message_id: str,
        message: Message | None,
        change: Callable[[Message], Message | None],
    ) -> None:
        def carry_out() -> None:
            changed = change(self._at(place)[message_id])
            if changed is None:
                del self._at(place)[message_id]
            else:
                self._at(place)[message_id] = changed

        if message_id not in self._at(place):
            self.fail(Gone("no such message"), kind, place)
        self._carry_out(Call(self.clock.now(), kind, place, message_id, message), carry_out)

    def _carry_out(self, call: Call, effect: Callable[[], None]) -> None:
        failure = self._failing(call)
        self.calls.append(replace(call, done=failure is None))
        if failure is None or failure.applied:
            effect()
        if failure is not None:
            raise failure.error

    def _failing(self, call: Call) -> _Failure | None:
        found = next(self._matching(call), None)
        if found is not None:
            found.times -= 1
            if not found.times:
                self._failures.remove(found)
        return found

    def _matching(self, call: Call) -> Iterator[_Failure]:
        return (
            failure
            for failure in self._failures
            if failure.kind in {None, call.kind} and failure.place in {None, call.place}
        )

    def _at(self, place: str) -> dict[str, Message]:
        return self.chats.setdefault(place, {})
