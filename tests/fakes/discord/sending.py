"""Messages by the channel route: post, edit, delete; private chats; threads."""

from dataclasses import dataclass

from tests.fakes.discord.accounts import Account
from tests.fakes.discord.asks import Ask, Handler
from tests.fakes.discord.bodies import leaves_mentions_open, pinged, read_content
from tests.fakes.discord.channels import WITHOUT_MESSAGES, Channel, PrivateChat, Thread
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.messages import (
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Content,
    Message,
)
from tests.fakes.discord.permissions import May
from tests.fakes.discord.record import DELETE_MESSAGE, EDIT_MESSAGE, OPEN_PRIVATE, POST_MESSAGE
from tests.fakes.discord.refusals import (
    DiscordError,
    Json,
    malformed,
    missing_permissions,
)
from tests.fakes.discord.world import World

NONCE_SECONDS = 300.0
"""How long a nonce that is enforced brings back the message that carried it."""


@dataclass
class Sending:
    """What the bot writes in channels."""

    world: World
    limits: Limits
    violations: list[str]

    def routes(self) -> dict[str, Handler]:
        """Return what this part answers."""
        channel = "/channels/{channel_id}"
        message = f"{channel}/messages/{{message_id}}"
        return {
            POST_MESSAGE: self._post,
            EDIT_MESSAGE: self._edit,
            DELETE_MESSAGE: self._delete,
            OPEN_PRIVATE: self._open_private,
            f"GET {message}": self._message,
            f"GET {channel}/messages": self._messages,
            f"GET {channel}": self._channel,
            f"PATCH {channel}": self._change_channel,
            f"POST {channel}/typing": self._typing,
        }

    # --- reading ------------------------------------------------------------------------------

    def _channel(self, ask: Ask) -> Json:
        return self.world.channel_named(ask.path["channel_id"]).json()

    def _message(self, ask: Ask) -> Json:
        channel = self._readable(ask)
        return self.world.message_named(channel, ask.path["message_id"]).json()

    def _messages(self, ask: Ask) -> list[Json]:
        shown = [one for one in self._readable(ask).shown() if not one.ephemeral]
        most = int(ask.query.get("limit", "50"))
        return [message.json() for message in reversed(shown[-most:])]

    def _readable(self, ask: Ask) -> Channel:
        channel = self.world.channel_named(ask.path["channel_id"])
        _needs(channel, self.world.bot, May.READ_MESSAGE_HISTORY)
        return channel

    # --- writing ------------------------------------------------------------------------------

    def _post(self, ask: Ask) -> Json:
        channel = self._writable(ask)
        body = ask.fields
        self.watch_mentions(ask, body)
        content = read_content(body, ask, self.world.snowflakes, None)
        self._check_rights(channel, content)
        earlier = self._earlier(channel, body)
        if earlier is not None:
            return earlier.json()
        self._check_words(channel, content)
        self._check_person(channel)
        if isinstance(channel, Thread) and channel.archived:
            channel.wake()
        message = Message(
            channel,
            self.world.snowflakes.next(),
            self.world.clock.now(),
            self.world.bot,
            [content],
            flags=int(body.get("flags") or 0) & (SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS),
            nonce=None if body.get("nonce") is None else str(body["nonce"]),
            pings=self.pinged(channel, body),
        )
        return channel.post(message).json()

    def _writable(self, ask: Ask) -> Channel:
        """Return a channel in which the bot may write; raises ``DiscordError``."""
        channel = self.world.channel_named(ask.path["channel_id"])
        if channel.kind in WITHOUT_MESSAGES:
            raise malformed(50008, "Cannot send messages in a non-text channel")
        _needs(channel, self.world.bot, channel.sending)
        wakes = channel.permissions(self.world.bot) & May.MANAGE_THREADS
        if isinstance(channel, Thread) and channel.locked and not wakes:
            raise DiscordError(400, 160005, "Thread is locked")
        return channel

    def _check_rights(self, channel: Channel, content: Content) -> None:
        if content.embeds and channel.guild is not None:
            _needs(channel, self.world.bot, May.EMBED_LINKS)
        if content.attachments and channel.guild is not None:
            _needs(channel, self.world.bot, May.ATTACH_FILES)

    def _check_words(self, channel: Channel, content: Content) -> None:
        words = channel.guild.blocked_words if channel.guild else ()
        if any(word.lower() in content.shown.lower() for word in words):
            message = "Message was blocked by automatic moderation"
            raise DiscordError(400, 200000, message)

    def _check_person(self, channel: Channel) -> None:
        if not isinstance(channel, PrivateChat):
            return
        if channel.person.id in self.world.dms_closed:
            raise DiscordError(403, 50007, "Cannot send messages to this user")
        installed = channel.person.id in self.world.installed_by
        if not installed and not self.world.share_a_guild(channel.person):
            message = "Cannot send messages to this user due to having no mutual guilds"
            raise DiscordError(403, 50278, message)

    def _earlier(self, channel: Channel, body: Json) -> Message | None:
        """Return the message that already carried a nonce which is enforced."""
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        since = self.world.clock.now() - NONCE_SECONDS
        for message in reversed(channel.messages.values()):
            if message.at < since:
                return None
            if message.by_bot and message.nonce == str(body["nonce"]) and not message.deleted:
                return message
        return None

    def _edit(self, ask: Ask) -> Json:
        channel = self.world.channel_named(ask.path["channel_id"])
        message = self.world.message_named(channel, ask.path["message_id"])
        if not message.by_bot:
            raise malformed(50005, "Cannot edit a message authored by another user", 403)
        if isinstance(channel, Thread) and channel.archived:
            raise DiscordError(400, 50083, "Thread is archived")
        body = ask.fields
        self.watch_mentions(ask, body)
        content = read_content(body, ask, self.world.snowflakes, message.content)
        self._check_words(channel, content)
        self.limits.spend_old_edit(message)
        self.change(message, content, body)
        return message.json()

    def _delete(self, ask: Ask) -> None:
        channel = self.world.channel_named(ask.path["channel_id"])
        message = self.world.message_named(channel, ask.path["message_id"])
        if not message.by_bot:
            if isinstance(channel, PrivateChat):
                raise malformed(50003, "Cannot execute action on a DM channel", 403)
            _needs(channel, self.world.bot, May.MANAGE_MESSAGES)
        if isinstance(channel, Thread) and channel.archived:
            raise DiscordError(400, 50083, "Thread is archived")
        self.remove(message)

    def _typing(self, ask: Ask) -> None:
        self._writable(ask)

    # --- what answers to interactions need too ------------------------------------------------

    def change(self, message: Message, content: Content, body: Json) -> None:
        """Let a message say something else."""
        message.versions.append(content)
        if self.world.messages_kept is not None:
            del message.versions[:-1]
        message.edited_at = self.world.clock.now()
        if "flags" in body:
            suppress = int(body["flags"] or 0) & SUPPRESS_EMBEDS
            message.flags = message.flags & ~SUPPRESS_EMBEDS | suppress
        if not message.ephemeral:
            self.world.tell_message("MESSAGE_UPDATE", message)
        self.world.touch()

    def remove(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        if self.world.messages_kept is not None:
            message.channel.messages.pop(message.id, None)
        if not message.ephemeral:
            guild = message.channel.guild
            named = {"guild_id": str(guild.id)} if guild else {}
            gone = {"id": str(message.id), "channel_id": str(message.channel.id)}
            self.world.tell("MESSAGE_DELETE", gone | named, guild)
        self.world.touch()

    def watch_mentions(self, ask: Ask, body: Json) -> None:
        """Note a text that could ping anybody whom it happens to name."""
        if leaves_mentions_open(body):
            self.violations.append(f"{ask.call.route}: mentions are not switched off")

    def pinged(self, channel: Channel, body: Json) -> list[Account]:
        """Return whom a text notifies: those it names and may ping, who see the channel."""
        named = [self.world.account_named(number) for number in pinged(body)]
        return [one for one in named if channel.permissions(one) & May.VIEW_CHANNEL]

    # --- private chats and threads ------------------------------------------------------------

    def _open_private(self, ask: Ask) -> Json:
        account = self.world.account_named(ask.fields.get("recipient_id"))
        if account.is_bot:
            raise malformed(50007, "Cannot send messages to this user", 403)
        chat = self.world.private_chat(account)
        if not chat.opened:
            self.limits.spend_opening()
        chat.opened = True
        return chat.json()

    def _change_channel(self, ask: Ask) -> Json:
        """Change a thread's state; nothing else is for a bot that deals cards."""
        channel = self.world.channel_named(ask.path["channel_id"])
        if not isinstance(channel, Thread):
            raise missing_permissions()
        body = ask.fields
        if set(body) - {"archived", "auto_archive_duration"} or channel.locked:
            _needs(channel, self.world.bot, May.MANAGE_THREADS)
        if "archived" in body:
            channel.archived = bool(body["archived"])
        if "locked" in body:
            channel.locked = bool(body["locked"])
        channel.tell_change()
        return channel.json()


def _needs(channel: Channel, account: Account, permission: May) -> None:
    if not channel.permissions(account) & permission:
        raise missing_permissions()
