"""The words that the rules answer with, and finding games and presets by name."""

from fractions import Fraction
from importlib import import_module
from inspect import getsource
from pkgutil import iter_modules
from types import ModuleType

import pytest

import bot.games.twentyone
from bot.basics import Refusal
from bot.games import GAMES, find_game, game_of_rules
from bot.games.twentyone.settling import times
from bot.games.twentyone.vocabulary import OUTCOMES, REFUSALS, RULES, Outcome, Rule


def sources(package: ModuleType) -> str:
    """Return the modules of a game, its words aside, with what all games stand on."""
    names = [
        f"{each.__name__}.{module.name}"
        for each in (bot.games, package)
        for module in iter_modules(each.__path__)
        if not module.ispkg and module.name != "vocabulary"
    ]
    return "".join(getsource(import_module(name)) for name in names)


@pytest.mark.parametrize("key", REFUSALS)
def test_every_refusal_that_is_explained_is_used(key):
    assert f'"{key}"' in sources(bot.games.twentyone) or key.removesuffix("-not-allowed") in {
        "hit",
        "double",
        "split",
    }


def test_every_outcome_and_rule_is_explained():
    assert set(OUTCOMES) == set(Outcome)
    assert set(RULES) == set(Rule)


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_decides_something(rule):
    assert f"Rule.{rule.name}" in sources(bot.games.twentyone)


def test_games_and_presets_are_found_by_name():
    assert find_game("21") is GAMES["21"]
    assert game_of_rules("hk_casino") is GAMES["21"]
    assert game_of_rules("bridge") is None
    with pytest.raises(Refusal, match="unknown-game"):
        find_game("bridge")


def test_preset_names_belong_to_one_game_each():
    names = [preset for game in GAMES.values() for preset in game.presets]
    assert len(set(names)) == len(names)


def test_a_multiple_that_is_no_whole_number_of_chips_is_a_mistake_of_ours():
    assert times(10, Fraction(3, 2)) == 15
    with pytest.raises(AssertionError):
        times(5, Fraction(3, 2))
