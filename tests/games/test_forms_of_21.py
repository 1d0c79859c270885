"""Fast rounds are the rounds of the rules: same cards, same wishes, same chips, same cards left."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.basics import Seat
from bot.cards import Card
from bot.games.base import Bank, Setup
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.forms import Forms
from bot.games.twentyone.state import State
from bot.games.twentyone.strategies import STRATEGIES, Strategy, choice
from bot.games.twentyone.views import Phase
from tests.fakes.thorough import THOROUGH
from tests.fakes.walks import ANY_DIALS, KINDS, decks

RULES = [kind for kind in (*KINDS, *ANY_DIALS) if kind.game is TWENTY_ONE]


def act_of(state: State, seat: Seat, strategy: Strategy) -> Action:
    """Return what a strategy does at a table, by the player's own view alone."""
    if state.phase is Phase.INSURANCE:
        return Action.NO_INSURANCE
    if state.phase is Phase.BANKER:
        return TWENTY_ONE.on_timeout(state, seat)
    view = TWENTY_ONE.private_view(state, seat)
    allowed = [option.action for option in TWENTY_ONE.legal(state, seat)]
    return choice(strategy, view.hands[view.hand].cards, allowed, split=len(view.hands) > 1)


def played(setup: Setup[Dials], strategy: Strategy) -> tuple[list[int], int]:
    """Return what each seat wins at a table, and how many cards that took."""
    state = TWENTY_ONE.start(setup).state
    while actors := TWENTY_ONE.actors(state):
        state = TWENTY_ONE.apply(state, actors[0], act_of(state, actors[0], strategy)).state
    result = TWENTY_ONE.result(state)
    assert result is not None
    return [result.net[Seat(seat)] for seat in range(len(setup.stakes))], state.drawn


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
@pytest.mark.parametrize("kind", RULES, ids=str)
@settings(max_examples=settings().max_examples // (10 if THOROUGH else 20))
@given(data=st.data())
def test_a_round_of_forms_is_a_round_at_a_table(kind, strategy, data):
    dials = data.draw(kind.sets())
    forms = Forms(dials, strategy)
    for _ in range(4):  # forms remember: the later rounds walk where the first went
        deck = data.draw(decks(dials.decks))
        players = data.draw(st.integers(dials.players_min, dials.players_max))
        bank = Bank.HOUSE if dials.house_banks else Bank.PLAYER
        left: Iterator[Card] = iter(deck)
        won = forms.play(players, left.__next__)
        drawn = len(deck) - sum(1 for _ in left)
        setup = Setup(dials, (forms.bet,) * players, deck, bank)
        assert (won, drawn) == played(setup, strategy)
