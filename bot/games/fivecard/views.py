"""What can be seen of a round: by everyone, and by one seat of its own; and what happens in it.

Views are built up from nothing. A face-down card is ``None`` in a public view, and a total that
would tell it is not there either.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import Dealt, PublicView
from bot.games.points import HandSeen, OwnHands


class Phase(StrEnum):
    """The parts of a round: values of ``PublicView.phase``."""

    PLAYERS = "players"
    OVER = "over"


class Why(StrEnum):
    """Why face-down cards were turned over: words of ``Revealed.why``."""

    BUST = "bust"
    SHOWDOWN = "showdown"


@dataclass(frozen=True, slots=True)
class TieCard(Dealt):
    """A card came to a seat face up that belongs to no hand: it breaks a tie (HF-6)."""


@dataclass(frozen=True, slots=True)
class FiveCardPublic(PublicView):
    """The table as everyone sees it; ``phase`` is one of ``Phase``.

    ``tie_cards`` are what the seats drew that were equally near to 21.
    """

    hands: tuple[HandSeen, ...]
    tie_cards: tuple[tuple[Seat, OpenCard], ...] = ()


@dataclass(frozen=True, slots=True)
class FiveCardPrivate(OwnHands):
    """What one seat sees of its own: one hand, or none in the bank's seat, which nobody holds."""
