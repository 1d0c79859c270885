"""The Discord adapter: one connection at a time, built anew when it is lost for good.

The library keeps the connection: it beats, resumes and identifies anew by itself. Here is only what
it leaves to others: where to connect, and when to give up.
"""

import asyncio
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route
from discord.voice_client import VoiceClient

from adapters.discord_beginnings import Beginnings
from adapters.discord_calls import DiscordMessenger
from adapters.discord_clients import (
    RESTART_SECONDS,
    Client,
    ShardedClient,
    ShortBackoff,
    Sockets,
    check_left,
)
from adapters.discord_commands import Tree, synchronise
from adapters.discord_errors import seconds_told
from adapters.discord_events import DiscordEvents
from adapters.discord_ids import guild_of
from adapters.discord_patience import PAUSE_SECONDS_MAX, keep_time, patience
from adapters.discord_shards import Shards
from adapters.outside import Outside
from bot.ports import Store
from bot.supervise import Away, Fatal, Health, at_most, until_told

log = logging.getLogger(__name__)

API_URL = "https://discord.com/api/v10"
GATEWAY_URL = "wss://gateway.discord.gg/"

DEAF_SECONDS = 180.0
"""Where nothing came over any connection for so long, all of them are built anew."""

SILENCE_SECONDS = 30.0
"""So long may the line be down before the tables wait: resuming takes a few seconds."""

LOOK_SECONDS = 5.0
_CANCEL_SECONDS = 0.1

_SERVERS_FAULT = 500
_TOO_MANY = 429
_PASSING = frozenset({408, _TOO_MANY})
"""Statuses of answers that come and go."""

TOKEN_SHAPE = re.compile(r"[\w-]{10,100}\.[\w-]{4,20}\.[\w-]{20,100}", re.ASCII)

WRONG_TOKEN = (
    "Discord does not know this token; copy it anew from your bot's page into DISCORD_TOKEN"  # noqa: S105 -- a sentence
)

_FATAL = {
    4004: WRONG_TOKEN,
    4010: "Discord refuses our number of shards; set DISCORD_SHARDED=true",
    4011: "this bot is in so many servers that Discord wants shards; set DISCORD_SHARDED=true",
    4012: "Discord speaks another version of its gateway; install a newer Croupier",
    4013: "Discord does not know the events that we ask for; install a newer Croupier",
}
"""Closings of the gateway that starting again would not help (opcodes-and-status-codes)."""

_NO_INTENT = "Discord refuses the events that we ask for; install a newer Croupier"

_ELSEWHERE = (
    "what people press goes to the Interactions Endpoint URL of this application, and never here;"
    " empty that field on the page General Information"
)

_NOT_DISCORD = "what answers at DISCORD_API_URL is not Discord's API"

INVITE_RIGHTS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    read_message_history=True,
)
"""What the link asks for that brings us into a server."""


@dataclass(frozen=True, slots=True)
class DiscordSettings:
    """How to reach Discord; ``rules`` are the names of all sets of rules, for menus.

    ``sharded`` lets Discord say over how many connections its servers come.
    """

    token: str
    api_url: str = API_URL
    gateway_url: str | None = None
    sharded: bool = False
    rules: Sequence[str] = ()


