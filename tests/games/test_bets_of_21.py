"""What may be staked beside and beyond the first bet, and what it comes to; by clause."""

import pytest

from bot.basics import BANKER, Seat
from bot.games.base import Revealed, Turn
from bot.games.points import HandState
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.events import Answered, Decided, InsuranceDecided, Insured, Peeked
from bot.games.twentyone.views import Phase
from tests.fakes.rounds import Round21

# --- peek and insurance -----------------------------------------------------------------------


def test_hc_12_insurance_is_asked_of_all_and_told_when_all_have_answered():
    playing = Round21("hk_casino", "Tc As Td 8h Qd Kd 6c Ac Qs", bets=[10, 20, 40])
    assert playing.view.phase == Phase.INSURANCE
    assert playing.offered() == "insure no-insurance"
    before = playing.view
    playing.do("2 insure", "0 insure")
    assert playing.view == before
    assert not any(isinstance(event, Insured) for event in playing.events)
    assert [event.seat for event in playing.events if isinstance(event, Answered)] == [2, 0]
    assert TWENTY_ONE.private_view(playing.state, Seat(2)).premium == 20
    assert playing.staked == [15, 20, 60]
    playing.do("1 no-insurance")
    assert playing.view.insured == (0, 2)
    assert [event for event in playing.public() if isinstance(event, Insured | Peeked)] == [
        Insured((Seat(0), Seat(2))),
        Peeked(natural=False),
    ]
    assert InsuranceDecided((Seat(0), Seat(2)), paid=False) in playing.events
    assert playing.turns() == [(0, 1, 2), (0, 2)]


def test_c11_every_other_verb_waits_for_the_answer_and_the_clock_says_no():
    playing = Round21("hk_casino", "Tc Td 8h Qd 6c Ac", bets=[10, 20])
    assert playing.refuses("0 hit") == playing.refuses("0 stand") == "answer-insurance"
    assert TWENTY_ONE.on_timeout(playing.state, Seat(0)) is Action.NO_INSURANCE
    playing.do("0 insure")
    assert playing.refuses("0 insure") == "already-answered"
    assert playing.refuses("0 hit") == "not-your-turn"
    playing.do("1 no-insurance")
    assert playing.refuses("0 insure") == "already-answered"


def test_hc_11_insurance_is_offered_under_an_ace_alone():
    playing = Round21("hk_casino", "Tc 9h 9d Ts")
    assert playing.view.phase == Phase.PLAYERS
    assert playing.refuses("0 insure") == "insurance-not-offered"
    assert playing.refuses("-1 insure") == "insurance-not-offered"
    assert Peeked(natural=False) in playing.events


@pytest.mark.parametrize(
    ("peek", "upcard", "looks"),
    [
        ("none", "Ah", False),
        ("ace", "Ah", True),
        ("ace", "Th", False),
        ("ace_ten", "Kh", True),
        ("ace_ten", "9h", False),
    ],
)
def test_a_hc_2_the_banker_looks_under_the_upcards_of_the_dial(peek, upcard, looks):
    playing = Round21("qq21", f"Tc 5s 9d {upcard}", peek=peek)
    assert any(isinstance(event, Peeked) for event in playing.events) == looks


def test_a_qq_4_insurance_without_a_peek_is_decided_at_the_showdown():
    playing = Round21("qq21", "Tc Ks 9d Ah", insurance="ace").do("0 insure")
    assert playing.view.phase == Phase.PLAYERS
    playing.do("0 stand")
    assert playing.net == {0: 10 - 10, BANKER: 0}
    assert playing.rules == ["banker-natural", "insurance"]
    assert InsuranceDecided((Seat(0),), paid=True) in playing.events


def test_7_3_reading_r2_keeps_the_premium_and_returns_the_stake():
    playing = Round21("cn4deck", "Tc Qc 9d Ah", insurance_mode="refund_main").do("0 insure")
    assert playing.net == {0: -5, BANKER: 5}
    assert playing.rules == ["insured", "insurance"]
    without = Round21("cn4deck", "Tc Qc 9d Ah", insurance_mode="refund_main").do("0 no-insurance")
    assert without.net == {0: -10, BANKER: 10}


