"""The single writer: one task, one connection, as many commits a transaction as are waiting."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.basics import PlayerId
from bot.ledger import Account
from bot.ports import Commit, CommitObserver, Conflict, Done, Outcome
from storage.batch import Held, Job, SaveNames
from storage.books import Apart, Books
from storage.condition import SLOW_SECONDS, Condition, is_trouble
from storage.connections import Threaded
from storage.errors import WriteFailed

_BATCH_MAX = 256


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job | Apart
    since: float
    outcome: asyncio.Future[Outcome | Exception]


class Writer:
    """Carries out jobs in the order they came; nobody is answered before the disk has it.

    While one transaction is under way the next jobs gather: with many waiting, each pays a small
    part of one sync to the disk, and a commit that stands alone waits for nobody. ``observe`` is
    told of each commit that the disk has, also where its caller has given up.
    """

    def __init__(self, connection: Threaded, observe: CommitObserver | None = None) -> None:
        self.condition = Condition("written")
        self._connection = connection
        self._observe = observe
        self._books = Books()
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._names: dict[PlayerId, str] = {}
        self._closed = False
        self._task = asyncio.create_task(self._run())

    @property
    def held(self) -> dict[Account, Held]:
        """What accounts hold, as far as it is in memory; whoever reads an account may add it."""
        return self._books.held

    @property
    def names(self) -> Mapping[PlayerId, str]:
        """Names that wait for the next transaction."""
        return self._names

    async def write(self, job: Job | Apart) -> Outcome:
        """Carry out a job and return what became of it, once that is durable.

        Raises ``Conflict``, ``OutOfOrder`` when the database is in trouble, else ``WriteFailed``.
        A caller that is cancelled calls nothing off.
        """
        if self._closed:
            raise WriteFailed("The store is closed.")
        with self.condition.attempt():
            outcome = await self._outcome(job)
        match outcome:
            case Conflict():
                raise Conflict(str(outcome)) from outcome
            case IntegrityError():
                raise Conflict(str(outcome.orig)) from outcome
            case Exception():
                why = outcome.orig if isinstance(outcome, DBAPIError) else outcome
                raise WriteFailed(f"The database could not be written: {why}.") from outcome
            case _:
                return outcome

    async def _outcome(self, job: Job | Apart) -> Outcome | Exception:
        """Return what became of a job; raises what says that the database is in trouble."""
        future: asyncio.Future[Outcome | Exception] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(job, self.condition.now(), future)
        self._queue.put_nowait(waiting)
        outcome = await waiting.outcome
        if isinstance(outcome, Exception) and is_trouble(outcome):
            raise outcome
        return outcome

    def note_name(self, player: PlayerId, name: str) -> None:
        """Write a name with the next transaction, whoever it is for."""
        self._names[player] = name

    def drop_name(self, player: PlayerId) -> None:
        """Write a name no more that waits for the next transaction."""
        self._names.pop(player, None)

    async def close(self) -> None:
        """Finish what waits, names included unless nothing can be written; the connection stays."""
        self._closed = True
        await self._queue.join()
        if self._names and not self.condition.failing:
            await self._carry_out([])
        if not self._books.file_is_clean and not self.condition.failing:
            await self._connection.run(self._books.tidy)
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _BATCH_MAX and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            began = self.condition.now()
            trouble = await self._carry_out(batch)
            for _ in batch:
                self._queue.task_done()
            if trouble is not None and self.condition.now() - began >= SLOW_SECONDS:
                self._fail_all(trouble)

    def _fail_all(self, trouble: Exception) -> None:
        """Let whoever queued behind a slow failure not wait for the next one."""
        while not self._queue.empty():
            waiting = self._queue.get_nowait()
            if not waiting.outcome.done():
                waiting.outcome.set_result(trouble)
            self._queue.task_done()

    async def _carry_out(self, batch: list[_Waiting]) -> Exception | None:
        """Carry out a batch; return what says that the database is in trouble, if anything does."""
        names = dict(self._names)
        jobs: list[Job | Apart] = [waiting.job for waiting in batch]
        if names:
            jobs.append(SaveNames(names))
        outcomes: list[Outcome | Exception]
        try:
            outcomes = await self._connection.run(partial(self._books.write, jobs=jobs))
        except Exception as error:  # nobody may be left waiting, whatever went wrong
            outcomes = [error] * len(jobs)
        if names and outcomes.pop() == Done():
            self._names = {
                player: name for player, name in self._names.items() if names.get(player) != name
            }
        failures = (outcome for outcome in outcomes if isinstance(outcome, Exception))
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if not waiting.outcome.done():  # its caller may have given up
                waiting.outcome.set_result(outcome)
            self._tell(waiting, outcome)
        return next(filter(is_trouble, failures), None)

    def _tell(self, waiting: _Waiting, outcome: Outcome | Exception) -> None:
        """Tell whoever observes of a commit that was made."""
        if self._observe is not None and isinstance(waiting.job, Commit) and outcome == Done():
            self._observe(waiting.job, self.condition.now() - waiting.since)
