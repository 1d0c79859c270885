"""Jobs that share one transaction: decided one after another in memory, written in bulk."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa

from bot.basics import PlayerId
from bot.ledger import Account, Transfer, deltas
from bot.ports import (
    ActionRow,
    Commit,
    Conflict,
    Done,
    Known,
    Outcome,
    Ref,
    RefState,
    ResultRow,
    RoundRow,
    Short,
    StoredAnswer,
    TableRow,
)
from storage import bulk, rows
from storage.limits import check_balance, still_kept


@dataclass(frozen=True, slots=True)
class DropRef:
    """Forget a reference."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class SaveNames:
    """Keep the names of people."""

    names: Mapping[PlayerId, str]


@dataclass(frozen=True, slots=True)
class Probe:
    """Write something and take it away again, in the same transaction."""


PROBE_BYTES = 2**15
"""Room that a probe asks for, several pages: a commit with a round in it takes less."""

_PROBE = Ref("probe", "probe", "", None, "0" * PROBE_BYTES, RefState.SENT)

Job = Commit | Ref | DropRef | SaveNames | Probe
"""What can be written; a reference stands for its being kept."""


@dataclass(frozen=True, slots=True)
class Held:
    """What an account holds, and its key in the database."""

    key: int
    chips: int


_NEW = Held(0, 0)
"""An account without a row; keys count from 1."""


@dataclass(slots=True)
class Past:
    """What has to be known of the database to decide a batch.

    ``held`` has every account of the batch that exists, ``answers`` every answer to its requests
    with the time it was given, ``made`` the keys among its transfers that happened already.
    """

    held: Mapping[Account, Held]
    answers: Mapping[str, tuple[float, StoredAnswer]]
    made: set[str]
    last_account: int
    last_transfer: int


@dataclass
class Batch:
    """What a run of jobs changes: each sees what those before it did; nothing is written yet."""

    past: Past
    held: dict[Account, Held] = field(default_factory=dict)
    answers: dict[str, tuple[float, StoredAnswer]] = field(default_factory=dict)
    transfers: list[rows.Row] = field(default_factory=list)
    postings: list[rows.Row] = field(default_factory=list)
    tables: dict[int, TableRow] = field(default_factory=dict)
    rounds: list[RoundRow] = field(default_factory=list)
    actions: list[ActionRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    names: dict[PlayerId, str] = field(default_factory=dict)
    refs: dict[tuple[str, str, str], Ref | None] = field(default_factory=dict)
    probed: bool = False

    # --- deciding ---------------------------------------------------------------------------

    def decide(self, job: Job) -> Outcome:
        """Work out what becomes of a job and note what it changes; raises ``Conflict``."""
        match job:
            case Commit():
                return self._decide_commit(job)
            case Ref():
                self.refs[job.place, job.kind, job.key] = job
            case DropRef(ref):
                self.refs[ref.place, ref.kind, ref.key] = None
            case SaveNames(names):
                self.names.update(names)
            case Probe():
                self.probed = True
        return Done()

    def _decide_commit(self, commit: Commit) -> Outcome:
        known = self._answer_to(commit)
        if known is not None:
            return Known(known)
        transfers = self._not_made_yet(commit.transfers)
        after: dict[Account, Held] = {}
        for account, chips in deltas(transfers).items():
            before = self.held.get(account) or self.past.held.get(account) or _NEW
            held = before.chips + chips
            check_balance(held)
            if held < 0 and not account.may_owe:
                return Short(account, before.chips)
            after[account] = Held(before.key, held)
        self._note_chips(commit, transfers, after)
        self._note_rows(commit)
        return Done()

    def _answer_to(self, commit: Commit) -> StoredAnswer | None:
        if commit.request is None:
            return None
        found = self.answers.get(commit.request) or self.past.answers.get(commit.request)
        return found[1] if found and still_kept(found[0], commit.at) else None

    def _not_made_yet(self, transfers: Sequence[Transfer]) -> Sequence[Transfer]:
        """Leave out transfers whose key is spent, by an earlier commit or earlier in this one."""
        if all(transfer.once is None for transfer in transfers):
            return transfers
        spent, fresh = set(self.past.made), []
        for transfer in transfers:
            if transfer.once is None or transfer.once not in spent:
                fresh.append(transfer)
            if transfer.once is not None:
                spent.add(transfer.once)
        return fresh

    # --- noting what a commit changes -------------------------------------------------------

    def _note_chips(
        self, commit: Commit, transfers: Iterable[Transfer], after: Mapping[Account, Held]
    ) -> None:
        for account, held in after.items():
            self.held[account] = held if held.key else Held(self._next_account(), held.chips)
        for transfer in transfers:
            self._note_transfer(commit, transfer)

    def _next_account(self) -> int:
        self.past.last_account += 1
        return self.past.last_account

    def _note_transfer(self, commit: Commit, transfer: Transfer) -> None:
        self.past.last_transfer += 1
        key = self.past.last_transfer
        if transfer.once is not None:
            self.past.made.add(transfer.once)
        self.transfers.append(rows.transfer_row(transfer, key, commit))
        self.postings += [
            rows.posting_row(posting, key, line, self.held[posting.account].key)
            for line, posting in enumerate(transfer.postings)
        ]

    def _note_rows(self, commit: Commit) -> None:
        if commit.request is not None:
            self.answers[commit.request] = (commit.at, commit.answer)
        if commit.table is not None:
            self.tables[commit.table.number] = commit.table
        if commit.round is not None:
            self.rounds.append(commit.round)
        self.actions += commit.actions
        if commit.result is not None:
            self.results.append(commit.result)

    # --- writing ----------------------------------------------------------------------------

    def write(self, connection: sa.Connection) -> None:
        """Write everything, in the transaction that is open.

        Raises ``Conflict`` or ``IntegrityError`` when the database knows better.
        """
        self._write_chips(connection)
        answers = [rows.answer_row(key, *answer) for key, answer in self.answers.items()]
        bulk.ANSWERS.run(connection, answers)
        bulk.TABLES.run(connection, [rows.table_row(table) for table in self.tables.values()])
        bulk.NEW_ROUNDS.run(connection, [rows.round_row(dealt) for dealt in self.rounds])
        bulk.NEW_ACTIONS.run(connection, [rows.action_row(action) for action in self.actions])
        results = [(result.text, result.table, result.number) for result in self.results]
        if bulk.RESULTS.run(connection, results) != len(results):
            raise Conflict("a result for no open round")
        bulk.NAMES.run(connection, list(self.names.items()))
        refs = [rows.ref_row(ref) for ref in self.refs.values() if ref is not None]
        bulk.REFS.run(connection, refs)
        dropped = [key for key, ref in self.refs.items() if ref is None]
        bulk.DROPPED_REFS.run(connection, dropped)
        if self.probed:
            bulk.REFS.run(connection, [rows.ref_row(_PROBE)])
            bulk.DROPPED_REFS.run(connection, [(_PROBE.place, _PROBE.kind, _PROBE.key)])

    def _write_chips(self, connection: sa.Connection) -> None:
        fresh: list[rows.Row] = []
        changed: list[rows.Row] = []
        for account, held in self.held.items():
            if account in self.past.held:
                changed.append((held.chips, held.key))
            else:
                fresh.append(rows.account_row(account, held.key, held.chips))
        bulk.NEW_ACCOUNTS.run(connection, fresh)
        if bulk.BALANCES.run(connection, changed) != len(changed):
            raise Conflict("an account that is in memory alone")
        bulk.NEW_TRANSFERS.run(connection, self.transfers)
        bulk.NEW_POSTINGS.run(connection, self.postings)
