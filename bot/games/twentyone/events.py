"""What happens in a round of 21 beside the events that every game has."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Seat
from bot.games.base import PrivateEvent, PublicEvent


class Why(StrEnum):
    """Why face-down cards were turned over: words of ``Revealed.why``."""

    BUST = "bust"
    SPLIT = "split"
    NATURAL = "natural"
    CHARLIE = "charlie"
    SUITED = "suited"
    LEFT = "left"
    TURN = "turn"
    SHOWDOWN = "showdown"


@dataclass(frozen=True, slots=True)
class Decided(PublicEvent):
    """A hand was lost or won before the showdown: a bust, or a hand that is paid at once.

    ``net`` chips move with all others when the round is settled; ``rule`` is a word of ``RULES``.
    """

    seat: Seat
    hand: int
    net: int
    rule: str


@dataclass(frozen=True, slots=True)
class Answered(PrivateEvent):
    """A seat answered whether it insures; nobody else knows until all have."""

    insured: bool


@dataclass(frozen=True, slots=True)
class Insured(PublicEvent):
    """All have answered: these seats bought insurance."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Peeked(PublicEvent):
    """The banker looked at the hole card; a natural ends the round."""

    natural: bool


@dataclass(frozen=True, slots=True)
class InsuranceDecided(PublicEvent):
    """Insurance was paid or lost."""

    seats: tuple[Seat, ...]
    paid: bool


@dataclass(frozen=True, slots=True)
class SideBetsDecided(PublicEvent):
    """Pair bets were paid or lost: chips by seat."""

    net: Mapping[Seat, int]
