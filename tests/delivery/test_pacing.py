"""What a platform allows, as arithmetic."""

import math
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.pacing import Turns, Window, chat_window, overall_window, person_window
from tests.fakes.messenger import TELEGRAM


def window_with(*calls: float, patient: bool = True, kept_back: int = 0) -> Window:
    window = Window(calls=4, window_seconds=60, gap_seconds=1, kept_back=kept_back)
    for at in calls:
        window.count(at, patient=patient)
    return window


@pytest.mark.parametrize(
    ("calls", "now", "due"),
    [
        ((), 100, 100),
        ((99.5,), 100, 100.5),  # the gap
        ((90,), 100, 100),
        ((70, 80, 85, 90), 100, 130),  # the window is full until its first call leaves it
        ((40, 70, 85, 90), 100, 100),  # at its sixtieth second a call has left
    ],
)
def test_a_call_goes_as_soon_as_the_window_has_room(calls, now, due):
    assert window_with(*calls).due(now) == due


@pytest.mark.parametrize(
    ("calls", "kept_back", "due"),
    [
        ((), 2, 100),
        ((60,), 2, 100),
        ((60, 65), 2, 120),  # two of four are kept back
        ((60, 65, 70), 2, 125),
        ((60, 65), 1, 100),
        ((), 4, 100),  # not even keeping all back stops everything for ever
        ((60,), 4, 120),
    ],
)
def test_a_patient_call_leaves_the_calls_that_are_kept_back(calls, kept_back, due):
    assert window_with(*calls, kept_back=kept_back).due_patiently(100) == due


def test_patient_calls_are_spread_over_what_the_window_still_allows():
    window = window_with(99, 100)
    assert window.due(101) == 101
    assert window.due_patiently(101) == 100 + (59 / 2)  # two are free until 159


def test_calls_that_cannot_wait_are_spread_once_they_alone_used_half_the_window():
    urgent, patient = window_with(98, 99, 100, patient=False), window_with(98, 99, 100)
    assert (urgent.due(101), patient.due(101)) == (158, 101)


@pytest.mark.parametrize(
    ("now", "urgent", "patient", "due"),
    [
        (8, 1, 0, 8),
        (20, 6, 0, 26.4),  # so many in 20 s make 19.8 in a minute; in 26.4 s, 15, which leaves 3
        (59, 12, 0, 59),
        (59, 14, 0, 60),  # too many already; one leaves the window then, and it is asked again
        (20, 3, 10, 39.6),  # the patient ones that went count
    ],
)
def test_patient_calls_leave_room_for_as_many_others_as_come(now, urgent, patient, due):
    window = Window(calls=18, window_seconds=60, gap_seconds=0, kept_back=3)
    for _ in range(urgent):
        window.count(0)
    for _ in range(patient):
        window.count(0, patient=True)
    assert window.due_patiently(now) == pytest.approx(due)


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
    patience=st.lists(st.booleans(), min_size=80, max_size=80),
)
def test_no_window_ever_holds_more_calls_than_allowed(wishes, calls, gap, kept_back, patience):
    window = Window(calls, 60, gap, kept_back)
    now, made = 0.0, []
    for wish, patient in zip(wishes, patience, strict=False):
        now += wish
        now = window.due_patiently(now) if patient else window.due(now)
        window.count(now, patient=patient)
        made.append(now)
    for first, later in zip(made, made[calls:], strict=False):
        assert later - first >= 60 or math.isclose(later - first, 60)
    assert all(b - a >= gap or math.isclose(b - a, gap) for a, b in pairwise(made))


# --- who goes next ----------------------------------------------------------------------------


def test_who_shares_a_rate_goes_in_the_order_in_which_they_came():
    turns = Turns(Window(1, 1, 0))
    assert turns.due("before", 100) == 100
    assert turns.due("first", 100.2) == 101
    assert turns.due("second", 100.4) == 102
    assert turns.due("newcomer", 101) == 103, "the place that is free now is somebody else's"
    assert turns.due("first", 101) == 101
    assert turns.due("second", 101) == 102
    assert turns.due("newcomer", 101) == 103


def test_who_has_nothing_to_send_any_more_holds_up_nobody():
    turns = Turns(Window(1, 1, 0))
    turns.due("before", 100)
    turns.due("first", 100)
    turns.due("second", 100)
    turns.leave("first")
    assert turns.due("second", 101) == 101


@given(wishes=st.lists(st.floats(0.01, 1), min_size=1, max_size=60), calls=st.integers(1, 5))
def test_however_many_want_to_go_the_rate_is_kept_and_nobody_is_overtaken(wishes, calls):
    turns, gone = Turns(Window(calls, 1, 0)), []
    due = dict(enumerate(accumulate(wishes)))
    while due:
        now = min(due.values())
        # The newest asks first: that alone must not bring anybody forward.
        for who in sorted((who for who in due if due[who] <= now), reverse=True):
            due[who] = turns.due(who, now)
            if due[who] <= now:
                gone.append((due.pop(who), who))
    assert [who for _, who in gone] == list(range(len(wishes)))
    for (first, _), (later, _) in zip(gone, gone[calls:], strict=False):
        assert later - first >= 1 or math.isclose(later - first, 1)
