"""How fast a bot may ask, as the platform's headers tell it.

A bucket for each route and channel, guild or webhook; fifty requests a second over all, answers to
interactions apart (topics/rate-limits).
"""

import hashlib
import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.ports import Clock
from tests.fakes.discord.messages import Message
from tests.fakes.discord.record import DELETE_MESSAGE, EDIT_MESSAGE, POST_MESSAGE, Call
from tests.fakes.discord.refusals import DiscordError

VIA = {"Via": "1.1 google"}
"""What tells an answer of the platform from one of the network before it."""

OLD_SECONDS = 3600.0
"""From which age on edits of a message are limited (30046)."""

FREE = ("POST /interactions/", "POST /webhooks/", "GET /webhooks/", "PATCH /webhooks/")
"""What the overall limit does not count."""


def limited(seconds: float, *, scope: str = "user", is_global: bool = False) -> DiscordError:
    """Return the refusal of one request too many; ``seconds`` is when to come again."""
    headers = VIA | {
        "Retry-After": str(math.ceil(seconds)),
        "X-RateLimit-Scope": "global" if is_global else scope,
    }
    if is_global:
        headers["X-RateLimit-Global"] = "true"
    refusal = DiscordError(429, 0, "You are being rate limited.", headers=headers)
    refusal.more = {"retry_after": round(seconds, 3), "global": is_global}
    return refusal


PLENTY = 1_000_000
"""How much a bucket holds while the rates are not kept."""

BUCKETS_KEPT = 4096
"""From how many on those that ended are forgotten."""


@dataclass
class Bucket:
    """So many requests in so many seconds, from the first on."""

    most: int
    seconds: float
    used: int = 0
    ends_at: float = 0.0

    def spend(self, now: float) -> float:
        """Count one more; return how long to wait where that is one too many, else 0."""
        if now >= self.ends_at:
            self.used, self.ends_at = 0, now + self.seconds
        if self.used >= self.most:
            return self.ends_at - now
        self.used += 1
        return 0.0

    def headers(self, name: str, now: float) -> dict[str, str]:
        """Return what an answer tells about it."""
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(self.most - self.used),
            "X-RateLimit-Reset": f"{self.ends_at:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.ends_at - now):.3f}",
            "X-RateLimit-Bucket": name,
        }


@dataclass
class Limits:
    """What a bot has asked, and whether that was too much.

    ``enforced`` is off until a test asks for it: the headers then speak of buckets that never end.
    ``routes`` has requests and seconds of those that are not like ``usual``; ``old_edits`` is how
    often a message older than an hour may be edited; ``openings`` how many private chats may be
    opened in so many seconds.
    """

    clock: Clock
    enforced: bool = False
    usual: tuple[int, float] = (5, 5.0)
    routes: dict[str, tuple[int, float]] = field(
        default_factory=lambda: {
            POST_MESSAGE: (5, 5.0),
            EDIT_MESSAGE: (5, 5.0),
            DELETE_MESSAGE: (5, 1.0),
        }
    )
    overall_per_second: int = 50
    old_edits: int = 0
    openings: tuple[int, float] = (10, 60.0)
    buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    _overall: deque[float] = field(default_factory=deque)
    _opened: deque[float] = field(default_factory=deque)

    def spend(self, call: Call, path: Mapping[str, str]) -> dict[str, str]:
        """Count a request, and return the headers of its answer; raises ``DiscordError`` 429."""
        now = self.clock.now()
        major = next((value for name, value in path.items() if name in _MAJOR), "")
        bucket = self._bucket(call.route, major, now)
        if self.enforced:
            self._spend_overall(call, now)
        wait = bucket.spend(now)
        headers = VIA | bucket.headers(_name(call.route), now)
        if wait > 0:
            refusal = limited(wait)
            refusal.headers |= headers
            raise refusal
        return headers

    def _bucket(self, route: str, major: str, now: float) -> Bucket:
        most, seconds = self.routes.get(route, self.usual)
        if not self.enforced:
            most = PLENTY
        found = self.buckets.get((route, major))
        if found is None or found.most != most:
            self._forget_ended(now)
            self.buckets[route, major] = found = Bucket(most, seconds)
        return found

    def _forget_ended(self, now: float) -> None:
        if len(self.buckets) > BUCKETS_KEPT:
            for key in [key for key, bucket in self.buckets.items() if bucket.ends_at <= now]:
                del self.buckets[key]

    def _spend_overall(self, call: Call, now: float) -> None:
        if call.route.startswith(FREE):
            return
        wait = window_wait(self._overall, now, 1.0, self.overall_per_second)
        if wait > 0:
            raise limited(wait, is_global=True)
        self._overall.append(now)

    def spend_old_edit(self, message: Message) -> None:
        """Count an edit of a message that is older than an hour; raises ``DiscordError`` 30046."""
        if self.clock.now() < message.at + OLD_SECONDS:
            return
        if message.old_edits >= self.old_edits:
            sentence = (
                "Maximum number of edits to messages older than 1 hour reached. Try again later"
            )
            raise DiscordError(429, 30046, sentence)
        message.old_edits += 1

    def spend_opening(self) -> None:
        """Count a private chat that is opened; raises ``DiscordError`` 40003."""
        most, seconds = self.openings
        if window_wait(self._opened, self.clock.now(), seconds, most) > 0:
            raise DiscordError(403, 40003, "You are opening direct messages too fast.")
        self._opened.append(self.clock.now())


_MAJOR = {"channel_id", "guild_id", "interaction_token"}
"""What each has buckets of its own: of webhooks their tokens."""


def _name(route: str) -> str:
    return hashlib.sha256(route.encode()).hexdigest()[:32]


def window_wait(times: deque[float], now: float, seconds: float, most: int) -> float:
    """How long until a window has room for one more; times that left it are forgotten."""
    while times and times[0] <= now - seconds:
        times.popleft()
    return times[len(times) - most] + seconds - now if len(times) >= most else 0.0
