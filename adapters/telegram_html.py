"""Messages as Telegram writes them: HTML with a plain text to fall back on, and inline buttons."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.fitting import fitting
from adapters.telegram_ids import PLATFORM, start_token, user_of
from bot.basics import ChatId
from bot.message import (
    Button,
    ChatName,
    Fixed,
    Line,
    Mention,
    Message,
    Plain,
    Span,
    Strong,
    label_text,
    plain_text,
    span_text,
)

TEXT_UNITS_MAX = 4096
"""The longest text of a message after parsing (Bot API, sendMessage), counted in UTF-16 units."""

Titles = Mapping[ChatId, str]


@dataclass(frozen=True, slots=True)
class Written:
    """A message ready to send; ``pings`` says that somebody is to be notified by it."""

    html: str
    plain: str
    keyboard: InlineKeyboardMarkup | None
    pings: bool


def written(message: Message, titles: Titles, bot_name: str) -> Written:
    """Write a message; of one beyond ``TEXT_UNITS_MAX`` lines in the middle are left out.

    ``titles`` are those of the chats that it names, ``bot_name`` is the bot's username.
    """
    lines = _fitting(message.lines, titles)
    spans = [span for line in lines for span in line]
    return Written(
        html="\n".join("".join(_html(span) for span in line) for line in lines),
        plain="\n".join(map(plain_text, lines)),
        keyboard=_keyboard(message.buttons, titles, bot_name),
        pings=any(isinstance(span, Mention) and span.ping for span in spans),
    )


def chats_named(message: Message) -> list[ChatId]:
    """Return the chats whose titles a message wants to show, in its words or on its buttons."""
    spans = [span.chat for line in message.lines for span in line if isinstance(span, ChatName)]
    return [*spans, *(button.chat for row in message.buttons for button in row if button.chat)]


def _fitting(lines: tuple[Line, ...], titles: Titles) -> tuple[Line, ...]:
    named = tuple(tuple(_named(span, titles) for span in line) for line in lines)
    return fitting(named, TEXT_UNITS_MAX, plain_text)


def _named(span: Span, titles: Titles) -> Span:
    """Return a span with the title in place of a chat's id."""
    return Plain(titles[span.chat]) if isinstance(span, ChatName) else span


def _html(span: Span) -> str:
    text = escape(span_text(span), quote=False)
    match span:
        case Strong():
            return f"<b>{text}</b>"
        case Fixed():
            return f"<code>{text}</code>"
        case Mention(player=player, ping=True) if player.startswith(PLATFORM):
            # A link notifies: who is not to be notified is named in plain words.
            return f'<a href="tg://user?id={user_of(player)}">{text}</a>'
        case _:
            return text


def _keyboard(
    rows: tuple[tuple[Button, ...], ...], titles: Titles, bot_name: str
) -> InlineKeyboardMarkup | None:
    written_rows = [[_button(button, titles, bot_name) for button in row] for row in rows if row]
    return InlineKeyboardMarkup(written_rows) if written_rows else None


def _button(button: Button, titles: Titles, bot_name: str) -> InlineKeyboardButton:
    label = label_text(button, titles[button.chat] if button.chat else "")
    if button.opens_private:
        link = f"https://t.me/{bot_name}?start={start_token(button.payload)}"
        return InlineKeyboardButton(label, url=link)
    return InlineKeyboardButton(label, callback_data=button.payload)
