"""The play: what a card scores as it is laid down (CR-14 to CR-16, CR-X4 to CR-X6)."""

from collections.abc import Iterator, Sequence

from bot.games.cribbage.points import (
    FIFTEEN,
    ORDER,
    PAIRS,
    SHORTEST_RUN,
    THIRTY_ONE,
    CardT,
    For,
    Scored,
    pair_points,
)
from bot.games.points import value_of


def count_of(pile: Sequence[CardT]) -> int:
    """Return what the cards since the last reset add up to (CR-8)."""
    return sum(value_of(card.rank) for card in pile)


def pegged(pile: Sequence[CardT]) -> tuple[Scored[CardT], ...]:
    """Return every point of the last card of a pile; go and last card are not among them.

    ``pile`` are the cards since the last reset, in the order of play.
    """
    return (*_of_count(pile), *_of_rank(pile), *_of_run(pile))


def _of_count(pile: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    count = count_of(pile)
    if count == FIFTEEN:
        yield Scored(For.FIFTEEN, 2, (tuple(pile),))  # CR-14
    if count == THIRTY_ONE:
        yield Scored(For.THIRTY_ONE, 2, (tuple(pile),))  # CR-11


def _of_rank(pile: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    """Yield the points for the last cards of one rank, none between them (CR-16, A-CR-4)."""
    alike = 1
    while alike < len(pile) and pile[-alike - 1].rank == pile[-1].rank:
        alike += 1
    if alike in PAIRS:
        yield Scored(PAIRS[alike], pair_points(alike), (tuple(pile[-alike:]),))


def _of_run(pile: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    """Yield the points for the longest run of the last cards, in whatever order (CR-15, CR-X4)."""
    for length in range(len(pile), SHORTEST_RUN - 1, -1):
        places = sorted(ORDER[card.rank] for card in pile[-length:])
        if places == list(range(places[0], places[0] + length)):
            yield Scored(For.RUN, length, (tuple(pile[-length:]),))
            return
