"""What an adapter is given of everything that is not its platform."""

from collections.abc import Collection
from dataclasses import dataclass

from bot.ports import Clock, Door, Ear, Texts


@dataclass(frozen=True, slots=True)
class Outside:
    """What an adapter knows of the rest: the door, whom to report to, its texts, the time."""

    door: Door
    ear: Ear
    texts: Texts
    clock: Clock
    languages: Collection[str]
