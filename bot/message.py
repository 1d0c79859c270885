"""What can be shown, as data: adapters alone know how a platform writes it.

Two kinds of message keep secrets apart: what a group gets is a ``GroupMessage``, what one person
gets is a ``PrivateMessage``, and neither can be passed where the other is expected. A card that may
lie face down is a ``CardFace``, which no group message takes; it takes an ``OpenFace`` alone.
"""

from dataclasses import dataclass

from bot.basics import ChatId, PlayerId
from bot.cards import Card, OpenCard

ALERT_LENGTH_MAX = 200
"""What a pop-up holds, in characters and in UTF-16 units (Telegram)."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Words."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """Words in a fixed-width face, for columns and for what is copied."""

    text: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card, for whoever may see it, or a back (``None``)."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class OpenFace(CardFace):
    """One card that lies face up, or the back of one that does not (``None``)."""

    card: OpenCard | None


@dataclass(frozen=True, slots=True)
class Mention:
    """A person; platforms that can, link the name. ``ping`` asks for a notification."""

    player: PlayerId
    name: str
    ping: bool = False


@dataclass(frozen=True, slots=True)
class ChatName:
    """A chat; adapters write its title, which the house does not know."""

    chat: ChatId


OpenSpan = Plain | Strong | Fixed | OpenFace | Mention | ChatName
OpenLine = tuple[OpenSpan, ...]
Span = OpenSpan | CardFace
Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button: ``label`` is shown, ``payload`` (64 bytes at most) comes back when pressed.

    ``opens_private`` marks one that should open the private chat with the dealer instead, where a
    platform has links of that kind. ``chat`` is one whose title stands before the label.
    """

    label: str
    payload: str
    opens_private: bool = False
    chat: ChatId | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the text, never instead of it: PNG bytes and what they show in words."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class GroupMessage:
    """What a whole group may read: lines of spans, rows of buttons."""

    lines: tuple[OpenLine, ...]
    buttons: tuple[tuple[Button, ...], ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """What one person alone may read."""

    lines: tuple[Line, ...]
    buttons: tuple[tuple[Button, ...], ...] = ()
    pictures: tuple[Picture, ...] = ()


Message = GroupMessage | PrivateMessage


def label_text(button: Button, title: str) -> str:
    """Write a button's label; ``title`` is what its chat is called, if it names one."""
    return f"{title} · {button.label}" if button.chat is not None else button.label


SUIT_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def plain_text(line: Line) -> str:
    """Write one line as plain text, cards as ``10♠``, a face-down card as ``▮``."""
    return "".join(map(span_text, line))


def span_text(span: Span) -> str:
    """Write one span as plain text."""
    match span:
        case CardFace(card):
            return card_text(card)
        case Mention(name=name):
            return name
        case ChatName(chat):
            return chat_text(chat)
        case Plain(text) | Strong(text) | Fixed(text):
            return text


def chat_text(chat: ChatId) -> str:
    """Write a chat whose title nobody knows."""
    return chat.rpartition(":")[2]


def card_text(card: Card | None) -> str:
    """Write a card for people: rank and suit symbol, never colour alone."""
    if card is None:
        return "▮"
    return ("10" if card.rank == "T" else card.rank) + SUIT_SYMBOLS[card.suit]
