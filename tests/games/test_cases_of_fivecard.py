"""Rounds, choices and dials of five cards with known right answers, as in the rules."""

import json
from dataclasses import fields

import pytest

from bot.games.fivecard.dials import PRESETS, READER, Dials
from bot.record import parse_record, replay
from tests.fakes.cases import settlements, table
from tests.fakes.rounds import told

SETTLEMENTS = settlements("fivecard")

REFUSED_AT = {
    "F14": (1, "no-card-left"),
    "F15": (0, "unknown-action"),
    "F17": (1, "only-stand"),
}
"""Where each round that breaks the rules breaks them, and the key it is refused with."""


@pytest.mark.parametrize("case", SETTLEMENTS, ids=[case["id"] for case in SETTLEMENTS])
def test_a_round_is_settled_as_its_clauses_say(case):
    answer = replay(parse_record(json.dumps(case["record"])))
    if "error" in case["expect"]:
        assert (answer["error"]["at"], answer["error"]["key"]) == REFUSED_AT[case["id"]]
    else:
        assert "error" not in answer
        assert answer["status"] == "settled"
        assert answer["net"] == case["expect"]["net"]


def test_every_round_that_breaks_the_rules_is_placed():
    assert {case["id"] for case in SETTLEMENTS if "error" in case["expect"]} == set(REFUSED_AT)


CHOICES = [row for row in table("legal_actions.csv") if row["preset"] in PRESETS]
WORDS = {"H": "hit", "S": "stand"}


@pytest.mark.parametrize("row", CHOICES, ids=lambda row: row["cards"].replace(" ", ""))
def test_a_player_may_do_what_the_clauses_say(row):
    cards = row["cards"].split()
    deck = [cards[0], "9S", cards[1], "8S", *cards[2:]]
    acts = ["p1 hit"] * (len(cards) - 2)
    answer = told(row["preset"], " ".join(deck), *acts, bets=[10, 10])
    wanted = [WORDS[letter] for letter in row["legal"].split()]
    assert answer["hands"]["p1"][0]["cards"] == [card[0] + card[1].lower() for card in cards]
    assert answer["legal"].get("p1", []) == wanted


BY_A_BANK = {
    "banker_first", "deal_order", "banker_first_card", "banker_second_card", "hole_card", "peek",
    "no_peek_loses", "banker_draws", "banker_stands_on", "banker_soft", "player_min_total",
    "natural_payout", "natural_vs_banker_natural", "natural_settled", "banker_natural_collects",
    "banker_natural_beats_21", "five_card_payout", "banker_five_card_beats_points",
    "suited_678_payout", "bonus_after_split", "bonus_after_double", "ties", "double_on",
    "double_amount", "double_after_split", "split_by", "max_split_hands", "split_aces_one_card",
    "resplit_aces", "split_natural_is_21", "insurance", "insurance_amount", "insurance_payout",
    "insurance_mode", "pair_bet", "pair_targets", "pair_match", "pair_payout", "pair_settled",
    "surrender", "escape_banker",
}  # fmt: skip
"""What the rules set for this preset too, but what only games with a bank have (A-HF-1, A-HF-6)."""


def test_the_preset_sets_every_dial_as_its_rules_do():
    rows = {row["dial"]: row["hk_home5"] for row in table("presets.csv")}
    names = {field.name for field in fields(Dials)}
    assert names - {"double_bust"} == set(rows) - BY_A_BANK  # A-HF-2 names that one
    for name in names - {"double_bust"}:
        assert getattr(PRESETS["hk_home5"], name) == READER.read(name, rows[name])
