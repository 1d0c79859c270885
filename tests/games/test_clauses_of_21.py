"""What the rules of 21 say and no table of cases shows; named by clause or decision."""

import pytest

from bot.basics import BANKER, Refusal, Seat
from bot.games.base import Acted, Bank, Dealt, DealtFaceDown, HoleCard, Revealed, Turn
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.events import Answered, Decided, InsuranceDecided, Insured, Peeked, Why
from bot.games.twentyone.views import HandState, Phase
from tests.fakes.rounds import Round21, told

# --- who sees what ----------------------------------------------------------------------------


def test_qq_5_and_6_the_first_card_is_its_owners_alone():
    playing = Round21("qq21", "As Tc Kd 9h")
    [hand] = playing.view.hands
    assert (hand.cards[0], str(hand.cards[1]), hand.total, hand.soft) == (None, "Kd", None, False)
    assert [str(card) for card in playing.own(0)[0].cards] == ["As", "Kd"]
    assert playing.own(0)[0].natural
    assert [str(card) for card in playing.own(BANKER)[0].cards] == ["Tc", "9h"]
    looks = [event for event in playing.events if isinstance(event, HoleCard)]
    assert [(event.seat, str(event.card)) for event in looks] == [(0, "As"), (BANKER, "Tc")]


def test_hc_2_the_hole_card_of_the_house_is_nobodys_to_see():
    playing = Round21("hk_casino", "5s Tc 6d 9h")
    assert [str(card) for card in playing.view.bank.cards] == ["None", "9h"]
    assert playing.own(BANKER) == ()
    assert DealtFaceDown(BANKER) in playing.events
    assert not any(isinstance(event, HoleCard) for event in playing.events)


def test_hb_4_and_5_cards_go_round_one_at_a_time_the_banker_last():
    playing = Round21("qq21", "2c 3c 4c 5c 6c 7c", bets=[10, 10])
    dealt = [event.seat for event in playing.events if isinstance(event, Dealt | DealtFaceDown)]
    assert dealt == [0, 1, BANKER, 0, 1, BANKER]


def test_a_qq_8_a_split_shows_the_pair_and_a_bust_shows_the_hand():
    split = Round21("qq21", "8c Ks 8d 9h 3d Kh").do("0 split")
    shown = [event for event in split.events if isinstance(event, Revealed)]
    assert [(event.seat, event.why) for event in shown] == [(0, Why.SPLIT)]
    bust = Round21("qq21", "Tc Ks 6d 6h Kc").do("0 hit")
    shown = [event for event in bust.events if isinstance(event, Revealed)]
    assert [(event.seat, event.why) for event in shown] == [(0, Why.BUST), (BANKER, Why.SHOWDOWN)]


def test_decision_6_the_bankers_hidden_card_is_shown_at_the_end_in_any_case():
    playing = Round21("qq21", "Tc Ks 6d 6h Kc").do("0 hit")
    assert [str(card) for card in playing.view.bank.cards] == ["Ks", "6h"]
    assert playing.view.phase == Phase.OVER
    assert playing.net == {0: -10, BANKER: 10}


# --- decision 3: nothing hidden shows ------------------------------------------------------------


def test_decision_3_a_hidden_natural_gets_an_ordinary_turn():
    natural = Round21("qq21", "As Tc Kd 9h 5c")
    ordinary = Round21("qq21", "7s Tc Kd 9h 5c")
    assert natural.view == ordinary.view
    assert natural.offered() == ordinary.offered() == "hit stand double split"
    assert natural.legal(0) == "stand"
    assert natural.refuses("0 hit") == natural.refuses("0 double") == "only-stand"
    beside = Round21("qq21", "As 9c Tc Kd 9d 9h", bets=[10, 10]).do("0 stand")
    assert beside.own(0)[0].natural
    assert beside.view.hands[0].state is HandState.STOOD


def test_decision_3_a_hidden_21_waits_for_its_owners_word_or_the_clock():
    playing = Round21("qq21", "5c Ts 6d 8s Th").do("0 hit")
    assert playing.legal(0) == "stand"
    assert playing.view.hands[0].state is HandState.PLAYING
    assert TWENTY_ONE.on_timeout(playing.state, Seat(0)) is Action.STAND


def test_decision_3_an_open_natural_or_21_ends_the_hand():
    playing = Round21("hk_casino", "As 5c 8c Kd 6d 9h Th", bets=[10, 10])
    assert playing.view.hands[0].state is HandState.NATURAL
    assert playing.legal(0) == ""
    playing.do("1 hit")
    assert playing.view.hands[1].state is HandState.TWENTY_ONE
    assert playing.actors == ()


def test_decision_3_a_split_hand_is_open_so_its_21_ends_it():
    playing = Round21("qq21", "Ac Ks Ad Qh Kd 5h").do("0 split")
    assert [hand.state for hand in playing.view.hands] == [HandState.TWENTY_ONE, HandState.PLAYING]
    assert [hand.current for hand in playing.own(0)] == [False, True]


def test_decision_3_at_the_showdown_a_stood_natural_is_called_one():
    playing = Round21("qq21", "As Tc Kd 9h").do("0 stand")
    assert playing.view.hands[0].state is HandState.NATURAL
    assert playing.rules == ["natural"]


