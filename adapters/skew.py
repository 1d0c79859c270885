"""How wrong our clock is, by the dates of a platform's answers."""

from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

from bot.findings import Finding, failed, ok, skipped, warning

SKEW_SECONDS = 5.0
"""From what on a clock counts as wrong, after what cannot be known is taken off.

A clock that is set over the network is right to a fraction of a second: whatever is off by more
than a few is not set at all and drifts on, towards the age at which what people ask counts as too
old.
"""


@dataclass
class Skew:
    """How far our clock was ahead at the last answer, in seconds; ``None`` while that is unknown.

    ``doubt_seconds`` is how wrong that may be: the date has whole seconds, the answer took time.
    """

    ahead_seconds: float | None = None
    doubt_seconds: float = 0.0

    def note(self, date: str | None, took_seconds: float) -> None:
        """Compare the date of an answer, as its header has it, with our clock."""
        try:
            told = parsedate_to_datetime(date or "")
        except ValueError:
            return
        self.doubt_seconds = 1 + took_seconds
        self.ahead_seconds = (datetime.now(told.tzinfo) - told).total_seconds()


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What a platform bears: ``seconds`` ahead of it and more, and what comes of that."""

    platform: str
    seconds: float
    consequence: str


def judged(name: str, skew: Skew, tolerance: Tolerance) -> Finding:
    """Judge our clock, as the check ``name``; no date is no reason to doubt it."""
    ahead_seconds, platform = skew.ahead_seconds, tolerance.platform
    if ahead_seconds is None:
        return skipped(name, "the answers carry no date to compare it with")
    surely = abs(ahead_seconds) - skew.doubt_seconds
    if surely <= SKEW_SECONDS:
        return ok(name, f"agrees with {platform}'s")
    way = "ahead of" if ahead_seconds > 0 else "behind"
    words = f"{abs(ahead_seconds):,.0f} s {way} {platform}'s: set it over the network (NTP)"
    if ahead_seconds > 0 and surely > tolerance.seconds:
        return failed(name, f"{words}; until then {tolerance.consequence}")
    return warning(name, words)
