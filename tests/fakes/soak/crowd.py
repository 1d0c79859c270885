"""A soak: many tables on both platforms, the bot in a process of its own, and what is found.

The world runs here: both stand-ins over HTTP and websocket, which keep the documented limits, and
all people. The bot runs in a process of its own (``bot``), with its SQLite file. Both take turns on
one clock whose time jumps (``lockstep``), so minutes of play take as long as the work in them does,
and memory and processor time are the bot's alone.

What is not as it is shipped: heartbeats to Discord go by that clock too (``heart``), seeds are the
same in every run, nobody runs out of chips, and a table stays open for an hour. Before each look at
the memory, caches that only spare work are emptied (``lru_cache``, SQLite's pages): each is
bounded, and some fill for hours.

Telegram takes 30 messages and edits a second in all, Discord 50 requests, answers to presses apart.
A round of three people costs about a dozen: so over all tables of a platform about two or three
rounds can begin in a second, however many tables there are. People wait for that (``Share``): they
use three quarters of it, for a queue before a server that is never idle has no end. Of a thousand
tables each comes to its next round after some minutes; all of them are open all the time.
"""

import asyncio
import json
import math
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

from storage.audit import audit
from tests.fakes.discord.stand_in import Discord
from tests.fakes.soak.bot import Noted, Start
from tests.fakes.soak.found import Found, PlatformFound, process_found
from tests.fakes.soak.sides import DiscordSide, TelegramSide
from tests.fakes.soak.tables import Person, Share, Table, Tally, is_match, sitting
from tests.fakes.swift import swift_clock
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.waiting import NEW_YEAR

PROJECT = Path(__file__).parents[3]

LOAD = 0.75
"""How much is used of what a platform takes in all."""

MATCH_CALLS_PER_SECOND = 0.5
"""About what a match of cribbage takes, which goes on by itself once it has begun."""

UNREACHABLE_EVERY = 20
"""One in so many has never written to the bot, and plays by the buttons of the group."""

REQUESTS_REMEMBERED = 4096
"""How many requests the adapters remember: from then on they forget as many as come."""

MEETING_SECONDS = 0.01
HARVEST_SECONDS = 10.0
AFTERWARDS_SECONDS = 180.0
"""How long is waited at the end: rounds that nobody plays on run out of time, and tell it."""

NO_THREAD_CACHES = "glibc.malloc.tcache_count=0"
"""What threads keep of freed memory would count as alive."""

WARM_SECONDS_MAX = 2 * 3600.0


@dataclass
class Crowd:
    """All tables of one platform, which takes so many counted calls a second."""

    name: str
    side: TelegramSide | DiscordSide
    overall_per_second: float
    tables: list[Table] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    people: list[Person] = field(default_factory=list)

    def settle(self, count: int, seed: int) -> None:
        """Make so many chats, with people in them."""
        matches = sum(map(is_match, range(count)))
        share = Share(LOAD * self.overall_per_second - MATCH_CALLS_PER_SECOND * matches)
        for number in range(count):
            seats, rules = sitting(number)
            people = [self._person() for _ in range(seats)]
            chat = self.side.chat(number, [person.user for person in people])
            chance = Random(f"{self.name} {number} {seed}")
            table = Table(self.side, chat, people, rules, share, self.tally, chance)
            self.tables.append(table)

    def _person(self) -> Person:
        number = len(self.people)
        name = f"P{number:05}"
        reachable = number % UNREACHABLE_EVERY != UNREACHABLE_EVERY - 1
        self.people.append(Person(self.side.person(name), name, reachable))
        return self.people[-1]

    async def comes(self) -> None:
        """Let everybody write to the bot once, then play; ends only by a fault."""
        for person in self.people:
            if person.reachable:
                await self.side.meets(person.user)
                await asyncio.sleep(MEETING_SECONDS)
        await asyncio.gather(*(table.lives() for table in self.tables))

    @property
    def all_played(self) -> bool:
        """Whether cards were dealt at every table."""
        return all(table.played for table in self.tables)


