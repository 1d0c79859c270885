"""The worst that the bank can owe, from what everyone can see (decision 2)."""

import pytest

from bot.basics import Seat
from bot.games.base import SideBet
from bot.games.twentyone import TWENTY_ONE
from tests.fakes.rounds import Round21


def opening(rules: str, stakes: list[int], *pairs: int, **options: str) -> int:
    dials = TWENTY_ONE.with_options(rules, options)
    bets = tuple(SideBet(Seat(0), Seat(0), chips) for chips in pairs)
    return TWENTY_ONE.opening_exposure(dials, stakes, bets)


@pytest.mark.parametrize(
    ("rules", "stakes", "pairs", "options", "owed"),
    [
        ("qq21", [10, 20], (), {}, 30),
        ("qq21", [], (), {}, 0),
        ("qq21", [10, 20], (), {"natural_payout": "3:2"}, 45),
        ("cn4deck", [10, 20], (), {}, 45),
        ("cn4deck", [10], (2, 4), {}, 15 + 66),
        ("hk_banker", [10, 20], (), {}, 90),  # suited runs at their full multiple
        ("hk_banker", [10, 20], (), {"suited_678_payout": "none"}, 60),
        ("hk_banker", [10], (), {"suited_678_payout": "none", "five_card_payout": "none"}, 10),
    ],
)
def test_before_the_deal_every_hand_may_become_the_best_there_is(
    rules, stakes, pairs, options, owed
):
    assert opening(rules, stakes, *pairs, **options) == owed


@pytest.mark.parametrize(
    ("cards", "owed"),
    [
        ("5c As 7d 9h", 10),  # a seven up: no natural
        ("5c As Kd 9h", 15),  # a king up: the card below may be an ace
        ("5c As Ad 9h", 15),
    ],
)
def test_a_hidden_card_counts_as_any_card(cards, owed):
    assert Round21("qq21", cards, natural_payout="3:2").exposure == owed


def test_the_exposure_is_the_same_whatever_lies_face_down():
    hands = ["5c", "Ac", "Kc"]
    owed = {Round21("qq21", f"{c} As Kd 9h", natural_payout="3:2").exposure for c in hands}
    assert owed == {15}


def test_what_is_lost_for_certain_pays_for_what_may_be_won():
    playing = Round21("qq21", "Tc 9c Ks 6d 8d 9h Kc", bets=[10, 20]).do("0 hit")
    assert playing.exposure == 20 - 10
    assert playing.exposures(1) == {"hit": 10, "stand": 10, "double": 30, "leave": 10}


@pytest.mark.parametrize(
    ("rules", "cards", "action", "owed"),
    [
        ("qq21", "5c Ks 6d 9h", "double", 20),
        ("qq21", "8c Ks 8d 9h", "split", 20),
        ("vegas_s17", "8c Ks 8d 9h", "split", 20),
        ("vegas_s17", "5c Ks 6d 9h", "stand", 10),
        ("cn4deck", "8c Ks 8d 9h", "hit", 10),
        ("cn4deck", "8c Ks Ad 9h", "hit", 15),
        ("cn4deck", "8c Ks Ad 9h", "double", 20),  # three cards are no natural
        ("hk_banker", "8c Ks 8d 9h", "split", 60),  # two hands that may both become 6-7-8
        ("hk_banker", "2c Ks 9d 9h", "double", 20),  # no bonus after a double
        ("hk_banker", "9c Ks 9d 9h", "split", 30 + 20),  # no suited run from a nine, five cards yet
        ("hk_banker", "9c Ks 9d 9h", "stand", 20),
    ],
)
def test_what_an_action_may_cost_the_bank(rules, cards, action, owed):
    house = {"banker": "player"} if rules == "vegas_s17" else {}
    assert Round21(rules, cards, options=house).exposures(0)[action] == owed


def test_decision_2_the_house_is_not_bounded():
    assert set(Round21("hk_casino", "8c Ks 8d 9h").exposures(0).values()) == {0}


def test_a_drawn_card_takes_chances_away():
    playing = Round21("hk_banker", "2c Ks 6d 9h 9s 2h Kh")
    assert playing.exposure == 30
    playing.do("0 hit")
    assert playing.exposure == 20  # six, nine: no suited run; five cards may still come
    playing.do("0 stand")
    assert playing.net[0] == -10


def test_five_cards_that_can_no_longer_come_are_not_counted():
    playing = Round21("hk_banker", "2c Ks Kd 9h 9s").do("0 hit")
    assert playing.exposure == 10  # ten, nine and a hidden card: four and five would bust


@pytest.mark.parametrize(
    ("acts", "state", "owed"),
    [
        (["0 hit", "0 hit", "0 hit"], "charlie", 20),
        (["0 leave"], "left", -10),
    ],
)
def test_what_is_decided_counts_as_it_was(acts, state, owed):
    options = {"escape_player": "initial_bet", "turns": "together"}
    deck = "2c 9c As 3d 9d Kh 4h 5s Ac"
    playing = Round21("hk_banker", deck, bets=[10, 40], options=options).do(*acts)
    assert playing.view.hands[0].state == state
    assert playing.exposure == 80 + owed  # the nine that is open may still make five cards


def test_suited_runs_count_as_they_were_paid():
    deck = "6h 9c As 7h Kd Kh 8h"
    playing = Round21("hk_banker", deck, bets=[10, 40], turns="together").do("0 hit")
    assert playing.exposure == 30 + 80


def test_a_natural_that_was_not_reported_is_none():
    options = {"natural_payout": "3:2", "suited_678_payout": "none", "five_card_payout": "none"}
    assert Round21("hk_banker", "8c As Kd 9h", options=options).exposure == 10
    hidden = {**options, "natural_settled": "showdown"}
    assert Round21("hk_banker", "8c As Kd 9h", options=hidden).exposure == 15


