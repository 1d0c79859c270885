"""What games of points share: what cards are worth, a hand as everyone and as its owner sees it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot.basics import Seat
from bot.cards import Card, OpenCard, face_up
from bot.games.base import PrivateView

TWENTY_ONE = 21
_VALUES = {str(pips): pips for pips in range(2, 10)} | {"A": 1} | dict.fromkeys("TJQK", 10)


class Total(NamedTuple):
    """What a hand is worth, and whether an ace in it counts eleven."""

    points: int
    soft: bool


def value_of(rank: str) -> int:
    """Return what a rank is worth, an ace 1 (QQ-7, HC-3, HF-8, HB-1, CN-4)."""
    return _VALUES[rank]


@lru_cache(maxsize=2**14)
def total_of(cards: tuple[Card, ...]) -> Total:
    """Return the best total: one ace counts eleven where that does not bust (A-HC-9).

    Remembered, for every rule asks for it.
    """
    hard = sum(_VALUES[card.rank] for card in cards)
    if hard <= TWENTY_ONE - 10 and any(card.rank == "A" for card in cards):
        return Total(hard + 10, soft=True)
    return Total(hard, soft=False)


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


class Outcome(StrEnum):
    """How a hand ended for its player: values of ``HandResult.outcome``."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


OUTCOMES: dict[Outcome, str] = {
    Outcome.WIN: "the player won chips with the hand",
    Outcome.PUSH: "the stake came back",
    Outcome.LOSE: "the player lost chips with the hand",
}
"""What each outcome means; the README lists them."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand as everyone sees it, with the chips at stake on it (the bank's: 0).

    ``hand`` counts a seat's hands from 0. A face-down card is ``None``, and so is ``total`` while
    there is one. ``won`` are chips that the hand has won already, whatever else comes.
    """

    seat: Seat
    hand: int
    cards: tuple[OpenCard | None, ...]
    stake: int
    total: int | None
    soft: bool
    state: HandState
    won: int = 0


class Lying(Protocol):
    """A hand of any game, as far as what may be seen of it goes."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards."""

    @property
    def face_down(self) -> tuple[int, ...]:
        """Which of them lie face down, by their places."""


def seen(
    seat: Seat, index: int, hand: Lying, stake: int, state: HandState, *, won: int = 0
) -> HandSeen:
    """Return a hand as everyone sees it."""
    cards = tuple(
        None if place in hand.face_down else face_up(card) for place, card in enumerate(hand.cards)
    )
    total, soft = (None, False) if hand.face_down else total_of(hand.cards)
    return HandSeen(seat, index, cards, stake, total, soft, state, won)


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand as its owner sees it; ``current`` marks the one that the next action is for.

    ``natural``: it is an ace and a ten where the game makes more of that than of other 21s.
    """

    hand: int
    cards: tuple[Card, ...]
    total: int
    soft: bool
    natural: bool
    stake: int
    state: HandState
    current: bool


@dataclass(frozen=True, slots=True)
class OwnHands(PrivateView):
    """What one seat sees of its own."""

    hands: tuple[OwnHand, ...]
