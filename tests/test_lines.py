"""While nothing is heard from a platform, its tables wait; they go on once it is back."""

import pytest

from bot.basics import ChatId
from bot.lines import Line
from bot.supervise import AdapterState, Health

Told = list[tuple[str, str]]


def line_of(told: Told, heard_at: float | None = 100) -> Line:
    """Return a line that was heard at some time; what it lets happen is ``told``."""
    health = Health("Any", AdapterState.RUNNING, heard_at=heard_at, silence_seconds=30)
    return Line(
        health,
        ChatId("any"),
        away=lambda chat: told.append(("away", chat)),
        back=lambda chat: told.append(("back", chat)),
    )


@pytest.fixture
def told() -> Told:
    return []


def test_a_short_silence_is_nothing_unusual(told):
    line = line_of(told)
    for now in (100, 115, 130):
        line.look(now)
    assert told == []


def test_after_a_long_silence_everything_waits_until_something_is_heard(told):
    line = line_of(told)
    for now in (131, 136, 900):
        line.look(now)
    line.health.heard_at = 905
    line.look(906)
    line.look(911)
    assert told == [("away", "any"), ("back", "any")]


@pytest.mark.parametrize("state", list(AdapterState))
def test_what_an_adapter_says_of_itself_makes_no_difference(told, state):
    line = line_of(told)
    line.health.state = state
    line.look(131)
    assert told == [("away", "any")]


def test_an_adapter_that_was_never_started_lets_nothing_wait(told):
    line_of(told, heard_at=None).look(10_000)
    assert told == []
