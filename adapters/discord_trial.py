"""A trial in a real channel of Discord: rights, post, edit, whisper, delete, each with its time.

Whatever was sent is deleted again, also when a step fails. Nobody is waited for: presses come over
the gateway, where only the bot that deals is to be.
"""

from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

import aiohttp
import discord

from adapters.discord_bot import DiscordSettings
from adapters.discord_doctor import Account, logged_in, right_name, unconnected
from adapters.discord_errors import Code, code_of, is_passing, platform_error
from adapters.discord_ids import player_id
from adapters.discord_reading import CONVERSATIONS, missing_of
from adapters.retrying import bounded
from adapters.trying import (
    EDITED,
    NO_ANSWER,
    NOBODY_TO_WRITE_TO,
    POSTED,
    WHISPERED,
    Steps,
    TrialChannel,
    took,
)
from bot.findings import Tell, failed, ok, skipped, warning
from bot.ports import Unreachable

_FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
_NOT_THERE = frozenset({Code.UNKNOWN_CHANNEL, Code.UNKNOWN_GUILD, Code.NO_ACCESS})


async def try_channel(
    settings: DiscordSettings, place: TrialChannel, whisper_to: int | None, tell: Tell
) -> None:
    """Try everything in one channel, and tell how each step went.

    ``whisper_to`` is the number of a person.
    """
    try:
        async with logged_in(settings) as account:
            await _Trial(account, place, whisper_to, tell).run()
    except _FAILURES as failure:
        tell(unconnected(failure, settings))


@dataclass
class _Trial:
    """One trial under way."""

    account: Account
    place: TrialChannel
    whisper_to: int | None
    tell: Tell
    _sent: list[discord.Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._steps = Steps(self.tell, _FAILURES, _reason)

    async def run(self) -> None:
        """Try everything, as far as it goes, and clean up."""
        if not await self._rights():
            return
        try:
            await self._all()
        finally:
            for message in self._sent:
                await self._steps.make("delete", partial(bounded, message.delete, is_passing))

    async def _all(self) -> None:
        place = self.account.client.get_partial_messageable(
            self.place.channel, guild_id=self.place.guild
        )
        posted = await self._steps.make("post", lambda: self._send(place, POSTED))
        if posted is None:
            return
        await self._steps.make("edit", lambda: posted.edit(content=EDITED))
        words = "presses come over the gateway, where the bot that deals is alone: press a table's"
        self.tell(skipped("press", words))
        await self._whisper(self.whisper_to)

    async def _send(self, place: discord.PartialMessageable, text: str) -> discord.Message:
        sent = await place.send(text, silent=True)
        self._sent.append(sent)
        return sent

    async def _rights(self) -> bool:
        """Tell whether a table could stand there, and return that."""
        name = "rights"
        try:
            hindrance = await self._hindrance()
        except _FAILURES as failure:
            hindrance = _reason(failure)
        self.tell(failed(name, hindrance) if hindrance else ok(name, "the bot may deal there"))
        return not hindrance

    async def _hindrance(self) -> str | None:
        """Return why a table cannot stand in the channel, ``None`` where it can."""
        client = self.account.client
        guild = await client.fetch_guild(self.place.guild, with_counts=False)
        channel = await guild.fetch_channel(self.place.channel)
        if channel.type not in CONVERSATIONS:
            return f"that is a {channel.type} channel: tables stand in text channels and threads"
        granted = await self._granted(guild, channel)
        missing = missing_of(granted, in_thread=isinstance(channel, discord.Thread))
        if not missing:
            return None
        return f"allow the bot there: {', '.join(map(right_name, missing))}"

    async def _granted(
        self, guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread
    ) -> discord.Permissions:
        """Return the bot's rights; a thread has those of its channel.

        But none is lost there because nobody may write in the channel itself.
        """
        member = await guild.fetch_member(self.account.user.id)
        if not isinstance(channel, discord.Thread):
            return channel.permissions_for(member)
        parent = await guild.fetch_channel(channel.parent_id)
        if isinstance(parent, discord.Thread):
            raise discord.InvalidData("a thread in a thread")
        return discord.abc.GuildChannel.permissions_for(parent, member)

    async def _whisper(self, user: int | None) -> None:
        name = "whisper"
        if user is None:
            self.tell(skipped(name, NOBODY_TO_WRITE_TO))
            return
        began = perf_counter()
        try:
            chat = await self.account.client.create_dm(discord.Object(user))
            place = self.account.client.get_partial_messageable(chat.id)
            await self._send(place, WHISPERED)
        except _FAILURES as failure:
            if isinstance(platform_error(failure, player_id(user)), Unreachable):
                words = "that person takes no private messages from the bot: My cards shows theirs"
                self.tell(warning(name, words))
            else:
                self.tell(failed(name, _reason(failure)))
        else:
            self.tell(ok(name, took(began)))


def _reason(failure: Exception) -> str:
    """Return why a call failed, and what to do, without what the library quotes."""
    match failure:
        case discord.HTTPException() if failure.code in _NOT_THERE:
            return "the bot sees no such channel: add it to the server, and let it view the channel"
        case discord.InvalidData():
            return "that channel is of another server: copy the link of the channel once more"
        case discord.HTTPException(status=status):
            return f"Discord refused: {status}, code {code_of(failure)}"
        case TimeoutError():
            return NO_ANSWER
        case _:
            return f"it failed ({type(failure).__name__}): try again"
