"""Dials as records and commands write them: ``natural_payout = 3:2``, ``max_cards = none``."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.basics import Refusal, unreadable
from bot.games.dials import Within

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DialsT = TypeVar("DialsT", bound="DataclassInstance")

_WHOLE = re.compile(r"[0-9]{1,4}")
_PART = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,4})|[/:]([0-9]{1,4}))?")
_DENOMINATOR_MAX = 20  # the step of stakes is a multiple of it (decision 11)
_NOTHING = {"none", "null"}
_FLAGS = {"true": True, "false": False}

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


class Reader(Generic[DialsT]):
    """Reads the dials of one game.

    ``reserved`` are values that name something the game does not deal (decision 12); they are
    refused as such. ``problem`` says why a set of dials cannot be played, ``None`` if it can.
    """

    def __init__(
        self,
        dials: type[DialsT],
        reserved: Collection[tuple[str, str]],
        problem: Callable[[DialsT], Refusal | None],
    ) -> None:
        hints = get_type_hints(dials, include_extras=True)
        self._kinds = {name: _kind(hint) for name, hint in hints.items()}
        self._reserved = frozenset(reserved)
        self._problem = problem

    def _kind_of(self, name: str) -> _Kind:
        kind = self._kinds.get(name)
        if kind is None:
            near = ", ".join(get_close_matches(name[:32], self._kinds, n=3, cutoff=0))
            raise unreadable("unknown-dial", dial=name[:32], near=near)
        return kind

    def read(self, name: str, text: str) -> DialValue:
        """Read one dial's value.

        Raises ``Refusal(unreadable)``: ``unknown-dial``, ``dial-unreadable``,
        ``dial-out-of-range`` or ``dial-reserved``.
        """
        kind = self._kind_of(name)
        word = text.strip().lower()
        may = ", ".join(self.values_of(name))
        if (name, word) in self._reserved:
            raise unreadable("dial-reserved", dial=name, value=word, may=may)
        if kind.optional and word in _NOTHING:
            return None
        try:
            return _value(kind, word)
        except _OutOfRange:
            raise unreadable("dial-out-of-range", dial=name, value=word[:16], may=may) from None
        except ValueError:
            raise unreadable("dial-unreadable", dial=name, value=word[:16], may=may) from None

    def values_of(self, name: str) -> tuple[str, ...]:
        """Return what a dial may be: its words, or its least and largest number; then ``none``.

        Raises ``Refusal(unreadable, "unknown-dial")``.
        """
        kind = self._kind_of(name)
        nothing = ("none",) if kind.optional else ()
        if kind.type is bool:
            return (*_FLAGS, *nothing)
        if issubclass(kind.type, StrEnum):
            words = [each.value for each in kind.type if (name, each.value) not in self._reserved]
            return (*words, *nothing)
        if kind.within is None:
            raise TypeError(f"{name} is a number without bounds")
        least, most = kind.within.least, kind.within.most
        return (f"{least} to {most}" if least != most else str(least), *nothing)

    def with_read(self, dials: DialsT, options: Mapping[str, str]) -> DialsT:
        """Return dials with some values read from text.

        Raises what ``read`` raises, and what ``problem`` says of the set as a whole.
        """
        values: dict[str, Any] = {name: self.read(name, text) for name, text in options.items()}
        changed = replace(dials, **values)
        refusal = self._problem(changed)
        if refusal is not None:
            raise refusal
        return changed


class _OutOfRange(ValueError):
    """A number, but none that the dial takes."""


def _value(kind: _Kind, word: str) -> DialValue:
    """Read a word as a value of that kind. Raises ``ValueError``, ``_OutOfRange`` for a number."""
    if issubclass(kind.type, StrEnum):
        return kind.type(word)
    if kind.type is bool:
        if word not in _FLAGS:
            raise ValueError(word)
        return _FLAGS[word]
    number = _number(kind, word)
    if kind.within is None or not kind.within.least <= number <= kind.within.most:
        raise _OutOfRange(word)
    return number


def _number(kind: _Kind, word: str) -> int | Fraction:
    if kind.type is int:
        if not _WHOLE.fullmatch(word):
            raise ValueError(word)
        return int(word)
    parts = _PART.fullmatch(word)
    if parts is None or parts[3] in {"0", "00", "000", "0000"}:
        raise ValueError(word)
    fraction = Fraction(int(parts[1]), int(parts[3])) if parts[3] else Fraction(word)
    if fraction.denominator > _DENOMINATOR_MAX:
        raise _OutOfRange(word)
    return fraction


def write_dial(value: DialValue) -> str:
    """Write a value as ``Reader.read`` reads it."""
    if value is None:
        return "none"
    return str(value).lower()


def all_written(dials: "DataclassInstance") -> dict[str, str]:
    """Return every dial in its order, as records and commands write it."""
    return {field.name: write_dial(getattr(dials, field.name)) for field in fields(dials)}


def changed(preset: "DataclassInstance", dials: "DataclassInstance") -> dict[str, str]:
    """Return the dials that differ from a preset's, in their order, as records write them."""
    before, now = all_written(preset), all_written(dials)
    return {name: value for name, value in now.items() if value != before[name]}
