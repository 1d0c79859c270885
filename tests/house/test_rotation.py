"""Who banks next, place by place (CN-2, CN-28, A-CN-9, A-HB-13, A-QQ-12)."""

import pytest

from bot.games.base import Rotation
from bot.house.rotation import next_banker, order_of_bankers

FULL, EACH, EVERY_N = Rotation.ON_FULL_PAYOUT, Rotation.EACH_ROUND, Rotation.EVERY_N_ROUNDS
CCW, CW = False, True

ROWS = [
    # rotation, clockwise, seats, banker, main results by place, unable, next banker
    (FULL, CCW, 4, 0, {1: 10, 2: -20, 3: 10}, set(), 0),  # one player lost: stays
    (FULL, CCW, 2, 0, {1: 15}, set(), 1),  # two seats: a single win is a full payout
    (FULL, CCW, 2, 1, {0: -10}, set(), 1),
    (FULL, CCW, 5, 2, {0: 10, 1: 10, 3: 10, 4: 10}, {1}, 0),  # place 1 cannot cover: skipped
    (FULL, CCW, 4, 0, {}, {1, 2, 3}, 0),  # nobody played
    (FULL, CCW, 3, 0, {1: 10, 2: 0}, set(), 0),  # a draw is no win (A-CN-9)
    (EACH, CW, 4, 3, {0: 5}, set(), 0),
    (EACH, CCW, 4, 3, {0: 5}, set(), 2),
    (EACH, CCW, 4, 0, {1: -5}, set(), 3),
    (EACH, CCW, 4, 0, {1: -5}, {1, 2, 3}, 0),  # nobody else is willing: stays
    (EACH, CCW, 1, 0, {}, set(), 0),
    (FULL, CW, 4, 0, {1: 10, 2: 20, 3: 10}, set(), 1),
    (Rotation.NONE, CCW, 4, 2, {0: 10, 1: 10, 3: 10}, set(), 2),
]


@pytest.mark.parametrize(
    ("rotation", "clockwise", "seats", "banker", "main", "unable", "follows"), ROWS
)
def test_the_bank_moves_on(rotation, clockwise, seats, banker, main, unable, follows):
    found = next_banker(rotation, seats, banker, main, unable, clockwise=clockwise)
    assert found == follows


@pytest.mark.parametrize(("held", "follows"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_every_n_rounds_means_as_many_rounds_as_there_are_seats(held, follows):
    main = {0: 10, 2: -10}
    found = next_banker(EVERY_N, 3, 1, main, clockwise=True, rounds_held=held)
    assert found == follows


@pytest.mark.parametrize(
    ("seats", "banker", "first", "clockwise", "order"),
    [
        (4, 1, 2, CW, (2, 3, 0, 1)),
        (4, 1, 0, CCW, (0, 3, 2, 1)),
        (4, 1, 3, CCW, (3, 0, 2, 1)),  # place 0 was passed over as unable
        (4, 1, 1, CCW, (1, 0, 3, 2)),  # the bank stays, but its banker may not be able to
        (1, 0, 0, CW, (0,)),
    ],
)
def test_whoever_cannot_cover_is_followed_by_the_next_as_the_bank_moves(
    seats, banker, first, clockwise, order
):
    assert order_of_bankers(seats, banker, first, clockwise=clockwise) == order
