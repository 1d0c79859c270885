"""The clauses of the five-card game, one by one; two players with 10 each unless it says more."""

import pytest

from bot.basics import BANKER, Refusal, Seat
from bot.cards import parse_cards
from bot.games.base import Bank, DealtFaceDown, HoleCard, Revealed, Setup, SideBet
from bot.games.fivecard import FIVE_CARD
from bot.games.fivecard.dials import PRESETS
from bot.games.points import HandState
from tests.fakes.rounds import RoundOfFive, told

NINETEEN_EACH = "Ts 9h 9s Td"


def states(playing: RoundOfFive) -> list[HandState]:
    return [hand.state for hand in playing.view.hands]


# --- the cards --------------------------------------------------------------------------------


def test_hf_1_of_two_cards_one_lies_face_down_and_only_its_owner_sees_it():
    playing = RoundOfFive("Ts Kh 9s 8d")
    assert [hand.cards for hand in playing.view.hands] == [
        (None, *parse_cards("9s")),
        (None, *parse_cards("8d")),
    ]
    assert playing.own(1)[0].cards == parse_cards("Kh 8d")
    assert [e.seat for e in playing.events if isinstance(e, DealtFaceDown)] == [0, 1]
    assert [e.seat for e in playing.events if isinstance(e, HoleCard)] == [0, 1]


def test_a_hf_8_later_cards_lie_open():
    playing = RoundOfFive("2s Kh 3s 8d 4h").do("0 hit")
    assert playing.view.hands[0].cards == (None, *parse_cards("3s 4h"))


def test_nobody_has_a_bank_s_hand_to_look_at():
    assert RoundOfFive(NINETEEN_EACH).own(BANKER) == ()


# --- the turns --------------------------------------------------------------------------------


def test_a_hf_2_the_first_finishes_before_the_second_is_asked():
    playing = RoundOfFive("2s Kh 3s 8d 4h 5h")
    assert playing.refuses("1 stand") == "not-your-turn"
    playing.do("0 hit", "0 hit", "0 stand")
    assert playing.refuses("0 hit") == "hand-finished"
    assert playing.turns() == [(0,), (1,)]
    assert playing.do("1 stand").net == {0: -10, 1: 10}


def test_decision_4_together_everyone_decides_at_once():
    playing = RoundOfFive("2s Kh 3s 8d 4h 5h", turns="together")
    assert playing.actors == (0, 1)
    assert playing.do("1 stand", "0 hit").actors == (0,)
    assert playing.turns() == [(0, 1)]


def test_hf_2_below_21_one_may_ask_for_more():
    assert RoundOfFive(NINETEEN_EACH).legal(0) == "hit stand"
    assert RoundOfFive(NINETEEN_EACH).legal(1) == ""


def test_a_hf_9_at_21_only_a_stand_is_left_and_the_group_cannot_tell():
    playing = RoundOfFive("As 9h Ks Td")
    assert playing.legal(0) == "stand"
    assert playing.refuses("0 hit") == "only-stand"
    assert playing.offered() == "hit stand"
    assert playing.do("0 stand").offered() == "hit stand"


def test_decision_3_an_open_21_ends_the_hand():
    playing = RoundOfFive("As 9h Ks Td", player_first_card="open")
    assert states(playing) == [HandState.TWENTY_ONE, HandState.PLAYING]
    assert playing.actors == (1,)


def test_where_the_dial_says_so_a_21_may_draw():
    playing = RoundOfFive("As 9h Ks Td 5c", auto_stand_21="false").do("0 hit")
    assert playing.own(0)[0].total == 16


def test_hf_4_the_fifth_card_ends_the_hand_and_earns_nothing():
    """A-HF-4: five cards without a bust are worth their points."""
    playing = RoundOfFive("2c 6s 2d 9h 3c 3d 4c").do("0 hit", "0 hit", "0 hit")
    assert (states(playing)[0], playing.actors) == (HandState.STOOD, (1,))
    assert playing.do("1 stand").net == {0: -10, 1: 10}


def test_without_that_limit_a_sixth_card_may_come():
    deck = "2c 6s 2d 9h 3c 3d 4c 2h"
    playing = RoundOfFive(deck, max_cards="none").do(*["0 hit"] * 4)
    assert playing.own(0)[0].total == 16


