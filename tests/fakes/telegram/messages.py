"""Messages, their buttons and pictures, and everything that a message once was."""

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.telegram.accounts import Account
from tests.fakes.telegram.markup import NO_TEXT, Text
from tests.fakes.telegram.refusals import Json, malformed

if TYPE_CHECKING:
    from tests.fakes.telegram.chats import Chat, Topic

CALLBACK_DATA_BYTES = 64
BUTTONS = 100
"""The most buttons that one message carries."""

_ACTIONS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
_LOOKS = ("text", "icon_custom_emoji_id", "style")


@dataclass(frozen=True)
class Button:
    """A button under a message: its label, what it does, and how it travels."""

    text: str
    data: str | None
    url: str | None
    json: Json = field(hash=False)


Keyboard = tuple[tuple[Button, ...], ...]


def read_keyboard(markup: object) -> Keyboard:
    """Return the buttons of an ``InlineKeyboardMarkup``; raises ``BotApiError`` where it is none.

    How long the data of a button is, ``check_keyboard`` says later, as on the platform.
    """
    if markup is None:
        return ()
    if not isinstance(markup, dict):
        raise malformed("object expected as reply markup")
    rows = markup.get("inline_keyboard")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise malformed('field "inline_keyboard" must be of type Array')
    return tuple(tuple(map(_read_button, row)) for row in rows if row)


def _read_button(button: object) -> Button:
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise malformed("can't parse InlineKeyboardButton: Can't find field \"text\"")
    action = next((name for name in _ACTIONS if button.get(name)), None)
    if action is None:
        raise malformed("Text buttons are not allowed in the inline keyboard")
    kept = {name: button[name] for name in (*_LOOKS, action) if name in button}
    return Button(button["text"], kept.get("callback_data"), kept.get("url"), kept)


def check_keyboard(keyboard: Keyboard) -> None:
    """Raise ``BotApiError`` where a keyboard is larger than the platform takes."""
    buttons = [button for row in keyboard for button in row]
    if len(buttons) > BUTTONS:
        raise malformed("reply markup is too long")
    for button in buttons:
        if button.data is not None and len(button.data.encode()) > CALLBACK_DATA_BYTES:
            raise malformed("BUTTON_DATA_INVALID")
        if button.url is not None and not button.url.startswith(("http://", "https://", "tg://")):
            raise malformed(f"inline keyboard button URL '{button.url}' is invalid")


@dataclass(frozen=True)
class Photo:
    """A picture: its bytes and the names by which the platform knows it."""

    content: bytes = field(repr=False)
    file_id: str
    unique_id: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels as a PNG says them; of other files, one for all."""
        if self.content.startswith(b"\x89PNG\r\n\x1a\n") and len(self.content) >= 24:
            width, height = struct.unpack(">II", self.content[16:24])
            return width, height
        return 800, 800

    def json(self) -> Json:
        """Return the ``PhotoSize``."""
        width, height = self.size
        named = {"file_id": self.file_id, "file_unique_id": self.unique_id}
        return {**named, "width": width, "height": height, "file_size": len(self.content)}


@dataclass(frozen=True)
class Content:
    """What a message shows: its text or, under a picture, its caption, and its buttons."""

    text: Text = NO_TEXT
    photo: Photo | None = None
    keyboard: Keyboard = ()
    preview: bool = True

    @property
    def labels(self) -> tuple[str, ...]:
        """Every button's label, row by row."""
        return tuple(button.text for row in self.keyboard for button in row)

    def button(self, label: str) -> Button:
        """Return the first button with a label; raises ``AssertionError`` where there is none."""
        for row in self.keyboard:
            for button in row:
                if button.text == label:
                    return button
        raise AssertionError(f"no button {label!r}, only {self.labels}")


@dataclass(eq=False)
class Message:
    """A message in a chat.

    ``versions`` is all that it ever showed, oldest first; ``service`` what a service message tells;
    ``by_bot`` says that the bot sent it, ``fixed`` that nobody may edit it.
    """

    chat: "Chat"
    id: int
    sent_at: float
    author: Account | None
    versions: list[Content]
    sender_chat: "Chat | None" = None
    topic: "Topic | None" = None
    reply_to: "Message | None" = None
    via: Account | None = None
    service: Json = field(default_factory=dict)
    edited_at: float | None = None
    deleted: bool = False
    protected: bool = False
    fixed: bool = False
    silent: bool = False
    by_bot: bool = False

    @property
    def content(self) -> Content:
        """What the message shows now."""
        return self.versions[-1]

    @property
    def text(self) -> str:
        """The text or caption as it is now."""
        return self.content.text.plain

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its buttons as they are now, row by row."""
        return self.content.labels

    @property
    def thread(self) -> int | None:
        """The number of its topic; outside topics that of the message which replies go back to."""
        if self.topic is not None:
            return self.topic.id
        if self.reply_to is None or not self.chat.keeps_threads:
            return None
        return self.reply_to.thread or self.reply_to.id

    def copy(self) -> "Copy":
        """Return what somebody sees who does not look again."""
        return Copy(self, self.content)

    def json(self, *, nested: bool = True) -> Json:
        """Return the ``Message``; the one it answers is nested once."""
        told: Json = {"message_id": self.id, "date": int(self.sent_at), "chat": self.chat.json()}
        if self.author is not None:
            told["from"] = self.author.json()
        if self.sender_chat is not None:
            told["sender_chat"] = self.sender_chat.json()
        if self.via is not None:
            told["via_bot"] = self.via.json()
        if self.edited_at is not None:
            told["edit_date"] = int(self.edited_at)
        if self.protected:
            told["has_protected_content"] = True
        answered = self.reply_to or (self.topic.opening if self.topic else None)
        if nested and answered is not None and answered is not self:
            told["reply_to_message"] = answered.json(nested=False)
        return {**told, **self._place(), **self._shown(), **self.service}

    def _place(self) -> Json:
        thread = {} if self.thread is None else {"message_thread_id": self.thread}
        return {**thread, **({"is_topic_message": True} if self.topic else {})}

    def _shown(self) -> Json:
        content, told = self.content, Json()
        entities = [entity.json(self.chat.world.user_json) for entity in content.text.entities]
        text, listed = ("caption", "caption_entities") if content.photo else ("text", "entities")
        if content.photo is not None:
            told["photo"] = [content.photo.json()]
        if content.text.plain:
            told[text] = content.text.plain
        if entities:
            told[listed] = entities
        if content.keyboard:
            rows = [[button.json for button in row] for row in content.keyboard]
            told["reply_markup"] = {"inline_keyboard": rows}
        return told

    def __repr__(self) -> str:
        picture = "<picture> " if self.content.photo else ""
        buttons = "".join(f" ({label})" for label in self.labels)
        return f"[{self.id}] {picture}{self.text}{buttons}"


@dataclass(frozen=True)
class Copy:
    """A message as somebody saw it once; its buttons can still be pressed."""

    message: Message
    content: Content
