"""How the bot is: well, degraded or unwell; looked up and published as data.

That is done every few seconds, and at once when an adapter begins to run, or stops to.
No secrets and no names of chats or people are in it.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.ports import Clock, Store
from bot.supervise import AdapterState, Health, Supervisor
from bot.trouble import log_failure

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
STALE_SECONDS = 60.0
"""A report that is older is that of a bot which hangs, or runs no more."""

RIVAL_SECONDS = 90.0
"""How long after its last sign another listener is believed to be there."""

LOG_SECONDS = 60.0


class Verdict(StrEnum):
    """``DEGRADED``: not everything serves, or not yet. ``UNWELL``: nothing can be played."""

    WELL = "well"
    DEGRADED = "degraded"
    UNWELL = "unwell"


@dataclass(frozen=True, slots=True)
class AdapterReport:
    """How one platform's adapter is; ``last_ok_seconds`` ago the platform last answered.

    ``partly``: it serves some of the platform although it is not running.
    """

    name: str
    state: AdapterState
    starts: int
    why: str
    last_ok_seconds: float | None
    rival: bool
    partly: bool = False

    @property
    def well(self) -> bool:
        """Whether it serves, and it alone."""
        return self.state is AdapterState.RUNNING and not self.rival

    @property
    def down(self) -> bool:
        """Whether it does not serve; one that starts for the first time is given the time."""
        first = self.state is AdapterState.STARTING and self.starts <= 1
        return self.state is not AdapterState.RUNNING and not first and not self.partly

    def facts(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "state": self.state.value,
            "starts": self.starts,
            "why": self.why,
            "last_ok_seconds": _rounded(self.last_ok_seconds),
            "second_listener": self.rival,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """How everything is at one moment, ``at`` in seconds since 1970.

    ``waiting_seconds`` is how long the oldest message has waited to go out.
    """

    at: float
    database: bool
    waiting_seconds: float
    adapters: tuple[AdapterReport, ...]

    @property
    def verdict(self) -> Verdict:
        """All of it in one word."""
        if not self.database or all(adapter.down for adapter in self.adapters):
            return Verdict.UNWELL
        well = all(adapter.well for adapter in self.adapters)
        return Verdict.WELL if well else Verdict.DEGRADED

    def json(self) -> str:
        """Return it as one line of JSON."""
        facts = {
            "health": self.verdict.value,
            "at": int(self.at),
            "database": "working" if self.database else "failing",
            "waiting_seconds": _rounded(self.waiting_seconds),
            "adapters": {adapter.name.lower(): adapter.facts() for adapter in self.adapters},
        }
        return f"{json.dumps(facts)}\n"

    @property
    def reasons(self) -> str:
        """What keeps it from being well, in a few words."""
        database = [] if self.database else ["the database does not work"]
        down = [f"{one.name} is {one.state}" for one in self.adapters if one.down]
        return ", ".join((*database, *down))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def report_on(health: Health, now: float) -> AdapterReport:
    """Return how an adapter is; ``now`` is the event loop's clock."""
    rival = health.rival_at is not None and now - health.rival_at < RIVAL_SECONDS
    return AdapterReport(
        health.name,
        health.state,
        health.starts,
        "another program listens with this token" if rival else health.why,
        None if health.last_ok is None else now - health.last_ok,
        rival,
        health.partly,
    )


@dataclass
class HealthWatch:
    """Looks every ``LOOK_SECONDS`` and when an adapter changes; ``newest`` is the last report.

    ``waiting_since`` are asked when the oldest was told that has not gone out. ``file`` is where
    reports go, ``None`` for nowhere.
    """

    supervisor: Supervisor
    store: Store
    clock: Clock
    waiting_since: Collection[Callable[[], float | None]]
    file: Path | None = None
    newest: Report | None = None
    _told_at: dict[str, float] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Look and publish until told to stop."""
        stopping = self.supervisor.stopping
        for adapter in self.supervisor.adapters:
            adapter.health.on_change = self._changed.set
        try:
            while not stopping.is_set():
                self._changed.clear()  # what changes while we look is looked at again
                try:
                    await self.look()
                except Exception as failure:  # a bot without a report looks as if it hung
                    log_failure(log, "health was looked up", failure)
                await _first_of(stopping, self._changed, seconds=LOOK_SECONDS)
        finally:
            if self.file is not None:
                self.file.unlink(missing_ok=True)

    async def look(self) -> Report:
        """Look once, publish what is found and return it."""
        database = await self._database_works()
        now = asyncio.get_running_loop().time()
        adapters = (adapter.health for adapter in self.supervisor.adapters)
        report = Report(
            self.clock.now(),
            database,
            self._waiting_seconds(),
            tuple(report_on(health, now) for health in adapters),
        )
        self.newest = report
        self._tell(report, now)
        self._write(report, now)
        return report

    @property
    def stale(self) -> bool:
        """Whether there is no report, or one so old that something hangs."""
        newest = self.newest
        return newest is None or self.clock.now() - newest.at > STALE_SECONDS

    async def _database_works(self) -> bool:
        try:
            await self.store.probe()
        except Exception as failure:  # whatever it is, it does not work
            log_failure(log, "the database was probed", failure)
            return False
        return True

    def _waiting_seconds(self) -> float:
        oldest = [since for ask in self.waiting_since if (since := ask()) is not None]
        return max(0.0, self.clock.now() - min(oldest)) if oldest else 0.0

    def _tell(self, report: Report, now: float) -> None:
        """Tell the log, once a minute while it is unwell.

        What has failed for good has said so itself, in a sentence that helps more.
        """
        failed = all(one.state is AdapterState.FAILED for one in report.adapters)
        told = report.database and failed
        if report.verdict is Verdict.UNWELL and not told and self._may_tell("unwell", now):
            log.error("unwell: %s", report.reasons)

    def _write(self, report: Report, now: float) -> None:
        if self.file is None:
            return
        part = self.file.with_name(f"{self.file.name}.part")
        try:
            part.write_text(report.json(), encoding="utf-8")
            part.replace(self.file)  # whoever reads it finds all of one report
        except OSError as failure:
            if self._may_tell("file", now):
                log.warning("HEALTH_FILE cannot be written: %s", failure.strerror)

    def _may_tell(self, what: str, now: float) -> bool:
        told_at = self._told_at.get(what)
        if told_at is not None and now - told_at < LOG_SECONDS:
            return False
        self._told_at[what] = now
        return True


async def _first_of(*events: asyncio.Event, seconds: float) -> None:
    """Wait until one of these happens, so many seconds at most."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waits:
            each.cancel()
