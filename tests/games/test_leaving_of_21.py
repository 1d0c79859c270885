"""Leaving in the middle of a round, player or banker; by clause."""

import pytest

from bot.basics import BANKER
from bot.games.base import Bank
from bot.games.points import HandState
from bot.games.twentyone.events import Decided, InsuranceDecided
from tests.fakes.rounds import Round21

# --- leaving ----------------------------------------------------------------------------------


def test_a_cn_11_leaving_stands_where_it_costs_nothing():
    playing = Round21("qq21", "Tc 8c Ts 4d 8d 8h 2c 3c", bets=[10, 10]).do("1 split", "1 leave")
    assert [hand.state for hand in playing.view.hands[1:]] == [HandState.STOOD] * 2
    assert playing.refuses("1 leave") == "already-left"
    assert playing.actors == (0,)


def test_decision_8_leaving_forfeits_what_is_still_played_and_nothing_else():
    deck = "8c Th Th 8d 9d 7s 3d Kh Tc"
    playing = Round21("cn4deck", deck, bets=[10, 10]).do("0 split", "0 hit", "0 leave", "1 stand")
    # 21 won 10, the second hand lost 10; the initial bet is the least that running costs.
    assert playing.net == {0: -10, 1: 10, BANKER: 0}
    assert playing.rules == ["points", "left", "points", "left"]


def test_decision_8_what_is_lost_beyond_the_initial_bet_stays_lost():
    deck = "8c Th Th 8d 9d 7s 6d Kh Tc"
    playing = Round21("cn4deck", deck, bets=[10, 10]).do("0 split", "0 hit", "0 leave", "1 stand")
    assert playing.net == {0: -20, 1: 10, BANKER: 10}
    assert playing.rules == ["bust", "left", "points"]


def test_decision_8_who_has_finished_may_leave_and_is_settled_as_if_staying():
    deck = "Tc 9c Ks Td 7d 8h"
    playing = Round21("cn4deck", deck, bets=[10, 10]).do("0 stand", "0 leave", "1 stand")
    assert playing.net == {0: 10, 1: -10, BANKER: 0}


def test_leaving_answers_no_to_insurance_and_keeps_what_was_answered():
    deck = "Tc Td 8h Qd 6c Ac"
    playing = Round21("cn4deck", deck, bets=[10, 20]).do("0 leave", "1 insure")
    assert playing.view.insured == (1,)
    kept = Round21("cn4deck", deck, bets=[10, 20]).do("0 insure", "0 leave", "1 no-insurance")
    assert kept.view.insured == (0,)


def test_cn_31_a_banker_who_leaves_pays_every_initial_bet():
    deck = "5c 9c Th 6d Td 8s 9h"
    playing = Round21("cn4deck", deck, bets=[40, 20]).do("0 double", "-1 leave")
    assert playing.net == {0: 40, 1: 20, BANKER: -60}
    assert playing.view.bank.state is HandState.LEFT
    assert playing.rules == ["banker-left", "banker-left"]
    assert playing.refuses("-1 leave") == "no-round"


def test_a_cn_12_premiums_come_back_and_a_split_counts_once_when_the_banker_leaves():
    deck = "8c 8h 8d Ac 3c 4c"
    playing = Round21("cn4deck", deck).do("0 insure", "0 split", "-1 leave")
    assert playing.net == {0: 10, BANKER: -10}


def test_a_cn_12_insurance_that_comes_back_is_not_decided():
    playing = Round21("cn4deck", "8c 8h 8d Ac 3c 4c", peek="none").do("0 insure", "-1 leave")
    assert playing.net == {0: 10, BANKER: -10}
    assert not any(isinstance(event, InsuranceDecided) for event in playing.events)


