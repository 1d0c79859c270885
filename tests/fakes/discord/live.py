"""The whole bot in this process, on the stand-in for Discord, with a store in memory."""

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr

from adapters.discord_ids import chat_id, player_id
from bot.basics import community_of
from bot.config import Settings
from bot.house.settings import HouseSettings
from bot.ledger import wallet
from bot.supervise import AdapterState
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import User
from tests.fakes.discord.people import Where as Pressable
from tests.fakes.discord.stand_in import Discord
from tests.fakes.hosted import Hosted
from tests.fakes.stores import SlowStore
from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.waiting import NEW_YEAR

PATIENCE = 600
"""How long a table may take to show something, in seconds of whatever clock is in use."""


@dataclass
class Live(Hosted):
    """A bot that runs here, and three friends in a channel of a guild.

    ``slow`` is its store, which takes its time if told; ``sharded`` lets Discord say over how many
    connections.
    """

    discord: Discord
    slow: SlowStore = field(default_factory=SlowStore)
    sharded: bool = False

    def __post_init__(self) -> None:
        self.store = self.slow
        self.ann, self.bob, self.cat = (self.discord.user(name) for name in ("Ann", "Bob", "Cat"))
        self.friends = [self.ann, self.bob, self.cat]
        self.guild = self.discord.guild("Friends", members=self.friends)
        self.table = self.guild.text_channel("cards")
        self.asked: list[Interaction] = []

    # --- the bot ------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the bot, and wait until it serves."""
        self.launch()
        await self.is_up()

    def launch(
        self, token: str | None = None, api_url: str | None = None, gateway_url: str | None = None
    ) -> None:
        """Start the bot."""
        self.host(
            Settings(
                discord_token=SecretStr(token or self.discord.token),
                discord_api_url=api_url or self.discord.api_url,
                discord_gateway_url=gateway_url or self.discord.gateway_url,
                discord_sharded=self.sharded,
                house=self.house,
            )
        )

    async def is_up(self) -> None:
        """Wait until the bot serves; it may rest for over a minute before it tries again."""
        await self.discord.until(lambda: self.health.state is AdapterState.RUNNING, PATIENCE)

    # --- people -------------------------------------------------------------------------------

    async def types(
        self, who: User, line: str, where: Channel | None = None, **options: object
    ) -> Interaction:
        """Use a command and wait for its answer."""
        return await self._answered(await who.types(where or self.table, line, **options))

    async def press(self, who: User, label: str, where: Pressable | None = None) -> Interaction:
        """Press a button and wait for its answer."""
        return await self._answered(await who.presses(where or self.table, label))

    async def forge(self, who: User, message: Message, custom_id: str) -> Interaction:
        """Press a button that a message may not have, and wait for the answer."""
        return await self._answered(await who.forges(message, custom_id))

    async def beat(self) -> None:
        """Wait until the bot has taken everything so far: it answers somebody else meanwhile."""
        dora = self.discord.user("Dora")
        self.guild.enter(dora)
        await self.types(dora, "/help")

    async def _answered(self, asked: Interaction) -> Interaction:
        self.asked.append(asked)
        await self.discord.until(lambda: asked.acked and not asked.thinking, PATIENCE)
        return asked

    async def shows(self, words: str, where: Channel | None = None) -> None:
        """Wait until the newest table in a channel shows some words."""
        here = where or self.table
        await self.discord.until(lambda: here.posted() and words in here.newest.text, PATIENCE)

    async def lobby(self, where: Channel | None = None) -> None:
        """Let Ann open a table, and wait until it is there."""
        await self.types(self.ann, "/join", where, bet="50")
        await self.shows("bets are open", where)

    async def deal(self) -> None:
        """Let Ann and Bob play; wait until the cards are out."""
        await self.lobby()
        await self.press(self.bob, "Join")
        await self.press(self.ann, "Deal")
        await self.shows("cards are out")

    async def chips(self, *people: User) -> list[int]:
        """Return what people hold, of all three friends unless told."""
        community = community_of(chat_id(self.guild.id, self.table.id))
        wallets = [wallet(community, player_id(who.id)) for who in people or self.friends]
        held = await self.store.balances(wallets)
        return [held[one] for one in wallets]

    # --- what must hold -----------------------------------------------------------------------

    def assert_well(self) -> None:
        """Raise ``AssertionError`` unless everything asked has one answer, and none is public."""
        assert not self.discord.calls.public_responses()
        assert all(len(asked.acks) == 1 for asked in self.asked)


@asynccontextmanager
async def swift_live(house: HouseSettings, *, sharded: bool = False) -> AsyncIterator[Live]:
    """Run the bot on a loop whose time jumps, on a Discord that keeps its limits."""
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        discord.limits.enforced = True
        live = Live(discord=discord, clock=clock, house=house, sharded=sharded)
        await live.start()
        try:
            yield live
        finally:
            await live.stop()
        discord.assert_clean()


Test = Callable[..., Coroutine[Any, Any, None]]


def swiftly(test: Test) -> Callable[..., None]:
    """Give a test ``live`` on a loop whose time jumps; the rest of what it takes is fixtures.

    At the end everything that was asked has one answer, and none is public.
    """
    return swiftly_by(HouseSettings())(test)


def swiftly_by(
    house: HouseSettings, *, sharded: bool = False
) -> Callable[[Test], Callable[..., None]]:
    """Do as ``swiftly``, for a house of other settings, or on several connections."""

    def decorate(test: Test) -> Callable[..., None]:
        signature = inspect.signature(test)

        @in_no_time
        async def run(*given: Any, **more: Any) -> None:
            async with swift_live(house, sharded=sharded) as live:
                await test(live, *given, **more)
                live.assert_well()

        fixtures = [part for name, part in signature.parameters.items() if name != "live"]
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate
