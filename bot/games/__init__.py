"""Pure rules: every game behind the one protocol of ``base``. Games do not know each other."""

from bot.basics import not_now
from bot.games.base import AnyGame
from bot.games.twentyone import TWENTY_ONE

GAMES: dict[str, AnyGame] = {game.name: game for game in (TWENTY_ONE,)}


def game_of_rules(rules: str) -> AnyGame | None:
    """Return the game that has a preset of that name."""
    return next((game for game in GAMES.values() if rules in game.presets), None)


def find_game(name: str) -> AnyGame:
    """Return a game by name; raises ``Refusal(not_now, "unknown-game")``."""
    game = GAMES.get(name)
    if game is None:
        raise not_now("unknown-game", game=name[:32], games=", ".join(GAMES))
    return game
