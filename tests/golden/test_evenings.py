"""Whole evenings in the console, compared with what a reader was shown.

``python -m tests.golden.regenerate`` writes them anew; read what has changed before you keep it.
"""

from pathlib import Path

import pytest

from tests.fakes.evening import inputs_of, play

EVENINGS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: path.stem)
async def test_an_evening_reads_as_it_was_written_down(evening):
    written = evening.read_text(encoding="utf-8")
    assert await play(inputs_of(written)) == written
