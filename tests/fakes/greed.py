"""Rounds that take as many cards as they can, for the proof that a deck never runs out.

Everybody always draws while they may, from decks in which small cards come first and everyone is
dealt two of a kind. Nothing here knows a game: it is all asked of the protocol.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from bot.basics import Refusal
from bot.cards import RANKS, Card, packs
from bot.games.base import AnyGame, Bank, Choice, Setup
from tests.fakes.dials import numbers, values
from tests.fakes.walks import KNOWN, Walk
from tests.fakes.words import WORDS

Deck = tuple[Card, ...]

SEATS_MAX, PACKS_MAX = "seats_max", "decks"
"""The dials that seat more people and shuffle more packs, in games that have them."""


def players_max(game: AnyGame, dials: object) -> int:
    """Return how many hands can be dealt; a bank that a player may hold takes one of the seats."""
    rules = game.table_rules(dials)
    return rules.seats_max - rules.player_banks


def fullest(game: AnyGame, dials: object, deck: Deck) -> Setup[Any]:
    """Return a round with every seat taken, banked by a player where one may, else the house."""
    rules = game.table_rules(dials)
    house = Bank.HOUSE if rules.house_banks else Bank.NONE
    stakes = (rules.stake_step,) * players_max(game, dials)
    return Setup(dials, stakes, deck, Bank.PLAYER if rules.player_banks else house)


def low_deck(count: int, first: int = 0, pairs: int = 0) -> Deck:
    """Return so many packs, small cards first, beginning with the rank of that place.

    Of the first cards, so many are dealt in two rounds that give everyone two of a kind.
    """
    deck = sorted(packs(count), key=lambda card: (RANKS.index(card.rank) - first) % len(RANKS))
    return (*deck[0 : 2 * pairs : 2], *deck[1 : 2 * pairs : 2], *deck[2 * pairs :])


def low_decks(game: AnyGame, dials: object) -> Iterator[Deck]:
    """Yield decks of small cards: from each rank on, with pairs for nobody, players, bank too."""
    seats = players_max(game, dials)
    for first, pairs in product(range(len(RANKS)), (0, seats, seats + 1)):
        yield low_deck(game.table_rules(dials).packs, first, pairs)


@st.composite
def mixed_decks(draw: st.DrawFn, game: AnyGame, dials: object) -> Deck:
    """Return a deck of small cards with some of them exchanged for others."""
    deck = list(draw(st.sampled_from(list(low_decks(game, dials)))))
    early = st.integers(0, min(len(deck), 60) - 1)
    for one, other in draw(st.lists(st.tuples(early, st.integers(0, len(deck) - 1)), max_size=30)):
        deck[one], deck[other] = deck[other], deck[one]
    return tuple(deck)


def greedy_round(game: AnyGame, setup: Setup[Any]) -> Walk:
    """Play a round in which everybody draws as much as they may, and as long.

    Raises ``Refusal(not_now, "no-card-left")`` if the deck runs out.
    """
    way = Walk(game, setup, [game.start(setup)])
    while actors := game.actors(way.last):
        seat = actors[0]
        choices = [choice for choice in game.legal(way.last, seat) if not choice.quits]
        way.take(seat, max(choices, key=lambda choice: _greed(way, seat, choice)).action)
    return way


def _greed(way: Walk, seat: Any, choice: Choice[Any]) -> tuple[int, bool]:
    after = way.game.apply(way.last, seat, choice.action).state
    return KNOWN[way.game.name].drawn(after), seat in way.game.actors(after)


def cards_left(way: Walk) -> int:
    """Return how many cards of a deck nobody took."""
    return len(way.setup.deck) - KNOWN[way.game.name].drawn(way.last)


def most_seats(game: AnyGame, preset: str, options: Mapping[str, str]) -> Any:
    """Return the dials with as many seats as the rules take, ``None`` if they take none of it."""
    dials = None
    for seats in numbers(game, SEATS_MAX) or [""]:
        try:
            dials = game.with_options(preset, {**options, **({SEATS_MAX: seats} if seats else {})})
        except Refusal:
            continue
    return dials


@st.composite
def sets_of_dials(draw: st.DrawFn, game: AnyGame) -> Any:
    """Return any dials that can be played, with as many seats as they take."""
    preset = draw(st.sampled_from(list(game.presets)))
    turned = draw(st.sets(st.sampled_from(sorted(WORDS[game.name].dials)), max_size=6))
    options = {dial: draw(st.sampled_from(values(game, dial))) for dial in turned - {SEATS_MAX}}
    dials = most_seats(game, preset, options)
    assume(dials is not None)
    return dials