def test_a_cn_14_who_has_reported_a_natural_is_not_asked_about_insurance():
    deck = "As Tc 9h Kd 9d Ah"
    playing = Round21("hk_banker", deck, bets=[10, 10], insurance="ace", insurance_payout="1")
    assert playing.actors == (1,)
    assert playing.view.waiting == (1,)
    alone = Round21("hk_banker", "As 9h Kd Ah", insurance="ace", insurance_payout="1")
    assert alone.net == {0: 10, BANKER: -10}


def test_a_cn_14_who_has_shown_a_natural_that_a_natural_may_yet_take_is_asked_too():
    options = {"natural_settled": "at_once", "insurance": "ace", "insurance_payout": "1"}
    playing = Round21("hk_banker", "As 9h Kd Ah", natural_vs_banker_natural="push", options=options)
    assert (playing.actors, playing.legal(0)) == ((0,), "insure no-insurance")
    assert playing.do("0 insure").net == {0: 10 - 5, BANKER: -5}


def test_decision_6_enhc_draws_the_second_card_while_insurance_is_open():
    playing = Round21("euro_enhc", "Tc Ah Qd 5s Ts").do("0 insure", "0 hit")
    assert playing.view.hands[0].state is HandState.BUST
    assert [str(card) for card in playing.view.bank.cards] == ["Ah", "Ts"]
    assert playing.net == {0: 0, BANKER: 0}


def test_decision_7_the_first_card_is_the_upcard_and_there_is_no_second():
    playing = Round21("euro_enhc", "Tc 9h Qd 8s")
    assert [str(card) for card in playing.view.bank.cards] == ["9h"]
    assert playing.view.bank.total == 9
    playing.do("0 stand")
    assert playing.view.bank.total == 17


@pytest.mark.parametrize(
    ("deck", "bank", "net"),
    [
        ("As Kh Kd Ac", ["Kh", "Ac"], 0),  # a ten up: the second card decides
        ("As 9h Kd Ac", ["9h"], 15),  # no natural can come of it
    ],
)
def test_decision_7_a_natural_waits_for_the_second_card_if_that_can_matter(deck, bank, net):
    playing = Round21("euro_enhc", deck)
    assert [str(card) for card in playing.view.bank.cards] == bank
    assert playing.net[0] == net


# --- doubling and splitting -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dial", "cards", "doubles"),
    [
        ("none", "5c 6d", False),
        ("first_two", "2c 3d", True),
        ("first_two", "2c 3d 4h", False),
        ("any_cards", "2c 3d 4h", True),
        ("total_11", "5c 6d", True),
        ("total_11", "5c 5d", False),
        ("total_11", "2c 3d 6h", False),
        ("total_10_11", "5c 5d", True),
        ("total_10_11", "4c 5d", False),
        ("total_9_11", "4c 5d", True),
        ("total_9_11", "Ac 8d", False),  # A-HB-12: an ace counts as it does, and this is 19
        ("total_9_11", "6c 6d", False),
    ],
)
def test_hb_16_what_may_be_doubled(dial, cards, doubles):
    first, second, *more = cards.split()
    playing = Round21("qq21", " ".join([first, "9s", second, "8s", *more]), double_on=dial)
    playing.do(*["0 hit"] * len(more))
    assert ("double" in playing.legal(0)) == doubles


def test_qq_13_a_double_takes_one_card_and_stays_hidden():
    playing = Round21("qq21", "5c Ts 4d 8s 2h", bets=[10]).do("0 double")
    assert playing.staked == [20]
    [hand] = playing.view.hands
    assert (hand.state, hand.stake, hand.cards[0]) == (HandState.DOUBLED, 20, None)
    assert playing.refuses("0 hit") == "hand-finished"


def test_qq_14_a_split_puts_up_the_bet_again():
    playing = Round21("qq21", "8c Ks 8d 9h 3d Kh", bets=[10]).do("0 split")
    assert playing.staked == [20]
    assert [hand.stake for hand in playing.view.hands] == [10, 10]
    assert playing.refuses("0 split") == "split-not-allowed"  # A-QQ-6
    assert playing.refuses("0 double") == "double-not-allowed"  # QQ-15


