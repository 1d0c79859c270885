"""The methods that post and change messages."""

import functools
import hashlib
import itertools
from collections.abc import Callable
from dataclasses import replace

from tests.fakes.telegram.accounts import Status
from tests.fakes.telegram.arguments import Arguments
from tests.fakes.telegram.chats import Chat, Kind, Topic
from tests.fakes.telegram.limits import Limits
from tests.fakes.telegram.markup import Text, parsed, shows_nothing
from tests.fakes.telegram.messages import (
    Content,
    Keyboard,
    Message,
    Photo,
    check_keyboard,
    read_keyboard,
)
from tests.fakes.telegram.refusals import bad_request, malformed
from tests.fakes.telegram.world import World

TEXT_CHARACTERS = 4096
CAPTION_CHARACTERS = 1024
"""Both after entities were parsed, in code points."""

GENERAL = 1
"""The topic that is there from the start; it is written to without a number."""

DELETABLE_SECONDS = 48 * 3600.0
_UNDELETABLE = {"migrate_from_chat_id", "forum_topic_created"}


class Sending:
    """Messages as a bot posts, edits and deletes them."""

    def __init__(self, world: World, limits: Limits) -> None:
        self.world = world
        self.limits = limits
        self._photo_numbers = itertools.count(1)

    def methods(self) -> dict[str, Callable[[Arguments], object]]:
        """Return every method of this kind by its name."""
        return {
            "sendMessage": self.send_message,
            "sendPhoto": self.send_photo,
            "editMessageText": self.edit_text,
            "editMessageCaption": self.edit_caption,
            "editMessageMedia": self.edit_media,
            "editMessageReplyMarkup": self.edit_keyboard,
            "deleteMessage": self.delete_message,
            "deleteMessages": self.delete_messages,
            "sendChatAction": self.send_chat_action,
        }

    # --- posting ------------------------------------------------------------------------------

    def send_message(self, arguments: Arguments) -> object:
        """Post a text; return the ``Message``."""
        text = _text(arguments)
        keyboard, fixed = _markup(arguments)
        chat = self._writable(arguments, "can_send_messages", "text messages")
        content = Content(text, None, keyboard, _preview(arguments))
        return self._post(chat, arguments, content, fixed=fixed)

    def send_photo(self, arguments: Arguments) -> object:
        """Post a picture with a caption; return the ``Message``."""
        caption = _caption(arguments)
        keyboard, fixed = _markup(arguments)
        chat = self._writable(arguments, "can_send_photos", "photos")
        photo = self._photo(arguments.file("photo", arguments.text("photo")))
        return self._post(chat, arguments, Content(caption, photo, keyboard), fixed=fixed)

    def _post(self, chat: Chat, arguments: Arguments, content: Content, *, fixed: bool) -> object:
        topic = self._topic(chat, arguments)
        answered = self._answered(chat, arguments)
        content = self._accepted(chat, content)
        world, channel = self.world, chat.kind is Kind.CHANNEL
        message = Message(
            chat,
            world.next_id(chat),
            world.clock.now(),
            None if channel else world.bot,
            [content],
            chat if channel else None,
            topic,
            answered,
            protected=arguments.flag("protect_content"),
            silent=arguments.flag("disable_notification"),
            fixed=fixed,
            by_bot=True,
        )
        return chat.post(message).json()

    def _topic(self, chat: Chat, arguments: Arguments) -> Topic | None:
        """Return the topic to post in: General has no number, not even its own."""
        thread = arguments.number("message_thread_id")
        if not thread:
            return None
        if thread == GENERAL:
            raise malformed("message thread not found")
        topic = chat.topics.get(thread) if chat.forum else None
        if topic is None or topic.deleted:
            raise bad_request("message thread not found")
        if topic.closed and not chat.member(self.world.bot).may("can_manage_topics"):
            raise bad_request("TOPIC_CLOSED")
        return topic

    def _answered(self, chat: Chat, arguments: Arguments) -> Message | None:
        asked = arguments.structure("reply_parameters")
        if not isinstance(asked, dict) or not asked.get("message_id"):
            return None
        message = chat.messages.get(asked["message_id"])
        if message is not None and not message.deleted:
            return message
        if asked.get("allow_sending_without_reply"):
            return None
        raise bad_request("message to be replied not found")

    def _photo(self, given: bytes | str | None) -> Photo:
        if isinstance(given, bytes):
            number = next(self._photo_numbers)
            unique = hashlib.sha256(given).hexdigest()[:16]
            photo = Photo(given, f"AgACAgIAAxkD{number:08}", f"AQAD{unique}{number}")
            self.world.photos[photo.file_id] = photo
            return photo
        if given is None:
            raise malformed("there is no photo in the request")
        if given not in self.world.photos:
            raise bad_request("wrong remote file identifier specified: can't unserialize it")
        return self.world.photos[given]

    # --- editing ------------------------------------------------------------------------------

    def edit_text(self, arguments: Arguments) -> object:
        """Change a text; without buttons in the request it has none afterwards."""
        text = _text(arguments)
        message = self._editable(arguments)
        if message.content.photo is not None:
            raise bad_request("there is no text in the message to edit")
        changed = Content(text, None, _keyboard(arguments), _preview(arguments))
        if len(text.plain) > TEXT_CHARACTERS:
            raise malformed("MESSAGE_TOO_LONG")
        return self._change(message, changed)

    def edit_caption(self, arguments: Arguments) -> object:
        """Change what stands under a picture."""
        caption = _caption(arguments)
        message = self._editable(arguments)
        if message.content.photo is None:
            raise bad_request("there is no caption in the message to edit")
        keyboard = _keyboard(arguments)
        return self._change(message, replace(message.content, text=caption, keyboard=keyboard))

    def edit_media(self, arguments: Arguments) -> object:
        """Put another picture, with its caption, in place of what was there."""
        media = arguments.structure("media")
        if not isinstance(media, dict) or media.get("type") != "photo":
            raise malformed("can't parse InputMedia: type must be photo here")
        caption = _caption(Arguments(media))
        message = self._editable(arguments)
        photo = self._photo(arguments.file("", media.get("media")))
        return self._change(message, Content(caption, photo, _keyboard(arguments)))

    def edit_keyboard(self, arguments: Arguments) -> object:
        """Change the buttons alone."""
        message = self._editable(arguments)
        return self._change(message, replace(message.content, keyboard=_keyboard(arguments)))

    def _editable(self, arguments: Arguments) -> Message:
        """Return the message to edit; raises ``BotApiError`` where the bot may not edit it."""
        if arguments.text("inline_message_id"):
            raise bad_request("MESSAGE_ID_INVALID")
        chat = self.world.reachable(self.world.chat(arguments.text("chat_id")))
        message = chat.messages.get(arguments.number("message_id"))
        if message is None or message.deleted:
            raise bad_request("message to edit not found")
        if not message.by_bot or message.fixed:
            raise bad_request("message can't be edited")
        if self._mute(chat, "can_send_messages"):
            raise bad_request("CHAT_WRITE_FORBIDDEN")
        return message

    def _change(self, message: Message, content: Content) -> object:
        content = self._accepted(message.chat, content)
        if content == message.content:
            raise bad_request(
                "message is not modified: specified new message content and reply markup are "
                "exactly the same as a current content and reply markup of the message"
            )
        message.versions.append(content)
        message.edited_at = self.world.clock.now()
        self.world.touch()
        return message.json()

    # --- deleting -----------------------------------------------------------------------------

    def delete_message(self, arguments: Arguments) -> object:
        """Remove a message for everybody."""
        chat = self.world.reachable(self.world.chat(arguments.text("chat_id")))
        message = chat.messages.get(arguments.number("message_id"))
        if message is None or message.deleted:
            raise bad_request("message to delete not found")
        self._check_deletable(message)
        chat.delete(message)
        return True

    def delete_messages(self, arguments: Arguments) -> object:
        """Remove several messages; those that are not there are passed over."""
        chat = self.world.reachable(self.world.chat(arguments.text("chat_id")))
        numbers = arguments.structure("message_ids")
        if not isinstance(numbers, list) or not 0 < len(numbers) <= 100:
            raise malformed("message identifiers are not specified")
        found = [message for message in chat.shown() if message.id in numbers]
        for message in found:
            self._check_deletable(message)
        for message in found:
            chat.delete(message)
        return True

    def _check_deletable(self, message: Message) -> None:
        chat = message.chat
        old = self.world.clock.now() - message.sent_at >= DELETABLE_SECONDS
        allowed = (
            message.by_bot
            or chat.kind is Kind.PRIVATE
            or chat.member(self.world.bot).may("can_delete_messages")
        )
        if old or not allowed or _UNDELETABLE & set(message.service):
            raise bad_request("message can't be deleted")

    # --- what is taken, and where -------------------------------------------------------------

    def _accepted(self, chat: Chat, content: Content) -> Content:
        """Return what the platform takes of a content; raises ``BotApiError`` for all of it."""
        _check_content(content)
        self.limits.spend(chat)
        reached = functools.partial(self.world.reaches, chat)
        return replace(content, text=content.text.mentioning(reached))

    def send_chat_action(self, arguments: Arguments) -> object:
        """Say that the bot is about to write."""
        self._writable(arguments, "can_send_messages", "text messages")
        return True

    def _writable(self, arguments: Arguments, right: str, what: str) -> Chat:
        chat = self.world.reachable(self.world.chat(arguments.text("chat_id")))
        if chat.kind is Kind.CHANNEL and not chat.member(self.world.bot).may("can_post_messages"):
            raise bad_request("need administrator rights in the channel chat")
        if self._mute(chat, right):
            raise bad_request(f"not enough rights to send {what} to the chat")
        return chat

    def _mute(self, chat: Chat, right: str) -> bool:
        """Whether the bot may not send something to a chat that it is in."""
        member = chat.member(self.world.bot)
        if member.status is Status.RESTRICTED:
            return right not in member.rights
        return chat.muted and not member.leads


