"""`croupier doctor`: everything that can be found wrong with a setup before anyone plays."""

import json
import stat
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

from adapters.telegram_bot import TelegramSettings
from adapters.telegram_doctor import UNREACHED, check_telegram
from adapters.telegram_trial import Asked, try_chat
from bot.config import Settings
from bot.findings import Finding, Grade, Tell, failed, note, ok, skipped, warning
from bot.health import STALE_SECONDS, Verdict
from bot.present.l10n import Localizer, languages
from storage.checkup import check_database, is_dealt_from

_ENV = Path(".env")


async def examine(settings: Settings, database: str, asked: Asked | None, tell: Tell) -> bool:
    """Tell what is found about everything and return whether nothing failed.

    ``database`` is a URL.
    """
    wrong: list[Finding] = []

    def told(finding: Finding) -> None:
        if finding.grade is Grade.FAILED:
            wrong.append(finding)
        tell(finding)

    for finding in (*_check_settings(), *check_database(database)):
        told(finding)
    async for finding in _check_platforms(settings):
        told(finding)
    if asked is not None and any(finding.name in UNREACHED for finding in wrong):
        told(skipped("trial", "Telegram has to be reached first"))
    elif asked is not None:
        await _try(settings, database, asked, told)
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
    if settings.discord_token:
        yield warning("Discord", "DISCORD_TOKEN is set, but Discord comes with a later version")
    telegram = _telegram(settings)
    if telegram is None:
        words = "TELEGRAM_TOKEN is not set: Croupier deals in this terminal"
        yield skipped("Telegram", words)
        return
    async for finding in check_telegram(telegram, Localizer(), languages()):
        yield finding
    for finding in _running(settings.health_file):
        yield finding


def _running(file: Path | None) -> Iterator[Finding]:
    """Yield what a bot that runs says of itself; nobody else can tell who listens."""
    name = "listeners"
    report = _report(file) if file is not None else None
    if report is None:
        words = "whether another program listens, only a running Croupier can tell: it logs it"
        yield skipped(name, f"{words}, and writes it into HEALTH_FILE")
        return
    verdict, rival = report
    judged = ok if verdict == Verdict.WELL else warning
    yield judged("health", f"{verdict}, says the Croupier that runs")
    if rival:
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


def _telegram(settings: Settings) -> TelegramSettings | None:
    token = settings.telegram_token
    if token is None:
        return None
    return TelegramSettings(token.get_secret_value(), settings.telegram_api_url)


async def _try(settings: Settings, database: str, asked: Asked, tell: Tell) -> None:
    telegram = _telegram(settings)
    if telegram is None:
        tell(failed("trial", "there is no TELEGRAM_TOKEN to try with"))
        return
    if asked.wait_seconds and is_dealt_from(database):
        words = "a house runs and takes the presses: stop it first"
        asked = replace(asked, wait_seconds=0.0, no_wait=words)
    await try_chat(telegram, asked, tell)
