"""The dials of 21 as records and commands write them."""

from bot.games.reading import Reader
from bot.games.twentyone.checking import problem
from bot.games.twentyone.dials import Dials

RESERVED = frozenset(
    {
        ("shuffle", "penetration"),
        ("surrender", "early"),
        ("surrender", "late"),
        ("rotation", "on_natural"),
        ("banker", "none"),
        ("bank_cover", "equal_stakes"),
    }
)
"""Values that name something this game does not deal (decision 12); they are refused as such."""

READER = Reader(Dials, RESERVED, problem)
"""Reads the dials of 21."""
