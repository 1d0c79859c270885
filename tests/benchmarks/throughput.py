"""How many accepted actions a second the house takes on SQLite, beside what storage alone could.

Run by hand, from the top of the repository: ``python -m tests.benchmarks.throughput --help``.

One run plays rounds of 21 at many tables at once through ``House.handle``, on a file, and writes
down every commit. Then the very same commits go through the store alone, through raw ``sqlite3``
with the same group commit, and through SQLModel's ``AsyncSession`` with a transaction each: every
table's in their order, all tables at once. All on one disk with ``synchronous=FULL``. The ratios
mean something; the rates depend on what else the machine does.
"""

import argparse
import asyncio
import itertools
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel import SQLModel, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import fairness
from bot.basics import ChatId, PlayerId
from bot.clocks import ManualClock
from bot.house.house import House
from bot.house.settings import HouseSettings
from bot.ledger import Account
from bot.notices import Notice, TablePhase, TableShown
from bot.ports import Commit, Outcome
from bot.requests import Request
from storage import models, rows
from storage.audit import audit
from storage.connections import Threaded, open_file
from storage.migrate import migrate
from storage.store import SqliteStore
from tests.fakes.chance import CountedEntropy
from tests.fakes.commits import NOON
from tests.fakes.house import seen_under

BATCH_MAX = 256

Histories = Sequence[Sequence[Commit]]
"""What each table committed, in order."""

Model = TypeVar("Model", bound=SQLModel)

Write = Callable[[Commit], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Measured:
    """How long each piece of work took, and all of them together; in seconds.

    ``processor`` is the time that this process ran for all of them.
    """

    what: str
    each: Sequence[float]
    together: float
    processor: float

    @property
    def rate(self) -> float:
        """Return pieces a second."""
        return len(self.each) / self.together

    def __str__(self) -> str:
        ordered = sorted(self.each)
        middle, late = (1e3 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99))
        processor = 1e3 * self.processor / len(self.each)
        return f"{self.what:<38} {self.rate:>8,.0f} {middle:>9.2f} {late:>9.2f} {processor:>9.3f}"


class Stopwatch:
    """Takes the time of pieces of work that overlap."""

    def __init__(self) -> None:
        self._each: list[float] = []
        self._began = time.perf_counter()
        self._processor_began = time.process_time()

    def seconds(self) -> float:
        """Return how long it runs already."""
        return time.perf_counter() - self._began

    async def time(self, work: Awaitable[object]) -> None:
        """Wait for a piece of work."""
        began = time.perf_counter()
        await work
        self._each.append(time.perf_counter() - began)

    def stop(self, what: str) -> Measured:
        """Return what was measured until now."""
        processor = time.process_time() - self._processor_began
        return Measured(what, self._each, self.seconds(), processor)


# --- the house --------------------------------------------------------------------------------

TABLE: ContextVar[int] = ContextVar("TABLE")
"""Which table the running task plays at; the house's own tasks inherit it."""


class RecordingStore(SqliteStore):
    """A store that writes down what is committed, and for which table."""

    history: defaultdict[int, list[Commit]]

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        outcome = await super().commit(commit)
        self.history[TABLE.get()].append(commit)
        return outcome


