"""The 21 family: one set of rules, turned by dials into every preset."""

from bot.games.twentyone.game import TWENTY_ONE, TwentyOne

__all__ = ["TWENTY_ONE", "TwentyOne"]
