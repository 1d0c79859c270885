"""People on the platform, who act as people do.

    ann = telegram.user("Ann")
    await ann.says(group, "/join 50")
    press = await ann.presses(group, "Hit")
    await telegram.until(lambda: press.alert)

Everything that somebody does is awaited, so that whoever listens gets a turn.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs, urlsplit

from tests.fakes.telegram.accounts import CHANNEL_BOT, GROUP_ANONYMOUS_BOT, Account, Member, Status
from tests.fakes.telegram.chats import Chat, Kind, Place, Topic
from tests.fakes.telegram.markup import pointed, shows_nothing, typed
from tests.fakes.telegram.messages import Content, Copy, Message, Photo
from tests.fakes.telegram.world import Press, World

AFFILIATE_START = "_tgr_"
"""What payloads of affiliate links begin with: they never reach a bot."""


@dataclass(eq=False, repr=False)
class User(Account):
    """Somebody on the platform."""

    world: World = field(kw_only=True)

    @property
    def private(self) -> Chat:
        """This person's chat with the bot."""
        return self.world.private(self)

    # --- writing ------------------------------------------------------------------------------

    async def says(
        self,
        place: Place,
        text: str,
        *,
        mentions: Sequence[Account] = (),
        reply_to: Message | None = None,
        anonymous: bool = False,
        as_channel: Chat | None = None,
        via: Account | None = None,
        sent_at: float | None = None,
    ) -> Message:
        """Write a message in a chat or topic.

        Those in ``mentions`` are pointed at where their first name stands in the text;
        ``anonymous`` writes as the group, ``as_channel`` as a channel, ``via`` by the help of
        another bot; ``sent_at`` is when, in seconds since 1970, now unless told.
        """
        content = typed(text)
        for account in mentions:
            content = pointed(content, account.first_name, account.id)
        message = self._message(place, Content(content), sent_at)
        message.reply_to, message.via = reply_to, via
        if anonymous:
            assert place.chat.member(self).anonymous, f"{self.first_name} is not anonymous here"
            message.author, message.sender_chat = GROUP_ANONYMOUS_BOT, place.chat
        elif as_channel is not None:
            message.author, message.sender_chat = CHANNEL_BOT, as_channel
        return await self._writes(message)

    async def whispers(self, text: str) -> Message:
        """Write to the bot in private; the first time that starts it."""
        await self._unblocks()
        self.world.started.add(self.id)
        return await self.says(self.private, text)

    async def sends_photo(self, place: Place, caption: str = "", content: bytes = b"") -> Message:
        """Send a picture with a caption."""
        photo = Photo(content, "user-photo", "user-photo-unique")
        return await self._writes(self._message(place, Content(typed(caption), photo), None))

    async def edits(self, message: Message, text: str) -> None:
        """Change what one has written."""
        assert message.author is self, "people edit only what they wrote"
        message.versions.append(replace(message.content, text=typed(text)))
        message.edited_at = self.world.clock.now()
        self.world.tell_message(message, edited=True)
        await asyncio.sleep(0)

    def _message(self, place: Place, content: Content, sent_at: float | None) -> Message:
        chat = place.chat
        assert content.photo or not shows_nothing(content.text.plain), "nobody sends nothing"
        return Message(
            chat,
            self.world.next_id(chat),
            self.world.clock.now() if sent_at is None else sent_at,
            self,
            [content],
            topic=place if isinstance(place, Topic) else None,
        )

    async def _writes(self, message: Message) -> Message:
        chat = message.chat
        if chat.kind is Kind.CHANNEL:
            message.author, message.sender_chat = None, chat
        chat.post(message)
        self.world.tell_message(message)
        await asyncio.sleep(0)
        return message

    # --- pressing -----------------------------------------------------------------------------

    async def presses(self, where: Place | Message | Copy, label: str) -> Press:
        """Press a button: under the newest message that has it, or one that is named.

        A message is pressed as it is now, a copy as it was when somebody saw it. Raises
        ``AssertionError`` where there is no such button.
        """
        seen = where if isinstance(where, Message | Copy) else where.having(label)
        data = seen.content.button(label).data
        assert data is not None, f"the button {label!r} is a link"
        return await self.forges(seen if isinstance(seen, Message) else seen.message, data)

    async def forges(self, message: Message | None, data: str) -> Press:
        """Send data as if a button under a message carried it, or one that nobody can name."""
        press = self.world.tell_press(self, message, data)
        await asyncio.sleep(0)
        return press

    async def follows(self, where: Place | Message | Press, label: str = "") -> Message:
        """Follow a link into the bot's private chat: a button's, or one that a press opened."""
        if isinstance(where, Press):
            url = where.alert.url if where.alert else None
        else:
            seen = where if isinstance(where, Message) else where.having(label)
            url = seen.content.button(label).url
        assert url, "that opens no link"
        link = urlsplit(url)
        assert link.path == f"/{self.world.bot.username}", f"{url} leads elsewhere"
        return await self.starts_bot(parse_qs(link.query).get("start", [""])[0])

    # --- with the bot -------------------------------------------------------------------------

    async def starts_bot(self, payload: str = "") -> Message:
        """Press Start in the bot's private chat, with what a deep link carries."""
        told = "" if payload.startswith(AFFILIATE_START) else payload
        return await self.whispers(f"/start {told}".strip())

    async def blocks_bot(self) -> None:
        """Block the bot; it hears of it, and cannot write any more."""
        self.world.blocked.add(self.id)
        self._tell_private(Status.MEMBER, Status.KICKED)
        await asyncio.sleep(0)

    async def _unblocks(self) -> None:
        if self.id in self.world.blocked:
            self.world.blocked.remove(self.id)
            self._tell_private(Status.KICKED, Status.MEMBER)

    async def deletes_account(self) -> None:
        """Leave the platform for good; no bot hears of it."""
        self.world.deactivated.add(self.id)
        await asyncio.sleep(0)

    async def leaves(self, chat: Chat) -> None:
        """Leave a chat."""
        chat.leave(self)
        await asyncio.sleep(0)

    def _tell_private(self, old: Status, new: Status) -> None:
        bot = self.world.bot
        self.world.tell_membership(self.private, self, Member(bot, old), Member(bot, new))

    # --- seeing -------------------------------------------------------------------------------

    @property
    def alerts(self) -> list[str]:
        """The text of every answer that this person's presses got, in the order of the presses."""
        presses = self.world.presses.values()
        return [alert.text for press in presses if press.by is self for alert in press.alerts]
