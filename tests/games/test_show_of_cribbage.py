"""The show of cribbage: hands with known points, the census of all of them, and single rules."""

import os
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import CARDS, SUITS, Card, parse_card, parse_cards
from bot.games.cribbage.points import For, points_in
from bot.games.cribbage.show import show, show_points
from tests.fakes.cases import table
from tests.fakes.deals import points_of

HANDS = table("cribbage_hands.csv")
FREQUENCIES = {
    int(row["score"]): row for row in table("cribbage_frequency.csv") if row["score"].isdigit()
}
OF_PAIRS = (For.PAIR, For.PAIR_ROYAL, For.DOUBLE_PAIR_ROYAL)


def shown(hand: str, starter: str, *, crib: bool = False) -> dict[str, int]:
    """Return the points of a hand by what they are for; both ways of counting agree on the sum."""
    cards, turned = parse_cards(hand), parse_card(starter)
    scored = show(cards, turned, crib=crib)
    assert points_in(scored) == show_points(cards, turned, crib=crib)
    return points_of(scored)


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["id"])
def test_a_hand_whose_points_are_known_is_counted_so_item_by_item(row):
    hand = shown(row["hand"], row["starter"])
    assert sum(hand.values()) == int(row["hand_total"])
    assert hand.get(For.FIFTEEN, 0) == int(row["fifteens"])
    assert sum(hand.get(kind, 0) for kind in OF_PAIRS) == int(row["pairs"])
    assert hand.get(For.RUN, 0) == int(row["runs"])
    assert hand.get(For.FLUSH, 0) == int(row["flush_in_hand"])
    assert hand.get(For.NOBS, 0) == int(row["nobs"])


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["id"])
def test_a_crib_whose_points_are_known_is_counted_so(row):
    crib = shown(row["hand"], row["starter"], crib=True)
    assert sum(crib.values()) == int(row["crib_total"])
    assert crib.get(For.FLUSH, 0) == int(row["flush_in_crib"])


def test_every_order_of_ranks_is_summed_as_it_is_itemised():
    for ranks in combinations_with_replacement("A23456789TJQK", 5):
        if max(Counter(ranks).values()) == 5:
            continue
        cards = [Card(rank, suit) for rank, suit in zip(ranks, "shdcs", strict=True)]
        if len(set(cards)) < 5:
            cards = [Card(rank, SUITS[ranks[:at].count(rank)]) for at, rank in enumerate(ranks)]
        for at, starter in enumerate(cards):
            hand = cards[:at] + cards[at + 1 :]
            assert show_points(hand, starter) == points_in(show(hand, starter))


@given(st.lists(st.sampled_from(list(CARDS.values())), min_size=5, max_size=5, unique=True))
def test_any_hand_is_summed_as_it_is_itemised_whatever_its_order(cards):
    *hand, starter = cards
    for crib in (False, True):
        points = points_in(show(hand, starter, crib=crib))
        assert show_points(hand, starter, crib=crib) == points
        assert show_points(hand[::-1], starter, crib=crib) == points


@pytest.mark.skipif(
    "CROUPIER_CENSUS" not in os.environ, reason="CROUPIER_CENSUS is not set: 26 million hands"
)
@pytest.mark.parametrize("suit", SUITS)
def test_of_all_hands_with_all_starters_as_many_score_each_number_as_is_known(suit):
    """Each suit of the starter is a quarter of 12,994,800 pairs; the quarters are alike."""
    hands, cribs = Counter[int](), Counter[int]()
    for starter in (card for card in CARDS.values() if card.suit == suit):
        rest = [card for card in CARDS.values() if card != starter]
        for hand in combinations(rest, 4):
            hands[show_points(hand, starter)] += 1
            cribs[show_points(hand, starter, crib=True)] += 1
    assert hands.total() * len(SUITS) == 12_994_800
    for score, row in FREQUENCIES.items():
        assert hands[score] * len(SUITS) == int(row["hand_count"]), score
        assert cribs[score] * len(SUITS) == int(row["crib_count"]), score
    assert sum(hands) <= sum(FREQUENCIES)


# --- single rules -----------------------------------------------------------------------------


@pytest.mark.report("I13")
def test_the_best_hand_is_told_fifteen_by_fifteen():
    hand = show(parse_cards("5h 5c 5s Jd"), parse_card("5d"))
    told = {each.kind: len(each.combinations) for each in hand}
    assert told == {For.FIFTEEN: 8, For.DOUBLE_PAIR_ROYAL: 1, For.NOBS: 1}
    assert points_of(hand) == {"fifteen": 16, "double-pair-royal": 12, "nobs": 1}


def test_every_combination_that_scores_is_there_card_by_card():
    fifteen, pair, run = show(parse_cards("7c 8d 8s 9h"), parse_card("2d"))
    assert [set(map(str, cards)) for cards in fifteen.combinations] == [{"7c", "8d"}, {"7c", "8s"}]
    assert [set(map(str, cards)) for cards in pair.combinations] == [{"8d", "8s"}]
    assert [set(map(str, cards)) for cards in run.combinations] == [
        {"7c", "8d", "9h"},
        {"7c", "8s", "9h"},
    ]


@pytest.mark.report("I1", "X2")
@pytest.mark.parametrize(
    ("hand", "starter", "crib", "points"),
    [
        pytest.param("2h 5h 9h Kc", "7h", False, {"fifteen": 2}, id="I1 three and the starter"),
        pytest.param("2h 4h 6h 8h", "Ts", False, {"flush": 4}, id="four in the hand"),
        pytest.param("2h 4h 6h 8h", "Ts", True, {}, id="four in the crib"),
        pytest.param("2h 4h 6h 8h", "Th", True, {"flush": 5}, id="five in the crib"),
        pytest.param("2c 4d 6h Js", "8s", False, {"nobs": 1}, id="the jack of the starter's suit"),
        pytest.param("2c 4d 6h 8s", "Js", False, {}, id="a jack that is the starter"),
        pytest.param("Qc Kd Ah 2s", "8c", False, {}, id="no run round the corner"),
        pytest.param("3c 3d 4s 5h", "Kc", False, {"fifteen": 4, "pair": 2, "run": 6}, id="X2"),
        pytest.param(
            "3c 3d 4s 4h", "5c", False, {"fifteen": 4, "pair": 4, "run": 12}, id="X2 both"
        ),
    ],
)
def test_flush_nobs_and_runs(hand, starter, crib, points):
    assert shown(hand, starter, crib=crib) == points
