"""What holds in every round of every game by every set of rules."""

from collections import Counter
from copy import deepcopy
from itertools import islice, zip_longest
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from bot.basics import Refusal, Seat
from bot.cards import Card
from bot.games import GAMES
from bot.games.base import AnyGame, Bank, Dealt, HoleCard, Revealed, Setup, Step
from bot.games.twentyone.events import Peeked
from bot.games.twentyone.views import Phase
from tests.fakes.dials import numbers
from tests.fakes.greed import (
    PACKS_MAX,
    cards_left,
    fullest,
    greedy_round,
    low_deck,
    low_decks,
    mixed_decks,
    most_seats,
    players_max,
    sets_of_dials,
)
from tests.fakes.thorough import THOROUGH
from tests.fakes.walks import (
    ACTS_MAX,
    ANY_DIALS,
    KINDS,
    KNOWN,
    Kind,
    Walk,
    own_cards,
    parties,
    picks,
    public,
    setups,
    swapped,
    walk,
)
from tests.fakes.words import WORDS

EXAMPLES = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])

LONGER = settings(EXAMPLES, max_examples=20 if THOROUGH else 6)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
every_preset = pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in GAMES.values() for preset in game.presets]
)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
any_rules = pytest.mark.parametrize("kind", [*KINDS, *ANY_DIALS], ids=str)


@st.composite
def walks(draw: st.DrawFn, kind: Kind) -> Walk:
    return walk(kind.game, draw(setups(kind)), draw(picks))


@pytest.mark.report("X12")
@any_rules
@EXAMPLES
@given(data=st.data())
def test_chips_are_conserved_and_nobody_loses_more_than_was_staked(kind, data):
    way = data.draw(walks(kind))
    result = kind.game.result(way.last)
    assert result is not None
    assert sum(result.net.values()) == 0
    loss = kind.game.table_rules(way.setup.dials).loss
    held = Counter({seat: chips * loss for seat, chips in enumerate(way.setup.stakes)})
    for bet in way.setup.side_bets:
        held[bet.by] += bet.chips
    for before, step in zip(way.states, way.steps[1:], strict=False):
        times = 1 if kind.game.public_view(before).phase == Phase.INSURANCE else loss
        for stake in step.stakes:
            assert stake.chips > 0
            held[stake.seat] += stake.chips * times
    for seat in parties(way.setup)[:-1]:
        parts = [hand.net for hand in result.hands if hand.seat == seat]
        parts += [line.net for line in result.lines if line.seat == seat]
        assert result.net[seat] == sum(parts)
        assert result.net[seat] >= -held[seat]


@any_rules
@EXAMPLES
@given(data=st.data())
def test_cards_are_conserved_and_the_deck_never_runs_out(kind, data):
    way = data.draw(walks(kind))
    deck = Counter(way.setup.deck)
    for state in way.states:
        assert Counter(KNOWN[kind.game.name].cards(state)) == deck


@every_kind
def test_the_deck_lasts_when_every_seat_is_taken_and_everybody_draws_all_they_may(kind):
    for deck in islice(low_decks(kind.game, kind.dials), 0, None, 1 if THOROUGH else 4):
        way = greedy_round(kind.game, fullest(kind.game, kind.dials, deck))
        assert cards_left(way) > 0


@every_kind
@LONGER
@given(data=st.data())
def test_the_deck_lasts_in_the_worst_round_that_a_search_can_find(kind, data):
    deck = data.draw(mixed_decks(kind.game, kind.dials))
    way = greedy_round(kind.game, fullest(kind.game, kind.dials, deck))
    target(-cards_left(way), label="cards drawn")
    assert cards_left(way) > 0


@every_game
@LONGER
@given(data=st.data())
def test_no_dials_take_more_seats_than_their_packs_hold(game, data):
    dials = data.draw(sets_of_dials(game))
    deck = data.draw(mixed_decks(game, dials))
    assert cards_left(greedy_round(game, fullest(game, dials, deck))) > 0


