"""The five-card game: equals without a bank, nearest to 21, ties by the smaller card."""

from bot.games.fivecard.game import FIVE_CARD, FiveCard

__all__ = ["FIVE_CARD", "FiveCard"]
