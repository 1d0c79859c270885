"""How fast a group can play on Telegram, and how late it sees what happened.

Run by hand, from the top of the repository: ``python -m tests.benchmarks.pace --help``.

The whole bot runs in this process on a stand-in for Telegram that keeps the documented limits (20
messages and edits a minute in a group, 1 a second in a chat, 30 a second overall; what is too much
is answered 429) and is 150 ms away, there and back. The event loop's time jumps over waits, so an
hour takes a minute and every run is the same. Five people play ``mimic17`` by their own cards,
think a log-normal time about each decision and press Again two seconds after the results show.

A delay runs from the commit to the moment at which the platform has a message that shows what was
committed, or something later. Beside it in the same run: one new message for each accepted command,
in order, each 429 waited out, as bots without a lane a chat do it.
"""

import argparse
import asyncio
import itertools
import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from adapters.telegram_html import written
from adapters.telegram_ids import chat_id
from bot.basics import ChatId
from bot.delivery.delivery import Delivery
from bot.message import GroupMessage
from bot.notices import HandShown, Notice, TablePhase, TableShown, Urgency
from bot.ports import Later, Messenger, PlatformError
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply, Request
from bot.serving import BotApp, Wing
from tests.fakes.swift import in_no_time
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.live import RICH, Live, swift_live
from tests.fakes.telegram.people import User
from tests.fakes.telegram.regulars import Regular
from tests.fakes.telegram.stand_in import Telegram

FIVE = ("Ann", "Bob", "Cat", "Dan", "Eve")

UNHURRIED = replace(RICH, turn_seconds=600, phase_seconds_max=600, again_seconds=600)
"""A house that waits for everybody."""

AFTERWARDS_SECONDS = 60.0
"""How long is waited at the end for what is still on its way."""


# --- what is measured -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A table as the house told it right after a commit: when, what, and as the platform gets it.

    ``kind`` is ``deal``, ``turn``, ``settlement``, or empty for what may wait for company.
    """

    at: float
    chat: ChatId
    kind: str
    html: str


def kind_of(shown: TableShown) -> str:
    """Return what happened at a table that nobody should wait to see."""
    if shown.urgency >= Urgency.PROGRESS or shown.phase is TablePhase.LOBBY:
        return ""
    if shown.phase is not TablePhase.PLAY:
        return "settlement"
    return "deal" if shown.urgency is Urgency.DEAL else "turn"


class WatchedApp(BotApp):
    """The bot, with everything that it tells of tables written down."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.told: list[Told] = []
        self._presenter = Presenter(Localizer())

    def _notify(self, notice: Notice) -> None:
        if isinstance(notice, TableShown):
            html = written(self._presenter.table(notice), {}, "").html
            self.told.append(Told(self._clock.now(), notice.chat, kind_of(notice), html))
        super()._notify(notice)


def delays(
    told: Sequence[Told], telegram: Telegram, group: Chat, since: float = 0.0
) -> dict[str, list[float]]:
    """Return how long the platform did without each thing told since then; by kind, in seconds.

    Raises ``AssertionError`` where something never showed.
    """
    found: dict[str, list[float]] = {"deal": [], "turn": [], "settlement": [], "": []}
    ours = [each for each in told if each.chat == chat_id(group.id)]
    waiting = [each for n, each in enumerate(ours) if not n or each.html != ours[n - 1].html]
    for call in telegram.calls.counted(group.id):
        text, at = call.parameters.get("text"), call.at
        known = [n for n, each in enumerate(waiting) if each.html == text and each.at <= at]
        if call.applied and known:
            for each in waiting[: known[-1] + 1]:
                if each.at >= since:
                    found[each.kind].append(at - each.at)
            del waiting[: known[-1] + 1]
    late = [each for each in waiting if each.kind]
    assert not late, f"something never showed: {late}"
    return found


def part_of(values: Sequence[float], part: float) -> float:
    """Return the value that so large a part of all does not exceed; 0 of none."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)] if values else 0.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How an evening went: ``calls`` to the group that limits count, ``floods`` answers 429."""

    rounds: int
    minutes: float
    calls: int
    busiest: int
    floods: int
    delays: dict[str, list[float]]

    @property
    def rounds_a_minute(self) -> float:
        """Return how many rounds were settled and seen in a minute."""
        return self.rounds / self.minutes

    @property
    def urgent(self) -> list[float]:
        """Return the delay of every deal, turn and settlement."""
        return [delay for kind, each in self.delays.items() if kind for delay in each]

    def __str__(self) -> str:
        columns = [f"{self.rounds_a_minute:6.2f}", f"{self.calls / self.rounds:6.1f}"]
        for kind in ("deal", "turn", "settlement"):
            each = self.delays[kind]
            times = (part_of(each, 0.5), part_of(each, 0.95), max(each, default=0.0))
            columns.append(" / ".join(f"{time:5.2f}" for time in times) if each else f"{'-':^21}")
        return "  ".join([*columns, f"{self.busiest:4d}", f"{self.floods:4d}"])


