"""What the port speaks of, as rows of the database and back.

A row to be written is a tuple in the order of its table's columns; a row that was read has them by
name.
"""

import json
from typing import Any

import sqlalchemy as sa

from bot.basics import ChatId
from bot.ledger import Account, AccountKind, Posting, Transfer
from bot.ports import ActionRow, Commit, Ref, RefState, RoundRow, StoredAnswer, TableRow

Row = tuple[int | float | str | None, ...]
"""One row to be written."""

Found = sa.Row[Any]
"""One row that was read."""

_JSON = json.JSONEncoder(separators=(",", ":"))


def account_row(account: Account, key: int, chips: int) -> Row:
    """Return the row of an account."""
    return key, str(account.kind), account.community, account.owner, chips


def account_of(row: Found) -> Account:
    """Return the account that a row stands for."""
    return Account(AccountKind(row.kind), row.community, row.owner)


def transfer_row(transfer: Transfer, key: int, commit: Commit) -> Row:
    """Return the row of a transfer that a commit makes."""
    reason = str(transfer.reason)
    return key, commit.at, reason, transfer.match, commit.request, transfer.once


def posting_row(posting: Posting, transfer: int, line: int, account: int) -> Row:
    """Return the row of one line of a transfer; ``transfer`` and ``account`` are keys."""
    return transfer, line, account, posting.chips


def answer_row(request: str, at: float, answer: StoredAnswer) -> Row:
    """Return the row that keeps what a request was answered."""
    return request, at, _JSON.encode([answer.accepted, answer.key, dict(answer.facts)])


def answer_of(row: Found) -> StoredAnswer:
    """Return the answer that a row keeps."""
    accepted, key, facts = json.loads(row.answer)
    return StoredAnswer(accepted, key, facts)


def table_row(table: TableRow) -> Row:
    """Return the row that keeps a table."""
    return table.number, table.chat, table.state, table.live, _JSON.encode(table.matches)


def table_of(row: Found) -> TableRow:
    """Return the table that a row keeps."""
    matches = tuple(json.loads(row.matches))
    return TableRow(ChatId(row.chat), row.number, row.state, row.live, matches)


def round_row(dealt: RoundRow) -> Row:
    """Return the row that keeps a round."""
    return dealt.table, dealt.number, dealt.setup, dealt.result


def round_of(row: Found) -> RoundRow:
    """Return the round that a row keeps."""
    return RoundRow(row.table_number, row.number, row.setup, row.result)


def action_row(action: ActionRow) -> Row:
    """Return the row that keeps an action."""
    return action.table, action.round, action.seq, action.seat, action.words, action.auto


def action_of(row: Found) -> ActionRow:
    """Return the action that a row keeps."""
    return ActionRow(
        row.table_number, row.round_number, row.seq, row.seat, row.words, auto=row.auto
    )


def ref_row(ref: Ref) -> Row:
    """Return the row that keeps a reference."""
    return ref.place, ref.kind, ref.key, ref.message, ref.digest, str(ref.state)


def ref_of(row: Found) -> Ref:
    """Return the reference that a row keeps."""
    return Ref(row.place, row.kind, row.key, row.message, row.digest, RefState(row.state))
