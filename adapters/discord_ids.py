"""How Discord's numbers are written as our ids, and read back.

A channel or thread is ``discord:<guild>:<channel>``, everything in one guild shares its chips, a
person is ``discord:<user>``. Numbers are snowflakes: they tell when they were made.
"""

import re
from dataclasses import dataclass

from discord.utils import snowflake_time

from bot.basics import ChatId, PlayerId, not_now

PLATFORM = "discord:"

_IN_A_GUILD = re.compile(rf"{PLATFORM}([0-9]+):[0-9]+")

PREFIX = "croupier1"
"""How the custom ids of our buttons begin; the number is that of their shape."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a message goes: a channel or thread, and the guild that it belongs to."""

    guild: int
    channel: int


def guild_id(guild: int) -> ChatId:
    """Return the id of a guild with everything in it."""
    return ChatId(f"{PLATFORM}{guild}")


def chat_id(guild: int, channel: int) -> ChatId:
    """Return the id of a channel or thread."""
    return ChatId(f"{PLATFORM}{guild}:{channel}")


def spot_of(chat: ChatId) -> Spot:
    """Return where messages of a chat go."""
    guild, _, channel = chat.removeprefix(PLATFORM).partition(":")
    return Spot(int(guild), int(channel))


def guild_of(place: str) -> int | None:
    """Return the number of the guild that a place lies in, ``None`` for one in no guild."""
    found = _IN_A_GUILD.fullmatch(place)
    return int(found[1]) if found else None


def player_id(user: int) -> PlayerId:
    """Return the id of a person."""
    return PlayerId(f"{PLATFORM}{user}")


def user_of(player: PlayerId) -> int:
    """Return the number of a person."""
    return int(player.removeprefix(PLATFORM))


def asked_id(interaction: int) -> str:
    """Return the id of the request that an interaction makes."""
    return f"dc:{interaction}"


def time_of(snowflake: int) -> float:
    """Return when a number was made, in seconds since 1970."""
    return snowflake_time(snowflake).timestamp()


def custom_id(place: int, payload: str) -> str:
    """Return what a button carries; its place keeps equal payloads in one message apart."""
    return f"{PREFIX}:{place}:{payload}"


def payload_of(custom: str) -> str:
    """Return the payload that a button carries.

    Buttons can be forged, or be of another version: raises ``Refusal(not_now, "outdated")``.
    """
    prefix, _, rest = custom.partition(":")
    _, mark, payload = rest.partition(":")
    if prefix != PREFIX or not mark:
        raise not_now("outdated")
    return payload
