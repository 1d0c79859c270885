"""Three people at one table who do anything at any time."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Person = TypeVar("Person")
Message = TypeVar("Message")

PRESSES_MAX = 400
AFTER_A_ROUND = frozenset({"Leave", "Change bet", "Again"})


class FreePlay(ABC, Generic[Person, Message]):
    """Ann, Bob and Cat play by ``chance``, with the buttons that each of them sees."""

    def __init__(self, chance: random.Random, people: tuple[Person, Person, Person]) -> None:
        self.chance = chance
        self.people = people

    # --- what a platform makes of it ------------------------------------------------------------

    @abstractmethod
    def table(self) -> Message | None:
        """Return the newest message of the group with buttons."""

    @abstractmethod
    def panel(self, who: Person) -> Message | None:
        """Return somebody's own panel, if they have one with buttons."""

    @abstractmethod
    def labels(self, message: Message) -> Sequence[str]:
        """Return what those buttons say that can be pressed here."""

    @abstractmethod
    async def press(self, who: Person, message: Message, label: str) -> None:
        """Press a button and wait for the answer."""

    @abstractmethod
    async def says(self, who: Person, verb: str, rules: str = "") -> None:
        """Use a command in the group."""

    @abstractmethod
    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is true of what can be seen."""

    @abstractmethod
    async def pause(self, seconds: float) -> None:
        """Let some time pass."""

    # --- play -----------------------------------------------------------------------------------

    def offers(self, label: str) -> bool:
        """Whether the table has such a button."""
        found = self.table()
        return found is not None and label in self.labels(found)

    async def plays_a_round(self, rules: str) -> None:
        """Play a round by some rules; of a match, which has many, no more than a part."""
        ann, bob, _ = self.people
        await self.says(ann, "new", rules)
        await self.until(lambda: self.offers("Deal"))
        await self._sit_down()
        for _ in range(PRESSES_MAX // 5 if rules == "cribbage" else PRESSES_MAX):
            if self.offers("Again"):
                break
            await self._press_something()
        if not self.offers("Again"):
            # Who leaves a match is asked first; the second time comes after a second thought.
            await self.says(bob, "leave")
            await self.pause(5)
            await self.says(bob, "leave")
        await self.until(lambda: self.offers("Again"))
        await self.says(ann, "stop")
        await self.until(lambda: self.table() is None)

    async def _sit_down(self) -> None:
        ann, bob, cat = self.people
        for who, label in (
            (ann, "Join"),
            (bob, "Join"),
            (cat, "Bank" if self.offers("Bank") else "Join"),
            (ann, "Deal"),
        ):
            seen = self.table()
            assert seen is not None
            await self.press(who, seen, label)
        await self.until(lambda: self.offers("My cards") or self.offers("Again"))

    async def _press_something(self) -> None:
        """Let anybody press any button of the table, or of their own panel."""
        who = self.chance.choice(self.people)
        seen = self.chance.choice(
            [found for found in (self.table(), self.panel(who)) if found is not None]
        )
        usual = [label for label in self.labels(seen) if label not in AFTER_A_ROUND]
        if usual:
            await self.press(who, seen, self.chance.choice(usual))