class Room:
    """A house with many tables, and what it showed last at each: all that a player goes by."""

    def __init__(self, store: SqliteStore) -> None:
        settings = HouseSettings(rules="hk_casino", bet_max=10, welcome_chips=10**9)
        self.clock = ManualClock(NOON)
        self.shown: dict[ChatId, TableShown] = {}
        self.asked: defaultdict[tuple[ChatId, int, str], set[PlayerId]] = defaultdict(set)
        self.watch = Stopwatch()
        self.house = House(
            store, self.clock, CountedEntropy(), fairness.shuffle, self._receive, settings
        )

    def _receive(self, notice: Notice) -> None:
        if isinstance(notice, TableShown):
            self.shown[notice.chat] = notice

    async def play(self, table: int, seats: int, seconds: float) -> None:
        """Play at one table until the time is over: one request after another."""
        TABLE.set(table)
        chat = ChatId(f"bench:{table}")
        players = [PlayerId(f"bench:{table}.{seat}") for seat in range(seats)]
        for number in itertools.count():
            if self.watch.seconds() >= seconds:
                return
            player, verb, *words = self._next(chat, players)
            seen = seen_under(self.shown[chat]) if verb == "again" else None
            await self.watch.time(
                self._accepted(
                    Request(
                        id=f"{chat}:{number}",
                        chat=chat,
                        player=PlayerId(player),
                        name=player,
                        verb=verb,
                        args=tuple(words),
                        seen=seen,
                    )
                )
            )

    async def _accepted(self, request: Request) -> None:
        # Time passes, or the next press of the same button would be a double tap.
        self.clock.at = NOON + self.watch.seconds()
        reply = await self.house.handle(request)
        if not reply.accepted:
            raise AssertionError(f"{request.verb} was refused: {reply.key}")

    def _next(self, chat: ChatId, players: Sequence[PlayerId]) -> tuple[str, ...]:
        """Return who asks for what: everybody joins, is dealt in, hits once, stands, and again."""
        shown = self.shown.get(chat)
        if shown is None or shown.phase in {TablePhase.CLOSED, TablePhase.LOBBY}:
            seated = {line.player for line in shown.seats if line.bet} if shown else set()
            absent = [player for player in players if player not in seated]
            return (absent[0], "join", "10") if absent else (players[0], "deal")
        if shown.phase is TablePhase.SETTLED:
            return next((line.player, "again") for line in shown.seats if not line.again)
        if shown.view is None:
            raise AssertionError("a round that nobody sees")
        asked = self.asked[chat, shown.round, shown.view.phase]
        waiting = (line.player for line in shown.seats if line.seat in shown.view.waiting)
        if shown.view.phase == "insurance":  # answers are private: everyone is asked in turn
            player = next(player for player in waiting if player not in asked)
            asked.add(player)
            return player, "insure", "no"
        player = next(waiting)
        verb = "stand" if player in asked else "hit"
        asked.add(player)
        return player, verb


async def play_house(
    url: str, tables: int, seats: int, seconds: float
) -> tuple[Measured, Histories]:
    """Play at every table at once; return how long each accepted action took, and the commits."""
    store = await RecordingStore.open(url)
    store.history = defaultdict(list)
    room = Room(store)
    await asyncio.gather(*(room.play(table, seats, seconds) for table in range(tables)))
    measured = room.watch.stop("accepted actions through House.handle")
    await room.house.close()
    await store.close()
    return measured, [store.history[table] for table in range(tables)]


# --- the same commits without a house ---------------------------------------------------------


async def replay(what: str, write: Write, histories: Histories, seconds: float) -> Measured:
    """Write what each table committed, all tables at once, until the time is over."""
    watch = Stopwatch()

    async def one_table(history: Sequence[Commit]) -> None:
        for commit in history:
            if watch.seconds() >= seconds:
                return
            await watch.time(write(commit))

    await asyncio.gather(*map(one_table, histories))
    return watch.stop(what)


async def replay_store(url: str, histories: Histories, seconds: float) -> Measured:
    """Replay through ``SqliteStore`` alone."""
    store = await SqliteStore.open(url)
    measured = await replay("the store alone, the same commits", store.commit, histories, seconds)
    await store.close()
    return measured


