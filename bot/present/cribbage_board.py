"""A player's track on the cribbage board in one line of fixed width, at most 28 columns.

``●`` is the score, ``○`` where the peg stood before the last points, ``◇`` the game hole. A dot
stands for five holes, or for three of a game once round; ``|`` ends a street of thirty holes, as on
a board of wood. ``S`` and ``D`` are the skunk lines: whoever ends before one is skunked.
"""

from collections.abc import Mapping

COLUMNS_MAX = 28
"""What fits beside each other on a small phone."""

_HOLE, _AHEAD, _BEHIND, _GAME_HOLE = "·", "●", "○", "◇"
_STREET_END, _SKUNK, _DOUBLE_SKUNK = "|", "S", "D"
_STREET = 30
_HOLES_IN_A_DOT = {121: 5, 61: 3}


def track(
    score: int, before: int, target: int, skunk_line: int | None, double_skunk_line: int | None
) -> str:
    """Return where the two pegs of a player stand on the way to the target; at 0 none is in."""
    size = _HOLES_IN_A_DOT[target]
    dots = [*_HOLE * (target // size), _GAME_HOLE]
    for points, peg in ((before, _BEHIND), (score, _AHEAD)):
        if points:
            dots[(points - 1) // size] = peg
    lines = _lines(target, size, {skunk_line: _SKUNK, double_skunk_line: _DOUBLE_SKUNK})
    return "".join(lines.get(place, "") + dot for place, dot in enumerate(dots))


def _lines(target: int, size: int, skunks: Mapping[int | None, str]) -> dict[int, str]:
    """Return the line before each dot that has one; where there is no room streets give way."""
    streets = {end // size: _STREET_END for end in range(_STREET, target - 1, _STREET)}
    marked = {(line - 1) // size: mark for line, mark in skunks.items() if line is not None}
    crowded = target // size + 1 + len(streets | marked) > COLUMNS_MAX
    return marked if crowded else streets | marked
