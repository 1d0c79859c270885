"""What the writer remembers between transactions, and how it carries one out."""

import logging
import math
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from bot.ledger import Account, AccountKind
from bot.ports import ANSWERS_KEPT_SECONDS, Commit, Conflict, Done, Erasure, Outcome, StoredAnswer
from bot.trouble import log_failure
from storage import erasing
from storage.batch import Batch, Held, Job, Past
from storage.erasing import DropExpired, NoteLeaver
from storage.models import ACCOUNT, ANSWER, TRANSFER
from storage.rows import account_of, answer_of
from storage.traces import back_to_the_mint

log = logging.getLogger(__name__)

Apart = Erasure | NoteLeaver | DropExpired
"""What is written in a transaction of its own."""

_ACCOUNTS_HELD_MAX = 100_000
_PRUNE_EVERY_COMMITS = 500
_TIDY_EVERY_SECONDS = 600
"""The file is written anew at most so often, however many people come and are forgotten."""
_READERS_MILLISECONDS = 250
"""How long the first attempt to empty the log waits for readers: ours are done in less. A backup
may take long, and bets wait for us; later attempts do not wait."""
_PRUNED_MAX = 2 * _PRUNE_EVERY_COMMITS
"""Twice what can have come meanwhile: old answers never pile up, and no batch waits for long."""


class Books:
    """Balances in memory, true while this is the only writer; used in the connection's thread.

    Others may look into ``held``; after any failure nothing in it is believed any more.
    ``file_is_clean`` is false while the file may still hold something of who was forgotten.
    """

    def __init__(self) -> None:
        self.held: dict[Account, Held] = {}
        self._last: tuple[int, int] | None = None
        self._commits_unpruned = _PRUNE_EVERY_COMMITS
        self.file_is_clean = self._log_is_clean = True
        self._log_milliseconds = 0
        self._tidied_at = -math.inf

    def write(
        self, connection: sa.Connection, jobs: Sequence[Job | Apart]
    ) -> list[Outcome | Exception]:
        """Carry out jobs in order and return what became of each, once it is durable.

        Those that need not stand alone share a transaction. One that the database does not take
        fails alone: the batch is halved until it stands by itself. When the database itself is in
        trouble, all fail and nothing is tried again.
        """
        outcomes: list[Outcome | Exception] = []
        together: list[Job] = []
        for job in jobs:
            if isinstance(job, Apart):
                outcomes += self._write_many(connection, together)
                outcomes.append(self._write_apart(connection, job))
                together = []
            else:
                together.append(job)
        outcomes += self._write_many(connection, together)
        if not self.file_is_clean and time.monotonic() >= self._tidied_at + _TIDY_EVERY_SECONDS:
            self.tidy(connection)
        if not self._log_is_clean:
            self._log_is_clean = erasing.empty_log(connection, self._log_milliseconds)
            self._log_milliseconds = 0
        return outcomes

    def _write_many(
        self, connection: sa.Connection, jobs: Sequence[Job]
    ) -> list[Outcome | Exception]:
        if not jobs:
            return []
        try:
            return self._write_together(connection, jobs)
        except Exception as error:  # whatever it is, it goes to those who wait for these jobs
            self._forget()
            if isinstance(error, OperationalError) or len(jobs) == 1:
                return [error] * len(jobs)
        half = len(jobs) // 2
        return self._write_many(connection, jobs[:half]) + self._write_many(connection, jobs[half:])

    def _write_together(
        self, connection: sa.Connection, jobs: Sequence[Job]
    ) -> list[Outcome | Exception]:
        commits = [job for job in jobs if isinstance(job, Commit)]
        with connection.begin():
            batch = Batch(self._past(connection, commits))
            outcomes = [_decided(batch, job) for job in jobs]
            batch.write(connection)
            self._prune(connection, commits)
        self._hold(batch.held)
        self._last = batch.past.last_account, batch.past.last_transfer
        return outcomes

    def _hold(self, changed: Mapping[Account, Held]) -> None:
        """Keep what accounts hold now; an empty escrow is nearly always of a match that is over."""
        self.held.update(changed)
        for account, held in changed.items():
            if account.kind is AccountKind.ESCROW and not held.chips:
                del self.held[account]

    # --- what stands alone ------------------------------------------------------------------

    def _write_apart(self, connection: sa.Connection, job: Apart) -> Outcome | Exception:
        try:
            with connection.begin():
                match job:
                    case Erasure():
                        self._erase(connection, job)
                    case NoteLeaver(player):
                        erasing.note_leaver(connection, player)
                    case DropExpired(at):
                        erasing.drop_expired(connection, at)
        except Exception as error:  # it goes to the one who waits for this job
            self._forget()
            return error
        if isinstance(job, Erasure):
            # Accounts have other owners now. Not before that is durable: a read in between would
            # fill what is held anew with what stood before.
            self._forget()
            self.file_is_clean = self._log_is_clean = False
            self._log_milliseconds = _READERS_MILLISECONDS
        return Done()

    def _erase(self, connection: sa.Connection, erasure: Erasure) -> None:
        wallets = erasing.wallets_of(connection, erasure.player)
        back = [back_to_the_mint(each, held.chips) for each, held in wallets.items() if held.chips]
        answer = StoredAnswer(accepted=True, key="forgotten")
        commit = Commit(erasure.at, None, answer, tuple(back))
        batch = Batch(self._past(connection, [commit]))
        batch.decide(commit)
        batch.write(connection)
        erasing.erase(connection, erasure, had_wallet=bool(wallets))

    def tidy(self, connection: sa.Connection) -> None:
        """Leave nothing of who was forgotten in the file; what fails is done another time."""
        self._tidied_at = time.monotonic()
        try:
            erasing.rewrite_file(connection)
        except Exception as failure:
            log_failure(log, "the database was not written anew after a forgetting", failure)
        else:
            self.file_is_clean = True
            self._log_is_clean = False

    # --- reading what has to be known -------------------------------------------------------

    def _past(self, connection: sa.Connection, commits: Iterable[Commit]) -> Past:
        """Read what the commits have to know and is not in memory."""
        if len(self.held) > _ACCOUNTS_HELD_MAX:
            self.held = {}
        transfers = [transfer for commit in commits for transfer in commit.transfers]
        named = {posting.account for transfer in transfers for posting in transfer.postings}
        unknown = [account for account in named if account not in self.held]
        self.held.update(read_held(connection, unknown))
        requests = [commit.request for commit in commits if commit.request is not None]
        once = [transfer.once for transfer in transfers if transfer.once is not None]
        last_account, last_transfer = self._last or _read_last(connection)
        return Past(
            held=self.held,
            answers=_read_answers(connection, requests),
            made=_read_made(connection, once),
            last_account=last_account,
            last_transfer=last_transfer,
        )

    def _prune(self, connection: sa.Connection, commits: Sequence[Commit]) -> None:
        """Forget answers that are too old, a bounded number now and then."""
        self._commits_unpruned += len(commits)
        if self._commits_unpruned < _PRUNE_EVERY_COMMITS or not commits:
            return
        self._commits_unpruned = 0
        before = commits[-1].at - ANSWERS_KEPT_SECONDS
        old = sa.select(ANSWER.c.id).where(ANSWER.c.at <= before).order_by(ANSWER.c.at)
        connection.execute(ANSWER.delete().where(ANSWER.c.id.in_(old.limit(_PRUNED_MAX))))

    def _forget(self) -> None:
        # A new dictionary: a read that is under way may still fill the old one.
        self.held = {}
        self._last = None


