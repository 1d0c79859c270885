"""Deals of cribbage, card by card, for tests of its rules: seat 0 is pone, seat 1 deals."""

from collections.abc import Sequence
from typing import Self

from bot.basics import Seat
from bot.cards import Card, packs, parse_cards
from bot.games.base import Bank, Event, Result, Setup
from bot.games.cribbage import CRIBBAGE
from bot.games.cribbage.course import by_names
from bot.games.cribbage.points import Scored
from bot.games.cribbage.state import State
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic, Pegged, When

PONE, DEALER = Seat(0), Seat(1)
NAMES = {PONE: "pone", DEALER: "dealer"}


class Deal:
    """A deal in play; ``do`` takes acts as ``pone play 7s``."""

    def __init__(
        self, deck: str, *, scores: tuple[int, int] = (0, 0), stake: int = 0, **options: str
    ) -> None:
        dials = CRIBBAGE.with_options("cribbage", options)
        setup = Setup(dials, (stake, stake), parse_cards(deck), Bank.NONE, (), DEALER, scores)
        step = CRIBBAGE.start(setup)
        self.state: State = step.state
        self.events: list[Event] = list(step.events)

    def do(self, *acts: str) -> Self:
        """Take some acts; raises ``Refusal`` at the first that is not allowed."""
        for act in acts:
            name, *words = act.split()
            seat = next(seat for seat, known in NAMES.items() if known == name)
            step = CRIBBAGE.apply(self.state, seat, CRIBBAGE.parse(words))
            self.state = step.state
            self.events += step.events
        return self

    def do_all(self, *acts: str) -> Self:
        """Take acts of which some may have happened of themselves."""
        for act in acts:
            name, *words = act.split()
            happened = [(NAMES[seat], move) for seat, move in self.view.of_itself]
            if (name, CRIBBAGE.parse(words)) not in happened:
                self.do(act)
        return self

    @property
    def view(self) -> CribbagePublic:
        """What everyone sees."""
        return CRIBBAGE.public_view(self.state)

    def own(self, seat: Seat) -> CribbagePrivate:
        """What a seat sees of its own."""
        return CRIBBAGE.private_view(self.state, seat)

    def legal(self, seat: Seat) -> list[str]:
        """What a seat may do, cards by their names."""
        moves = [choice.action for choice in CRIBBAGE.legal(self.state, seat)]
        return [str(by_names(self.state, seat, move)) for move in moves]

    @property
    def result(self) -> Result:
        """How the deal ended."""
        result = CRIBBAGE.result(self.state)
        assert result is not None
        return result

    @property
    def log(self) -> list[str]:
        """Every point of the deal in order, as ``pone fifteen 2``."""
        return [f"{NAMES[each.seat]} {each.kind} {each.points}" for each in self.state.log]

    def points(self, seat: Seat, *when: When) -> int:
        """Return what a seat has pegged in some parts of the deal."""
        return sum(e.points for e in self.state.log if e.seat == seat and e.when in when)


def deck_for(pone: str, dealer: str, starter: str) -> str:
    """Return a deck that deals those six cards to each and turns that starter."""
    theirs = zip(pone.split(), dealer.split(), strict=True)
    return " ".join([*(card for both in theirs for card in both), starter])


def points_of(scored: Sequence[Scored[Card]]) -> dict[str, int]:
    """Return points by what they are for."""
    return {each.kind.value: each.points for each in scored}


def rest_of(deck: str) -> tuple[Card, ...]:
    """Return the cards of a pack that are not in a deck."""
    gone = set(parse_cards(deck))
    return tuple(card for card in packs(1) if card not in gone)


__all__ = ["DEALER", "PONE", "Deal", "Pegged", "deck_for", "points_of", "rest_of"]
