"""Discord as a messenger: what goes out, through whichever connection there is at the moment."""

import asyncio
import logging
import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import discord

from adapters.discord_errors import Code, code_of, is_passing, platform_error
from adapters.discord_ids import asked_id, spot_of, time_of, user_of
from adapters.discord_patience import patience
from adapters.discord_responder import Asked, Responder
from adapters.discord_text import Titles, Written, chats_on_buttons, written
from adapters.retrying import Result, bounded
from bot.basics import ChatId, PlayerId, clean_name
from bot.message import GroupMessage, Message, PrivateMessage
from bot.ports import Answer, ChatGone, NoConnection, Pacing, Unknown
from bot.requests import Request

log = logging.getLogger(__name__)

PACING = Pacing(
    calls=math.inf,
    window_seconds=60,
    gap_seconds=1,
    overall_per_second=45,
    kept_back=0,
    progress_seconds=1.5,
    edit_seconds_max=45 * 60,
    answers_are_panels=True,
    repeats_are_known=True,
)
"""What its answers' headers allow, for which the library waits; 50 calls a second in all.

Messages older than an hour can hardly be edited (error 30046), so those of 45 minutes are replaced.
"""

CONNECTION_SECONDS = 30.0
"""How long a call waits for a connection."""

_PRIVATE_CHATS_KEPT = 4096


