"""What the five-card game costs whoever moves first, against what a whole pack counts out."""

from functools import cache

import pytest

from bot.games.fivecard import FIVE_CARD
from bot.games.twentyone.strategies import STANDS, STRATEGIES
from bot.simulate import Cost, simulate_first_move
from tests.fakes.chances import DRAWS, Chances
from tests.fakes.chances import chances as counted
from tests.fakes.thorough import takes_long

ROUNDS = 4_000


@cache
def chances(strategy: str) -> Chances:
    return counted(DRAWS[strategy])


@cache
def cost(strategy: str, seats: int = 2, **options: str) -> Cost:
    dials = FIVE_CARD.with_options("hk_home5", {"seats_max": str(seats), **options})
    wishes = {**STRATEGIES, **STANDS}[strategy]
    return simulate_first_move(FIVE_CARD, dials, wishes, rounds=ROUNDS, seats=seats, seed=2026)


def test_moving_first_costs_7_9_percent_between_two_who_stand_on_17():
    """A-HF-2; rules.md, 10.3."""
    assert chances("mimic17").ev == pytest.approx(-0.079, abs=0.0005)


@takes_long
@pytest.mark.parametrize("strategy", DRAWS)
def test_moving_first_costs_what_a_whole_pack_counts_out(strategy):
    found, exact = cost(strategy, tie_break="none"), chances(strategy)
    assert abs(found.ev - exact.ev) < 4.5 * exact.spread / ROUNDS**0.5
    assert found.se == pytest.approx(exact.spread / ROUNDS**0.5, rel=0.03)


@takes_long
def test_a_card_that_breaks_ties_favours_neither():
    found, exact = cost("mimic17"), chances("mimic17")
    assert abs(found.ev - exact.ev) < 4.5 * found.se
    assert found.se > exact.spread / ROUNDS**0.5, "fewer rounds end level"


def test_where_nobody_can_go_bust_the_order_costs_nothing():
    assert chances("neverbust12").ev == pytest.approx(0)


@pytest.mark.parametrize("seats", [2, 3])
def test_where_everybody_plays_to_the_end_the_order_costs_nothing(seats):
    """A-HF-2, ``double_bust=draw``: nobody's cards depend on who went bust before."""
    found = cost("mimic17", seats, double_bust="draw")
    assert abs(found.ev) < 4.5 * found.se