@every_preset
def test_no_number_of_packs_takes_more_seats_than_it_holds(game, preset):
    for count in numbers(game, PACKS_MAX):
        dials = most_seats(game, preset, {PACKS_MAX: count})
        assert game.table_rules(dials).packs == int(count)
        for pairs in (0, players_max(game, dials) + 1):
            deck = low_deck(int(count), first=1, pairs=pairs)
            assert cards_left(greedy_round(game, fullest(game, dials, deck))) > 0


@any_rules
@EXAMPLES
@given(data=st.data())
def test_legal_holds_exactly_what_apply_accepts(kind, data):
    way = data.draw(walks(kind))
    for state in way.states[-1::-3]:
        for seat in parties(way.setup):
            legal = {choice.action for choice in kind.game.legal(state, seat)}
            answers = {
                action: answer(kind.game, state, seat, action)
                for action in WORDS[kind.game.name].actions
            }
            assert {action for action, key in answers.items() if not key} == legal
            assert {key for key in answers.values() if key} <= WORDS[kind.game.name].refusals.keys()


def answer(game: AnyGame, state: Any, seat: Seat, action: Any) -> str:
    """Return the key that an action is refused with, ``""`` if it is accepted."""
    try:
        game.apply(state, seat, action)
    except Refusal as refusal:
        return refusal.key
    return ""


@any_rules
@EXAMPLES
@given(data=st.data())
def test_an_action_is_staked_as_its_choice_said_and_leaves_the_old_state_alone(kind, data):
    way = data.draw(walks(kind))
    for state, (seat, action), step in zip(way.states, way.acts, way.steps[1:], strict=False):
        [choice] = [c for c in kind.game.legal(state, seat) if c.action == action]
        assert sum(stake.chips for stake in step.stakes) == choice.stake
    first = deepcopy(way.states[0])
    if way.acts:
        kind.game.apply(way.states[0], *way.acts[0])
    assert way.states[0] == first


@any_rules
@EXAMPLES
@given(data=st.data())
def test_replaying_the_log_gives_the_same_round(kind, data):
    way = data.draw(walks(kind))
    log = [(seat, kind.game.format(action)) for seat, action in way.acts]
    steps = [kind.game.start(way.setup)]
    for seat, words in log:
        steps.append(kind.game.apply(steps[-1].state, seat, kind.game.parse(words.split())))
    assert steps == way.steps


@any_rules
@EXAMPLES
@given(data=st.data())
def test_every_round_ends_and_the_clock_alone_ends_it(kind, data):
    setup = data.draw(setups(kind))
    for way in (walk(kind.game, setup, data.draw(picks)), walk(kind.game, setup, ())):
        assert len(way.acts) < ACTS_MAX
        assert kind.game.actors(way.last) == ()
        for state in way.states[:-1]:
            assert kind.game.actors(state)
            assert kind.game.result(state) is None


@pytest.mark.report("E3", "X11")
@any_rules
@EXAMPLES
@given(data=st.data())
def test_the_bank_never_owes_more_than_the_exposure_said(kind, data):
    way = data.draw(walks(kind))
    setup = way.setup
    result = kind.game.result(way.last)
    assert result is not None
    owed = -result.net.get(parties(setup)[-1], 0)
    bounds = [kind.game.opening_exposure(setup.dials, setup.stakes, setup.side_bets)]
    bounds.append(kind.game.exposure(kind.game.public_view(way.states[0])))
    for state, (seat, action), step in zip(way.states, way.acts, way.steps[1:], strict=False):
        if step.stakes:
            [choice] = [c for c in kind.game.legal(state, seat) if c.action == action]
            bounds = [choice.exposure] if setup.bank is Bank.PLAYER else []
        bounds.append(kind.game.exposure(kind.game.public_view(step.state)))
    assert all(owed <= bound for bound in bounds)


