"""Interactions into requests, and what happens to servers and channels.

Every interaction goes this one way, by what its button or command carries: nothing is remembered of
a message that was sent, so buttons work after any restart.
"""

import asyncio
import logging
from dataclasses import dataclass, field

import discord

from adapters.discord_calls import DiscordMessenger
from adapters.discord_ids import asked_id, chat_id, guild_id, player_id
from adapters.discord_reading import (
    asked_by,
    chat_of,
    command_of,
    is_by_server,
    is_conversation,
    is_on_answer,
    is_ours,
    is_private,
    language_of,
    missing_rights,
    place_of,
    rights_of,
)
from adapters.discord_responder import Asked, Interaction, Responder
from adapters.once import Once
from adapters.outside import Outside
from bot.basics import Fact, Refusal, not_now
from bot.commands import BY_VERB
from bot.message import Plain, PrivateMessage
from bot.requests import Place, Request
from bot.trouble import log_failure

log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 1.0
"""What is not answered by then is acknowledged: three seconds are all that Discord gives."""

_ADDED = "discord-added"


class NotHere(Exception):
    """An interaction cannot be carried out where it was made; ``key`` is the adapter's own text."""

    def __init__(self, key: str, **facts: Fact) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


@dataclass
class DiscordEvents:
    """Takes every event once; a fault with one is logged and harms no other."""

    outside: Outside
    messenger: DiscordMessenger
    _taken: Once = field(default_factory=Once)
    _under_way: set[asyncio.Future[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.messenger.lost = self.outside.ear.lost

    # --- interactions -----------------------------------------------------------------------

    async def take(self, interaction: Interaction) -> None:
        """Handle one interaction: it is acknowledged in time, and answered exactly once."""
        if not is_ours(interaction) or not self._taken.is_new(interaction.id):
            return
        work = asyncio.ensure_future(self._answer(interaction))
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)
        await work

    async def finish(self) -> None:
        """Wait until everything that was asked has its answer."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(self, interaction: Interaction) -> None:
        language = self._language(interaction)
        apology = self._text("refusal-something-went-wrong", language)
        responder = Responder(interaction, asked_by(interaction, ""), self.outside.clock)
        try:
            request = self._request_of(interaction, language)
            responder.asked = asked_by(interaction, request.verb)
            await self._at_the_door(request, responder)
        except Refusal as refusal:  # no button of ours, or one of another version
            apology = self._text(f"refusal-{refusal.key}", language, **refusal.facts)
            await self._say(responder, apology, for_good=True)
        except NotHere as no:
            apology = self._text(no.key, language, **no.facts)
        except Exception as failure:
            log_failure(log, f"interaction {interaction.id}", failure)
        finally:
            self.messenger.forget(responder)
        await self._say(responder, apology)

    async def _at_the_door(self, request: Request, responder: Responder) -> None:
        """Bring a request to the door; what takes long is acknowledged first."""
        self.messenger.expect(responder)
        work = asyncio.ensure_future(self.outside.door(request))
        try:
            done, _ = await asyncio.wait({work}, timeout=ACKNOWLEDGE_SECONDS)
            if not done:
                await responder.acknowledge()
            await work
        finally:
            work.cancel()

    async def _say(self, responder: Responder, text: str, *, for_good: bool = False) -> None:
        """Say a text of ours to who has no answer yet, ``for_good`` in place of an earlier one."""
        if responder.answered:
            return
        lines = tuple((Plain(line),) for line in text.splitlines())
        words = self.messenger.written(PrivateMessage(lines))
        if for_good and responder.asked is Asked.ON_ANSWER:
            await responder.replace(words)
        else:
            await responder.show(words)

    def _request_of(self, interaction: Interaction, language: str) -> Request:
        """Read an interaction; raises ``Refusal`` or ``NotHere``."""
        self._check_place(interaction)
        command, seen = command_of(interaction)
        self._check_rights(interaction, command.verb, language)
        place, user = place_of(interaction, seen), interaction.user
        if user.bot:
            raise not_now("outdated")
        if is_private(interaction) and interaction.channel_id is not None:
            self.messenger.learn_private(user.id, interaction.channel_id)
            self.outside.ear.reached(player_id(user.id))
        on_table = place is Place.GROUP and seen is not None and not is_on_answer(interaction)
        pressed = interaction.message if on_table else None
        return Request(
            id=asked_id(interaction.id),
            chat=chat_of(interaction) if place is Place.GROUP else None,
            player=player_id(user.id),
            name=user.display_name,
            verb=command.verb,
            args=command.args,
            language=language,
            targets=command.targets,
            place=place,
            rights=rights_of(interaction),
            seen=seen,
            pressed=str(pressed.id) if pressed is not None else None,
        )

    def _check_place(self, interaction: Interaction) -> None:
        if not is_by_server(interaction):
            raise NotHere("discord-not-installed")
        if not is_conversation(interaction):
            raise NotHere("discord-no-table-here")

    def _check_rights(self, interaction: Interaction, verb: str, language: str) -> None:
        """Stake no chips on a round that we may not show."""
        spec = BY_VERB.get(verb)
        missing = missing_rights(interaction) if spec is not None and spec.takes_chips else ()
        if missing:
            names = [self._text(f"discord-right-{right}", language) for right in missing]
            raise NotHere("discord-may-not-write", rights=", ".join(names))

    # --- servers and channels ---------------------------------------------------------------

    def guild_joined(self, guild: discord.Guild) -> None:
        """Greet a server that added us, where it has a channel for that and we may write there."""
        channel = guild.system_channel
        if channel is None or not channel.permissions_for(guild.me).send_messages:
            return
        language = language_of(guild.preferred_locale, self.outside.languages)
        self.outside.ear.tell(chat_id(guild.id, channel.id), _ADDED, language)

    def guild_left(self, guild: discord.abc.Snowflake) -> None:
        """Give up every table of a server that put us out."""
        self.outside.ear.lost(guild_id(guild.id))

    def guild_away(self, guild: discord.abc.Snowflake) -> None:
        """Let the tables of a server wait that Discord cannot reach for now."""
        self.outside.ear.away(guild_id(guild.id))

    def guild_back(self, guild: discord.abc.Snowflake) -> None:
        """Go on in a server that can be reached (again): also said of each at the start."""
        self.outside.ear.back(guild_id(guild.id))

    def channel_deleted(self, guild: int, channel: int) -> None:
        """Give up the table of a channel or thread that is no more."""
        self.outside.ear.lost(chat_id(guild, channel))

    # --- small things -----------------------------------------------------------------------

    def _language(self, interaction: Interaction) -> str:
        return language_of(interaction.locale, self.outside.languages)

    def _text(self, key: str, language: str, **facts: Fact) -> str:
        return self.outside.texts.text(language, key, facts)
