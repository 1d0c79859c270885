"""Forgetting a person in the database: jobs that stand alone, each in a transaction of its own."""

import json
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from bot.basics import PlayerId
from bot.ledger import Account, AccountKind
from bot.ports import FORGOTTEN_SECONDS, Erasure, StoredAnswer
from storage import bulk, rows
from storage.batch import Held
from storage.models import (
    ACCOUNT,
    ANSWER,
    FORGOTTEN,
    LEAVER,
    NAME,
    POSTING,
    REF,
    SECRET,
    TRANSFER,
)
from storage.traces import KEY_BYTES, hash_of, still_known, user_part, without_names

_KEY = "forgotten"


@dataclass(frozen=True, slots=True)
class NoteLeaver:
    """Keep that somebody asked to be forgotten."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DropExpired:
    """Drop the hashes that are kept no longer."""

    at: float


def wallets_of(connection: sa.Connection, player: PlayerId) -> Mapping[Account, Held]:
    """Return a person's wallets in every community."""
    found = connection.execute(sa.select(ACCOUNT).where(*_wallets(player)))
    return {rows.account_of(row): Held(row.id, row.balance) for row in found}


def _wallets(player: PlayerId) -> tuple[sa.ColumnElement[bool], ...]:
    return ACCOUNT.c.kind == str(AccountKind.WALLET), ACCOUNT.c.owner == player


def knows(connection: sa.Connection, player: PlayerId) -> bool:
    """Whether a person has a wallet, a name or a message."""
    traces = (
        sa.select(ACCOUNT.c.id).where(*_wallets(player)),
        sa.select(NAME.c.player).where(NAME.c.player == player),
        sa.select(REF.c.place).where(REF.c.place == player),
    )
    return any(connection.execute(trace.limit(1)).first() for trace in traces)


def note_leaver(connection: sa.Connection, player: PlayerId) -> None:
    """Keep that a person asked to be forgotten."""
    connection.execute(sqlite.insert(LEAVER).values(player=player).on_conflict_do_nothing())


def erase(connection: sa.Connection, erasure: Erasure, *, had_wallet: bool) -> None:
    """Put the pseudonym in the person's place everywhere; their wallets are empty already."""
    player = erasure.player
    _clear_transfers(connection, player)
    connection.execute(ACCOUNT.update().where(*_wallets(player)).values(owner=erasure.pseudonym))
    bulk.TABLES.run(connection, [rows.table_row(table) for table in erasure.tables])
    setups = [(dealt.setup, dealt.table, dealt.number) for dealt in erasure.rounds]
    bulk.SETUPS.run(connection, setups)
    _clear_answers(connection, player, erasure.names)
    connection.execute(NAME.delete().where(NAME.c.player == player))
    connection.execute(REF.delete().where(REF.c.place == player))
    connection.execute(LEAVER.delete().where(LEAVER.c.player == player))
    drop_expired(connection, erasure.at)
    if had_wallet:
        _keep_hash(connection, player, erasure.at)


def _names(player: PlayerId, request: sa.Column[str]) -> sa.ColumnElement[bool]:
    return sa.func.instr(":" + request + ":", user_part(player)) > 0


def _clear_transfers(connection: sa.Connection, player: PlayerId) -> None:
    """Leave nothing of the person in transfers: who asked for them, which happen only once."""
    own = sa.select(ACCOUNT.c.id).where(*_wallets(player))
    moved = sa.select(POSTING.c.transfer_id).where(POSTING.c.account_id.in_(own))
    connection.execute(
        TRANSFER.update()
        .where(TRANSFER.c.request.is_not(None))
        # Of a press nothing tells whose it was but the platform's own number of it.
        .where(TRANSFER.c.id.in_(moved) | _names(player, TRANSFER.c.request))
        .values(request=None)
    )
    connection.execute(
        TRANSFER.update()
        .where(TRANSFER.c.id.in_(moved), sa.func.instr(TRANSFER.c.once, player) > 0)
        .values(once=None)
    )


def _clear_answers(connection: sa.Connection, player: PlayerId, names: frozenset[str]) -> None:
    connection.execute(ANSWER.delete().where(_names(player, ANSWER.c.id)))
    for name in names:
        told = sa.func.instr(ANSWER.c.answer, json.dumps(name)) > 0
        found = connection.execute(sa.select(ANSWER).where(told)).all()
        bulk.ANSWERS.run(connection, [_nameless(row, names) for row in found])


def _nameless(row: rows.Found, names: frozenset[str]) -> rows.Row:
    answer = rows.answer_of(row)
    facts = without_names(answer.facts, names)
    return rows.answer_row(row.id, row.at, StoredAnswer(answer.accepted, answer.key, facts))


# --- the hash ---------------------------------------------------------------------------------


def _keep_hash(connection: sa.Connection, player: PlayerId, at: float) -> None:
    key = _key(connection)
    if key is None:
        key = secrets.token_bytes(KEY_BYTES)
        connection.execute(SECRET.insert().values(name=_KEY, value=key.hex()))
    kept = sqlite.insert(FORGOTTEN).values(hash=hash_of(key, player), at=at)
    connection.execute(
        kept.on_conflict_do_update(index_elements=[FORGOTTEN.c.hash], set_={"at": at})
    )


def _key(connection: sa.Connection) -> bytes | None:
    found = connection.scalar(sa.select(SECRET.c.value).where(SECRET.c.name == _KEY))
    return None if found is None else bytes.fromhex(found)


def forgotten_at(connection: sa.Connection, player: PlayerId, at: float) -> float | None:
    """Return when a person was forgotten, ``None`` if that is not known (any more)."""
    key = _key(connection)
    if key is None:
        return None
    kept = sa.select(FORGOTTEN.c.at).where(FORGOTTEN.c.hash == hash_of(key, player))
    found: float | None = connection.scalar(kept)
    return found if found is not None and still_known(found, at) else None


def drop_expired(connection: sa.Connection, at: float) -> None:
    """Drop the hashes that are kept no longer, and the key with the last of them."""
    connection.execute(FORGOTTEN.delete().where(FORGOTTEN.c.at <= at - FORGOTTEN_SECONDS))
    if connection.execute(sa.select(FORGOTTEN.c.hash).limit(1)).first() is None:
        connection.execute(SECRET.delete().where(SECRET.c.name == _KEY))


# --- the file ---------------------------------------------------------------------------------


def rewrite_file(connection: sa.Connection) -> None:
    """Write the database anew, without what deleted rows leave in free pages.

    ``secure_delete`` would not do: pages that were balanced keep stale copies of rows (measured:
    one in eleven megabytes).
    """
    _driver(connection).execute("VACUUM")


def empty_log(connection: sa.Connection, wait_milliseconds: int) -> bool:
    """Fold the log into the file and cut it to nothing; ``False`` where that cannot be done now."""
    driver = _driver(connection)
    ((usual,),) = driver.execute("PRAGMA busy_timeout").fetchall()
    driver.execute(f"PRAGMA busy_timeout={wait_milliseconds}")
    try:
        ((busy, _, _),) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error:
        return False  # what was written stands all the same
    finally:
        driver.execute(f"PRAGMA busy_timeout={usual}")
    return not busy


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    """Return the connection without SQLAlchemy, which would begin a transaction."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)
