"""What a soak found, and the bounds that it holds it to."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.soak.heap import slope

if TYPE_CHECKING:
    from tests.fakes.soak.bot import Noted

MIB = 2**20

SLOPE_MIB_AN_HOUR = 1.0

LATE_SECONDS_MAX = 60.0
"""No message waits longer than the window of a group lasts: 18 of its calls go in each."""

LATE_SECONDS_P99 = 15.0
LATER_SECONDS_MAX = 2.0
"""By how much the oldest message may wait longer at the end of a run than at its start."""


def part_of(values: Sequence[float], part: float) -> float:
    """Return the value that so large a part of all does not exceed; 0 of none."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)] if values else 0.0


@dataclass(frozen=True)
class PlatformFound:
    """One platform, from when all was warm to the end: what was played, sent and answered.

    ``calls`` are those that limits count, ``most`` how many of them it takes in that time.
    ``late`` is how long the oldest message waited, looked up once a second.
    """

    name: str
    tables: int
    rounds: int
    calls: int
    most: float
    answers: int
    throttled: int
    late: Sequence[float]
    unanswered: Sequence[str]
    twice: Sequence[str]

    @property
    def later(self) -> float:
        """How much longer the oldest waited in the last third than in the first."""
        third = len(self.late) // 3
        first, last = self.late[:third], self.late[-third:]
        return part_of(last, 0.5) - part_of(first, 0.5)

    def broken(self) -> list[str]:
        """Return every bound that does not hold, in words."""
        checks = {
            f"{part_of(self.late, 0.99):.1f} s late in 1 of 100 looks": (
                part_of(self.late, 0.99) <= LATE_SECONDS_P99
            ),
            f"{max(self.late):.1f} s late once": max(self.late) <= LATE_SECONDS_MAX,
            f"{self.later:.1f} s later at the end": self.later <= LATER_SECONDS_MAX,
            f"{len(self.unanswered)} presses unanswered, {self.unanswered[:3]}": (
                not self.unanswered
            ),
            f"{len(self.twice)} presses answered twice, {self.twice[:3]}": not self.twice,
        }
        return [f"{self.name}: {words}" for words, holds in checks.items() if not holds]

    def __str__(self) -> str:
        late = " / ".join(
            f"{seconds:5.2f}"
            for seconds in (part_of(self.late, 0.5), part_of(self.late, 0.99), max(self.late))
        )
        used = f"{self.calls / self.most:4.0%}"
        return (
            f"{self.name:<10} {self.tables:>6} {self.rounds:>7} {self.calls:>7} {used:>6}"
            f" {self.throttled:>5} {self.answers:>8}   {late}  {self.later:+6.2f}"
        )


PLATFORM_HEADING = (
    f"{'':<10} {'tables':>6} {'rounds':>7} {'calls':>7} {'of all':>6} {'429':>5} {'answers':>8}"
    f"   {'late p50/p99/max s':^21}  {'later':>6}"
)


@dataclass(frozen=True)
class ProcessFound:
    """The bot's process, from when all was warm to the end."""

    live: Sequence[tuple[float, float]]
    resident: Sequence[float]
    processor_seconds: float

    @property
    def slope(self) -> float:
        """How much memory is alive after an hour more than before, in MiB."""
        return slope(self.live) * 3600 / MIB

    def broken(self, slope_max: float) -> list[str]:
        """Return the bound on memory in words, if it does not hold."""
        return [] if self.slope < slope_max else [f"memory: {self.slope:+.2f} MiB an hour"]

    def __str__(self) -> str:
        live, resident = [size for _, size in self.live], self.resident
        return (
            f"memory: alive {live[0] / MIB:.1f}, at the end {live[-1] / MIB:.1f} MiB,"
            f" {self.slope:+.2f} MiB an hour; resident {resident[0] / MIB:.0f},"
            f" at the end {resident[-1] / MIB:.0f} MiB"
        )


def process_found(noted: "Noted", began: float, ended: float) -> ProcessFound:
    """Read what the bot's process noted between two moments."""
    looks = [n for n, at in enumerate(noted.memory_at) if began <= at <= ended]
    assert len(looks) > 2, "so short a time says nothing of memory"
    return ProcessFound(
        [(noted.memory_at[n], noted.live[n]) for n in looks],
        [noted.resident[n] for n in looks],
        noted.processor[looks[-1]] - noted.processor[looks[0]],
    )


@dataclass(frozen=True)
class Found:
    """Everything; ``problems`` are those of the books, of requests and of the log."""

    began: float
    ended: float
    platforms: Sequence[PlatformFound]
    process: ProcessFound
    problems: Sequence[str]

    def broken(self, slope_max: float = SLOPE_MIB_AN_HOUR) -> list[str]:
        """Return every bound that does not hold, in words; that of memory in MiB an hour."""
        of_platforms = [words for each in self.platforms for words in each.broken()]
        return [*of_platforms, *self.process.broken(slope_max), *self.problems]

    def __str__(self) -> str:
        messages = sum(each.calls for each in self.platforms)
        answers = sum(each.answers for each in self.platforms)
        seconds = self.process.processor_seconds
        return "\n".join(
            [
                f"warm after {self.began / 60:.1f} minutes, then {self.ended - self.began:.0f} s:",
                PLATFORM_HEADING,
                *map(str, self.platforms),
                str(self.process),
                f"processor: {seconds:.0f} s for {messages:,} messages and {answers:,} answers:"
                f" {messages / seconds:.0f} and {answers / seconds:.0f} a second of it",
            ]
        )
