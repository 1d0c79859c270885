"""What can go wrong between a bot and Discord, on demand."""

from collections.abc import Callable

from tests.fakes.discord.limits import limited
from tests.fakes.discord.record import SYNC, Call
from tests.fakes.discord.refusals import DiscordError
from tests.fakes.faults import Fault, Trouble, WaitingFaults

Ordered = Fault[Call, DiscordError]

BANNED = (
    "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>"
)


class Faults(WaitingFaults[Call, DiscordError]):
    """All trouble that waits; what was asked for first comes first.

    Each fault names a ``route`` or how one begins (``"*"`` is any), perhaps the id of a
    ``channel``, perhaps ``when``, and how many ``times`` it strikes, ``None`` for ever.
    """

    def fail(
        self,
        route: str,
        status: int = 400,
        code: int = 0,
        message: str = "400: Bad Request",
        *,
        channel: int | None = None,
        times: int | None = 1,
        when: Callable[[Call], bool] | None = None,
    ) -> Ordered:
        """Refuse a call."""
        return self._refuse(DiscordError(status, code, message), route, channel, times, when)

    def rate_limit(
        self,
        route: str,
        seconds: float,
        *,
        scope: str = "user",
        channel: int | None = None,
        times: int | None = 1,
    ) -> Ordered:
        """Refuse a call as one too many; the ``scope`` is user, shared or global."""
        refusal = limited(seconds, scope=scope, is_global=scope == "global")
        return self._refuse(refusal, route, channel, times)

    def ban(self, route: str = "*", *, times: int | None = 1) -> Ordered:
        """Refuse a call before it reaches the platform: 429 without ``Via``, and no JSON."""
        fault = self.garble(route, BANNED, times=times)
        fault.status = 429
        return fault

    def server_error(
        self, route: str, status: int = 502, *, channel: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Answer a call with a fault of the server itself."""
        names = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}
        message = f"{status}: {names.get(status, 'Gateway Timeout')}"
        return self._refuse(DiscordError(status, 0, message), route, channel, times)

    def too_many_commands(self, *, times: int | None = 1) -> Ordered:
        """Refuse to sync: the day's budget of new commands is spent."""
        sentence = "Max number of daily application command creates has been reached (200)"
        return self.fail(SYNC, 400, 30034, sentence, times=times)

    def lose_request(
        self, route: str, *, channel: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do nothing, and never answer."""
        return self._add(Fault(Trouble.LOST_REQUEST, _fitting(route, channel), times))

    def lose_answer(
        self, route: str, *, channel: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do what was asked, and never answer."""
        return self._add(Fault(Trouble.LOST_ANSWER, _fitting(route, channel), times))

    def delay(
        self, route: str, seconds: float, *, channel: int | None = None, times: int | None = 1
    ) -> Ordered:
        """Do what was asked at once, and answer after so many seconds."""
        return self._add(Fault(Trouble.SLOW, _fitting(route, channel), times, seconds=seconds))

    def reset(
        self,
        route: str,
        *,
        applied: bool = False,
        channel: int | None = None,
        times: int | None = 1,
    ) -> Ordered:
        """Break the connection, before or after doing what was asked."""
        trouble = Trouble.RESET_AFTER if applied else Trouble.RESET
        return self._add(Fault(trouble, _fitting(route, channel), times))

    def garble(
        self,
        route: str,
        body: str = "<html><h1>It works!</h1></html>",
        *,
        channel: int | None = None,
        times: int | None = 1,
    ) -> Ordered:
        """Do nothing, and answer with what is no JSON, as a proxy in between does."""
        return self._add(Fault(Trouble.GARBLED, _fitting(route, channel), times, body=body))

    def _refuse(
        self,
        refusal: DiscordError,
        route: str,
        channel: int | None,
        times: int | None,
        when: Callable[[Call], bool] | None = None,
    ) -> Ordered:
        return self._add(Fault(Trouble.REFUSED, _fitting(route, channel, when), times, refusal))


def _fitting(
    route: str, channel: int | None, when: Callable[[Call], bool] | None = None
) -> Callable[[Call], bool]:
    """Return whether a call meets the trouble that is for a route and a channel."""
    return lambda call: (
        (route == "*" or call.route.startswith(route))
        and channel in {None, call.channel_id}
        and (when is None or when(call))
    )
