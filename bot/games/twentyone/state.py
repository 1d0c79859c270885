"""A round of 21 as a value, and a step of it in the making."""

from dataclasses import dataclass, field
from typing import NamedTuple

from bot.basics import BANKER, Seat, not_now
from bot.cards import Card, face_up
from bot.games.base import (
    Bank,
    Dealt,
    DealtFaceDown,
    Event,
    HoleCard,
    Revealed,
    SideBet,
    Stake,
    Step,
)
from bot.games.dials import Face
from bot.games.twentyone.dials import SEATS_MAX, Dials
from bot.games.twentyone.events import Why
from bot.games.twentyone.hands import Hand
from bot.games.twentyone.views import Phase


class Box(NamedTuple):
    """What one player plays: one hand, after splits several.

    ``dealt`` are the two cards that pair bets are about. ``asked``: insurance was offered;
    ``premium`` is what was put up for it, 0 for a no, ``None`` before the answer.
    """

    bet: int
    hands: tuple[Hand, ...]
    dealt: tuple[Card, ...] = ()
    asked: bool = False
    premium: int | None = None
    left: bool = False

    @property
    def undecided(self) -> bool:
        """Whether an answer about insurance is waited for."""
        return self.asked and self.premium is None

    @property
    def current(self) -> int | None:
        """The first hand that is still played, ``None`` if there is none."""
        for index, hand in enumerate(self.hands):
            if hand.end is None:
                return index
        return None

    def playing(self, index: int, hand: Hand) -> "Box":
        """Return the box with another hand in that place."""
        hands = (*self.hands[:index], hand, *self.hands[index + 1 :])
        return Box(self.bet, hands, self.dealt, self.asked, self.premium, self.left)


@dataclass(frozen=True, slots=True)
class State:
    """A round of 21.

    ``drawn`` counts the cards taken from ``deck``. ``insurance_open`` and ``pairs_open`` say that
    such bets are still to be decided, ``bank_left`` that the banker has gone.
    """

    dials: Dials
    bank_by: Bank
    boxes: tuple[Box, ...]
    bank: Hand
    deck: tuple[Card, ...]
    side_bets: tuple[SideBet, ...] = ()
    phase: Phase = Phase.PLAYERS
    drawn: int = 0
    insurance_open: bool = False
    pairs_open: bool = False
    bank_left: bool = False


@dataclass(slots=True)
class Draft:
    """A step in the making: the round so far, as ``State`` has it, what happened, what was put up.

    Nobody else holds it, so it changes in place: a step touches a hand a dozen times.
    """

    dials: Dials
    bank_by: Bank
    boxes: list[Box]
    bank: Hand
    deck: tuple[Card, ...]
    side_bets: tuple[SideBet, ...] = ()
    phase: Phase = Phase.PLAYERS
    drawn: int = 0
    insurance_open: bool = False
    pairs_open: bool = False
    bank_left: bool = False
    events: list[Event] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> "Draft":
        """Return the draft of a step from there; the state stays as it is."""
        return cls(
            state.dials,
            state.bank_by,
            list(state.boxes),
            state.bank,
            state.deck,
            state.side_bets,
            state.phase,
            state.drawn,
            state.insurance_open,
            state.pairs_open,
            state.bank_left,
        )

    def step(self) -> Step[State]:
        """Return the finished step."""
        state = State(
            self.dials,
            self.bank_by,
            tuple(self.boxes),
            self.bank,
            self.deck,
            self.side_bets,
            self.phase,
            self.drawn,
            self.insurance_open,
            self.pairs_open,
            self.bank_left,
        )
        return Step(state, tuple(self.events), tuple(self.stakes))

    def hand(self, seat: Seat, index: int = 0) -> Hand:
        """Return one hand of a seat, or the banker's."""
        return self.bank if seat == BANKER else self.boxes[seat].hands[index]

    def put(self, seat: Seat, index: int, hand: Hand) -> None:
        """Replace one hand of a seat, or the banker's."""
        if seat == BANKER:
            self.bank = hand
        else:
            self.boxes[seat] = self.boxes[seat].playing(index, hand)

    def put_up(self, seat: Seat, chips: int) -> None:
        """Note chips that a seat stakes."""
        self.stakes.append(Stake(seat, chips))

    def give(self, seat: Seat, index: int, face: Face) -> None:
        """Deal the next card to a hand.

        Raises ``Refusal(not_now, "no-card-left")`` when the deck of a record is too short.
        """
        if self.drawn >= len(self.deck):
            raise not_now("no-card-left")
        card = self.deck[self.drawn]
        self.drawn += 1
        self.put(seat, index, self.hand(seat, index).taking(card, face))
        if face is Face.OPEN:
            self.events.append(Dealt(seat, face_up(card), index))
            return
        self.events.append(DealtFaceDown(seat, index))
        if seat != BANKER or self.bank_by is Bank.PLAYER:
            self.events.append(HoleCard(seat, card))

    def reveal(self, seat: Seat, index: int, why: Why) -> None:
        """Turn over what lies face down in a hand, if anything does."""
        hand = self.hand(seat, index)
        if hand.face_down:
            cards = tuple(face_up(hand.cards[place]) for place in hand.face_down)
            self.put(seat, index, hand.lying(()))
            self.events.append(Revealed(seat, cards, why, index))


Round = State | Draft
"""A round as rules read it, whether it stands still or is about to."""


def seats_of(game: Round) -> tuple[Seat, ...]:
    """Return the players' seats, in the order of play."""
    return _SEATS[: len(game.boxes)]


_SEATS = tuple(map(Seat, range(SEATS_MAX)))
