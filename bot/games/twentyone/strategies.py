"""How to play without thinking: fixed strategies, whose cost an admin may want to know.

Named as in the tables of expectations that they are checked against. None insures.
"""

from collections.abc import Callable, Mapping, Sequence

from bot.cards import Card
from bot.games.points import total_of
from bot.games.twentyone.actions import Action

Strategy = Callable[[tuple[Card, ...], bool], tuple[Action, ...]]
"""From a hand's cards and whether it comes from a split to what is wished for, best first."""

_HIT = (Action.HIT, Action.STAND)
_STAND = (Action.STAND, Action.HIT)
_STANDS_ON = 17


def stands_on(total: int) -> Strategy:
    """Return the strategy that draws below a total and stands from there."""

    def play(cards: tuple[Card, ...], split: bool) -> tuple[Action, ...]:  # noqa: FBT001 -- Strategy
        del split
        return _HIT if total_of(cards).points < total else _STAND

    return play


mimic17 = stands_on(_STANDS_ON)
"""Draws below 17 as the dealer does."""


def mimic_h17(cards: tuple[Card, ...], split: bool) -> tuple[Action, ...]:  # noqa: FBT001 -- Strategy
    """Draw below 17 and on soft 17."""
    soft_17 = total_of(cards) == (_STANDS_ON, True)
    return _HIT if soft_17 else mimic17(cards, split)


def neverbust12(cards: tuple[Card, ...], split: bool) -> tuple[Action, ...]:  # noqa: FBT001 -- Strategy
    """Draw where it cannot bust: up to hard 11, and up to soft 17."""
    del split
    points, soft = total_of(cards)
    return _HIT if points <= (_STANDS_ON if soft else 11) else _STAND


def double11_split_a8(cards: tuple[Card, ...], split: bool) -> tuple[Action, ...]:  # noqa: FBT001 -- Strategy
    """Split aces and eights once, double a hard 11 of two cards, else draw below 17."""
    drawing = mimic17(cards, split)
    if len(cards) != 2:
        return drawing
    first, second = (card.rank for card in cards)
    if not split and first == second and first in "A8":
        return (Action.SPLIT, *drawing)
    return (Action.DOUBLE, *drawing) if total_of(cards) == (11, False) else drawing


STRATEGIES: Mapping[str, Strategy] = {
    "mimic17": mimic17,
    "mimic_h17": mimic_h17,
    "neverbust12": neverbust12,
    "double11_splitA8": double11_split_a8,
}

STANDS: Mapping[str, Strategy] = {f"stand{total}": stands_on(total) for total in range(12, 22)}
"""For each total on which a hand may bust or not draw at all: stand from there."""


def choice(
    strategy: Strategy, cards: tuple[Card, ...], allowed: Sequence[Action], *, split: bool
) -> Action:
    """Return the best wish that is allowed."""
    return next(wish for wish in strategy(cards, split) if wish in allowed)
