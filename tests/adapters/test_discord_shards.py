"""Several connections to Discord: what becomes of a server whose connection is away."""

import asyncio
from collections.abc import Awaitable, Callable

import discord
import pytest

from adapters.discord_beginnings import PAUSE_SECONDS_MAX
from adapters.discord_bot import DEAF_SECONDS, SILENCE_SECONDS, DiscordSettings, set_up_library
from adapters.discord_clients import RETRY_SECONDS_MAX, ShortBackoff
from adapters.discord_shards import Shards
from bot.health import report_on
from bot.house.settings import HouseSettings
from bot.supervise import AdapterState
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.live import Live, swiftly_by

SHARDS = 3


class Pair:
    """Two servers that come over a connection each, with a table in both; a third has none."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.gateway = live.discord.gateway
        self.guild = self._over_another_than(live.guild)
        self.table: Channel = self.guild.text_channel("far")
        self.shard = shard_of(self.guild)

    def _over_another_than(self, near: Guild) -> Guild:
        while True:
            guild = self.live.discord.guild("Far", members=self.live.friends)
            if shard_of(guild) != shard_of(near):
                return guild

    async def all_connected(self) -> None:
        """Wait until all are; one whose sessions were refused is not begun anew in haste."""
        patience = PAUSE_SECONDS_MAX + 60
        await self.live.discord.until(lambda: len(self.gateway.connected) == SHARDS, patience)
        await self.live.is_up()

    def far_goes_away(self) -> None:
        """Let the connection of the second server be lost, and not come back."""
        self.gateway.refused_shards = {self.shard}
        self.gateway.drop(4000, shard=self.shard)

    async def far_comes_back(self) -> None:
        """Let it come back, whatever becomes of the others."""
        self.gateway.refused_shards = set()

        def is_there() -> bool:
            return self.shard in {one.shard[0] for one in self.gateway.connected}

        await self.live.discord.until(is_there, PAUSE_SECONDS_MAX + 60)

    async def comes_back(self) -> None:
        self.gateway.refused_shards = set()
        await self.all_connected()

    async def deal_far(self) -> None:
        live = self.live
        await live.lobby(self.table)
        await live.press(live.bob, "Join", self.table)
        await live.press(live.ann, "Deal", self.table)
        await live.shows("cards are out", self.table)

    async def ends_without_haste(self, table: Channel) -> None:
        """Play a table's round to its end, and see that nobody's time ran out."""
        live = self.live
        assert "cards are out" in table.newest.text
        await live.press(live.ann, "Stand", table)
        await live.press(live.bob, "Stand", table)
        await live.shows("results", table)
        assert "timed out" not in table.newest.text


def shard_of(guild: Guild) -> int:
    return (guild.id >> 22) % SHARDS


def apart(test: Callable[[Pair], Awaitable[None]]) -> Callable[..., None]:
    """Give a test a ``Pair`` whose connections are up."""

    async def run(live: Live) -> None:
        await live.stop()
        live.discord.gateway.shards = SHARDS
        pair = Pair(live)
        await live.start()
        await pair.all_connected()
        await test(pair)

    run.__name__ = test.__name__
    return swiftly_by(HouseSettings(), sharded=True)(run)


# --- one is away ------------------------------------------------------------------------------


@pytest.mark.row(82)
@apart
async def test_a_connection_that_is_away_holds_up_no_server_of_another(pair: Pair):
    live = pair.live
    await live.deal()
    starts = live.health.starts
    pair.far_goes_away()
    await asyncio.sleep(20)
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")
    await asyncio.sleep(DEAF_SECONDS + 60)
    assert live.health.starts == starts
    await live.lobby(live.guild.text_channel("other"))


@pytest.mark.row(82)
@apart
async def test_servers_of_a_connection_that_is_away_wait_and_nobody_loses_time(pair: Pair):
    await pair.deal_far()
    pair.far_goes_away()
    await asyncio.sleep(DEAF_SECONDS + 60)
    await pair.comes_back()
    await asyncio.sleep(10)
    await pair.ends_without_haste(pair.table)


@pytest.mark.row(82)
@apart
async def test_a_connection_that_is_soon_back_gives_nobody_more_time(pair: Pair):
    live = pair.live
    await pair.deal_far()
    pair.gateway.drop(4000, shard=pair.shard)
    await asyncio.sleep(60)
    await live.shows("results", pair.table)
    assert "timed out" in pair.table.newest.text


@pytest.mark.row(82)
@apart
async def test_health_says_how_many_are_away_while_any_is(pair: Pair):
    live = pair.live
    pair.far_goes_away()
    await asyncio.sleep(SILENCE_SECONDS + 10)
    assert live.health.state is AdapterState.WAITING
    assert live.health.why.startswith("1 of 3 connections is away")
    report = report_on(live.health, asyncio.get_running_loop().time())
    assert (report.well, report.down) == (False, False)
    await pair.comes_back()
    assert (live.health.why, live.health.partly) == ("", False)


@pytest.mark.row(82)
@apart
async def test_a_server_with_an_outage_of_its_own_waits_on_when_its_connection_is_back(pair: Pair):
    await pair.deal_far()
    pair.guild.fail()
    await asyncio.sleep(1)
    pair.far_goes_away()
    await asyncio.sleep(SILENCE_SECONDS + 10)
    await pair.comes_back()
    await asyncio.sleep(120)
    pair.guild.recover()
    await asyncio.sleep(10)
    await pair.ends_without_haste(pair.table)


@pytest.mark.row(82)
@apart
async def test_one_that_is_lost_while_the_library_is_at_another_is_noticed(pair: Pair):
    live = pair.live
    await pair.deal_far()
    pair.gateway.says_hello = False
    pair.gateway.drop(4000, shard=shard_of(live.guild))
    await asyncio.sleep(1)
    pair.gateway.drop(4000, shard=pair.shard)
    await asyncio.sleep(SILENCE_SECONDS + 8)
    assert live.health.why.startswith("2 of 3 connections are away")
    pair.gateway.says_hello = True
    await pair.all_connected()
    await asyncio.sleep(10)
    await pair.ends_without_haste(pair.table)


@apart
async def test_one_that_is_greeted_twice_leaves_no_other_away(pair: Pair):
    live = pair.live
    await live.stop()
    live.launch()
    await live.discord.until(lambda: len(pair.gateway.connected) == SHARDS, 60)
    await asyncio.sleep(1)
    pair.gateway.greet_again(pair.gateway.connected[0].shard[0])
    await live.is_up()
    assert live.health.starts == 1


@pytest.mark.row(84)
@apart
async def test_one_that_is_away_at_the_start_holds_up_only_its_own_servers(pair: Pair):
    live = pair.live
    await pair.deal_far()
    await live.stop()
    pair.gateway.refused_shards = {pair.shard}
    live.launch()
    await asyncio.sleep(DEAF_SECONDS + 60)
    assert live.health.starts == 1
    await live.lobby()
    await pair.comes_back()
    await asyncio.sleep(10)
    await pair.ends_without_haste(pair.table)


@pytest.mark.row(82)
@apart
async def test_a_server_that_put_us_out_while_we_were_away_gets_every_bet_back(pair: Pair):
    live = pair.live
    await live.deal()
    await pair.deal_far()
    await live.stop()
    live.guild.kick_bot()
    await live.start()
    await pair.all_connected()
    await asyncio.sleep(5)
    assert await live.chips(live.ann, live.bob) == [1_000, 1_000]
    await pair.ends_without_haste(pair.table)


@pytest.mark.row(82)
@apart
async def test_a_server_that_put_us_out_while_its_session_was_lost_gets_every_bet_back(pair: Pair):
    live = pair.live
    await live.deal()
    await live.discord.goes_offline()
    await asyncio.sleep(20)
    pair.gateway.forget_sessions()
    live.guild.kick_bot()
    await live.discord.comes_back()
    await pair.all_connected()
    await asyncio.sleep(5)
    assert await live.chips(live.ann, live.bob) == [1_000, 1_000]


@pytest.mark.row(84)
@apart
async def test_one_that_uses_up_the_day_leaves_the_others_be_and_a_start_for_all(pair: Pair):
    live = pair.live
    pair.gateway.budget_left = SHARDS + 3
    pair.far_goes_away()
    await asyncio.sleep(DEAF_SECONDS)
    assert pair.gateway.budget_left == SHARDS
    await live.lobby()
    pair.gateway.budget_left = 1000
    await pair.comes_back()
    await live.lobby(pair.table)


# --- all are away -----------------------------------------------------------------------------


@pytest.mark.row(82)
@apart
async def test_all_are_built_anew_when_none_comes_back(pair: Pair):
    live = pair.live
    await pair.deal_far()
    starts = live.health.starts
    pair.gateway.refused_shards = set(range(SHARDS))
    pair.gateway.drop(4000)
    await asyncio.sleep(DEAF_SECONDS + 60)
    assert live.health.starts > starts
    pair.gateway.refused_shards = {pair.shard}
    await live.discord.until(lambda: live.health.partly, PAUSE_SECONDS_MAX + 60)
    await asyncio.sleep(120)
    await pair.far_comes_back()
    await asyncio.sleep(10)
    await pair.ends_without_haste(pair.table)


@apart
async def test_servers_come_over_as_many_connections_as_discord_wants(pair: Pair):
    live = pair.live
    await live.stop()
    pair.gateway.shards = 4
    others = [live.discord.guild(f"More {n}", members=live.friends) for n in range(3)]
    await live.start()
    await live.discord.until(lambda: len(pair.gateway.connected) == 4, 60)
    for guild in (live.guild, pair.guild, *others):
        await live.lobby(guild.text_channel("games"))


# --- which wait -------------------------------------------------------------------------------


def guild_over(shard: int, number: int = 1) -> int:
    """Return the number of a guild that comes over one of two connections."""
    return (2 * number + shard) << 22


def test_only_guilds_of_a_connection_that_is_long_away_wait():
    shards = Shards(30)
    shards.begin(2, now=0)
    shards.up(0)
    assert shards.due(30) == []
    assert shards.due(31) == [1]
    assert shards.let_wait(1, [guild_over(0), guild_over(1)]) == {guild_over(1)}
    assert shards.due(36) == []
    assert shards.up(1) == {guild_over(1)}
    assert (shards.away, shards.overdue) == (0, False)


def test_to_hear_again_that_one_is_away_does_not_begin_its_time_anew():
    shards = Shards(30)
    shards.begin(2, now=0)
    for now in (10, 20, 30):
        shards.down(1, now)
    shards.begin(2, now=31)
    assert shards.due(31) == [0, 1]


def test_one_that_came_back_meanwhile_lets_nobody_wait():
    shards = Shards(30)
    shards.begin(2, now=0)
    shards.up(1)
    assert shards.let_wait(1, [guild_over(1)]) == frozenset()
    assert not shards.overdue


def test_connections_of_another_number_are_new_ones():
    shards = Shards(30)
    shards.begin(2, now=0)
    shards.let_wait(1, [guild_over(1)])
    assert shards.begin(4, now=60) == {guild_over(1)}
    assert shards.due(90) == []
    assert shards.words == "4 of 4 connections are away and built anew"


def test_the_library_looks_after_the_other_connections_again_within_seconds():
    set_up_library(DiscordSettings("any"))
    kinds = discord.shard.EventType
    tries = discord.shard.EventItem(kinds.reconnect, None, None)
    assert discord.shard.EventItem(kinds.resume, None, None) < tries
    assert discord.shard.EventItem(kinds.identify, None, None) < tries
    assert vars(discord.shard)["ExponentialBackoff"] is ShortBackoff
    pauses = ShortBackoff()
    assert max(pauses.delay() for _ in range(100)) == RETRY_SECONDS_MAX
