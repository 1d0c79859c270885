"""The dials of 21: how they are read, and which of them go together."""

from dataclasses import fields, replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics import Refusal
from bot.cards import CARDS, RANKS
from bot.games.base import Rotation
from bot.games.reading import write_dial
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.acting import end_of, hand_actions
from bot.games.twentyone.actions import Action
from bot.games.twentyone.checking import pair_edge, stake_step
from bot.games.twentyone.dials import BankerDraws, Dials, Peek
from bot.games.twentyone.hands import Hand
from bot.games.twentyone.presets import CN4DECK, PRESETS
from bot.games.twentyone.reading import READER, RESERVED
from bot.games.twentyone.vocabulary import DIALS


def refused(preset: str, **options: str) -> str:
    with pytest.raises(Refusal) as refusal:
        TWENTY_ONE.with_options(preset, options)
    return refusal.value.key


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("natural_payout", "1.5", Fraction(3, 2)),
        ("natural_payout", "3/2", Fraction(3, 2)),
        ("natural_payout", "3:2", Fraction(3, 2)),
        ("natural_payout", "6:5", Fraction(6, 5)),
        ("natural_payout", "1.2", Fraction(6, 5)),
        ("natural_payout", " 1 ", Fraction(1)),
        ("natural_payout", "1.0", Fraction(1)),
        ("decks", "8", 8),
        ("peek", "ace_ten", Peek.ACE_TEN),
        ("peek", "none", Peek.NONE),
        ("banker_draws", "FREE", BankerDraws.FREE),
        ("max_cards", "none", None),
        ("max_cards", "null", None),
        ("max_cards", "None", None),
        ("max_cards", "5", 5),
        ("auto_stand_21", "true", True),
        ("auto_stand_21", "False", False),
        ("rotation", "every_n_rounds", Rotation.EVERY_N_ROUNDS),
    ],
)
def test_a_dial_is_read_as_records_write_it(name, text, value):
    assert READER.read(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("colour", "red", "unknown-dial"),
        ("colour" * 20, "red", "unknown-dial"),
        ("peek", "sometimes", "dial-unreadable"),
        ("auto_stand_21", "1", "dial-unreadable"),
        ("decks", "six", "dial-unreadable"),
        ("decks", "1.5", "dial-unreadable"),
        ("decks", "-1", "dial-unreadable"),
        ("decks", "0", "dial-out-of-range"),
        ("decks", "9", "dial-out-of-range"),
        ("decks", "none", "dial-unreadable"),
        ("natural_payout", "3/0", "dial-unreadable"),
        ("natural_payout", "-3/2", "dial-unreadable"),
        ("natural_payout", "1e9", "dial-unreadable"),
        ("natural_payout", "1" * 99, "dial-unreadable"),
        ("natural_payout", "½", "dial-unreadable"),
        ("natural_payout", "٣", "dial-unreadable"),
        ("natural_payout", "1/2", "dial-out-of-range"),
        ("natural_payout", "21", "dial-out-of-range"),
        ("natural_payout", "1.3333", "dial-out-of-range"),
        ("insurance_amount", "0", "dial-out-of-range"),
        ("max_cards", "4", "dial-out-of-range"),
        ("shuffle", "penetration", "dial-reserved"),
        ("surrender", "early", "dial-reserved"),
        ("rotation", "on_natural", "dial-reserved"),
        ("banker", "none", "dial-reserved"),
        ("bank_cover", "equal_stakes", "dial-reserved"),
    ],
)
def test_what_is_no_value_is_refused_with_its_reason(name, text, key):
    with pytest.raises(Refusal) as refusal:
        READER.read(name, text)
    assert (refusal.value.kind.value, refusal.value.key) == ("unreadable", key)


