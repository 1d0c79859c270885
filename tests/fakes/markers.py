"""Which test holds which situation, read from the decorators without importing the tests."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.fakes.shell import ROOT

TESTS = ROOT / "tests"
MARKERS = ("row", "report")

Key = int | str
"""The number of a row, or the id of a report."""


@dataclass
class Marked:
    """Tests by what they hold, as ``folder/module.py::name``; ``stray`` marks belong to no test."""

    rows: dict[Key, list[str]] = field(default_factory=dict)
    reports: dict[Key, list[str]] = field(default_factory=dict)
    stray: list[str] = field(default_factory=list)

    def note(self, mark: ast.Call, test: str) -> None:
        """Note what a mark on a test says."""
        held = self.rows if _name_of(mark) == "row" else self.reports
        for argument in mark.args:
            tests = held.setdefault(ast.literal_eval(argument), [])
            if test not in tests:
                tests.append(test)


@cache
def marked_tests(folder: Path = TESTS) -> Marked:
    """Return every mark in the modules of a folder; of a parameter it counts for the whole test."""
    found = Marked()
    for path in sorted(folder.rglob("test_*.py")):
        module = path.relative_to(folder).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        on_tests: set[ast.Call] = set()
        for test in _tests(tree):
            for mark in _marks(*test.decorator_list):
                on_tests.add(mark)
                found.note(mark, f"{module}::{test.name}")
        found.stray += [f"{module}:{mark.lineno}" for mark in _marks(tree) if mark not in on_tests]
    return found


def _tests(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
            "test_"
        ):
            yield node


def _marks(*trees: ast.AST) -> Iterator[ast.Call]:
    """Yield each ``pytest.mark.row(...)`` and ``pytest.mark.report(...)`` within."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Call) and _name_of(node):
            yield node


def _name_of(call: ast.Call) -> str:
    """Return which of our markers a call makes, an empty text for another call."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in MARKERS:
        return ""
    return call.func.attr if ast.unparse(call.func.value) == "pytest.mark" else ""
