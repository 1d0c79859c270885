"""The bot as its own process on a Discord of its own: friends play, and nothing gets lost."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.cribbage import faces
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.interactions import Ack, Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import User, Where
from tests.fakes.discord.stand_in import Discord
from tests.fakes.open_cards import open_cards_of
from tests.fakes.process import BotProcess
from tests.fakes.stores import opened
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.discord.fixtures"]

PATIENCE_SECONDS = 30.0

OWN = re.compile(r"Your (?:hand|bank) · .*")


@dataclass
class Evening:
    """A bot, a channel of three of whom Cat takes no private messages, and what they do."""

    discord: Discord
    bot: BotProcess
    channel: Channel
    ann: User
    bob: User
    cat: User
    asked: list[Interaction] = field(default_factory=list)

    @property
    def everyone(self) -> tuple[User, User, User]:
        return self.ann, self.bob, self.cat

    @property
    def table(self) -> Message:
        """The newest message of the bot."""
        return self.channel.newest

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something shows."""
        await self.discord.until(condition, PATIENCE_SECONDS)

    async def shows(self, words: str) -> None:
        """Wait until the table shows these words."""
        await self.until(lambda: self.channel.posted() and words in self.table.text)

    # --- what they do ---------------------------------------------------------------------------

    async def answered(self, asked: Interaction) -> Interaction:
        """Wait for the answer to what somebody did."""
        self.asked.append(asked)
        await self.until(lambda: asked.acked and not asked.thinking)
        return asked

    async def press(self, who: User, label: str, where: Where | None = None) -> Interaction:
        """Press a button and wait for the answer."""
        return await self.answered(await who.presses(where or self.channel, label))

    async def types(self, who: User, command: str, **options: object) -> Interaction:
        """Use a command and wait for the answer."""
        return await self.answered(await who.types(self.channel, command, **options))

    async def sits_down(self) -> None:
        """Open a table; everybody joins it."""
        await self.types(self.ann, "/join", bet="50")
        await self.shows("Ann · 50")
        await self.press(self.bob, "Join")
        await self.types(self.cat, "/join", bet="20")
        await self.shows("Cat · 20")

    async def looks(self, who: User) -> Message:
        """Return what My cards shows somebody: a panel that nobody else sees."""
        peek = await self.press(who, "My cards")
        assert peek.acks == [Ack.MESSAGE]
        assert peek.private is not None
        return peek.private

    async def deals(self) -> None:
        """Deal until a round is one in which Ann and Cat both have to decide."""
        await self.press(self.ann, "Deal")
        await self.until(lambda: {"My cards", "Again"} & set(self.table.labels))
        while not self.awaits({"Ann", "Cat"}):  # a natural plays itself
            await self.goes_on()

    async def goes_on(self) -> None:
        """Play a round to its end and go on to the next."""
        await self.all_stand()
        number = self.round
        for who in self.everyone:
            await self.press(who, "Again")
        await self.until(lambda: self.round > number)

    @property
    def round(self) -> int:
        """Which round the table shows."""
        found = re.search(r"round (\d+)", self.table.text)
        assert found is not None
        return int(found[1])

    def awaits(self, names: set[str]) -> bool:
        """Whether the table waits for all of these."""
        found = re.search(r"^Waiting for (.*?) ·", self.table.text, re.MULTILINE)
        return found is not None and names <= set(found[1].split(", "))

    async def all_stand(self) -> None:
        """Stand, whoever still may, then the bank. Nobody insures."""
        while "Again" not in self.table.labels:
            before = repr(self.table)
            for who in self.everyone:
                for label in {"No", "Stand"} & set(self.table.labels):
                    await self.press(who, label)
            await self.changes(before)

    async def changes(self, before: str) -> None:
        """Wait until the table shows something else."""
        await self.until(lambda: repr(self.table) != before)

    async def killed(self) -> None:
        """End the bot in the middle of whatever it does, look at its books, start it again."""
        await self.bot.kill()
        assert audit(self.bot.database).clean
        await self.bot.start()

    # --- what must hold -------------------------------------------------------------------------

    async def assert_nothing_hidden(self) -> int:
        """Raise ``AssertionError`` where the channel got a card that its table had not shown.

        Returns how many cards it got.
        """
        calls = self.discord.calls.where(lambda call: call.channel_id == self.channel.id)
        async with opened(self.bot.database) as store:
            return sum([await cards_in(call.payload, store) for call in calls])

    def assert_only_for_their_owners(self) -> None:
        """Raise ``AssertionError`` where cards reached anybody in private but their owner."""
        for message in self.channel.messages.values():
            assert not (message.ephemeral and not message.seen_by(message.only_for))
        assert not self.discord.calls.public_responses()
        assert not self.cat.private.posted()

    def assert_log_tells_nothing(self) -> None:
        """Raise ``AssertionError`` where the log has a token, a card or a name."""
        said = self.bot.said
        assert self.discord.token not in said
        assert not faces(said)
        assert not re.search(r"\b(Ann|Bob|Cat|stand-in-token)\b", said)


