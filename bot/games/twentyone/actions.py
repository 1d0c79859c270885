"""The actions of 21 and their one notation: command, button, log entry, script."""

from collections.abc import Sequence
from enum import StrEnum

from bot.basics import unreadable


class Action(StrEnum):
    """What a seat may do; the value is how it is written."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    INSURE = "insure"
    NO_INSURANCE = "no-insurance"
    LEAVE = "leave"


_SPELLINGS = {action.value: action for action in Action} | {"insure no": Action.NO_INSURANCE}


def parse_action(words: Sequence[str]) -> Action:
    """Read an action as it is typed; raises ``Refusal(unreadable, "unknown-action")``."""
    text = " ".join(words).lower()
    action = _SPELLINGS.get(text)
    if action is None:
        verb = text.partition(" ")[0]
        # Of another game's command its name says enough.
        raise unreadable("unknown-action", action=(text if verb in _SPELLINGS else verb)[:32])
    return action