class RawWriter:
    """What the store's writer does, with nothing between it and ``sqlite3``: the ceiling."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._connection = open_file(path)
        self._queue: asyncio.Queue[tuple[Commit, asyncio.Future[None]]] = asyncio.Queue()
        self._accounts: dict[Account, list[int]] = {}
        self._transfers = 0
        self._task = asyncio.create_task(self._run())

    async def write(self, commit: Commit) -> None:
        """Return once the commit is durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((commit, done))
        await done

    async def close(self) -> None:
        """Let go of the file."""
        self._task.cancel()
        self._thread.shutdown()
        self._connection.close()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH_MAX and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            commits = [commit for commit, _ in batch]
            await loop.run_in_executor(self._thread, self.write_together, commits)
            for _, done in batch:
                done.set_result(None)

    def write_together(self, commits: Sequence[Commit]) -> None:
        """Write commits in one transaction: ids and balances checked, a statement a table."""
        execute, many = self._connection.execute, self._connection.executemany
        execute("BEGIN IMMEDIATE")
        ids = [commit.request for commit in commits if commit.request is not None]
        marks = ",".join("?" * len(ids))
        known = execute(f"SELECT id FROM request_answer WHERE id IN ({marks})", ids).fetchall()  # noqa: S608 -- marks
        if known:
            raise ValueError("a request twice")
        new, touched = self._post(commits)
        many("INSERT INTO account VALUES (?, ?, ?, ?, ?)", new)
        many("UPDATE account SET balance = ? WHERE id = ?", touched)
        transfers, postings = self._transfers_of(commits)
        many("INSERT INTO transfer VALUES (?, ?, ?, ?, ?, ?)", transfers)
        many("INSERT INTO posting VALUES (?, ?, ?, ?)", postings)
        answers = [
            rows.answer_row(c.request, c.at, c.answer) for c in commits if c.request is not None
        ]
        many("INSERT INTO request_answer VALUES (?, ?, ?)", answers)
        tables = [rows.table_row(c.table) for c in commits if c.table]
        many("INSERT OR REPLACE INTO chat_table VALUES (?, ?, ?, ?, ?)", tables)
        rounds = [rows.round_row(c.round) for c in commits if c.round]
        many("INSERT INTO round VALUES (?, ?, ?, ?)", rounds)
        actions = [rows.action_row(action) for c in commits for action in c.actions]
        many("INSERT INTO round_action VALUES (?, ?, ?, ?, ?, ?)", actions)
        results = [(c.result.text, c.result.table, c.result.number) for c in commits if c.result]
        many("UPDATE round SET result = ? WHERE table_number = ? AND number = ?", results)
        execute("COMMIT")

    def _post(self, commits: Sequence[Commit]) -> tuple[list[Any], list[Any]]:
        """Move chips in memory; return rows of new accounts and of changed balances."""
        new: dict[Account, list[int]] = {}
        touched: dict[Account, list[int]] = {}
        for commit in commits:
            for transfer in commit.transfers:
                for account, chips in ((line.account, line.chips) for line in transfer.postings):
                    held = self._accounts.get(account)
                    if held is None:
                        held = new[account] = self._accounts[account] = [len(self._accounts) + 1, 0]
                    touched[account] = held
                    held[1] += chips
                    if held[1] < 0 and not account.may_owe:
                        raise ValueError("below zero")
        inserted = [
            (held[0], str(account.kind), account.community, account.owner, held[1])
            for account, held in new.items()
        ]
        return inserted, [(held[1], held[0]) for account, held in touched.items()]

    def _transfers_of(self, commits: Sequence[Commit]) -> tuple[list[Any], list[Any]]:
        transfers, postings = [], []
        for commit in commits:
            for made in commit.transfers:
                self._transfers += 1
                number = self._transfers
                row = (number, commit.at, str(made.reason), made.match, commit.request, made.once)
                transfers.append(row)
                postings += [
                    (number, line, self._accounts[posting.account][0], posting.chips)
                    for line, posting in enumerate(made.postings)
                ]
        return transfers, postings


async def replay_raw(path: Path, histories: Histories, seconds: float) -> Measured:
    """Replay through ``sqlite3`` with the same group commit."""
    writer = RawWriter(path)
    measured = await replay("raw sqlite3, the same group commit", writer.write, histories, seconds)
    await writer.close()
    return measured


def filled(model: type[Model], row: rows.Row) -> Model:
    """Return a model's object with the values of a row."""
    return model(**dict(zip(model.model_fields, row, strict=True)))


