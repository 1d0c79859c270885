"""Cards and packs: what they are and how they are written. Nothing here shuffles."""

from typing import NamedTuple, NewType

from bot.basics import unreadable

RANKS = "A23456789TJQK"
SUITS = "shdc"

_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", SUITS * 2, "\ufe0e\ufe0f")
"""Suits as they are printed, without what tells colour from black and white."""


class Card(NamedTuple):
    """One playing card: ``rank`` from ``A23456789TJQK`` and ``suit`` from ``shdc``.

    A tuple, because rules look hands up by their cards: a tuple is hashed without running Python.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


OpenCard = NewType("OpenCard", Card)
"""A card that lies face up. Public views and events take only these: a leak does not type-check."""

CARDS: dict[str, Card] = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}
"""The fifty-two cards by their notation, in the order of a new pack (``fairness.py``, step 5)."""


def face_up(card: Card) -> OpenCard:
    """Turn a card over: the one place where a hidden card becomes public."""
    return OpenCard(card)


def parse_card(text: str) -> Card:
    """Read ``As``, ``TD`` or ``10h``: rank, then suit, in either case.

    Raises ``Refusal(unreadable, "card-unreadable")``.
    """
    word = text.strip().replace("10", "T", 1)
    card = CARDS.get(word[:1].upper() + word[1:].lower())
    if card is None:
        raise unreadable("card-unreadable", text=text[:8])
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space, ``A♠`` too; raises as ``parse_card`` does."""
    return tuple(parse_card(word) for word in text.translate(_SIGNS).split())


def format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards as ``parse_cards`` reads them."""
    return " ".join(map(str, cards))


def packs(count: int) -> tuple[Card, ...]:
    """Return ``count`` new packs one after the other, each in the order s h d c, A to K."""
    return tuple(CARDS.values()) * count
