"""How the bot is, in one word, a file and a page; and what keeps it from being well."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.clocks import ManualClock
from bot.health import (
    LOG_SECONDS,
    LOOK_SECONDS,
    RIVAL_SECONDS,
    STALE_SECONDS,
    AdapterReport,
    HealthWatch,
    Report,
    Verdict,
    report_on,
)
from bot.health_page import HealthPage, PortTaken
from bot.supervise import AdapterState, Health, Supervisor
from tests.fakes.adapters import Broken, Up
from tests.fakes.page import Page, opened
from tests.fakes.stores import DownStore

RUNNING, WAITING, FAILED, STARTING = (
    AdapterState.RUNNING,
    AdapterState.WAITING,
    AdapterState.FAILED,
    AdapterState.STARTING,
)
NOON = 1_700_000_000.0


def adapter(
    state: AdapterState, *, starts: int = 1, rival: bool = False, partly: bool = False
) -> AdapterReport:
    return AdapterReport("Any", state, starts, "", None, rival, partly)


@pytest.mark.row(92, 42, 102)
@pytest.mark.parametrize(
    ("database", "adapters", "verdict"),
    [
        (True, [adapter(RUNNING)], "well"),
        (True, [adapter(RUNNING), adapter(RUNNING)], "well"),
        (True, [adapter(RUNNING), adapter(FAILED)], "degraded"),
        (True, [adapter(RUNNING), adapter(WAITING)], "degraded"),
        (True, [adapter(RUNNING, rival=True)], "degraded"),
        (True, [adapter(STARTING)], "degraded"),
        (True, [adapter(STARTING, starts=2)], "unwell"),
        (True, [adapter(WAITING)], "unwell"),
        (True, [adapter(WAITING, partly=True)], "degraded"),
        (True, [adapter(FAILED), adapter(WAITING)], "unwell"),
        (False, [adapter(RUNNING)], "unwell"),
        (False, [adapter(RUNNING), adapter(RUNNING)], "unwell"),
    ],
)
def test_all_of_it_in_one_word(database, adapters, verdict):
    assert Report(NOON, database, 0, tuple(adapters)).verdict.value == verdict


@pytest.mark.row(42)
def test_another_listener_is_believed_for_a_while_after_its_last_sign():
    health = Health("Telegram", RUNNING, rival_at=100)
    assert report_on(health, 100 + RIVAL_SECONDS - 1).rival
    assert not report_on(health, 100 + RIVAL_SECONDS).rival


@dataclass
class Watched:
    """A watch with everything that it looks at."""

    watch: HealthWatch
    store: DownStore
    clock: ManualClock
    adapter: Up
    file: Path
    told: list[float | None]

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.file.read_text())
        return found

    async def says(self, what: str, *, of: str | None = None) -> None:
        """Wait until the file says so of everything, or of an adapter."""
        while not self.file.exists() or what != self._told(of):  # noqa: ASYNC110 -- it is a file
            await asyncio.sleep(0)

    def _told(self, of: str | None) -> str:
        report = self.read()
        told: str = report["adapters"][of]["state"] if of else report["health"]
        return told


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    store, clock, up = DownStore(), ManualClock(NOON), Up()
    told: list[float | None] = [None, None]
    file = tmp_path / "health.json"
    asks = [lambda: told[0], lambda: told[1]]
    watch = HealthWatch(Supervisor([up]), store, clock, asks, file)
    return Watched(watch, store, clock, up, file, told)


async def test_the_file_says_how_everything_is(watched):
    watched.adapter.health.last_ok = asyncio.get_running_loop().time() - 3
    watched.told[1] = NOON - 12.34
    await watched.watch.look()
    assert watched.read() == {
        "health": "well",
        "at": NOON,
        "database": "working",
        "waiting_seconds": 12.3,
        "adapters": {
            "telegram": {
                "state": "running",
                "starts": 1,
                "why": "",
                "last_ok_seconds": pytest.approx(3, abs=0.5),
                "second_listener": False,
            }
        },
    }
    assert [path.name for path in watched.file.parent.iterdir()] == ["health.json"]


@pytest.mark.row(102)
async def test_a_database_that_fails_is_unwell_and_told_once_a_minute(watched, caplog):
    watched.store.unwritable = True
    for _ in range(5):
        assert (await watched.watch.look()).verdict is Verdict.UNWELL
    assert watched.read()["database"] == "failing"
    assert [record.getMessage() for record in caplog.records] == [
        "unwell: the database does not work"
    ]
    watched.watch._told_at["unwell"] -= LOG_SECONDS
    await watched.watch.look()
    assert len(caplog.records) == 2
    watched.store.unwritable = False
    assert (await watched.watch.look()).verdict is Verdict.WELL


@pytest.mark.parametrize(
    ("state", "said"), [(FAILED, []), (WAITING, ["unwell: Telegram is waiting"])]
)
async def test_who_has_failed_for_good_has_said_so_itself(watched, caplog, state, said):
    watched.adapter.health.state = state
    assert (await watched.watch.look()).verdict is Verdict.UNWELL
    assert [record.getMessage() for record in caplog.records] == said


async def test_a_file_that_cannot_be_written_is_told_and_stops_nothing(watched, caplog):
    watched.watch.file = watched.file.parent / "nowhere" / "health.json"
    await watched.watch.look()
    report = await watched.watch.look()
    assert report.verdict is Verdict.WELL
    assert [record.getMessage() for record in caplog.records] == [
        "HEALTH_FILE cannot be written: No such file or directory"
    ]


@pytest.mark.parametrize(
    ("before", "after", "verdicts"),
    [(STARTING, RUNNING, ("degraded", "well")), (RUNNING, WAITING, ("well", "unwell"))],
)
async def test_an_adapter_that_changes_is_told_of_at_once(watched, before, after, verdicts):
    watched.adapter.health.state = before
    running = asyncio.create_task(watched.watch.run())
    async with asyncio.timeout(LOOK_SECONDS - 1):  # before the next look that is due
        await watched.says(verdicts[0])
        watched.adapter.health.become(after)
        await watched.says(verdicts[1])
    watched.watch.supervisor.stop()
    await asyncio.wait_for(running, 1)


async def test_an_adapter_that_the_supervisor_gives_up_is_told_of_at_once(watched):
    watched.watch.supervisor.adapters = [watched.adapter, Broken()]
    watching = asyncio.create_task(watched.watch.run())
    await watched.says("degraded")  # the other has yet to start
    serving = asyncio.create_task(watched.watch.supervisor.run())
    async with asyncio.timeout(LOOK_SECONDS - 1):
        await watched.says("failed", of="elsewhere")
    watched.watch.supervisor.stop()
    await asyncio.wait_for(asyncio.gather(watching, serving), 1)


async def test_at_the_end_the_file_is_gone(watched):
    running = asyncio.create_task(watched.watch.run())
    while not watched.file.exists():  # noqa: ASYNC110 -- nothing says that it was written
        await asyncio.sleep(0)
    watched.watch.supervisor.stop()
    await asyncio.wait_for(running, 1)
    assert not watched.file.exists()


# --- the page ---------------------------------------------------------------------------------


@pytest.fixture
async def page(watched: Watched) -> AsyncIterator[Page]:
    async with opened(watched.watch) as page:
        yield page


async def test_the_page_says_what_the_file_says(watched, page):
    assert (await page.get())[0] == 503  # nobody has looked yet
    await watched.watch.look()
    assert await page.get() == (200, watched.file.read_text())
    assert (await page.get("/"))[0] == 404


async def test_nobody_else_can_ask_it(page):
    port = int(page.url.rpartition(":")[2])
    for elsewhere in ("127.0.0.2", "::1"):  # where a page open to everybody would answer
        with pytest.raises(OSError, match="Connect"):
            await asyncio.open_connection(elsewhere, port)


@pytest.mark.row(92)
@pytest.mark.parametrize(
    ("states", "status"),
    [([RUNNING, FAILED], 200), ([FAILED, WAITING], 503)],
)
async def test_it_is_an_error_only_when_nothing_can_be_played(watched, page, states, status):
    adapters = [Up(Health(f"any{number}", state, 2)) for number, state in enumerate(states)]
    watched.watch.supervisor.adapters = adapters
    await watched.watch.look()
    assert (await page.get())[0] == status


async def test_a_report_that_is_old_is_an_error(watched, page):
    await watched.watch.look()
    watched.clock.step_to(NOON + STALE_SECONDS + 1)
    assert (await page.get())[0] == 503


async def test_a_port_that_is_taken_is_said_in_one_sentence(watched):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        page = HealthPage(watched.watch, port)
        with pytest.raises(PortTaken, match=f"HEALTH_PORT: 127.0.0.1:{port} cannot be used"):
            await page.open()
