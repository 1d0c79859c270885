"""Any set of dials that a game takes, for what has to hold whatever a group turns."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from hypothesis import strategies as st

from bot.basics import Refusal
from bot.games.base import AnyGame
from tests.fakes.words import WORDS

TURNED_LEAST, TURNED_MOST = 8, 40
"""How many dials of a set are tried at other values."""


def values(game: AnyGame, dial: str) -> list[str]:
    """Return everything that a dial may be, of fractions the whole ones."""
    found: list[str] = []
    for value in WORDS[game.name].reader.values_of(dial):
        least, _, most = value.partition(" to ")
        found += map(str, range(ceil(Fraction(least)), int(most) + 1)) if most else [value]
    return found


def numbers(game: AnyGame, dial: str) -> list[str]:
    """Return every number that a dial may be, smallest first; none where there is no such dial."""
    return values(game, dial) if dial in WORDS[game.name].dials else []


@st.composite
def turned(draw: st.DrawFn, game: AnyGame, preset: str) -> Mapping[str, str]:
    """Return options of a preset: any of its dials turned, as long as the set can be played."""
    dials = sorted(WORDS[game.name].dials)
    most = min(len(dials), TURNED_MOST)
    names = st.lists(st.sampled_from(dials), min_size=TURNED_LEAST, max_size=most, unique=True)
    options: dict[str, str] = {}
    for name in draw(names):
        more = options | {name: draw(st.sampled_from(values(game, name)))}
        if can_be_played(game, preset, more):
            options = more
    return options


def can_be_played(game: AnyGame, preset: str, options: Mapping[str, str]) -> bool:
    """Whether a preset takes such options."""
    try:
        game.with_options(preset, options)
    except Refusal:
        return False
    return True
