"""How Telegram's numbers are written as our ids, and read back.

A chat is ``telegram:<chat>``, a topic of a forum ``telegram:<chat>:<topic>``, a person
``telegram:<user>``. The General topic is the chat itself: Telegram refuses its number in a call.
"""

from dataclasses import dataclass

from bot.basics import ChatId, PlayerId, Refusal
from bot.requests import Seen, parse_payload

PLATFORM = "telegram:"

_PRESS = "cb"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a message goes: a chat, and the topic of it if it has one."""

    chat: int
    topic: int | None = None


def chat_id(chat: int, topic: int | None = None) -> ChatId:
    """Return the id of a chat, or of one of its topics."""
    return ChatId(f"{PLATFORM}{chat}" if topic is None else f"{PLATFORM}{chat}:{topic}")


def spot_of(chat: ChatId) -> Spot:
    """Return where messages of a chat go."""
    number, _, topic = chat.removeprefix(PLATFORM).partition(":")
    return Spot(int(number), int(topic) if topic else None)


def player_id(user: int) -> PlayerId:
    """Return the id of a person."""
    return PlayerId(f"{PLATFORM}{user}")


def user_of(player: PlayerId) -> int:
    """Return the number of a person, which is also that of their private chat."""
    return int(player.removeprefix(PLATFORM))


def said_id(bot: int, chat: int, message: int) -> str:
    """Return the id of the request that a message makes."""
    return f"tg:{bot}:{chat}:{message}"


def pressed_id(bot: int, press: str) -> str:
    """Return the id of the request that a press on a button makes."""
    return f"tg:{bot}:{_PRESS}:{press}"


def press_of(request_id: str) -> str | None:
    """Return which press a request was, ``None`` for a typed one."""
    *_, kind, number = request_id.split(":")
    return number if kind == _PRESS else None


def start_token(payload: str) -> str:
    """Return what a link into the private chat carries for a button's payload: its table.

    It opens nothing by itself: whoever follows it sees their own cards at that table, or none.
    """
    return f"t{parse_payload(payload)[0].table}"


def seen_by(token: str) -> Seen | None:
    """Return what the table of a link's token is seen as, ``None`` for what is no token."""
    try:
        seen, _, _ = parse_payload(f"{token.removeprefix('t')}.0 hand")
    except Refusal:
        return None
    return seen if token.startswith("t") else None
