"""How many rounds of 21 a second, beside what others publish: one run, the same work.

Run by hand, from the top of the repository, with ``pip install -e '.[peers]'``:
``python -m tests.benchmarks.peers``.

Five seats draw below 17, the bank stands on every 17, one deck shuffled anew for each round, all
hands settled. CPU time, every contender in turn, the median of several turns. The peers are set up
as their own documents do, and each in the faster way where there are two. Croupier is measured
twice: ``simulate`` (rules looked up in a graph of hands), and the rules as a table plays them, with
frozen states and every event told. ``gymnasium`` knows one seat and an endless deck, so five of its
rounds count as one.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import rlcard
from blackjack21 import Deck, GameState, Table

from bot.basics import BANKER
from bot.cards import packs
from bot.games.base import Bank, Setup
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import Insurance
from bot.games.twentyone.forms import Forms
from bot.games.twentyone.presets import VEGAS_S17
from bot.games.twentyone.strategies import mimic17
from bot.simulate import Shoe

SEATS = 5
STANDS_ON = 17
DIALS = replace(VEGAS_S17, decks=1, insurance=Insurance.NONE)
Rounds = Callable[[int], None]


def croupier_simulate() -> Rounds:
    """Rounds as ``croupier simulate`` plays them."""
    forms, shoe = Forms(DIALS, mimic17), Shoe(packs(DIALS.decks), seed=1)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            shoe.shuffle()
            forms.play(SEATS, shoe.draw)

    return play


def croupier_table() -> Rounds:
    """Rounds as a table plays them, one act after another through the protocol of games."""
    shoe, new = Shoe(packs(DIALS.decks), seed=1), packs(DIALS.decks)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            shoe.shuffle()
            deck = tuple(shoe.draw() for _ in new)
            state = TWENTY_ONE.start(Setup(DIALS, (10,) * SEATS, deck, Bank.HOUSE)).state
            while actors := TWENTY_ONE.actors(state):
                seat = actors[0]
                if seat == BANKER:
                    action = TWENTY_ONE.on_timeout(state, seat)
                else:
                    view = TWENTY_ONE.private_view(state, seat)
                    low = view.hands[view.hand].total < STANDS_ON
                    action = Action.HIT if low else Action.STAND
                state = TWENTY_ONE.apply(state, seat, action).state
            TWENTY_ONE.result(state)

    return play


def blackjack21_rounds() -> Rounds:
    """``blackjack21``: one table and deck, put back and shuffled by its own hook."""
    deck = Deck(("Hearts", "Diamonds", "Spades", "Clubs"))
    seats = [(str(seat), 10) for seat in range(SEATS)]
    table = Table(seats, deck, on_round_reset=deck.reset)

    def play(rounds: int) -> None:
        for _ in range(rounds):
            table.start_game()
            while table.state == GameState.PLAYERS_TURN:
                if table.current_hand.total < STANDS_ON:
                    table.hit()
                else:
                    table.stand()

    return play


def rlcard_rounds() -> Rounds:
    """``rlcard``: its environment with five players, decisions from the scores it keeps."""
    environment = rlcard.make("blackjack", config={"game_num_players": SEATS})

    def play(rounds: int) -> None:
        for _ in range(rounds):
            _, player = environment.reset()
            while not environment.is_over():
                low = environment.game.players[player].score < STANDS_ON
                _, player = environment.step(0 if low else 1)
            environment.get_payoffs()

    return play


def gymnasium_rounds() -> Rounds:
    """``gymnasium``: Blackjack-v1 without its wrappers, one seat five times."""
    environment: Any = gymnasium.make("Blackjack-v1").unwrapped
    environment.reset(seed=1)

    def play(rounds: int) -> None:
        for _ in range(rounds * SEATS):
            (total, _, _), _ = environment.reset()
            over = False
            while not over:
                (total, _, _), _, over, _, _ = environment.step(1 if total < STANDS_ON else 0)

    return play


OURS = {"croupier simulate": croupier_simulate, "croupier at a table": croupier_table}
PEERS = {
    "blackjack21": blackjack21_rounds,
    "rlcard": rlcard_rounds,
    "gymnasium": gymnasium_rounds,
}


def rate(play: Rounds, rounds: int) -> float:
    """Return rounds a second of CPU time."""
    began = time.process_time()
    play(rounds)
    return rounds / (time.process_time() - began)


def main() -> None:
    """Print a table of rates, and the ratio to the best peer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000, help="in each turn")
    parser.add_argument("--turns", type=int, default=5, help="of every contender")
    options = parser.parse_args()
    contenders = {name: build() for name, build in {**OURS, **PEERS}.items()}
    for play in contenders.values():
        play(options.rounds // 2)  # what is remembered or imported late is not measured
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(options.turns):
        for name, play in contenders.items():
            rates[name].append(rate(play, options.rounds))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    best = max(medians[name] for name in PEERS)
    report = [f"{SEATS} seats, {options.turns} turns of {options.rounds:,} rounds, CPU time"]
    for name, median in medians.items():
        report.append(f"{name:20} {median:10,.0f} rounds/s  {median / best:6.2f} x the best peer")
    print(*report, sep="\n")  # noqa: T201 -- a report is printed


if __name__ == "__main__":
    main()
