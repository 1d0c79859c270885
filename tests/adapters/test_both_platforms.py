"""Both platforms in one process, as an admin starts it: one house, and no adapter harms another."""

import asyncio
import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.health import Verdict
from storage.audit import audit
from tests.fakes.discord.stand_in import Discord
from tests.fakes.page import free_port, page_at
from tests.fakes.process import BotProcess
from tests.fakes.telegram.stand_in import TOKEN, Telegram
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.discord.fixtures", "tests.fakes.telegram.fixtures"]

PATIENCE_SECONDS = 30.0


class Side(ABC):
    """Ann and Bob at a table of one platform; their names are the same on both."""

    ann: Any
    bob: Any
    platform: Any

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is true of what the platform shows."""
        await self.platform.until(condition, PATIENCE_SECONDS)

    @property
    @abstractmethod
    def table(self) -> Any:
        """The newest message at the table."""

    @abstractmethod
    async def joins(self, bet: str) -> None:
        """Let Ann open a table."""

    @abstractmethod
    async def press(self, who: Any, label: str) -> str:
        """Let somebody press a button at the table, and return the answer."""

    async def shows(self, words: str) -> None:
        """Wait until the table shows these words."""
        await self.until(lambda: words in self.table.text)

    async def changes(self, before: str) -> None:
        """Wait until the table shows something else."""
        await self.until(lambda: self.table.text != before)

    async def opens(self, bet: str) -> str:
        """Let Ann and Bob sit down; return what Ann is told of her chips."""
        await self.joins(bet)
        await self.shows(f"Ann · {bet}")
        await self.press(self.bob, "Join")
        await self.shows("Bob · 10")
        return await self.press(self.ann, "My chips")

    async def deals(self) -> None:
        """Deal, and wait until the cards are out; naturals may end the round at once."""
        await self.press(self.ann, "Deal")
        await self.until(lambda: {"My cards", "Again"} & set(self.table.labels))

    async def plays_on(self) -> None:
        """Stand, whoever still may, until the round is over; then deal another."""
        await self.is_over()
        for who in (self.ann, self.bob):
            await self.press(who, "Again")
        await self.shows("round 2")
        await self.is_over()

    async def is_over(self) -> None:
        """Stand, whoever still may, until the round is over."""
        while "Again" not in self.table.labels:
            before = self.table.text
            for who in (self.ann, self.bob):
                for label in {"No", "Stand"} & set(self.table.labels):
                    await self.press(who, label)
            await self.changes(before)


class OnTelegram(Side):
    """A supergroup."""

    def __init__(self, telegram: Telegram) -> None:
        self.platform = telegram
        self.ann, self.bob = telegram.user("Ann"), telegram.user("Bob")
        self.group = telegram.supergroup("Friends", members=[self.ann, self.bob])

    @property
    def table(self) -> Any:
        return [message for message in self.group.posted() if message.labels][-1]

    async def joins(self, bet: str) -> None:
        await self.ann.says(self.group, f"/join {bet}")
        await self.until(lambda: any(message.labels for message in self.group.posted()))

    async def press(self, who: Any, label: str) -> str:
        press = await who.presses(self.group, label)
        await self.until(lambda: press.alert)
        return press.text or ""


class OnDiscord(Side):
    """A channel."""

    def __init__(self, discord: Discord) -> None:
        self.platform = discord
        self.ann, self.bob = discord.user("Ann"), discord.user("Bob")
        self.channel = discord.guild("Friends", members=[self.ann, self.bob]).text_channel("cards")

    @property
    def table(self) -> Any:
        return self.channel.newest

    async def joins(self, bet: str) -> None:
        await self.ann.types(self.channel, "/join", bet=bet)
        await self.until(self.channel.posted)

    async def press(self, who: Any, label: str) -> str:
        press = await who.presses(self.channel, label)
        await self.until(lambda: press.acked and not press.thinking)
        return press.text or ""


@dataclass
class Both:
    """A bot on two platforms, and what it says of itself."""

    bot: BotProcess
    port: int
    there: OnTelegram
    here: OnDiscord

    async def deal(self) -> None:
        """Deal at a table of each platform; people have wallets of their own on each."""
        told = await self.there.opens("50"), await self.here.opens("70")
        assert told == (
            "You have 950 chips and 50 at the table.",
            "You have 930 chips and 70 at the table.",
        )
        await asyncio.gather(self.there.deals(), self.here.deals())

    async def is_(self, verdict: Verdict, why: str = "") -> dict[str, Any]:
        """Wait until this is how it is, for a reason if told, and return how its adapters are."""

        def is_so(report: dict[str, Any]) -> bool:
            reasons = [facts["why"] for facts in report["adapters"].values()]
            return report["health"] == verdict and any(why in reason for reason in reasons)

        async with asyncio.timeout(PATIENCE_SECONDS), page_at(self.port) as page:
            while not is_so(report := json.loads((await page.get())[1])):  # noqa: ASYNC110 -- a page says nothing by itself
                await asyncio.sleep(0.2)
        adapters: dict[str, Any] = report["adapters"]
        return adapters

    async def states(self) -> set[tuple[str, str]]:
        """Return in which state the metrics say that each adapter is."""
        async with page_at(self.port) as page:
            _, metrics = await page.get("/metrics")
        line = r'croupier_adapter_state{platform="(\w+)",state="(\w+)"} 1\.0'
        return set(re.findall(line, metrics))

    async def comes_down(self) -> None:
        """Ask the bot to end, which it does at once."""
        began = time.monotonic()
        assert await self.bot.stop() == 0
        assert time.monotonic() - began < 5


@pytest.fixture
async def both(telegram: Telegram, discord: Discord, tmp_path: Path) -> AsyncIterator[Both]:
    port = free_port()
    bot = BotProcess(telegram, tmp_path, {"HEALTH_PORT": str(port)}, beside=[discord])
    both = Both(bot, port, OnTelegram(telegram), OnDiscord(discord))
    await bot.start()
    yield both
    assert await bot.stop() == 0
    assert audit(bot.database).clean
    assert telegram.token not in bot.said
    assert discord.token not in bot.said


@pytest.mark.row(83, 92, 100)
async def test_where_discord_dies_for_good_telegram_goes_on(both: Both):
    await both.deal()
    both.here.platform.gateway.drop(4014)
    adapters = await both.is_(Verdict.DEGRADED, "newer Croupier")
    assert {name: facts["state"] for name, facts in adapters.items()} == {
        "telegram": "running",
        "discord": "failed",
    }
    assert await both.states() == {("telegram", "running"), ("discord", "failed")}
    await both.there.plays_on()


@takes_long
@pytest.mark.row(83, 92)
async def test_where_discord_takes_the_token_away_telegram_goes_on(both: Both):
    await both.deal()
    both.here.platform.server.token = "another"  # noqa: S105 -- opens nothing
    both.here.platform.gateway.drop(4004)
    adapters = await both.is_(Verdict.DEGRADED, "does not know this token")
    assert adapters["discord"]["state"] == "failed"
    await both.there.plays_on()


@takes_long
@pytest.mark.row(92, 93, 100)
async def test_where_telegram_revokes_the_token_discord_goes_on(both: Both):
    await both.deal()
    await both.comes_down()
    await both.bot.start()
    await both.is_(Verdict.WELL)
    both.there.platform.server.token = "another"  # noqa: S105 -- opens nothing
    await both.there.ann.says(both.there.group, "/table")
    adapters = await both.is_(Verdict.DEGRADED, "was refused")
    assert adapters["discord"]["state"] == "running"
    assert adapters["telegram"]["state"] in {"waiting", "starting"}
    await both.here.plays_on()
    await both.is_(Verdict.DEGRADED)
    both.there.platform.server.token = TOKEN
    await both.is_(Verdict.WELL)
    await both.there.plays_on()
