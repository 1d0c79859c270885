"""How a deal ends: with the scores that the match goes on with, or with its stake."""

from bot.basics import Seat
from bot.games.base import Result, ResultLine
from bot.games.cribbage.state import SEATS, End, State, other
from bot.games.cribbage.vocabulary import Rule


def result_of(state: State) -> Result:
    """Return how a finished deal ended: chips move when the match does."""
    if state.winner is None:
        return Result(dict.fromkeys(SEATS, 0), scores=state.scores)
    winner, loser, rule = state.winner, other(state.winner), _rule(state, state.winner)
    net = {winner: state.stake, loser: -state.stake}
    lines = tuple(ResultLine(seat, net[seat], rule) for seat in (winner, loser))
    return Result({seat: net[seat] for seat in SEATS}, lines=lines, winner=winner)


def _rule(state: State, winner: Seat) -> Rule:
    """Return by what a match was won (CR-X14)."""
    if state.end is End.RESIGNED:
        return Rule.RESIGNED
    behind, dials = state.scores[other(winner)], state.dials
    if dials.double_skunk_line is not None and behind < dials.double_skunk_line:
        return Rule.DOUBLE_SKUNK
    if dials.skunk_line is not None and behind < dials.skunk_line:
        return Rule.SKUNK
    return Rule.TARGET
