"""What went wrong in other programs of this kind, as tests of the rules; ids of the reports.

What such a round is paid, and in which words, is in ``present/test_reports_of_rounds.py``.
"""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics import BANKER, Seat
from bot.cards import CARDS, RANKS, parse_cards
from bot.games.base import Bank, Dealt
from bot.games.points import HandState, total_of
from bot.games.twentyone.presets import PRESETS
from tests.fakes.rounds import Round21

every_preset = pytest.mark.parametrize("rules", PRESETS)

# --- A: totals --------------------------------------------------------------------------------


@pytest.mark.report("A1", "A5", "A8", "A10", "A11", "A12", "A19")
@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        pytest.param("As Ah Kd", 12, False, id="A1"),
        pytest.param("As Ah Td", 12, False, id="A2 with a ten"),
        pytest.param("As Ah Ad Ac Ks", 14, False, id="A2 four aces and a king"),
        pytest.param("As 6h Td", 17, False, id="A5"),
        pytest.param("As Ah Ad 6c", 19, True, id="A8"),
        pytest.param("5s Ac Ah 5d", 12, False, id="A10"),
        pytest.param("5h Ac 4h 9c As 5d", 25, False, id="A10 all that was dealt"),
        pytest.param("Js 3h Ad", 14, False, id="A11"),
        pytest.param("As 5h", 16, True, id="A12 sixteen that cannot bust"),
        pytest.param("As 5h 6d", 12, False, id="A12 twelve after it"),
    ],
)
def test_a_hand_is_worth_what_it_is_worth(cards, points, soft):
    assert total_of(parse_cards(cards)) == (points, soft)


@pytest.mark.report("A2")
@pytest.mark.parametrize("aces", range(1, 25))
def test_of_any_number_of_aces_one_is_eleven_while_that_fits(aces):
    expected = (aces + 10, True) if aces <= 11 else (aces, False)
    assert total_of((CARDS["As"],) * aces) == expected


@pytest.mark.report("A4")
@pytest.mark.parametrize("order", list(permutations(["Ks", "As", "Ah"])))
def test_the_order_of_cards_does_not_matter(order):
    assert total_of(parse_cards(" ".join(order))) == (12, False)


@pytest.mark.report("A4", "A7", "A19")
@given(st.lists(st.sampled_from(list(CARDS.values())), max_size=8), st.randoms())
def test_no_order_of_cards_matters_and_the_best_total_counts(cards, chance):
    mixed = list(cards)
    chance.shuffle(mixed)
    assert total_of(tuple(mixed)) == total_of(tuple(cards))
    hard = sum(
        {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(c.rank) or int(c.rank) for c in cards
    )
    totals = {hard + 10 * raised for raised in range(sum(c.rank == "A" for c in cards) + 1)}
    points = total_of(tuple(cards)).points
    assert points == max((total for total in totals if total <= 21), default=hard)


@pytest.mark.report("A1", "A2", "A5", "A7", "A10", "A11", "A19")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("As Ah Kd", 12),
        ("As Ah Ad", 13),
        ("As Ah Ad Ac", 14),
        ("As Ah Ad Ac Kd", 14),
        ("As 6h Td", 17),
        ("5s Ac Ah 5d", 12),
        ("Js 3h Ad", 14),
    ],
)
def test_who_draws_beyond_21_with_an_ace_at_eleven_is_still_in_play(cards, points):
    first, second, *drawn = cards.split()
    playing = Round21("hk_casino", " ".join([first, "9s", second, "9h", *drawn]))
    playing.do(*["0 hit"] * len(drawn))
    [hand] = playing.view.hands
    assert (hand.total, hand.state, playing.legal(0)) == (points, HandState.PLAYING, "hit stand")


@pytest.mark.report("A9")
@pytest.mark.parametrize("rank", RANKS)
def test_no_card_busts_two_aces(rank):
    playing = Round21("hk_casino", f"As 9s Ah 9h {rank}d").do("0 hit")
    [hand] = playing.view.hands
    assert hand.state in {HandState.PLAYING, HandState.TWENTY_ONE}
    assert (hand.total or 0) <= 21


