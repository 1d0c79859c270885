"""What games without a bank share: equals who settle among themselves (A-HF-1)."""

from collections.abc import Sequence
from typing import Any

from bot.basics import not_now
from bot.games.base import Bank, PublicView, Setup, SideBet


class Bankless:
    """What the protocol asks of a bank, for games that have none: nobody can owe anything."""

    def exposure(self, view: PublicView) -> int:  # noqa: ARG002 -- the protocol's argument
        """See ``Game``: there is no bank."""
        return 0

    def opening_exposure(
        self,
        dials: object,  # noqa: ARG002 -- the protocol's arguments
        stakes: Sequence[int],  # noqa: ARG002 -- likewise
        side_bets: Sequence[SideBet],  # noqa: ARG002 -- likewise
    ) -> int:
        """See ``Game``: there is no bank."""
        return 0


def check_no_bank(setup: Setup[Any]) -> None:
    """Refuse a bank and bets beside the game.

    Raises ``Refusal(not_now)``: ``no-bank``, ``side-bet-not-offered``.
    """
    if setup.bank is not Bank.NONE:
        raise not_now("no-bank")
    if setup.side_bets:
        raise not_now("side-bet-not-offered")


def check_equal(stakes: Sequence[int]) -> None:
    """Refuse stakes that differ; raises ``Refusal(not_now, "stakes-differ")``."""
    if len(set(stakes)) > 1:
        raise not_now("stakes-differ", stake=stakes[0])