def test_a_hb_4_without_auto_stand_a_21_may_be_hit():
    assert Round21("hk_banker", "6c Ts 5d 8s Th").do("0 hit").legal(0) == "hit stand"
    assert Round21("qq21", "6c Ts 5d 8s Th", auto_stand_21="false").do("0 hit").legal(0) == (
        "hit stand double"
    )
    assert Round21("qq21", "As Ts Kd 8s", auto_stand_21="false").legal(0) == "stand"


# --- turns ------------------------------------------------------------------------------------


def test_decision_4_in_order_the_next_seat_is_asked_when_one_has_finished():
    playing = Round21("qq21", "Tc 9c Ks 5d 2d 9h 7h", bets=[10, 10], turns="in_order")
    assert playing.refuses("1 stand") == "not-your-turn"
    playing.do("0 hit", "1 stand")  # the first is bust
    assert playing.turns() == [(0,), (1,), (BANKER,)]


def test_decision_4_together_everybody_is_asked_once_and_cards_go_as_requested():
    playing = Round21("qq21", "Tc 9c Ks 5d 2d 9h 7h 6s", bets=[10, 10]).do("1 hit", "0 hit")
    assert playing.turns() == [(0, 1)]
    assert str(playing.own(1)[0].cards[-1]) == "7h"
    playing.do("0 stand")
    assert playing.view.waiting == (1,)
    assert playing.turns() == [(0, 1)]
    assert playing.refuses("0 hit") == "hand-finished"


def test_hb_9_a_bust_is_told_once_whatever_the_other_hand_does():
    deck = "8c Ks 8d 9h 6d 2h Tc 3c 4c"
    playing = Round21("qq21", deck).do("0 split", "0 hit", "0 hit", "0 stand")
    assert [event for event in playing.events if isinstance(event, Decided)] == [
        Decided(Seat(0), 0, -10, "bust")
    ]


def test_a_gen_9_the_first_hand_of_a_split_is_played_first():
    playing = Round21("qq21", "8c Ks 8d 9h 3d Kh Tc").do("0 split")
    dealt = [e for e in playing.events if isinstance(e, Dealt)][-2:]
    assert [(event.hand, str(event.card)) for event in dealt] == [(0, "3d"), (1, "Kh")]
    assert [hand.current for hand in playing.own(0)] == [True, False]
    assert TWENTY_ONE.private_view(playing.state, Seat(0)).hand == 0
    playing.do("0 stand")
    assert [hand.current for hand in playing.own(0)] == [False, True]
    assert TWENTY_ONE.private_view(playing.state, Seat(0)).hand == 1
    acted = [event for event in playing.events if isinstance(event, Acted)]
    assert [(event.words, event.hand) for event in acted] == [("split", 0), ("stand", 0)]


# --- who banks, who sits, what is staked ------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bank", "bets", "key"),
    [
        ("hk_casino", Bank.PLAYER, [10], "bank-wanted"),
        ("qq21", Bank.NONE, [10], "bank-wanted"),
        ("qq21", Bank.HOUSE, [10] * 6, "too-many-players"),  # decision 5: the bank is a seat
        ("qq21", Bank.PLAYER, [10] * 6, "too-many-players"),
        ("hk_casino", Bank.HOUSE, [10] * 8, "too-many-players"),
        ("hk_casino", Bank.HOUSE, [], "too-few-players"),
        ("qq21", Bank.HOUSE, [0], "bet-too-small"),
        ("qq21", Bank.HOUSE, [-2], "bet-too-small"),
        ("hk_casino", Bank.HOUSE, [5], "bet-off-step"),  # A-GEN-1
    ],
)
def test_a_setup_that_the_dials_do_not_allow_is_refused(rules, bank, bets, key):
    with pytest.raises(Refusal) as refusal:
        Round21(rules, "Tc " * 30, bets=bets, bank=bank)
    assert refusal.value.key == key


def test_decision_5_three_may_sit_where_the_bank_takes_the_third_seat():
    assert Round21("qq21", "Tc 9c Ks 5d 2d 9h", bets=[10, 10], seats_max="3").actors == (0, 1)


@pytest.mark.parametrize(
    ("side_bet", "offered"), [((0, 0, 2), True), ((0, 1, 2), True), ((0, -1, 2), False)]
)
def test_cn_19_pairs_are_bet_on_players_boxes(side_bet, offered):
    deck = "Tc 9c Ks 5d 2d 9h"
    if offered:
        assert Round21("cn4deck", deck, bets=[10, 10], side_bets=[side_bet]).actors
    else:
        with pytest.raises(Refusal, match="side-bet-not-offered"):
            Round21("cn4deck", deck, bets=[10, 10], side_bets=[side_bet])


def test_qq21_takes_no_pair_bets():
    with pytest.raises(Refusal, match="side-bet-not-offered"):
        Round21("qq21", "Tc Ks 5d 9h", side_bets=[(0, 0, 2)])


# --- the banker -------------------------------------------------------------------------------