HEADING = (
    f"{'':<34} {'rounds':>6}  {'calls':>6}  {'deal':^21}  {'turn':^21}  {'settlement':^21}  most"
    f"   429\n{'':<34} {'a min':>6}  {'a rnd':>6}"
    + f"  {'p50 /   p95 /   max s':^21}" * 3
    + "  a min"
)


# --- a sender without lanes -------------------------------------------------------------------


class Replies(Delivery):
    """A new message for each accepted command, in order; a pause that is asked for is waited out.

    Panels and answers to presses go as they always do.
    """

    def __init__(self, messenger: Messenger, *parts: Any, **more: Any) -> None:
        super().__init__(messenger, *parts, **more)
        self._unsent: list[TableShown] = []

    def receive(self, notice: Notice) -> None:
        """See ``Delivery``."""
        if isinstance(notice, TableShown):
            self._unsent.append(notice)
        else:
            super().receive(notice)

    async def send(self) -> None:
        """Return once every message has been sent."""
        while self._unsent:
            shown = self._unsent.pop(0)
            await self._post(shown.chat, self._presenter.table(shown))

    async def _post(self, chat: ChatId, message: GroupMessage) -> None:
        try:
            await self._outlet.messenger.post(chat, message, "")
        except Later as later:
            await asyncio.sleep(later.seconds)
            await self._post(chat, message)

    async def answer(self, request: Request, reply: Reply, hand: HandShown | None) -> None:
        """See ``Delivery``."""
        answer = self._presenter.answer(request, reply, hand)
        with suppress(PlatformError):
            await self._outlet.messenger.answer(request, answer)


class RepliesApp(WatchedApp):
    """The bot with such a sender; one command of a group after the other, its reply included."""

    def _wing(self, platform: str, messenger: Messenger) -> Wing:
        wing = super()._wing(platform, messenger)
        replies = Replies(messenger, self._store, self._clock, Presenter(self._texts))
        wing = self._wings[platform] = OneByOne(wing.house, replies, wing.tasks)
        return wing


@dataclass(frozen=True)
class OneByOne(Wing):
    """A wing whose door takes the next command once the last one has its reply."""

    order: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def door(self, request: Request) -> None:
        """See ``Door``."""
        async with self.order:
            await super().door(request)
            if isinstance(self.delivery, Replies):
                await self.delivery.send()


# --- an evening -------------------------------------------------------------------------------


@dataclass
class Evening:
    """The bot on a platform that keeps its limits, and the groups that play there."""

    live: Live
    playing: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def telegram(self) -> Telegram:
        """The platform."""
        return self.live.telegram

    @property
    def told(self) -> list[Told]:
        """What the house told so far."""
        app = self.live.app
        assert isinstance(app, WatchedApp), "nothing was written down"
        return app.told

    async def table(
        self,
        names: Sequence[str],
        seed: int,
        *,
        banker: str | None = None,
        median_seconds: float = 2.0,
    ) -> Chat:
        """Let a new group sit down and play on and on; ``banker`` holds the bank, or the house."""
        people = [self.telegram.user(name) for name in names]
        group = self.telegram.supergroup("Club", members=people)
        regulars = [
            # Chance of one's own: who is asked first must not change how long anybody thinks.
            Regular(self.telegram, user, group, Random(f"{user.first_name} {seed}"), median_seconds)
            for user in people
        ]
        await self.live.starts(*people)
        await people[0].says(group, "/new 21 qq21")
        await self.telegram.until(group.posted)
        for regular in regulars:
            if regular.user.first_name == banker:
                await regular.user.says(group, "/bank all")
                await self.telegram.until(lambda: f"Bank, {banker}" in group.view(), 60)
            else:
                await regular.sits_down("Join")
        await regulars[0].presses(group, "Deal")
        self.playing += [asyncio.create_task(regular.plays()) for regular in regulars]
        return group

    async def goes_on(self, seconds: float) -> None:
        """Let everybody play for so long; raises whatever went wrong with anybody."""
        done, _ = await asyncio.wait(
            self.playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION
        )
        for each in done:
            each.result()

    async def ends(self) -> None:
        """Let nobody do anything more, and wait for what is on its way."""
        for each in self.playing:
            each.cancel()
        await asyncio.sleep(AFTERWARDS_SECONDS)

    def pace(self, group: Chat, minutes: float, until: float) -> Pace:
        """Return how an evening of one group went that was to last until then."""
        calls = self.telegram.calls.counted(group.id)
        shown = (
            str(call.parameters.get("text")) for call in calls if call.applied and call.at <= until
        )
        return Pace(
            rounds=len({text.partition("results")[0] for text in shown if "results" in text}),
            minutes=minutes,
            calls=sum(call.at <= until for call in calls),
            busiest=calls.busiest(),
            floods=len(self.telegram.calls.refused(429)),
            delays=delays(self.told, self.telegram, group),
        )