# --- what a request says -----------------------------------------------------------------------


def _text(arguments: Arguments) -> Text:
    raw = arguments.text("text")
    if not raw:
        raise malformed("message text is empty")
    return _parsed(arguments, raw, "entities")


def _caption(arguments: Arguments) -> Text:
    return _parsed(arguments, arguments.text("caption") or "", "caption_entities")


def _parsed(arguments: Arguments, raw: str, listed: str) -> Text:
    return parsed(raw, arguments.text("parse_mode"), arguments.objects(listed))


def _preview(arguments: Arguments) -> bool:
    options = arguments.structure("link_preview_options")
    return not (isinstance(options, dict) and options.get("is_disabled"))


def _markup(arguments: Arguments) -> tuple[Keyboard, bool]:
    """Return the buttons of a new message, and whether its markup forbids editing it."""
    markup = arguments.structure("reply_markup")
    if isinstance(markup, dict) and "inline_keyboard" not in markup:
        if not markup.keys() & {"keyboard", "remove_keyboard", "force_reply"}:
            raise malformed("can't parse reply keyboard markup JSON object")
        return (), True
    return read_keyboard(markup), False


def _keyboard(arguments: Arguments) -> Keyboard:
    return read_keyboard(arguments.structure("reply_markup"))


def _check_content(content: Content) -> None:
    """Raise ``BotApiError`` where a text is empty or too long, or a keyboard too large."""
    plain = content.text.plain
    if content.photo is None and shows_nothing(plain):
        raise malformed("text must be non-empty")
    if content.photo is None and len(plain) > TEXT_CHARACTERS:
        raise malformed("message is too long")
    if content.photo is not None and len(plain) > CAPTION_CHARACTERS:
        raise malformed("message caption is too long")
    check_keyboard(content.keyboard)
