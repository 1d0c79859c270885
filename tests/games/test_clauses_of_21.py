"""What the rules of 21 say and no table of cases shows; named by clause or decision."""

import pytest

from bot.basics import BANKER, Refusal, Seat
from bot.games.base import Acted, Bank, Dealt, DealtFaceDown, HoleCard, Revealed
from bot.games.points import HandState
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.events import Decided, Why
from bot.games.twentyone.views import Phase
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


def test_who_split_is_told_that_all_hands_are_finished():
    playing = Round21("qq21", "8c 9c Ks 8d 9d 9h 3d Kh", bets=[10, 10])
    playing.do("0 split", "0 stand", "0 stand")
    with pytest.raises(Refusal) as refusal:
        playing.do("0 hit")
    assert (refusal.value.key, refusal.value.facts) == ("hand-finished", {"hands": 2})


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
