"""Dials as records and commands write them: ``natural_payout = 3:2``, ``max_cards = none``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from bot.basics import Refusal, unreadable
from bot.games.twentyone.dials import Dials, Within

_WHOLE = re.compile(r"[0-9]{1,4}")
_PART = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,4})|[/:]([0-9]{1,4}))?")
_DENOMINATOR_MAX = 20  # the step of stakes is a multiple of it (decision 11)
_NOTHING = {"none", "null"}
_FLAGS = {"true": True, "false": False}

RESERVED = frozenset(
    {
        ("shuffle", "penetration"),
        ("surrender", "early"),
        ("surrender", "late"),
        ("rotation", "on_natural"),
        ("banker", "none"),
        ("bank_cover", "equal_stakes"),
    }
)
"""Values that name something this game does not deal (decision 12); they are refused as such."""

DialValue = StrEnum | Fraction | int | bool | None


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a dial takes: one type, perhaps ``None``, numbers within bounds."""

    type: type[Any]
    optional: bool
    within: Within | None


def _kind(hint: Any) -> _Kind:
    optional = get_origin(hint) is UnionType or NoneType in get_args(hint)
    if optional:
        hint = next(part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is Annotated:
        plain, within = get_args(hint)
        return _Kind(plain, optional, within)
    return _Kind(hint, optional, None)


_KINDS = {name: _kind(hint) for name, hint in get_type_hints(Dials, include_extras=True).items()}


def read_dial(name: str, text: str) -> DialValue:
    """Read one dial's value.

    Raises ``Refusal(unreadable)``: ``unknown-dial``, ``dial-unreadable``, ``dial-out-of-range`` or
    ``dial-reserved``.
    """
    kind = _KINDS.get(name)
    if kind is None:
        raise unreadable("unknown-dial", dial=name[:32])
    word = text.strip().lower()
    if (name, word) in RESERVED:
        raise unreadable("dial-reserved", dial=name, value=word)
    if kind.optional and word in _NOTHING:
        return None
    return _value(kind, name, word)


def _value(kind: _Kind, name: str, word: str) -> DialValue:
    if issubclass(kind.type, StrEnum):
        for member in kind.type:
            if member.value == word:
                return member
        raise _unreadable(name, word)
    if kind.type is bool:
        if word not in _FLAGS:
            raise _unreadable(name, word)
        return _FLAGS[word]
    number = _number(kind, name, word)
    if kind.within is None or not kind.within.least <= number <= kind.within.most:
        raise unreadable("dial-out-of-range", dial=name, value=word[:16])
    return number


def _number(kind: _Kind, name: str, word: str) -> int | Fraction:
    if kind.type is int:
        if not _WHOLE.fullmatch(word):
            raise _unreadable(name, word)
        return int(word)
    parts = _PART.fullmatch(word)
    if parts is None or parts[3] in {"0", "00", "000", "0000"}:
        raise _unreadable(name, word)
    fraction = Fraction(int(parts[1]), int(parts[3])) if parts[3] else Fraction(word)
    if fraction.denominator > _DENOMINATOR_MAX:
        raise unreadable("dial-out-of-range", dial=name, value=word[:16])
    return fraction


def _unreadable(name: str, word: str) -> Refusal:
    return unreadable("dial-unreadable", dial=name, value=word[:16])


def write_dial(value: DialValue) -> str:
    """Write a value as ``read_dial`` reads it."""
    if value is None:
        return "none"
    return str(value).lower()


def all_written(dials: Dials) -> dict[str, str]:
    """Return every dial in its order, as records and commands write it."""
    return {field.name: write_dial(getattr(dials, field.name)) for field in fields(Dials)}


def values_of(name: str) -> tuple[str, ...]:
    """Return what a dial may be: its words, or its least and its largest number; then ``none``.

    Raises ``Refusal(unreadable, "unknown-dial")``.
    """
    kind = _KINDS.get(name)
    if kind is None:
        raise unreadable("unknown-dial", dial=name[:32])
    nothing = ("none",) if kind.optional else ()
    if kind.type is bool:
        return (*_FLAGS, *nothing)
    if issubclass(kind.type, StrEnum):
        words = [member.value for member in kind.type if (name, member.value) not in RESERVED]
        return (*words, *nothing)
    if kind.within is None:
        raise TypeError(f"{name} is a number without bounds")
    least, most = kind.within.least, kind.within.most
    return (f"{least} to {most}" if least != most else str(least), *nothing)


def with_read(dials: Dials, options: Mapping[str, str]) -> Dials:
    """Return dials with some values read from text; raises what ``read_dial`` raises."""
    values: dict[str, Any] = {name: read_dial(name, text) for name, text in options.items()}
    return replace(dials, **values)


def changed(preset: Dials, dials: Dials) -> dict[str, str]:
    """Return the dials that differ from a preset's, in their order, as records write them."""
    before, now = all_written(preset), all_written(dials)
    return {name: value for name, value in now.items() if value != before[name]}
