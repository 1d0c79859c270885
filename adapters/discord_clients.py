"""The library's clients, on one connection and on several, and what they listen to.

Neither gives up by itself while it may still begin anew: that is for who watches them.
"""

import asyncio
import logging
import math
import sys
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from adapters.discord_beginnings import Beginnings
from adapters.discord_events import DiscordEvents
from adapters.discord_patience import patience
from adapters.discord_shards import Shards, shard_of
from bot.ports import StoreFailed
from bot.supervise import AdapterState, Away, Health
from bot.trouble import log_failure

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

log = logging.getLogger(__name__)

RESTART_SECONDS = 5.0
"""No sooner is a connection built anew: a day has a thousand, then the token is taken away."""

RETRY_SECONDS_MAX = 15.0
"""The library waits for up to 17 minutes before it tries one of several connections again, and
looks after none of the others meanwhile."""


def check_left(limit: "SessionStartLimit", wanted: int) -> None:
    """Raise ``Away`` where so many connections are not left for today."""
    if limit["remaining"] < wanted:
        raise Away(f"no new connection for {limit['reset_after'] // 60_000} minutes")


class NotNow(OSError):
    """It is too early for a new session; the library tries again, as without a network."""


class ShortBackoff(ExponentialBackoff[Literal[False]]):
    """The library's pauses, none of them longer than ``RETRY_SECONDS_MAX``."""

    def delay(self) -> float:
        """See ``ExponentialBackoff``."""
        return min(super().delay(), RETRY_SECONDS_MAX)


