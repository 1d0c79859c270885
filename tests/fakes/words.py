"""The words of every game: what its results, refusals and dials are told in."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import ModuleType
from typing import Any

from bot.games import cribbage, fivecard, twentyone
from bot.games.cribbage import vocabulary as words_of_cribbage
from bot.games.cribbage.actions import DEALT, GO, LEAVE, Verb, placed
from bot.games.cribbage.dials import READER as CRIBBAGE_READER
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
    actions: tuple[Any, ...]
    rule: type[StrEnum]
    rules: Mapping[Any, str]
    refusals: Mapping[str, str]
    dials: Mapping[str, str]
    reader: Reader[Any]


MOVES = (
    *(placed(Verb.DISCARD, two) for two in combinations(range(1, DEALT + 1), 2)),
    *(placed(Verb.PLAY, [place]) for place in range(1, DEALT + 1)),
    GO,
    LEAVE,
)
"""Whatever can be said in cribbage; cards by their names come to the same."""

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
    "cribbage": GameWords(
        cribbage,
        MOVES,
        words_of_cribbage.Rule,
        words_of_cribbage.RULES,
        words_of_cribbage.REFUSALS,
        words_of_cribbage.DIALS,
        CRIBBAGE_READER,
    ),
}
"""By the names of the games."""

ALL_REFUSALS = {key: what for words in WORDS.values() for key, what in words.refusals.items()}
"""Every key that the rules of any game refuse with."""
