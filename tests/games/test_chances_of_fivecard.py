"""What the five-card game costs whoever moves first, against the exact figure of its rules."""

import random
from statistics import fmean, stdev

from bot.basics import Seat
from bot.cards import packs
from bot.games.base import Setup
from bot.games.fivecard import FIVE_CARD
from bot.games.fivecard.course import Action
from bot.games.fivecard.dials import PRESETS

ROUNDS = 10_000


def first_wins(chance: random.Random) -> int:
    """Play a round of two who draw below 17 for a chip; return what the first wins."""
    cards = tuple(chance.sample(packs(1), 16))  # five each and the tie at most
    state = FIVE_CARD.start(Setup(PRESETS["hk_home5"], (1, 1), cards)).state
    while actors := FIVE_CARD.actors(state):
        draws = state.hands[actors[0]].total.points < 17
        state = FIVE_CARD.apply(state, actors[0], Action.HIT if draws else Action.STAND).state
    result = FIVE_CARD.result(state)
    assert result is not None
    return result.net[Seat(0)]


def test_moving_first_costs_7_9_percent_between_two_who_stand_on_17():
    """A-HF-2; ten thousand rounds come within 4.5 standard errors of it."""
    chance = random.Random(17)
    won = [first_wins(chance) for _ in range(ROUNDS)]
    assert abs(fmean(won) + 0.079) < 4.5 * stdev(won) / ROUNDS**0.5
