"""Looks at a bot's setup on Telegram: token, groups, privacy mode, webhook, clock, menus.

Reads alone, and never polls: a poll would throw a bot that listens off its line and could say so
only of the two of us. So a second listener is found by who listens, not here.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from telegram import Bot, User
from telegram.error import BadRequest, InvalidToken, NetworkError, TelegramError
from telegram.request import HTTPXRequest

from adapters.skew import Skew, Tolerance, judged
from adapters.telegram_bot import (
    CONNECT_SECONDS,
    READ_SECONDS,
    TOKEN_SHAPE,
    WRONG_TOKEN,
    TelegramSettings,
)
from adapters.telegram_menus import SCOPES, listed, menus
from adapters.telegram_updates import OUTDATED_SECONDS
from bot.findings import Finding, failed, ok, warning
from bot.ports import Texts

if TYPE_CHECKING:
    import httpx  # what the library speaks through; it takes our ear for answers

UNREACHED = ("token", "connection")
"""What a finding is called that says why Telegram cannot be reached as this bot."""

TOLERANCE = Tolerance("Telegram", OUTDATED_SECONDS, "every command counts as too old")
"""What becomes of commands when our clock is wrong."""


def _ear(skew: Skew) -> "Callable[[httpx.Response], Awaitable[None]]":
    """Return what hears the library's answers."""

    async def hear(response: "httpx.Response") -> None:
        await response.aread()
        skew.note(response.headers.get("Date"), response.elapsed.total_seconds())

    return hear


@asynccontextmanager
async def connected(settings: TelegramSettings, skew: Skew | None = None) -> AsyncIterator[Bot]:
    """Connect to Telegram for a few calls; ``skew`` is told the dates of the answers.

    Raises ``InvalidToken`` for a token that Telegram does not know, else ``TelegramError``.
    """
    hooks = {"event_hooks": {"response": [] if skew is None else [_ear(skew)]}}
    speaking, listening = [
        HTTPXRequest(read_timeout=READ_SECONDS, connect_timeout=CONNECT_SECONDS, httpx_kwargs=hooks)
        for _ in range(2)
    ]
    url = settings.api_url.rstrip("/")
    bot = Bot(settings.token, f"{url}/bot", f"{url}/file/bot", speaking, listening)
    try:
        await bot.initialize()
        yield bot
    finally:
        for request in (speaking, listening):
            await request.shutdown()


async def check_telegram(
    settings: TelegramSettings, texts: Texts, languages: Collection[str]
) -> AsyncIterator[Finding]:
    """Yield what is found about the bot whose token is set."""
    if not TOKEN_SHAPE.fullmatch(settings.token):
        yield failed("token", f"that is no token of a Telegram bot: {WRONG_TOKEN}")
        return
    skew = Skew()
    try:
        async with connected(settings, skew) as bot:
            yield ok("token", f"Telegram knows it: @{bot.username}")
            for finding in _allowed(bot.bot):
                yield finding
            yield judged("clock", skew, TOLERANCE)
            yield await _webhook(bot)
            yield await _menus(bot, texts, languages)
    except TelegramError as failure:
        yield unconnected(failure, settings)


def unconnected(failure: TelegramError, settings: TelegramSettings) -> Finding:
    """Return what it means that Telegram did not answer as it should."""
    host = urlsplit(settings.api_url).hostname
    if isinstance(failure, InvalidToken):
        return failed("token", WRONG_TOKEN)
    if isinstance(failure, NetworkError) and not isinstance(failure, BadRequest):
        kind = type(failure).__name__
        return failed("connection", f"no answer from {host} ({kind}): look at network and proxy")
    return failed("connection", f"{host} answers, but not as Telegram: look at TELEGRAM_API_URL")


def _allowed(bot: User) -> Iterator[Finding]:
    """Judge what @BotFather lets the bot do."""
    if bot.can_join_groups:
        yield ok("groups", "the bot may be added to groups")
    else:
        yield failed("groups", "the bot cannot be added to groups: @BotFather, /setjoingroups")
    if bot.can_read_all_group_messages:
        yield warning(
            "privacy mode",
            "off, so the bot is sent whatever people write: @BotFather, /setprivacy, Enable, then"
            " take it out of each group and add it again",
        )
    else:
        yield ok("privacy mode", "on: of what people write, the bot is sent commands alone")


async def _webhook(bot: Bot) -> Finding:
    left = await bot.get_webhook_info()
    if not left.url:
        return ok("webhook", "none is set")
    host = urlsplit(left.url).hostname  # never all of it: the path often is the token
    return warning(
        "webhook",
        f"updates go to {host}; the next start of Croupier ends that. If something else uses this"
        " token, give it another",
    )


async def _menus(bot: Bot, texts: Texts, languages: Collection[str]) -> Finding:
    """Compare the command menus with those of this version; see ``set_menus``."""
    other = []
    for scope, language, commands in menus(texts, languages):
        there = await bot.get_my_commands(SCOPES[scope], language or None)
        if [(one.command, one.description) for one in there] != listed(commands):
            other.append(f"{scope} {language}".strip())
    if not other:
        return ok("menus", "the commands are offered as this version has them")
    return warning(
        "menus",
        f"not those of this version: {', '.join(other)}. Croupier sets them when it starts; if it"
        " did, another program with this token has changed them",
    )
