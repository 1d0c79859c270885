"""Who banks next, place by place (CN-2, CN-28, A-CN-9, A-HB-13, A-QQ-12)."""

import pytest

from bot.games.base import Rotation
from bot.house.rotation import next_banker, order_of_bankers
from tests.fakes.cases import table

EVERY_N = Rotation.EVERY_N_ROUNDS
CCW, CW = False, True

ROWS = table("rotation_cases.csv")


def named(row: dict[str, str]) -> str:
    return f"{row['clauses']}: {row['note']}"


def by_place(text: str) -> dict[int, int]:
    """Read ``1:10 2:-20``: main results by place."""
    return {int(place): int(chips) for place, _, chips in (w.partition(":") for w in text.split())}


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_the_bank_moves_on_as_the_clauses_say(row):
    found = next_banker(
        Rotation(row["rule"]),
        int(row["seats"]),
        int(row["banker"]),
        by_place(row["main_results_by_seat"]),
        set(map(int, row["unable_or_empty_seats"].split())),
        clockwise=row["direction"] == "cw",
    )
    assert found == int(row["next_banker"])


@pytest.mark.parametrize(
    ("rotation", "clockwise", "seats", "banker", "main", "unable", "follows"),
    [
        pytest.param(
            Rotation.ON_FULL_PAYOUT, CCW, 3, 0, {1: 10, 2: 0}, set(), 0, id="a draw is no win"
        ),  # A-CN-9
        pytest.param(Rotation.EACH_ROUND, CCW, 4, 3, {0: 5}, set(), 2, id="the other way round"),
        pytest.param(Rotation.EACH_ROUND, CCW, 4, 0, {1: -5}, set(), 3, id="past the first place"),
        pytest.param(
            Rotation.EACH_ROUND, CCW, 4, 0, {1: -5}, {1, 2, 3}, 0, id="nobody else is willing"
        ),
        pytest.param(Rotation.EACH_ROUND, CCW, 1, 0, {}, set(), 0, id="alone at the table"),
        pytest.param(
            Rotation.NONE, CCW, 4, 2, {0: 10, 1: 10, 3: 10}, set(), 2, id="a bank that stays"
        ),
    ],
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
