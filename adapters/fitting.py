"""Lines that fit into a message; what would not is left out in the middle, line by line."""

from collections.abc import Callable

from bot.message import Line, Strong

CUT = "…"

_KEPT_LAST = 4
"""So many parts of the room, one is for the last lines: there a table says what is awaited."""


def units(text: str) -> int:
    """Return how long a text is in UTF-16 units, as platforms count."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, most: int) -> str:
    """Return a text of at most so many UTF-16 units, no character halved."""
    if units(text) <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - units(CUT))]
    return kept.decode("utf-16-le", errors="ignore") + CUT


def size(lines: tuple[Line, ...], write: Callable[[Line], str]) -> int:
    """Return how long lines are when they are written, each with its line break."""
    return sum(units(write(line)) + 1 for line in lines)


def fitting(lines: tuple[Line, ...], most: int, write: Callable[[Line], str]) -> tuple[Line, ...]:
    """Return lines whose text has at most so many units; the first and the last ones stay.

    ``write`` is how a line is written where its length counts.
    """
    if size(lines, write) <= most + 1:  # no line break follows the last one
        return lines
    last = _first_of(lines[::-1], most // _KEPT_LAST, write)[::-1]
    room = most - units(write((Strong(CUT),))) - size(last, write)
    return (*_first_of(lines[: len(lines) - len(last)], room, write), (Strong(CUT),), *last)


def _first_of(lines: tuple[Line, ...], room: int, write: Callable[[Line], str]) -> tuple[Line, ...]:
    """Return the first lines, as many as there is room for."""
    taken = (n for n in range(len(lines)) if size(lines[: n + 1], write) > room)
    return lines[: next(taken, len(lines))]
