"""What can be seen of a deal: by everyone, and by one seat of its own; and what happens in it.

Views are built up from nothing: what a seat holds or has laid away is in its own view alone.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Seat
from bot.cards import Card, OpenCard
from bot.games.base import Dealt, PrivateView, PublicEvent, PublicView, Revealed
from bot.games.cribbage.actions import Move
from bot.games.cribbage.points import For, Scored


class Phase(StrEnum):
    """The parts of a deal: values of ``PublicView.phase``."""

    DISCARD = "discard"
    PLAY = "play"
    OVER = "over"


class When(StrEnum):
    """In which part of a deal points are made: the words of records."""

    STARTER = "starter"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"


class Why(StrEnum):
    """Why a card was turned over: words of ``Revealed.why``."""

    PLAYED = "played"
    GO = "go"
    CRIB = "crib"


@dataclass(frozen=True, slots=True)
class Starter(Dealt):
    """The starter was turned over; its seat is the dealer's (CR-4)."""


@dataclass(frozen=True, slots=True)
class Gone(Revealed):
    """A seat said go: that shows of its cards that none can be played (CR-10)."""


@dataclass(frozen=True, slots=True)
class Pegged(PublicEvent):
    """Points were pegged: of one kind, nominal, whatever of them was still needed."""

    seat: Seat
    scored: Scored[OpenCard]
    when: When

    @property
    def points(self) -> int:
        """How many."""
        return self.scored.points

    @property
    def kind(self) -> For:
        """What for."""
        return self.scored.kind


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was played: by whom, and which of the cards dealt to them it was (1 to 6)."""

    seat: Seat
    place: int
    card: OpenCard


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand, or the crib, as it was counted with the starter."""

    seat: Seat
    cards: tuple[OpenCard, ...]
    crib: bool
    scored: tuple[Scored[OpenCard], ...]


@dataclass(frozen=True, slots=True)
class CribbagePublic(PublicView):
    """The table as everyone sees it; ``phase`` is one of ``Phase``.

    ``scores`` are by seat. ``laid_away`` are the seats that have discarded. ``count`` adds up the
    cards of ``played`` from ``reset_at`` on. ``log`` are all points of this deal in order,
    ``shows`` what was counted at its end, ``winner`` who has won the match. ``of_itself`` are the
    goes and last cards that followed from the last move: said afterwards, they change nothing
    (decision 13).
    """

    dealer: Seat
    target: int
    scores: tuple[int, ...]
    laid_away: tuple[Seat, ...]
    starter: OpenCard | None
    played: tuple[Laid, ...]
    reset_at: int
    count: int
    log: tuple[Pegged, ...]
    shows: tuple[Shown, ...]
    winner: Seat | None
    of_itself: tuple[tuple[Seat, Move], ...]


@dataclass(frozen=True, slots=True)
class CribbagePrivate(PrivateView):
    """What one seat sees of its own: the six cards dealt to it, ``places`` counted from 1.

    ``laid_away`` and ``played`` are places; ``playable`` those that can be played now.
    """

    cards: tuple[Card, ...] = ()
    laid_away: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    playable: tuple[int, ...] = ()
