"""Any round of any game, for properties that hold in all of them: setups, and walks through them.

A walk takes choices by number, and the clock's actions once the numbers run out. What differs from
game to game (its words, where its cards are) is looked up in ``KNOWN``.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from bot.basics import BANKER, Seat
from bot.cards import Card, packs
from bot.games import GAMES, is_banked
from bot.games.base import AnyGame, Bank, PrivateView, PublicEvent, Setup, SideBet, Step
from bot.games.cribbage.state import State as CribbageState
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic
from bot.games.fivecard.state import State as FiveCardState
from bot.games.fivecard.views import FiveCardPublic
from bot.games.points import HandSeen, OwnHands
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import Dials, PairBet
from bot.games.twentyone.state import State
from bot.games.twentyone.views import Phase, TwentyOnePublic
from bot.notices import TableShown
from tests.fakes.dials import turned

ACTS_MAX = 400
"""More acts than any round needs."""


@dataclass(frozen=True)
class Kind:
    """One set of rules of one game."""

    game: AnyGame
    preset: str
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.preset, *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def dials(self) -> Any:
        """The dials of these rules."""
        return self.game.with_options(self.preset, self.options)

    def sets(self) -> st.SearchStrategy[Any]:
        """Return the sets of dials that a round by these rules may have: this one."""
        return st.just(self.dials)


@dataclass(frozen=True)
class AnyDials(Kind):
    """One set of rules with any of its dials turned, another way in each round."""

    def __str__(self) -> str:
        return f"{self.preset} with any dials"

    def sets(self) -> st.SearchStrategy[Any]:
        """Return whatever set of dials can be played."""
        options = turned(self.game, self.preset)
        return options.map(lambda found: self.game.with_options(self.preset, found))


VARIANTS: dict[str, list[dict[str, str]]] = {
    "qq21": [
        {"turns": "in_order"},
        {"insurance": "ace", "natural_payout": "3:2"},
        {
            "hit_cards": "hidden",
            "player_second_card": "hidden",
            "player_min_total": "16",
            "max_cards": "5",
            "five_card_payout": "2",
            "auto_stand_21": "false",
        },
        {
            "ties": "banker",
            "natural_vs_banker_natural": "banker",
            "banker_natural_beats_21": "false",
        },
        {"banker_natural_collects": "2", "insurance": "ace", "double_after_split": "true"},
    ],
    "hk_banker": [
        {"double_on": "any_cards", "bonus_after_double": "true", "turns": "together"},
        {"natural_vs_banker_natural": "push", "peek": "ace_ten"},
        {
            "banker_natural_collects": "2",
            "natural_vs_banker_natural": "banker",
            "double_on": "any_cards",
        },
    ],
    "cn4deck": [
        {"insurance_mode": "refund_main"},
        {"banker_draws": "free_from_17", "pair_settled": "at_deal", "player_first_card": "open"},
    ],
    "vegas_s17": [
        {
            "resplit_aces": "true",
            "peek": "none",
            "no_peek_loses": "original_bet",
            "split_natural_is_21": "false",
        },
        {"resplit_aces": "true", "player_min_total": "16", "banker": "player_or_house"},
    ],
    "euro_enhc": [{"no_peek_loses": "original_bet", "turns": "in_order"}],
    "hk_home5": [
        {"seats_max": "6"},
        {"seats_max": "6", "turns": "together", "double_bust": "draw", "hit_cards": "hidden"},
        {"seats_max": "4", "escape_player": "initial_bet", "tie_break_compare": "points"},
        {"seats_max": "4", "double_bust": "draw", "escape_player": "initial_bet", "bet_step": "3"},
        {"player_first_card": "open", "tie_break": "none", "max_cards": "none"},
        {"auto_stand_21": "false", "player_second_card": "hidden"},
    ],
    "cribbage": [{"target": "61"}, {"skunk_line": "none", "double_skunk_line": "none"}],
}

KINDS = [
    Kind(game, preset, options)
    for game in GAMES.values()
    for preset in game.presets
    for options in ({}, *VARIANTS.get(preset, ()))
]

ANY_DIALS = [AnyDials(game, preset) for game in GAMES.values() for preset in game.presets]


@dataclass(frozen=True)
class Known:
    """What tests know of a game beside its protocol."""

    cards: Callable[[Any], Sequence[Card]]  # every card of a state, wherever it is
    hidden: Callable[[Any], Sequence[int]]  # places in the deck of what lies face down
    drawn: Callable[[Any], int]  # how many cards of the deck are out
    shown: Callable[[Any], set[Card]]  # the cards of a public view
    side_bets: Callable[[Any, int], st.SearchStrategy[tuple[SideBet, ...]]]
    stakes_secretly: Callable[[Any], bool] = lambda _: False  # from a public view


def _cards21(state: State) -> list[Card]:
    hands = [hand for box in state.boxes for hand in box.hands] + [state.bank]
    return [card for hand in hands for card in hand.cards] + list(state.deck[state.drawn :])


def _hidden21(state: State) -> list[int]:
    """Return the places of first cards that lie face down; one round of cards comes at a time."""
    seats = len(state.boxes)
    places = []
    for place, hand in enumerate([*(box.hands[0] for box in state.boxes), state.bank]):
        places += [place + index * (seats + 1) for index in hand.face_down if index < 2]
    return places


def _open(hands: Iterable[HandSeen]) -> set[Card]:
    return {card for hand in hands for card in hand.cards if card is not None}


def _shown21(view: TwentyOnePublic) -> set[Card]:
    return _open((*view.hands, view.bank))


def _pairs21(dials: Dials, seats: int) -> st.SearchStrategy[tuple[SideBet, ...]]:
    if dials.pair_bet is PairBet.NONE:
        return st.just(())
    seat = st.integers(0, seats - 1).map(Seat)
    step = stake_step(dials)
    bet = st.builds(SideBet, seat, seat, st.sampled_from([step, 2 * step]))
    return st.lists(bet, max_size=2).map(tuple)


def _cards_of_five(state: FiveCardState) -> list[Card]:
    held = [card for hand in state.hands for card in hand.cards]
    return [*held, *(card for _, card in state.tie_cards), *state.deck[state.drawn :]]


def _hidden_of_five(state: FiveCardState) -> list[int]:
    return [
        seat + index * len(state.hands)
        for seat in state.seats
        for index in state.hands[seat].face_down
    ]


def _shown_of_five(view: FiveCardPublic) -> set[Card]:
    return _open(view.hands) | {card for _, card in view.tie_cards}


def _cards_of_cribbage(state: CribbageState) -> list[Card]:
    held = [card for seat in (Seat(0), Seat(1)) for card in state.held(seat)]
    turned = [state.starter] if state.starter else []
    laid = [laid.card for laid in state.played]
    return [*held, *state.crib, *turned, *laid, *state.deck[state.drawn :]]


def _shown_of_cribbage(view: CribbagePublic) -> set[Card]:
    counted = {card for shown in view.shows for card in shown.cards}
    turned = set[Card]() if view.starter is None else {view.starter}
    return turned | counted | {laid.card for laid in view.played}


KNOWN: dict[str, Known] = {
    "21": Known(
        cards=_cards21,
        hidden=_hidden21,
        drawn=lambda state: int(state.drawn),
        shown=_shown21,
        side_bets=_pairs21,
        stakes_secretly=lambda view: view.phase == Phase.INSURANCE,
    ),
    "fivecard": Known(
        cards=_cards_of_five,
        hidden=_hidden_of_five,
        drawn=lambda state: int(state.drawn),
        shown=_shown_of_five,
        side_bets=lambda *_: st.just(()),
    ),
    "cribbage": Known(
        cards=_cards_of_cribbage,
        hidden=lambda _: range(12),
        drawn=lambda state: int(state.drawn),
        shown=_shown_of_cribbage,
        side_bets=lambda *_: st.just(()),
    ),
}


def open_cards(shown: TableShown) -> set[Card]:
    """Return every card that lies face up on a table, those among them that were cut."""
    cut = set[Card]() if shown.match is None else set[Card](shown.match.cut)
    return cut if shown.view is None else cut | KNOWN[shown.game.name].shown(shown.view)


def own_cards(view: PrivateView) -> set[Card]:
    """Return the cards of a private view."""
    if isinstance(view, CribbagePrivate):
        return set(view.cards)
    assert isinstance(view, OwnHands)
    return {card for hand in view.hands for card in hand.cards}


@st.composite
def setups(draw: st.DrawFn, kind: Kind) -> Setup[Any]:
    """Return any way to begin a round by these rules."""
    dials = draw(kind.sets())
    rules = kind.game.table_rules(dials)
    banks = [Bank.PLAYER] * rules.player_banks + [Bank.HOUSE] * rules.house_banks
    least = max(1, rules.seats_min - rules.player_banks)
    seats = draw(st.integers(least, rules.seats_max - rules.player_banks))
    stake = st.integers(1, 20).map(lambda steps: steps * rules.stake_step)
    stakes = [draw(stake) for _ in range(seats)] if is_banked(rules) else [draw(stake)] * seats
    return Setup(
        dials,
        tuple(stakes),
        draw(decks(rules.packs)),
        draw(st.sampled_from(banks or [Bank.NONE])),
        draw(KNOWN[kind.game.name].side_bets(dials, seats)),
    )


@st.composite
def decks(draw: st.DrawFn, count: int) -> tuple[Card, ...]:
    """Return so many packs: a fair deck, or one that begins with cards of few ranks.

    Pairs, splits of splits, naturals and runs, which a fair deck shows too seldom.
    """
    deck = shuffled(draw(st.integers(0, 2**32)), count)
    ranks = draw(st.sampled_from(("", "A", "A8", "AT", "AKQJT", "678", "A23", RANKS_THAT_MATTER)))
    first = [card for card in deck if card.rank in ranks][: draw(st.integers(8, 30))]
    rest = list(deck)
    for card in first:
        rest.remove(card)
    return (*first, *rest)


RANKS_THAT_MATTER = "A8T678"


def shuffled(seed: int, count: int) -> tuple[Card, ...]:
    """Return so many packs in an order that follows from the seed."""
    deck = list(packs(count))
    random.Random(seed).shuffle(deck)
    return tuple(deck)


LEAVES = 95
picks = st.lists(st.integers(0, 99), max_size=30)
"""Which choices a walk takes; from ``LEAVES`` up it is somebody's way out of the round."""