@pytest.mark.parametrize(
    ("dial", "cards", "splits"),
    [
        ("value", "Kc Qd", True),
        ("value", "9c Td", False),
        ("rank", "Kc Qd", False),  # A-CN-7
        ("rank", "Kc Kd", True),
        ("none", "Kc Kd", False),
    ],
)
def test_a_qq_6_what_may_be_split(dial, cards, splits):
    first, second = cards.split()
    playing = Round21("qq21", f"{first} 9s {second} 8s", split_by=dial)
    assert ("split" in playing.legal(0)) == splits


def test_vegas_doubles_after_a_split_and_splits_to_four_hands():
    playing = Round21("vegas_s17", "8c Th 8d 7s 8h 8s 2c 3c 4c 5c").do("0 split", "0 split")
    assert len(playing.view.hands) == 3
    playing.do("0 stand", "0 stand", "0 split")
    assert [len(hand.cards) for hand in playing.view.hands] == [2, 2, 2, 2]
    assert playing.legal(0) == "hit stand double"


@pytest.mark.parametrize(
    ("resplit", "legal", "hands"), [("false", "", 2), ("true", "stand split", 2)]
)
def test_a_hc_4_split_aces_get_one_card_and_may_be_split_again_where_the_dial_says_so(
    resplit, legal, hands
):
    deck = "Ac Th Ad 7s Ah 5h 2c 3c Ks"
    playing = Round21("vegas_s17", deck, resplit_aces=resplit).do("0 split")
    assert playing.legal(0) == legal
    assert len(playing.view.hands) == hands
    if legal:
        assert playing.refuses("0 hit") == "hit-not-allowed"
        playing.do("0 split")
        assert [hand.state for hand in playing.view.hands] == [HandState.STOOD] * 3


def test_resplit_aces_that_no_hand_is_left_for_are_closed():
    deck = "Ac Th Ad 7s Ah As Ac Ad 2c 3c"
    options = {"resplit_aces": "true", "max_split_hands": "3"}
    playing = Round21("vegas_s17", deck, options=options).do("0 split", "0 split")
    assert playing.actors == ()
    assert len(playing.view.hands) == 3


def test_a_split_ace_that_takes_no_more_cards_may_stand_below_the_least_total():
    deck = "Ac Th Ad 7s Ah As 5h 2c 3c"
    options = {"resplit_aces": "true", "player_min_total": "16"}
    playing = Round21("vegas_s17", deck, options=options).do("0 split")
    assert playing.legal(0) == playing.offered() == "stand split"
    assert TWENTY_ONE.on_timeout(playing.state, Seat(0)) is Action.STAND
    playing.do("0 stand", "0 stand")
    assert playing.net == {0: -20, BANKER: 20}


def test_split_natural_is_21_may_be_turned_off():
    deck = "Ac Th Ad 9s Kd 5h"
    assert Round21("hk_casino", deck).do("0 split").net[0] == 10 - 10
    paid = Round21("hk_casino", deck, split_natural_is_21="false").do("0 split")
    assert paid.net[0] == 15 - 10


@pytest.mark.parametrize(
    ("dial", "acts", "net"),
    [
        ("all_bets", ["0 double"], -20),
        ("original_bet", ["0 double"], -10),
        ("all_bets", ["0 split", "0 stand", "0 stand"], -20),
        ("original_bet", ["0 split", "0 stand", "0 stand"], -10),
    ],
)
def test_a_qq_4_what_a_natural_found_at_the_end_takes(dial, acts, net):
    playing = Round21("qq21", "8c As 8d Kh 3d Kc", no_peek_loses=dial).do(*acts)
    assert playing.net == {0: net, BANKER: -net}


BUST = ["0 split", "0 hit", "0 stand"]
CHARLIE = ["0 split", "0 hit", "0 hit", "0 hit", "0 stand"]


