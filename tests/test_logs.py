"""What never goes into the log."""

import logging

import pytest

from bot.logs import RECONNECTING, RedactingFormatter, configure_logging

TOKEN = "123:a-token"  # noqa: S105 -- opens nothing


@pytest.fixture
def plain_logging():
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    levels = {name: logging.getLogger(name).level for name in ("httpx", "telegram")}
    yield
    root.level, root.handlers[:] = before
    for name in RECONNECTING:
        logging.getLogger(name).filters.clear()
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


@pytest.mark.row(103)
@pytest.mark.usefixtures("plain_logging")
@pytest.mark.parametrize("name", RECONNECTING)
def test_an_ordinary_outage_is_told_in_one_line_with_the_kind_of_failure(name, capsys):
    configure_logging("WARNING", [TOKEN])
    log, failure = logging.getLogger(name), ConnectionRefusedError("with a page of trace")
    log.error("Attempting a reconnect in %.2fs", 1.5, exc_info=failure)
    log.error("Shard ID 100% away", exc_info=(type(failure), failure, None))
    log.warning("Shard ID %s is slow", 2)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[2] for line in lines] == [
        "Attempting a reconnect in 1.50s (ConnectionRefusedError)",
        "Shard ID 100% away (ConnectionRefusedError)",
        "Shard ID 2 is slow",
    ]


@pytest.mark.usefixtures("plain_logging")
def test_what_fails_elsewhere_keeps_its_trace(capsys):
    configure_logging("WARNING", [TOKEN])
    logging.getLogger("bot").error("failed", exc_info=ValueError("unheard of"))
    assert "ValueError: unheard of" in capsys.readouterr().err