@pytest.mark.parametrize(
    ("deck", "acts", "won"),
    [
        ("6h Kc Ks 7h Qc 6d 8h", ["0 hit"], 30),  # 6, 7, 8 of one suit
        ("Ah Kc Ks Kh Qc 6d", [], 10),  # a natural, shown and paid before anybody draws
        ("2h Kc Ks 3h Qc 6d 2s 3s 4s", ["0 hit", "0 hit", "0 hit"], 20),  # five cards
    ],
)
def test_hb_13_what_was_paid_at_once_stays_paid_when_the_banker_leaves(deck, acts, won):
    options = {"escape_banker": "sum_of_initial_bets"}
    playing = Round21("hk_banker", deck, bets=[10, 10], options=options).do(*acts)
    assert [event.net for event in playing.events if isinstance(event, Decided)] == [won]
    owed = playing.exposure
    playing.do("-1 leave")
    assert playing.net == {0: won, 1: 10, BANKER: -won - 10}
    assert -playing.net[BANKER] <= owed


def test_hb_15_who_was_paid_at_once_for_one_hand_gets_no_bet_for_the_other():
    options = {"escape_banker": "sum_of_initial_bets"}
    playing = Round21("hk_banker", "7h Kc 7s 6d 8h 2c 6h", options=options)
    playing.do("0 split", "0 hit", "-1 leave")
    assert playing.rules == ["suited", "banker-left"]
    assert playing.net == {0: 30, BANKER: -30}


def test_a_banker_who_leaves_at_no_cost_is_played_by_the_policy():
    playing = Round21("qq21", "Tc 2s 8d 3h 4h 8h 9c").do("-1 leave", "0 stand")
    assert playing.actors == ()
    assert playing.view.bank.total == 17
    asked = Round21("qq21", "Tc 2s 8d 3h 4h 8h 9c").do("0 stand", "-1 hit", "-1 leave")
    assert asked.view.bank.total == 17
    again = Round21("qq21", "Tc 9c 2s 8d 5d 3h 4h", bets=[10, 10]).do("-1 leave")
    assert again.refuses("-1 leave") == "already-left"


# --- leaving where nobody may stand below a total -----------------------------------------------


def test_who_leaves_below_the_least_total_draws_until_the_hand_may_stand():
    deck = "2h Kc 3s 9h Qc 4d"
    playing = Round21("qq21", deck, bank=Bank.HOUSE, player_min_total="17").do("0 leave")
    assert playing.own(0)[0].total == 19  # the queen, then the four
    playing.do("-1 stand")
    assert playing.net == {0: 0, BANKER: 0}
    bust = Round21("qq21", "Th Kc 3s 9h Qc", bank=Bank.HOUSE, player_min_total="17").do("0 leave")
    assert (bust.net[0], bust.rules) == (-10, ["bust"])


def test_what_is_drawn_for_who_left_is_drawn_open_and_from_a_hand_that_is_shown():
    deck = "2h Kc Ts 3s 9h 9c Qc 4d"
    options = {"player_min_total": "17", "hit_cards": "hidden"}
    playing = Round21("qq21", deck, bets=[10, 10], options=options).do("0 leave")
    assert playing.view.hands[0].total == 19
    stood = Round21("qq21", "Th Kc Ts 9s 9h 9c", bets=[10, 10], options=options).do("0 leave")
    assert stood.view.hands[0].cards[0] is None  # it could stand: nothing need be shown


def test_who_left_draws_in_turn_and_after_the_look_at_the_hole_card():
    deck = "Th 2h Kc 9s 3s 9h Qc 4d"
    options = {"player_min_total": "17", "turns": "in_order"}
    playing = Round21("qq21", deck, bets=[10, 10], options=options).do("1 leave")
    assert [playing.own(1)[0].total, playing.actors] == [5, (0,)]
    assert playing.legal(1) == ""
    assert playing.refuses("1 hit") == "hand-finished"
    playing.do("0 stand")
    assert playing.own(1)[0].total == 19
    looked = Round21("cn4deck", "2h Ts 3s Ad Kd", escape_player="auto_stand", player_min_total="17")
    looked.do("0 leave")
    assert (looked.rules, len(looked.own(0)[0].cards)) == (["banker-natural"], 2)


def test_where_leaving_forfeits_the_hand_nothing_is_drawn():
    playing = Round21("cn4deck", "2h Kc 3s 9h", player_min_total="17").do("0 leave")
    assert (playing.net[0], playing.rules) == (-10, ["left"])
