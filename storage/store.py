"""The store on a SQLite file: writes through the single writer, reads beside it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Self, TypeVar

import sqlalchemy as sa

from bot.basics import CommunityId, PlayerId
from bot.ledger import Account, AccountKind, Reason
from bot.ports import (
    ActionRow,
    Commit,
    CommitObserver,
    Erasure,
    Outcome,
    Ref,
    RoundRow,
    TableRow,
)
from storage import erasing, rows
from storage.batch import DropRef, Probe
from storage.books import read_held
from storage.condition import Condition
from storage.connections import Threaded, database_path
from storage.erasing import DropExpired, NoteLeaver
from storage.house_lock import HouseLock
from storage.limits import check_commit, check_erasure, check_text
from storage.migrate import Migrated, migrate_locked
from storage.models import (
    ACCOUNT,
    ACTION,
    ANSWER,
    CHAT_TABLE,
    FORGOTTEN,
    LEAVER,
    NAME,
    POSTING,
    REF,
    ROUND,
    TRANSFER,
)
from storage.writer import Writer

_T = TypeVar("_T")

_NAMES_REMEMBERED_MAX = 50_000

PROBE_SECONDS = 20.0
"""How long a write proves that the next will work: an idle disk is not kept busy."""


class SqliteStore:
    """See ``Store``; made by ``open``. ``migrated`` says what was done to the schema then."""

    def __init__(
        self, migrated: Migrated, writer: Writer, reader: Threaded, opened: AsyncExitStack
    ) -> None:
        self.migrated = migrated
        self._writer = writer
        self._reader = reader
        self._opened = opened
        self._names: dict[PlayerId, str] = {}
        self._reading = Condition("read")

    @classmethod
    async def open(cls, url: str, observe: CommitObserver | None = None) -> Self:
        """Open the database at ``url`` for one house: lock it, migrate it, start its writer.

        A database that has to be migrated is copied first. ``observe`` is told of every commit that
        is durable. Raises ``DatabaseInUse``, ``DatabaseNewer`` or ``NotOurDatabase``, each with a
        sentence for the host.
        """
        path = database_path(url)
        async with AsyncExitStack() as opened:
            opened.enter_context(HouseLock(path))
            migrated = await asyncio.to_thread(migrate_locked, path)
            writer = Writer(await opened.enter_async_context(Threaded(path)), observe)
            opened.push_async_callback(writer.close)
            # Closed before the writer, whose end then folds the log into the file: whoever copies
            # the database of a house that has ended copies all of it.
            reader = await opened.enter_async_context(Threaded(path, read_only=True))
            return cls(migrated, writer, reader, opened.pop_all())

    async def close(self) -> None:
        """See ``Store``."""
        await self._opened.aclose()

    # --- writing ----------------------------------------------------------------------------

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        check_commit(commit)
        return await self._writer.write(commit)

    async def remember_name(self, player: PlayerId, name: str) -> None:
        """See ``Store``."""
        if self._names.get(player) == name:
            return
        check_text(player, name)
        if len(self._names) >= _NAMES_REMEMBERED_MAX:
            self._names.clear()
        self._names[player] = name
        self._writer.note_name(player, name)

    async def save_ref(self, ref: Ref) -> None:
        """See ``Store``; durable when it returns."""
        check_text(ref.place, ref.kind, ref.key, ref.message or "", ref.digest)
        await self._writer.write(ref)

    async def drop_ref(self, ref: Ref) -> None:
        """See ``Store``; durable when it returns."""
        await self._writer.write(DropRef(ref))

    async def probe(self) -> None:
        """See ``Store``; a write that worked moments ago proves as much."""
        writing = self._writer.condition
        if writing.failing or writing.age >= PROBE_SECONDS:
            await self._writer.write(Probe())
        await self._read(lambda connection: connection.scalar(sa.select(sa.literal(1))))

    async def note_leaver(self, player: PlayerId) -> None:
        """See ``Store``; durable when it returns."""
        check_text(player)
        await self._writer.write(NoteLeaver(player))

    async def forget(self, erasure: Erasure) -> None:
        """See ``Store``; durable when it returns, and gone from the file."""
        check_erasure(erasure)
        self._names.pop(erasure.player, None)
        self._writer.drop_name(erasure.player)
        await self._writer.write(erasure)

    async def drop_expired(self, at: float) -> None:
        """See ``Store``; durable when it returns."""
        await self._writer.write(DropExpired(at))

    # --- reading ----------------------------------------------------------------------------

    async def _read(self, query: Callable[[sa.Connection], _T]) -> _T:
        """Return what a query finds in one consistent view of the database."""

        def in_transaction(connection: sa.Connection) -> _T:
            with connection.begin():
                return query(connection)

        with self._reading.attempt():
            return await self._reader.run(in_transaction)

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``; nearly always from the writer's memory."""
        held = self._writer.held
        known = {account: held.get(account) for account in accounts}
        unknown = [account for account, found in known.items() if found is None]
        if unknown:
            for account, found in (await self._read(partial(read_held, accounts=unknown))).items():
                # A commit that returned meanwhile has put it there, and knows better; or has taken
                # it away, where a match ended, and what was read may not come to stand there.
                is_escrow = account.kind is AccountKind.ESCROW
                known[account] = (held.get if is_escrow else held.setdefault)(account, found)
        return {account: found.chips if found else 0 for account, found in known.items()}

    async def has_account(self, account: Account) -> bool:
        """See ``Store``."""
        if account in self._writer.held:
            return True
        return bool(await self._read(partial(read_held, accounts=[account])))

    async def last_transfer_at(self, account: Account, reason: Reason) -> float | None:
        """See ``Store``."""
        own = sa.select(ACCOUNT.c.id).where(*_is(account))
        taken_over = (
            sa.select(POSTING.c.transfer_id)
            .join(TRANSFER, TRANSFER.c.id == POSTING.c.transfer_id)
            .where(POSTING.c.account_id.in_(own), TRANSFER.c.reason == str(Reason.UPGRADE))
        )
        before = sa.select(POSTING.c.account_id).where(POSTING.c.transfer_id.in_(taken_over))
        query = (
            sa.select(TRANSFER.c.at)
            .join(POSTING, POSTING.c.transfer_id == TRANSFER.c.id)
            .where(
                POSTING.c.account_id.in_(own.union(before)),
                TRANSFER.c.reason == str(reason),
            )
            .order_by(POSTING.c.transfer_id.desc())
            .limit(1)
        )
        return await self._read(lambda connection: connection.scalar(query))

    async def newest_at(self) -> float | None:
        """See ``Store``; reads every transfer, for their order need not be that of their times."""
        kept = (ANSWER, TRANSFER, FORGOTTEN)
        moments = sa.union_all(*(sa.select(sa.func.max(table.c.at).label("at")) for table in kept))
        newest = sa.select(sa.func.max(moments.subquery().c.at))
        return await self._read(lambda connection: connection.scalar(newest))

    async def top(self, community: CommunityId, count: int) -> Sequence[tuple[PlayerId, int]]:
        """See ``Store``."""
        query = (
            sa.select(ACCOUNT.c.owner, ACCOUNT.c.balance)
            .where(
                ACCOUNT.c.kind == str(AccountKind.WALLET),
                ACCOUNT.c.community == community,
                ACCOUNT.c.balance > 0,
            )
            .order_by(ACCOUNT.c.balance.desc(), ACCOUNT.c.owner)
            .limit(count)
        )
        found = await self._read(lambda connection: connection.execute(query).all())
        return [(PlayerId(row.owner), row.balance) for row in found]

    async def wallets(self, community: CommunityId) -> Sequence[Account]:
        """See ``Store``."""
        query = (
            sa.select(ACCOUNT)
            .where(ACCOUNT.c.kind == str(AccountKind.WALLET), ACCOUNT.c.community == community)
            .order_by(ACCOUNT.c.owner)
        )
        found = await self._read(lambda connection: connection.execute(query).all())
        return [rows.account_of(row) for row in found]

    async def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """See ``Store``."""
        asked = list(players)
        waiting = dict(self._writer.names)
        query = sa.select(NAME).where(NAME.c.player.in_(asked))
        found = await self._read(lambda connection: connection.execute(query).all())
        names = {PlayerId(row.player): row.name for row in found} | waiting
        return {player: names[player] for player in asked if player in names}

    async def tables(self) -> Sequence[TableRow]:
        """See ``Store``."""
        query = sa.select(CHAT_TABLE).order_by(CHAT_TABLE.c.number)
        found = await self._read(lambda connection: connection.execute(query).all())
        return [rows.table_of(row) for row in found]

    async def round(self, table: int, number: int) -> tuple[RoundRow, Sequence[ActionRow]] | None:
        """See ``Store``."""
        dealt = sa.select(ROUND).where(ROUND.c.table_number == table, ROUND.c.number == number)
        actions = (
            sa.select(ACTION)
            .where(ACTION.c.table_number == table, ACTION.c.round_number == number)
            .order_by(ACTION.c.seq)
        )

        def query(connection: sa.Connection) -> tuple[RoundRow, Sequence[ActionRow]] | None:
            row = connection.execute(dealt).one_or_none()
            if row is None:
                return None
            played = tuple(rows.action_of(action) for action in connection.execute(actions))
            return rows.round_of(row), played

        return await self._read(query)

    async def rounds_naming(self, words: str) -> Sequence[RoundRow]:
        """See ``Store``."""
        query = (
            sa.select(ROUND)
            .where(sa.func.instr(ROUND.c.setup, words) > 0)
            .order_by(ROUND.c.table_number, ROUND.c.number)
        )
        found = await self._read(lambda connection: connection.execute(query).all())
        return [rows.round_of(row) for row in found]

    async def knows(self, player: PlayerId) -> bool:
        """See ``Store``."""
        if player in self._writer.names:
            return True
        return await self._read(partial(erasing.knows, player=player))

    async def leavers(self) -> Sequence[PlayerId]:
        """See ``Store``."""
        query = sa.select(LEAVER.c.player).order_by(LEAVER.c.player)
        found = await self._read(lambda connection: connection.execute(query).scalars().all())
        return [PlayerId(player) for player in found]

    async def forgotten_at(self, player: PlayerId, at: float) -> float | None:
        """See ``Store``."""
        return await self._read(partial(erasing.forgotten_at, player=player, at=at))

    async def refs(self) -> Sequence[Ref]:
        """See ``Store``."""
        found = await self._read(lambda connection: connection.execute(sa.select(REF)).all())
        return [rows.ref_of(row) for row in found]


def _is(account: Account) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        ACCOUNT.c.kind == str(account.kind),
        ACCOUNT.c.community == account.community,
        ACCOUNT.c.owner == account.owner,
    )
