"""Cribbage for two, to 121 or 61: laying away, the play, the show, every point itemised."""

from bot.games.cribbage.game import CRIBBAGE, Cribbage

__all__ = ["CRIBBAGE", "Cribbage"]
