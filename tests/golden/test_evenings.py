"""Whole evenings in the console, compared with what a reader was shown.

``python -m tests.golden.regenerate`` writes them anew; read what has changed before you keep it.
"""

import re
from pathlib import Path

import pytest

from bot.games import GAMES
from tests.fakes.evening import inputs_of, play

COLUMNS_MAX = 50
"""About what a phone shows in a line of ordinary width: longer ones are broken."""

EVENINGS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
async def test_an_evening_reads_as_it_was_written_down(evening):
    written = evening.read_text(encoding="utf-8")
    assert await play(inputs_of(written)) == written


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
def test_a_table_fits_a_phone(evening):
    shown = re.findall(r"^\[group\*?\] (.*)$", evening.read_text("utf-8"), re.MULTILINE)
    words = [line for line in shown if not line.startswith(("(", "House rules: "))]
    assert [line for line in words if len(line) > COLUMNS_MAX] == []


def test_every_set_of_rules_has_an_evening():
    evenings = "".join(path.read_text("utf-8") for path in EVENINGS)
    presets = [preset for game in GAMES.values() for preset in game.presets]
    assert [preset for preset in presets if f"--rules {preset} " not in evenings] == []
