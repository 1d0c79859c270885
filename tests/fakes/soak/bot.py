"""The whole bot in a process of its own, as it is shipped, on a clock that the world shares.

``python -m tests.fakes.soak.bot`` takes one line of JSON from whoever starts it: ``Start``.
"""

import asyncio
import json
import logging
import signal
import socket
import sys
import time
from array import array
from dataclasses import asdict, dataclass, field
from functools import _lru_cache_wrapper, partial, wraps
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa
from pydantic import SecretStr

from adapters import once
from bot.config import Settings
from bot.house.settings import HouseSettings
from bot.ports import Store
from bot.serving import BotApp
from storage.store import SqliteStore
from tests.fakes.chance import CountedEntropy
from tests.fakes.lockstep import Baton, LockstepLoop
from tests.fakes.soak.heap import live_bytes, resident_bytes
from tests.fakes.soak.heart import beat_by_the_loop
from tests.fakes.swift import swift_clock
from tests.fakes.waiting import NEW_YEAR

OUR_MODULES = ("bot.", "adapters.", "storage.")

LATENESS_EVERY_SECONDS = 1
MEMORY_EVERY_SECONDS = 15

LONGEST_SECONDS = 6 * 3600
"""How long a soak lasts at most: room for what is noted is taken at the start."""

HOUSE = HouseSettings(welcome_chips=1_000_000, lobby_seconds=3600)
"""Nobody runs out of chips, and no table closes while its people wait for their turn."""


@dataclass(frozen=True)
class Start:
    """Where everything is: the file descriptor of the baton, a folder, the platforms.

    ``quick``: the requests that adapters remember are so few that a short run fills their memory.
    """

    baton: int
    folder: str
    quick: bool = False
    telegram_url: str = ""
    telegram_token: str = ""
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    discord_token: str = ""

    @property
    def database(self) -> str:
        """The URL of the database."""
        return f"sqlite+aiosqlite:///{self.folder}/croupier.db"

    @property
    def noted(self) -> Path:
        """Where the bot's process writes down what it noted."""
        return Path(self.folder) / "noted.json"


@dataclass
class Noted:
    """What the bot's process noted of itself, times on the shared clock.

    ``late`` has for each platform how long the oldest message waited, once a second; ``memory``
    live bytes, resident bytes and the seconds of processor time. ``log`` is all that was worth a
    warning.
    """

    late_at: list[float] = field(default_factory=list)
    late: list[list[float]] = field(default_factory=list)
    memory_at: list[float] = field(default_factory=list)
    live: list[float] = field(default_factory=list)
    resident: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    log: list[str] = field(default_factory=list)


class Column:
    """A column of numbers for which all room is taken before the first is noted."""

    def __init__(self, most: int) -> None:
        self._numbers = array("d", bytes(8 * most))
        self._count = 0

    def note(self, number: float) -> None:
        """Put another below the last."""
        self._numbers[self._count] = number
        self._count += 1

    def all(self) -> list[float]:
        """Return what was noted."""
        return list(self._numbers[: self._count])