# --- the two worlds ---------------------------------------------------------------------------


def test_insurance_counts_where_the_bank_has_a_natural_and_there_alone():
    playing = Round21("hk_casino", "Tc 8h Qd Ac", bets=[10], banker="player")
    # A natural takes the stake and pays the premium twice; without one the hand may win.
    assert playing.exposure == max(10, 10 - 10)
    assert playing.exposures(0)["insure"] == 10
    playing.do("0 insure")
    assert playing.exposure == 10 - 5  # looked at: the premium is the bank's


def test_a_premium_of_the_whole_bet_makes_that_world_the_worst_until_it_is_ruled_out():
    natural = Round21("hk_casino", "As 8h Kd Ac", insurance_amount="1")
    assert natural.exposure == 20  # all may insure: a push, and twice the premium
    plain = Round21("hk_casino", "Tc 8h Qd Ac", insurance_amount="1")
    assert plain.exposure == -10 + 20
    plain.do("0 insure")
    assert plain.exposure == 10 - 10  # looked at: no natural, and the premium is the bank's


def test_insured_naturals_are_the_worst_of_that_world():
    playing = Round21("hk_casino", "As 8h Kd Ac", bets=[10])
    assert playing.exposure == max(15, 0 + 10)
    playing.do("0 insure")
    assert playing.net[0] == 10


def test_while_answers_are_private_all_insure():
    playing = Round21("cn4deck", "Tc Td Qc Qd 6c Ac", bets=[10, 20])
    before = playing.exposure, playing.exposures(1)
    playing.do("0 insure")
    assert (playing.exposure, playing.exposures(1)) == before


@pytest.mark.parametrize(
    ("options", "owed"),
    [
        ({}, 10),
        ({"natural_vs_banker_natural": "player", "natural_payout": "3:2"}, 15),
        ({"natural_vs_banker_natural": "banker"}, 10),
        ({"banker_natural_beats_21": "false"}, 10),
        ({"no_peek_loses": "original_bet"}, 10),
    ],
)
def test_the_larger_world_counts(options, owed):
    assert Round21("qq21", "5c As Kd Kh", options=options).exposure == owed


def test_a_bank_that_shows_all_its_cards_is_in_one_world():
    natural = Round21("qq21", "5c As Kd Kh", banker_first_card="open")
    assert natural.exposure == 0  # the hidden card may make a natural, which is a push
    plain = Round21("qq21", "5c 9s Kd Kh", banker_first_card="open", insurance="ace")
    assert plain.exposure == 10


def test_reading_r2_returns_the_stake_in_that_world():
    playing = Round21("cn4deck", "Tc Qc 9d Ah", insurance_mode="refund_main", peek="none")
    playing.do("0 insure")
    assert playing.exposure == 10


def test_a_natural_that_may_come_of_a_split_counts_where_it_is_one():
    deck = "Ac Th Ad 9s Kd 5h"
    plain = Round21("hk_casino", deck, banker="player")
    assert plain.exposures(0)["split"] == 20
    paid = Round21("hk_casino", deck, banker="player", split_natural_is_21="false")
    assert paid.exposures(0)["split"] == 30


# --- pairs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "cards", "owed"),
    [
        ({}, "9c Th 5d 8s", 10 + 22),  # hidden: any card
        ({"player_first_card": "open"}, "9c Th 5d 8s", 10 - 2),
        ({"player_first_card": "open"}, "9c Th 9d 8s", 10 + 22),
    ],
)
def test_a_pair_bet_counts_while_it_may_be_won(options, cards, owed):
    options = {"escape_banker": "auto_play", **options}
    playing = Round21("cn4deck", cards, side_bets=[(0, 0, 2)], options=options)
    assert playing.exposure == owed


def test_cn_31_the_banker_may_always_run_and_pay_every_bet():
    playing = Round21("cn4deck", "Tc 9c Ks 6d 8d 9h Kc", bets=[20, 10]).do("0 hit")
    assert playing.exposure == 30


def test_a_pair_that_everyone_saw_was_none_stays_none_after_a_split():
    options = {"pair_bet": "players", "banker": "player"}
    playing = Round21(
        "euro_enhc", "Kc Th Qd 5h 6h", bets=[10], side_bets=[(0, 0, 2)], options=options
    )
    assert (playing.exposure, playing.exposures(0)["split"]) == (10 - 2, 20 - 2)
    playing.do("0 split")
    assert playing.exposure == 20 - 2


def test_a_pair_that_a_split_shows_is_known_from_then_on():
    options = {"split_by": "value", "escape_banker": "auto_play"}
    playing = Round21("cn4deck", "Kc Th Qd 8s 5h 6h", side_bets=[(0, 0, 2)], options=options)
    assert playing.exposures(0)["split"] == 20 + 22
    playing.do("0 split")
    assert playing.exposure == 20 - 2


def test_no_card_is_drawn_in_a_round_that_the_look_at_the_hole_card_ends():
    options = {"insurance": "ace", "natural_vs_banker_natural": "push", "turns": "together"}
    looked = Round21("hk_banker", "6h 9s 7h Ah", options={**options, "peek": "ace"})
    assert looked.exposure == 30  # without a natural; with one, the bet less twice the premium
    assert looked.do("0 insure").exposure == 30 - 5


def test_a_hand_that_may_bust_loses_no_more_than_its_bet_where_a_natural_takes_twice():
    playing = Round21("qq21", "Tc 9c As 6d 8d Kh Kc", bets=[10, 40], banker_natural_collects="2")
    assert playing.exposure == 50
    playing.do("0 hit")
    assert playing.exposure == 40 - 10