@pytest.mark.parametrize(
    ("cards", "acts", "net", "rules"),
    [
        # a hand of five cards is paid, the other one is beaten, whichever is which
        ("2c Ah 2d Qc 3h Kd 4s Ac 5c", CHARLIE, 20 - 10, ["charlie", "banker-natural"]),
        (
            "2c Ah 2d Qc Kd 3h 4s Ac 5c",
            ["0 split", "0 stand", "0 hit", "0 hit", "0 hit"],
            20 - 10,
            ["banker-natural", "charlie"],
        ),
        # what was lost to a bust is the original bet
        ("9c Ah 9d Qc 7h 8d Kd", BUST, -10, ["bust", "original-bet"]),
        (
            "9c Ah 9d Qc 8d 7h Kd",
            ["0 split", "0 stand", "0 hit"],
            -10,
            ["original-bet", "bust"],
        ),
        (
            "9c Ah 9d Qc 7h 8d",
            ["0 split", "0 stand", "0 stand"],
            -10,
            ["banker-natural", "original-bet"],
        ),
    ],
)
def test_a_qq_4_the_original_bet_is_lost_once_whichever_hand_is_beaten(cards, acts, net, rules):
    options = {"no_peek_loses": "original_bet", "double_after_split": "true"}
    playing = Round21("hk_banker", cards, options=options).do(*acts)
    assert (playing.net[0], playing.rules) == (net, rules)


@pytest.mark.parametrize("cards", ["Qc Kh Qd Ac Ad 9h", "Qc Kh Qd Ac 9h Ad"])
def test_a_qq_4_a_split_21_that_only_ties_saves_no_other_hand(cards):
    options = {"no_peek_loses": "original_bet", "banker_natural_beats_21": "false"}
    playing = Round21("qq21", cards, options=options).do("0 split", "0 stand")
    assert playing.net == {0: -10, BANKER: 10}
    assert sorted(playing.rules) == ["banker-natural", "equal"]


@pytest.mark.parametrize(
    ("cards", "acts"),
    [
        ("9c Ah 9d Qc 7h 8d Kd", ["0 split", "0 hit", "0 stand"]),
        ("9c Ah 9d Qc 8d 7h Kd", ["0 split", "0 stand", "0 hit"]),
        ("9c Ah 9d Qc 8d 7h Kd", ["0 split", "0 stand", "0 stand"]),
        ("9c Ah 9d Qc", ["0 stand"]),
    ],
)
def test_a_hb_5_where_a_natural_collects_twice_the_original_bet_is_lost_twice(cards, acts):
    options = {"no_peek_loses": "original_bet", "banker_natural_collects": "2"}
    playing = Round21("qq21", cards, options=options).do(*acts)
    assert playing.net == {0: -20, BANKER: 20}


def test_a_hb_5_a_natural_of_the_bankers_may_collect_twice():
    playing = Round21("qq21", "8c As 9d Kh", banker_natural_collects="2").do("0 stand")
    assert playing.net == {0: -20, BANKER: 20}


@pytest.mark.parametrize(
    ("winner", "net", "rule"),
    [("push", 0, "both-natural"), ("player", 10, "natural"), ("banker", -10, "both-natural")],
)
def test_qq_20_natural_against_natural(winner, net, rule):
    playing = Round21("qq21", "Ac As Kd Kh", natural_vs_banker_natural=winner).do("0 stand")
    assert playing.net[0] == net
    assert playing.rules == [rule]


@pytest.mark.parametrize(("beats", "net"), [("true", -10), ("false", 0)])
def test_qq_19_a_natural_of_the_bankers_against_a_plain_21(beats, net):
    deck = "7c As 7d Kh 7h"
    playing = Round21("qq21", deck, banker_natural_beats_21=beats).do("0 hit", "0 stand")
    assert playing.net[0] == net


# --- hands that are paid at once, least totals ------------------------------------------------


def test_hb_13_a_natural_is_reported_before_anybody_draws():
    playing = Round21("hk_banker", "As Tc 9h Kd 9d 8h", bets=[10, 10])
    reported = [e for e in playing.events if isinstance(e, Revealed | Decided | Turn)]
    assert [type(event) for event in reported] == [Revealed, Decided, Turn]
    assert playing.view.hands[0].state is HandState.NATURAL
    assert playing.actors == (1,)