@pytest.mark.parametrize(
    ("name", "text", "fact", "told"),
    [
        ("ties", "foo", "may", "push, banker"),
        ("decks", "9", "may", "1 to 8"),
        ("max_cards", "4", "may", "5, none"),
        ("surrender", "late", "may", "none"),
        ("rotation", "on_natural", "may", "none, each_round, every_n_rounds, on_full_payout"),
        ("tie", "banker", "near", "ties, rotation, pair_bet"),
    ],
)
def test_a_refused_dial_is_told_with_what_there_is_instead(name, text, fact, told):
    with pytest.raises(Refusal) as refusal:
        READER.read(name, text)
    assert refusal.value.facts[fact] == told


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_can_be_played_and_differs_from_itself_in_nothing(preset):
    dials = TWENTY_ONE.with_options(preset, {})
    assert dials == PRESETS[preset]
    assert TWENTY_ONE.options(preset, dials) == {}


@given(st.sampled_from(list(PRESETS)), st.sampled_from(list(PRESETS)))
def test_options_say_what_differs_and_read_back(one, other):
    options = TWENTY_ONE.options(one, PRESETS[other])
    assert TWENTY_ONE.with_options(one, options) == PRESETS[other]


@pytest.mark.parametrize("name", Dials.__slots__)
def test_every_dial_of_every_preset_is_written_as_it_is_read(name):
    for dials in PRESETS.values():
        value = getattr(dials, name)
        assert READER.read(name, write_dial(value)) == value


def test_reserved_values_are_none_that_a_dial_takes():
    for name, text in RESERVED:
        with pytest.raises(Refusal, match="dial-reserved"):
            TWENTY_ONE.with_options("qq21", {name: text})


@pytest.mark.parametrize(
    ("preset", "options", "step"),
    [
        ("qq21", {}, 1),
        ("hk_casino", {}, 2),
        ("cn4deck", {}, 2),
        ("qq21", {"natural_payout": "3:2"}, 2),
        ("qq21", {"natural_payout": "6:5"}, 5),
        ("hk_casino", {"natural_payout": "6:5"}, 10),
        ("qq21", {"bet_step": "3", "natural_payout": "3:2"}, 6),
        ("qq21", {"insurance": "ace"}, 2),
        ("qq21", {"insurance_amount": "1/3"}, 1),  # not in force
        ("qq21", {"insurance": "ace", "insurance_payout": "3:2"}, 4),
        ("qq21", {"five_card_payout": "7:4"}, 4),
        ("hk_banker", {"suited_678_payout": "none", "five_card_payout": "none"}, 1),
    ],
)
def test_decision_11_stakes_go_in_steps_that_keep_every_result_whole(preset, options, step):
    dials = TWENTY_ONE.with_options(preset, options)
    assert stake_step(dials) == step
    assert TWENTY_ONE.table_rules(dials).stake_step == step


def test_every_dial_is_described_with_values_that_can_be_read():
    assert list(DIALS) == [field.name for field in fields(Dials)]
    for name in DIALS:
        for value in READER.values_of(name):
            for word in value.split(" to "):
                assert write_dial(READER.read(name, word)) == word


