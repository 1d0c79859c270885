"""Channels, threads and private chats: who may do what in them, and what was said."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from tests.fakes.discord.accounts import Account, Role
from tests.fakes.discord.messages import Content, Message, iso
from tests.fakes.discord.permissions import EVERYTHING, IN_PRIVATE, NOTHING, May, Overwrite
from tests.fakes.discord.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.world import World


class Kind(IntEnum):
    """The kinds of channels, by their numbers in the documentation (resources/channel)."""

    TEXT = 0
    PRIVATE = 1
    VOICE = 2
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


THREADS = {Kind.ANNOUNCEMENT_THREAD, Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD}
WITHOUT_MESSAGES = {Kind.CATEGORY, Kind.FORUM, Kind.MEDIA}
"""Where nobody writes: in forums only inside of posts."""


@dataclass(eq=False)
class Channel:
    """A channel of a guild, or with ``guild`` ``None`` the bot's chat with one person."""

    world: "World"
    id: int
    kind: Kind
    name: str
    guild: "Guild | None" = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    deleted: bool = False

    # --- what can be seen ---------------------------------------------------------------------

    def shown(self, who: Account | None = None) -> list[Message]:
        """Return every message that somebody sees now, oldest first; ``None`` is anybody."""
        return [message for message in self.messages.values() if message.seen_by(who)]

    def posted(self, who: Account | None = None) -> list[Message]:
        """Return the bot's messages that somebody sees now, oldest first."""
        return [message for message in self.shown(who) if message.by_bot]

    @property
    def newest(self) -> Message:
        """The bot's newest message that all see; raises ``AssertionError`` without one."""
        posted = self.posted()
        assert posted, f"the bot posted nothing:\n{self.view()}"
        return posted[-1]

    def view(self, who: Account | None = None) -> str:
        """Return what somebody sees now: one line a message, number, text and buttons."""
        return "\n".join(map(repr, self.shown(who)))

    def having(self, label: str, who: Account | None = None) -> Message:
        """Return the newest message with a button; raises ``AssertionError`` where none has it."""
        found = [message for message in self.shown(who) if label in message.labels]
        assert found, f"no button {label!r}:\n{self.view(who)}"
        return found[-1]

    # --- who may do what ----------------------------------------------------------------------

    @property
    def parent(self) -> "Channel | None":
        """The channel that a thread hangs on."""
        return None

    @property
    def sending(self) -> May:
        """Which permission lets one write here."""
        return May.SEND_MESSAGES

    def permissions(self, account: Account) -> May:
        """Return what somebody may do here."""
        if self.guild is None:
            return IN_PRIVATE if self._concerns(account) else NOTHING
        return self.guild.permissions(account, self)

    def _concerns(self, account: Account) -> bool:
        return account is self.world.bot

    def allow(self, who: Account | Role, *permissions: str) -> None:
        """Let somebody, or a role, do something here whatever the guild says."""
        overwrite = self._overwrite(who)
        overwrite.allow |= _bits(permissions)
        overwrite.deny &= ~_bits(permissions)
        self.tell_change()

    def deny(self, who: Account | Role, *permissions: str) -> None:
        """Keep somebody, or a role, from doing something here whatever the guild says."""
        overwrite = self._overwrite(who)
        overwrite.deny |= _bits(permissions)
        overwrite.allow &= ~_bits(permissions)
        self.tell_change()

    def _overwrite(self, who: Account | Role) -> Overwrite:
        return self.overwrites.setdefault(who.id, Overwrite())

    # --- what happens to it -------------------------------------------------------------------

    def post(self, message: Message) -> Message:
        """Keep a new message, and tell a bot that listens for messages."""
        self.messages[message.id] = message
        self.world.forget_old_messages(self)
        if not message.ephemeral:
            self.world.tell_message("MESSAGE_CREATE", message)
        self.world.touch()
        return message

    def say(self, author: Account, text: str) -> Message:
        """Let somebody write a plain message."""
        message = Message(
            self, self.world.snowflakes.next(), self.world.clock.now(), author, [Content(text)]
        )
        return self.post(message)

    def delete(self) -> None:
        """Remove the channel with all that was said in it."""
        self.deleted = True
        self.world.channels.pop(self.id, None)
        self.world.tell("CHANNEL_DELETE", self.json(), self.guild)

    def rename(self, name: str) -> None:
        """Call it otherwise."""
        self.name = name
        self.tell_change()

    def tell_change(self) -> None:
        """Tell the bot of what is different about it."""
        self.world.tell("CHANNEL_UPDATE", self.json(), self.guild)

    # --- as it travels ------------------------------------------------------------------------

    def json(self) -> Json:
        """Return the channel as it travels."""
        told: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "name": self.name,
            "last_message_id": self._last_message_id(),
            "flags": 0,
        }
        if self.guild is None:
            return told
        return told | {
            "guild_id": str(self.guild.id),
            "parent_id": None,
            "position": 0,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": [
                _overwrite_json(number, overwrite, is_role=number in self.guild.roles)
                for number, overwrite in self.overwrites.items()
            ],
            **_KIND_FIELDS.get(self.kind, {}),
        }

    def partial_json(self, presser: Account) -> Json:
        """Return the channel as an interaction names it, with what its presser may do here."""
        return self.json() | {"permissions": str(int(self.permissions(presser)))}

    def _last_message_id(self) -> str | None:
        public = [message.id for message in self.messages.values() if not message.ephemeral]
        return str(public[-1]) if public else None

    def __repr__(self) -> str:
        return f"<{self.kind.name.lower()} {self.name} {self.id}>"


