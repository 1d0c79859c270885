"""Rounds, choices and presets with known right answers: the files in ``tests/games/cases``."""

import csv
import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "games" / "cases"


def settlements(game: str) -> list[dict[str, Any]]:
    """Return the records of a game with what each party must win or lose, or ``error``."""
    lines = (CASES / "settlement.jsonl").read_text(encoding="utf-8").splitlines()
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [case for case in cases if case["record"]["game"] == game]


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (CASES / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
