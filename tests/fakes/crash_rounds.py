"""A round with bets on pairs, killed before each statement of what people do with them.

``python -m tests.fakes.crash_rounds BLANK FOLDER ENDING``, otherwise as ``crash_steps``.
"""

import sys
from functools import partial
from pathlib import Path

from storage.store import SqliteStore
from tests.fakes.crash_steps import came_through, die_at, die_at_each_step
from tests.fakes.house import Room

SEATED = ("ann: /join 10", "bob: /join 20")
BETS = ("bob: /pair ann 10", "ann: /pair bob 4")
EVENINGS = {
    "played": (SEATED, (*BETS, "ann: /deal", "ann: /stand", "bob: /stand")),
    "left": ((*SEATED, *BETS), ("ann: /leave",)),
    "called off": ((*SEATED, *BETS, "ann: /deal", "ann: /stop void"), ("bob: /stop void",)),
}
"""By how each ends: what is said in safety, and what is said until the process dies."""


def room(store: SqliteStore) -> Room:
    """Return the house that deals: Ann K-K, Bob 9-8, the bank 5-10 and a king."""
    return Room(deck="Kh 9s 5c Kd 8h Tc Ks", rules="cn4deck", store=store)


async def run(ending: str, url: str, step: int) -> None:
    """Play an evening, and die at a step of it."""
    in_safety, to_death = EVENINGS[ending]
    store = await SqliteStore.open(url)
    dealer = room(store)
    await dealer.hears(*in_safety)
    await die_at(store, step)
    await dealer.hears(*to_death)
    came_through(step)


if __name__ == "__main__":
    die_at_each_step(partial(run, sys.argv[3]), Path(sys.argv[1]), Path(sys.argv[2]))
