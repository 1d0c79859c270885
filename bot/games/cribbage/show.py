"""The show: what a hand, or the crib, scores together with the starter (CR-X10 to CR-X12)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby, product

from bot.cards import CARDS, RANKS, Card
from bot.games.cribbage.points import (
    FIFTEEN,
    ORDER,
    PAIRS,
    SHORTEST_RUN,
    CardT,
    For,
    Scored,
    pair_points,
    points_in,
)
from bot.games.points import value_of

FLUSH = 4
"""Of so many cards a flush is made; the starter makes it one longer (CR-X11)."""


def show(hand: Sequence[CardT], starter: CardT, *, crib: bool = False) -> tuple[Scored[CardT], ...]:
    """Return every point of four cards and the starter, kind by kind.

    ``crib`` says that the four are the crib, in which a flush needs the starter.
    """
    cards = (*hand, starter)
    return (
        *fifteens(cards),
        *pairs(cards),
        *runs(cards),
        *flush(hand, starter, crib=crib),
        *nobs(hand, starter),
    )


def fifteens(cards: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    """Yield 2 points for every choice of cards that together are worth fifteen."""
    choices = chain.from_iterable(combinations(cards, size) for size in range(2, len(cards) + 1))
    found = tuple(some for some in choices if sum(value_of(c.rank) for c in some) == FIFTEEN)
    if found:
        yield Scored(For.FIFTEEN, 2 * len(found), found)


def pairs(cards: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    """Yield 2 points for every pair: 6 for three of a rank, 12 for four."""
    alike = [same for same in _by_rank(cards) if len(same) in PAIRS]
    for size, kind in PAIRS.items():
        found = tuple(same for same in alike if len(same) == size)
        if found:
            yield Scored(kind, pair_points(size) * len(found), found)


def runs(cards: Sequence[CardT]) -> Iterator[Scored[CardT]]:
    """Yield the length of every longest run; a doubled rank makes one of each of its cards."""
    for neighbours in _unbroken(_by_rank(cards)):
        if len(neighbours) >= SHORTEST_RUN:
            found = tuple(product(*neighbours))
            yield Scored(For.RUN, len(neighbours) * len(found), found)


def flush(hand: Sequence[CardT], starter: CardT, *, crib: bool) -> Iterator[Scored[CardT]]:
    """Yield 4 points for four of a suit in the hand, 5 with the starter; in the crib 5 or none."""
    suits = {card.suit for card in hand}
    if len(hand) != FLUSH or len(suits) > 1:
        return
    if starter.suit in suits:
        yield Scored(For.FLUSH, FLUSH + 1, ((*hand, starter),))
    elif not crib:
        yield Scored(For.FLUSH, FLUSH, (tuple(hand),))


def nobs(hand: Sequence[CardT], starter: CardT) -> Iterator[Scored[CardT]]:
    """Yield 1 point for the jack of the starter's suit; a jack that is the starter is none."""
    for card in hand:
        if card.rank == "J" and card.suit == starter.suit:
            yield Scored(For.NOBS, 1, ((card,),))


def _by_rank(cards: Sequence[CardT]) -> list[tuple[CardT, ...]]:
    """Return cards from ace to king, those of one rank together."""
    in_order = sorted(cards, key=lambda card: ORDER[card.rank])
    return [tuple(same) for _, same in groupby(in_order, key=lambda card: card.rank)]


def _unbroken(ranks: Sequence[tuple[CardT, ...]]) -> list[list[tuple[CardT, ...]]]:
    """Return ranks in stretches in which each follows on the one before."""
    stretches: list[list[tuple[CardT, ...]]] = []
    for same in ranks:
        follows = stretches and ORDER[same[0].rank] == ORDER[stretches[-1][-1][0].rank] + 1
        if follows:
            stretches[-1].append(same)
        else:
            stretches.append([same])
    return stretches


# --- the sum alone ----------------------------------------------------------------------------

_BASE = 5  # one more than there are cards of a rank
_DIGITS = {card: _BASE ** ORDER[card.rank] for card in CARDS.values()}
_JACKS = {card.suit: card for card in CARDS.values() if card.rank == "J"}


class _OfRanks(dict[int, int]):
    """Points for fifteens, pairs and runs, which hang on ranks alone, counted once for each.

    The key has a digit for each rank that says how many cards of it there are: 6,175 of them.
    """

    def __missing__(self, key: int) -> int:
        counts = Counter({rank: key // _BASE ** ORDER[rank] % _BASE for rank in RANKS})
        cards = [Card(rank, suit) for rank, count in counts.items() for suit in "shdc"[:count]]
        points = points_in((*fifteens(cards), *pairs(cards), *runs(cards)))
        self[key] = points
        return points


_OF_RANKS = _OfRanks()


def show_points(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """Return the sum of ``show``, about a microsecond's work: for counting many hands."""
    one, two, three, four = hand
    digits = _DIGITS
    points = _OF_RANKS[digits[one] + digits[two] + digits[three] + digits[four] + digits[starter]]
    suit = starter.suit
    if one.suit == two.suit == three.suit == four.suit:
        if one.suit == suit:
            points += FLUSH + 1
        elif not crib:
            points += FLUSH
    return points + (_JACKS[suit] in hand)