@pytest.mark.report("A6")
def test_two_aces_are_worth_the_same_on_both_sides_of_the_table():
    playing = Round21("qq21", "As Ad Ah Ac").do("0 stand")
    assert playing.own(0)[0].total == playing.view.bank.total == 12
    assert playing.view.bank.soft


@pytest.mark.report("A8")
def test_three_aces_and_a_six_beat_seventeen():
    playing = Round21("hk_casino", "As Ts Ah 7h Ad 6c").do("0 hit", "0 hit", "0 stand")
    assert playing.net == {0: 10, BANKER: -10}


# --- A: what the bank draws -------------------------------------------------------------------


def house_plays(rules: str, deck: str) -> list[str]:
    """Return the bank's cards after somebody has stood and the house has played."""
    playing = Round21(rules, deck, bank=Bank.HOUSE)
    while playing.actors:
        seat = Seat(playing.actors[0])
        action = playing.game.on_timeout(playing.state, seat)
        playing.do(f"{seat} {playing.game.format(action)}")
    return [str(card) for card in playing.view.bank.cards]


def must_draw(rules: str, cards: list[str]) -> bool:
    """Whether the house draws to such a hand; five cards are complete where that is a rule."""
    points, soft = total_of(parse_cards(" ".join(cards)))
    if rules == "hk_banker" and len(cards) == 5:
        return False
    return points < 17 or (rules == "vegas_h17" and soft and points == 17)


@pytest.mark.report("A15", "A17", "A18")
@every_preset
def test_the_house_draws_below_seventeen_and_stands_from_there_whatever_it_was_dealt(rules):
    for first, second in product(RANKS, repeat=2):
        cards = house_plays(rules, f"Ts {first}c 8h {second}d 2s 2h 2d 2c 2s 2h 2d 2c")
        assert cards[:2] == [f"{first}c", f"{second}d"]
        assert [must_draw(rules, cards[:count]) for count in range(2, len(cards) + 1)] == [
            *[True] * (len(cards) - 2),
            False,
        ]


@pytest.mark.report("A15")
@every_preset
def test_the_house_draws_on_fifteen(rules):
    assert house_plays(rules, "Ts 5s 4h Kh 6d 2c") == ["5s", "Kh", "6d"]


@pytest.mark.report("A16")
@every_preset
@pytest.mark.parametrize("cards", ["5s Kh 6d", "5s 4h 2d Tc", "2s 5h 3d Ac", "2h 2d As 6c"])
def test_no_bank_draws_on_21_not_even_for_five_cards(rules, cards):
    first, second, *drawn = cards.split()
    deck = " ".join(["Ts", first, "9h", second, *drawn, "2c", "3c"])
    assert house_plays(rules, deck) == cards.split()
    playing = Round21(rules, deck).do("0 stand")
    while BANKER in playing.actors:  # a player who banks and may draw as they like
        playing.do("-1 hit")
    assert [str(card) for card in playing.view.bank.cards] == cards.split()


@pytest.mark.report("A18")
@pytest.mark.parametrize(
    ("rules", "cards", "drawn"),
    [
        ("vegas_s17", "Ac 6d", ""),
        ("vegas_s17", "Ac 2d 4h", ""),
        ("vegas_h17", "Ac 6d", "2s"),
        ("vegas_h17", "Ac 2d 4h", "2s"),
    ],
)
def test_the_bank_draws_on_soft_seventeen_where_the_option_says_so_and_there_alone(
    rules, cards, drawn
):
    first, second, *more = cards.split()
    deck = " ".join(["Ts", first, "8h", second, *more, "2s", "2h"])
    assert " ".join(house_plays(rules, deck)) == f"{cards} {drawn}".strip()


# --- B: ties ----------------------------------------------------------------------------------


@pytest.mark.report("B4")
def test_doubled_to_21_against_21_is_a_push_of_both_stakes():
    playing = Round21("hk_casino", "5s 5h 6d Kh Tc 6c", bets=[100]).do("0 double")
    assert playing.staked == [200]
    assert playing.net == {0: 0, BANKER: 0}
    assert playing.rules == ["equal"]


# --- C: splits, doubles, insurance ------------------------------------------------------------


