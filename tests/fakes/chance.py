"""Chance that repeats itself: seeds that follow from a number, decks laid by hand."""

import hashlib
from collections.abc import Callable, Iterable

from bot import fairness
from bot.cards import Card, parse_cards


class CountedEntropy:
    """Seeds that are all different and the same in every run; ``drawn`` are left out."""

    def __init__(self, drawn: int = 0) -> None:
        self.drawn = drawn

    def seed(self) -> bytes:
        """See ``Entropy``."""
        self.drawn += 1
        return hashlib.sha256(self.drawn.to_bytes(8)).digest()


class ClockedEntropy:
    """Seeds that follow from the time: the same for a twin, in whatever order tables ask."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    def seed(self) -> bytes:
        """See ``Entropy``."""
        return hashlib.sha256(repr(self._now()).encode()).digest()


def on_top(cards: Iterable[Card], deck: Iterable[Card]) -> tuple[Card, ...]:
    """Return a deck with some of its cards moved to the top; cards it lacks are added."""
    top, rest = tuple(cards), list(deck)
    for card in top:
        if card in rest:
            rest.remove(card)
    return (*top, *rest)


class LaidDecks:
    """Decks whose first cards are laid by hand, one for each deal; fair once they are used up."""

    def __init__(self) -> None:
        self._laid: list[tuple[Card, ...]] = []

    def lay(self, cards: str) -> None:
        """Lay the cards of a coming deal, in the order of dealing."""
        self._laid.append(parse_cards(cards))

    def __call__(self, key: bytes, packs: int) -> tuple[Card, ...]:
        """See ``DeckMaker``."""
        deck = fairness.shuffle(key, packs)
        return on_top(self._laid.pop(0), deck) if self._laid else deck
