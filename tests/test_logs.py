"""What never goes into the log."""

import logging

import pytest

from bot.logs import RedactingFormatter, configure_logging

TOKEN = "123:a-token"  # noqa: S105 -- opens nothing


@pytest.fixture
def plain_logging():
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    levels = {name: logging.getLogger(name).level for name in ("httpx", "telegram")}
    yield
    root.level, root.handlers[:] = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.row(103)
def test_a_secret_is_crossed_out_in_words_and_traces():
    failure = ValueError(f"https://example.org/bot{TOKEN}/getMe")
    trace = (ValueError, failure, None)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "said %s", (TOKEN,), trace)
    written = RedactingFormatter([TOKEN, ""]).format(record)
    assert TOKEN not in written
    assert written.count("<secret>") == 2


@pytest.mark.row(103)
@pytest.mark.usefixtures("plain_logging")
def test_libraries_say_nothing_below_a_warning_whatever_is_asked():
    configure_logging("DEBUG", [TOKEN])
    assert logging.getLogger("bot").isEnabledFor(logging.DEBUG)
    for name in ("httpx", "httpcore", "telegram", "telegram.ext.Application"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO)
