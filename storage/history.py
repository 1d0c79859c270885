"""The rounds that have ended, read from a database as it is at one moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import sqlalchemy as sa

from bot.basics import ChatId, PlayerId
from bot.ports import ActionRow, RoundRow
from storage import rows
from storage.connections import database_path, reading
from storage.errors import StorageError
from storage.migrate import check_current
from storage.models import ACTION, CHAT_TABLE, NAME, ROUND


class History:
    """What a database tells of rounds that have ended; nothing of one that still runs."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def tables(self) -> Mapping[int, ChatId]:
        """Return every table's number and the chat in which it stands now, by number."""
        query = sa.select(CHAT_TABLE.c.number, CHAT_TABLE.c.chat).order_by(CHAT_TABLE.c.number)
        return {row.number: ChatId(row.chat) for row in self._connection.execute(query)}

    def rounds(
        self, table: int, number: int | None = None
    ) -> Iterator[tuple[RoundRow, Sequence[ActionRow]]]:
        """Yield a table's ended rounds in order, or one of them, each with its actions."""
        query = sa.select(ROUND).where(ROUND.c.table_number == table, ROUND.c.result.is_not(None))
        if number is not None:
            query = query.where(ROUND.c.number == number)
        for row in self._connection.execute(query.order_by(ROUND.c.number)):
            yield rows.round_of(row), self._actions(table, row.number)

    def _actions(self, table: int, number: int) -> Sequence[ActionRow]:
        query = (
            sa.select(ACTION)
            .where(ACTION.c.table_number == table, ACTION.c.round_number == number)
            .order_by(ACTION.c.seq)
        )
        return tuple(map(rows.action_of, self._connection.execute(query)))

    def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the last known names of players."""
        query = sa.select(NAME).where(NAME.c.player.in_(list(players)))
        return {PlayerId(row.player): row.name for row in self._connection.execute(query)}


@contextmanager
def history(url: str) -> Iterator[History]:
    """Open what a database tells of ended rounds; changes nothing, may run beside a house.

    Raises ``StorageError`` for a database that is missing, not ours, or of another schema, and for
    one that turns out to be damaged.
    """
    path = database_path(url)
    check_current(path)
    try:
        with reading(path).connect() as connection, connection.begin():
            yield History(connection)
    except sa.exc.DatabaseError as error:
        raise StorageError(f"{path} cannot be read: {error.orig}") from error
