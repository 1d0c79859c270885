"""Chats: who is in them, what was said, and what happens to them."""

from abc import ABC, abstractmethod
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tests.fakes.telegram.accounts import (
    ADMINISTRATOR_RIGHTS,
    CHANNEL_RIGHTS,
    GROUP_RIGHTS,
    SENDING_RIGHTS,
    Account,
    Member,
    Status,
)
from tests.fakes.telegram.messages import Content, Message
from tests.fakes.telegram.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.telegram.world import World

USUAL_RIGHTS = ("can_manage_chat", "can_delete_messages", "can_pin_messages", "can_invite_users")
"""What an administrator gets who is promoted without further words."""


class Kind(StrEnum):
    """The kinds of chats."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


class Wall(ABC):
    """What can be seen in a place now."""

    @abstractmethod
    def shown(self) -> list[Message]:
        """Return every message that can be seen now, oldest first."""

    def posted(self) -> list[Message]:
        """Return the bot's messages that can be seen now, oldest first."""
        return [message for message in self.shown() if message.by_bot]

    @property
    def newest(self) -> Message:
        """The bot's newest message that can be seen now; raises ``AssertionError`` without one."""
        posted = self.posted()
        assert posted, f"the bot posted nothing:\n{self.view()}"
        return posted[-1]

    def view(self) -> str:
        """Return what can be seen now: one line a message, number, text and buttons."""
        return "\n".join(map(repr, self.shown()))

    def having(self, label: str) -> Message:
        """Return the newest message with a button; raises ``AssertionError`` where none has it."""
        found = [message for message in self.shown() if label in message.labels]
        assert found, f"no button {label!r}:\n{self.view()}"
        return found[-1]


