"""The statements that write a batch, one for all rows of a table.

Core compiles each a single time: looked up and bound anew for every row, as Core does by itself,
they would cost as much as everything else that a commit needs.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from storage.models import ACCOUNT, ACTION, ANSWER, CHAT_TABLE, NAME, POSTING, REF, ROUND, TRANSFER
from storage.rows import Row


class Bulk:
    """One statement; its rows are tuples in the order of its parameters."""

    def __init__(self, statement: sa.Insert | sa.Update | sa.Delete) -> None:
        self._statement = str(statement.compile(dialect=sqlite.dialect()))

    def run(self, connection: sa.Connection, rows: Sequence[Row]) -> int:
        """Run the statement for every row and return how many rows of the database changed."""
        return connection.exec_driver_sql(self._statement, list(rows)).rowcount if rows else 0


def _kept(table: sa.Table) -> Bulk:
    """Return the statement that writes rows of a table, replacing those with the same key."""
    fresh = sqlite.insert(table)
    changed = {column.name: column for column in fresh.excluded if not column.primary_key}
    return Bulk(fresh.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed))


NEW_ACCOUNTS = Bulk(ACCOUNT.insert())
NEW_TRANSFERS = Bulk(TRANSFER.insert())
NEW_POSTINGS = Bulk(POSTING.insert())
NEW_ROUNDS = Bulk(ROUND.insert())
NEW_ACTIONS = Bulk(ACTION.insert())
ANSWERS = _kept(ANSWER)
TABLES = _kept(CHAT_TABLE)
NAMES = _kept(NAME)
REFS = _kept(REF)

BALANCES = Bulk(
    ACCOUNT.update()
    .where(ACCOUNT.c.id == sa.bindparam("account"))
    .values(balance=sa.bindparam("chips"))
)
"""``(chips, account)``: the key of an account and what it holds now."""

RESULTS = Bulk(
    ROUND.update()
    .where(
        ROUND.c.table_number == sa.bindparam("table"),
        ROUND.c.number == sa.bindparam("round"),
        ROUND.c.result.is_(None),
    )
    .values(result=sa.bindparam("text"))
)
"""``(text, table, round)``: how an open round ended."""

SETUPS = Bulk(
    ROUND.update()
    .where(
        ROUND.c.table_number == sa.bindparam("table"),
        ROUND.c.number == sa.bindparam("round"),
    )
    .values(setup=sa.bindparam("text"))
)
"""``(text, table, round)``: what a round began with, written anew."""

DROPPED_REFS = Bulk(
    REF.delete().where(
        REF.c.place == sa.bindparam("at_place"),
        REF.c.kind == sa.bindparam("of_kind"),
        REF.c.key == sa.bindparam("with_key"),
    )
)
"""``(place, kind, key)``: references that are over."""
