"""The whole bot in this process, on a stand-in, with a store in memory."""

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from bot.config import Settings
from bot.house.settings import HouseSettings
from bot.ports import Entropy
from bot.serving import BotApp
from tests.fakes.hosted import Hosted
from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.telegram.chats import Chat, Place
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.telegram.world import Press
from tests.fakes.waiting import NEW_YEAR


@dataclass
class Live(Hosted):
    """A bot that runs here, and three friends in a supergroup."""

    telegram: Telegram

    def __post_init__(self) -> None:
        self.ann, self.bob, self.cat = (self.telegram.user(name) for name in ("Ann", "Bob", "Cat"))
        self.group = self.telegram.supergroup("Friends", members=[self.ann, self.bob, self.cat])

    async def start(self) -> None:
        """Start the bot, and wait until it listens."""
        waits = self.telegram.updates.waits
        await self.launch()
        await self.telegram.until(lambda: self.telegram.updates.waits > waits)

    async def launch(self, token: str | None = None) -> None:
        """Start the bot."""
        self.host(
            Settings(
                telegram_token=SecretStr(token or self.telegram.token),
                telegram_api_url=self.telegram.url,
                house=self.house,
            )
        )

    async def starts(self, *people: User) -> None:
        """Let people start the bot in private."""
        for who in people:
            await who.starts_bot()
            await self.telegram.until(who.private.posted)

    async def press(self, who: User, label: str, where: Place | None = None) -> Press:
        """Press a button and wait for the answer."""
        press = await who.presses(where or self.group, label)
        await self.telegram.until(lambda: press.alert)
        return press

    async def lobby(self, place: Chat | None = None) -> None:
        """Let Ann open a table, and wait until it is there."""
        here = place or self.group
        await self.ann.says(here, "/join 50")
        await self.telegram.until(lambda: "bets are open" in here.view())

    async def deal(self) -> None:
        """Let Ann and Bob play; wait until the cards are out."""
        await self.lobby()
        await self.press(self.bob, "Join")
        await self.press(self.ann, "Deal")
        await self.telegram.until(lambda: "cards are out" in self.group.view())

    async def beat(self) -> None:
        """Wait until the bot has taken everything so far: it answers somebody else meanwhile."""
        dora = self.telegram.user("Dora")
        await dora.whispers("/help")
        await self.telegram.until(dora.private.posted)

    def assert_well(self) -> None:
        """Raise ``AssertionError`` unless every press has one answer and nothing is a reply."""
        assert not self.telegram.calls.replies()
        self.assert_answered()

    def assert_answered(self) -> None:
        """Raise ``AssertionError`` unless every press has exactly one answer."""
        assert not self.telegram.unanswered
        assert all(len(press.alerts) <= 1 for press in self.telegram.presses.values())


RICH = HouseSettings(welcome_chips=1_000_000)
"""A house at whose tables nobody runs out of chips in one evening."""

TRAVEL_SECONDS = 0.15
"""How far away Telegram is, there as well as back."""


@asynccontextmanager
async def swift_live(
    house: HouseSettings = RICH,
    built: type[BotApp] = BotApp,
    entropy: Entropy | None = None,
) -> AsyncIterator[Live]:
    """Run the bot on a loop whose time jumps; Telegram keeps its limits and is some way away."""
    clock = swift_clock(NEW_YEAR)
    async with Telegram(clock) as telegram:
        telegram.limits.enforced = True
        telegram.server.latency_seconds = TRAVEL_SECONDS
        live = Live(telegram, clock=clock, house=house, built=built)
        live.entropy = entropy or live.entropy
        await live.start()
        try:
            yield live
        finally:
            await live.stop()
        telegram.assert_clean()


def swiftly(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Give a test ``live`` on a loop whose time jumps; the rest of what it takes is fixtures.

    At the end every press has one answer, and nothing is a reply.
    """
    signature = inspect.signature(test)

    @in_no_time
    async def run(*given: Any, **more: Any) -> None:
        async with swift_live(HouseSettings()) as live:
            await test(live, *given, **more)
            live.assert_well()

    fixtures = [part for name, part in signature.parameters.items() if name != "live"]
    run.__name__, run.__doc__ = test.__name__, test.__doc__
    run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
    return run
