"""The platform itself: who and what there is, what the bot may see of it, and its numbers."""

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.ports import Clock
from tests.fakes.changes import Changes
from tests.fakes.telegram.accounts import (
    CHANNEL_BOT,
    GROUP_ANONYMOUS_BOT,
    Account,
    Member,
    Status,
)
from tests.fakes.telegram.chats import Chat, Kind
from tests.fakes.telegram.messages import Message, Photo
from tests.fakes.telegram.refusals import (
    BotApiError,
    Json,
    bad_request,
    forbidden,
    malformed,
    upgraded,
)
from tests.fakes.telegram.updates import PRESS_SECONDS, Updates


@dataclass(frozen=True)
class Alert:
    """What the presser of a button sees: a toast, or with ``shown`` a window to close."""

    text: str
    shown: bool
    url: str | None
    cache_seconds: int


@dataclass(eq=False)
class Press:
    """A pressed button that wants an answer: ``alerts`` has every answer that was accepted."""

    id: str
    by: Account
    message: Message | None
    data: str
    at: float
    heard: bool
    alerts: list[Alert] = field(default_factory=list)

    @property
    def alert(self) -> Alert | None:
        """The answer, if there is one."""
        return self.alerts[0] if self.alerts else None

    @property
    def text(self) -> str | None:
        """The text of the answer, if there is one."""
        return self.alerts[0].text if self.alerts else None


