"""What rules cost: rounds simulated against exact expectations, and the shoe they come from."""

import csv
import json
import os
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from bot.cards import packs
from bot.games import all_presets
from bot.games.base import Setup
from bot.games.twentyone import TWENTY_ONE
from bot.games.twentyone.strategies import STANDS, STRATEGIES
from bot.simulate import Cost, Shoe, cost_of, numbers, players_dealt, simulate, won_at_a_table
from tests.fakes.rounds import game_with
from tests.fakes.shell import shell
from tests.fakes.thorough import takes_long
from tests.fakes.walks import shuffled

ORACLE = Path(__file__).parent / "games" / "cases" / "ev_oracle.csv"
ROWS = list(csv.DictReader(ORACLE.read_text().splitlines()))
ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "10000"))
"""How many rounds a strategy plays: a number that the table has acceptance intervals for."""


def named(row: dict[str, str]) -> str:
    return f"{row['preset']}-{row['strategy']}-{row['n_players']}"


def cost(row: dict[str, str], seed: int) -> Cost:
    dials, strategy = TWENTY_ONE.presets[row["preset"]], STRATEGIES[row["strategy"]]
    return simulate(dials, strategy, rounds=ROUNDS, seats=int(row["n_players"]), seed=seed)


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_strategy_costs_what_it_must(row):
    seats = int(row["n_players"])
    found = cost(row, seed=2026)
    # Alone the table names the player's part, with others what they bring the bank together.
    ev = found.ev if seats == 1 else -found.ev * seats
    assert float(row[f"lo_{ROUNDS}"]) <= ev <= float(row[f"hi_{ROUNDS}"])
    spread = found.se * ROUNDS**0.5 * (1 if seats == 1 else seats)
    exact = row["SD_per_player_round"] if seats == 1 else row["SD_banker_total_round"]
    assert spread == pytest.approx(float(exact), rel=0.05)


def test_a_seed_makes_the_same_rounds_and_another_makes_others():
    first, again, other = (cost(ROWS[0], seed) for seed in (1, 1, 2))
    assert (first.ev, first.se) == (again.ev, again.se)
    assert first.ev != other.ev


def test_a_shoe_deals_every_card_once():
    shoe = Shoe(packs(2), seed=7)
    drawn = Counter(shoe.draw() for _ in range(104))
    assert set(drawn.values()) == {2}
    with pytest.raises(IndexError):
        shoe.draw()
    shoe.shuffle()
    assert Counter(shoe.draw() for _ in range(104)) == drawn


def test_each_card_comes_third_as_often_as_any_other():
    shoe, rounds = Shoe(packs(1), seed=11), 52_000
    third: Counter[object] = Counter()
    for _ in range(rounds):
        shoe.shuffle()
        third[[shoe.draw() for _ in range(3)][2]] += 1
    expected = rounds / 52
    chi_squared = sum((third[card] - expected) ** 2 / expected for card in packs(1))
    assert chi_squared < 100.9, "51 degrees of freedom: more happens once in 25,000 seeds"


def test_numbers_follow_from_the_seed_on_every_machine():
    assert list(islice(numbers(1), 3)) == [3924758514, 3282626668, 1169722494]


def test_the_command_prints_one_line_of_json():
    ended = shell(
        "simulate", "--rules", "qq21", "--strategy", "mimic17", "--rounds", "500", "--seed", "3"
    )
    said = json.loads(ended.out)
    assert ended.status == 0
    assert list(said) == ["rounds", "ev", "se", "rounds_per_second"]
    assert said["rounds"] == 500
    assert -0.3 < said["ev"] < 0.2


def said(*arguments: str) -> dict[str, float]:
    """Return what the command says of 200 rounds."""
    ended = shell("simulate", "--rounds", "200", "--seed", "3", *arguments)
    assert ended.status == 0, ended.err
    told = json.loads(ended.out)
    del told["rounds_per_second"]
    return dict(told)


def test_without_a_bank_the_line_tells_what_moving_first_costs():
    two = said("--rules", "hk_home5", "--strategy", "mimic17")
    assert list(two) == ["rounds", "ev", "se"]
    assert two["rounds"] == 200
    assert two["se"] == pytest.approx(0.95 / 200**0.5, rel=0.1)
    assert two == said("--rules", "hk_home5", "--strategy", "stand17", "--seats", "2")


@takes_long
@pytest.mark.parametrize(
    ("strategy", "seats", "options", "costs"),
    [
        ("mimic17", 2, {}, 0.08),
        ("mimic17", 3, {"seats_max": "3"}, 0.02),
        ("stand15", 2, {}, 0.02),
        ("stand15", 3, {"seats_max": "3"}, 0.0),
        ("mimic17", 2, {"double_bust": "draw"}, 0.0),
    ],
)
def test_moving_first_costs_what_the_readme_says(strategy, seats, options, costs):
    game, plays = game_with("hk_home5"), {**STRATEGIES, **STANDS}[strategy]
    dials = game.with_options("hk_home5", options)
    found = cost_of(game, dials, plays, rounds=40_000, seats=seats, seed=2026)
    assert -found.ev == pytest.approx(costs, abs=0.005 + 2 * found.se)


def test_split_aces_that_may_be_split_again_stand_below_the_least_total():
    rules = ["--rules", "vegas_s17", "resplit_aces=true", "player_min_total=16", "--seats", "7"]
    assert -1 < said(*rules, "--strategy", "double11_splitA8")["ev"] < 1


def test_without_a_bank_as_many_play_as_the_dials_let_in():
    six = said("--rules", "hk_home5", "--strategy", "stand15", "--seats", "6", "seats_max=6")
    assert -1 <= six["ev"] <= 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--rules", "hk_home5", "--seats", "1"], "--seats: by these rules from 2 to 2"),
        (["--rules", "hk_home5", "--seats", "3"], "--seats: by these rules from 2 to 2"),
        (["--rules", "qq21", "--seats", "6"], "--seats: by these rules from 1 to 5"),
        (["--rules", "cribbage"], "--rules: cribbage is a match"),
        (["--rules", "poker"], "no rules are called 'poker'"),
        (["--rules", "hk_home5", "--strategy", "stand5"], "no strategy is called 'stand5'"),
        (["--rules", "hk_home5", "ties=banker"], "ties"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(arguments, told):
    ended = shell("simulate", "--rounds", "10", "--strategy", "mimic17", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert told in ended.err
    assert len(ended.err.splitlines()) == 1


ROUND_BY_ROUND = [
    rules
    for rules in all_presets()
    if not game_with(rules).table_rules(game_with(rules).presets[rules]).is_match
]


@pytest.mark.parametrize("rules", ROUND_BY_ROUND)
def test_every_set_of_rules_that_is_no_match_can_be_simulated(rules):
    game = game_with(rules)
    dials = game.presets[rules]
    least, most = players_dealt(game.table_rules(dials))
    for seats in {least, most}:
        found = cost_of(game, dials, STRATEGIES["mimic17"], rounds=50, seats=seats, seed=5)
        assert (found.rounds, found.se > 0, -1 < found.ev < 1) == (50, True, True)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_all_win_without_a_bank_is_nothing(seats):
    game = game_with("hk_home5")
    dials = game.with_options("hk_home5", {"seats_max": str(seats)})
    for seed in range(50):
        deck = shuffled(seed, 1)
        won = won_at_a_table(game, Setup(dials, (1,) * seats, deck), STRATEGIES["mimic17"])
        assert (len(won), sum(won.values())) == (seats, 0)
