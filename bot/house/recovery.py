"""After a restart: a running round is played again from its stored deck and actions."""

from collections.abc import Sequence

from bot.basics import Seat
from bot.games import find_game
from bot.house.archive import load_setup, setup_of
from bot.house.decision import Live
from bot.house.play import public_events
from bot.ports import ActionRow, RoundRow


class Unplayable(Exception):
    """A stored round does not play through today's rules: it has to be voided."""


def revive(found: tuple[RoundRow, Sequence[ActionRow]] | None) -> Live:
    """Return the round that the store's rows tell, actions taken literally.

    Raises ``Unplayable`` when there are none or the rules do not take them.
    """
    if found is None:
        raise Unplayable("the round is not stored")
    row, actions = found
    try:
        return _replayed(row, actions)
    except Exception as failure:
        # Whatever fails here, rules or text: the round cannot go on and its chips must go back.
        raise Unplayable(f"round {row.table}.{row.number}") from failure


def _replayed(row: RoundRow, actions: Sequence[ActionRow]) -> Live:
    stored = load_setup(row.setup)
    game = find_game(stored.game)
    setup = setup_of(stored)
    step = game.start(setup)
    events = public_events(step)
    for number, action in enumerate(actions):
        if action.seq != number:
            raise ValueError("an action is missing")
        step = game.apply(step.state, Seat(action.seat), game.parse(action.words.split()))
        events += public_events(step)
    return Live(row.number, game, setup, step.state, events, game.result(step.state))
