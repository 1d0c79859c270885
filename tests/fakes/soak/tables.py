"""People at many tables at once, on whatever platform: they play by what they see and nothing else.

Any choice that their own panel offers is a legal one, so they press one of those after a human
while. All tables of a platform share what it takes: each waits for its turn to begin something.
"""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.ports import Clock

LOOK_SECONDS = 0.5
"""How often somebody who waits looks at the chat."""

THINK_SECONDS = 2.0
"""The middle of how long a decision takes; log-normal."""

THINK_SIGMA = 0.5
PATIENCE_SECONDS = 30.0
"""After so long without a change somebody tries again."""

PAUSE_SECONDS = (15.0, 45.0)
"""How long people look at results at least: longer where the platform takes no more."""

PLAIN_CHOICES = ("Stand", "Hit", "No", "Insure", "Double", "Split")
"""What groups are offered in games whose actions have names."""

OPENING_CALLS = 4
"""About what it takes to open a table and let everybody join."""

NOT_CHOSEN = frozenset({"Leave", "My cards", "Claim the match", "Call it off"})

Answered = Callable[[], bool]
"""Says whether a press has its answer."""


class Shown(Protocol):
    """A message as people see it."""

    @property
    def labels(self) -> Sequence[str]:
        """What its buttons say."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def content(self) -> object:
        """All that it shows: another after each edit."""


class Side(Protocol):
    """A platform, as its people use it."""

    clock: Clock

    def table(self, chat: Any) -> Shown | None:
        """Return the newest message of a chat with buttons."""

    def panel(self, who: Any) -> Shown | None:
        """Return somebody's newest private message with buttons."""

    async def opens(self, who: Any, chat: Any, rules: str) -> None:
        """Open a table by a command."""

    async def presses(self, who: Any, shown: Any, label: str) -> Answered:
        """Press a button."""


@dataclass
class Share:
    """What a platform takes, shared by all: so many counted calls a second."""

    calls_per_second: float
    _free_at: float = 0.0

    def turn(self, now: float, calls: float) -> float:
        """Return when somebody may begin what takes so many calls, and take note of it."""
        at = max(now, self._free_at)
        self._free_at = at + calls / self.calls_per_second
        return at


@dataclass
class Tally:
    """What all tables of a platform came to: ``begun_at`` has when each round was begun."""

    begun_at: list[float] = field(default_factory=list)
    opened: int = 0
    impatient: int = 0


@dataclass(eq=False)
class Person:
    """Somebody at a table; ``at`` is when the decision about what was ``seen`` is made."""

    user: Any
    name: str
    reachable: bool
    seen: object = None
    at: float = 0.0
    answered: Answered = lambda: True