@pytest.mark.report("C2")
def test_both_hands_of_split_aces_are_dealt_and_settled_alone():
    playing = Round21("hk_casino", "As 9s Ah 8h Td 5c").do("0 split")
    hands = playing.view.hands
    assert [[str(card) for card in hand.cards] for hand in hands] == [["As", "Td"], ["Ah", "5c"]]
    assert playing.rules == ["points", "points"]
    assert playing.net[0] == 10 - 10
    mixed = Round21("hk_casino", "8s Ts 8h 8d 6d Td Kc 2c")
    mixed.do("0 split", "0 hit", "0 stand")
    assert mixed.rules == ["bust", "equal"]
    assert mixed.net[0] == -10


@pytest.mark.report("C4")
def test_a_split_hand_has_its_second_card_before_it_can_be_doubled():
    playing = Round21("vegas_s17", "8s 9s 8h 8d 3d Td Kc Qc").do("0 split")
    assert [len(hand.cards) for hand in playing.view.hands] == [2, 2]
    playing.do("0 double")
    assert playing.view.hands[0].total == 21


@pytest.mark.report("C5")
@every_preset
def test_two_bust_hands_end_the_round_without_a_card_for_the_bank(rules):
    """The cards that were reported, dealt from the end: 9, 9 against 2, 2 and then four tens."""
    bank = ["2c"] if rules == "euro_enhc" else ["2c", "2h"]
    deck = ["9d", "2c", "9s", *bank[1:], "Td", "Ts", "Td", "Ts", "3s", "3h"]
    playing = Round21(rules, " ".join(deck), bets=[100]).do("0 split", "0 hit", "0 hit")
    assert playing.rules == ["bust", "bust"]
    assert playing.net == {0: -200, BANKER: 200}
    assert [str(card) for card in playing.result.bank_cards] == bank


@pytest.mark.report("C11")
@pytest.mark.parametrize("word", ["hit", "stand", "double", "split"])
def test_every_verb_says_that_insurance_comes_first(word):
    playing = Round21("hk_casino", "8c 9h 8d Ac")
    assert playing.refuses(f"0 {word}") == "answer-insurance"


@pytest.mark.report("C15")
@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("qq21", "hit stand"),
        ("hk_casino", ""),
        ("hk_banker", ""),
        ("cn4deck", "hit stand"),
        ("vegas_s17", ""),
        ("vegas_h17", ""),
        ("euro_enhc", ""),
    ],
)
def test_split_aces_stand_with_one_card_each_where_the_rules_say_so(rules, left):
    playing = Round21(rules, "As 9s Ah 8h 5d 4c Ts").do("0 split")
    assert [len(hand.cards) for hand in playing.view.hands] == [2, 2]
    assert playing.legal(0) == left
    assert PRESETS[rules].split_aces_one_card == (not left)


@pytest.mark.report("C16")
def test_the_second_cards_of_a_split_come_at_once_first_hand_first():
    playing = Round21("vegas_s17", "8s 9s 8h 7d 2d 3d 8c 4c 5c").do("0 split")
    cards = [event for event in playing.events if isinstance(event, Dealt)][-2:]
    assert [(event.hand, str(event.card)) for event in cards] == [(0, "2d"), (1, "3d")]
    playing.do("0 hit")
    assert [str(card) for card in playing.view.hands[0].cards] == ["8s", "2d", "8c"]


# --- E: the banker ----------------------------------------------------------------------------


@pytest.mark.report("E3")
def test_the_bank_has_to_cover_every_natural_there_may_be():
    playing = Round21("qq21", "As Ac 9d Kd 9c 8h", bets=[6, 6], natural_payout="3:2")
    assert playing.exposure == 6 + 9  # the second open nine can be no natural
    assert Round21("cn4deck", "As Ac 9d Kd Qc 8h", bets=[6, 6]).exposure == 18


@pytest.mark.report("E4")
def test_cards_are_dealt_in_the_order_of_the_deck():
    deck = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"]
    playing = Round21("hk_casino", " ".join(deck), bets=[10, 10])
    playing.do("0 hit", "1 hit", "0 stand", "1 stand")
    dealt = playing.state.deck[: playing.state.drawn]
    assert [str(card) for card in dealt] == deck[: len(dealt)]
    hands = [[str(card) for card in hand.cards] for hand in playing.view.hands]
    assert hands == [["2c", "5c", "8c"], ["3c", "6c", "9c"]]
