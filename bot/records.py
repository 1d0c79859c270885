"""Ended rounds of a database, written as round records that anybody can play again."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.basics import ChatId, Refusal, is_within
from bot.house.writing import StoredUnreadable, players_of, record_of
from bot.record import format_record
from storage.history import History, history


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A stored round that cannot be written down, by its table's number and its own, and why."""

    table: int
    number: int
    reason: str

    def __str__(self) -> str:
        return f"round {self.number} of table {self.table} cannot be written: {self.reason}"


def written_rounds(
    url: str, chat: str | None = None, number: int | None = None, *, with_ids: bool = False
) -> Iterator[str | Unwritten]:
    """Yield every ended round of a database as one line of JSON, by table and number.

    ``chat`` leaves out all others: ``telegram:-1001234567890``, also without the platform; its
    topics belong to it. ``number`` is that of one round. ``with_ids`` adds what the platform calls
    players and chat. Raises ``StorageError``.
    """
    with history(url) as told:
        for table, where in told.tables().items():
            if chat is None or _is_in(where, chat):
                yield from _of_table(told, table, number, with_ids=with_ids)


def _is_in(where: ChatId, chat: str) -> bool:
    return is_within(where, chat) or is_within(where.partition(":")[2], chat)


def _of_table(
    told: History, table: int, number: int | None, *, with_ids: bool
) -> Iterator[str | Unwritten]:
    for row, actions in told.rounds(table, number):
        try:
            names = told.names(players_of(row))
            yield format_record(record_of(row, actions, names, with_ids=with_ids))
        except Refusal:
            yield Unwritten(row.table, row.number, "its rules are no longer known")
        except StoredUnreadable:
            yield Unwritten(row.table, row.number, "it cannot be read")