async def cards_in(payload: str, store: SqliteStore) -> int:
    """Return how many cards the channel got, all of which its table showed by then."""
    shown = faces(payload)
    head = re.search(r"round (\d+) · ([\w ’]+)", payload)
    if head is None or head[2] == "bets are open":
        assert not shown, payload
        return 0
    in_play, by_now = await open_cards_of(store, 1, int(head[1]))
    assert shown <= (by_now if head[2] in {"results", "closed"} else in_play), payload
    return len(shown)


@pytest.fixture
async def evening(discord: Discord, tmp_path: Path) -> AsyncIterator[Evening]:
    ann, bob, cat = discord.user("Ann"), discord.user("Bob"), discord.user("Cat", dms_closed=True)
    channel = discord.guild("Friends", members=[ann, bob, cat]).text_channel("cards")
    bot = BotProcess(discord, tmp_path, {"LOG_LEVEL": "DEBUG"})
    await bot.start()
    evening = Evening(discord, bot, channel, ann, bob, cat)
    yield evening
    assert await bot.stop() == 0
    assert all(len(asked.acks) == 1 for asked in evening.asked)
    assert await evening.assert_nothing_hidden()
    evening.assert_only_for_their_owners()
    evening.assert_log_tells_nothing()
    assert audit(bot.database).clean


def own(panel: Message) -> str:
    """Return the line of a panel that has the person's own cards."""
    found = OWN.search(panel.text)
    assert found is not None
    assert len(faces(found[0])) >= 2
    return found[0]


OLD = ("That button is from an earlier moment.", "No cards are out.")
"""How it is said that a button is of something that is over."""


@pytest.mark.row(66, 68, 73)
async def test_three_friends_play_on_although_the_bot_is_killed_in_mid_round(evening):
    await evening.sits_down()
    asked = await evening.press(evening.bob, "Bank")
    await evening.press(evening.bob, "All 1,000", asked)
    await evening.shows("Bob with 1,000")
    await evening.deals()
    before = [await evening.looks(who) for who in evening.everyone]
    panel, dealt = evening.ann.private.newest, evening.table
    seen = [message.button("Stand").custom_id for message in (panel, dealt, before[2])]
    assert own(panel) == own(before[0])
    await evening.killed()
    assert [own(await evening.looks(who)) for who in evening.everyone] == list(map(own, before))
    await evening.press(evening.ann, "Stand", panel)
    await evening.press(evening.cat, "Stand", before[2])
    await evening.all_stand()
    pressed = zip(evening.everyone, (panel, dealt, before[2]), seen, strict=True)
    for who, message, custom_id in pressed:
        late = await evening.answered(await who.forges(message, custom_id))
        assert (late.private or message).text.startswith(OLD)


@takes_long
@pytest.mark.row(68)
async def test_an_evening_of_rounds_with_a_bank_that_passes_and_a_bot_killed_at_any_moment(evening):
    await evening.sits_down()
    asked, lobby = await evening.press(evening.bob, "Bank"), evening.table
    await evening.killed()
    await evening.press(evening.bob, "Half 500", asked)
    await evening.press(evening.ann, "+", lobby)
    await evening.shows("Ann · 60")
    await evening.shows("Bob with 500")
    await evening.deals()
    for _ in range(3):
        cut_off = await evening.cat.presses(evening.channel, "Stand")
        await evening.killed()
        if not cut_off.acked:  # as Cat reads too: the application did not respond
            del evening.discord.interactions[cut_off.id]
        await evening.types(evening.bob, "/pass_bank")
        await evening.goes_on()
        while not evening.awaits({"Ann", "Cat"}):
            await evening.goes_on()
    await evening.all_stand()
    await evening.types(evening.ann, "/stop")
    await evening.shows("closed")