@pytest.mark.parametrize(
    ("preset", "options", "key"),
    [
        ("qq21", {"seats_max": "7"}, "deck-too-small"),  # 13 hands on one deck
        ("qq21", {"max_split_hands": "3"}, "deck-too-small"),
        ("hk_casino", {"decks": "1"}, "deck-too-small"),
        ("hk_casino", {"decks": "1", "seats_max": "6"}, "deck-too-small"),
        ("qq21", {"seats_min": "5", "seats_max": "4"}, "too-few-seats"),
        ("qq21", {"insurance": "ace", "banker_second_card": "hidden"}, "insurance-needs-upcard"),
        ("qq21", {"peek": "ace", "banker_second_card": "hidden"}, "peek-needs-upcard"),
        ("vegas_s17", {"insurance": "none", "banker_second_card": "hidden"}, "peek-needs-upcard"),
        ("cn4deck", {"pair_match": "value"}, "side-bet-favours-player"),
        ("cn4deck", {"pair_payout": "13"}, "side-bet-favours-player"),
        ("hk_casino", {"insurance_payout": "3"}, "side-bet-favours-player"),
        (
            "cn4deck",
            {"insurance_mode": "refund_main", "insurance_amount": "1/4"},
            "side-bet-favours-player",
        ),
    ],
)
def test_decision_12_a_set_of_dials_is_refused_as_a_whole(preset, options, key):
    assert refused(preset, **options) == key


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("qq21", {}),  # A-GEN-4: eleven hands
        ("hk_banker", {}),  # and with 21s that may be hit
        ("qq21", {"seats_max": "11", "split_by": "none"}),
        ("hk_casino", {"decks": "1", "seats_max": "5"}),
        ("qq21", {"decks": "2", "seats_max": "7"}),
        ("euro_enhc", {"banker_second_card": "hidden"}),
        ("euro_enhc", {"banker_second_card": "hidden", "peek": "ace"}),  # no card to look at
        ("qq21", {"banker_second_card": "hidden"}),
        ("cn4deck", {"pair_payout": "12"}),
        ("qq21", {"banker_first_card": "open", "player_first_card": "open"}),
    ],
)
def test_decision_12_what_can_be_played_is_not_refused(preset, options):
    assert TWENTY_ONE.with_options(preset, options)


def test_7_4_the_edge_of_a_pair_bet_is_the_one_of_the_tables():
    edges = {
        match: pair_edge(TWENTY_ONE.with_options("cn4deck", {"pair_match": match}))
        for match in ("rank", "rank_suit")
    }
    assert edges["rank"] == pair_edge(CN4DECK) == Fraction(15, 207) * 12 - 1
    assert round(float(edges["rank"]), 4) == -0.1304
    assert round(float(edges["rank_suit"]), 3) == -0.826


def test_the_table_knows_what_it_must():
    qq21 = TWENTY_ONE.table_rules(PRESETS["qq21"])
    assert (qq21.seats_min, qq21.seats_max, qq21.packs) == (2, 6, 1)
    assert (qq21.house_banks, qq21.player_banks, qq21.covered) == (True, True, True)
    assert (qq21.rotation, qq21.clockwise) == (Rotation.EACH_ROUND, False)
    casino = TWENTY_ONE.table_rules(PRESETS["hk_casino"])
    assert (casino.house_banks, casino.player_banks, casino.covered) == (True, False, False)
    assert not casino.leaving_is_penalised
    assert TWENTY_ONE.table_rules(PRESETS["hk_banker"]).clockwise
    assert TWENTY_ONE.table_rules(PRESETS["cn4deck"]).leaving_is_penalised


def test_decision_2_a_players_bank_is_covered_whatever_the_dial_says():
    dials = TWENTY_ONE.with_options("hk_casino", {"banker": "player"})
    rules = TWENTY_ONE.table_rules(dials)
    assert rules.covered
    assert not rules.house_banks


FLAGS = ("split_aces_one_card", "resplit_aces", "auto_stand_21", "split_natural_is_21")


@pytest.mark.parametrize("minimum", [None, 12, 17])
@pytest.mark.parametrize("flags", list(product((True, False), repeat=len(FLAGS))))
def test_a_gen_5_an_open_hand_may_be_hit_or_stood_whatever_the_dials(minimum, flags):
    turned: dict[str, Any] = dict(zip(FLAGS, flags, strict=True))
    dials = replace(PRESETS["vegas_s17"], player_min_total=minimum, **turned)
    deals = product(RANKS, RANKS, (True, False), ((), (0,)), (2, 4))
    for first, second, split, face_down, hands in deals:
        cards = (CARDS[first + "s"], CARDS[second + "h"])
        hand = Hand(cards, () if split else face_down, bet=2, stake=2, split=split)
        if end_of(hand, dials, hands=hands) is None:
            assert {Action.HIT, Action.STAND} & set(hand_actions(hand, dials, hands=hands))
