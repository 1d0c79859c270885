"""Hands of 21: what a hand is called, when it ends of itself."""

from enum import StrEnum
from typing import NamedTuple

from bot.cards import Card
from bot.games.dials import Face
from bot.games.points import TWENTY_ONE, HandState, Total, total_of
from bot.games.twentyone.dials import Dials, NaturalSettled

CHARLIE_CARDS = 5
_RUN = frozenset("678")


class End(StrEnum):
    """How a hand ended, which only its owner may know in full: a 21 that stood is ``STOOD``."""

    STOOD = "stood"
    DOUBLED = "doubled"
    BUST = "bust"
    CHARLIE = "charlie"
    SUITED = "suited"
    LEFT = "left"


class Hand(NamedTuple):
    """One hand of a box, or the banker's.

    ``face_down`` are the positions of its cards that lie face down. ``bet`` is what the hand began
    with, ``stake`` what is on it now; the banker's are 0. ``split``: it comes from a split.
    """

    cards: tuple[Card, ...] = ()
    face_down: tuple[int, ...] = ()
    bet: int = 0
    stake: int = 0
    split: bool = False
    end: End | None = None

    def taking(self, card: Card, face: Face) -> "Hand":
        """Return the hand with one card more."""
        lying = self.face_down if face is Face.OPEN else (*self.face_down, len(self.cards))
        return Hand((*self.cards, card), lying, self.bet, self.stake, self.split, self.end)

    def raised(self, chips: int) -> "Hand":
        """Return the hand with more chips on it."""
        stake = self.stake + chips
        return Hand(self.cards, self.face_down, self.bet, stake, self.split, self.end)

    def halves(self) -> "tuple[Hand, ...]":
        """Return the hands of one card each that a split makes, face up (A-QQ-8)."""
        return tuple(Hand((card,), (), self.bet, self.stake, split=True) for card in self.cards)

    def lying(self, face_down: tuple[int, ...]) -> "Hand":
        """Return the hand with other cards face down."""
        return Hand(self.cards, face_down, self.bet, self.stake, self.split, self.end)

    def ended(self, end: End) -> "Hand":
        """Return the hand as it ended."""
        return Hand(self.cards, self.face_down, self.bet, self.stake, self.split, end)

    @property
    def total(self) -> Total:
        """What it is worth."""
        return total_of(self.cards)

    @property
    def doubled(self) -> bool:
        """Whether its stake was doubled."""
        return self.stake > self.bet

    @property
    def split_ace(self) -> bool:
        """Whether it is one half of two aces."""
        return self.split and self.cards[0].rank == "A"


def is_natural(hand: Hand, dials: Dials) -> bool:
    """Whether the first two cards are an ace and a ten (QQ-8, HC-4, HB-18, CN-6).

    After a split it is an ordinary 21 unless the dials say otherwise (QQ-15, HC-9, CN-23).
    """
    fits = len(hand.cards) == 2 and hand.total.points == TWENTY_ONE
    return fits and not (hand.split and dials.split_natural_is_21)


def _earns_bonus(hand: Hand, dials: Dials) -> bool:
    """Whether its shape counts where the hand was split or doubled (A-HB-9)."""
    after_split = dials.bonus_after_split or not hand.split
    return after_split and (dials.bonus_after_double or not hand.doubled)


def is_charlie(hand: Hand, dials: Dials) -> bool:
    """Whether five cards without a bust earn their bonus (HB-19)."""
    fits = len(hand.cards) == CHARLIE_CARDS and hand.total.points <= TWENTY_ONE
    return dials.five_card_payout is not None and fits and _earns_bonus(hand, dials)


def run_suit(cards: tuple[Card, ...]) -> str:
    """Return the suit of cards that are, or may still become, 6, 7, 8 of one suit, else nothing."""
    suits = {card.suit for card in cards}
    ranks = {card.rank for card in cards}
    may = len(suits) == 1 and len(ranks) == len(cards) and ranks <= _RUN
    return suits.pop() if may else ""


def is_suited_run(hand: Hand, dials: Dials) -> bool:
    """Whether it is exactly 6, 7, 8 of one suit, in any order (HB-15, A-HB-3)."""
    if dials.suited_678_payout is None or len(hand.cards) != 3:
        return False
    return run_suit(hand.cards) != "" and _earns_bonus(hand, dials)


def reports_natural(hand: Hand, dials: Dials) -> bool:
    """Whether it is a natural that must be shown at once (HB-13, HB-18)."""
    return dials.natural_settled is NaturalSettled.AT_ONCE and is_natural(hand, dials)


def draws_no_more(hand: Hand, dials: Dials) -> bool:
    """Whether its owner can only stand: a natural (A-QQ-5), or 21 where that is the end (QQ-10)."""
    full = dials.auto_stand_21 and hand.total.points == TWENTY_ONE
    return full or is_natural(hand, dials)


def own_end(hand: Hand, dials: Dials) -> End | None:
    """Return how a hand ends without its owner's word, ``None`` while it is to be played.

    Decision 3: a hand with a face-down card ends of itself only by what everyone can see, or by
    what the rules want reported. A split ace is the business of ``acting.close_hands``.
    """
    if hand.total.points > TWENTY_ONE:
        return End.BUST
    if is_charlie(hand, dials):
        return End.CHARLIE
    if is_suited_run(hand, dials):
        return End.SUITED
    if hand.doubled:
        return End.DOUBLED  # QQ-13
    full = dials.max_cards is not None and len(hand.cards) >= dials.max_cards
    shown = not hand.face_down and draws_no_more(hand, dials)
    return End.STOOD if full or shown or reports_natural(hand, dials) else None


def state_of(hand: Hand, dials: Dials) -> HandState:
    """Return what everyone may know of where a hand stands."""
    if hand.end is None:
        return HandState.PLAYING
    if hand.end is End.STOOD and not hand.face_down:
        if is_natural(hand, dials):
            return HandState.NATURAL
        if hand.total.points == TWENTY_ONE:
            return HandState.TWENTY_ONE
    return HandState(hand.end.value)