@dataclass(eq=False, repr=False)
class Thread(Channel):
    """A thread, or a post in a forum: archived ones rest until somebody writes."""

    hangs_on: Channel = field(kw_only=True)
    owner: Account = field(kw_only=True)
    archived: bool = False
    locked: bool = False
    invited: set[int] = field(default_factory=set)

    @property
    def parent(self) -> Channel:
        """See ``Channel``."""
        return self.hangs_on

    @property
    def sending(self) -> May:
        """See ``Channel``: the channel's own right to send has no effect in threads."""
        return May.SEND_MESSAGES_IN_THREADS

    def permissions(self, account: Account) -> May:
        """See ``Channel``: those of the parent, and in a private thread only for who is in it."""
        assert self.guild is not None, "threads are of guilds"
        held = self.guild.permissions(account, self.hangs_on, May.SEND_MESSAGES_IN_THREADS)
        if self.kind is Kind.PRIVATE_THREAD and not held & May.MANAGE_THREADS:
            return held if account.id in self.invited else NOTHING
        return held

    def archive(self, *, locked: bool | None = None) -> None:
        """Put the thread to rest, perhaps so that only moderators wake it."""
        self.archived = True
        self.locked = self.locked if locked is None else locked
        self.tell_change()

    def lock(self, *, locked: bool = True) -> None:
        """Let only moderators write here, or all again."""
        self.locked = locked
        self.tell_change()

    def wake(self) -> None:
        """Let the thread be in use again."""
        self.archived = False
        self.tell_change()

    def delete(self) -> None:
        """See ``Channel``."""
        self.deleted = True
        self.world.channels.pop(self.id, None)
        told = {key: self.json()[key] for key in ("id", "guild_id", "parent_id", "type")}
        self.world.tell("THREAD_DELETE", told, self.guild)

    def tell_change(self) -> None:
        """See ``Channel``."""
        self.world.tell("THREAD_UPDATE", self.json(), self.guild)

    def json(self) -> Json:
        """See ``Channel``."""
        assert self.guild is not None, "threads are of guilds"
        return {
            "id": str(self.id),
            "type": int(self.kind),
            "name": self.name,
            "last_message_id": self._last_message_id(),
            "flags": 0,
            "guild_id": str(self.guild.id),
            "parent_id": str(self.hangs_on.id),
            "owner_id": str(self.owner.id),
            "rate_limit_per_user": 0,
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": max(1, len(self.invited)),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "invitable": True,
                "auto_archive_duration": 1440,
                "archive_timestamp": iso(self.world.clock.now()),
                "create_timestamp": iso(self.world.clock.now()),
            },
        }


@dataclass(eq=False, repr=False)
class PrivateChat(Channel):
    """The bot's chat with one person: ``opened`` once the bot asked for it, or they used it."""

    person: Account = field(kw_only=True)
    opened: bool = False

    def _concerns(self, account: Account) -> bool:
        return account in {self.world.bot, self.person}

    def json(self) -> Json:
        """See ``Channel``."""
        told = super().json()
        del told["name"]
        return told | {"recipients": [self.person.json()]}


_KIND_FIELDS: dict[Kind, Json] = {
    Kind.TEXT: {"default_auto_archive_duration": 1440},
    Kind.VOICE: {"bitrate": 64000, "user_limit": 0, "rtc_region": None},
    Kind.STAGE: {"bitrate": 64000, "user_limit": 0, "rtc_region": None},
    Kind.FORUM: {
        "available_tags": [],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    },
}


def _overwrite_json(number: int, overwrite: Overwrite, *, is_role: bool) -> Json:
    return {
        "id": str(number),
        "type": 0 if is_role else 1,
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def _bits(names: Iterable[str]) -> May:
    bits = NOTHING
    for name in names:
        bits |= May[name]
    return bits & EVERYTHING
