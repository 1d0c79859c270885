"""A round of 21 as a value, and a step of it in the making."""

from dataclasses import dataclass, replace

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
from bot.games.twentyone.dials import Dials, Face
from bot.games.twentyone.events import Why
from bot.games.twentyone.hands import Hand
from bot.games.twentyone.views import Phase


@dataclass(frozen=True, slots=True)
class Box:
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
        return next((index for index, hand in enumerate(self.hands) if hand.end is None), None)


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

    def hand(self, seat: Seat, index: int = 0) -> Hand:
        """Return one hand of a seat, or the banker's."""
        return self.bank if seat == BANKER else self.boxes[seat].hands[index]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players' seats, in the order of play."""
        return tuple(Seat(seat) for seat in range(len(self.boxes)))


class Draft:
    """A step in the making: the state so far, what happened, what was put up."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.stakes: list[Stake] = []

    def step(self) -> Step[State]:
        """Return the finished step."""
        return Step(self.state, tuple(self.events), tuple(self.stakes))

    def put_box(self, seat: Seat, box: Box) -> None:
        """Replace a seat's box."""
        boxes = self.state.boxes
        self.state = replace(self.state, boxes=(*boxes[:seat], box, *boxes[seat + 1 :]))

    def put(self, seat: Seat, index: int, hand: Hand) -> None:
        """Replace one hand of a seat, or the banker's."""
        if seat == BANKER:
            self.state = replace(self.state, bank=hand)
            return
        box = self.state.boxes[seat]
        hands = (*box.hands[:index], hand, *box.hands[index + 1 :])
        self.put_box(seat, replace(box, hands=hands))

    def put_up(self, seat: Seat, chips: int) -> None:
        """Note chips that a seat stakes."""
        self.stakes.append(Stake(seat, chips))

    def give(self, seat: Seat, index: int, face: Face) -> None:
        """Deal the next card to a hand.

        Raises ``Refusal(not_now, "no-card-left")`` when the deck of a record is too short.
        """
        if self.state.drawn >= len(self.state.deck):
            raise not_now("no-card-left")
        card = self.state.deck[self.state.drawn]
        self.state = replace(self.state, drawn=self.state.drawn + 1)
        hand = self.state.hand(seat, index)
        place = len(hand.cards)
        dealt = replace(hand, cards=(*hand.cards, card))
        if face is Face.OPEN:
            self.events.append(Dealt(seat, face_up(card), index))
        else:
            dealt = replace(dealt, face_down=(*hand.face_down, place))
            self.events.append(DealtFaceDown(seat, index))
            if seat != BANKER or self.state.bank_by is Bank.PLAYER:
                self.events.append(HoleCard(seat, card))
        self.put(seat, index, dealt)

    def reveal(self, seat: Seat, index: int, why: Why) -> None:
        """Turn over what lies face down in a hand, if anything does."""
        hand = self.state.hand(seat, index)
        if hand.face_down:
            cards = tuple(face_up(hand.cards[place]) for place in hand.face_down)
            self.put(seat, index, replace(hand, face_down=()))
            self.events.append(Revealed(seat, cards, why, index))
