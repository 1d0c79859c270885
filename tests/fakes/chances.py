"""What two who play five cards by one strategy win on average, counted out over a whole pack.

Independent of our rules: a hand is how many cards of each of ten values it holds, and of tens there
are four times as many. Where both are equal no card is drawn, for it favours neither.
"""

from collections import Counter
from collections.abc import Callable
from math import perm, prod
from typing import NamedTuple

PACK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
"""How many cards are worth 1, 2, ... 10."""

CARDS_MAX = 5

Draws = Callable[[int, bool], bool]
"""Whether a strategy draws on a total, and whether an ace in it counts eleven."""

Hand = tuple[int, ...]

DRAWS: dict[str, Draws] = {
    "mimic17": lambda points, soft: points < 17,  # noqa: ARG005 -- Draws
    "mimic_h17": lambda points, soft: points < 17 or (points, soft) == (17, True),
    "neverbust12": lambda points, soft: points <= (17 if soft else 11),
    "stand15": lambda points, soft: points < 15,  # noqa: ARG005 -- Draws
}


class Chances(NamedTuple):
    """How likely whoever moves first is to win and to lose."""

    win: float
    lose: float

    @property
    def ev(self) -> float:
        """What they win on average, as a part of the stake."""
        return self.win - self.lose

    @property
    def spread(self) -> float:
        """The standard deviation of that."""
        return float((self.win + self.lose - self.ev**2) ** 0.5)


def points_of(hand: Hand) -> tuple[int, bool]:
    """Return what a hand is worth, and whether an ace counts eleven."""
    hard = sum(value * count for value, count in enumerate(hand, start=1))
    soft = hand[0] > 0 and hard <= 11
    return hard + 10 * soft, soft


def ends(draws: Draws) -> Counter[Hand]:
    """Return the hands that a strategy may end with, and in how many orders each may come."""
    ended: Counter[Hand] = Counter()
    growing = Counter({(0,) * len(PACK): 1})
    for cards in range(CARDS_MAX + 1):
        grown: Counter[Hand] = Counter()
        for hand, orders in growing.items():
            if cards >= 2 and (cards == CARDS_MAX or not draws(*points_of(hand))):
                ended[hand] += orders
                continue
            for value, count in enumerate(hand):
                grown[(*hand[:value], count + 1, *hand[value + 1 :])] += orders
        growing = grown
    return ended


def chance(hand: Hand) -> float:
    """Return how likely a whole pack is to deal these cards in one certain order of values."""
    ways = prod(perm(there, drawn) for there, drawn in zip(PACK, hand, strict=True))
    return ways / perm(sum(PACK), sum(hand))


def chances(draws: Draws) -> Chances:
    """Return how whoever moves first fares; who busts first has lost, and the other draws none."""
    win = lose = 0.0
    every = [(hand, orders, points_of(hand)[0]) for hand, orders in ends(draws).items()]
    for first, orders, mine in every:
        if mine > 21:
            lose += orders * chance(first)
            continue
        for second, its_orders, theirs in every:
            if mine == theirs:
                continue
            both = tuple(map(sum, zip(first, second, strict=True)))
            likely = orders * its_orders * chance(both)
            win, lose = (win, lose + likely) if mine < theirs <= 21 else (win + likely, lose)
    return Chances(win, lose)
