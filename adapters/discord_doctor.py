"""Looks at a bot's setup on Discord: token, application, gateway, shards, commands, clock.

Reads alone, and never identifies at the gateway: a day has a thousand identifications, and nobody
is to see the bot come and go.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl
from discord.http import Route

from adapters.discord_bot import (
    INVITE_RIGHTS,
    TOKEN_SHAPE,
    WRONG_TOKEN,
    DiscordSettings,
    invite_url,
    set_up_library,
)
from adapters.discord_commands import Json, Tree
from adapters.discord_patience import PAUSE_SECONDS_MAX
from adapters.discord_responder import TOKEN_SECONDS
from adapters.skew import Skew, Tolerance, judged
from bot.findings import Finding, failed, note, ok, warning
from bot.ports import Texts

UNREACHED = ("Discord token", "Discord network")
"""What a finding is called that says why Discord cannot be reached as this bot."""

TOLERANCE = Tolerance("Discord", TOKEN_SECONDS, "every answer counts as too late and is not given")
"""What becomes of answers when our clock is wrong."""

LOGIN_SECONDS = 30.0
HELLO_SECONDS = 10.0

FEW_CONNECTIONS = 50
"""So few new connections left for today that something must start over and over."""

SERVERS_A_CONNECTION = 2500
"""How many servers Discord lets come over one connection (events/gateway, sharding)."""

SERVERS_A_PAGE = 200

SCOPES = ("bot", "applications.commands")

_HELLO = 10
_PORTAL = "on the application's page in the Developer Portal"
_UNTOLD: Json = {"default_member_permissions": None}
"""What a command has of which we say nothing."""


@dataclass(frozen=True, slots=True)
class Account:
    """A bot that is logged in, and what is set for it in the Developer Portal."""

    client: discord.Client
    user: discord.ClientUser
    application: discord.AppInfo


@asynccontextmanager
async def logged_in(settings: DiscordSettings, skew: Skew | None = None) -> AsyncIterator[Account]:
    """Log in for a few calls; ``skew`` is told the dates of the answers.

    Raises what ``unconnected`` takes.
    """
    set_up_library(settings)
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        allowed_mentions=discord.AllowedMentions.none(),
        max_messages=None,
        max_ratelimit_timeout=PAUSE_SECONDS_MAX,
        http_trace=_ear(skew or Skew()),
    )
    async with client:
        async with asyncio.timeout(LOGIN_SECONDS):
            await client.login(settings.token)
        user, application = client.user, client.application
        if user is None or application is None:
            raise discord.ClientException("logged in as nobody")
        yield Account(client, user, application)


def _ear(skew: Skew) -> aiohttp.TraceConfig:
    """Return what hears the library's answers."""
    trace = aiohttp.TraceConfig()

    async def asked(_session: object, call: SimpleNamespace, _what: object) -> None:
        call.began = perf_counter()

    async def answered(
        _session: object, call: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        skew.note(end.response.headers.get("Date"), perf_counter() - call.began)

    trace.on_request_start.append(asked)
    trace.on_request_end.append(answered)
    return trace


async def check_discord(
    settings: DiscordSettings, texts: Texts, languages: Collection[str]
) -> AsyncIterator[Finding]:
    """Yield what is found about the bot whose token is set."""
    if not TOKEN_SHAPE.fullmatch(settings.token):
        yield failed("Discord token", f"that is no token of a Discord bot: {WRONG_TOKEN}")
        return
    skew = Skew()
    try:
        async with logged_in(settings, skew) as account:
            tree = Tree(texts, languages, settings.rules)
            async for finding in _Look(account, settings, tree).all():
                yield finding
            yield judged("Discord clock", skew, TOLERANCE)
    except Exception as failure:  # also an answer in a shape that the library does not know
        yield unconnected(failure, settings)


def unconnected(failure: Exception, settings: DiscordSettings) -> Finding:
    """Return what it means that Discord did not answer as it should."""
    host = urlsplit(settings.api_url).hostname
    match failure:
        case discord.LoginFailure():
            return failed("Discord token", WRONG_TOKEN)
        case discord.HTTPException(status=status):
            words = f"{host} answers {status}: try again, and look at DISCORD_API_URL"
        case aiohttp.ClientError() | OSError():
            kind = type(failure).__name__
            words = f"no answer from {host} ({kind}): look at network and proxy"
        case _:
            words = f"{host} answers, but not as Discord: look at DISCORD_API_URL"
    return failed("Discord network", words)


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at a bot that is logged in."""

    account: Account
    settings: DiscordSettings
    tree: Tree

    async def all(self) -> AsyncIterator[Finding]:
        """Yield what is found, in the order in which a setup is made."""
        application = self.account.application
        yield ok("Discord token", f"Discord knows it: {self.account.user.name}")
        yield _endpoint(application)
        for finding in _installing(application):
            yield finding
        async for finding in self._gateway():
            yield finding
        yield await self._commands(application.id)
        yield note("invite", f"{invite_url(application.id)} brings the bot into a server")

    async def _gateway(self) -> AsyncIterator[Finding]:
        """Judge the gateway, over how many connections servers come, and how many there are."""
        client = self.account.client
        shards, url, limit = await client.http.get_bot_gateway()
        servers = [guild.id async for guild in client.fetch_guilds(limit=SERVERS_A_PAGE)]
        # Discord counts seldom, and tells no more than a page at a time.
        number = max(len(servers), self.account.application.approximate_guild_count)
        reached = await self._says_hello(self.settings.gateway_url or url)
        yield reached or _connections(shards, limit)
        yield _sharding(shards, number, sharded=self.settings.sharded)
        if number:
            yield ok("servers", f"the bot is in {number:,}")
        else:
            yield warning("servers", "the bot is in none yet: open the link of the line “invite”")

    async def _says_hello(self, url: str) -> Finding | None:
        """Return what is wrong with the gateway, ``None`` where it greets as it should."""
        host = urlsplit(url).hostname
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                address = yarl.URL(url).with_query(v="10", encoding="json")
                socket = await self.account.client.http.ws_connect(str(address))
                try:
                    greeting = await socket.receive_json()
                finally:
                    await socket.close()
        except (aiohttp.ClientError, OSError, TypeError, ValueError) as failure:
            kind = type(failure).__name__
            words = f"no greeting from {host} ({kind}): look at network, proxy, DISCORD_GATEWAY_URL"
            return failed("gateway", words)
        if greeting.get("op") != _HELLO:
            return failed("gateway", f"{host} greets, but not as Discord: DISCORD_GATEWAY_URL")
        return None

    async def _commands(self, application: int) -> Finding:
        """Compare the commands with those of this version; see ``synchronise``."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        there: list[Json] = await self.account.client.http.request(
            route, params={"with_localizations": "true"}
        )
        number = differing(self.tree.commands(), there)
        if not number:
            return ok("commands", "they are offered as this version has them")
        return warning(
            "commands",
            f"{number} are not those of this version: the next start tells Discord. If it did,"
            " another program with this token has changed them",
        )


