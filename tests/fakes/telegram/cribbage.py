"""A match of cribbage on the stand-in for Telegram, whose group takes only so many calls."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes import cribbage
from tests.fakes.cribbage import PATIENCE_SECONDS
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.messages import CALLBACK_DATA_BYTES, Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.record import EDITS, POSTS, Call, Record
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press

DATA = re.compile(r'"callback_data": "([^"]+)')


@dataclass
class Match(cribbage.Match):
    """A match in a group; Ann has a private chat with the bot, Bob has none."""

    telegram: Telegram
    group: Chat
    ann: User
    bob: User

    async def until(self, condition: Callable[[], object]) -> None:
        """See ``cribbage.Match``."""
        await self.telegram.until(condition, PATIENCE_SECONDS)

    def now(self) -> float:
        """See ``cribbage.Match``."""
        return self.telegram.clock.now()

    @property
    def posted(self) -> list[tuple[str, Message]]:
        """See ``cribbage.Match``."""
        return [(message.text, message) for message in self.group.posted()]

    @property
    def table(self) -> Message:
        """The newest message of the table."""
        return [found for text, found in self.posted if text.startswith(cribbage.HEAD)][-1]

    # --- what they do ---------------------------------------------------------------------------

    async def press(self, who: User, label: str, where: Chat | None = None) -> Press:
        """Press a button and wait for the answer."""
        press = await who.presses(where or self.group, label)
        await self.telegram.until(lambda: press.alert)
        return press

    async def opens(self, rules: str) -> None:
        """See ``cribbage.Match``."""
        await self.telegram.founder.says(self.group, f"/new cribbage {rules}".strip())

    async def ann_presses(self, label: str) -> str:
        """See ``cribbage.Match``."""
        return (await self.press(self.ann, label)).text or ""

    async def bob_presses(self, label: str) -> str:
        """See ``cribbage.Match``."""
        return (await self.press(self.bob, label)).text or ""

    async def ann_acts(self) -> None:
        """See ``cribbage.Match``."""
        await self.until(lambda: self.ann.private.newest.labels)
        panel = self.ann.private.newest
        await self.press(self.ann, panel.labels[0], self.ann.private)

    # --- what the group got ---------------------------------------------------------------------

    def calls(self) -> list[Call]:
        """Return every call that posted in the group, or changed something there."""
        return self.telegram.calls.of(*POSTS, *EDITS, "deleteMessage", chat=self.group.id)

    def payloads(self) -> list[str]:
        """See ``cribbage.Match``."""
        return [plain(call.payload) for call in self.calls()]

    def assert_within_limits(self) -> None:
        """Raise ``AssertionError`` where the group got more than it may, or buttons too long."""
        assert Record(self.calls()).busiest() <= 18
        assert not self.telegram.calls.refused(429)
        data = [found for call in self.telegram.calls for found in DATA.findall(call.payload)]
        assert data
        assert max(len(each.encode()) for each in data) <= CALLBACK_DATA_BYTES


def plain(payload: str) -> str:
    """Return a payload without its tags."""
    return re.sub(r"</?\w+>", "", payload)