@dataclass
class DiscordAdapter:
    """Serves Discord; see ``Adapter``. ``flush`` sends what may still go before the end.

    ``say`` tells whoever runs us the link that brings us into a server, once.
    """

    settings: DiscordSettings
    outside: Outside
    messenger: DiscordMessenger
    store: Store
    flush: Callable[[], Awaitable[None]]
    say: Callable[[str], None] = log.info
    health: Health = field(
        default_factory=lambda: Health("Discord", silence_seconds=SILENCE_SECONDS)
    )
    restart_seconds_min: ClassVar[float] = RESTART_SECONDS
    _events: DiscordEvents = field(init=False)
    _beginnings: Beginnings = field(default_factory=Beginnings)
    _shards: Shards = field(default_factory=lambda: Shards(SILENCE_SECONDS))

    def __post_init__(self) -> None:
        self._events = DiscordEvents(self.outside, self.messenger)

    async def run(self, stopping: asyncio.Event) -> None:
        """See ``Adapter``."""
        if not TOKEN_SHAPE.fullmatch(self.settings.token):
            raise Fatal(WRONG_TOKEN)
        client = self.new_client()
        try:
            await until_told(self._serve(client), stopping)
        except discord.LoginFailure:
            if self.health.last_ok is None:
                raise Fatal(WRONG_TOKEN) from None
            raise Away("a token that was good before was refused") from None
        except discord.PrivilegedIntentsRequired:
            raise Fatal(_NO_INTENT) from None
        except discord.ConnectionClosed as closed:
            if closed.code in _FATAL:
                raise Fatal(_FATAL[closed.code]) from None
            raise Away(f"the gateway closed, code {closed.code}") from None
        except (discord.GatewayNotFound, aiohttp.ClientError, OSError) as failure:
            raise Away(f"no connection ({type(failure).__name__})") from None
        except discord.HTTPException as failure:
            if failure.status not in _PASSING and failure.status < _SERVERS_FAULT:
                raise
            raise Away(f"Discord answers {failure.status}") from None
        finally:
            await self._come_down(client, last=stopping.is_set())

    def new_client(self) -> Client | ShardedClient:
        """Return a client that listens for us and is not connected yet."""
        set_up_library(self.settings)
        client = (ShardedClient if self.settings.sharded else Client)(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=PAUSE_SECONDS_MAX,
            http_trace=self._trace(),
        )
        client.events, client.health = self._events, self.health
        client.beginnings, client.guilds_in_play = self._beginnings, self._guilds_in_play
        if isinstance(client, ShardedClient):
            client.states = self._shards
        # A connection that is called off half-way is otherwise left to the garbage collector.
        client.sockets = Sockets(client.http.ws_connect)
        client.http.ws_connect = client.sockets.open  # type: ignore[method-assign]  # no other place
        return client

    def _trace(self) -> aiohttp.TraceConfig:
        """Return what keeps time, and tells of the pauses that the library waits out by itself."""
        trace = aiohttp.TraceConfig()
        keep_time(trace)

        async def ended(
            _session: object, _context: object, end: aiohttp.TraceRequestEndParams
        ) -> None:
            answer = end.response
            if answer.status == _TOO_MANY and seconds_told(answer.headers) <= PAUSE_SECONDS_MAX:
                self.outside.ear.throttled()

        trace.on_request_end.append(ended)
        return trace

    async def _serve(self, client: Client | ShardedClient) -> None:
        """Serve until the connection stays lost."""
        async with patience():
            await self._start(client)
        await self._watch(client)

    async def _start(self, client: Client | ShardedClient) -> None:
        """Log in, tell what is to be told, and know where the gateway is."""
        await self._log_in(client)
        if client.application is not None and client.application.interactions_endpoint_url:
            raise Fatal(_ELSEWHERE)
        await self._know_gateway(client)
        await self.prepare(client)
        if client.application_id is not None and self.health.starts <= 1:
            self.say(f"Discord: {invite_url(client.application_id)} brings me into a server.")

    async def _log_in(self, client: Client | ShardedClient) -> None:
        """Log in, at Discord: what answers may be something else, for now or by its address."""
        is_first, is_ours = self.health.last_ok is None, self.settings.api_url != API_URL
        try:
            await client.login(self.settings.token)
        except discord.NotFound:
            if is_first and is_ours:
                raise Fatal(
                    f"{_NOT_DISCORD}; set it to one like {API_URL}, or not at all"
                ) from None
            raise Away(_NOT_DISCORD) from None
        except (TypeError, KeyError):  # a page, which the library takes for an account
            raise Away(_NOT_DISCORD) from None

    async def prepare(self, client: discord.Client) -> None:
        """Tell Discord the commands, and send through this client from now on."""
        tree = Tree(self.outside.texts, self.outside.languages, self.settings.rules)
        await synchronise(client, self.store, tree)
        self.messenger.connect(client)

    async def _know_gateway(self, client: Client | ShardedClient) -> None:
        """Ask where to connect, how often that may still be done, and over how many connections.

        Raises ``Away`` where no connection is left for today: with more than a thousand a day
        Discord takes the token away.
        """
        shards, url, limit = await client.http.get_bot_gateway()
        check_left(limit, shards)
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.settings.gateway_url or url)
        if isinstance(client, ShardedClient):
            client.begin(shards)

    async def _watch(self, client: Client | ShardedClient) -> None:
        """Return when the connection stays lost; raises what ended it."""
        loop = asyncio.get_running_loop()
        connected, heard_at = loop.create_task(client.connect()), loop.time()
        try:
            while not connected.done():
                await client.look()
                if client.is_heard:
                    heard_at = self.health.last_ok = loop.time()
                    self.health.heard()
                elif loop.time() - heard_at >= DEAF_SECONDS:
                    log.warning("Discord: no connection for %.0f s, built anew", DEAF_SECONDS)
                    return
                await asyncio.wait({connected}, timeout=LOOK_SECONDS)
            connected.result()
        finally:
            await _end(connected)

    async def _guilds_in_play(self) -> set[int]:
        """Return the numbers of all guilds where a table is shown; raises ``StoreFailed``."""
        found = {guild_of(ref.place) for ref in await self.store.refs()}
        return {guild for guild in found if guild is not None}

    async def _come_down(self, client: Client | ShardedClient, *, last: bool) -> None:
        """Send what waits, then close the connection."""
        # What waits for its turn, or for the end of a pause, may take longer by nobody's fault.
        await at_most(1.0, "Discord: finishing what was asked", self._events.finish(), logging.INFO)
        if last and self.messenger.client is not None:
            await at_most(1.0, "Discord: sending what waits", self.flush(), logging.INFO)
        self.messenger.disconnect()
        await at_most(0.5, "Discord: closing what was called off", client.sockets.close())
        await at_most(1.5, "Discord: closing the connection", client.close())
        _end_beats()


def set_up_library(settings: DiscordSettings) -> None:
    """Tell the whole library where Discord is and when to try again: it has no place for it."""
    Route.BASE = settings.api_url.rstrip("/")
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # we need no voice
    # There is no setting for it, nor is it exported.
    discord.shard.ExponentialBackoff = ShortBackoff  # type: ignore[assignment, attr-defined]
    # One that fails again and again would go before all others, which were not even tried.
    discord.shard.EventType.reconnect = 1 + discord.shard.EventType.clean_close


async def _end(connected: asyncio.Task[None]) -> None:
    """End a connection; a shard that just begins anew takes the first cancellation for its own."""
    while not connected.done():
        connected.cancel()
        await asyncio.wait({connected}, timeout=_CANCEL_SECONDS)
    await asyncio.gather(connected, return_exceptions=True)


def _end_beats() -> None:
    """Stop the threads that beat: the library forgets those of a connection that was called off."""
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()


def invite_url(application: int) -> str:
    """Return the link by which somebody who manages a server adds us."""
    return discord.utils.oauth_url(
        application, permissions=INVITE_RIGHTS, scopes=("bot", "applications.commands")
    )