def _endpoint(application: discord.AppInfo) -> Finding:
    """Judge whether what people ask comes to us at all."""
    url = application.interactions_endpoint_url
    if not url:
        return ok("endpoint", "none is set, so commands and presses come here")
    host = urlsplit(url).hostname  # never all of it: a path may be a secret
    return failed(
        "endpoint",
        f"commands and presses go to {host}, none comes here: empty Interactions Endpoint URL"
        f" {_PORTAL}, General Information",
    )


def _installing(application: discord.AppInfo) -> Iterator[Finding]:
    """Judge how servers add the bot, and say who may."""
    yield _install_link(application)
    who = "anybody" if application.bot_public else "its owner alone"
    yield note("public", f"{who} may add the bot to a server; that is Public Bot {_PORTAL}, Bot")


def _install_link(application: discord.AppInfo) -> Finding:
    name = "installing"
    by_server, by_person = (
        application.guild_integration_config,
        application.user_integration_config,
    )
    if application.bot_require_code_grant:
        words = "no link can add the bot: switch off Requires OAuth2 Code Grant"
        return failed(name, f"{words} {_PORTAL}, Bot")
    if by_person is not None and by_server is None:
        words = "servers cannot add the bot: switch on Guild Install"
        return failed(name, f"{words} {_PORTAL}, Installation")
    default = (by_server and by_server.oauth2_install_params) or application.install_params
    if default is None:
        return ok(name, "there is no link on the bot's profile; use that of the line “invite”")
    lacking = [scope for scope in SCOPES if scope not in default.scopes]
    lacking += _not_granted(default.permissions)
    if not lacking:
        return ok(name, "the link on the bot's profile asks for what the bot needs")
    words = f"the link on the bot's profile lacks {', '.join(lacking)}: add that"
    return warning(name, f"{words} {_PORTAL}, Installation")


def _not_granted(granted: discord.Permissions) -> list[str]:
    if granted.administrator:
        return []
    return [
        right_name(name) for name, asked in INVITE_RIGHTS if asked and not getattr(granted, name)
    ]


def right_name(name: str) -> str:
    """Return how a client calls a permission: ``View Channel`` for ``view_channel``."""
    return name.replace("_", " ").title().replace(" In ", " in ")


def _connections(shards: int, limit: Mapping[str, Any]) -> Finding:
    """Judge how many new connections are left for today."""
    remaining, minutes = limit["remaining"], limit["reset_after"] // 60_000
    until = f"{minutes // 60} hours" if minutes >= 120 else f"{minutes} minutes"
    if remaining < shards:
        return failed("gateway", f"no new connection for {until}: leave Croupier running, it waits")
    left = f"{remaining:,} of {limit['total']:,} new connections are left for {until}"
    if remaining < FEW_CONNECTIONS:
        return warning("gateway", f"only {left}: find out what starts the bot over and over")
    return ok("gateway", f"it answers; {left}")


def _sharding(shards: int, servers: int, *, sharded: bool) -> Finding:
    """Judge over how many connections servers come."""
    many = f"Discord wants {shards} connections: set DISCORD_SHARDED=true"
    if sharded:
        return ok("shards", f"{shards}, as Discord wants them")
    if servers > SERVERS_A_CONNECTION:
        return failed("shards", f"one connection does not take {servers:,} servers; {many}")
    if shards > 1:
        return warning("shards", many)
    return ok("shards", "one connection is enough")


# --- commands -------------------------------------------------------------------------------


def differing(told: Sequence[Json], there: Sequence[Json]) -> int:
    """Return how many commands Discord has otherwise than we tell them, lacks, or has beyond."""
    ours = {command["name"]: _UNTOLD | command for command in told}
    theirs = {command["name"]: command for command in there}
    return sum(
        name not in ours or not _agrees(ours[name], theirs.get(name)) for name in ours | theirs
    )


def _agrees(told: Any, there: Any) -> bool:
    """Whether Discord has something as we tell it; it leaves out, or adds, what is empty."""
    if isinstance(told, Mapping) and "name" in told and isinstance(there, Mapping):
        return all(_agrees(value, there.get(key)) for key, value in told.items())
    if isinstance(told, list) and isinstance(there, list) and len(told) == len(there):
        if all(isinstance(one, int) for one in told):
            return set(told) == set(there)
        return all(_agrees(one, other) for one, other in zip(told, there, strict=True))
    return bool(told == there or (not told and not there))
