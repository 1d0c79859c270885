"""People who play for a whole evening, by what the platform shows them and nothing else.

They play ``mimic17``: hit below 17, stand otherwise, each by the cards of their own panel.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.messages import Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press

PATIENCE_SECONDS = 300.0
"""How long somebody waits for the table before the evening counts as broken."""

_OWN_CARDS = re.compile(r"Your (?:hand|bank) · ([^·]+)")
_RANK = re.compile(r"(10|[A2-9JQK])[♠♥♦♣]")
_TENS = frozenset({"10", "J", "Q", "K"})


def total_of(panel: str) -> int:
    """Return the points of the hand that a panel shows."""
    found = _OWN_CARDS.search(panel)
    assert found, f"no hand of one's own:\n{panel}"
    ranks = _RANK.findall(found[1])
    points = sum(1 if rank == "A" else 10 if rank in _TENS else int(rank) for rank in ranks)
    return points + 10 if "A" in ranks and points <= 11 else points


@dataclass
class Regular:
    """Somebody at the table, who presses Again ``pause_seconds`` after the results show.

    ``chance`` says how long each decision takes: log-normal, ``median_seconds`` in the middle.
    """

    telegram: Telegram
    user: User
    group: Chat
    chance: Random
    median_seconds: float = 2.0
    sigma: float = 0.5
    pause_seconds: float = 2.0

    async def sits_down(self, label: str) -> None:
        """Press a button of the lobby."""
        await self.presses(self.group, label)

    async def plays(self) -> None:
        """Play one round after the other, until nobody waits for it any more."""
        while True:
            await self.sees(lambda: self.may_act or self.may_go_on)
            if self.may_act:
                await self.acts()
            else:
                await self.goes_on()

    async def acts(self) -> None:
        """Decide about the hand that the panel shows, and wait until it shows what came of it."""
        panel = self.panel
        seen = panel.content
        await asyncio.sleep(self.median_seconds * self.chance.lognormvariate(0, self.sigma))
        choice = "Hit" if total_of(panel.text) < 17 else "Stand"
        if panel.content == seen:
            await self.presses(panel, choice if choice in panel.labels else "Stand")
        await self.sees(lambda: panel.content != seen)

    async def goes_on(self) -> None:
        """Look at the results, press Again, and wait for the cards."""
        # Nobody does so to the millisecond: what comes at one moment comes in no certain order.
        await asyncio.sleep(self.pause_seconds + self.chance.uniform(-0.02, 0.02))
        if self.may_go_on:
            await self.presses(self.table, "Again")
        await self.sees(lambda: not self.may_go_on)

    # --- what is to be seen -------------------------------------------------------------------

    @property
    def panel(self) -> Message:
        return self.user.private.newest

    @property
    def table(self) -> Message:
        """The newest message of the group with buttons."""
        return next(message for message in reversed(self.group.posted()) if message.labels)

    @property
    def may_act(self) -> bool:
        """Whether the own panel has choices in the round that the group sees."""
        return "Stand" in self.panel.labels and self.round_shown in self.panel.text

    @property
    def may_go_on(self) -> bool:
        return "Again" in self.table.labels

    @property
    def round_shown(self) -> str:
        """The round that the group's newest table plays, as it is written there."""
        playing = "My cards" in self.table.labels
        found = re.search(r"round \d+ ", self.table.text) if playing else None
        return found[0] if found else "no round"

    async def sees(self, condition: Callable[[], object]) -> None:
        """Wait until something shows."""
        await self.telegram.until(condition, PATIENCE_SECONDS)

    async def presses(self, where: Chat | Message, label: str) -> Press:
        """Press a button and read the answer."""
        press = await self.user.presses(where, label)
        await self.sees(lambda: press.alert)
        return press
