"""A round as a value, and a step of it in the making."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from bot.basics import Seat, not_now
from bot.cards import Card, OpenCard, face_up
from bot.games.base import Dealt, DealtFaceDown, Event, HoleCard, Revealed, Step
from bot.games.dials import Face
from bot.games.fivecard.dials import Dials
from bot.games.fivecard.views import Phase, TieCard, Why
from bot.games.points import TWENTY_ONE, Total, total_of


class End(StrEnum):
    """How a hand ended."""

    STOOD = "stood"
    BUST = "bust"
    LEFT = "left"


@lru_cache
def _seats(players: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(players)))


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat plays. ``face_down`` are the positions of its cards that lie face down.

    ``left`` says that its owner has gone; by the rules that forfeit it, it ends as ``LEFT``.
    """

    cards: tuple[Card, ...] = ()
    face_down: tuple[int, ...] = ()
    end: End | None = None
    left: bool = False

    @property
    def total(self) -> Total:
        """What it is worth."""
        return total_of(self.cards)


@dataclass(frozen=True, slots=True)
class State:
    """A round of the five-card game. ``stake`` is what each seat has put up.

    ``drawn`` counts the cards taken from ``deck``.
    """

    dials: Dials
    stake: int
    hands: tuple[Hand, ...]
    deck: tuple[Card, ...]
    drawn: int = 0
    phase: Phase = Phase.PLAYERS
    tie_cards: tuple[tuple[Seat, OpenCard], ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in the order of play."""
        return _seats(len(self.hands))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats whose hands have not ended."""
        return tuple(seat for seat in self.seats if self.hands[seat].end is None)


def draws_no_more(hand: Hand, dials: Dials) -> bool:
    """Whether its owner can only stand: the right to draw exists below 21 (HF-2, A-HF-9)."""
    return dials.auto_stand_21 and hand.total.points == TWENTY_ONE


class Draft:
    """A step in the making: the state so far, and what happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def step(self) -> Step[State]:
        """Return the finished step; nothing but the first stake is ever put up (A-HF-6)."""
        return Step(self.state, tuple(self.events))

    def put(self, seat: Seat, hand: Hand) -> None:
        """Replace a seat's hand."""
        hands = self.state.hands
        self.state = replace(self.state, hands=(*hands[:seat], hand, *hands[seat + 1 :]))

    def draw(self) -> Card:
        """Take the next card of the deck.

        Raises ``Refusal(not_now, "no-card-left")`` when the deck of a record is too short.
        """
        if self.state.drawn >= len(self.state.deck):
            raise not_now("no-card-left")
        card = self.state.deck[self.state.drawn]
        self.state = replace(self.state, drawn=self.state.drawn + 1)
        return card

    def give(self, seat: Seat, face: Face) -> None:
        """Deal the next card to a hand."""
        card, hand = self.draw(), self.state.hands[seat]
        dealt = replace(hand, cards=(*hand.cards, card))
        if face is Face.OPEN:
            self.events.append(Dealt(seat, face_up(card)))
        else:
            dealt = replace(dealt, face_down=(*hand.face_down, len(hand.cards)))
            self.events += [DealtFaceDown(seat), HoleCard(seat, card)]
        self.put(seat, dealt)

    def break_tie(self, seat: Seat) -> None:
        """Let a seat draw the card that breaks a tie."""
        card = face_up(self.draw())
        tie_cards = (*self.state.tie_cards, (seat, card))
        self.state = replace(self.state, tie_cards=tie_cards)
        self.events.append(TieCard(seat, card))

    def reveal(self, seat: Seat, why: Why) -> None:
        """Turn over what lies face down in a hand, if anything does."""
        hand = self.state.hands[seat]
        if hand.face_down:
            cards = tuple(face_up(hand.cards[place]) for place in hand.face_down)
            self.put(seat, replace(hand, face_down=()))
            self.events.append(Revealed(seat, cards, why))
