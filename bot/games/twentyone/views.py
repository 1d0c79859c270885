"""What can be seen of a round of 21: by everyone, and by one seat of its own.

Views are built up from nothing. A face-down card is ``None`` in a public view, and whatever would
tell it (a total, a natural) is not there either.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Seat
from bot.cards import Card, OpenCard
from bot.games.base import PrivateView, PublicView, SideBet
from bot.games.twentyone.dials import Dials


class Phase(StrEnum):
    """The parts of a round: values of ``PublicView.phase``."""

    INSURANCE = "insurance"
    PLAYERS = "players"
    BANKER = "banker"
    OVER = "over"


class HandState(StrEnum):
    """Where a hand stands, as everyone may know: a face-down natural that stood has ``stood``."""

    PLAYING = "playing"
    STOOD = "stood"
    DOUBLED = "doubled"
    BUST = "bust"
    NATURAL = "natural"
    TWENTY_ONE = "twenty_one"
    CHARLIE = "charlie"
    SUITED = "suited"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand as everyone sees it, with the chips at stake on it (the bank's: 0).

    ``hand`` counts a seat's hands from 0. A face-down card is ``None``, and so is ``total`` while
    there is one.
    """

    seat: Seat
    hand: int
    cards: tuple[OpenCard | None, ...]
    stake: int
    total: int | None
    soft: bool
    state: HandState


@dataclass(frozen=True, slots=True)
class TwentyOnePublic(PublicView):
    """The table as everyone sees it; ``phase`` is one of ``Phase``.

    ``insured`` are the seats that bought insurance, empty until all have answered. The dials are
    here because what may be offered and what the bank can owe hang on them; so are the bets that
    each seat began with.
    """

    hands: tuple[HandSeen, ...]
    bank: HandSeen
    insured: tuple[Seat, ...]
    dials: Dials
    bets: tuple[int, ...] = ()
    side_bets: tuple[SideBet, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand as its owner sees it; ``current`` marks the one that the next action is for."""

    hand: int
    cards: tuple[Card, ...]
    total: int
    soft: bool
    natural: bool
    stake: int
    state: HandState
    current: bool


@dataclass(frozen=True, slots=True)
class TwentyOnePrivate(PrivateView):
    """What one seat sees of its own.

    ``premium`` is what it put up for insurance, 0 for a no, ``None`` if it was not asked or has
    not answered.
    """

    hands: tuple[OwnHand, ...]
    premium: int | None
