"""What is known to be right, round by round: the files in ``tests/games/cases``."""

import csv
import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "games" / "cases"


def settlements(game: str | None = None) -> list[dict[str, Any]]:
    """Return the records of a game, or of all, with what each party wins or loses, or ``error``."""
    lines = (CASES / "settlement.jsonl").read_text(encoding="utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [case for case in cases if game in {None, case["record"]["game"]}]


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (CASES / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