@dataclass(eq=False)
class Table:
    """One chat, who plays there and by which rules, one sitting after the other."""

    side: Side
    chat: Any
    people: Sequence[Person]
    rules: Iterator[str]
    share: Share
    tally: Tally
    chance: Random
    rounds_left: int = 0
    played: bool = False

    @property
    def calls(self) -> float:
        """About how many counted calls a round takes here; only its pace comes of that."""
        return 3 + 3.5 * len(self.people)

    @property
    def now(self) -> float:
        return self.side.clock.now()

    async def lives(self) -> None:
        """Open, play, leave, and again, until nobody waits for it any more."""
        while True:
            table = self.side.table(self.chat)
            labels = table.labels if table else ()
            if table is not None and "Join" in labels:
                await self._sits_down(table)
            elif table is not None and "Again" in labels:
                await self._goes_on()
            elif table is not None and "My cards" in labels:
                await self._decides(table)
            elif "Deal" not in labels:  # between two deals, the next comes by itself
                await self._opens()
            await self._look()

    async def _look(self) -> None:
        """Wait until the next look; everybody looks at the same moments, which saves time."""
        now = self.now
        await asyncio.sleep(LOOK_SECONDS - now % LOOK_SECONDS)

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait until something shows, with patience."""
        end = self.now + PATIENCE_SECONDS
        while not condition():
            if self.now >= end:
                self.tally.impatient += 1
                return
            await self._look()

    def _offers(self, label: str) -> bool:
        table = self.side.table(self.chat)
        return table is not None and label in table.labels

    async def _press(self, person: Person, shown: Shown, label: str) -> None:
        person.answered = await self.side.presses(person.user, shown, label)

    # --- between rounds -----------------------------------------------------------------------

    async def _opens(self) -> None:
        """Open a table when the platform has room for it."""
        await asyncio.sleep(self.share.turn(self.now, OPENING_CALLS + self.calls) - self.now)
        self.rounds_left = self.chance.randint(1, 4)
        self.tally.opened += 1
        await self.side.opens(self.people[0].user, self.chat, next(self.rules))
        await self._until(lambda: self._offers("Join"))

    async def _sits_down(self, table: Shown) -> None:
        for person in self.people:
            if person.name not in table.text:
                await self._press(person, table, "Join")
                await asyncio.sleep(self.chance.uniform(0.5, 2))
        await self._until(self._all_sit)
        newest = self.side.table(self.chat)
        if newest is not None and "Deal" in newest.labels:
            await self._begins(lambda: self._press(self.people[0], newest, "Deal"), "Join")

    def _all_sit(self) -> bool:
        table = self.side.table(self.chat)
        return table is None or all(person.name in table.text for person in self.people)

    async def _goes_on(self) -> None:
        """Press Again once the platform has room for another round, or leave."""
        if self.rounds_left <= 0:
            await self._leaves()
            return
        pause = self.chance.uniform(*PAUSE_SECONDS)
        await asyncio.sleep(self.share.turn(self.now + pause, self.calls) - self.now)
        if self._offers("Again"):
            await self._begins(lambda: self._all_press("Again"), "Again")

    async def _begins(self, start: Callable[[], Any], gone: str) -> None:
        """Begin a round, and wait until its table shows."""
        self.rounds_left -= 1
        self.tally.begun_at.append(self.now)
        await start()
        await self._until(lambda: not self._offers(gone))
        self.played = True

    async def _all_press(self, label: str) -> None:
        for person in self.people:
            await asyncio.sleep(self.chance.uniform(0.3, 1.5))
            newest = self.side.table(self.chat)
            if newest is not None and label in newest.labels:
                await self._press(person, newest, label)

    async def _leaves(self) -> None:
        await asyncio.sleep(self.chance.uniform(3, 8))
        await self._all_press("Leave")
        await self._until(lambda: not self._offers("Leave"))

    # --- in a round ---------------------------------------------------------------------------

    async def _decides(self, table: Shown) -> None:
        """Let everybody who may act do so after a while."""
        for person in self.people:
            shown = self.side.panel(person.user) if person.reachable else table
            choices = self._choices(person, shown)
            if shown is None or not choices or not person.answered():
                continue
            if person.seen is not shown.content:
                person.seen = shown.content
                think = THINK_SECONDS * self.chance.lognormvariate(0, THINK_SIGMA)
                person.at = self.now + think
            elif self.now >= person.at:
                person.at = self.now + PATIENCE_SECONDS
                await self._press(person, shown, self._chosen(choices))
                if self.chance.random() < 0.1:
                    await self._press(person, table, "My cards")

    def _choices(self, person: Person, shown: Shown | None) -> list[str]:
        labels = shown.labels if shown is not None else ()
        if not person.reachable:
            return [label for label in PLAIN_CHOICES if label in labels]
        return [label for label in labels if label not in NOT_CHOSEN]

    def _chosen(self, choices: Sequence[str]) -> str:
        if "Stand" in choices and self.chance.random() < 0.5:
            return "Stand"
        return self.chance.choice(choices)


FAMILY = ("qq21", "hk_casino", "hk_banker", "cn4deck", "vegas_s17", "vegas_h17", "euro_enhc")

SITTINGS: Sequence[tuple[int, Sequence[str]]] = (
    (3, FAMILY),
    (2, FAMILY),
    (4, FAMILY),
    (2, ("hk_home5",)),
    (3, FAMILY),
    (4, FAMILY),
    (2, FAMILY),
    (3, FAMILY),
    (2, ("hk_home5",)),
    (2, FAMILY),
)
"""How many sit at each tenth table, and what they play: eight in ten of the family of 21."""

MATCH_EVERY = 100
"""One table in so many plays cribbage: a match goes on without a pause, and takes as much of the
platform as a dozen tables that wait for their next round."""


def is_match(number: int) -> bool:
    """Whether a table plays matches."""
    return number % MATCH_EVERY == MATCH_EVERY // 2


def sitting(number: int) -> tuple[int, Iterator[str]]:
    """Return how many people sit at a table, and their rules, one set after the other."""
    if is_match(number):
        return 2, itertools.repeat("cribbage")
    count, rules = SITTINGS[number % len(SITTINGS)]
    return count, itertools.islice(itertools.cycle(rules), number % len(rules), None)
