"""The proof that no chip was made or lost: everything that must be true of the books, looked up."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import sqlalchemy as sa

from bot.basics import ChatId, community_of
from bot.ledger import Account, AccountKind
from storage.connections import database_path, reading
from storage.migrate import check_current
from storage.models import ACCOUNT, CHAT_TABLE, POSTING, TRANSFER

_MAY_OWE = (AccountKind.HOUSE, AccountKind.MINT)


class Fault(StrEnum):
    """What can be wrong with the books."""

    FILE_DAMAGED = "file damaged"
    ROW_WITHOUT_OWNER = "row without owner"
    TRANSFER_UNBALANCED = "transfer unbalanced"
    BALANCE_WRONG = "balance wrong"
    TOTAL_NOT_ZERO = "total not zero"
    BELOW_ZERO = "below zero"
    ESCROW_WITHOUT_MATCH = "escrow without match"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    fault: Fault
    what: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.what}"


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What was looked at and what is wrong with it; ``problems`` is empty for good books.

    ``wallet_chips`` and ``escrow_chips`` is what players hold and what they have staked.
    """

    accounts: int
    transfers: int
    wallet_chips: int
    escrow_chips: int
    problems: tuple[Problem, ...]

    @property
    def clean(self) -> bool:
        """Whether everything adds up."""
        return not self.problems


def audit(url: str) -> AuditReport:
    """Check the whole ledger of the database at ``url`` as it is at this moment.

    Transfers sum to zero, balances equal their postings, all accounts sum to zero, nobody but the
    house and the mint owes, and chips in escrow belong to a match that a live table names. Changes
    nothing and may run beside a house. Raises ``StorageError`` for a database that is missing, not
    ours, or of another schema.
    """
    path = database_path(url)
    check_current(path)
    try:
        with reading(path).connect() as connection, connection.begin():
            return _audited(connection)
    except sa.exc.DatabaseError as error:
        return AuditReport(0, 0, 0, 0, (Problem(Fault.FILE_DAMAGED, str(error.orig)),))


def _audited(connection: sa.Connection) -> AuditReport:
    problems = tuple(_problems(connection))
    chips = sa.func.sum(ACCOUNT.c.balance).label("chips")
    by_kind = sa.select(ACCOUNT.c.kind, chips).group_by(ACCOUNT.c.kind)
    held = {row.kind: row.chips for row in connection.execute(by_kind)}
    return AuditReport(
        accounts=_count(connection, ACCOUNT),
        transfers=_count(connection, TRANSFER),
        wallet_chips=held.get(AccountKind.WALLET, 0),
        escrow_chips=held.get(AccountKind.ESCROW, 0),
        problems=problems,
    )


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def _problems(connection: sa.Connection) -> Iterator[Problem]:
    damage = list(_damaged_file(connection))
    yield from damage
    if damage:
        return  # what a damaged file says proves nothing
    yield from _rows_without_owner(connection)
    yield from _unbalanced_transfers(connection)
    yield from _wrong_balances(connection)
    yield from _total(connection)
    yield from _debts(connection)
    yield from _stray_escrows(connection)


def _damaged_file(connection: sa.Connection) -> Iterator[Problem]:
    for verdict in connection.exec_driver_sql("PRAGMA integrity_check(10)").scalars():
        if verdict != "ok" and "CHECK constraint" not in verdict:  # debts are looked for below
            yield Problem(Fault.FILE_DAMAGED, verdict)


def _rows_without_owner(connection: sa.Connection) -> Iterator[Problem]:
    for table, _, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield Problem(Fault.ROW_WITHOUT_OWNER, f"a row of {table} belongs to no row of {parent}")


def _unbalanced_transfers(connection: sa.Connection) -> Iterator[Problem]:
    total = sa.func.sum(POSTING.c.chips)
    query = sa.select(POSTING.c.transfer_id, total).group_by(POSTING.c.transfer_id)
    for transfer, chips in connection.execute(query.having(total != 0)):
        yield Problem(Fault.TRANSFER_UNBALANCED, f"transfer {transfer} makes {chips:+,} chips")


def _wrong_balances(connection: sa.Connection) -> Iterator[Problem]:
    posted = sa.func.coalesce(sa.func.sum(POSTING.c.chips), 0)
    query = (
        sa.select(ACCOUNT, posted.label("posted"))
        .outerjoin(POSTING, POSTING.c.account_id == ACCOUNT.c.id)
        .group_by(ACCOUNT.c.id)
        .having(ACCOUNT.c.balance != posted)
    )
    for row in connection.execute(query):
        what = f"{_named(row)} shows {row.balance:,} chips, its postings make {row.posted:,}"
        yield Problem(Fault.BALANCE_WRONG, what)


def _total(connection: sa.Connection) -> Iterator[Problem]:
    # Summed here: SQLite's own sum would give up beyond 64 bits.
    chips = sum(connection.execute(sa.select(ACCOUNT.c.balance)).scalars())
    if chips != 0:
        yield Problem(Fault.TOTAL_NOT_ZERO, f"all accounts together hold {chips:+,} chips")


def _debts(connection: sa.Connection) -> Iterator[Problem]:
    query = sa.select(ACCOUNT).where(ACCOUNT.c.balance < 0, ACCOUNT.c.kind.not_in(_MAY_OWE))
    for row in connection.execute(query):
        yield Problem(Fault.BELOW_ZERO, f"{_named(row)} holds {row.balance:,} chips")


def _stray_escrows(connection: sa.Connection) -> Iterator[Problem]:
    tables = connection.execute(sa.select(CHAT_TABLE).where(CHAT_TABLE.c.live))
    live = {
        (community_of(ChatId(row.chat)), match)
        for row in tables
        for match in json.loads(row.matches)
    }
    query = sa.select(ACCOUNT).where(ACCOUNT.c.kind == AccountKind.ESCROW, ACCOUNT.c.balance != 0)
    for row in connection.execute(query):
        if (row.community, row.owner) not in live:
            what = f"{_named(row)} holds {row.balance:,} chips of no live match"
            yield Problem(Fault.ESCROW_WITHOUT_MATCH, what)


def _named(row: sa.Row[tuple[object, ...]]) -> str:
    account = Account(AccountKind(row.kind), row.community, row.owner)
    return " ".join(filter(None, (account.kind, account.community, account.owner)))
