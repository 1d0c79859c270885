"""What ``croupier replay`` tells of a deal of cribbage beside what it tells of every round."""

from collections.abc import Mapping
from typing import Any

from bot.basics import Seat
from bot.games.cribbage.actions import Move
from bot.games.cribbage.course import by_names
from bot.games.cribbage.state import State
from bot.games.cribbage.views import CribbagePublic


def told_deal(view: CribbagePublic, names: Mapping[Seat, str]) -> dict[str, Any]:
    """Return scores (capped at the target), who has won the match, and every point in order.

    An entry of ``log`` is one kind of points of one card or hand, nominal.
    """
    return {
        "scores": {names[Seat(seat)]: points for seat, points in enumerate(view.scores)},
        "winner": None if view.winner is None else names[view.winner],
        "log": [
            {
                "player": names[pegged.seat],
                "points": pegged.points,
                "for": pegged.kind.value,
                "phase": pegged.when.value,
            }
            for pegged in view.log
        ],
    }


def without_what_was_said(
    happened: tuple[tuple[Seat, object], ...], seat: Seat, action: object
) -> tuple[tuple[Seat, object], ...] | None:
    """Return what of the goes and last cards that followed of themselves may still be said.

    ``None`` if this action is not among them. Those before it were left out.
    """
    if (seat, action) not in happened:  # by the names of cards, as records write them
        return None
    return happened[happened.index((seat, action)) + 1 :]


def written_by_names(state: object, seat: Seat, action: object) -> str | None:
    """Write a move with the names of its cards, ``None`` in another game."""
    if not isinstance(state, State) or not isinstance(action, Move):
        return None
    return str(by_names(state, seat, action))
