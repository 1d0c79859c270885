"""Trials in real chats: where and what to try, what is said there, and how each step is told.

Knows no platform's library, so that what was asked for can be read without.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from bot.findings import Tell, failed, ok

POSTED = "Croupier tries whether it can deal here. This message goes away by itself."
EDITED = "Croupier tries whether it can deal here: it can post and edit."
WHISPERED = "Croupier tries whether it can write to you. This message goes away by itself."

NO_ANSWER = f"no answer in time: if a message “{POSTED[:20]}…” stays, delete it by hand"
NOBODY_TO_WRITE_TO = "nobody to write to: --whisper USER names one by number"

NOBODY_ASKED = "nobody was asked to press: --wait 30 waits so many seconds for it"

_CHAT = re.compile(r"(?:tg:|telegram:)?(-?\d{1,19})(?::(\d{1,19}))?")
_NAME = re.compile(r"@\w{4,32}")
_CHANNEL = re.compile(
    r"(?:discord:|https://(?:\w+\.)?discord(?:app)?\.com/channels/)(\d{1,20})[:/](\d{1,20})/?",
    re.ASCII,
)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class TrialChat:
    """Where to try on Telegram: a chat by number or ``@name``, perhaps one of its topics."""

    chat: int | str
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class TrialChannel:
    """Where to try on Discord: a channel or thread, and the server that it is of."""

    guild: int
    channel: int


TrialPlace = TrialChat | TrialChannel


def trial_place(text: str) -> TrialPlace:
    """Read where to try.

    ``-100123``, ``tg:-100123``, ``tg:-100123:7`` (a topic) and ``@name`` are of Telegram,
    ``discord:123:456`` and the link of a channel of Discord. Raises ``ValueError`` with one
    sentence for anything else.
    """
    if _NAME.fullmatch(text):
        return TrialChat(text)
    if found := _CHAT.fullmatch(text):
        return TrialChat(int(found[1]), int(found[2]) if found[2] else None)
    if found := _CHANNEL.fullmatch(text):
        return TrialChannel(int(found[1]), int(found[2]))
    raise ValueError(
        "a chat is a number such as -1001234567890, @name if it has one, or on Discord"
        " discord:SERVER:CHANNEL"
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What to try: ``whisper_to`` is the number of a person, ``wait_seconds`` 0 waits for no press.

    ``no_wait`` says why there is no waiting.
    """

    place: TrialPlace
    whisper_to: int | None = None
    wait_seconds: float = 0.0
    no_wait: str = NOBODY_ASKED


@dataclass(frozen=True, slots=True)
class Steps:
    """Makes calls one by one; ``reason`` says why one failed by one of ``failures``."""

    tell: Tell
    failures: tuple[type[Exception], ...]
    reason: Callable[[Exception], str]

    async def make(self, name: str, work: Callable[[], Awaitable[Result]]) -> Result | None:
        """Make one call and tell how it went and how long it took; ``None`` where it failed."""
        began = perf_counter()
        try:
            result = await work()
        except self.failures as failure:
            self.tell(failed(name, self.reason(failure)))
            return None
        self.tell(ok(name, took(began)))
        return result


def took(began: float) -> str:
    """Return how long something took that began then, by ``perf_counter``."""
    return f"works, in {(perf_counter() - began) * 1000:.0f} ms"