@any_rules
@EXAMPLES
@given(data=st.data())
def test_exposure_grows_only_with_a_stake(kind, data):
    way = data.draw(walks(kind))
    views = [kind.game.public_view(state) for state in way.states]
    exposures = [kind.game.exposure(view) for view in views]
    opening = kind.game.opening_exposure(way.setup.dials, way.setup.stakes, way.setup.side_bets)
    # While stakes are put up in secret, all are counted that may be.
    assert exposures[0] <= opening or KNOWN[kind.game.name].stakes_secretly(views[0])
    for place, step in enumerate(way.steps[1:]):
        if not step.stakes:
            assert exposures[place + 1] <= exposures[place]


@any_rules
@EXAMPLES
@given(data=st.data())
def test_views_hold_only_cards_that_were_shown_to_their_eyes(kind, data):
    way = data.draw(walks(kind))
    known = KNOWN[kind.game.name]
    open_cards: set[Card] = set()
    private: dict[int, set[Card]] = {seat: set() for seat in parties(way.setup)}
    for step in way.steps:
        for event in step.events:
            if isinstance(event, Dealt):
                open_cards.add(event.card)
            elif isinstance(event, Revealed):
                open_cards.update(event.cards)
            elif isinstance(event, HoleCard):
                private[event.seat].add(event.card)
        assert known.shown(kind.game.public_view(step.state)) <= open_cards
        for seat, cards in private.items():
            own = own_cards(kind.game.private_view(step.state, seat))
            assert own <= cards | open_cards


@any_rules
@EXAMPLES
@given(data=st.data())
def test_the_groups_buttons_offer_whatever_somebody_may_do(kind, data):
    way = data.draw(walks(kind))
    for state in way.states:
        offered = kind.game.public_choices(kind.game.public_view(state))
        for seat in kind.game.actors(state):
            choices = kind.game.legal(state, seat)
            assert {choice.action for choice in choices if not choice.quits} <= set(offered)


# --- non-interference -------------------------------------------------------------------------


@any_rules
@EXAMPLES
@given(data=st.data())
def test_what_everyone_sees_does_not_depend_on_what_nobody_has_shown(kind, data):
    way = data.draw(walks(kind))
    known = KNOWN[kind.game.name]
    hidden = known.hidden(way.states[0])
    undealt = range(known.drawn(way.last), len(way.setup.deck))
    if not hidden or not undealt:
        return
    twin = way.setup
    for place in data.draw(st.lists(st.sampled_from(hidden), min_size=1, unique=True)):
        twin = swapped(twin, place, data.draw(st.sampled_from(undealt)))
    assert_alike(kind.game, way, twin)


def assert_alike(game: AnyGame, way: Walk, twin: Setup[Any]) -> None:
    """Check that a twin round shows the same until an event differs that had to show a card."""
    steps = [game.start(twin)]
    for place, step in enumerate(way.steps):
        if place:
            try:
                steps.append(game.apply(steps[-1].state, *way.acts[place - 1]))
            except Refusal:
                # Refused in private: the group saw nothing of it, in the other round an act.
                assert any(public([step])) or not step.events
                return
        if list(public([step])) != list(public(steps[-1:])):
            assert_shows_a_card(step, steps[-1])
            return
        one, other = game.public_view(step.state), game.public_view(steps[-1].state)
        assert one == other
        assert game.public_choices(one) == game.public_choices(other)
        assert game.exposure(one) == game.exposure(other)
        hide_house(game, way, steps[-1], step)


def hide_house(game: AnyGame, way: Walk, one: Step[Any], other: Step[Any]) -> None:
    """Check that nobody sees the hole card of the house."""
    if way.setup.bank is Bank.HOUSE:
        seat = parties(way.setup)[-1]
        assert game.private_view(one.state, seat) == game.private_view(other.state, seat)


def assert_shows_a_card(one: Step[Any], other: Step[Any]) -> None:
    """Check that the first events that differ are what the rules oblige to show."""
    pairs = zip_longest(public([one]), public([other]))
    assert any(
        isinstance(event, Revealed | Peeked)
        for event in next((left, right) for left, right in pairs if left != right)
    )
