"""What a platform allows, as arithmetic."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.pacing import Window, chat_window, overall_window, person_window
from tests.fakes.messenger import TELEGRAM


def window_with(*calls: float) -> Window:
    window = Window(calls=3, window_seconds=60, gap_seconds=1)
    for at in calls:
        window.count(at)
    return window


@pytest.mark.parametrize(
    ("calls", "now", "kept_back", "due"),
    [
        ((), 100, 0, 100),
        ((99.5,), 100, 0, 100.5),  # the gap
        ((90,), 100, 0, 100),
        ((80, 85, 90), 100, 0, 140),  # the window is full until its first call leaves it
        ((40, 85, 90), 100, 0, 100),  # at its sixtieth second a call has left
        ((80,), 100, 2, 140),  # two kept back: only an empty window is free enough
        ((80,), 100, 1, 100),
        ((80, 85), 100, 1, 140),
        ((80, 85), 100, 2, 145),
        ((), 100, 3, 100),  # not even keeping all back stops everything for ever
        ((80,), 100, 3, 140),
    ],
)
def test_a_call_goes_when_enough_of_the_window_is_free(calls, now, kept_back, due):
    assert window_with(*calls).due(now, kept_back) == due


def test_a_hold_stops_everything_until_it_ends():
    window = window_with()
    window.hold(130)
    assert (window.due(100), window.due(131)) == (130, 131)


def test_a_shorter_hold_does_not_end_a_longer_one():
    window = window_with()
    window.hold(130)
    window.hold(110)
    assert window.due(100) == 130


def test_where_nothing_is_paced_everything_goes_at_once():
    for window in (chat_window(None), person_window(None), overall_window(None)):
        for _ in range(1_000):
            window.count(100)
        assert window.due(100) == 100


def test_a_person_is_written_to_once_a_second_and_never_waits_for_a_window():
    window = person_window(TELEGRAM)
    at = 0.0
    for _ in range(100):
        at = window.due(at)
        window.count(at)
    assert at == 99


@given(
    wishes=st.lists(st.floats(0, 20), max_size=80),
    calls=st.integers(1, 18),
    gap=st.sampled_from([0.0, 0.5, 1.0]),
    kept_back=st.integers(0, 18),
)
def test_no_window_ever_holds_more_calls_than_allowed(wishes, calls, gap, kept_back):
    window = Window(calls, 60, gap)
    now, made = 0.0, []
    for number, wish in enumerate(wishes):
        now = window.due(now + wish, kept_back if number % 2 else 0)
        window.count(now)
        made.append(now)
    for first, later in zip(made, made[calls:], strict=False):
        assert later - first >= 60 or math.isclose(later - first, 60)
    assert all(b - a >= gap or math.isclose(b - a, gap) for a, b in pairwise(made))