# --- who wins ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "acts", "net", "rules"),
    [
        # HF-5: nearer to 21
        ("Tc Ks Qd 9h", ["0 stand", "1 stand"], 10, ["points", "points"]),
        ("Tc Ks 8d 9h", ["0 stand", "1 stand"], -10, ["points", "points"]),
        # HF-3, A-HF-2: who goes bust first has lost; the other draws no more
        ("Tc 2s 6d 3h Kh", ["0 hit"], -10, ["bust", "others-out"]),
        ("Tc Ks 2d 6h Qh", ["0 stand", "1 hit"], 10, ["others-out", "bust"]),
        # HF-6: equal, the smaller card wins; the ace is the smallest, the king the largest
        (f"{NINETEEN_EACH} 2c Ac", ["0 stand", "1 stand"], -10, ["low-card", "low-card"]),
        (f"{NINETEEN_EACH} Qc Kc", ["0 stand", "1 stand"], 10, ["low-card", "low-card"]),
        # HF-7: equal again, a draw
        (f"{NINETEEN_EACH} 5c 5d", ["0 stand", "1 stand"], 0, ["equal", "equal"]),
        # A-HF-3: two cards are no better a 21 than three
        ("Ac 7s Kd 7h 7c 3c 2d", ["0 stand", "1 hit", "1 stand"], -10, ["low-card", "low-card"]),
    ],
)
def test_the_pot_goes_to(deck, acts, net, rules):
    playing = RoundOfFive(deck).do(*acts)
    assert playing.net == {0: net, 1: -net}
    assert playing.rules == rules


def test_a_bust_shows_the_cards_and_the_end_shows_all():
    playing = RoundOfFive("Tc 2s 6d 3h Kh").do("0 hit")
    shown = [(e.seat, e.why) for e in playing.events if isinstance(e, Revealed)]
    assert shown == [(0, "bust"), (1, "showdown")]


def test_the_card_that_breaks_a_tie_is_in_nobody_s_hand():
    playing = RoundOfFive(f"{NINETEEN_EACH} 2c Ac").do("0 stand", "1 stand")
    assert playing.tie_cards == "2c Ac"
    assert [hand.total for hand in playing.result.hands] == [19, 19]


def test_a_tie_may_be_left_as_it_is():
    playing = RoundOfFive(NINETEEN_EACH, tie_break="none").do("0 stand", "1 stand")
    assert (playing.net, playing.rules) == ({0: 0, 1: 0}, ["equal", "equal"])


@pytest.mark.parametrize(("cards", "net"), [("Kc Td", 0), ("Ac Kd", 10), ("9c Jd", 10)])
def test_a_hf_5_cards_may_compare_by_points(cards, net):
    playing = RoundOfFive(f"{NINETEEN_EACH} {cards}", tie_break_compare="points")
    assert playing.do("0 stand", "1 stand").net == {0: net, 1: -net}


@pytest.mark.parametrize(
    ("acts", "net", "rules"),
    [
        (["0 hit", "1 hit"], 0, ["all-bust", "all-bust"]),
        (["0 hit", "1 stand"], -10, ["bust", "others-out"]),
        (["0 stand", "1 hit"], 10, ["others-out", "bust"]),
    ],
)
def test_a_hf_2_where_both_may_go_bust_that_is_a_draw(acts, net, rules):
    playing = RoundOfFive("Tc Ts 6d 6h Kh Kc", double_bust="draw").do(*acts)
    assert (playing.net, playing.rules) == ({0: net, 1: -net}, rules)
    assert playing.tie_cards == ""


# --- more than two (decision 9) ---------------------------------------------------------------


def test_the_nearest_takes_the_whole_pot():
    playing = RoundOfFive("Tc Ts Th 9d 8d 7d", players=3)
    assert playing.do("0 stand", "1 stand", "2 stand").net == {0: 20, 1: -10, 2: -10}


def test_only_those_who_are_equal_draw_and_the_smallest_takes_the_pot():
    playing = RoundOfFive("Tc Ts Th 9d 8d 9s 4c 3c", players=3)
    assert playing.do("0 stand", "1 stand", "2 stand").net == {0: -10, 1: -10, 2: 20}
    assert playing.tie_cards == "4c 3c"
    assert playing.rules == ["low-card", "points", "low-card"]


def test_equally_small_cards_share_and_the_odd_chips_go_in_the_order_of_seats():
    playing = RoundOfFive("Tc Ts Th 9d 9c 9s 4c Kc 4d", players=3, stake=5)
    playing.do("0 stand", "1 stand", "2 stand")
    assert playing.net == {0: 3, 1: -5, 2: 2}
    assert playing.rules == ["low-card", "low-card", "low-card"]


def test_who_is_left_when_all_others_are_bust_draws_no_more():
    playing = RoundOfFive("Tc Ts 2h 6d 6c 2s Kh Kd", players=3).do("0 hit", "1 hit")
    assert playing.net == {0: -10, 1: -10, 2: 20}
    assert playing.rules == ["bust", "bust", "others-out"]


def test_when_all_are_bust_the_stakes_come_back():
    playing = RoundOfFive("Tc Ts Th 6d 6c 6s Kh Kd Kc", players=3, double_bust="draw")
    assert playing.do("0 hit", "1 hit", "2 hit").net == {0: 0, 1: 0, 2: 0}


# --- leaving ----------------------------------------------------------------------------------


