"""Dials that several games turn, and what a dial is made of (``rules.md``, section 9.1)."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Direction(StrEnum):
    """Which way bank or first move pass round the table; turns go clockwise (A-CN-15)."""

    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"


class Face(StrEnum):
    """How a card lies."""

    HIDDEN = "hidden"
    OPEN = "open"


class EscapePlayer(StrEnum):
    """What a player who leaves in a round does: stands, or forfeits (decision 8)."""

    AUTO_STAND = "auto_stand"
    INITIAL_BET = "initial_bet"


class Shuffle(StrEnum):
    """When the deck is shuffled (A-GEN-4)."""

    EVERY_ROUND = "every_round"


@dataclass(frozen=True, slots=True)
class Within:
    """The least and the largest value that a number may have."""

    least: int | Fraction
    most: int
