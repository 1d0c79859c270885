"""The words everyone shares: identities, seats, and the one exception that means "no"."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

ChatId = NewType("ChatId", str)
"""One place with one table: ``platform:community`` or ``platform:community:channel or topic``."""

CommunityId = NewType("CommunityId", str)
"""Where balances belong: ``platform:community`` (a Telegram chat, a Discord guild)."""

PlayerId = NewType("PlayerId", str)
"""One person on one platform: ``platform:user``."""

Seat = NewType("Seat", int)
"""A place in a round: 0 and up in the order of play, or ``BANKER``."""

FORGOTTEN = "forgotten:"
"""How the pseudonym begins that takes the place of somebody who was forgotten."""

BANKER = Seat(-1)
"""The bank's place, whoever holds it; it is not among the players' seats."""

NAME_LENGTH_MAX = 32

NAMELESS = "?"
"""How somebody is called who has no name, or was forgotten."""

_MARKS_MAX = 2
"""How many combining marks may stand on one letter of a name: Vietnamese and Thai need two."""

_INVISIBLE = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            0x115F,  # the fillers of Hangul, which count as letters
            0x1160,
            0x3164,
            0xFFA0,
            0x17B4,  # the inherent vowels of Khmer
            0x17B5,
            0x2800,  # the braille pattern without dots
            *range(0x180B, 0x1810),  # variation selectors, of Mongolian first
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""What is drawn as nothing although its category is that of a letter, a mark or a symbol."""

Fact = int | str
"""What a text may be told: a number of chips, a name, a word of the rules. Never a hidden card."""


class RefusalKind(StrEnum):
    """Why a request was refused; the split that python-chess draws between its move errors."""

    UNREADABLE = "unreadable"
    NOT_NOW = "not_now"
    AMBIGUOUS = "ambiguous"


@dataclass(eq=False)
class Refusal(Exception):
    """A "no" with its reason: ``key`` names the text (kebab-case), ``facts`` fill it in.

    Raised anywhere under the door, caught in one place; nothing has changed when it is raised. Not
    frozen: context managers give an exception that passes through them its traceback.
    """

    kind: RefusalKind
    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.kind}: {self.key}"


def unreadable(key: str, **facts: Fact) -> Refusal:
    """Return the refusal of something that cannot be understood."""
    return Refusal(RefusalKind.UNREADABLE, key, facts)


def not_now(key: str, **facts: Fact) -> Refusal:
    """Return the refusal of something understood that is not allowed at this moment."""
    return Refusal(RefusalKind.NOT_NOW, key, facts)


def ambiguous(key: str, **facts: Fact) -> Refusal:
    """Return the refusal of something that could mean several things."""
    return Refusal(RefusalKind.AMBIGUOUS, key, facts)


def is_within(place: str, chat: str) -> bool:
    """Whether a place is a chat or something in it, as a topic is in its group."""
    return f"{place}:".startswith(f"{chat}:")


def community_of(chat: ChatId) -> CommunityId:
    """Return the community of a chat: ``telegram:-1001:7`` belongs to ``telegram:-1001``."""
    return CommunityId(":".join(chat.split(":")[:2]))


def is_forgotten(player: PlayerId) -> bool:
    """Whether an id is the pseudonym of somebody who was forgotten: nobody is there to be told."""
    return player.startswith(FORGOTTEN)


def clean_name(name: str) -> str:
    """Return a display name safe to lay out: one line, no controls or direction marks.

    Names are hostile text (``@everyone``, right-to-left overrides, line breaks, letters that are
    not seen, towers of accents); escaping for a platform's markup is left to its adapter. At most
    ``NAME_LENGTH_MAX`` characters, never empty.
    """
    kept = "".join(
        " " if unicodedata.category(letter) in {"Cc", "Zl", "Zp"} else letter
        for letter in name
        if unicodedata.category(letter) not in {"Cf", "Cs", "Co", "Cn"} and letter not in _INVISIBLE
    )
    flat = _without_towers(" ".join(kept.split()))
    return flat[:NAME_LENGTH_MAX].strip() or NAMELESS


def _without_towers(name: str) -> str:
    """Return a name in which marks stand on letters, at most ``_MARKS_MAX`` on each."""
    kept: list[str] = []
    marks = _MARKS_MAX  # what comes first has no letter to stand on
    for letter in name:
        if unicodedata.category(letter) in {"Mn", "Me"}:
            marks += 1
        else:
            marks = 0
        if marks <= _MARKS_MAX:
            kept.append(letter)
    return "".join(kept)
