"""The dials of cribbage: names and values are those that records and commands write.

``rules.md``, sections 6 and 9.1, decision 13. Where the field knows variants that are not played
here, the dial says so by having one value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.basics import Refusal, not_now
from bot.games.dials import Within
from bot.games.reading import Reader, changed


class Target(StrEnum):
    """How many points win: twice round the board, or once (CR-X13)."""

    TWICE_ROUND = "121"
    ONCE_ROUND = "61"

    @property
    def points(self) -> int:
        """The number itself."""
        return int(self.value)


class FirstDeal(StrEnum):
    """Who deals first: of two cards that are cut the lower one's owner (CR-X1)."""

    CUT_LOW = "cut_low"


class Muggins(StrEnum):
    """Whether overlooked points may be claimed: nothing is overlooked (CR-X15)."""

    OFF = "off"


class CribFlush(StrEnum):
    """What a flush in the crib takes: the starter too (CR-X11)."""

    FIVE_ONLY = "five_only"


@dataclass(frozen=True, slots=True)
class Dials:
    """One set of rules, complete; the defaults are ``cribbage``.

    Whoever loses with fewer points than ``skunk_line`` is skunked (CR-X14), with fewer than
    ``double_skunk_line`` doubly so; ``None``: there is no such line.
    """

    target: Target = Target.TWICE_ROUND
    skunk_line: Annotated[int, Within(1, 120)] | None = 91
    double_skunk_line: Annotated[int, Within(1, 120)] | None = 61
    first_deal: FirstDeal = FirstDeal.CUT_LOW
    muggins: Muggins = Muggins.OFF
    crib_flush: CribFlush = CribFlush.FIVE_ONLY
    heels: Annotated[int, Within(2, 2)] = 2  # CR-5
    turn_minutes: Annotated[int, Within(1, 24 * 60)] | None = None  # slow matches, over days


PRESETS: Mapping[str, Dials] = {"cribbage": Dials()}
"""Every preset by the name that records and commands give it; the first is the default."""

MENU: Mapping[str, Sequence[str]] = {
    "target": tuple(target.value for target in Target),
    "turn_minutes": ("none", "10", "60", "1440"),
}
"""The dials that groups turn most."""

RESERVED = frozenset({("muggins", "on"), ("crib_flush", "four"), ("first_deal", "cut_high")})
"""Values that name something this game does not play (CR-X15); they are refused as such."""

_ONCE_ROUND = {"skunk_line": "31", "double_skunk_line": "none"}
"""Where the lines lie in a game to 61 (decision 13)."""


def problem(dials: Dials) -> Refusal | None:
    """Return why dials cannot be played together, ``None`` if they can (decision 12)."""
    skunk, double, target = dials.skunk_line, dials.double_skunk_line, dials.target.points
    if skunk is not None and skunk > target:
        return not_now("skunk-line-too-high", target=target)
    if double is not None and (skunk is None or double >= skunk):
        return not_now("double-skunk-line-too-high", line=skunk or 0)
    return None


READER = Reader(Dials, RESERVED, problem)
"""Reads the dials of cribbage."""


def with_read(dials: Dials, options: Mapping[str, str]) -> Dials:
    """Return dials with some values read; a game once round has lines of its own (decision 13)."""
    once = READER.read("target", options.get("target", dials.target)) is Target.ONCE_ROUND
    return READER.with_read(dials, {**(_ONCE_ROUND if once else {}), **options})


def written(preset: Dials, dials: Dials) -> Mapping[str, str]:
    """Return what differs from a preset as ``with_read`` reads it back."""
    target = {} if dials.target is preset.target else {"target": dials.target.value}
    return {**target, **changed(with_read(preset, target), dials)}
