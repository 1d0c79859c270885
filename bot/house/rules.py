"""A table's game, dials and limits, looked up once for each set of options."""

from dataclasses import dataclass
from functools import lru_cache

from bot.basics import Refusal, not_now, unreadable
from bot.games import all_presets, find_game
from bot.games.base import AnyGame, TableRules
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


def in_force(table: Table) -> InForce:
    """Return what a table plays by. Raises ``Refusal`` when its rules no longer exist."""
    return _in_force(table.game, table.rules, table.options)
