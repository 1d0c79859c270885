"""What can be seen of a round of 21: by everyone, and by one seat of its own.

Views are built up from nothing. A face-down card is ``None`` in a public view, and whatever would
tell it (a total, a natural) is not there either.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import PublicView, SideBet
from bot.games.points import HandSeen, OwnHands
from bot.games.twentyone.dials import Dials


class Phase(StrEnum):
    """The parts of a round: values of ``PublicView.phase``."""

    INSURANCE = "insurance"
    PLAYERS = "players"
    BANKER = "banker"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TwentyOnePublic(PublicView):
    """The table as everyone sees it; ``phase`` is one of ``Phase``.

    ``insured`` are the seats that bought insurance, empty until all have answered. The dials are
    here because what may be offered and what the bank can owe hang on them; so are the bets that
    each seat began with, and the two cards it was ``dealt``, which pair bets are about.
    """

    hands: tuple[HandSeen, ...]
    bank: HandSeen
    insured: tuple[Seat, ...]
    dials: Dials
    bets: tuple[int, ...] = ()
    dealt: tuple[tuple[OpenCard | None, ...], ...] = ()
    side_bets: tuple[SideBet, ...] = ()


@dataclass(frozen=True, slots=True)
class TwentyOnePrivate(OwnHands):
    """What one seat sees of its own.

    ``premium`` is what it put up for insurance, 0 for a no, ``None`` if it was not asked or has
    not answered.
    """

    premium: int | None