def _decided(batch: Batch, job: Job) -> Outcome | Exception:
    try:
        return batch.decide(job)
    except Conflict as conflict:
        return conflict


def read_held(connection: sa.Connection, accounts: Collection[Account]) -> Mapping[Account, Held]:
    """Return what accounts hold by the database; those that never had chips are left out."""
    if not accounts:
        return {}
    key = sa.tuple_(ACCOUNT.c.kind, ACCOUNT.c.community, ACCOUNT.c.owner)
    keys = [(str(account.kind), account.community, account.owner) for account in accounts]
    found = connection.execute(sa.select(ACCOUNT).where(key.in_(keys)))
    return {account_of(row): Held(row.id, row.balance) for row in found}


def _read_answers(
    connection: sa.Connection, requests: Collection[str]
) -> Mapping[str, tuple[float, StoredAnswer]]:
    if not requests:
        return {}
    found = connection.execute(sa.select(ANSWER).where(ANSWER.c.id.in_(requests)))
    return {row.id: (row.at, answer_of(row)) for row in found}


def _read_made(connection: sa.Connection, once: Collection[str]) -> set[str]:
    if not once:
        return set()
    return set(
        connection.execute(sa.select(TRANSFER.c.once).where(TRANSFER.c.once.in_(once))).scalars()
    )


def _read_last(connection: sa.Connection) -> tuple[int, int]:
    """Return the last key of an account and of a transfer: the writer counts on by itself."""
    accounts = connection.scalar(sa.select(sa.func.max(ACCOUNT.c.id)))
    transfers = connection.scalar(sa.select(sa.func.max(TRANSFER.c.id)))
    return accounts or 0, transfers or 0
