"""What rules cost: many rounds of a fixed strategy (``croupier simulate``).

No money and no table: cards come from a stream of their own, so that a seed makes the same rounds
on every machine, and decks are shuffled only as far as they are dealt.
"""

import hashlib
import itertools
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from bot.basics import Seat
from bot.cards import Card, packs
from bot.games import is_banked
from bot.games.base import FIRST, AnyGame, Setup, TableRules
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.forms import Forms
from bot.games.twentyone.strategies import Strategy

_WORDS = 1024
_WORD_RANGE = 2**32


def numbers(seed: int) -> Iterator[int]:
    """Return numbers from 0 to 2**32 - 1 without end, by the seed alone."""
    return itertools.chain.from_iterable(_block(seed, place) for place in itertools.count())


def _block(seed: int, place: int) -> tuple[int, ...]:
    raw = hashlib.shake_256(f"croupier/simulate/v1 {seed} {place}".encode())
    return struct.unpack(f"<{_WORDS}I", raw.digest(4 * _WORDS))


class Shoe:
    """Whole packs, shuffled anew for each round but only as far as cards are drawn."""

    def __init__(self, cards: Sequence[Card], seed: int) -> None:
        self._cards = list(cards)
        self._size = len(cards)
        self._drawn = 0
        self._numbers = numbers(seed)

    def shuffle(self) -> None:
        """Put every card back: the order they lie in does not matter to what is drawn next."""
        self._drawn = 0

    def draw(self) -> Card:
        """Return any of the cards that are left, each as likely; ``IndexError`` if none is."""
        cards, drawn = self._cards, self._drawn
        left = self._size - drawn
        if not left:
            raise IndexError("no card is left")
        number = next(self._numbers)
        while number >= _WORD_RANGE - left and number >= _WORD_RANGE - _WORD_RANGE % left:
            number = next(self._numbers)  # else some cards would come more often
        place = drawn + number % left
        card = cards[place]
        cards[place], cards[drawn] = cards[drawn], card
        self._drawn = drawn + 1
        return card


@dataclass(frozen=True, slots=True)
class Cost:
    """What a strategy wins: ``ev`` a round and seat as a part of the bet, ``se`` how sure that is.

    ``se`` is one standard error; seats of one round meet the same bank, so a round counts as one.
    Without a bank both are those of the seat that moves first.
    """

    rounds: int
    ev: float
    se: float
    rounds_per_second: float


def players_dealt(rules: TableRules) -> tuple[int, int]:
    """Return how few and how many players are dealt to; a player's bank takes one of the seats."""
    bank = int(rules.player_banks)
    return max(rules.seats_min - bank, 1), rules.seats_max - bank


def cost_of(
    game: AnyGame, dials: Any, strategy: Strategy, *, rounds: int, seats: int, seed: int
) -> Cost:
    """Play so many rounds (2 or more) of any game: against the bank, or for who moves first."""
    if is_banked(game.table_rules(dials)):
        return simulate(dials, strategy, rounds=rounds, seats=seats, seed=seed)
    return simulate_first_move(game, dials, strategy, rounds=rounds, seats=seats, seed=seed)


def simulate(dials: Dials, strategy: Strategy, *, rounds: int, seats: int, seed: int) -> Cost:
    """Play so many rounds (2 or more) of 21, all seats by one strategy, each from a fresh shoe.

    Bets are one step of stakes, nobody insures, and the bank, whoever holds it, plays the fixed
    policy of the rules.
    """
    forms, shoe = Forms(dials, strategy), Shoe(packs(dials.decks), seed)

    def play() -> int:
        shoe.shuffle()
        return sum(forms.play(seats, shoe.draw))

    return _cost(play, rounds, forms.bet * seats)


def simulate_first_move(
    game: AnyGame, dials: object, strategy: Strategy, *, rounds: int, seats: int, seed: int
) -> Cost:
    """Play so many rounds (2 or more) of a game without a bank; its cost is that of moving first.

    What all seats win is nothing there, so it is the first seat's that is told: between equals who
    play by one strategy only the order can make a difference (A-HF-2).
    """
    rules = game.table_rules(dials)
    cards = packs(rules.packs)
    shoe = Shoe(cards, seed)

    def play() -> int:
        shoe.shuffle()
        deck = tuple(shoe.draw() for _ in cards)
        setup = Setup(dials, (rules.stake_step,) * seats, deck)
        return won_at_a_table(game, setup, strategy)[FIRST]

    return _cost(play, rounds, rules.stake_step)


def won_at_a_table(game: AnyGame, setup: Setup[Any], strategy: Strategy) -> Mapping[Seat, int]:
    """Play a round through the game's protocol, everyone by their own view alone; return chips."""
    state = game.start(setup).state
    while actors := game.actors(state):
        seat = actors[0]
        view = game.private_view(state, seat)
        allowed = {game.format(each.action) for each in game.legal(state, seat)}
        wishes = strategy(view.hands[view.hand].cards, len(view.hands) > 1)
        wish = next(wish for wish in wishes if wish in allowed)
        state = game.apply(state, seat, game.parse([wish])).state
    result = game.result(state)
    return result.net if result else {}


def _cost(play: Callable[[], int], rounds: int, unit: int) -> Cost:
    """Play rounds and sum up what ``play`` says was won in each, ``unit`` chips being the bet."""
    won = squares = 0
    began = time.perf_counter()
    for _ in range(rounds):
        net = play()
        won += net
        squares += net * net
    took = time.perf_counter() - began
    variance = (squares - won * won / rounds) / (rounds - 1)
    return Cost(rounds, won / rounds / unit, sqrt(variance / rounds) / unit, rounds / took)
