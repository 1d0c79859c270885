"""The words that the rules answer with, and finding games and presets by name."""

from dataclasses import fields
from fractions import Fraction
from importlib import import_module
from inspect import getsource
from pkgutil import iter_modules
from types import ModuleType

import pytest

import bot.games
from bot.basics import Refusal
from bot.games import GAMES, find_game, game_of_rules
from bot.games.points import OUTCOMES, Outcome
from bot.games.twentyone.settling import times
from tests.fakes.words import ALL_REFUSALS, WORDS

every_game = pytest.mark.parametrize("game", GAMES)


def sources(package: ModuleType) -> str:
    """Return the modules of a game, its words aside, with what all games stand on."""
    names = [
        f"{each.__name__}.{module.name}"
        for each in (bot.games, package)
        for module in iter_modules(each.__path__)
        if not module.ispkg and module.name != "vocabulary"
    ]
    return "".join(getsource(import_module(name)) for name in names)


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game, words in WORDS.items() for key in words.refusals]
)
def test_every_refusal_that_is_explained_is_used(game, key):
    actions = {f"{action}-not-allowed" for action in WORDS[game].actions}
    assert f'"{key}"' in sources(WORDS[game].package) or key in actions


@every_game
def test_every_outcome_and_rule_is_explained(game):
    words = WORDS[game]
    assert set(OUTCOMES) == set(Outcome)
    assert set(words.rules) == set(words.rule)


@pytest.mark.parametrize("rule", [rule for words in WORDS.values() for rule in words.rule])
def test_every_rule_decides_something(rule):
    package = next(words.package for words in WORDS.values() if isinstance(rule, words.rule))
    assert f"Rule.{rule.name}" in sources(package)


@every_game
def test_every_dial_is_explained_in_its_order(game):
    for dials in GAMES[game].presets.values():
        assert [field.name for field in fields(dials)] == list(WORDS[game].dials)


@every_game
def test_what_several_games_refuse_with_means_the_same_in_all(game):
    assert WORDS[game].refusals.items() <= ALL_REFUSALS.items()


def test_every_game_is_in_the_words_that_tests_know():
    assert WORDS.keys() == GAMES.keys()


def test_games_and_presets_are_found_by_name():
    assert find_game("21") is GAMES["21"]
    assert game_of_rules("hk_casino") is GAMES["21"]
    assert game_of_rules("hk_home5") is GAMES["fivecard"]
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


@pytest.mark.parametrize(
    ("game", "typed", "named"),
    [
        ("21", "crib 5h 6h", "crib"),
        ("21", "play 5h", "play"),
        ("21", "insure perhaps", "insure perhaps"),
        ("fivecard", "crib 5h 6h", "crib"),
        ("fivecard", "insure no", "insure"),
        ("cribbage", "insure no", "insure"),
    ],
)
def test_a_command_of_another_game_is_named_without_its_words(game, typed, named):
    with pytest.raises(Refusal) as refusal:
        find_game(game).parse(typed.split())
    assert (refusal.value.key, refusal.value.facts) == ("unknown-action", {"action": named})
