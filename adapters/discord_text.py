"""Messages as Discord writes them: Markdown, an embed for what is long, rows of buttons."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from discord import AllowedMentions, ButtonStyle, Embed, Object
from discord.ui import Button as DiscordButton
from discord.ui import View
from discord.utils import escape_markdown, escape_mentions

from adapters.discord_ids import PLATFORM, custom_id, spot_of, user_of
from adapters.discord_typing import as_filled_in
from adapters.fitting import cut, fitting, units
from bot.basics import ChatId, PlayerId
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
    span_text,
)

log = logging.getLogger(__name__)

CONTENT_MAX = 2000
EMBED_MAX = 4096
LABEL_MAX = 80
ROWS_MAX = 5
IN_A_ROW_MAX = 5
"""What a message takes (Discord, resources/message and components/reference)."""

Titles = Mapping[ChatId, str]

_ZERO_WIDTH = "\u200b"


@dataclass(frozen=True, slots=True)
class Written:
    """A message ready to send; ``pings`` are those who are to be notified by it."""

    content: str
    embeds: list[Embed]
    buttons: tuple[tuple[Button, ...], ...]
    pings: tuple[int, ...]
    titles: Titles

    @property
    def mentions(self) -> AllowedMentions:
        """Who may be notified: those whose turn it is, and nobody by name."""
        people = [Object(user) for user in self.pings]
        return AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)

    def view(self) -> View | None:
        """Return the buttons as the library writes them; it keeps nothing of them."""
        if not self.buttons:
            return None
        view = View(timeout=None)
        place = 0
        for row, buttons in enumerate(self.buttons):
            for button in buttons:
                view.add_item(_button(button, place, row, self.titles))
                place += 1
        view.stop()  # else the library would wait for presses, which go by our own router
        return view


def written(message: Message, titles: Titles, *, nameless: bool = False) -> Written:
    """Write a message; what is too long for the text goes into an embed.

    ``titles`` are those of the chats on its buttons. ``nameless`` writes mentions in place of
    names, for a server whose filter blocks one of them.
    """
    write = partial(_line, _without_names(message) if nameless else _span)
    text = "\n".join(map(write, message.lines))
    spans = [span for line in message.lines for span in line]
    pings = tuple(
        user_of(span.player) for span in spans if isinstance(span, Mention) and _is_pinged(span)
    )
    rows = laid_out(message.buttons)
    if units(text) <= CONTENT_MAX:
        return Written(text, [], rows, pings, titles)
    lines = fitting(message.lines, EMBED_MAX, write)
    embed = Embed(description="\n".join(map(write, lines)))
    # An embed notifies nobody.
    return Written(" ".join(f"<@{user}>" for user in pings), [embed], rows, pings, titles)


def laid_out(rows: tuple[tuple[Button, ...], ...]) -> tuple[tuple[Button, ...], ...]:
    """Return rows of buttons as Discord takes them: their own ones if they fit, else full ones.

    Buttons that open the private chat are left out: there are no links of that kind.
    """
    kept = tuple(tuple(button for button in row if not button.opens_private) for row in rows)
    kept = tuple(row for row in kept if row)
    if len(kept) <= ROWS_MAX and all(len(row) <= IN_A_ROW_MAX for row in kept):
        return kept
    buttons = [button for row in kept for button in row]
    if len(buttons) > ROWS_MAX * IN_A_ROW_MAX:
        log.error("Discord: %s buttons do not fit a message", len(buttons))
    places = range(0, min(len(buttons), ROWS_MAX * IN_A_ROW_MAX), IN_A_ROW_MAX)
    return tuple(tuple(buttons[place : place + IN_A_ROW_MAX]) for place in places)


def chats_on_buttons(message: Message) -> list[ChatId]:
    """Return the chats whose titles stand on a message's buttons."""
    return [button.chat for row in message.buttons for button in row if button.chat]


def escaped(text: str) -> str:
    """Return words that Discord shows as they are: no Markdown, mention, emoji or link in them."""
    marked = escape_mentions(escape_markdown(text, ignore_links=False))
    return marked.replace("<", "\\<").replace("://", f":{_ZERO_WIDTH}//")


def _line(span_writer: Callable[[Span], str], line: Line) -> str:
    return "".join(map(span_writer, line))


def _span(span: Span) -> str:
    match span:
        case ChatName(chat):
            return f"<#{spot_of(chat).channel}>"
        case Mention(player=player) if _is_pinged(span):
            return f"<@{user_of(player)}>"
        case Strong(text):
            return f"**{escaped(text)}**" if text.strip() else text
        case Fixed(text):
            return f"`{text.replace('`', 'ˋ')}`"
        case Plain(text):
            return escaped(as_filled_in(text))
        case _:
            return escaped(span_text(span))


def _is_pinged(mention: Mention) -> bool:
    return mention.ping and mention.player.startswith(PLATFORM)


def _without_names(message: Message) -> Callable[[Span], str]:
    """Return how spans are written that show no name of the people in a message."""
    mentions = [span for line in message.lines for span in line if isinstance(span, Mention)]
    names = sorted({mention.name for mention in mentions}, key=len, reverse=True)

    def write(span: Span) -> str:
        match span:
            case Mention(player=player):
                return _as_mention(player)
            case Plain(text):
                return _span(Plain(_struck(text, names)))
            case Strong(text):
                return _span(Strong(_struck(text, names)))
            case _:
                return _span(span)

    return write


def _as_mention(player: PlayerId) -> str:
    return f"<@{user_of(player)}>" if player.startswith(PLATFORM) else "?"


def _struck(text: str, names: list[str]) -> str:
    for name in names:
        text = text.replace(name, "?")
    return text


def _button(button: Button, place: int, row: int, titles: Titles) -> DiscordButton[View]:
    label = label_text(button, titles.get(button.chat, "?") if button.chat else "")
    return DiscordButton(
        style=ButtonStyle.secondary,
        label=cut(label, LABEL_MAX),
        custom_id=custom_id(place, button.payload),
        row=row,
    )
