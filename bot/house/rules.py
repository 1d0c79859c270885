"""A table's game, dials and limits, looked up once for each set of options."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.basics import Refusal, not_now, unreadable
from bot.games import GAMES, all_presets, find_game, game_of_rules
from bot.games.base import AnyGame, TableRules
from bot.games.reading import all_written
from bot.house.table import Table


@dataclass(frozen=True, slots=True)
class InForce:
    """The game of a table, its dials and what the table must know of them."""

    game: AnyGame
    dials: object  # the game's own type, handed back to the game
    rules: TableRules


@lru_cache(maxsize=512)
def _in_force(game_name: str, preset: str, options: tuple[tuple[str, str], ...]) -> InForce:
    game = find_game(game_name)
    if preset not in game.presets:
        raise not_now("unknown-rules", rules=preset[:32], known=", ".join(sorted(game.presets)))
    dials = game.with_options(preset, dict(options))
    return InForce(game, dials, game.table_rules(dials))


def unknown_rules(name: str) -> Refusal:
    """Return the refusal of rules that nobody knows, with those there are."""
    return unreadable("unknown-rules", rules=name[:32], known=", ".join(sorted(all_presets())))


def named_rules(words: Sequence[str]) -> str | None:
    """Return the set of rules that ``[game] [rules]`` means, ``None`` for no words.

    A game alone means its first set. Raises ``Refusal(unreadable)``: ``unknown-rules``,
    ``dial-apart`` for a dial without its value, ``rules-twice``, ``rules-of-another``.
    """
    games: list[str] = []
    presets: list[str] = []
    for word in words:
        # A game may be called as its set of rules is: said twice, it is the one and the other.
        is_game = word in GAMES and not (word in games and word in all_presets())
        (games if is_game else presets).append(word)
    for word in presets:
        if word not in all_presets():
            raise _unknown_word(word)
    for twice in (games, presets):
        if len(twice) > 1:
            raise unreadable("rules-twice", rules=twice[0], other=twice[1])
    if not presets:
        return next(iter(GAMES[games[0]].presets)) if games else None
    owner = game_of_rules(presets[0])
    if owner is not None and games and owner.name != games[0]:
        raise unreadable("rules-of-another", rules=presets[0], game=owner.name)
    return presets[0]


def _unknown_word(word: str) -> Refusal:
    """Return the refusal of a word that names no rules; a dial's name wants its value at it."""
    dials = {name for game in GAMES.values() for name in all_written(first_preset(game))}
    return unreadable("dial-apart", dial=word) if word in dials else unknown_rules(word)


def first_preset(game: AnyGame) -> Any:
    """Return the dials of a game's default set."""
    return next(iter(game.presets.values()))


def in_force(table: Table) -> InForce:
    """Return what a table plays by. Raises ``Refusal`` when its rules no longer exist."""
    return _in_force(table.game, table.rules, table.options)
