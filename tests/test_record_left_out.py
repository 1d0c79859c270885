"""Records: what chips and the bank allow, and what may be left out."""

import pytest

from tests.fakes.rounds import told

# --- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "wallet", "goes"),
    [
        ("double", 20, True),  # B6: exactly one more bet
        ("double", 19, False),
        ("double", 10, False),  # C6: the bet is all there was
        ("split", 20, True),
        ("split", 19, False),
    ],
)
def test_c6_what_a_wallet_does_not_hold_is_refused(action, wallet, goes):
    deck = "8c Ks 8d 9h 3c 4c 5c"
    answer = told("hk_casino", deck, f"p1 {action}", wallets={"p1": wallet})
    if goes:
        assert "error" not in answer
    else:
        assert answer["error"] == {"kind": "not_now", "key": "short-of-chips", "at": 0}
        assert answer["legal"] == {"p1": ["hit", "stand"]}


@pytest.mark.parametrize(
    ("action", "wallet", "goes"),
    [("double", 40, True), ("double", 39, False), ("split", 40, True), ("split", 39, False)],
)
def test_a_wallet_holds_twice_a_stake_of_which_a_natural_takes_twice(action, wallet, goes):
    twice = {"banker_natural_collects": 2}
    deck = "8c Ks 8d 9h 3c 4c 5c"
    answer = told("hk_casino", deck, f"p1 {action}", options=twice, wallets={"p1": wallet})
    assert answer.get("error", {}).get("key") == (None if goes else "short-of-chips")


def test_a_wallet_without_twice_the_bet_is_refused_at_the_bet_but_a_premium_is_put_up_once():
    twice = {"banker_natural_collects": 2}
    short = told("hk_casino", "Tc 9h 9d Kc", options=twice, wallets={"p1": 19})
    assert short["error"] == {"kind": "not_now", "key": "short-of-chips", "at": None}
    deck = "Tc Kh 9d Ac"
    insured = told("hk_casino", deck, "p1 insure", options=twice, wallets={"p1": 25})
    assert insured["net"] == {"p1": -10, "house": 10}  # 20 for the bet, 10 from the insurance
    refused = told("hk_casino", deck, "p1 insure", options=twice, wallets={"p1": 24})
    assert refused["error"]["key"] == "short-of-chips"


def test_c6_who_cannot_pay_the_premium_has_answered_no():
    deck = "Tc 9h 9d Ac"
    refused = told("hk_casino", deck, "p1 insure", wallets={"p1": 14})
    assert refused["error"]["key"] == "short-of-chips"
    implied = told("hk_casino", deck, "p1 stand", wallets={"p1": 14})
    assert implied["net"] == {"p1": -10, "house": 10}
    spent = told("hk_casino", deck, "p1 insure", "p1 double", wallets={"p1": 20})
    assert spent["error"] == {"kind": "not_now", "key": "short-of-chips", "at": 1}


@pytest.mark.report("E3")
@pytest.mark.parametrize(
    ("bank", "bets", "goes"), [(12, [6, 6], True), (11, [6, 6], False), (10, [10], True)]
)
def test_bets_that_the_bank_does_not_cover_are_refused(bank, bets, goes):
    deck = "Tc 9c Ks 5d 2d 9h" if len(bets) == 2 else "Tc Ks 5d 9h"
    answer = told("qq21", deck, bets=bets, banker="bank", bank=bank)
    assert ("error" not in answer) == goes
    if not goes:
        assert answer["error"] == {"kind": "not_now", "key": "bet-not-covered", "at": None}


@pytest.mark.report("E3")
def test_a_double_that_the_bank_does_not_cover_is_refused():
    answer = told("qq21", "5c Ks 6d 9h 2c", "p1 double", banker="bank", bank=19)
    assert answer["error"] == {"kind": "not_now", "key": "bank-short", "at": 0}
    assert answer["legal"] == {"p1": ["hit", "stand"]}
    assert "error" not in told("qq21", "5c Ks 6d 9h 2c", "p1 double", banker="bank", bank=20)


def test_decision_5_the_house_is_not_bounded():
    answer = told("qq21", "Tc Ks 9d 9h", "p1 stand", bank=1)
    assert "error" not in answer


# --- what a record may leave out --------------------------------------------------------------


