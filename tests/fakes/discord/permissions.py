"""Who may do what: the bits of permissions, and how roles and channels add up to them."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class May(IntFlag):
    """Permissions, by their names in the documentation (topics/permissions)."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


NOTHING = May(0)
EVERYTHING = functools.reduce(May.__or__, May)

EVERYONE = (
    May.ADD_REACTIONS
    | May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.EMBED_LINKS
    | May.ATTACH_FILES
    | May.READ_MESSAGE_HISTORY
    | May.MENTION_EVERYONE
    | May.USE_EXTERNAL_EMOJIS
    | May.CONNECT
    | May.SPEAK
    | May.USE_APPLICATION_COMMANDS
    | May.CREATE_PUBLIC_THREADS
    | May.CREATE_PRIVATE_THREADS
    | May.SEND_MESSAGES_IN_THREADS
    | May.USE_EXTERNAL_APPS
)
"""What a new guild lets everyone do."""

INVITED = (
    May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.SEND_MESSAGES_IN_THREADS
    | May.EMBED_LINKS
    | May.READ_MESSAGE_HISTORY
)
"""What the bot's link of invitation asks for."""

IN_PRIVATE = EVERYONE
"""What everybody may do in a private chat."""

TIMED_OUT = May.VIEW_CHANNEL | May.READ_MESSAGE_HISTORY
"""All that is left to a member who is timed out (topics/permissions)."""

NEEDS_SENDING = May.MENTION_EVERYONE | May.ATTACH_FILES | May.EMBED_LINKS
"""What goes without saying when a member may not send."""


@dataclass
class Overwrite:
    """What one channel allows and denies a role or a member beyond what the guild says."""

    allow: May = NOTHING
    deny: May = NOTHING


def applied(base: May, overwrites: Iterable[Overwrite]) -> May:
    """Return permissions after the overwrites of one kind: first all that they deny."""
    told = tuple(overwrites)
    for overwrite in told:
        base &= ~overwrite.deny
    for overwrite in told:
        base |= overwrite.allow
    return base


def without_what_is_implied(held: May, sending: May) -> May:
    """Return permissions less what goes with seeing and with sending; ``sending`` is which bit."""
    if not held & May.VIEW_CHANNEL:
        return NOTHING
    return held if held & sending else held & ~NEEDS_SENDING
