"""What went wrong in other programs of this kind, as tests of the rules; ids of the reports."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics import BANKER
from bot.cards import CARDS, RANKS, Card, parse_cards
from bot.games.base import Dealt
from bot.games.points import HandState, total_of
from bot.games.twentyone.banking import options
from bot.games.twentyone.hands import Hand
from bot.games.twentyone.presets import EURO_ENHC, HK_BANKER, HK_CASINO, VEGAS_H17, VEGAS_S17
from tests.fakes.rounds import Round21

# --- A: totals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        pytest.param("As Ah Kd", 12, False, id="A1"),
        pytest.param("As Ah Td", 12, False, id="A2 with a ten"),
        pytest.param("As", 11, True, id="A2 one ace"),
        pytest.param("As Ah", 12, True, id="A2 two aces"),
        pytest.param("As Ah Ad", 13, True, id="A2 three aces"),
        pytest.param("As Ah Ad Ac", 14, True, id="A2 four aces"),
        pytest.param("As Ah Ad Ac As", 15, True, id="A2 five aces"),
        pytest.param("As Ah Ad Ac As Ah Ad", 17, True, id="A2 seven aces"),
        pytest.param("As Ah Ad Ac As Ah Ad Ac", 18, True, id="A2 eight aces"),
        pytest.param("As Ah Ad Ac Ks", 14, False, id="A2 four aces and a king"),
        pytest.param("As 6h Td", 17, False, id="A5"),
        pytest.param("As Ah Ad 6c", 19, True, id="A8"),
        pytest.param("5s Ac Ah 5d", 12, False, id="A10"),
        pytest.param("5h Ac 4h 9c As 5d", 25, False, id="A10 all that was dealt"),
        pytest.param("Js 3h Ad", 14, False, id="A11"),
        pytest.param("Ts 6h", 16, False, id="A12 sixteen"),
        pytest.param("As 4h 6d 5c", 16, False, id="X9"),
    ],
)
def test_a_hand_is_worth_what_it_is_worth(cards, points, soft):
    assert total_of(parse_cards(cards)) == (points, soft)


@pytest.mark.parametrize("order", list(permutations(["Ks", "As", "Ah"])))
def test_a4_the_order_of_cards_does_not_matter(order):
    assert total_of(parse_cards(" ".join(order))) == (12, False)


@given(st.lists(st.sampled_from(list(CARDS.values())), max_size=8), st.randoms())
def test_a7_no_order_of_cards_matters_and_the_best_total_counts(cards, chance):
    mixed = list(cards)
    chance.shuffle(mixed)
    assert total_of(tuple(mixed)) == total_of(tuple(cards))
    hard = sum(
        {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(c.rank) or int(c.rank) for c in cards
    )
    totals = {hard + 10 * raised for raised in range(sum(c.rank == "A" for c in cards) + 1)}
    points = total_of(tuple(cards)).points
    assert points == max((total for total in totals if total <= 21), default=hard)


@pytest.mark.parametrize("rank", RANKS)
def test_a9_no_card_busts_two_aces(rank):
    assert total_of((CARDS["As"], CARDS["Ah"], Card(rank, "d"))).points <= 21


def test_a1_two_aces_and_a_king_are_still_in_play():
    playing = Round21("hk_casino", "As 9s Ah 9h Kd").do("0 hit")
    [hand] = playing.view.hands
    assert (hand.total, hand.soft, hand.state) == (12, False, HandState.PLAYING)
    assert playing.legal(0) == "hit stand"


def test_a6_two_aces_are_worth_the_same_on_both_sides_of_the_table():
    playing = Round21("qq21", "As Ad Ah Ac").do("0 stand")
    assert playing.own(0)[0].total == playing.view.bank.total == 12
    assert playing.view.bank.soft


def test_a8_three_aces_and_a_six_beat_seventeen():
    playing = Round21("hk_casino", "As Ts Ah 7h Ad 6c").do("0 hit", "0 hit", "0 stand")
    assert playing.net == {0: 10, BANKER: -10}


def test_a12_a_soft_total_says_so():
    playing = Round21("hk_casino", "As 9s 5h 9h 6d").do("0 hit")
    assert (playing.view.hands[0].total, playing.view.hands[0].soft) == (12, False)
    assert Round21("hk_casino", "As 9s 5h 9h").view.hands[0].soft


def test_a15_the_bank_draws_on_fifteen():
    playing = Round21("hk_casino", "Ts 5s 4h Kh 6d").do("0 stand")
    assert playing.view.bank.total == 21


def test_a16_the_bank_draws_no_more_on_21():
    playing = Round21("hk_casino", "Ts 5s 9h Kh 6d 2c").do("0 stand")
    assert len(playing.view.bank.cards) == 3


@pytest.mark.parametrize("dials", [HK_CASINO, VEGAS_S17, VEGAS_H17, EURO_ENHC, HK_BANKER])
def test_a17_and_a18_the_bank_draws_below_seventeen_and_on_a_soft_one_by_h17(dials):
    for first, second in product(RANKS, repeat=2):
        hand = Hand((Card(first, "s"), Card(second, "h")))
        points, soft = hand.total
        draws = points < 17 or (dials is VEGAS_H17 and soft and points == 17)
        assert options(hand, dials) == (("hit",) if draws else ("stand",))


@pytest.mark.parametrize(("dials", "choice"), [(VEGAS_S17, "stand"), (VEGAS_H17, "hit")])
@pytest.mark.parametrize("cards", ["As 6h", "As 2h 4d"])
def test_a18_soft_seventeen(dials, choice, cards):
    assert options(Hand(parse_cards(cards)), dials) == (choice,)


# --- B: naturals, ties, payouts ---------------------------------------------------------------


def test_b4_doubled_to_21_against_21_is_a_push_of_both_stakes():
    playing = Round21("hk_casino", "5s 5h 6d Kh Tc 6c", bets=[100]).do("0 double")
    assert playing.staked == [200]
    assert playing.net == {0: 0, BANKER: 0}
    assert playing.rules == ["equal"]


@pytest.mark.parametrize("rules", ["qq21", "hk_casino"])
def test_b5_and_b6_natural_against_natural_is_a_push(rules):
    playing = Round21(rules, "As Ah Kd Kh", bets=[100])
    playing.do(*["0 stand"] * len(playing.actors))
    assert playing.net == {0: 0, BANKER: 0}
    assert playing.rules == ["both-natural"]


def test_b8_three_sevens_lose_to_a_natural_and_tie_a_21():
    lost = Round21("qq21", "7s As 7h Kh 7d").do("0 hit", "0 stand")
    assert (lost.net[0], lost.rules) == (-10, ["banker-natural"])
    tied = Round21("qq21", "7s 5s 7h 6h 7d Tc").do("0 hit", "0 stand", "-1 hit")
    assert (tied.net[0], tied.rules) == (0, ["equal"])


def test_b9_a_natural_beats_three_cards_that_make_21_either_way():
    won = Round21("hk_casino", "As 5s Kd 6h Tc")
    assert (won.net[0], won.rules) == (15, ["natural"])
    lost = Round21("qq21", "5s As 6h Kh Tc").do("0 hit", "0 stand")
    assert (lost.net[0], lost.rules) == (-10, ["banker-natural"])


def test_b10_a_tie_returns_the_bet_and_a_win_pays_all_of_it():
    assert Round21("hk_casino", "Ts 9s 9d Th", bets=[100]).do("0 stand").net[0] == 0
    assert Round21("hk_casino", "Ts 8s 9d Th", bets=[100]).do("0 stand").net[0] == 100


# --- C: splits, doubles, insurance ------------------------------------------------------------


def test_c2_both_hands_of_split_aces_are_dealt_and_settled_alone():
    playing = Round21("hk_casino", "As 9s Ah 8h Td 5c").do("0 split")
    hands = playing.view.hands
    assert [[str(card) for card in hand.cards] for hand in hands] == [["As", "Td"], ["Ah", "5c"]]
    assert playing.rules == ["points", "points"]
    assert playing.net[0] == 10 - 10
    mixed = Round21("hk_casino", "8s Ts 8h 8d 6d Td Kc 2c")
    mixed.do("0 split", "0 hit", "0 stand")
    assert mixed.rules == ["bust", "equal"]
    assert mixed.net[0] == -10


@pytest.mark.parametrize(
    ("bank", "rule", "net"),
    [
        ("9s 8h", "points", 10),
        ("5s 6h Tc", "equal", 0),
    ],
)
def test_c3_an_ace_and_a_ten_after_a_split_are_a_plain_21(bank, rule, net):
    hole, up, *drawn = bank.split()
    deck = ["As", hole, "Ah", up, "Td", "5c", *drawn]
    playing = Round21("hk_casino", " ".join(deck)).do("0 split")
    assert playing.rules[0] == rule
    assert playing.net[0] == net - 10


def test_c3_and_it_loses_to_a_natural():
    playing = Round21("qq21", "As Ac Ah Kh Td Kd").do("0 split")
    assert playing.rules == ["banker-natural"] * 2


def test_c4_a_split_hand_has_its_second_card_before_it_can_be_doubled():
    playing = Round21("vegas_s17", "8s 9s 8h 8d 3d Td Kc Qc").do("0 split")
    assert [len(hand.cards) for hand in playing.view.hands] == [2, 2]
    playing.do("0 double")
    assert playing.view.hands[0].total == 21


def test_c5_two_bust_hands_end_the_round_without_a_card_for_the_bank():
    playing = Round21("vegas_s17", "Ts Td Ts Td 2h 2c Js Jd 9d", bets=[100])
    playing.do("0 split", "0 hit", "0 hit")
    assert playing.rules == ["bust", "bust"]
    assert playing.net == {0: -200, BANKER: 200}
    assert len(playing.view.bank.cards) == 2


@pytest.mark.parametrize("hole", ["Ks", "8s"])
def test_c10_an_insured_natural_wins_the_bet_either_way(hole):
    playing = Round21("hk_casino", f"As {hole} Kd Ah", bets=[100]).do("0 insure")
    assert playing.net == {0: 100, BANKER: -100}


@pytest.mark.parametrize("word", ["hit", "stand", "double", "split"])
def test_c11_every_verb_says_that_insurance_comes_first(word):
    playing = Round21("hk_casino", "8c 9h 8d Ac")
    assert playing.refuses(f"0 {word}") == "answer-insurance"


def test_c16_the_second_cards_of_a_split_come_at_once_first_hand_first():
    playing = Round21("vegas_s17", "8s 9s 8h 7d 2d 3d 8c 4c 5c").do("0 split")
    cards = [event for event in playing.events if isinstance(event, Dealt)][-2:]
    assert [(event.hand, str(event.card)) for event in cards] == [(0, "2d"), (1, "3d")]
    playing.do("0 hit")
    assert [str(card) for card in playing.view.hands[0].cards] == ["8s", "2d", "8c"]


# --- E: the banker ----------------------------------------------------------------------------


def test_e3_the_bank_has_to_cover_every_natural_there_may_be():
    playing = Round21("qq21", "As Ac 9d Kd 9c 8h", bets=[6, 6], natural_payout="3:2")
    assert playing.exposure == 6 + 9  # the second open nine can be no natural
    assert Round21("cn4deck", "As Ac 9d Kd Qc 8h", bets=[6, 6]).exposure == 18


def test_e4_cards_are_dealt_in_the_order_of_the_deck():
    deck = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]
    playing = Round21("hk_casino", " ".join(deck), bets=[10, 10])
    playing.do("0 hit", "1 hit", "0 stand", "1 stand")
    dealt = playing.state.deck[: playing.state.drawn]
    assert [str(card) for card in dealt] == deck[: len(dealt)]
    hands = [[str(card) for card in hand.cards] for hand in playing.view.hands]
    assert hands == [["2c", "5c", "8c"], ["3c", "6c", "9c"]]