def test_decision_6_a_banker_with_a_choice_is_asked_until_there_is_none():
    playing = Round21("qq21", "Tc 2s 8d 3h 4h Th 9c").do("0 stand")
    assert playing.view.phase == Phase.BANKER
    assert playing.view.waiting == (BANKER,)
    assert playing.offered() == "hit stand"
    assert playing.refuses("-1 double") == "banker-hits-or-stands"  # A-QQ-14
    assert playing.refuses("-1 split") == "banker-hits-or-stands"
    assert playing.refuses("0 stand") == "hand-finished"
    playing.do("-1 hit", "-1 hit")
    assert playing.legal(BANKER) == "hit stand"
    playing.do("-1 stand")
    assert playing.net == {0: -10, BANKER: 10}


def test_decision_6_a_banker_is_not_asked_when_no_card_can_change_a_result():
    bust = Round21("qq21", "Tc 2s 8d 3h 9h").do("0 hit")
    assert bust.actors == ()
    natural = Round21("qq21", "As 2s Kd 3h").do("0 stand")
    assert natural.actors == ()
    assert len(natural.view.bank.cards) == 2


def test_decision_6_a_natural_or_21_of_the_bankers_stands_at_once():
    assert Round21("qq21", "Tc As 8d Kh").do("0 stand").actors == ()
    playing = Round21("qq21", "Tc 2s 8d 9h Th").do("0 stand", "-1 hit")
    assert playing.view.bank.state is HandState.TWENTY_ONE
    assert playing.actors == ()


def test_decision_10_from_17_on_the_banker_may_draw_where_the_dial_says_so():
    playing = Round21("hk_banker", "Tc Ts 9d 2h 5s 4d", banker_draws="free_from_17").do("0 stand")
    assert playing.view.bank.total == 17  # the forced draw happened, the choice is his
    assert playing.legal(BANKER) == "hit stand"
    playing.do("-1 hit")
    assert playing.net == {0: -10, BANKER: 10}


def test_decision_5_the_house_plays_the_fixed_policy_where_it_has_a_choice():
    playing = Round21("qq21", "Tc 2s 8d 3h 4h 8h 9c", bank=Bank.HOUSE).do("0 stand")
    assert TWENTY_ONE.on_timeout(playing.state, BANKER) is Action.HIT
    playing.do("-1 hit", "-1 hit")
    assert TWENTY_ONE.on_timeout(playing.state, BANKER) is Action.STAND
    assert playing.turns() == [(0,)]  # nobody need be asked
    assert playing.refuses("-1 leave") == "bank-stays"


def test_a_cn_2_the_default_of_a_soft_choice_is_to_stand():
    playing = Round21("cn4deck", "Tc 6c 9d Ah").do("0 no-insurance", "0 stand")
    assert playing.legal(BANKER) == "hit stand"
    assert TWENTY_ONE.on_timeout(playing.state, BANKER) is Action.STAND


def test_a_hb_15_five_cards_end_the_bankers_hand():
    playing = Round21("hk_banker", "Tc 2s 9d 2h 2c 2d 3h 9s").do("0 stand")
    assert len(playing.view.bank.cards) == 5
    assert playing.view.bank.state is HandState.CHARLIE
    assert playing.rules == ["banker-charlie"]


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


def test_a_banker_who_leaves_at_no_cost_is_played_by_the_policy():
    playing = Round21("qq21", "Tc 2s 8d 3h 4h 8h 9c").do("-1 leave", "0 stand")
    assert playing.actors == ()
    assert playing.view.bank.total == 17
    asked = Round21("qq21", "Tc 2s 8d 3h 4h 8h 9c").do("0 stand", "-1 hit", "-1 leave")
    assert asked.view.bank.total == 17
    again = Round21("qq21", "Tc 9c 2s 8d 5d 3h 4h", bets=[10, 10]).do("-1 leave")
    assert again.refuses("-1 leave") == "already-left"


# --- the door ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["hit", "stand", "double", "split", "insure", "no-insurance"])
def test_actions_are_read_as_they_are_written(words):
    assert TWENTY_ONE.format(TWENTY_ONE.parse([words])) == words
    assert TWENTY_ONE.parse([words.upper()]) == TWENTY_ONE.parse([words])


def test_no_to_insurance_may_be_typed_as_two_words():
    assert TWENTY_ONE.parse(["insure", "no"]) is Action.NO_INSURANCE


@pytest.mark.parametrize("words", [[], ["fold"], ["hit", "me"], ["h" * 99]])
def test_what_is_no_action_is_unreadable(words):
    with pytest.raises(Refusal) as refusal:
        TWENTY_ONE.parse(words)
    assert refusal.value.kind.value == "unreadable"
    assert refusal.value.key == "unknown-action"


def test_a_seat_that_is_not_there_is_refused():
    assert Round21("qq21", "Tc Ts 8d 8h").refuses("3 stand") == "unknown-seat"


def test_a_deck_that_is_too_short_breaks_the_act_that_needed_the_card():
    answer = told("hk_casino", "Tc Th Qd 6s", "p1 stand")
    assert answer["error"] == {"kind": "not_now", "key": "no-card-left", "at": 0}
