"""What can go wrong between a bot and Telegram, on demand."""

from collections.abc import Callable

from tests.fakes.faults import Fault, Trouble, WaitingFaults
from tests.fakes.telegram.record import Call
from tests.fakes.telegram.refusals import BotApiError

Ordered = Fault[Call, BotApiError]


class Faults(WaitingFaults[Call, BotApiError]):
    """All trouble that waits; what was asked for first comes first.

    Each fault names a ``method`` (``"*"`` is any), perhaps the id of a ``chat``, perhaps ``when``,
    and how many ``times`` it strikes, ``None`` for ever.
    """

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
    ) -> Ordered:
        """Refuse a call; ``parameters`` such as ``retry_after`` go along."""
        refusal = BotApiError(code, description, **parameters)
        return self._add(Fault(Trouble.REFUSED, _fitting(method, chat, when), times, refusal))

    def flood(
        self, method: str, seconds: int, *, chat: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Refuse a call as one too many."""
        description = f"Too Many Requests: retry after {seconds}"
        return self.fail(method, 429, description, chat=chat, times=times, retry_after=seconds)

    def server_error(
        self, method: str, code: int = 502, *, chat: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Answer a call with a fault of the server itself."""
        names = {500: "Internal Server Error", 502: "Bad Gateway", 504: "Gateway Timeout"}
        return self.fail(method, code, names.get(code, "Error"), chat=chat, times=times)

    def lose_request(
        self, method: str, *, chat: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do nothing, and never answer: on ``getUpdates``, a poller that hangs."""
        return self._add(Fault(Trouble.LOST_REQUEST, _fitting(method, chat), times))

    def lose_answer(
        self, method: str, *, chat: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do what was asked, and never answer."""
        return self._add(Fault(Trouble.LOST_ANSWER, _fitting(method, chat), times))

    def delay(
        self, method: str, seconds: float, *, chat: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do what was asked at once, and answer after so many seconds."""
        return self._add(Fault(Trouble.SLOW, _fitting(method, chat), times, seconds=seconds))

    def reset(
        self,
        method: str,
        *,
        applied: bool = False,
        chat: int | None = None,
        times: int | None = 1,
    ) -> Ordered:
        """Break the connection, before or after doing what was asked."""
        trouble = Trouble.RESET_AFTER if applied else Trouble.RESET
        return self._add(Fault(trouble, _fitting(method, chat), times))

    def garble(
        self,
        method: str,
        body: str = "<html><h1>It works!</h1></html>",
        *,
        chat: int | None = None,
        times: int | None = 1,
    ) -> Ordered:
        """Do nothing, and answer with what no Bot API says, as a proxy in between does."""
        return self._add(Fault(Trouble.GARBLED, _fitting(method, chat), times, body=body))


def _fitting(
    method: str, chat: int | None, when: Callable[[Call], bool] | None = None
) -> Callable[[Call], bool]:
    """Return whether a call meets the trouble that is for a method and a chat."""
    return lambda call: (
        method in {"*", call.method}
        and chat in {None, call.chat_id}
        and (when is None or when(call))
    )