def test_the_house_follows_its_policy_where_its_choices_are_absent():
    deck, stands = "Tc Ts 9d 6h 5c", ["p1 stand"]
    absent = told("qq21", deck, *stands)
    there = told("qq21", deck, *stands, "house hit", "house stand")
    assert absent == there == told("qq21", deck, *stands, "house hit")
    assert absent["net"] == {"p1": -10, "house": 10}


@pytest.mark.parametrize(
    ("deck", "acts", "at", "instead"),
    [
        ("Tc Ts 9d 7h 2c 3c", ["house hit", "house stand"], 1, "stand"),
        ("Tc Ts 9d 3h 2c 3c", ["house stand"], 1, "hit"),
        ("Tc Ts 9d 3h 2c 3c", ["house hit", "house stand"], 2, "hit"),
        ("Tc Ts 9d 6h 2c 3c", ["house hit", "house hit"], 2, "stand"),
    ],
)
def test_decision_5_the_house_does_nothing_that_its_rule_does_not_say(deck, acts, at, instead):
    answer = told("qq21", deck, "p1 stand", *acts)
    assert answer["error"] == {"kind": "not_now", "key": "house-keeps-to-its-rule", "at": at}
    assert answer["net"] == {}
    assert answer["legal"] == {"house": [instead]}


def test_a_player_who_banks_is_free_where_the_house_is_not():
    answer = told("qq21", "Tc Ts 9d 7h 5c", "p1 stand", "bank hit", banker="bank")
    assert answer["net"] == {"p1": 10, "bank": -10}  # he drew on 17, and went bust


def test_a_stand_that_is_the_only_choice_may_be_absent_or_automatic():
    deck = "As 9c Tc Kd 9d 9h"
    answers = [
        told("qq21", deck, *acts, "p2 stand", "bank stand", bets=[10, 10], banker="bank")
        for acts in ([], ["p1 stand"], ["p1 stand auto"])
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["net"] == {"p1": 10, "p2": -10, "bank": 0}


def test_an_absent_stand_lets_the_next_seat_act_in_order():
    options = {"turns": "in_order"}
    deck = "As 9c Tc Kd 9d 9h"
    acts = ["p2 stand", "bank stand"]
    answer = told("qq21", deck, *acts, bets=[10, 10], banker="bank", options=options)
    assert answer["net"] == {"p1": 10, "p2": -10, "bank": 0}


@pytest.mark.parametrize(
    ("rules", "deck", "acts"),
    [
        ("hk_casino", "As Tc Kd 9h", ["p1 stand"]),  # an open natural
        ("hk_casino", "As Tc Kd 9h", ["house stand"]),
        ("hk_casino", "8c Ts 8d 9h 3d Kh Tc", ["p1 split", "p1 hit", "p1 stand", "p1 stand"]),
        ("hk_casino", "6c Th 5d 9s Ks", ["p1 double", "p1 stand", "house stand"]),
        ("hk_banker", "Ks As 8d 6h", ["p1 stand", "bank stand"]),
        ("qq21", "As Tc Kd 9h", ["bank stand"]),  # after a stand that was left out
    ],
)
def test_decision_3_a_stand_is_accepted_wherever_one_is_implied(rules, deck, acts):
    banker = None if rules == "hk_casino" else "bank"
    answer = told(rules, deck, *acts, banker=banker)
    assert "error" not in answer
    assert answer["status"] == "settled"


@pytest.mark.parametrize(
    ("rules", "deck", "acts"),
    [
        ("hk_casino", "As Tc Kd 9h", ["p1 stand", "p1 stand"]),  # one hand, one stand
        ("hk_casino", "Tc Th 6d 9s Ks", ["p1 hit", "p1 stand"]),  # bust
        ("cn4deck", "Tc 9c Th 9h Td 8s", ["p1 leave", "p1 stand", "p2 stand"]),
    ],
)
def test_a_stand_that_nothing_implies_is_refused(rules, deck, acts):
    seats = 2 if rules == "cn4deck" else 1
    banker = "bank" if rules == "cn4deck" else None
    answer = told(rules, deck, *acts, banker=banker, bets=[10] * seats)
    assert answer["error"]["at"] == 1


def test_a_stand_after_a_hand_that_closed_itself_belongs_to_the_next_open_hand():
    answer = told("hk_casino", "Kc Ts Qd 8h Ad 9h", "p1 split", "p1 stand")
    assert [hand["rule"] for hand in answer["hands"]["p1"]] == ["points", "points"]
    assert answer["status"] == "settled"
