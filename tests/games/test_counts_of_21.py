"""Every way that a fixed deal can be played, counted by depth (as chess programs count moves).

A change in what is legal, or in who is asked, changes a number. The shallow ones are easily counted
by hand: a pair of eights against a free banker may be hit, stood, doubled or split (4); then three
choices with 18, two of the banker's after the stand and two after the double, two with the first
split hand (9).
"""

from collections import Counter

import pytest

from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.state import State
from tests.fakes.rounds import Round21


def count(state: State, depth: int, positions: Counter[int], ends: Counter[int]) -> None:
    """Count positions by depth, and among them those where the round is over."""
    positions[depth] += 1
    ends[depth] += not TWENTY_ONE.actors(state)
    for seat in TWENTY_ONE.actors(state):
        for choice in TWENTY_ONE.legal(state, seat):
            if not choice.quits:
                count(
                    TWENTY_ONE.apply(state, seat, choice.action).state, depth + 1, positions, ends
                )


@pytest.mark.parametrize(
    ("rules", "deck", "bets", "positions", "ends"),
    [
        pytest.param(
            "qq21",
            "8c 5s 8d 6h 2c 3d 4s 5c 6d 7s 9h Tc Jd Qs Kc",
            [10],
            [1, 4, 9, 13, 18, 22, 24, 18, 6],
            [0, 0, 2, 4, 7, 10, 15, 15, 6],
            id="a pair of eights against a free banker",
        ),
        pytest.param(
            "hk_casino",
            "8c Td 7s 8d 5h Ah Kc 9d Qc 5h 6s 4c 2d Jh 9s Tc 6d",
            [10, 20],
            [1, 4, 8, 56, 208, 176, 400, 96],
            [0, 0, 0, 0, 144, 0, 352, 96],
            id="two players at once, insurance first",
        ),
    ],
)
def test_a_deal_can_be_played_in_as_many_ways_as_ever(rules, deck, bets, positions, ends):
    seen: Counter[int] = Counter()
    over: Counter[int] = Counter()
    count(Round21(rules, deck, bets).state, 0, seen, over)
    assert [seen[depth] for depth in range(len(seen))] == positions
    assert [over[depth] for depth in range(len(seen))] == ends