def test_hb_15_a_suited_run_is_shown_and_paid_at_once():
    playing = Round21("hk_banker", "6h Ks 7h 6d 8h").do("0 hit")
    assert playing.view.hands[0].state is HandState.SUITED
    assert playing.rules == ["suited"]
    assert Decided(Seat(0), 0, 30, "suited") in playing.events


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, False),
        ({"suited_678_payout": "none"}, False),
        ({"bonus_after_double": "true"}, True),
    ],
)
def test_a_hb_9_a_bonus_after_a_double_is_a_dial(options, paid):
    deck = "6h Ks 7h 6d 8h 9c"
    playing = Round21("hk_banker", deck, options={"double_on": "first_two", **options})
    playing.do("0 hit" if "suited_678_payout" in options else "0 double")
    assert (playing.view.hands[0].state is HandState.SUITED) == paid


def test_a_hb_9_a_bonus_after_a_split_is_a_dial():
    deck, acts = "2c Ts 2d 7h 3h Kd 4s Ac 5c", ["0 split", "0 hit", "0 hit", "0 hit"]
    assert Round21("hk_banker", deck).do(*acts).view.hands[0].state is HandState.CHARLIE
    plain = Round21("hk_banker", deck, bonus_after_split="false").do(*acts)
    assert plain.view.hands[0].state is HandState.STOOD


def test_hb_19_five_cards_count_without_a_limit_of_cards_too():
    playing = Round21("qq21", "2c Ts 3d 7h 2h 3h 4s", five_card_payout="3:2", bets=[10])
    playing.do("0 hit", "0 hit", "0 hit")
    assert playing.rules == ["charlie"]
    assert playing.net[0] == 15


def test_a_least_total_to_stand_on_is_kept_by_player_and_clock():
    playing = Round21("qq21", "Tc Ts 2d 8h 3h 9c", player_min_total="15")
    assert playing.refuses("0 stand") == "stand-not-allowed"
    assert TWENTY_ONE.on_timeout(playing.state, Seat(0)) is Action.HIT
    playing.do("0 hit")
    assert TWENTY_ONE.on_timeout(playing.state, Seat(0)) is Action.STAND


def test_hidden_hits_stay_hidden_until_the_showdown():
    playing = Round21("qq21", "2c Ts 3d 8h 4h 9c", hit_cards="hidden").do("0 hit")
    assert [card is None for card in playing.view.hands[0].cards] == [True, False, True]
    assert playing.offered() == "hit stand double"
    playing.do("0 stand", "-1 stand")
    assert playing.view.hands[0].total == 9


# --- pairs ------------------------------------------------------------------------------------


def test_a_cn_13_open_pairs_may_be_decided_at_the_deal_and_hidden_ones_never_are():
    deck = "9c Th 9d 8s"
    pair = [(0, 0, 2)]
    hidden = Round21("cn4deck", deck, side_bets=pair, pair_settled="at_deal")
    assert not any(type(event).__name__ == "SideBetsDecided" for event in hidden.events)
    shown = Round21(
        "cn4deck", deck, side_bets=pair, pair_settled="at_deal", player_first_card="open"
    )
    assert any(type(event).__name__ == "SideBetsDecided" for event in shown.events)


@pytest.mark.parametrize(
    ("match", "cards", "net"),
    [
        ("rank", ["Kc", "Kd"], 22),
        ("rank", ["Kc", "Qc"], -2),
        ("value", ["Kc", "Qc"], 4),
        ("value", ["9c", "Tc"], -2),
        ("rank_suit", ["Kc", "Kd"], -2),
        ("rank_suit", ["Kc", "Kc"], 22),
    ],
)
def test_a_cn_6_what_makes_a_pair(match, cards, net):
    pays = "2" if match == "value" else "11"  # at 11:1 that would favour the player
    deck = f"{cards[0]} Th {cards[1]} 8s"
    playing = Round21(
        "cn4deck", deck, side_bets=[(0, 0, 2)], pair_match=match, pair_payout=pays
    ).do("0 stand")
    assert playing.lines == [("pair", net)]