@dataclass
class Soak:
    """One run of the bot among many tables; from ``began`` to ``ended`` all was warm."""

    start: Start
    crowds: Sequence[Crowd]
    bot: subprocess.Popen[bytes]
    began: float = 0.0
    ended: float = 0.0

    async def play(self, seconds: float) -> None:
        """Let everybody come and, once all is warm, play for so long; then all comes down."""
        playing = [asyncio.create_task(crowd.comes()) for crowd in self.crowds]
        playing.append(asyncio.create_task(self._harvest()))
        while not self.is_warm:
            await self._goes_on(playing, HARVEST_SECONDS)
            waited = self.now - NEW_YEAR
            assert waited < WARM_SECONDS_MAX, "a table never played"
        self.began = self.now
        await self._goes_on(playing, seconds)
        self.ended = self.now
        for task in playing:
            task.cancel()
        await asyncio.sleep(AFTERWARDS_SECONDS)
        await self._stop()

    @property
    def now(self) -> float:
        return self.crowds[0].side.clock.now()

    def is_within(self, at: float) -> bool:
        """Whether a moment lies in the time that counts."""
        return self.began <= at < self.ended

    @property
    def is_warm(self) -> bool:
        """Whether every table has played, and what the bot remembers for a while is full."""
        least = 0 if self.start.quick else REQUESTS_REMEMBERED
        busy = all(crowd.side.counts.answered >= least for crowd in self.crowds)
        return busy and all(crowd.all_played for crowd in self.crowds)

    async def _goes_on(self, playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
        """Wait for so long; raises whatever went wrong with anybody."""
        assert self.bot.poll() is None, "the bot ended"
        done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for each in done:
            each.result()

    async def _harvest(self) -> None:
        while True:
            await asyncio.sleep(HARVEST_SECONDS)
            for crowd in self.crowds:
                crowd.side.harvest(self.now - HARVEST_SECONDS)

    async def _stop(self) -> None:
        """Let the bot come down in order, and count what is left."""
        self.bot.send_signal(signal.SIGTERM)
        while self.bot.poll() is None:  # noqa: ASYNC110 -- no event tells of the end of a process
            await asyncio.sleep(0.1)
        assert self.bot.returncode == 0, "the bot did not come down in order"
        for crowd in self.crowds:
            crowd.side.harvest(math.inf)

    def platform_found(self, crowd: Crowd, late: Sequence[float]) -> PlatformFound:
        """Return what was found of one platform; ``late`` is how late its oldest message was."""
        counts = crowd.side.counts

        def within(numbers: Counter[int]) -> int:
            return sum(count for at, count in numbers.items() if self.is_within(at))

        return PlatformFound(
            crowd.name,
            len(crowd.tables),
            sum(self.is_within(at) for at in crowd.tally.begun_at),
            within(counts.calls),
            crowd.overall_per_second * (self.ended - self.began),
            within(counts.answers),
            within(counts.throttled),
            late,
            counts.unanswered,
            counts.twice,
        )


async def soak(start: Start, tables: int, seconds: float, seed: int = 17) -> Found:
    """Run the bot among so many tables for so long, and return what was found.

    ``start`` says where; the addresses of the platforms are filled in.
    """
    clock = swift_clock(NEW_YEAR)
    async with Telegram(clock) as telegram, Discord(clock) as discord:
        crowds = [
            Crowd("Telegram", TelegramSide(telegram), telegram.limits.overall_per_second),
            Crowd("Discord", DiscordSide(discord), discord.limits.overall_per_second),
        ]
        for crowd in crowds:
            crowd.settle(tables // len(crowds), seed)
        start = replace(
            start,
            telegram_url=telegram.url,
            telegram_token=telegram.token,
            discord_api_url=discord.api_url,
            discord_gateway_url=discord.gateway_url,
            discord_token=discord.token,
        )
        bot = launched(start)
        try:
            await telegram.until(lambda: telegram.updates.listening, 60)
            await discord.until(lambda: discord.gateway.connected, 60)
            run = Soak(start, crowds, bot)
            await run.play(seconds)
        finally:
            bot.kill()
            bot.wait()
        violations = (*telegram.violations, *discord.violations)
    noted = Noted(**json.loads(start.noted.read_text()))
    looks = [n for n, at in enumerate(noted.late_at) if run.is_within(NEW_YEAR + at)]
    platforms = [
        run.platform_found(crowd, [late[n] for n in looks])
        for crowd, late in zip(crowds, noted.late, strict=True)
    ]
    process = process_found(noted, run.began - NEW_YEAR, run.ended - NEW_YEAR)
    problems = [*violations, *map(str, audit(start.database).problems), *noted.log]
    return Found(run.began - NEW_YEAR, run.ended - NEW_YEAR, platforms, process, problems)


def launched(start: Start) -> subprocess.Popen[bytes]:
    """Start the bot; it takes its memory from the C library, whose books are read (``heap``)."""
    bot = subprocess.Popen(  # noqa: S603 -- our own module
        [sys.executable, "-m", "tests.fakes.soak.bot", json.dumps(asdict(start))],
        pass_fds=[start.baton],
        cwd=PROJECT,
        env={**os.environ, "PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": NO_THREAD_CACHES},
    )
    os.close(start.baton)
    return bot