@dataclass
class Walk:
    """A round from the deal to its end; ``states`` has one more entry than ``acts``."""

    game: AnyGame
    setup: Setup[Any]
    steps: list[Step[Any]]
    acts: list[tuple[Seat, Any]] = field(default_factory=list)

    @property
    def states(self) -> list[Any]:
        """Every state, the deal's first."""
        return [step.state for step in self.steps]

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.steps[-1].state

    def take(self, seat: Seat, action: Any) -> None:
        """Go one act on."""
        self.steps.append(self.game.apply(self.last, seat, action))
        self.acts.append((seat, action))


def parties(setup: Setup[Any]) -> list[Seat]:
    """Return every seat of a round, the banker's last."""
    return [*(Seat(seat) for seat in range(len(setup.stakes))), BANKER]


def walk(game: AnyGame, setup: Setup[Any], numbers: Sequence[int]) -> Walk:
    """Play a round: one choice a number, then the clock for whoever decides first."""
    way = Walk(game, setup, [game.start(setup)])
    for number in numbers:
        actors = game.actors(way.last)
        if not actors:
            return way
        seat = actors[number % len(actors)]
        if number >= LEAVES:
            seat = parties(setup)[number % (len(setup.stakes) + 1)]
        choices = [c for c in game.legal(way.last, seat) if c.quits == (number >= LEAVES)]
        if choices:
            way.take(seat, choices[number // 7 % len(choices)].action)
    while (actors := game.actors(way.last)) and len(way.acts) < ACTS_MAX:
        way.take(actors[0], game.on_timeout(way.last, actors[0]))
    return way


def public(steps: Sequence[Step[Any]]) -> Iterator[PublicEvent]:
    """Yield what everyone saw happen in some steps."""
    for step in steps:
        yield from (event for event in step.events if isinstance(event, PublicEvent))


def swapped(setup: Setup[Any], one: int, other: int) -> Setup[Any]:
    """Return a setup with two places of the deck swapped."""
    deck = list(setup.deck)
    deck[one], deck[other] = deck[other], deck[one]
    return replace(setup, deck=tuple(deck))
