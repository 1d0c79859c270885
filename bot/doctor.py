"""`croupier doctor`: everything that can be found wrong with a setup before anyone plays."""

import json
import stat
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.trying import Asked, TrialChannel, TrialChat
from bot.config import Settings
from bot.findings import Finding, Grade, Tell, failed, note, ok, skipped, warning
from bot.games import all_presets
from bot.health import STALE_SECONDS, Verdict
from bot.present.l10n import Localizer, languages
from storage.checkup import check_database, is_dealt_from

if TYPE_CHECKING:
    from adapters.discord_bot import DiscordSettings
    from adapters.telegram_bot import TelegramSettings

_ENV = Path(".env")


async def examine(settings: Settings, database: str, asked: Asked | None, tell: Tell) -> bool:
    """Tell what is found about everything and return whether nothing failed.

    ``database`` is a URL.
    """
    wrong: set[str] = set()

    def told(finding: Finding) -> None:
        if finding.grade is Grade.FAILED:
            wrong.add(finding.name)
        tell(finding)

    for finding in (*_check_settings(), *check_database(database)):
        told(finding)
    async for finding in _check_platforms(settings):
        told(finding)
    if asked is not None:
        await _try(settings, database, asked, told, wrong)
    return not wrong


def _check_settings() -> Iterator[Finding]:
    yield ok("settings", "they can be read")
    if _ENV.exists() and stat.S_IMODE(_ENV.stat().st_mode) & 0o077:
        yield warning("secrets", "others may read .env: chmod 600 .env")
    yield note(
        "encryption",
        "keep the database, its copies and .env on an encrypted disk; no check can see that",
    )


async def _check_platforms(settings: Settings) -> AsyncIterator[Finding]:
    if settings.telegram_token is None and settings.discord_token is None:
        words = "neither TELEGRAM_TOKEN nor DISCORD_TOKEN is set: Croupier deals in this terminal"
        yield skipped("platforms", words)
        return
    async for finding in _check_telegram(settings):
        yield finding
    async for finding in _check_discord(settings):
        yield finding
    for finding in _running(settings):
        yield finding


async def _check_telegram(settings: Settings) -> AsyncIterator[Finding]:
    telegram = _telegram(settings)
    if telegram is None:
        yield skipped("Telegram", "TELEGRAM_TOKEN is not set")
        return
    from adapters.telegram_doctor import check_telegram

    async for finding in check_telegram(telegram, Localizer(), languages()):
        yield finding


async def _check_discord(settings: Settings) -> AsyncIterator[Finding]:
    discord = _discord(settings)
    if discord is None:
        yield skipped("Discord", "DISCORD_TOKEN is not set")
        return
    from adapters.discord_doctor import check_discord

    async for finding in check_discord(discord, Localizer(), languages()):
        yield finding


def _telegram(settings: Settings) -> "TelegramSettings | None":
    if settings.telegram_token is None:
        return None
    from adapters.telegram_bot import TelegramSettings

    return TelegramSettings(settings.telegram_token.get_secret_value(), settings.telegram_api_url)


def _discord(settings: Settings) -> "DiscordSettings | None":
    if settings.discord_token is None:
        return None
    from adapters.discord_bot import DiscordSettings

    return DiscordSettings(
        settings.discord_token.get_secret_value(),
        settings.discord_api_url,
        settings.discord_gateway_url,
        sharded=settings.discord_sharded,
        rules=all_presets(),
    )


# --- a bot that runs ------------------------------------------------------------------------


def _running(settings: Settings) -> Iterator[Finding]:
    """Yield what a bot that runs says of itself; only it can tell who else listens to Telegram."""
    name = "listeners"
    report = _report(settings.health_file) if settings.health_file is not None else None
    if report is not None:
        judged = ok if report[0] == Verdict.WELL else warning
        yield judged("health", f"{report[0]}, says the Croupier that runs")
    if settings.telegram_token is None:
        return
    if report is None:
        words = "whether another program listens, only a running Croupier can tell: it logs it"
        yield skipped(name, f"{words}, and writes it into HEALTH_FILE")
    elif report[1]:
        yield warning(name, "another program listens with this token: end it")
    else:
        yield ok(name, "the Croupier that runs hears of no other")


def _report(file: Path) -> tuple[str, bool] | None:
    """Return how a bot is that runs now, and whether it hears of another; ``None`` without one."""
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
        rival = any(adapter["second_listener"] for adapter in report["adapters"].values())
        fresh = time.time() - report["at"] < STALE_SECONDS
        return (str(report["health"]), rival) if fresh else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


# --- a trial --------------------------------------------------------------------------------


async def _try(
    settings: Settings, database: str, asked: Asked, tell: Tell, wrong: set[str]
) -> None:
    """Try a real chat, unless its platform is among what went ``wrong``."""
    if isinstance(asked.place, TrialChannel):
        await _try_discord(settings, asked.place, asked, tell, wrong)
    else:
        await _try_telegram(settings, asked.place, _unless_dealt(asked, database), tell, wrong)


def _unless_dealt(asked: Asked, database: str) -> Asked:
    """Return what is to be tried: a house that runs takes the presses."""
    if not asked.wait_seconds or not is_dealt_from(database):
        return asked
    words = "a house runs and takes the presses: stop it first"
    return replace(asked, wait_seconds=0.0, no_wait=words)


async def _try_telegram(
    settings: Settings, chat: TrialChat, asked: Asked, tell: Tell, wrong: set[str]
) -> None:
    telegram = _telegram(settings)
    if telegram is None:
        tell(failed("trial", "there is no TELEGRAM_TOKEN to try with"))
        return
    from adapters.telegram_doctor import UNREACHED
    from adapters.telegram_trial import try_chat

    if wrong.isdisjoint(UNREACHED):
        await try_chat(telegram, chat, asked, tell)
    else:
        tell(skipped("trial", "Telegram has to be reached first"))


async def _try_discord(
    settings: Settings, channel: TrialChannel, asked: Asked, tell: Tell, wrong: set[str]
) -> None:
    discord = _discord(settings)
    if discord is None:
        tell(failed("trial", "there is no DISCORD_TOKEN to try with"))
        return
    from adapters.discord_doctor import UNREACHED
    from adapters.discord_trial import try_channel

    if wrong.isdisjoint(UNREACHED):
        await try_channel(discord, channel, asked.whisper_to, tell)
    else:
        tell(skipped("trial", "Discord has to be reached first"))
