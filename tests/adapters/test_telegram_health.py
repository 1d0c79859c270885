"""The whole bot as a process: how it says that it is, and what it survives."""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.health import Verdict
from storage.audit import audit
from tests.fakes.adapters import Broken
from tests.fakes.page import free_port, page_at
from tests.fakes.process import BotProcess, shell_beside
from tests.fakes.shell import shell
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.telegram.living"]

PATIENCE_SECONDS = 30.0


@dataclass
class Reporting:
    """A bot that writes how it is into a file."""

    telegram: Telegram
    bot: BotProcess
    port: int

    @property
    def file(self) -> Path:
        return self.bot.home / "health.json"

    def report(self) -> dict[str, Any]:
        """Return what the file says, nothing while there is none."""
        try:
            found: dict[str, Any] = json.loads(self.file.read_text())
        except FileNotFoundError:
            return {}
        return found

    async def says(self, what: Callable[[dict[str, Any]], object]) -> None:
        """Wait until something is true of the report."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not what(self.report()):  # noqa: ASYNC110 -- a file says nothing by itself
                await asyncio.sleep(0.1)

    async def is_(self, verdict: Verdict) -> None:
        """Wait until this is how it is."""
        await self.says(lambda report: report.get("health") == verdict)


@pytest.fixture
def turn_seconds() -> int:
    """Return how long a decision may take; so long that no test waits for it."""
    return 600


@pytest.fixture
async def reporting(
    telegram: Telegram, tmp_path: Path, turn_seconds: int
) -> AsyncIterator[Reporting]:
    port = free_port()
    settings = {
        "HEALTH_FILE": str(tmp_path / "health.json"),
        "HEALTH_PORT": str(port),
        "HOUSE_TURN_SECONDS": str(turn_seconds),
        "HOUSE_RESTART_GRACE_SECONDS": "8",
    }
    reporting = Reporting(telegram, BotProcess(telegram, tmp_path, settings), port)
    await reporting.bot.start()
    await reporting.is_(Verdict.WELL)
    yield reporting
    assert await reporting.bot.stop() == 0
    assert not reporting.file.exists()
    assert telegram.token not in reporting.bot.said
    assert audit(reporting.bot.database).clean


# --- one platform of two ----------------------------------------------------------------------


@pytest.mark.row(92)
async def test_with_one_platform_dead_the_other_serves_and_health_is_degraded(telegram: Telegram):
    live = Live(telegram, others=[Broken()])
    await live.start()
    await live.lobby()
    report = await live.app.health.look()
    assert report.verdict is Verdict.DEGRADED
    told = json.loads(report.json())["adapters"]
    assert {name: facts["state"] for name, facts in told.items()} == {
        "telegram": "running",
        "elsewhere": "failed",
    }
    assert told["elsewhere"]["why"] == "its token is wrong"
    await live.stop()


# --- no line to it ---------------------------------------------------------------------------


@swiftly
async def test_while_telegram_is_out_of_reach_tables_wait_and_then_go_on(live: Live):
    await live.starts(live.ann, live.bob)
    await live.deal()
    silence = live.telegram.faults.lose_request("getUpdates", times=None)
    await asyncio.sleep(3_600)
    assert "cards are out" in live.group.view()
    silence.lift()
    await live.telegram.until(lambda: "results" in live.group.view(), 300)


# --- a second listener ------------------------------------------------------------------------


@takes_long
@pytest.mark.row(42)
async def test_a_second_listener_degrades_health_and_doctor_hears_of_it(reporting: Reporting):
    telegram = reporting.telegram
    telegram.faults.fail(
        "getUpdates",
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance"
        " is running",
        times=2,
    )
    ann = telegram.user("Ann")
    await ann.whispers("/help")
    await reporting.is_(Verdict.DEGRADED)
    assert reporting.report()["adapters"]["telegram"]["second_listener"]
    settings = {"HEALTH_FILE": str(reporting.file)}
    ended = await shell_beside(telegram, reporting.bot.home, "doctor", **settings)
    assert re.search(r"^warning +listeners +.*another program listens", ended.out, re.MULTILINE)
    assert re.search(r"^warning +health +degraded", ended.out, re.MULTILINE)
    await telegram.until(ann.private.posted)  # it goes on listening


# --- a token, or none -------------------------------------------------------------------------


@pytest.mark.row(105)
async def test_with_one_token_only_that_platform_is_served(reporting: Reporting):
    assert list(reporting.report()["adapters"]) == ["telegram"]
    async with page_at(reporting.port) as page:
        said = [await page.get(path) for path in ("/health", "/metrics")]
    assert [status for status, _ in said] == [200, 200]
    assert list(json.loads(said[0][1])["adapters"]) == ["telegram"]
    assert set(re.findall(r'platform="(\w+)"', said[1][1])) == {"telegram"}


@pytest.mark.row(105)
def test_without_a_token_the_console_opens_and_says_how_to_set_one(tmp_path: Path):
    ended = shell(stdin="ann: /join 50\n", cwd=tmp_path)
    assert ended.status == 0
    assert ended.lines[0].startswith("No token is set, so Croupier deals in this terminal.")
    assert "TELEGRAM_TOKEN=..." in ended.lines[0]
    assert "[ann] You are in with 50." in ended.lines


# --- the end, and after it --------------------------------------------------------------------


@dataclass
class Hand:
    """A round that was dealt to Ann and Bob."""

    telegram: Telegram
    group: Chat
    people: list[User]

    async def press(self, who: User, label: str) -> str:
        """Press a button and return the answer."""
        press = await who.presses(self.group, label)
        await self.telegram.until(lambda: press.alert, PATIENCE_SECONDS)
        return press.text or ""

    async def cards(self) -> list[str]:
        """Return what My cards shows to everybody."""
        return [await self.press(who, "My cards") for who in self.people]


async def dealt(telegram: Telegram) -> Hand:
    """Deal to two people."""
    people = [telegram.user(name) for name in ("Ann", "Bob")]
    group = telegram.supergroup("Friends", members=people)
    for who in people:
        await who.says(group, "/join 50")
    await telegram.until(
        lambda: all(f"{who.first_name} · 50" in group.view() for who in people), PATIENCE_SECONDS
    )
    hand = Hand(telegram, group, people)
    await hand.press(people[0], "Deal")
    await telegram.until(lambda: "My cards" in group.newest.labels, PATIENCE_SECONDS)
    return hand


@pytest.mark.row(93)
@pytest.mark.parametrize("turn_seconds", [8])
async def test_a_hand_goes_on_after_sigterm_and_its_time_runs_out(reporting: Reporting):
    hand = await dealt(reporting.telegram)
    before = await hand.cards()
    began = time.monotonic()
    assert await reporting.bot.stop() == 0
    assert time.monotonic() - began < 5
    await reporting.bot.start()
    assert await hand.cards() == before
    await hand.telegram.until(lambda: "results" in hand.group.newest.text, PATIENCE_SECONDS)


@takes_long
@pytest.mark.row(102)
async def test_a_database_that_another_program_holds_is_outlived(reporting: Reporting):
    hand = await dealt(reporting.telegram)
    cards = await hand.cards()
    ann = hand.people[0]
    with closing(sqlite3.connect(reporting.bot.home / "croupier.db", isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        assert "I can write nothing down just now" in await hand.press(ann, "Hit")
        assert await hand.cards() == cards
        await reporting.is_(Verdict.UNWELL)
    await reporting.is_(Verdict.WELL)
    assert "I can write nothing" not in await hand.press(ann, "Stand")
    assert reporting.bot.said.count("The database cannot be written: database is locked") == 1
    assert "The database can be written again" in reporting.bot.said
    assert "Traceback" not in reporting.bot.said
