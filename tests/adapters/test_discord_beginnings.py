"""How soon a session with Discord may begin anew."""

import pytest

from adapters.discord_beginnings import AT_ONCE, PAUSE_SECONDS_MAX, WITHIN_SECONDS, Beginnings


def begun(count: int) -> Beginnings:
    """Return what knows of so many sessions of one shard, one a second, the last at 100."""
    beginnings = Beginnings()
    for number in range(count):
        beginnings.note(0, 101 - count + number)
    return beginnings


@pytest.mark.parametrize(
    ("count", "seconds"), [(5, 10), (6, 20), (7, 40), (9, 160), (10, 300), (20, 300)]
)
def test_the_more_began_within_the_hour_the_later_the_next(count, seconds):
    assert begun(count).is_early(0, 100 + seconds - 1)
    assert not begun(count).is_early(0, 100 + seconds)


def test_a_few_are_begun_without_a_pause():
    assert not begun(AT_ONCE - 1).is_early(0, 100)


def test_an_hour_later_nothing_is_held_against_it():
    assert not begun(50).is_early(0, 100 + WITHIN_SECONDS)


def test_each_shard_counts_for_itself():
    assert not begun(50).is_early(1, 100)


def test_on_a_day_on_which_none_lasts_two_thirds_of_a_thousand_are_left():
    beginnings, used = Beginnings(), 0
    for now in range(0, 24 * 3_600, 5):
        if not beginnings.is_early(0, now):
            beginnings.note(0, now)
            used += 1
    assert 24 * 3_600 / PAUSE_SECONDS_MAX <= used < 333
