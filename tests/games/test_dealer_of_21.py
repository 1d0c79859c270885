"""What the bank ends with, by upcard: enumerated by the rules, against known distributions."""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cards import CARDS, Card, parse_cards
from bot.games.points import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.banking import options
from bot.games.twentyone.dials import BankerSoft, Dials
from bot.games.twentyone.hands import Hand, is_natural
from bot.games.twentyone.presets import VEGAS_S17
from bot.games.twentyone.settling import is_banker_charlie

PATH = Path(__file__).parent / "cases" / "dealer_distribution.csv"
ROWS = [row for row in csv.DictReader(PATH.read_text().splitlines()) if row["upcard"] != "any"]
ENDS = ("17", "18", "19", "20", "21", "bj", "bust", "five")
VALUES = "A23456789T"
EXACT_TO = 5e-10
"""The tables are rounded to ten decimals."""

Cards = tuple[Card, ...]
Chances = Mapping[str, float]


def dials_of(row: Mapping[str, str]) -> Dials:
    """Return the rules of a row; its decks are the business of ``enumerated``."""
    hits = row["soft17"] == "H17"
    five = row["max_cards"] == "5"
    return replace(
        VEGAS_S17,
        banker_soft=BankerSoft.HIT_SOFT_17 if hits else VEGAS_S17.banker_soft,
        max_cards=5 if five else None,
        banker_five_card_beats_points=five,
    )


def end_of(hand: Hand, dials: Dials) -> str:
    """Return the name of what a finished bank has."""
    if is_natural(hand, dials):
        return "bj"
    if hand.total.points > TWENTY_ONE:
        return "bust"
    return "five" if is_banker_charlie(hand, dials) else str(hand.total.points)


def left(cards: Cards, value: str, decks: str) -> float:
    """Return how many cards of a value are left, in any measure: an endless shoe stays as it is."""
    new = 16 if value == "T" else 4
    if decks == "inf":
        return new
    return new * int(decks) - sum(card.rank == value for card in cards)


def enumerator(dials: Dials, decks: str) -> Callable[[Cards], Chances]:
    """Return a function from the bank's cards to the chances of its ends."""
    known: dict[Cards, Chances] = {}

    def chances(cards: Cards) -> Chances:
        key = tuple(sorted(cards))
        if key not in known:
            known[key] = looked_at(cards)
        return known[key]

    def looked_at(cards: Cards) -> Chances:
        hand = Hand(cards)
        over = hand.total.points > TWENTY_ONE
        if len(cards) > 1 and (over or options(hand, dials) != (Action.HIT,)):
            return {end_of(hand, dials): 1.0}
        weights = {value: left(cards, value, decks) for value in VALUES}
        sums: dict[str, float] = defaultdict(float)
        for value, weight in weights.items():
            if weight:
                for end, chance in chances((*cards, CARDS[f"{value}s"])).items():
                    sums[end] += chance * weight / sum(weights.values())
        return sums

    return chances


SETS = sorted({(row["decks"], row["soft17"], row["max_cards"]) for row in ROWS})


@pytest.mark.parametrize(("decks", "soft17", "max_cards"), SETS, ids="-".join)
def test_the_bank_ends_as_often_as_enumeration_says(decks, soft17, max_cards):
    rows = [
        r for r in ROWS if (r["decks"], r["soft17"], r["max_cards"]) == (decks, soft17, max_cards)
    ]
    chances = enumerator(dials_of(rows[0]), decks)
    for row in rows:
        found = dict(chances((CARDS[f"{row['upcard']}s"],)))
        if row["conditioning"] == "after_peek":
            natural = found.pop("bj", 0.0)
            found = {end: chance / (1 - natural) for end, chance in found.items()}
        for end in ENDS:
            assert found.get(end, 0.0) == pytest.approx(float(row[end]), abs=EXACT_TO), (row, end)


def test_the_table_holds_every_upcard_of_the_decks_that_are_played():
    assert {row["decks"] for row in ROWS} >= {"1", "2", "4", "6", "8"}
    assert all(sum(r["decks"] == d for r in ROWS) >= 40 for d in ("1", "2", "4", "6", "8"))


@pytest.mark.parametrize(
    ("cards", "stands_on", "soft", "drawn"),
    [
        ("6s Ah", 17, BankerSoft.HIT_SOFT_17, True),
        ("6s Ah", 16, BankerSoft.HIT_SOFT_17, True),
        ("5s Ah", 16, BankerSoft.HIT_SOFT_17, False),
        ("7s Ah", 18, BankerSoft.HIT_SOFT_17, False),
        ("6s Ah", 18, BankerSoft.HIT_SOFT_17, True),
        ("7s Ah", 17, BankerSoft.HIT_SOFT_17, False),
        ("6s Ah", 16, BankerSoft.STAND, False),
        ("6s Ah", 18, BankerSoft.STAND, True),
        ("5s Ah", 16, BankerSoft.CHOICE, False),
    ],
)
def test_a_soft_17_is_one_from_whatever_total_the_bank_stands(cards, stands_on, soft, drawn):
    dials = replace(VEGAS_S17, banker_stands_on=stands_on, banker_soft=soft)
    expected = (Action.HIT,) if drawn else (Action.STAND,)
    assert options(Hand(parse_cards(cards)), dials) == expected


@pytest.mark.parametrize(("cards", "stands_on"), [("6s Ah", 16), ("7s Ah", 18), ("9s Ah", 17)])
def test_a_choice_is_one_from_soft_17_up(cards, stands_on):
    dials = replace(VEGAS_S17, banker_stands_on=stands_on, banker_soft=BankerSoft.CHOICE)
    assert options(Hand(parse_cards(cards)), dials) == (Action.HIT, Action.STAND)