class World(Changes):
    """Everything on the platform, as one bot meets it.

    ``privacy_mode`` and ``joins_groups`` are BotFather's switches; ``answer_seconds`` is how long
    after a press an answer is still taken.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.bot = Account(7_000_000_001, "Croupier", "CroupierBot", is_bot=True)
        self.updates = Updates(clock, self.touch)
        self.accounts: dict[int, Account] = {}
        self.chats: dict[int, Chat] = {}
        self.presses: dict[str, Press] = {}
        self.photos: dict[str, Photo] = {}
        self.started: set[int] = set()
        self.blocked: set[int] = set()
        self.deactivated: set[int] = set()
        self.met: set[int] = set()
        self.privacy_mode = True
        self.joins_groups = True
        self.answer_seconds = 15.0
        self._deaf = False
        self._account_message_ids = itertools.count(1)
        self._press_ids = itertools.count(4_000_000_000_000_000_001)
        self._user_ids = itertools.count(5_500_000_001)
        self._group_ids = itertools.count(4_100_000_001)
        self._supergroup_ids = itertools.count(1_002_000_000_001)
        for account in (self.bot, GROUP_ANONYMOUS_BOT, CHANNEL_BOT):
            self.accounts[account.id] = account

    # --- numbers ------------------------------------------------------------------------------

    def next_user_id(self) -> int:
        """Return the id of a new account: too large for 32 bits, as many are."""
        return next(self._user_ids)

    def next_id(self, chat: Chat) -> int:
        """Return the number of a new message.

        Supergroups and channels count their own, from 2 on, for their creation was the first;
        basic groups and private chats share the counter of the account.
        """
        if chat.kind in {Kind.SUPERGROUP, Kind.CHANNEL}:
            return max(1, chat.last_id) + 1
        return next(self._account_message_ids)

    def new_chat(self, kind: Kind, title: str, username: str | None = None) -> Chat:
        """Return a new chat that has nobody in it."""
        ids = self._group_ids if kind is Kind.GROUP else self._supergroup_ids
        chat = Chat(self, -next(ids), kind, title, username)
        self.chats[chat.id] = chat
        return chat

    def private(self, account: Account) -> Chat:
        """Return the bot's chat with one person."""
        if account.id not in self.chats:
            self.chats[account.id] = Chat(self, account.id, Kind.PRIVATE, account.first_name)
        return self.chats[account.id]

    # --- what the bot may reach ---------------------------------------------------------------

    def chat(self, chat_id: object) -> Chat:
        """Return the chat that a request names by number or ``@name``; raises ``BotApiError``."""
        if chat_id is None or chat_id == "":
            raise malformed("chat_id is empty")
        named = str(chat_id)
        if re.fullmatch(r"-?\d+", named):
            found = self._numbered(int(named))
        else:
            found = next((c for c in self.chats.values() if _named(c, named)), None)
        if found is None:
            raise bad_request("chat not found")
        return found

    def number_of(self, chat_id: object) -> int | None:
        """Return the number of the chat that a request names, ``None`` if there is no such chat."""
        try:
            return self.chat(chat_id).id
        except BotApiError:
            return int(str(chat_id)) if re.fullmatch(r"-?\d+", str(chat_id)) else None

    def _numbered(self, number: int) -> Chat | None:
        if number in self.met:
            return self.private(self.accounts[number])
        return self.chats.get(number) if number < 0 else None

    def reachable(self, chat: Chat) -> Chat:
        """Return a chat that the bot can read; raises ``BotApiError`` where it cannot."""
        if chat.moved_to is not None:
            raise upgraded(chat.moved_to.id)
        refusal = self._private_refusal(chat) if chat.kind is Kind.PRIVATE else _refusal(chat)
        if refusal is not None:
            raise refusal
        return chat

    def _private_refusal(self, chat: Chat) -> BotApiError | None:
        if self.accounts[chat.id].is_bot:
            return forbidden("bot can't send messages to bots")
        if chat.id in self.deactivated:
            return forbidden("user is deactivated")
        if chat.id in self.blocked:
            return forbidden("bot was blocked by the user")
        if chat.id not in self.started:
            return forbidden("bot can't initiate conversation with a user")
        return None

    def user_json(self, user_id: int) -> Json:
        """Return the ``User`` of a number, which may be a stranger's."""
        if user_id in self.accounts:
            return self.accounts[user_id].json()
        return {"id": user_id, "is_bot": False, "first_name": ""}

    # --- what the bot hears -------------------------------------------------------------------

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Keep everything that happens meanwhile from the bot, as if it had been lost."""
        before, self._deaf = self._deaf, True
        try:
            yield
        finally:
            self._deaf = before

    def tell(self, kind: str, payload: Json, seconds: float | None = None) -> bool:
        """Queue an update, unless the bot is deaf; say whether it will hear of it."""
        self.touch()
        if self._deaf:
            return False
        return self.updates.push(kind, payload, **({"seconds": seconds} if seconds else {}))

    def tell_message(self, message: Message, *, edited: bool = False) -> bool:
        """Tell the bot of a message that its privacy mode lets it see."""
        if not self._overhears(message):
            self.touch()
            return False
        if message.author is not None:
            self.met.add(message.author.id)
        kind = "channel_post" if message.chat.kind is Kind.CHANNEL else "message"
        return self.tell(f"edited_{kind}" if edited else kind, message.json())

    def _overhears(self, message: Message) -> bool:
        chat = message.chat
        if chat.kind is Kind.PRIVATE:
            return chat.id not in self.blocked
        member = chat.member(self.bot)
        if not member.inside:
            return False
        if not self.privacy_mode or member.leads or message.service:
            return True
        answered = message.reply_to
        return (answered is not None and answered.by_bot) or self._addressed(message)

    def _addressed(self, message: Message) -> bool:
        """Whether a message commands this bot: by name, or unnamed and no other bot spoke last."""
        for entity in message.content.text.entities:
            word = message.content.text.part(entity)
            if entity.kind in {"bot_command", "mention"} and "@" in word:
                if word.partition("@")[2].lower() == (self.bot.username or "").lower():
                    return True
            elif entity.kind == "bot_command" and self._spoke_last(message.chat):
                return True
        return False

    def _spoke_last(self, chat: Chat) -> bool:
        said = (message for message in reversed(chat.shown()) if message.sender_chat is None)
        bots = (message.author for message in said if message.author and message.author.is_bot)
        return next(bots, self.bot) is self.bot

    def tell_membership(self, chat: Chat, by: Account, old: Member, new: Member) -> None:
        """Tell the bot of a change: its own always, another's only as an administrator."""
        if old == new:
            return
        own = new.account is self.bot
        if own or chat.member(self.bot).leads:
            change = {
                "chat": chat.json(),
                "from": by.json(),
                "date": int(self.clock.now()),
                "old_chat_member": old.json(),
                "new_chat_member": new.json(),
            }
            self.tell("my_chat_member" if own else "chat_member", change)

    def tell_press(self, by: Account, message: Message | None, data: str) -> Press:
        """Tell the bot that somebody pressed a button, and return the press.

        Of a deleted message it learns the number alone, without a message nothing.
        """
        press = Press(str(next(self._press_ids)), by, message, data, self.clock.now(), heard=False)
        self.presses[press.id] = press
        self.met.add(by.id)
        query = {
            "id": press.id,
            "from": by.json(),
            "chat_instance": "-3141592653589793238",
            "data": data,
        }
        if message is not None:
            gone = {"chat": message.chat.json(), "message_id": message.id, "date": 0}
            query["message"] = gone if message.deleted else message.json()
            query["chat_instance"] = str(abs(message.chat.id) * 31)
        press.heard = self.tell("callback_query", query, PRESS_SECONDS)
        return press

    @property
    def unanswered(self) -> list[Press]:
        """Every press that the bot was told of and has not answered, oldest first."""
        return [press for press in self.presses.values() if press.heard and not press.alerts]

    def reaches(self, chat: Chat, user_id: int) -> bool:
        """Whether the bot may mention somebody by number: a member, or one whom it has met."""
        known = self.accounts.get(user_id)
        return known is not None and (user_id in self.met or chat.member(known).inside)

    def overview(self) -> str:
        """See ``Changes``."""
        return "\n".join(f"{chat}\n{chat.view()}" for chat in self.chats.values())


def _named(chat: Chat, name: str) -> bool:
    return chat.username is not None and f"@{chat.username}".lower() == name.lower()


def _refusal(chat: Chat) -> BotApiError | None:
    member = chat.members.get(chat.world.bot.id)
    if member is None:
        return bad_request("chat not found")
    if chat.gone:
        return forbidden(f"the {chat.word} was deleted")
    if member.status is Status.KICKED:
        return forbidden(f"bot was kicked from the {chat.word}")
    if member.status is Status.LEFT:
        return forbidden(f"bot is not a member of the {chat.word}")
    return None
