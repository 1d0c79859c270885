"""The words of every game: what its results, refusals and dials are told in."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import ModuleType
from typing import Any

from bot.games import fivecard, twentyone
from bot.games.fivecard import vocabulary as words_of_five_cards
from bot.games.fivecard.course import Action as FiveCardAction
from bot.games.fivecard.dials import READER as FIVE_CARD_READER
from bot.games.reading import Reader
from bot.games.twentyone import vocabulary as words_of_21
from bot.games.twentyone.actions import Action
from bot.games.twentyone.reading import READER


@dataclass(frozen=True)
class GameWords:
    """What a game can say, and the package that says it."""

    package: ModuleType
    actions: tuple[StrEnum, ...]
    rule: type[StrEnum]
    rules: Mapping[Any, str]
    refusals: Mapping[str, str]
    dials: Mapping[str, str]
    reader: Reader[Any]


WORDS: dict[str, GameWords] = {
    "21": GameWords(
        twentyone,
        tuple(Action),
        words_of_21.Rule,
        words_of_21.RULES,
        words_of_21.REFUSALS,
        words_of_21.DIALS,
        READER,
    ),
    "fivecard": GameWords(
        fivecard,
        tuple(FiveCardAction),
        words_of_five_cards.Rule,
        words_of_five_cards.RULES,
        words_of_five_cards.REFUSALS,
        words_of_five_cards.DIALS,
        FIVE_CARD_READER,
    ),
}
"""By the names of the games."""

ALL_REFUSALS = {key: what for words in WORDS.values() for key, what in words.refusals.items()}
"""Every key that the rules of any game refuse with."""
