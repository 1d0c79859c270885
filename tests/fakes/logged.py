"""What the program would log where DEBUG is asked for, and what must be in none of it."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.logs import configure_logging
from tests.fakes.cribbage import faces

NOTATION = re.compile(r"\b[2-9TJQKA][shdc] [2-9TJQKA][shdc]\b")


@contextmanager
def everything_logged(token: str, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Log as the program does where DEBUG is asked for, and keep all of it."""
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    configure_logging("DEBUG", [token])
    root.addHandler(caplog.handler)
    try:
        yield
    finally:
        root.level, root.handlers[:] = before


def assert_tells_nothing(caplog: pytest.LogCaptureFixture, *secrets: str) -> None:
    """Raise ``AssertionError`` where a line has one of these words, or a card."""
    formatter = logging.Formatter("%(message)s")
    said = [formatter.format(record) for record in caplog.records]
    assert len(said) > 3
    for line in said:
        assert not [secret for secret in secrets if secret in line], line
        assert not faces(line), line
        assert not NOTATION.search(line), line