@dataclass
class DiscordMessenger:
    """Sends, edits and answers through the connection of the moment; between two, calls wait.

    ``lost`` is told of a channel that turns out to be no more.
    """

    lost: Callable[[ChatId], None] | None = None
    client: discord.Client | None = None
    _there: asyncio.Event = field(default_factory=asyncio.Event)
    _private: OrderedDict[int, int] = field(default_factory=OrderedDict)
    _open: dict[str, Responder] = field(default_factory=dict)

    def connect(self, client: discord.Client) -> None:
        """Send through a connection from now on."""
        self.client = client
        self._there.set()

    def disconnect(self) -> None:
        """Send nothing until there is a connection again."""
        self.client = None
        self._there.clear()

    @property
    def pacing(self) -> Pacing:
        """See ``Messenger``."""
        return PACING

    # --- channels ---------------------------------------------------------------------------

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        """See ``Messenger``."""
        place = await self._channel(chat)
        return await self._in_channel(chat, lambda: self._sent(place, message, nonce))

    async def edit(self, chat: ChatId, message_id: str, message: GroupMessage) -> None:
        """See ``Messenger``."""
        place = await self._channel(chat)
        await self._in_channel(chat, lambda: self._edited(place, message_id, message))

    async def strip(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        there = (await self._channel(chat)).get_partial_message(int(message_id))
        await self._in_channel(chat, lambda: there.edit(view=None))

    async def delete(self, chat: ChatId, message_id: str) -> None:
        """See ``Messenger``."""
        there = (await self._channel(chat)).get_partial_message(int(message_id))
        await self._in_channel(chat, there.delete)

    # --- one person -------------------------------------------------------------------------

    async def whisper(self, player: PlayerId, message: PrivateMessage, nonce: str) -> str:
        """See ``Messenger``."""
        place = await self._private_chat(player)
        return await self._call(lambda: self._sent(place, message, nonce), player)

    async def rewrite(self, player: PlayerId, message_id: str, message: PrivateMessage) -> None:
        """See ``Messenger``."""
        place = await self._private_chat(player)
        await self._call(lambda: self._edited(place, message_id, message), player)

    async def retract(self, player: PlayerId, message_id: str) -> None:
        """See ``Messenger``."""
        there = (await self._private_chat(player)).get_partial_message(int(message_id))
        await self._call(there.delete, player)

    def sent_at(self, message_id: str) -> float | None:
        """See ``Messenger``: a snowflake tells."""
        return time_of(int(message_id))

    # --- answers ----------------------------------------------------------------------------

    def expect(self, responder: Responder) -> None:
        """Note that something was asked: it is to be answered exactly once."""
        self._open[asked_id(responder.interaction.id)] = responder

    def forget(self, responder: Responder) -> None:
        """Note that an interaction is over."""
        self._open.pop(asked_id(responder.interaction.id), None)

    async def answer(self, request: Request, answer: Answer) -> None:
        """See ``Messenger``: in private always, or by nothing where a table shows what came of it.

        An answer of ours whose button was pressed becomes the new answer, unless its buttons may
        be used again; a hand is shown with the buttons that it has now.
        """
        responder = self._open.get(request.id)
        if responder is None:
            log.info("%s: nobody waits for an answer", request.id)
            return
        words = self.written(_shown(responder.asked, answer))
        if responder.asked is Asked.ON_ANSWER and _is_over(answer):
            await responder.replace(words)
        elif _is_silent(responder.asked, answer):
            await responder.accept()
        else:
            await responder.show(words)

    # --- calls ------------------------------------------------------------------------------

    def written(self, message: Message, *, nameless: bool = False) -> Written:
        """Write a message with the titles of the chats that it names."""
        return written(message, self._titles(message), nameless=nameless)

    def _titles(self, message: Message) -> Titles:
        return {chat: self._title(chat) for chat in chats_on_buttons(message)}

    def _title(self, chat: ChatId) -> str:
        spot = spot_of(chat)
        guild = self.client.get_guild(spot.guild) if self.client else None
        channel = guild.get_channel_or_thread(spot.channel) if guild else None
        return clean_name(channel.name) if channel else "?"

    async def _connected(self) -> discord.Client:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._there.wait(), CONNECTION_SECONDS)
        if self.client is None:
            raise NoConnection(1)
        return self.client

    async def _channel(self, chat: ChatId) -> discord.PartialMessageable:
        spot = spot_of(chat)
        client = await self._connected()
        return client.get_partial_messageable(spot.channel, guild_id=spot.guild)

    async def _private_chat(self, player: PlayerId) -> discord.PartialMessageable:
        """Return somebody's private channel; Discord opens one where there is none yet."""
        user, client = user_of(player), await self._connected()
        if user not in self._private:
            opened = await self._call(lambda: client.create_dm(discord.Object(user)), player)
            self.learn_private(user, opened.id)
        return client.get_partial_messageable(self._private[user])

    def learn_private(self, user: int, channel: int) -> None:
        """Note which channel is somebody's private one."""
        self._private[user] = channel
        self._private.move_to_end(user)
        if len(self._private) > _PRIVATE_CHATS_KEPT:
            self._private.popitem(last=False)

    async def _sent(self, place: discord.PartialMessageable, message: Message, nonce: str) -> str:
        async def send(words: Written) -> discord.Message:
            return await place.send(
                words.content,
                embeds=words.embeds,
                view=words.view() or discord.utils.MISSING,
                allowed_mentions=words.mentions,
                nonce=nonce,
                silent=not words.pings,
            )

        return str((await self._named(message, send)).id)

    async def _edited(
        self, place: discord.PartialMessageable, message_id: str, message: Message
    ) -> None:
        there = place.get_partial_message(int(message_id))

        async def edit(words: Written) -> discord.Message:
            return await there.edit(
                content=words.content,
                embeds=words.embeds,
                view=words.view(),
                allowed_mentions=words.mentions,
            )

        await self._named(message, edit)

    async def _named(
        self, message: Message, send: Callable[[Written], Awaitable[Result]]
    ) -> Result:
        """Send a message; where a server's filter blocks it, once more without names."""
        try:
            return await send(self.written(message))
        except discord.HTTPException as refusal:
            if code_of(refusal) != Code.BLOCKED:
                raise
            log.info("Discord: a filter blocked a message, so it went out without names")
            return await send(self.written(message, nameless=True))

    async def _in_channel(self, chat: ChatId, work: Callable[[], Awaitable[Result]]) -> Result:
        """Make a call to a channel; raises a platform error."""
        try:
            return await self._call(work, None)
        except ChatGone:
            if self.lost is not None:
                self.lost(chat)
            raise

    async def _call(self, work: Callable[[], Awaitable[Result]], player: PlayerId | None) -> Result:
        """Make a call to a person or, with ``None``, a channel; raises a platform error."""
        try:
            async with patience():
                return await bounded(work, is_passing)
        except Exception as failure:
            if self.client is None:  # the connection was closed under it
                raise Unknown("no connection") from None
            raise platform_error(failure, player) from None


def _shown(asked: Asked, answer: Answer) -> PrivateMessage:
    """Return what an answer shows: a panel where there is one, a refusal above it."""
    standing = answer.standing
    if standing is None:
        return answer.message
    if answer.accepted:
        return standing
    if asked is Asked.ON_ANSWER:
        return replace(standing, lines=(*answer.message.lines, *standing.lines))
    return answer.message


def _is_over(answer: Answer) -> bool:
    """Whether an earlier answer gives way: it was used, shows more now, or is of no use any more.

    One that was refused for another reason keeps its buttons.
    """
    return answer.accepted or answer.standing is not None or answer.outdated


def _is_silent(asked: Asked, answer: Answer) -> bool:
    """Whether nothing need be shown: what became of a press is seen elsewhere."""
    if asked is not Asked.PRESSED or not answer.silent:
        return False
    return answer.standing is None or answer.panel
