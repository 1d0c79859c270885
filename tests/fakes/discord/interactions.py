"""Interactions: a command or a press on its way to the bot, and all that came of it."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from tests.fakes.discord.accounts import Account
from tests.fakes.discord.channels import Channel, PrivateChat
from tests.fakes.discord.messages import Message
from tests.fakes.discord.permissions import May
from tests.fakes.discord.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.discord.world import World

ANSWER_SECONDS = 3.0
"""How long the first answer is waited for."""

TOKEN_SECONDS = 15 * 60.0
"""How long the token of an interaction is good for."""

FOLLOW_UPS_OF_USER_INSTALLS = 5
"""How many messages may follow where only the user has the bot."""


class Sort(IntEnum):
    """The kinds of interactions that there are here, by their numbers in the documentation."""

    COMMAND = 2
    PRESS = 3
    MODAL = 5


class Ack(IntEnum):
    """The kinds of first answers to them, by their numbers in the documentation."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    MODAL = 9


@dataclass(eq=False)
class Interaction:
    """What somebody did, and what the bot answered.

    ``acks`` are the first answers that were accepted (one at most), ``acked_at`` is when;
    ``responses`` are all messages that came as answers, ``edited`` those that a press changed;
    ``original`` is what later edits change, ``thinking`` says that it is still to come.
    """

    world: "World"
    id: int
    token: str
    sort: Sort
    by: Account
    place: Channel
    at: float
    data: Json
    message: Message | None = None
    from_modal_of: "Interaction | None" = None
    heard: bool = False
    acks: list[Ack] = field(default_factory=list)
    acked_at: float | None = None
    thinking: bool = False
    thinks_in_private: bool = False
    original: Message | None = None
    responses: list[Message] = field(default_factory=list)
    follow_ups: int = 0
    modal: Json | None = None

    @property
    def acked(self) -> bool:
        """Whether the bot answered in time."""
        return bool(self.acks)

    @property
    def failed(self) -> bool:
        """Whether the person reads that the application did not respond."""
        return not self.acked and self.is_late

    @property
    def is_late(self) -> bool:
        """Whether the time for a first answer is over."""
        return self.world.clock.now() >= self.at + ANSWER_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether the token is good for nothing any more."""
        return self.world.clock.now() >= self.at + TOKEN_SECONDS

    @property
    def private(self) -> Message | None:
        """The newest response that the person alone sees, if there is one."""
        found = [one for one in self.responses if one.ephemeral and not one.deleted]
        return found[-1] if found else None

    @property
    def text(self) -> str | None:
        """What the newest response says, if there is one."""
        found = [one for one in self.responses if not one.deleted]
        return found[-1].text if found else None

    @property
    def by_user_install(self) -> bool:
        """Whether the bot answers only because the person installed it, not the guild."""
        return self.place.guild is not None and not self.place.guild.has_bot

    # --- as it travels ------------------------------------------------------------------------

    def metadata(self) -> Json:
        """Return what messages that answer this interaction say of it."""
        told: Json = {
            "id": str(self.id),
            "type": int(self.sort),
            "user": self.by.json(),
            "authorizing_integration_owners": self._owners(),
        }
        if self.sort is Sort.PRESS and self.message is not None:
            told["interacted_message_id"] = str(self.message.id)
        if self.from_modal_of is not None:
            told["triggering_interaction_metadata"] = self.from_modal_of.metadata()
        return told

    def json(self) -> Json:
        """Return the interaction as it travels."""
        told: Json = {
            "id": str(self.id),
            "application_id": str(self.world.bot.id),
            "type": int(self.sort),
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.place.id),
            "channel": self.place.partial_json(self.by),
            "locale": self.world.locale_of(self.by),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(),
            "context": 0 if self.place.guild else 1,
            "app_permissions": str(int(self._app_permissions())),
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if self.message is not None:
            told["message"] = self.message.json()
        return told | self._somebody()

    def _somebody(self) -> Json:
        guild = self.place.guild
        if guild is None:
            return {"user": self.by.json()}
        member = guild.members[self.by.id].json()
        held = str(int(self.place.permissions(self.by)))
        return {
            "member": member | {"permissions": held},
            "guild_id": str(guild.id),
            "guild": guild.partial_json(),
            "guild_locale": guild.locale,
        }

    def _owners(self) -> Json:
        guild, owners = self.place.guild, {}
        if guild is not None and guild.has_bot:
            owners["0"] = str(guild.id)
        elif isinstance(self.place, PrivateChat):
            owners["0"] = "0"
        if self.by.id in self.world.installed_by:
            owners["1"] = str(self.by.id)
        return owners

    def _app_permissions(self) -> May:
        """What the bot may do here; where only the user has it, no more than the user may."""
        if self.by_user_install:
            return self.place.permissions(self.by) & ~(May.VIEW_CHANNEL | May.SEND_MESSAGES)
        return self.place.permissions(self.world.bot)

    def __repr__(self) -> str:
        return f"<{self.sort.name.lower()} {self.id} by {self.by.name}>"