def test_who_leaves_stands():
    playing = RoundOfFive("Tc Ks Qd 9h").do("1 leave")
    assert playing.refuses("1 leave") == "already-left"
    assert playing.do("0 stand").net == {0: 10, 1: -10}


def test_decision_8_where_leaving_costs_the_stake_the_other_has_won():
    playing = RoundOfFive("Tc Ks 2d 9h", escape_player="initial_bet").do("1 leave")
    assert playing.rules == ["others-out", "left"]
    assert playing.net == {0: 10, 1: -10}


def test_a_finished_hand_stays_in_the_game_when_its_player_goes():
    playing = RoundOfFive("Tc 9s Qd 9h", escape_player="initial_bet")
    assert playing.do("0 stand", "0 leave", "1 stand").net == {0: 10, 1: -10}


def test_the_pot_is_for_those_who_stayed_even_if_they_are_bust():
    playing = RoundOfFive(
        "Tc Ts Th 6d 6c 6s Kh Kd", players=3, double_bust="draw", escape_player="initial_bet"
    )
    playing.do("0 hit", "1 hit", "2 leave")
    assert playing.net == {0: 5, 1: 5, 2: -10}
    assert playing.rules == ["all-bust", "all-bust", "left"]


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "more", "key"),
    [
        ([10], {}, "too-few-players"),
        ([10, 10, 10], {}, "too-many-players"),
        ([10, 20], {}, "stakes-differ"),
        ([0, 0], {}, "bet-too-small"),
        ([10, -10], {}, "bet-too-small"),
        ([10, 10], {"bank": Bank.HOUSE}, "no-bank"),
        ([10, 10], {"bank": Bank.PLAYER}, "no-bank"),
        ([10, 10], {"side_bets": (SideBet(Seat(0), Seat(1), 2),)}, "side-bet-not-offered"),
    ],
)
def test_a_hf_1_equals_stake_the_same_and_nobody_banks(stakes, more, key):
    setup = Setup(PRESETS["hk_home5"], tuple(stakes), parse_cards("Tc Ks Qd 9h"), **more)
    with pytest.raises(Refusal, match=key):
        FIVE_CARD.start(setup)


def test_stakes_are_multiples_of_the_step():
    with pytest.raises(Refusal, match="bet-off-step"):
        RoundOfFive(NINETEEN_EACH, bet_step="3")


@pytest.mark.parametrize("word", ["double", "split", "insure", "insure no", "check"])
def test_a_hf_6_nothing_is_doubled_split_or_insured(word):
    with pytest.raises(Refusal, match="unknown-action"):
        FIVE_CARD.parse(word.split())


def test_after_the_end_nothing_more_is_done():
    playing = RoundOfFive("Tc Ks Qd 9h").do("0 stand", "1 stand")
    assert [playing.refuses(act) for act in ("0 hit", "1 leave", "7 stand")] == [
        "no-round",
        "no-round",
        "unknown-seat",
    ]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"seats_max": "7"}, "dial-out-of-range"),
        ({"seats_min": "3"}, "too-few-seats"),
        ({"banker": "house"}, "dial-reserved"),
        ({"bank_cover": "worst_case"}, "dial-reserved"),
        ({"rotation": "on_full_payout"}, "dial-reserved"),
        ({"tie_break": "draw_high"}, "dial-unreadable"),
        ({"double_on": "first_two"}, "unknown-dial"),
    ],
)
def test_dials_that_cannot_be_played_are_refused(options, key):
    with pytest.raises(Refusal, match=key):
        FIVE_CARD.with_options("hk_home5", options)


# --- the record -------------------------------------------------------------------------------


def test_a_record_has_no_house_and_tells_no_bank():
    answer = told("hk_home5", "Tc Ks Qd 9h", "p1 stand", "p2 stand", bets=[10, 10])
    assert set(answer["net"]) == set(answer["hands"]) == {"p1", "p2"}
    refused = told("hk_home5", "Tc Ks Qd 9h", "house stand", bets=[10, 10])
    assert refused["error"] == {"kind": "unreadable", "key": "unknown-player", "at": 0}


def test_a_record_with_a_bank_or_unequal_stakes_breaks_the_rules():
    banked = told("hk_home5", "Tc Ks Qd 9h", bets=[10, 10], banker="cat")
    unequal = told("hk_home5", "Tc Ks Qd 9h", bets=[10, 20])
    assert banked["error"] == {"kind": "not_now", "key": "no-bank", "at": None}
    assert unequal["error"] == {"kind": "not_now", "key": "stakes-differ", "at": None}


def test_an_explicit_stand_after_the_fifth_card_changes_nothing():
    acts = ["p1 hit"] * 3 + ["p1 stand", "p2 stand"]
    answer = told("hk_home5", "2c 6s 2d 9h 3c 3d 4c", *acts, bets=[10, 10])
    assert answer["net"] == {"p1": -10, "p2": 10}
