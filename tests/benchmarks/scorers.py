"""How many cribbage hands a second are scored, beside what others publish: one run, the same hands.

Run by hand, from the top of the repository, with ``pip install -e '.[peers]'``:
``python -m tests.benchmarks.scorers``.

Every contender scores the same random hands with their starters, each given in its own kind of
cards, made before. CPU time, in turn, the median of several turns. Croupier is measured twice: the
sum alone, and the itemised show that a table tells. ``cribbage-scorer`` words what it counts,
``cribbage`` returns a sum. How many sums differ from ours is told beside the rate; ours are held to
the census of all hands by a test.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from cribbage.card import Card as TheirCard
from cribbage.score import score_hand
from cribbage_scorer import cribbage_scorer

from bot.cards import RANKS, SUITS, Card, packs
from bot.games.cribbage.points import points_in
from bot.games.cribbage.show import show, show_points

Hand = tuple[list[Any], Any]
Scorer = Callable[[list[Any], Any], int]

SEED = 5


def ours(card: Card) -> Card:
    """A card as it is."""
    return card


def as_tuple(card: Card) -> tuple[int, str]:
    """A card of ``cribbage-scorer``."""
    return RANKS.index(card.rank) + 1, card.suit.upper()


def as_object(card: Card) -> TheirCard:
    """A card of ``cribbage``, whose index goes suit by suit through the ranks."""
    return TheirCard(SUITS.index(card.suit) * len(RANKS) + RANKS.index(card.rank))


def itemised(hand: list[Card], starter: Card) -> int:
    """The show, every point with its cards."""
    return points_in(show(hand, starter))


def worded(hand: list[Any], starter: Any) -> int:
    """``cribbage-scorer``: a sum and a text."""
    points: int = cribbage_scorer.show_calc_score(starter, hand)[0]
    return points


OURS: dict[str, tuple[Callable[[Card], Any], Scorer]] = {
    "croupier": (ours, show_points),
    "croupier itemised": (ours, itemised),
}
PEERS: dict[str, tuple[Callable[[Card], Any], Scorer]] = {
    "cribbage-scorer": (as_tuple, worded),
    "cribbage": (as_object, score_hand),
}


def dealt(count: int) -> list[tuple[list[Card], Card]]:
    """Return so many hands of four with a starter."""
    chance = random.Random(SEED)
    hands = [chance.sample(packs(1), 5) for _ in range(count)]
    return [(five[:4], five[4]) for five in hands]


def rate(score: Scorer, hands: list[Hand]) -> float:
    """Return hands a second of CPU time."""
    begun = time.process_time()
    for hand, starter in hands:
        score(hand, starter)
    return len(hands) / (time.process_time() - begun)


def main() -> None:
    """Print a table of rates, the ratio to the best peer, and how many sums differ from ours."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000, help="in each turn")
    parser.add_argument("--turns", type=int, default=5, help="of every contender")
    options = parser.parse_args()
    hands = dealt(options.hands)
    right = [show_points(hand, starter) for hand, starter in hands]
    report = [f"{options.turns} turns of {options.hands:,} hands, CPU time"]
    given: dict[str, list[Hand]] = {}
    wrong: dict[str, int] = {}
    contenders = {**OURS, **PEERS}
    for name, (made, score) in contenders.items():
        given[name] = [([made(card) for card in hand], made(starter)) for hand, starter in hands]
        sums = [score(hand, starter) for hand, starter in given[name]]
        wrong[name] = sum(one != other for one, other in zip(sums, right, strict=True))
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(options.turns):
        for name, (_, score) in contenders.items():
            rates[name].append(rate(score, given[name]))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    best = max(medians[name] for name in PEERS)
    for name, median in medians.items():
        ratio = f"{median / best:7.2f} x the best peer"
        report.append(f"{name:18} {median:10,.0f} hands/s {ratio}, {wrong[name]:5} sums differ")
    print(*report, sep="\n")  # noqa: T201 -- a report is printed


if __name__ == "__main__":
    main()