class OrmWriter:
    """One ``AsyncSession`` transaction a commit, on one connection: how it is usually written."""

    def __init__(self, path: Path) -> None:
        self._keys = itertools.count(10**9)  # counted here: it saves the ORM a read
        self._engine: AsyncEngine = create_async_engine(
            "sqlite+aiosqlite://",
            async_creator=lambda: Threaded(path),
            poolclass=sa.AsyncAdaptedQueuePool,
            pool_size=1,
            max_overflow=0,
            pool_timeout=600,
        )

        @sa.event.listens_for(self._engine.sync_engine, "begin")
        def begin(connection: sa.Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    async def write(self, commit: Commit) -> None:
        """Return once the commit is durable."""
        async with AsyncSession(self._engine) as session:
            if commit.request is not None:
                if await session.get(models.RequestAnswer, commit.request):
                    raise ValueError("a request twice")
                answer = rows.answer_row(commit.request, commit.at, commit.answer)
                session.add(filled(models.RequestAnswer, answer))
            await self._add_transfers(session, commit)
            if commit.table is not None:
                await session.merge(filled(models.ChatTable, rows.table_row(commit.table)))
            if commit.round is not None:
                session.add(filled(models.Round, rows.round_row(commit.round)))
            for action in commit.actions:
                session.add(filled(models.RoundAction, rows.action_row(action)))
            if commit.result is not None:
                place = commit.result.table, commit.result.number
                dealt = await session.get_one(models.Round, place)
                dealt.result = commit.result.text
            await session.commit()

    async def _add_transfers(self, session: AsyncSession, commit: Commit) -> None:
        for made in commit.transfers:
            transfer = models.Transfer(
                id=next(self._keys),
                at=commit.at,
                reason=str(made.reason),
                match=made.match,
                request=commit.request,
                once=made.once,
            )
            session.add(transfer)
            for line, posting in enumerate(made.postings):
                account = await self._account(session, posting.account)
                account.balance += posting.chips
                session.add(
                    models.Posting(
                        transfer_id=transfer.id,
                        line=line,
                        account_id=account.id,
                        chips=posting.chips,
                    )
                )

    async def _account(self, session: AsyncSession, account: Account) -> models.Account:
        query = select(models.Account).where(
            models.Account.kind == str(account.kind),
            models.Account.community == account.community,
            models.Account.owner == account.owner,
        )
        found = (await session.exec(query)).one_or_none()
        if found is None:
            found = models.Account(
                id=next(self._keys),
                kind=str(account.kind),
                community=account.community,
                owner=account.owner,
                balance=0,
            )
            session.add(found)
        return found

    async def close(self) -> None:
        """Let go of the file."""
        await self._engine.dispose()


async def replay_orm(path: Path, histories: Histories, seconds: float) -> Measured:
    """Replay through the ORM; it is slow, so the first half is written for it beforehand."""
    with closing(open_file(path)):
        raw = RawWriter(path)
        halves = [len(history) // 2 for history in histories]
        for history, half in zip(histories, halves, strict=True):
            raw.write_together(history[:half])
        await raw.close()
    writer = OrmWriter(path)
    rest = [history[half:] for history, half in zip(histories, halves, strict=True)]
    measured = await replay("SQLModel ORM, a transaction each", writer.write, rest, seconds)
    await writer.close()
    return measured


# --- all of it --------------------------------------------------------------------------------


async def run(folder: Path, tables: int, seats: int, seconds: float) -> None:
    """Measure everything in one go and print a table."""

    def database(name: str) -> tuple[str, Path]:
        path = folder / f"{name}.db"
        url = f"sqlite+aiosqlite:///{path}"
        migrate(url)
        return url, path

    url, _ = database("house")
    house, histories = await play_house(url, tables, seats, seconds)
    store_url, _ = database("store")
    store = await replay_store(store_url, histories, seconds)
    raw_url, raw_path = database("raw")
    raw = await replay_raw(raw_path, histories, seconds)
    _, orm_path = database("orm")
    orm = await replay_orm(orm_path, histories, seconds)
    report = [
        f"{tables} tables, {seats} seats, {sum(map(len, histories)):,} commits",
        f"{'':<38} {'a second':>8} {'p50 ms':>9} {'p99 ms':>9} {'CPU ms':>9}",
        *(house, store, raw, orm),
        f"house : raw group commit = {house.rate / raw.rate:.2f}",
        f"house : ORM = {house.rate / orm.rate:.1f}",
        *(problem for each in (url, store_url, raw_url) for problem in audit(each).problems),
    ]
    print(*report, sep="\n")  # noqa: T201 -- a report is printed


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200, help="tables at once (200)")
    parser.add_argument("--seats", type=int, default=3, help="players at each (3)")
    parser.add_argument("--seconds", type=float, default=10, help="at most for each way (10)")
    parser.add_argument("--folder", type=Path, help="where the databases go: a disk to measure")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        asyncio.run(run(Path(folder), given.tables, given.seats, given.seconds))


if __name__ == "__main__":
    main()
