"""A table and a round's setup without somebody who was forgotten (design, section 7)."""

from collections.abc import Iterator
from dataclasses import replace

from pydantic import TypeAdapter

from bot.basics import NAMELESS, PlayerId
from bot.house.table import Running, Table, dump_table, load_table, without_entry

_TEXT: TypeAdapter[str] = TypeAdapter(str)


def quoted(words: str) -> str:
    """Return words as they stand in the JSON that the house stores."""
    return _TEXT.dump_json(words).decode()


def renamed(text: str, player: PlayerId, pseudonym: PlayerId) -> str:
    """Return a stored text with a pseudonym in a person's place, whatever else it holds."""
    return text.replace(quoted(player), quoted(pseudonym))


def nameless(text: str, names: frozenset[str]) -> str:
    """Return a stored text in which nobody is called by these names."""
    for name in names:
        text = text.replace(quoted(name), quoted(NAMELESS))
    return text


def is_remembered(table: Table, player: PlayerId) -> bool:
    """Whether a table knows a person in any way, sitting there or not."""
    return quoted(player) in dump_table(table)


def names_at(table: Table, player: PlayerId) -> Iterator[str]:
    """Yield the names by which a table knows a person."""
    yield from (sitter.name for sitter in table.sitters if sitter.player == player)
    running = table.running
    if running is not None:
        named = zip(running.everyone, running.names, strict=True)
        yield from (name for each, name in named if each == player)


def without(table: Table, player: PlayerId, pseudonym: PlayerId) -> Table:
    """Return a table without a person who does not play there; a pseudonym has played."""
    running = table.running
    changed = replace(
        table.without([player]),
        last_bets=without_entry(table.last_bets, player),
        last_banks=without_entry(table.last_banks, player),
        bank_asked=without_entry(table.bank_asked, player),
        running=None if running is None else _round_without(running, player),
    )
    # Whatever else a table comes to remember goes under the pseudonym.
    return load_table(renamed(dump_table(changed), player, pseudonym))


def _round_without(running: Running, player: PlayerId) -> Running:
    named = zip(running.everyone, running.names, strict=True)
    return replace(
        running,
        names=tuple(NAMELESS if each == player else name for each, name in named),
        void_votes=tuple(each for each in running.void_votes if each != player),
    )
