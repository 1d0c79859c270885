"""What can go wrong between a bot and the platform, on demand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from tests.fakes.telegram.record import Call
from tests.fakes.telegram.refusals import BotApiError


class Trouble(Enum):
    """How a call goes wrong."""

    REFUSED = auto()
    LOST_REQUEST = auto()
    LOST_ANSWER = auto()
    SLOW = auto()
    RESET = auto()
    RESET_AFTER = auto()
    GARBLED = auto()

    @property
    def applies(self) -> bool:
        """Whether the call takes effect all the same."""
        return self in {Trouble.LOST_ANSWER, Trouble.SLOW, Trouble.RESET_AFTER}


@dataclass(eq=False)
class Fault:
    """Trouble that waits for calls: ``left`` says for how many, ``None`` for all to come."""

    trouble: Trouble
    method: str
    chat_id: int | None
    left: int | None
    refusal: BotApiError | None = None
    seconds: float = 0.0
    when: Callable[[Call], bool] | None = None
    taken: int = 0
    body: str = ""

    def fits(self, call: Call) -> bool:
        """Whether a call meets this trouble."""
        return (
            self.left != 0
            and self.method in {"*", call.method}
            and self.chat_id in {None, call.chat_id}
            and (self.when is None or self.when(call))
        )

    def lift(self) -> None:
        """End the trouble."""
        self.left = 0


@dataclass
class Faults:
    """All trouble that waits; what was asked for first comes first.

    Each fault names a ``method`` (``"*"`` is any), perhaps the id of a ``chat``, perhaps ``when``,
    and how many ``times`` it strikes, ``None`` for ever.
    """

    waiting: list[Fault] = field(default_factory=list)

    def fail(
        self,
        method: str,
        code: int = 400,
        description: str = "Bad Request: something went wrong",
        *,
        chat: int | None = None,
        times: int | None = 1,
        when: Callable[[Call], bool] | None = None,
        **parameters: int,
    ) -> Fault:
        """Refuse a call; ``parameters`` such as ``retry_after`` go along."""
        refusal = BotApiError(code, description, **parameters)
        return self._add(Fault(Trouble.REFUSED, method, chat, times, refusal, when=when))

    def flood(
        self, method: str, seconds: int, *, chat: int | None = None, times: int | None = 1
    ) -> Fault:
        """Refuse a call as one too many."""
        description = f"Too Many Requests: retry after {seconds}"
        return self.fail(method, 429, description, chat=chat, times=times, retry_after=seconds)

    def server_error(
        self, method: str, code: int = 502, *, chat: int | None = None, times: int | None = 1
    ) -> Fault:
        """Answer a call with a fault of the server itself."""
        names = {500: "Internal Server Error", 502: "Bad Gateway", 504: "Gateway Timeout"}
        return self.fail(method, code, names.get(code, "Error"), chat=chat, times=times)

    def lose_request(self, method: str, *, chat: int | None = None, times: int | None = 1) -> Fault:
        """Do nothing, and never answer: on ``getUpdates``, a poller that hangs."""
        return self._add(Fault(Trouble.LOST_REQUEST, method, chat, times))

    def lose_answer(self, method: str, *, chat: int | None = None, times: int | None = 1) -> Fault:
        """Do what was asked, and never answer."""
        return self._add(Fault(Trouble.LOST_ANSWER, method, chat, times))

    def delay(
        self, method: str, seconds: float, *, chat: int | None = None, times: int | None = 1
    ) -> Fault:
        """Do what was asked at once, and answer after so many seconds."""
        return self._add(Fault(Trouble.SLOW, method, chat, times, seconds=seconds))

    def reset(
        self,
        method: str,
        *,
        applied: bool = False,
        chat: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Break the connection, before or after doing what was asked."""
        trouble = Trouble.RESET_AFTER if applied else Trouble.RESET
        return self._add(Fault(trouble, method, chat, times))

    def garble(
        self,
        method: str,
        body: str = "<html><h1>It works!</h1></html>",
        *,
        chat: int | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Do nothing, and answer with what no Bot API says, as a proxy in between does."""
        return self._add(Fault(Trouble.GARBLED, method, chat, times, body=body))

    def strike(self, call: Call) -> Fault | None:
        """Return the trouble that a call meets, and count it."""
        fault = next((fault for fault in self.waiting if fault.fits(call)), None)
        if fault is not None:
            fault.taken += 1
            call.fault = fault.trouble.name.lower()
            if fault.left is not None:
                fault.left -= 1
        return fault

    def _add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault
