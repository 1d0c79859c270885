"""A track of the cribbage board in one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.present.cribbage_board import COLUMNS_MAX, track


@pytest.mark.parametrize(
    ("score", "before", "drawn"),
    [
        (0, 0, "······|······D······S······◇"),
        (1, 0, "●·····|······D······S······◇"),
        (5, 1, "●·····|······D······S······◇"),
        (6, 5, "○●····|······D······S······◇"),
        (30, 26, "·····●|······D······S······◇"),
        (31, 30, "·····○|●·····D······S······◇"),
        (60, 55, "······|····○●D······S······◇"),
        (61, 60, "······|·····○D●·····S······◇"),
        (91, 90, "······|······D·····○S●·····◇"),
        (120, 115, "······|······D······S····○●◇"),
        (121, 120, "······|······D······S·····○●"),
    ],
)
def test_a_peg_stands_before_or_behind_the_lines_as_the_score_does(score, before, drawn):
    assert track(score, before, 121, 91, 61) == drawn


def test_a_game_once_round_has_a_dot_for_three_points():
    assert track(31, 30, 61, 31, None) == "·········○S●·········◇"
    assert track(61, 58, 61, 31, None) == "··········S·········○●"


@given(
    target=st.sampled_from([61, 121]),
    lines=st.tuples(st.none() | st.integers(1, 120), st.none() | st.integers(1, 120)),
    data=st.data(),
)
def test_a_track_fits_a_phone_whatever_the_lines(target, lines, data):
    score = data.draw(st.integers(0, target))
    before = data.draw(st.integers(0, score))
    skunk, double = (None if line is None else min(line, target) for line in lines)
    drawn = track(score, before, target, skunk, double)
    assert len(drawn) <= COLUMNS_MAX
    assert drawn.count("●") == (score > 0)
    assert drawn.endswith("●" if score == target else "◇")
    assert drawn.replace("○", "·").replace("●", "·").count("·") <= target // 3 + 1


def test_where_skunk_lines_lie_elsewhere_the_streets_give_way():
    assert track(0, 0, 121, 80, None) == "···············S·········◇"
    assert track(0, 0, 121, None, None) == "······|······|······|······◇"
