"""Written rounds played again, text in and lines out: what ``croupier replay`` answers."""

import json
from collections import Counter
from contextlib import suppress

from bot.record import Record, RecordUnreadable, parse_record, replay


def replay_text(text: str) -> tuple[list[str], int]:
    """Play every record of a text again: one JSON object, or one a line (JSON Lines).

    Returns one line of JSON a record and the exit status: 0, or 1 if a record broke the rules. A
    text that cannot be read gives one line that says why, and 2.
    """
    try:
        answers = [replay(record) for record in _read_all(text)]
    except RecordUnreadable as error:
        return [str(error)], 2
    lines = [json.dumps(answer, ensure_ascii=False) for answer in answers]
    return lines, 1 if any("error" in answer for answer in answers) else 0


def _read_all(text: str) -> list[Record]:
    if not text.strip():
        raise RecordUnreadable("there is no record")
    wrong = _where_json_breaks(text)
    if wrong is None:
        return [_read(text)]
    if _where_json_breaks(text.strip().splitlines()[0]) is not None:
        raise RecordUnreadable(f"line {wrong}: that is no JSON")
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                records.append(_read(line))
            except RecordUnreadable as error:
                raise RecordUnreadable(f"line {number}: {error}") from None
    return records


def _read(text: str) -> Record:
    """Read one record in which no object has a field twice: readers differ on which one counts."""
    with suppress(ValueError):  # what is no JSON is told with its place
        json.loads(text, object_pairs_hook=_fields_once)
    return parse_record(text)


def _fields_once(fields: list[tuple[str, object]]) -> dict[str, object]:
    for name, count in Counter(name for name, _ in fields).items():
        if count > 1:
            raise RecordUnreadable(f"{name[:32]}: this field is there twice")
    return dict(fields)


def _where_json_breaks(text: str) -> int | None:
    """Return the line from 1 up that ends a text's being one JSON value, ``None`` if it is one."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        return 1
    return None