@asynccontextmanager
async def evening(built: type[BotApp] = WatchedApp) -> AsyncIterator[Evening]:
    """Open an evening; to be run ``in_no_time``.

    Where presses wait for replies, their answers and the players' time may take longer.
    """
    slow = built is RepliesApp
    async with swift_live(UNHURRIED if slow else RICH, built) as live:
        live.telegram.answer_seconds = 600 if slow else live.telegram.answer_seconds
        yield Evening(live)


@in_no_time
async def five_play(
    minutes: float,
    seed: int,
    *,
    built: type[BotApp] = WatchedApp,
    banker: str | None = None,
    median_seconds: float = 2.0,
) -> Pace:
    """Let five people play qq21 for some minutes, and return how that went."""
    async with evening(built) as club:
        group = await club.table(FIVE, seed, banker=banker, median_seconds=median_seconds)
        await club.goes_on(60 * minutes)
        until = club.telegram.clock.now()
        await club.ends()
        return club.pace(group, minutes, until)


# --- one chat fails ---------------------------------------------------------------------------

TROUBLE: Mapping[str, Callable[[Telegram, Chat], object]] = {
    "nothing": lambda _telegram, _chat: None,
    "429 for ever": lambda telegram, chat: telegram.faults.flood("*", 5, chat=chat.id, times=None),
    "time-outs for ever": lambda telegram, chat: telegram.faults.lose_request(
        "*", chat=chat.id, times=None
    ),
    "5xx for ever": lambda telegram, chat: telegram.faults.server_error(
        "*", chat=chat.id, times=None
    ),
}
"""What goes wrong in one chat, by name."""

OTHER_TABLES = 4
BESIDE_HEADING = (
    f"{'in one chat; in the others, ms':<34} {'answer p50':>10}  {'p99':>10}"
    f"  {'table p50':>10}  {'p99':>10}"
)

PRESS_EVERY_SECONDS = 0.517
"""How often somebody presses a button in the chat that fails."""


@dataclass(frozen=True, slots=True)
class Beside:
    """How long others waited, in seconds: for answers to presses, and for tables to show acts."""

    answers: list[float]
    shown: list[float]

    def __str__(self) -> str:
        times = (part_of(each, part) for each in (self.answers, self.shown) for part in (0.5, 0.99))
        return "  ".join(f"{1000 * time:>10,.1f}" for time in times)


@in_no_time
async def beside(trouble: str, minutes: float, seed: int) -> Beside:
    """Play at some tables while one chat is in trouble in which somebody goes on pressing."""
    async with evening() as club:
        nervous = club.telegram.user("Nervous")
        broken = club.telegram.supergroup("Broken", members=[nervous])
        await nervous.says(broken, "/join 5k")
        await club.telegram.until(broken.posted)
        groups = [await club.table(FIVE[:3], seed + number) for number in range(OTHER_TABLES)]
        TROUBLE[trouble](club.telegram, broken)
        began = club.telegram.clock.now()
        club.playing.append(asyncio.create_task(_presses_on(nervous, broken)))
        await club.goes_on(60 * minutes)
        await club.ends()
        shown = [delays(club.told, club.telegram, group, began) for group in groups]
        return Beside(
            _answered_after(club.telegram, nervous, began),
            [delay for each in shown for kind in each.values() for delay in kind],
        )


async def _presses_on(nervous: User, broken: Chat) -> None:
    for number in itertools.count():
        await nervous.presses(broken, "+" if number % 2 else "−")
        await asyncio.sleep(PRESS_EVERY_SECONDS)


def _answered_after(telegram: Telegram, but: User, since: float) -> list[float]:
    """Return how long everybody else's presses since then waited for their answers."""
    answers = telegram.calls.of("answerCallbackQuery")
    at = {str(call.parameters["callback_query_id"]): call.at for call in answers}
    return [
        at[press.id] - press.at
        for press in telegram.presses.values()
        if press.by is not but and press.at >= since
    ]


# --- all of it --------------------------------------------------------------------------------


def run(minutes: float, seed: int) -> None:
    """Measure everything and print it."""
    paces = {
        "lanes, the house banks": five_play(minutes, seed),
        "lanes, Eve banks": five_play(minutes, seed, banker="Eve"),
        "lanes, the house banks, 0.7 s": five_play(minutes, seed, median_seconds=0.7),
        "a reply a command, the house banks": five_play(minutes, seed, built=RepliesApp),
    }
    waits = {trouble: beside(trouble, minutes / 4, seed) for trouble in TROUBLE}
    report = [
        HEADING,
        *(f"{name:<34} {pace}" for name, pace in paces.items()),
        "",
        BESIDE_HEADING,
        *(f"{name:<34} {wait}" for name, wait in waits.items()),
    ]
    print(*report, sep="\n")  # noqa: T201 -- a report is printed


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=20, help="how long each plays (20)")
    parser.add_argument("--seed", type=int, default=17, help="how people think (17)")
    given = parser.parse_args()
    run(given.minutes, given.seed)


if __name__ == "__main__":
    main()
