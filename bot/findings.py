"""What a look at the setup finds, as data: one finding a check."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How a check ended; ``NOTE`` checks nothing, ``SKIPPED`` could not be checked now."""

    OK = "ok"
    NOTE = "note"
    SKIPPED = "skipped"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and what is so; a failure's words say what to do."""

    name: str
    grade: Grade
    words: str

    def __str__(self) -> str:
        return f"{self.grade:<8} {self.name:<15} {self.words}"


Tell = Callable[[Finding], None]
"""Takes findings one by one, as they are made."""


def ok(name: str, words: str) -> Finding:
    """Return the finding that something is as it should be."""
    return Finding(name, Grade.OK, words)


def warning(name: str, words: str) -> Finding:
    """Return the finding that something works but should be looked at."""
    return Finding(name, Grade.WARNING, words)


def failed(name: str, words: str) -> Finding:
    """Return the finding that something does not work."""
    return Finding(name, Grade.FAILED, words)


def skipped(name: str, words: str) -> Finding:
    """Return the finding that something could not be checked now, and why."""
    return Finding(name, Grade.SKIPPED, words)


def note(name: str, words: str) -> Finding:
    """Return a reminder."""
    return Finding(name, Grade.NOTE, words)
