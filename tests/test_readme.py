"""The README says what the program does, by the program's own words."""

import ast
import re
from pathlib import Path

from bot.games import GAMES
from bot.record import RECORD_REFUSALS, parse_record, replay
from tests.fakes.readme import README, with_parts
from tests.fakes.shell import ROOT, shell
from tests.fakes.words import ALL_REFUSALS

TEXT = README.read_text(encoding="utf-8")


def test_commands_rules_words_and_the_evening_are_those_of_the_program():
    """``python -m tests.golden.regenerate`` writes them anew."""
    assert with_parts(TEXT) == TEXT


def test_starting_and_testing_is_one_line_each():
    lines = [line.strip() for line in TEXT.splitlines() if "python3 -m venv" in line]
    assert [line.rsplit("/", 1)[1] for line in lines] == ["croupier", "pytest"]


def test_every_shell_command_is_named_and_every_named_one_is_there():
    named = set(re.findall(r"^\| `croupier (\w+)", TEXT, re.MULTILINE))
    listed = set(re.findall(r"^│ (\w+) ", shell("--help").out, re.MULTILINE))
    assert named == listed


def test_every_option_of_the_console_is_named():
    named = set(re.findall(r"^\| `(--[\w-]+)", TEXT, re.MULTILINE))
    assert named == set(re.findall(r"--[\w-]+", shell("console", "--help").out)) - {"--help"}


def test_the_records_that_are_shown_can_be_read_one_of_each_game():
    shown = [parse_record(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
    assert [record.game for record in shown] == list(GAMES)
    assert shown[0].banker == "cat"
    assert replay(shown[1])["net"] == {"ann": 10, "bob": -10}


def keys_in(path: Path) -> set[str]:
    """Return the keys of the refusals that a module writes out."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id in {"not_now", "unreadable", "ambiguous"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }


def test_every_key_that_a_replay_can_answer_is_documented():
    modules = [*(ROOT / "bot" / "games").rglob("*.py"), ROOT / "bot" / "record.py"]
    written = set.union(*map(keys_in, modules))
    assert written - set(ALL_REFUSALS) - set(RECORD_REFUSALS) == set()