@dataclass
class Sockets:
    """Every connection to the gateway that was begun, by ``connect`` of the library."""

    connect: Callable[..., Awaitable[aiohttp.ClientWebSocketResponse]]
    _opened: list[aiohttp.ClientWebSocketResponse] = field(default_factory=list)

    async def open(self, url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        """Begin one more."""
        self._opened = [socket for socket in self._opened if not socket.closed]
        socket = await self.connect(url, compress=compress)
        self._opened.append(socket)
        return socket

    async def close_last(self) -> None:
        """Close the one that was begun last; the library begins one after the other."""
        if self._opened:
            await self._opened.pop().close()

    async def close(self) -> None:
        """Close those that are still open."""
        await asyncio.gather(*(socket.close() for socket in self._opened), return_exceptions=True)


class _Listening(discord.Client):
    """What both kinds of client listen to; each fault is logged and harms no other event.

    ``guilds_in_play`` returns the numbers of all guilds with a table.
    """

    events: DiscordEvents
    health: Health
    sockets: Sockets
    beginnings: Beginnings
    guilds_in_play: Callable[[], Awaitable[Collection[int]]]

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """See ``discord.Client``; a session that begins while we come down is for nobody."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Begin anew only as often as a day allows: the library would go on.

        Raises ``NotNow`` where sessions began just now that did not last, or ``Away``.
        """
        shard, loop = shard_id or 0, asyncio.get_running_loop()
        if not initial:
            await asyncio.sleep(RESTART_SECONDS)
            if self.beginnings.is_early(shard, loop.time()):
                await self.sockets.close_last()  # the library would let it beat on
                raise NotNow("the last sessions have ended as soon as they had begun")
            async with patience():
                _, _, limit = await self.http.get_bot_gateway()
            self._check_left(limit)
        self.beginnings.note(shard, loop.time())

    def _check_left(self, limit: "SessionStartLimit") -> None:
        check_left(limit, 1)

    def _give_up(self, guilds: Collection[int]) -> None:
        """Give up the tables of servers that put us out meanwhile, for nobody tells of that."""
        for guild in guilds:
            self.events.guild_left(discord.Object(guild))

    def _look_for_outages(self, guilds: Sequence[discord.Guild]) -> None:
        """Let tables wait where the server was away before us, for nobody tells of that."""
        for guild in guilds:
            if guild.unavailable:
                self.events.guild_away(guild)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.events.take(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.events.guild_back(guild)
        self.events.guild_joined(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.events.guild_left(guild)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.events.guild_away(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.events.guild_back(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.events.channel_deleted(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self.events.channel_deleted(thread.guild_id, thread.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        del args, kwargs
        failure = sys.exception()
        if failure is not None:
            log_failure(log, event_method, failure)


class Client(_Listening):
    """A client on one connection."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Serve; raises ``Away`` where the first try fails, over which the library stumbles."""
        try:
            await super().connect(reconnect=reconnect)
        except AttributeError:
            if self.ws is not None:
                raise
            raise Away("the gateway does not answer") from None

    @property
    def is_heard(self) -> bool:
        """Whether the connection works."""
        up = self.is_ready() and self.health.state is AdapterState.RUNNING
        return up and math.isfinite(self.latency)

    async def look(self) -> None:
        """See ``ShardedClient``; there is nothing to look for."""

    async def on_ready(self) -> None:
        """A session has begun, and the servers that are there have been told."""
        self._came_up()
        self._look_for_outages(self.guilds)
        self._give_up(set(await self.guilds_in_play()) - {guild.id for guild in self.guilds})

    async def on_resumed(self) -> None:
        """A session goes on."""
        self._came_up()

    def _came_up(self) -> None:
        self.health.running()
        self.health.heard()

    async def on_disconnect(self) -> None:
        """The connection is lost; the library is at it."""
        if self.health.state is AdapterState.RUNNING:
            self.health.become(AdapterState.WAITING, "the connection is lost and built anew")


class ShardedClient(_Listening, discord.AutoShardedClient):
    """A client on as many connections as Discord wants: it is heard while one of them is up.

    Servers that come over another wait. That one is left to the library, which tries again and
    again: ``ShardInfo.reconnect`` would begin it twice where the library is just at it.
    """

    states: Shards

    def __init__(self, *, intents: discord.Intents, **options: Any) -> None:
        super().__init__(intents=intents, **options)
        self._told_before: dict[int, list[discord.Guild]] = {}

    def begin(self, count: int) -> None:
        """Expect so many connections; none of them is up."""
        self.shard_count = count
        self._go_on(self.states.begin(count, asyncio.get_running_loop().time()))

    @property
    def is_heard(self) -> bool:
        """Whether one of the connections works."""
        return any(self.states.is_up(one) and math.isfinite(late) for one, late in self.latencies)

    async def look(self) -> None:
        """Let tables wait whose connection has been away for long."""
        now = asyncio.get_running_loop().time()
        for number, connection in self.shards.items():
            if connection.is_closed():  # which is told once the library has time for it
                self.states.down(number, now)
        due = self.states.due(now)
        if not due:
            return
        try:
            guilds = await self.guilds_in_play()
        except StoreFailed:
            return  # the next look tries again
        for shard in due:
            waiting = self.states.let_wait(shard, guilds)
            log.warning("Discord: connection %s is away, %s servers wait", shard, len(waiting))
            for guild in waiting:
                self.events.guild_away(discord.Object(guild))
        self._tell_health()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """See ``_Listening``; the library goes on to keep what the last session told."""
        await super().before_identify_hook(shard_id, initial=initial)
        mine = [guild for guild in self.guilds if guild.shard_id == shard_id]
        self._told_before[shard_id or 0] = mine

    def _check_left(self, limit: "SessionStartLimit") -> None:
        """Leave enough for all to begin anew, and let the others be: raises ``NotNow``."""
        try:
            check_left(limit, self.states.count + 1)
        except Away as none_left:
            raise NotNow(str(none_left)) from None

    def _go_on(self, guilds: Collection[int]) -> None:
        """Let guilds go on that have waited for a connection."""
        for guild in guilds:
            self.events.guild_back(discord.Object(guild))

    def _tell_health(self) -> None:
        """Say how many connections are away; at the start all are given some time."""
        states, health = self.states, self.health
        if not states.away:
            health.running()
            return
        health.serve_partly(partly=states.away < states.count)
        if states.overdue or health.state is not AdapterState.STARTING:
            health.become(AdapterState.WAITING, states.words)

    # --- what is heard of connections ----------------------------------------------------------

    async def on_ready(self) -> None:
        """All have come; one that began anew meanwhile keeps the others from saying so."""
        for number, shard in self.shards.items():
            if not shard.is_closed():
                await self.on_shard_ready(number)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A session has begun over one connection, and its servers have been told."""
        await self.on_shard_resumed(shard_id)
        # What a session tells are new objects, also of guilds that one before it told.
        before = self._told_before.get(shard_id, [])
        told = [one for one in self.guilds if not any(one is old for old in before)]
        if before and not any(one.shard_id == shard_id for one in told):
            return  # nothing was told yet: it is just beginning anew
        self._told_before[shard_id] = []
        here = {one.id for one in told}
        mine = {
            guild
            for guild in await self.guilds_in_play()
            if shard_of(guild, self.states.count) == shard_id
        }
        self._give_up(mine - here)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A session goes on over one connection."""
        waited = self.states.up(shard_id)
        self.health.heard()
        self._go_on(waited)
        self._look_for_outages([one for one in self.guilds if one.shard_id == shard_id])
        self._tell_health()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """One connection is lost, or could not be brought back."""
        self.states.down(shard_id, asyncio.get_running_loop().time())
        self._tell_health()
