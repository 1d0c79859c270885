"""A match of cribbage on the stand-in for Discord.

Ann plays by her private panel. Bob, who takes no private messages, plays by turns on a panel that
he alone sees in the channel, and by the numbers under the table.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes import cribbage
from tests.fakes.cribbage import PATIENCE_SECONDS
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import User, Where
from tests.fakes.discord.record import Record
from tests.fakes.discord.stand_in import Discord

PAIRS = 15
"""How many ways there are to lay two of six cards away."""


@dataclass
class Match(cribbage.Match):
    """A match in a channel."""

    discord: Discord
    channel: Channel
    ann: User
    bob: User
    asked: list[Interaction] = field(default_factory=list)
    by_panel: bool = False

    async def until(self, condition: Callable[[], object]) -> None:
        """See ``cribbage.Match``."""
        await self.discord.until(condition, PATIENCE_SECONDS)

    def now(self) -> float:
        """See ``cribbage.Match``."""
        return self.discord.clock.now()

    @property
    def posted(self) -> list[tuple[str, Message]]:
        """See ``cribbage.Match``."""
        return [(plain(message.text), message) for message in self.channel.posted()]

    # --- what they do ---------------------------------------------------------------------------

    async def answered(self, asked: Interaction) -> str:
        """Wait for the answer to a command or press, and return what it says."""
        self.asked.append(asked)
        await self.until(lambda: asked.acked and not asked.thinking)
        return plain(asked.text or "")

    async def press(self, who: User, label: str, where: Where | None = None) -> str:
        """Press a button and return the answer."""
        return await self.answered(await who.presses(where or self.channel, label))

    async def types(self, who: User, command: str, **options: object) -> str:
        """Use a command and return the answer."""
        return await self.answered(await who.types(self.channel, command, **options))

    async def opens(self, rules: str) -> None:
        """See ``cribbage.Match``."""
        dials = {"dials": rules} if rules else {}
        await self.types(self.discord.founder, "/new", rules="cribbage", **dials)

    async def ann_presses(self, label: str) -> str:
        """See ``cribbage.Match``."""
        return await self.press(self.ann, label)

    async def bob_presses(self, label: str) -> str:
        """See ``cribbage.Match``."""
        return await self.press(self.bob, label)

    async def ann_acts(self) -> None:
        """See ``cribbage.Match``; where cards are laid away, there is a button for each pair."""
        await self.until(lambda: self.ann.private.newest.labels)
        panel = self.ann.private.newest
        assert len(panel.labels) == PAIRS or "Lay two" not in panel.text
        await self.press(self.ann, panel.labels[0], panel)

    async def bob_acts(self) -> None:
        """Act by the numbers under the table, and the next time by a panel in the channel."""
        self.by_panel = not self.by_panel
        if not self.by_panel:
            await super().bob_acts()
            return
        await self.bob_presses("My cards")
        panel = self.asked[-1].private
        assert panel is not None
        await self.press(self.bob, panel.labels[0], panel)

    # --- what the group got ---------------------------------------------------------------------

    def calls(self) -> Record:
        """Return every call that posted in the channel, or changed something there."""
        return self.discord.calls.counted(self.channel.id)

    def payloads(self) -> list[str]:
        """See ``cribbage.Match``."""
        return [plain(payload) for payload in self.calls().payloads()]

    def assert_well(self) -> None:
        """Raise ``AssertionError`` unless all that was asked has one answer, and none is public."""
        assert not self.discord.unanswered
        assert not self.discord.calls.public_responses()
        assert all(len(asked.acks) == 1 for asked in self.asked)


def plain(text: str) -> str:
    """Return a text without its marks."""
    return text.replace("**", "")