@dataclass(eq=False)
class Chat(Wall):
    """A chat as the platform holds it.

    ``members`` has everybody who ever was in it; ``moved_to`` is the supergroup that a basic group
    became; with ``members_hidden`` only administrators see who else is in it.
    """

    world: "World"
    id: int
    kind: Kind
    title: str
    username: str | None = None
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, "Topic"] = field(default_factory=dict)
    moved_to: "Chat | None" = None
    members_hidden: bool = False
    muted: bool = False
    gone: bool = False

    # --- what it is ---------------------------------------------------------------------------

    @property
    def chat(self) -> "Chat":
        """This chat: a place to write, like a topic."""
        return self

    @property
    def topic_here(self) -> "Topic | None":
        """The topic that writing here goes to: none, in a forum General."""
        return None

    @property
    def keeps_threads(self) -> bool:
        """Whether replies are counted as threads here."""
        return self.kind is Kind.SUPERGROUP

    @property
    def last_id(self) -> int:
        """The number of the last message, deleted or not; 0 before the first."""
        return next(reversed(self.messages), 0)

    @property
    def word(self) -> str:
        """How refusals call it."""
        return "group chat" if self.kind is Kind.GROUP else f"{self.kind} chat"

    def json(self) -> Json:
        """Return the ``Chat``."""
        told: Json = {"id": self.id, "type": self.kind.value}
        if self.kind is Kind.PRIVATE:
            person = self.world.accounts[self.id].json()
            named = ("first_name", "last_name", "username")
            return told | {name: person[name] for name in named if name in person}
        told["title"] = self.title
        if self.username:
            told["username"] = self.username
        return told | ({"is_forum": True} if self.forum else {})

    def permissions(self) -> Json:
        """Return the ``ChatPermissions``: what every member may do."""
        return dict.fromkeys(SENDING_RIGHTS, not self.muted)

    # --- who is in it -------------------------------------------------------------------------

    def member(self, account: Account) -> Member:
        """Return what somebody is in this chat; a stranger is as one who left."""
        return self.members.get(account.id, Member(account, Status.LEFT))

    @property
    def creator(self) -> Account:
        """Who made the chat."""
        found = (m.account for m in self.members.values() if m.status is Status.CREATOR)
        return next(found)

    def add(self, account: Account, by: Account | None = None) -> None:
        """Let somebody join, or be added by somebody; a bot joins a channel only to lead it."""
        by = by or account
        if self.kind is Kind.CHANNEL and account.is_bot:
            self.promote(account, by=by)
            return
        self._become(Member(account, Status.MEMBER), by)
        if self.kind is not Kind.CHANNEL:
            self.post_service(by, new_chat_members=[account.json()])

    def kick(self, account: Account, by: Account | None = None) -> None:
        """Throw somebody out."""
        by = by or self.creator
        if self.kind is Kind.GROUP:
            self.post_service(by, left_chat_member=account.json())
        self._become(Member(account, Status.KICKED), by)

    def leave(self, account: Account) -> None:
        """Let somebody go on their own."""
        if self.kind is not Kind.CHANNEL:
            self.post_service(account, left_chat_member=account.json())
        self._become(Member(account, Status.LEFT), account)

    def promote(
        self,
        account: Account,
        *rights: str,
        anonymous: bool = False,
        by: Account | None = None,
    ) -> None:
        """Make somebody an administrator, with the usual rights or those that are named."""
        allowed = {
            *ADMINISTRATOR_RIGHTS,
            *(CHANNEL_RIGHTS if self.kind is Kind.CHANNEL else GROUP_RIGHTS),
        }
        usual = {*USUAL_RIGHTS, *(CHANNEL_RIGHTS if self.kind is Kind.CHANNEL else ())}
        held = frozenset({"can_manage_chat", *(rights or usual)} & allowed)
        member = Member(account, Status.ADMINISTRATOR, held, anonymous)
        self._become(member, by or self.creator)

    def demote(self, account: Account, by: Account | None = None) -> None:
        """Make an administrator an ordinary member."""
        self._become(Member(account, Status.MEMBER), by or self.creator)

    def restrict(self, account: Account, *rights: str, by: Account | None = None) -> None:
        """Take all rights to send from one member, but those that are named."""
        assert self.kind is Kind.SUPERGROUP, "only supergroups restrict one member"
        self._become(Member(account, Status.RESTRICTED, frozenset(rights)), by or self.creator)

    def _become(self, new: Member, by: Account) -> None:
        old = self.member(new.account)
        self.members[new.account.id] = new
        self.world.tell_membership(self, by, old, new)

    # --- what is said -------------------------------------------------------------------------

    def post(self, message: Message) -> Message:
        """Keep a new message."""
        self.messages[message.id] = message
        self.world.touch()
        return message

    def post_service(
        self, author: Account, *, topic: "Topic | None" = None, **service: object
    ) -> Message:
        """Let the chat say what somebody did to it, and tell the bot if it is in it."""
        channel = self.kind is Kind.CHANNEL
        message = Message(
            self,
            self.world.next_id(self),
            self.world.clock.now(),
            None if channel else author,
            [Content()],
            self if channel else None,
            topic,
            service=service,
        )
        self.post(message)
        self.world.tell_message(message)
        return message

    def delete(self, message: Message) -> None:
        """Remove a message; no bot hears of it."""
        message.deleted = True
        self.world.touch()

    def shown(self) -> list[Message]:
        """See ``Wall``."""
        return [message for message in self.messages.values() if not message.deleted]

    # --- what happens to it -------------------------------------------------------------------

    def mute(self) -> None:
        """Let nobody but administrators write here."""
        self.muted = True

    def disappear(self) -> None:
        """Delete the whole group."""
        self.gone = True

    def migrate(self, *, silently: bool = False, new_first: bool = False) -> "Chat":
        """Upgrade a basic group to a supergroup, and return that.

        ``silently``: the bot hears nothing, as one that was down; ``new_first``: it hears of the
        new chat before it hears of the old.
        """
        assert self.kind is Kind.GROUP, "only basic groups are upgraded"
        new = self.world.new_chat(Kind.SUPERGROUP, self.title)
        new.members = dict(self.members)
        self.moved_to = new
        with self.world.deaf() if silently else nullcontext():
            if not new_first:
                self.post_service(self.creator, migrate_to_chat_id=new.id)
            new.post_service(self.creator, migrate_from_chat_id=self.id)
            if new_first:
                self.post_service(self.creator, migrate_to_chat_id=new.id)
        return new

    def topic(self, name: str) -> "Topic":
        """Open a topic in a forum."""
        assert self.forum, "topics are of forums"
        topic = Topic(self, name)
        service = {"name": name, "icon_color": 7322096}
        topic.opening = self.post_service(self.creator, topic=topic, forum_topic_created=service)
        self.topics[topic.id] = topic
        return topic

    def switch_topics_off(self) -> None:
        """Make a forum an ordinary supergroup again; its topics are topics no more."""
        self.forum = False

    def __repr__(self) -> str:
        return f"<{self.kind} {self.title} {self.id}>"


@dataclass(eq=False)
class Topic(Wall):
    """A topic of a forum: a place to write, named by the message that opened it."""

    chat: Chat
    name: str
    opening: Message | None = None
    closed: bool = False
    deleted: bool = False

    @property
    def id(self) -> int:
        """The number of the topic; until it is open that of the message which will open it."""
        return self.opening.id if self.opening else self.chat.last_id

    @property
    def topic_here(self) -> "Topic":
        """This topic."""
        return self

    def close(self) -> None:
        """Let nobody write here who does not manage topics."""
        self.closed = True
        self.chat.post_service(self.chat.creator, topic=self, forum_topic_closed={})

    def reopen(self) -> None:
        """Let everybody write here again."""
        self.closed = False
        self.chat.post_service(self.chat.creator, topic=self, forum_topic_reopened={})

    def delete(self) -> None:
        """Delete the topic with everything in it; no bot hears of it."""
        self.deleted = True
        for message in self.shown():
            self.chat.delete(message)

    def shown(self) -> list[Message]:
        """See ``Wall``."""
        return [message for message in self.chat.shown() if message.topic is self]


Place = Chat | Topic
"""Where something is written."""
