"""Pure rules: every game behind the one protocol of ``base``. Games do not know each other."""

from bot.basics import not_now
from bot.games.base import AnyGame, PublicView, TableRules
from bot.games.cribbage import CRIBBAGE
from bot.games.fivecard import FIVE_CARD
from bot.games.twentyone import TWENTY_ONE

GAMES: dict[str, AnyGame] = {game.name: game for game in (TWENTY_ONE, FIVE_CARD, CRIBBAGE)}


def is_banked(rules: TableRules) -> bool:
    """Return whether anybody may hold the bank; where nobody does, all stake the same into a pot.

    A-HF-1: equals settle among themselves, so nobody can owe more than was put up.
    """
    return rules.house_banks or rules.player_banks


INSURANCE = "insurance"
"""The phase in which a premium is put up; its answers stay private until all have answered."""


def times_held(rules: TableRules, view: PublicView) -> int:
    """Return how many times what a seat puts up now is held, for it can be lost so often.

    Of a premium no more is lost than was put up.
    """
    return 1 if view.phase == INSURANCE else rules.loss


def all_presets() -> list[str]:
    """Return the names of all sets of rules, game by game."""
    return [preset for game in GAMES.values() for preset in game.presets]


def game_of_rules(rules: str) -> AnyGame | None:
    """Return the game that has a preset of that name."""
    return next((game for game in GAMES.values() if rules in game.presets), None)


def find_game(name: str) -> AnyGame:
    """Return a game by name; raises ``Refusal(not_now, "unknown-game")``."""
    game = GAMES.get(name)
    if game is None:
        raise not_now("unknown-game", game=name[:32], games=", ".join(GAMES))
    return game
