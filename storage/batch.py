"""Jobs that share one transaction: decided one after another in memory, written in bulk."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

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
    ResultRow,
    RoundRow,
    Short,
    StoredAnswer,
    TableRow,
)
from storage import rows
from storage.limits import check_balance, still_kept
from storage.models import ACCOUNT, ACTION, ANSWER, CHAT_TABLE, NAME, POSTING, REF, ROUND, TRANSFER


@dataclass(frozen=True, slots=True)
class DropRef:
    """Forget a reference."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class SaveNames:
    """Keep the names of people."""

    names: Mapping[PlayerId, str]


Job = Commit | Ref | DropRef | SaveNames
"""What can be written; a reference stands for its being kept."""


@dataclass(frozen=True, slots=True)
class Held:
    """What an account holds, and its key in the database."""

    key: int
    chips: int


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
        return Done()

    def _decide_commit(self, commit: Commit) -> Outcome:
        known = self._answer_to(commit)
        if known is not None:
            return Known(known)
        transfers = self._not_made_yet(commit.transfers)
        after: dict[Account, int] = {}
        for account, chips in deltas(transfers).items():
            before = self._chips(account)
            after[account] = before + chips
            check_balance(after[account])
            if after[account] < 0 and not account.may_owe:
                return Short(account, before)
        self._note(commit, transfers, after)
        return Done()

    def _answer_to(self, commit: Commit) -> StoredAnswer | None:
        if commit.request is None:
            return None
        found = self.answers.get(commit.request) or self.past.answers.get(commit.request)
        return found[1] if found and still_kept(found[0], commit.at) else None

    def _not_made_yet(self, transfers: Iterable[Transfer]) -> list[Transfer]:
        fresh: list[Transfer] = []
        keys = set(self.past.made)
        for transfer in transfers:
            if transfer.once is None or transfer.once not in keys:
                fresh.append(transfer)
            if transfer.once is not None:
                keys.add(transfer.once)
        return fresh

    def _chips(self, account: Account) -> int:
        found = self.held.get(account) or self.past.held.get(account)
        return found.chips if found else 0

    def _note(
        self, commit: Commit, transfers: Iterable[Transfer], after: Mapping[Account, int]
    ) -> None:
        for account, chips in after.items():
            self.held[account] = Held(self._key(account), chips)
        for transfer in transfers:
            self._note_transfer(commit, transfer)
        if commit.request is not None:
            self.answers[commit.request] = (commit.at, commit.answer)
        if commit.table is not None:
            self.tables[commit.table.number] = commit.table
        if commit.round is not None:
            self.rounds.append(commit.round)
        self.actions += commit.actions
        if commit.result is not None:
            self.results.append(commit.result)

    def _key(self, account: Account) -> int:
        found = self.held.get(account) or self.past.held.get(account)
        if found:
            return found.key
        self.past.last_account += 1
        return self.past.last_account

    def _note_transfer(self, commit: Commit, transfer: Transfer) -> None:
        self.past.last_transfer += 1
        number = self.past.last_transfer
        if transfer.once is not None:
            self.past.made.add(transfer.once)
        self.transfers.append(
            {
                "id": number,
                "at": commit.at,
                "reason": str(transfer.reason),
                "match": transfer.match,
                "request": commit.request,
                "once": transfer.once,
            }
        )
        self.postings += [
            {
                "transfer_id": number,
                "line": line,
                "account_id": self.held[posting.account].key,
                "chips": posting.chips,
            }
            for line, posting in enumerate(transfer.postings)
        ]

    def write(self, connection: sa.Connection) -> None:
        """Write everything with one statement a table, in the transaction that is open.

        Raises ``Conflict`` or ``IntegrityError`` when the database knows better.
        """
        for statement, changes in self._changes():
            if changes:
                connection.execute(statement, changes)
        for statement, changes in ((_SET_BALANCE, self._balances()), (_CLOSE, self._closings())):
            if changes and connection.execute(statement, changes).rowcount != len(changes):
                raise Conflict(f"{statement.table} has no row to change")

    def _changes(self) -> Iterator[tuple[sa.Executable, Sequence[rows.Row]]]:
        yield ACCOUNT.insert(), self._new_accounts()
        yield TRANSFER.insert(), self.transfers
        yield POSTING.insert(), self.postings
        yield (
            _ANSWERED,
            [
                {"id": request, "at": at, "answer": rows.answer_text(answer)}
                for request, (at, answer) in self.answers.items()
            ],
        )
        yield _KEEP_TABLE, [rows.table_row(table) for table in self.tables.values()]
        yield ROUND.insert(), [rows.round_row(dealt) for dealt in self.rounds]
        yield ACTION.insert(), [rows.action_row(action) for action in self.actions]
        yield _KEEP_NAME, [{"player": player, "name": name} for player, name in self.names.items()]
        yield _KEEP_REF, [rows.ref_row(ref) for ref in self.refs.values() if ref]
        yield (
            _DROP_REF,
            [
                {"at_place": place, "of_kind": kind, "with_key": key}
                for (place, kind, key), ref in self.refs.items()
                if ref is None
            ],
        )

    def _new_accounts(self) -> Sequence[rows.Row]:
        return [
            {
                "id": held.key,
                "kind": str(account.kind),
                "community": account.community,
                "owner": account.owner,
                "balance": held.chips,
            }
            for account, held in self.held.items()
            if account not in self.past.held
        ]

    def _balances(self) -> Sequence[rows.Row]:
        return [
            {"of_account": held.key, "chips": held.chips}
            for account, held in self.held.items()
            if account in self.past.held
        ]

    def _closings(self) -> Sequence[rows.Row]:
        return [
            {"at_table": result.table, "of_round": result.number, "text": result.text}
            for result in self.results
        ]


def _keep(table: sa.Table) -> sa.Executable:
    """Return the statement that writes rows, replacing those with the same key."""
    fresh = insert(table)
    return fresh.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={column.name: column for column in fresh.excluded if not column.primary_key},
    )


_ANSWERED = _keep(ANSWER)
_KEEP_TABLE = _keep(CHAT_TABLE)
_KEEP_NAME = _keep(NAME)
_KEEP_REF = _keep(REF)
_DROP_REF = REF.delete().where(
    REF.c.place == sa.bindparam("at_place"),
    REF.c.kind == sa.bindparam("of_kind"),
    REF.c.key == sa.bindparam("with_key"),
)
_SET_BALANCE = (
    ACCOUNT.update()
    .where(ACCOUNT.c.id == sa.bindparam("of_account"))
    .values(balance=sa.bindparam("chips"))
)
_CLOSE = (
    ROUND.update()
    .where(
        ROUND.c.table_number == sa.bindparam("at_table"),
        ROUND.c.number == sa.bindparam("of_round"),
        ROUND.c.result.is_(None),
    )
    .values(result=sa.bindparam("text"))
)
