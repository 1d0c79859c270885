"""What scores in cribbage, as the table pegs it: a kind, its points, the cards that make it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from bot.cards import RANKS, Card

CardT = TypeVar("CardT", bound=Card)

FIFTEEN = 15
THIRTY_ONE = 31
SHORTEST_RUN = 3

ORDER = {rank: place for place, rank in enumerate(RANKS)}
"""Where a rank stands in a run: ace lowest, king highest, nothing round the corner (CR-X3)."""


class For(StrEnum):
    """What points are for: the words of records."""

    HEELS = "heels"
    FIFTEEN = "fifteen"
    PAIR = "pair"
    PAIR_ROYAL = "pair-royal"
    DOUBLE_PAIR_ROYAL = "double-pair-royal"
    RUN = "run"
    THIRTY_ONE = "thirty-one"
    GO = "go"
    LAST = "last"
    FLUSH = "flush"
    NOBS = "nobs"


PAIRS = {2: For.PAIR, 3: For.PAIR_ROYAL, 4: For.DOUBLE_PAIR_ROYAL}
"""What so many cards of one rank are called."""


@dataclass(frozen=True, slots=True)
class Scored(Generic[CardT]):
    """Points of one kind, and every combination of cards that scores among them.

    Two fifteens of a hand are one ``Scored`` of 4 points with two ``combinations``.
    """

    kind: For
    points: int
    combinations: tuple[tuple[CardT, ...], ...] = ()


def points_in(scores: Iterable[Scored[CardT]]) -> int:
    """Return the sum of some scores."""
    return sum(scored.points for scored in scores)


def pair_points(count: int) -> int:
    """Return what so many cards of one rank score: 2 for every pair among them (CR-16)."""
    return count * (count - 1)
