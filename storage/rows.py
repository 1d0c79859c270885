"""What the port speaks of, as rows of the database and back."""

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bot.basics import ChatId
from bot.ledger import Account, AccountKind
from bot.ports import ActionRow, Ref, RefState, RoundRow, StoredAnswer, TableRow

Row = Mapping[str, Any]
"""One row to be written: column to value."""

Found = sa.Row[Any]
"""One row that was read."""


def answer_text(answer: StoredAnswer) -> str:
    """Write an answer as JSON."""
    return json.dumps([answer.accepted, answer.key, dict(answer.facts)], separators=(",", ":"))


def parse_answer(text: str) -> StoredAnswer:
    """Read an answer back."""
    accepted, key, facts = json.loads(text)
    return StoredAnswer(accepted, key, facts)


def account_of(row: Found) -> Account:
    """Return the account that a row of ``account`` stands for."""
    return Account(AccountKind(row.kind), row.community, row.owner)


def table_row(table: TableRow) -> Row:
    """Return the row that keeps a table."""
    return {
        "number": table.number,
        "chat": table.chat,
        "state": table.state,
        "live": table.live,
        "matches": json.dumps(table.matches),
    }


def table_of(row: Found) -> TableRow:
    """Return the table that a row keeps."""
    matches = tuple(json.loads(row.matches))
    return TableRow(ChatId(row.chat), row.number, row.state, row.live, matches)


def round_row(dealt: RoundRow) -> Row:
    """Return the row that keeps a round."""
    return {
        "table_number": dealt.table,
        "number": dealt.number,
        "setup": dealt.setup,
        "result": dealt.result,
    }


def round_of(row: Found) -> RoundRow:
    """Return the round that a row keeps."""
    return RoundRow(row.table_number, row.number, row.setup, row.result)


def action_row(action: ActionRow) -> Row:
    """Return the row that keeps an action."""
    return {
        "table_number": action.table,
        "round_number": action.round,
        "seq": action.seq,
        "seat": action.seat,
        "words": action.words,
        "auto": action.auto,
    }


def action_of(row: Found) -> ActionRow:
    """Return the action that a row keeps."""
    return ActionRow(
        row.table_number, row.round_number, row.seq, row.seat, row.words, auto=row.auto
    )


def ref_row(ref: Ref) -> Row:
    """Return the row that keeps a reference."""
    return {
        "place": ref.place,
        "kind": ref.kind,
        "key": ref.key,
        "message": ref.message,
        "digest": ref.digest,
        "state": str(ref.state),
    }


def ref_of(row: Found) -> Ref:
    """Return the reference that a row keeps."""
    return Ref(row.place, row.kind, row.key, row.message, row.digest, RefState(row.state))
