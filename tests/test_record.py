"""The round record: reading, writing, and playing it again."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.basics import BANKER
from bot.games import GAMES
from bot.games.base import Bank
from bot.record import (
    AUTO,
    Record,
    RecordUnreadable,
    format_record,
    parse_record,
    replay,
    written_options,
)
from bot.replay import replay_text
from tests.fakes.rounds import told
from tests.fakes.walks import KINDS, picks, setups, walk

EXAMPLE = """{"v": 1, "game": "21", "rules": "cn4deck", "options": {"turns": "in_order"},
 "seats": [{"player": "ann", "bet": 10}, {"player": "bob", "bet": 20}], "banker": "cat",
 "side_bets": [{"by": "bob", "on": "ann", "bet": 2}],
 "deck": ["As", "9h", "Td", "Kd", "7c", "8c"], "actions": [["bob", "stand"]]}"""

LEAST: dict[str, Any] = {
    "game": "21",
    "rules": "hk_casino",
    "seats": [{"player": "ann", "bet": 10}],
    "deck": ["As", "Tc", "Kd", "9h"],
}


def written(**changes: Any) -> str:
    return json.dumps({**LEAST, **changes})


# --- reading and writing ----------------------------------------------------------------------


def test_the_example_of_the_format_reads_writes_and_settles():
    record = parse_record(EXAMPLE)
    assert record.seats[1].player == "bob"
    assert json.loads(format_record(record)) == json.loads(EXAMPLE)
    assert replay(record)["net"] == {"ann": 15, "bob": -22, "cat": 7}


def test_what_is_optional_may_be_absent():
    record = parse_record(written())
    assert (record.v, record.banker, record.actions, record.options) == (1, None, (), {})
    assert json.loads(format_record(record)) == {"v": 1, **LEAST, "banker": None}


def test_cards_are_read_in_either_case_and_written_small():
    record = parse_record(written(deck=["AS", "tc", "10D", "9H"]))
    assert json.loads(format_record(record))["deck"] == ["As", "Tc", "Td", "9h"]


@pytest.mark.parametrize(
    "extra",
    [
        {"ids": {"ann": "telegram:7"}},
        {"fairness": {"commitment": "ab", "seed": "cd", "cut": [1, 2]}},
        {"wallets": {"ann": 100}, "bank": 500},
        {"dealer": "ann", "scores": {"ann": 3}},
        {"options": {"decks": 8, "natural_payout": 1.2, "peek": "none", "max_cards": None}},
        {"actions": [["ann", "stand", "auto"]]},
    ],
)
def test_what_is_written_reads_back(extra):
    record = parse_record(written(**extra))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": [{"player": "ann", "bet": "10"}]}, "seats.0.bet"),
        ({"seats": [{"player": "ann", "bet": 1.5}]}, "seats.0.bet"),
        ({"seats": [{"player": "ann", "bet": True}]}, "seats.0.bet"),
        ({"seats": [{"bet": 10}]}, "seats.0.player"),
        ({"seats": [{"player": "", "bet": 10}]}, "seats.0.player"),
        ({"seats": "ann"}, "seats"),
        ({"deck": ["1x"]}, "deck.0"),
        ({"deck": [7]}, "deck.0"),
        ({"actions": [["ann"]]}, "actions.0"),
        ({"actions": [[7, "stand"]]}, "actions.0.0"),
        ({"v": 2}, "v"),
        ({"wallets": {"ann": -1}}, "wallets.ann"),
        ({"bank": -1}, "bank"),
        ({"options": {"decks": [6]}}, "options.decks"),
        ({"colour": "red"}, "colour"),
        ({"banker": "ann"}, "same name"),
        ({"seats": [{"player": "ann"}, {"player": "ann"}]}, "same name"),
        ({"banker": "house"}, "called house"),
        ({"seats": [{"player": "house", "bet": 10}]}, "called house"),
    ],
)
def test_what_is_not_of_this_shape_is_said_in_one_line(changes, said):
    with pytest.raises(RecordUnreadable, match=said) as unreadable:
        parse_record(written(**changes))
    assert "\n" not in str(unreadable.value)
    lines, status = replay_text(written(**changes))
    assert (lines, status) == ([str(unreadable.value)], 2)


@pytest.mark.parametrize(
    "text", ["", "  \n ", "{", "[]", "7", "null", '"As"', "[" * 100_000, "ann"]
)
def test_what_is_no_record_at_all_is_unreadable(text):
    lines, status = replay_text(text)
    assert status == 2
    assert len(lines) == 1
    assert "\n" not in lines[0]


def test_the_game_must_be_there():
    incomplete = {key: value for key, value in LEAST.items() if key != "game"}
    with pytest.raises(RecordUnreadable, match="game"):
        parse_record(json.dumps(incomplete))


# --- one object or JSON Lines -----------------------------------------------------------------


def test_one_object_may_spread_over_lines():
    lines, status = replay_text(EXAMPLE)
    assert status == 0
    assert json.loads(lines[0])["status"] == "settled"


def test_each_line_is_answered_and_a_broken_round_does_not_stop_the_next():
    text = "\n".join([written(), "", written(actions=[["ann", "hit"]]), written()])
    lines, status = replay_text(text)
    assert status == 1
    assert ["error" in json.loads(line) for line in lines] == [False, True, False]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"v": 2}, "v: only version 1 of the format is read"),
        ({"v": "1"}, "v: only version 1 of the format is read"),
        ({"seat": 1}, "seat: there is no such field"),
        ({"seats": [{"player": "ann", "bet": "10"}]}, "seats.0.bet: a whole number belongs here"),
        ({"seats": [{"player": "", "bet": 1}]}, "seats.0.player: a text that is not empty"),
        ({"seats": 1}, "seats: a list belongs here"),
        ({"seats": [1]}, "seats.0: an object belongs here"),
        ({"bank": -1}, "bank: a number from 0 up belongs here"),
        ({"actions": [["ann"]]}, "actions.0: a name and what it did belong here"),
        ({"deck": ["xx"]}, "deck.0: a card is written as rank and suit"),
        ({"options": []}, "options: an object belongs here"),
        ({"options": {"turns": []}}, "options.turns: "),
        ({"game": 21}, "game: a text belongs here"),
    ],
)
def test_what_is_wrong_is_said_in_words_of_our_own(changes, said):
    lines, _ = replay_text(written(**changes))
    assert lines[0].startswith(said)


@pytest.mark.parametrize(
    ("once", "twice", "said"),
    [
        ('"v": 1', '"v": 1, "v": 1', "v: this field is there twice"),
        ('"bet": 20', '"bet": 20, "bet": 2000', "bet: this field is there twice"),
        ('"turns"', '"turns": "together", "turns"', "turns: this field is there twice"),
    ],
)
def test_what_is_said_twice_in_one_object_is_not_read(once, twice, said):
    text = EXAMPLE.replace(once, twice, 1)
    assert replay_text(text) == ([said], 2)
    one_line = json.dumps(json.loads(EXAMPLE))
    assert replay_text(one_line + "\n" + text.replace("\n", " ")) == ([f"line 2: {said}"], 2)


def test_the_line_where_the_json_of_one_record_breaks_is_named():
    lines, status = replay_text(EXAMPLE.replace('"banker": "cat",', '"banker": "cat"'))
    assert (lines, status) == (["line 3: that is no JSON"], 2)


def test_a_line_that_cannot_be_read_is_named():
    lines, status = replay_text("\n".join([written(), written(v=2)]))
    assert status == 2
    assert lines[0].startswith("line 2: v: ")
    assert len(lines) == 1


# --- what is told -----------------------------------------------------------------------------


def test_a_settled_round_is_told_with_the_rule_of_every_hand():
    answer = told("hk_casino", "8c Ts 8d 9h 3d Kh Tc", "p1 split", "p1 hit", "p1 stand")
    assert answer == {
        "status": "settled",
        "net": {"p1": 0, "house": 0},
        "hands": {
            "p1": [
                {
                    "cards": ["8c", "3d", "Tc"],
                    "total": 21,
                    "soft": False,
                    "bet": 10,
                    "outcome": "win",
                    "rule": "points",
                },
                {
                    "cards": ["8d", "Kh"],
                    "total": 18,
                    "soft": False,
                    "bet": 10,
                    "outcome": "lose",
                    "rule": "points",
                },
            ],
            "house": [
                {
                    "cards": ["Ts", "9h"],
                    "total": 19,
                    "soft": False,
                    "bet": 0,
                    "outcome": None,
                    "rule": None,
                }
            ],
        },
        "lines": [],
        "turn": [],
        "legal": {},
    }


def test_what_lies_beside_the_hands_has_its_own_lines():
    answer = told("hk_casino", "Tc 9h 9d Ac", "p1 insure", "p1 stand")
    assert answer["lines"] == [{"player": "p1", "net": -5, "rule": "insurance"}]


def test_a_round_that_goes_on_says_who_may_do_what():
    answer = told("qq21", "Tc 9c Ks 5d 2d 9h 7h", "p2 stand", bets=[10, 20], banker="bank")
    assert (answer["status"], answer["net"], answer["turn"]) == ("playing", {}, ["p1"])
    assert answer["legal"] == {"p1": ["hit", "stand", "double"]}
    assert answer["hands"]["p1"][0]["outcome"] is None
    assert answer["hands"]["bank"][0]["cards"] == ["Ks", "9h"]
    asked = told("qq21", "Tc Ks 5d 9h", "p1 stand", banker="bank")
    assert (asked["turn"], asked["legal"]) == (["bank"], {"bank": ["hit", "stand"]})


def test_a_doubled_hand_is_told_with_what_is_on_it():
    answer = told("hk_casino", "6c Th 5d 9s Ks", "p1 double")
    assert answer["hands"]["p1"][0]["bet"] == 20


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "bridge"}, ("not_now", "unknown-game", None)),
        ({"rules": "bridge"}, ("unreadable", "unknown-rules", None)),
        ({"options": {"colour": "red"}}, ("unreadable", "unknown-dial", None)),
        ({"options": {"decks": 1}}, ("not_now", "deck-too-small", None)),
        ({"seats": []}, ("not_now", "too-few-players", None)),
        ({"banker": "bob"}, ("not_now", "bank-wanted", None)),
        ({"deck": ["As", "Tc", "Kd"]}, ("not_now", "no-card-left", None)),
        ({"deck": ["As", *["Kd"] * 7]}, ("not_now", "deck-odd", None)),
        ({"deck": [*LEAST["deck"], *["2s"] * 7]}, ("not_now", "deck-odd", None)),
        ({"wallets": {"bob": 10}}, ("unreadable", "unknown-player", None)),
        ({"wallets": {"ann": 9}}, ("not_now", "short-of-chips", None)),
        (
            {"side_bets": [{"by": "bob", "on": "ann", "bet": 2}]},
            ("unreadable", "unknown-player", None),
        ),
        ({"actions": [["bob", "hit"]]}, ("unreadable", "unknown-player", 0)),
        ({"actions": [["ann", "fold"]]}, ("unreadable", "unknown-action", 0)),
        ({"actions": [["ann", "auto"]]}, ("unreadable", "unknown-action", 0)),
        ({"actions": [["ann", "stand"], ["ann", "hit"]]}, ("not_now", "no-round", 1)),
    ],
)
def test_a_record_that_breaks_the_rules_says_where_and_why(change, error):
    answer = replay(parse_record(written(**change)))
    assert tuple(answer["error"].values()) == error
    assert {"status", "net", "hands", "turn", "legal"} <= set(answer)


def test_a_broken_round_is_told_as_far_as_it_got():
    answer = told("qq21", "5c Ts 6d 8s Th 2c", "p1 hit", "p1 hit", banker="bank")
    assert answer["error"] == {"kind": "not_now", "key": "only-stand", "at": 1}
    assert answer["status"] == "playing"
    assert answer["legal"] == {"p1": ["stand"]}
    assert answer["hands"]["p1"][0]["total"] == 21


@pytest.mark.parametrize(("rules", "packs"), [("qq21", 1), ("cn4deck", 4), ("hk_casino", 6)])
@pytest.mark.parametrize(("more", "goes"), [(0, True), (1, False)])
def test_a_card_is_in_the_deck_as_often_as_the_packs_hold_it(rules, packs, more, goes):
    deck = [*LEAST["deck"], *["2s"] * (packs + more)]
    banker = None if rules == "hk_casino" else "bob"
    answer = replay(parse_record(written(rules=rules, deck=deck, banker=banker)))
    assert ("error" not in answer) == goes


def test_options_are_read_as_json_writes_them():
    options = {"max_cards": None, "auto_stand_21": True, "natural_payout": 1.5, "decks": 2}
    answer = told("hk_banker", "As Tc Kd 9h", options=options, banker="bank")
    assert answer["net"] == {"p1": 15, "bank": -15}


def test_a_card_is_never_drawn_for_who_has_not_asked():
    options = {"player_min_total": 16, "double_on": "none", "split_by": "none"}
    answer = told("qq21", "Tc Ts 2d 8h 3h 9c", options=options, banker="bank")
    assert answer["legal"] == {"p1": ["hit"]}
    assert answer["status"] == "playing"


# --- whatever was played can be written down and played again ---------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=str)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_a_round_that_was_played_replays_to_the_same_chips(kind, data):
    way = walk(kind.game, data.draw(setups(kind)), data.draw(picks))
    setup = way.setup
    names = [f"p{seat}" for seat in range(len(setup.stakes))]
    banker = "bank" if setup.bank is Bank.PLAYER else None
    party = {**dict(enumerate(names)), BANKER: banker or "house"}
    record = {
        "game": kind.game.name,
        "rules": kind.preset,
        "options": written_options(kind.game, kind.preset, setup.dials),
        "seats": [
            {"player": name, "bet": bet} for name, bet in zip(names, setup.stakes, strict=True)
        ],
        "banker": banker,
        "dealer": names[setup.dealer],
        "side_bets": [
            {"by": names[bet.by], "on": names[bet.on], "bet": bet.chips} for bet in setup.side_bets
        ],
        "deck": [str(card) for card in setup.deck],
        "actions": [
            [party[seat], *kind.game.format(action).split(), AUTO] for seat, action in way.acts
        ],
    }
    answer = replay(parse_record(json.dumps(record)))
    result = kind.game.result(way.last)
    assert result is not None
    assert answer["net"] == {party[seat]: chips for seat, chips in result.net.items()}
    assert "error" not in answer


def test_written_options_hold_what_differs_and_always_the_turns():
    game = GAMES["21"]
    dials = game.with_options("qq21", {"natural_payout": "1.5"})
    assert written_options(game, "qq21", dials) == {"natural_payout": "3/2", "turns": "together"}


def test_a_record_is_a_value():
    assert parse_record(written()) == parse_record(written())
    assert isinstance(parse_record(written()), Record)
