"""What a Telegram update says: who speaks where, which command, about whom. It sends nothing."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto

from telegram import Chat, Message, User
from telegram.constants import ChatType, MessageEntityType

from adapters.telegram_ids import chat_id, player_id
from bot.basics import ChatId
from bot.commands import BY_VERB
from bot.requests import Target

GROUPS = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})

_CHINESE_IN_TRADITIONAL = frozenset({"hant", "tw", "hk", "mo"})


class Sender(Enum):
    """Who a message is from: only a person has a wallet."""

    PERSON = auto()
    ANONYMOUS_ADMIN = auto()
    NOBODY = auto()  # a channel, another bot, the platform itself


@dataclass(frozen=True, slots=True)
class Command:
    """A typed command; ``named`` says that it was addressed to us by name."""

    verb: str
    args: tuple[str, ...]
    targets: tuple[Target, ...]
    named: bool


def sender_of(message: Message) -> Sender:
    """Return what kind of sender a message has."""
    if message.sender_chat is not None:
        anonymous = message.sender_chat.id == message.chat.id and message.chat.type in GROUPS
        return Sender.ANONYMOUS_ADMIN if anonymous else Sender.NOBODY
    if message.from_user is None or message.from_user.is_bot:
        return Sender.NOBODY
    return Sender.PERSON


def chat_of(message: Message) -> ChatId:
    """Return the chat or topic of a message; a thread that is no topic counts for nothing."""
    topic = message.message_thread_id if message.is_topic_message else None
    return chat_id(message.chat.id, topic)


def is_private(chat: Chat) -> bool:
    """Whether a chat is with one person alone."""
    return chat.type == ChatType.PRIVATE


def command_of(message: Message, bot_name: str) -> Command | None:
    """Return the command at the beginning of a text, ``None`` for what is none of ours.

    ``/hit``, ``/HIT`` and ``/hit@OurBot`` are, ``/hit@OtherBot``, captions and commands further
    on in a text are not.
    """
    first = message.entities[0] if message.text and message.entities else None
    if first is None or first.type != MessageEntityType.BOT_COMMAND or first.offset != 0:
        return None
    word = message.parse_entity(first)
    verb, _, name = word.removeprefix("/").lower().partition("@")
    if name and name != bot_name.lower():
        return None
    rest = (message.text or "").removeprefix(word)
    args, targets = _about(message, verb, rest)
    return Command(verb, args, targets, bool(name))


def _about(message: Message, verb: str, rest: str) -> tuple[tuple[str, ...], tuple[Target, ...]]:
    """Return the arguments, a mentioned name as one, and whom a command about somebody means."""
    spec = BY_VERB.get(verb)
    if spec is None or not spec.is_about_somebody:
        return tuple(rest.split()), ()
    for entity in message.entities:
        if entity.type == MessageEntityType.TEXT_MENTION and entity.user is not None:
            name = message.parse_entity(entity)
            before, _, after = rest.partition(name)
            return (*before.split(), name, *after.split()), (_target(entity.user),)
    words = tuple(rest.split())
    # Who is named is meant, whoever wrote what is answered.
    answered = _answered(message) if len(words) < spec.args_max else None
    return words, (_target(answered),) if answered else ()


def _answered(message: Message) -> User | None:
    """Return whose message was replied to, if a person's.

    In a topic what answers nothing still carries the message that opened the topic.
    """
    replied = message.reply_to_message
    if replied is None or sender_of(replied) is not Sender.PERSON:
        return None
    if message.is_topic_message and replied.message_id == message.message_thread_id:
        return None
    return replied.from_user


def _target(user: User) -> Target:
    return Target(None if user.is_bot else player_id(user.id), user.full_name)


def language_of(code: str | None, languages: Collection[str]) -> str | None:
    """Return which of our languages a code means: ``zh-tw`` is ``zh-Hant``, ``en-gb`` is ``en``.

    ``None`` where Telegram tells none or we have no texts in it.
    """
    parts = (code or "").replace("_", "-").lower().split("-")
    if parts[0] == "zh":
        script = "Hant" if _CHINESE_IN_TRADITIONAL & set(parts) else "Hans"
        return f"zh-{script}" if f"zh-{script}" in languages else None
    return next((each for each in languages if each.lower() == parts[0]), None)
