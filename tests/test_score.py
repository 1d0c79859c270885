"""`croupier score`: hands of cribbage that are written down, counted item by item."""

import pytest

from bot.games.cribbage.vocabulary import POINTS_FOR
from bot.score import HandUnreadable, score, score_text
from tests.fakes.cases import table


@pytest.mark.report("I13")
def test_a_hand_of_29_is_itemised():
    told = score(["5h", "5c", "5s", "Jd", "5d"])
    assert (told["cards"], told["starter"], told["crib"]) == (["5h", "5c", "5s", "Jd"], "5d", False)
    assert told["total"] == 29
    assert [(item["for"], item["points"]) for item in told["items"]] == [
        ("fifteen", 16),
        ("double-pair-royal", 12),
        ("nobs", 1),
    ]
    assert told["items"][2]["cards"] == [["Jd"]]


def test_every_hand_that_is_known_is_counted_line_by_line_as_hand_and_as_crib():
    rows = table("cribbage_hands.csv")
    lines = [f"{row['hand']} {row['starter']}" for row in rows]
    hands = score_text("\n".join(lines))
    cribs = score_text("\n".join(f"{line} crib" for line in lines))
    assert [told["total"] for told in hands] == [int(row["hand_total"]) for row in rows]
    assert [told["total"] for told in cribs] == [int(row["crib_total"]) for row in rows]
    assert all(told["crib"] for told in cribs)
    for told in (*hands, *cribs):
        assert sum(item["points"] for item in told["items"]) == told["total"]
        assert {item["for"] for item in told["items"]} <= set(map(str, POINTS_FOR))


def test_empty_lines_are_passed_over():
    assert [told["total"] for told in score_text("\n5♥ 5♣ 5♠ J♦ 5♦\n\n2c 4d 6h 8s Js\n")] == [29, 0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5h 5c 5s Jd", "four cards and the starter are wanted"),
        ("crib", "four cards and the starter are wanted"),
        ("5h 5c 5s Jd 5d 6d", "four cards and the starter are wanted"),
        ("5h 5c 5s Jd 5x", "'5x' is no card"),
        ("5h 5c 5s Jd 5h", "the same card is there twice"),
    ],
)
def test_what_is_no_hand_is_refused_with_its_line(text, why):
    with pytest.raises(HandUnreadable, match=f"^line 2: {why}"):
        score_text(f"2c 4d 6h 8s Js\n{text}")