class Watch:
    """Looks at the bot again and again; noting takes no memory."""

    def __init__(self, app: BotApp, store: SqliteStore) -> None:
        self._app = app
        self._store = store
        self._caches = caches()
        looks = LONGEST_SECONDS // LATENESS_EVERY_SECONDS
        self._late_at = Column(looks)
        self._late = [Column(looks) for _ in app.health.waiting_since]
        self._memory = [Column(LONGEST_SECONDS // MEMORY_EVERY_SECONDS) for _ in range(4)]

    async def lateness(self) -> None:
        """Note how long the oldest message of each platform has waited."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LATENESS_EVERY_SECONDS)
            now = loop.time()
            self._late_at.note(now)
            for column, waiting_since in zip(
                self._late, self._app.health.waiting_since, strict=True
            ):
                since = waiting_since()
                column.note(0.0 if since is None else NEW_YEAR + now - since)

    async def memory(self) -> None:
        """Note what the process holds, and what it has cost so far."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(MEMORY_EVERY_SECONDS)
            took = time.process_time()
            await self._empty_caches()
            found = loop.time(), live_bytes(), resident_bytes(), took
            for column, number in zip(self._memory, found, strict=True):
                column.note(number)

    async def _empty_caches(self) -> None:
        """Give back what is kept only to be quick, each kind up to a bound; some fill for hours."""
        for connection in (self._store._writer._connection, self._store._reader):
            await connection.run(_shrink)
        for cache in self._caches:
            cache.cache_clear()

    def noted(self, log: list[str]) -> Noted:
        """Return everything."""
        memory_at, live, resident, processor = (column.all() for column in self._memory)
        late = [column.all() for column in self._late]
        return Noted(self._late_at.all(), late, memory_at, live, resident, processor, log)


def _shrink(connection: sa.Connection) -> None:
    """Let SQLite give back the pages that it keeps for a connection."""
    connection.exec_driver_sql("PRAGMA shrink_memory")
    connection.rollback()


class HeldStore:
    """A store during whose work time stands still: it is done in threads."""

    def __init__(self, store: SqliteStore, loop: LockstepLoop) -> None:
        self._store = store
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not asyncio.iscoroutinefunction(found):
            return found

        @wraps(found)
        async def held(*given: Any, **more: Any) -> Any:
            with self._loop.held():
                return await found(*given, **more)

        setattr(self, name, held)
        return held


class Complaints(logging.Handler):
    """Keeps what is worth a warning."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """See ``Handler``."""
        if len(self.lines) < 100:
            self.lines.append(self.format(record))


def caches() -> "list[_lru_cache_wrapper[Any]]":
    """Return every cache of results that the bot has."""
    ours = [module for name, module in sys.modules.items() if name.startswith(OUR_MODULES)]
    found = {
        id(one): one
        for module in ours
        for one in vars(module).values()
        if isinstance(one, _lru_cache_wrapper)
    }
    return list(found.values())


def make_small() -> None:
    """Let what remembers requests for a while be full after a few."""
    once._REMEMBERED = 64


async def serve(start: Start, complaints: Complaints) -> Noted:
    """Run the bot until SIGTERM, and return what was noted meanwhile."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, LockstepLoop), "time is shared"
    with loop.held():
        store = await SqliteStore.open(start.database)
    settings = Settings(
        telegram_token=SecretStr(start.telegram_token),
        telegram_api_url=start.telegram_url,
        discord_token=SecretStr(start.discord_token),
        discord_api_url=start.discord_api_url,
        discord_gateway_url=start.discord_gateway_url,
        house=HOUSE,
    )
    held_store = cast("Store", HeldStore(store, loop))
    app = BotApp(settings, held_store, swift_clock(NEW_YEAR), CountedEntropy())
    loop.add_signal_handler(signal.SIGTERM, app.supervisor.stop)
    watch = Watch(app, store)
    watching = [asyncio.create_task(work()) for work in (watch.lateness, watch.memory)]
    await app.serve()
    for task in watching:
        task.cancel()
    await app.close()
    return watch.noted(complaints.lines)


def main() -> None:
    """Take turns with whoever started this, from their first hand-over on."""
    start = Start(**json.loads(sys.argv[1]))
    beat_by_the_loop()
    if start.quick:
        make_small()
    complaints = Complaints()
    logging.basicConfig(level=logging.WARNING, handlers=[complaints])
    baton = Baton(socket.socket(fileno=start.baton))
    make_loop = partial(LockstepLoop, baton, Path(start.folder), alone=False)
    baton.take()
    with asyncio.Runner(loop_factory=make_loop) as runner:
        noted = runner.run(serve(start, complaints))
    start.noted.write_text(json.dumps(asdict(noted)))


if __name__ == "__main__":
    main()
