"""Names of people are hostile text; what is left of them can be laid out."""

import pytest

from bot.basics import NAME_LENGTH_MAX, clean_name

ACUTE, CIRCUMFLEX, GRAVE = "\u0301", "\u0302", "\u0300"

INVISIBLE = (
    "\u3164\u115f\u1160\uffa0\u2800\u034f\ufe0f\ufe00\u17b4\u17b5\u180b\u180f\U000e0100"
    "\u200b\u200d\u2060\ufeff\u00ad\u202e"
)


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
def test_a_letter_that_is_not_seen_is_taken_out(letter):
    assert clean_name(letter * 5) == "?"
    assert clean_name(f"A{letter}nn") == "Ann"


@pytest.mark.parametrize(
    "name",
    ["Ann", "Ann Lee", "Nguyễn", f"e{CIRCUMFLEX}{ACUTE}", "น้ำ", "אבג", "李雷", "क्षितिज", "🂡"],
)
def test_an_honest_name_stays_as_it_is(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("A" + ACUTE * 31, "A" + ACUTE * 2),
        ("A" + (ACUTE + GRAVE + CIRCUMFLEX) * 10 + "n", f"A{ACUTE}{GRAVE}n"),
        ("A" + "\u20dd" * 5, "A" + "\u20dd" * 2),
        (f"A{ACUTE}\u034f{ACUTE}\ufe0f{ACUTE}", f"A{ACUTE}{ACUTE}"),
        (ACUTE * 31, "?"),
        (f"{ACUTE}Ann", "Ann"),
    ],
)
def test_no_more_than_two_marks_stand_on_a_letter(name, kept):
    assert clean_name(name) == kept


@pytest.mark.parametrize(
    ("name", "kept"), [("", "?"), (" \n ", "?"), ("A\nn\tn", "A n n"), ("W" * 99, "W" * 32)]
)
def test_a_name_is_one_line_that_is_neither_empty_nor_long(name, kept):
    assert clean_name(name) == kept
    assert len(kept) <= NAME_LENGTH_MAX
