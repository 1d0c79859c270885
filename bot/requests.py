"""Request in, reply out: the only door of the house.

A button's payload is the typed command with the place it was pressed in: ``7.12.players hit`` in a
group, ``7.12+3 hit`` on a hand panel (table 7, round 12, that seat's third act).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.basics import ChatId, Fact, PlayerId, Refusal, clean_name, unreadable

PAYLOAD_BYTES_MAX = 64


class Place(StrEnum):
    """Where a request was made."""

    GROUP = "group"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Rights:
    """What the person may do in that chat, resolved by the adapter before the door."""

    admin: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a request is about, and what they are called; ``player`` is ``None`` for a bot (D18)."""

    player: PlayerId | None
    name: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What a pressed button carried: what its presser was looking at.

    ``phase`` is set on a group's buttons, ``counter`` (acts of that seat so far) on a panel's.
    """

    table: int
    round: int
    phase: str = ""
    counter: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One thing a person asks, with an id that the platform repeats when it repeats the request.

    ``chat`` is ``None`` in private when the person did not say which table is meant. ``pressed``
    is the id of the group message whose button was pressed, where the platform tells.
    """

    id: str
    chat: ChatId | None
    player: PlayerId
    name: str
    verb: str
    args: tuple[str, ...] = ()
    language: str = "en"
    targets: tuple[Target, ...] = ()
    place: Place = Place.GROUP
    rights: Rights = field(default_factory=Rights)
    seen: Seen | None = None
    pressed: str | None = None


def laid_out(request: Request) -> Request:
    """Return a request whose names are safe to lay out."""
    targets = tuple(replace(target, name=clean_name(target.name)) for target in request.targets)
    return replace(request, name=clean_name(request.name), targets=targets)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request as a key and facts; words are found later, in the asker's language.

    ``accepted`` is false for refusals. ``key`` never depends on a card and ``facts`` hold none,
    so that an answer may be stored and repeated.
    """

    accepted: bool
    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


def refused(refusal: Refusal) -> Reply:
    """Return the reply that carries a refusal."""
    return Reply(accepted=False, key=refusal.key, facts=refusal.facts)


class PayloadTooLong(ValueError):
    """A button that no platform would take."""


def format_payload(seen: Seen, command: str) -> str:
    """Write a button's payload; ``command`` is what a person would type, without the slash.

    Raises ``PayloadTooLong`` beyond ``PAYLOAD_BYTES_MAX`` bytes.
    """
    mark = f".{seen.phase}" if seen.counter is None else f"+{seen.counter}"
    payload = f"{seen.table}.{seen.round}{mark} {command}"
    if len(payload.encode()) > PAYLOAD_BYTES_MAX:
        raise PayloadTooLong(f"payload of over {PAYLOAD_BYTES_MAX} bytes")
    return payload


def parse_payload(payload: str) -> tuple[Seen, str, tuple[str, ...]]:
    """Read a payload back into what was seen, the verb and its arguments.

    Payloads can be forged. Raises ``Refusal(unreadable, "button-unreadable")``.
    """
    head, _, command = payload.partition(" ")
    words = command.split()
    table, _, rest = head.partition(".")
    number, plus, counter = rest.partition("+")
    number, _, phase = number.partition(".")
    digits = (table, number, counter) if plus else (table, number)
    if not words or not all(_is_number(text) for text in digits):
        raise unreadable("button-unreadable")
    seen = Seen(int(table), int(number), phase, int(counter) if plus else None)
    return seen, words[0], tuple(words[1:])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12
