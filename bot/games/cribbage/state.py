"""A deal as a value, and a step of it in the making."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.basics import Seat
from bot.cards import Card, OpenCard, face_up
from bot.games.base import Event, Revealed, Step
from bot.games.cribbage.actions import Move
from bot.games.cribbage.dials import Dials
from bot.games.cribbage.pegging import count_of
from bot.games.cribbage.points import THIRTY_ONE, Scored, points_in
from bot.games.cribbage.views import Laid, Pegged, Phase, Shown, When, Why
from bot.games.points import value_of

SEATS = (Seat(0), Seat(1))


class End(StrEnum):
    """How a deal ended: all was counted, somebody has won the match, or has left it."""

    COUNTED = "counted"
    WON = "won"
    RESIGNED = "resigned"


def other(seat: Seat) -> Seat:
    """Return the seat across the board."""
    return Seat(1 - seat)


@dataclass(frozen=True, slots=True)
class State:
    """One deal of a match of cribbage.

    ``stake`` is what each has put up for the match. ``dealt`` are six cards a seat in the order of
    dealing, ``laid_away`` those that went into the crib. ``turn`` plays next once the starter lies.
    ``of_itself`` is what followed from the last move without anybody's doing.
    """

    dials: Dials
    stake: int
    dealer: Seat
    deck: tuple[Card, ...]
    dealt: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    turn: Seat
    laid_away: tuple[tuple[Card, ...], ...] = ((), ())
    starter: OpenCard | None = None
    played: tuple[Laid, ...] = ()
    reset_at: int = 0
    log: tuple[Pegged, ...] = ()
    shows: tuple[Shown, ...] = ()
    of_itself: tuple[tuple[Seat, Move], ...] = ()
    end: End | None = None
    winner: Seat | None = None

    @property
    def drawn(self) -> int:
        """How many cards of the deck are out."""
        return sum(map(len, self.dealt)) + (self.starter is not None)

    @property
    def pone(self) -> Seat:
        """Who does not deal, and so plays and counts first (CR-7)."""
        return other(self.dealer)

    @property
    def phase(self) -> Phase:
        """The part that the deal is in."""
        if self.end is not None:
            return Phase.OVER
        return Phase.DISCARD if self.starter is None else Phase.PLAY

    @property
    def pile(self) -> tuple[OpenCard, ...]:
        """The cards since the last reset."""
        return tuple(laid.card for laid in self.played[self.reset_at :])

    @property
    def count(self) -> int:
        """What they add up to."""
        return count_of(self.pile)

    @property
    def crib(self) -> tuple[Card, ...]:
        """The dealer's third hand, pone's cards first (CR-3)."""
        return self.laid_away[self.pone] + self.laid_away[self.dealer]

    def kept(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that a seat did not lay away, played or not."""
        return tuple(card for card in self.dealt[seat] if card not in self.laid_away[seat])

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that a seat still has in its hand."""
        gone = {laid.card for laid in self.played if laid.seat == seat}
        return tuple(card for card in self.kept(seat) if card not in gone)

    def playable(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards of a seat that keep the count within thirty-one (CR-9)."""
        left = THIRTY_ONE - self.count
        return tuple(card for card in self.held(seat) if value_of(card.rank) <= left)

    def place(self, seat: Seat, card: Card) -> int:
        """Return which of the cards dealt to a seat it is, from 1."""
        return self.dealt[seat].index(card) + 1


class Draft:
    """A step in the making: the state so far, and what happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def step(self) -> Step[State]:
        """Return the finished step; nothing but the stake of the match is ever put up."""
        return Step(self.state, tuple(self.events))

    def put_down(self, seat: Seat, card: Card) -> None:
        """Lay a card of a seat on the pile, for everyone to see."""
        laid = Laid(seat, self.state.place(seat, card), face_up(card))
        self.state = replace(self.state, played=(*self.state.played, laid))
        self.events.append(Revealed(seat, (laid.card,), Why.PLAYED))

    def peg(self, seat: Seat, scored: Iterable[Scored[OpenCard]], when: When) -> None:
        """Give a seat points, no more than win (CR-X13); end the match where they do."""
        pegged = [Pegged(seat, each, when) for each in scored]
        scores, target = list(self.state.scores), self.state.dials.target.points
        scores[seat] = min(scores[seat] + points_in(each.scored for each in pegged), target)
        self.events += pegged
        self.state = replace(self.state, scores=tuple(scores), log=(*self.state.log, *pegged))
        if scores[seat] == target:
            self.state = replace(self.state, end=End.WON, winner=seat)

    def happened_of_itself(self, seat: Seat, move: Move) -> None:
        """Note a move that nobody has to make."""
        self.state = replace(self.state, of_itself=(*self.state.of_itself, (seat, move)))
