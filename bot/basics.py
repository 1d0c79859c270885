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

BANKER = Seat(-1)
"""The bank's place, whoever holds it; it is not among the players' seats."""

NAME_LENGTH_MAX = 32

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


def community_of(chat: ChatId) -> CommunityId:
    """Return the community of a chat: ``telegram:-1001:7`` belongs to ``telegram:-1001``."""
    return CommunityId(":".join(chat.split(":")[:2]))


def clean_name(name: str) -> str:
    """Return a display name safe to lay out: one line, no controls or direction marks.

    Names are hostile text (``@everyone``, right-to-left overrides, line breaks); escaping for a
    platform's markup is left to its adapter. At most ``NAME_LENGTH_MAX`` characters, never empty.
    """
    kept = "".join(
        " " if unicodedata.category(letter) in {"Cc", "Zl", "Zp"} else letter
        for letter in name
        if unicodedata.category(letter) not in {"Cf", "Cs", "Co", "Cn"}
    )
    return " ".join(kept.split())[:NAME_LENGTH_MAX].strip() or "?"
