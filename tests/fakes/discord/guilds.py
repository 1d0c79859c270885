"""Guilds: who is in them with which rights, their channels, and what happens to them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.discord.accounts import Account, Member, Role
from tests.fakes.discord.channels import THREADS, Channel, Kind, Thread
from tests.fakes.discord.messages import iso
from tests.fakes.discord.permissions import (
    EVERYONE,
    EVERYTHING,
    INVITED,
    NOTHING,
    TIMED_OUT,
    May,
    Overwrite,
    applied,
    without_what_is_implied,
)
from tests.fakes.discord.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.discord.world import World


@dataclass(eq=False)
class Guild:
    """A guild as the platform holds it.

    ``members`` has everybody who is in it; ``blocked_words`` are those of its AutoMod; newcomers
    are greeted in ``system_channel``; while not ``available`` the platform has an outage that
    concerns it.
    """

    world: "World"
    id: int
    name: str
    owner: Account
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    blocked_words: set[str] = field(default_factory=set)
    system_channel: Channel | None = None
    available: bool = True

    def __post_init__(self) -> None:
        self.everyone = Role(self.id, "@everyone", EVERYONE, 0)
        self.roles[self.id] = self.everyone
        self.enter(self.owner)

    # --- channels -----------------------------------------------------------------------------

    def text_channel(self, name: str) -> Channel:
        """Open a text channel."""
        return self._channel(Kind.TEXT, name)

    def voice_channel(self, name: str) -> Channel:
        """Open a voice channel, in which one may write too."""
        return self._channel(Kind.VOICE, name)

    def stage_channel(self, name: str) -> Channel:
        """Open a stage, in which one may write too."""
        return self._channel(Kind.STAGE, name)

    def announcement_channel(self, name: str) -> Channel:
        """Open an announcement channel."""
        return self._channel(Kind.ANNOUNCEMENT, name)

    def category(self, name: str) -> Channel:
        """Open a category, in which nobody writes."""
        return self._channel(Kind.CATEGORY, name)

    def forum(self, name: str) -> Channel:
        """Open a forum, which takes posts alone: threads without a channel around them."""
        return self._channel(Kind.FORUM, name)

    def thread(
        self,
        parent: Channel,
        name: str = "thread",
        *,
        private: bool = False,
        archived: bool = False,
        locked: bool = False,
    ) -> Thread:
        """Open a thread on a channel, or a post in a forum; all members are let into a private."""
        kinds = {Kind.ANNOUNCEMENT: Kind.ANNOUNCEMENT_THREAD}
        kind = Kind.PRIVATE_THREAD if private else kinds.get(parent.kind, Kind.PUBLIC_THREAD)
        thread = Thread(
            self.world,
            self.world.snowflakes.next(),
            kind,
            name,
            self,
            hangs_on=parent,
            owner=self.owner,
            archived=archived,
            locked=locked,
            invited=set(self.members),
        )
        self.world.channels[thread.id] = thread
        self.world.tell("THREAD_CREATE", thread.json() | {"newly_created": True}, self)
        return thread

    def _channel(self, kind: Kind, name: str) -> Channel:
        channel = Channel(self.world, self.world.snowflakes.next(), kind, name, self)
        self.world.channels[channel.id] = channel
        self.world.tell("CHANNEL_CREATE", channel.json(), self)
        return channel

    @property
    def channels(self) -> list[Channel]:
        """Every channel and thread of this guild."""
        return [channel for channel in self.world.channels.values() if channel.guild is self]

    # --- who is in it -------------------------------------------------------------------------

    def enter(self, account: Account) -> Member:
        """Let somebody join."""
        member = Member(account, self.world.clock.now())
        self.members[account.id] = member
        self.world.tell("GUILD_MEMBER_ADD", member.json() | self._named(), self)
        return member

    def leave(self, account: Account) -> None:
        """Let somebody go, or be thrown out."""
        del self.members[account.id]
        gone = {"user": account.json()} | self._named()
        self.world.tell("GUILD_MEMBER_REMOVE", gone, self)

    def member(self, account: Account) -> Member | None:
        """Return what somebody is in this guild, ``None`` for a stranger."""
        return self.members.get(account.id)

    def mute(self, account: Account, seconds: float) -> None:
        """Send a member to a time-out of so many seconds."""
        self.members[account.id].muted_until = self.world.clock.now() + seconds

    def unmute(self, account: Account) -> None:
        """End a time-out."""
        self.members[account.id].muted_until = 0.0

    def is_muted(self, account: Account) -> bool:
        """Whether somebody is in a time-out now."""
        member = self.members.get(account.id)
        return member is not None and member.muted_until > self.world.clock.now()

    # --- the bot in it ------------------------------------------------------------------------

    @property
    def has_bot(self) -> bool:
        """Whether the bot is in it."""
        return self.world.bot.id in self.members

    def invite_bot(self, permissions: May = INVITED) -> None:
        """Let somebody who manages the guild add the bot, with a role of its own."""
        role = Role(self.world.snowflakes.next(), self.world.bot.name, permissions, 1, managed=True)
        self.roles[role.id] = role
        member = Member(self.world.bot, self.world.clock.now(), [role])
        self.members[self.world.bot.id] = member
        # Of a guild that is new to the bot it is not said that it is available (again).
        told = {key: value for key, value in self.json().items() if key != "unavailable"}
        self.world.tell("GUILD_CREATE", told, self)

    def kick_bot(self) -> None:
        """Throw the bot out."""
        self._tell_gone({"id": str(self.id)})
        member = self.members.pop(self.world.bot.id)
        for role in member.roles:
            self.roles.pop(role.id, None)

    def fail(self) -> None:
        """Let the platform have an outage that concerns this guild."""
        self.available = False
        self._tell_gone({"id": str(self.id), "unavailable": True})

    def recover(self) -> None:
        """End the outage."""
        self.available = True
        self.world.tell("GUILD_CREATE", self.json(), self)

    def _tell_gone(self, told: Json) -> None:
        self.world.tell("GUILD_DELETE", told, self)

    # --- rights -------------------------------------------------------------------------------

    def role(self, name: str, *permissions: str) -> Role:
        """Make a role that lets one do something everywhere in this guild."""
        bits = NOTHING
        for permission in permissions:
            bits |= May[permission]
        role = Role(self.world.snowflakes.next(), name, bits, len(self.roles))
        self.roles[role.id] = role
        told = {"role": role.json()} | self._named()
        self.world.tell("GUILD_ROLE_CREATE", told, self)
        return role

    def give(self, account: Account, role: Role) -> None:
        """Let a member have a role."""
        self.members[account.id].roles.append(role)
        self._tell_member(account)

    def take(self, account: Account, role: Role) -> None:
        """Let a member have a role no more."""
        self.members[account.id].roles.remove(role)
        self._tell_member(account)

    def promote(self, account: Account, *permissions: str) -> Role:
        """Let a member do everything, or what is named, everywhere in this guild."""
        role = self.role("Moderator", *(permissions or ("ADMINISTRATOR",)))
        self.give(account, role)
        return role

    def _tell_member(self, account: Account) -> None:
        member = self.members[account.id].json() | self._named()
        self.world.tell("GUILD_MEMBER_UPDATE", member, self, concerns_bot=account.is_bot)

    def permissions(
        self,
        account: Account,
        channel: Channel | None = None,
        sending: May = May.SEND_MESSAGES,
    ) -> May:
        """Return what somebody may do in the guild, or in one of its channels.

        As the documentation adds them up (topics/permissions): everyone's and the roles', in a
        channel overwritten for everyone, for the roles, for the member. ``sending`` is the bit
        that lets one write there.
        """
        member = self.members.get(account.id)
        if member is None:
            return NOTHING
        held = self.everyone.permissions
        for role in member.roles:
            held |= role.permissions
        if account is self.owner or held & May.ADMINISTRATOR:
            return EVERYTHING
        if channel is not None:
            held = without_what_is_implied(_overwritten(held, member, channel), sending)
        return held & TIMED_OUT if self.is_muted(account) else held

    # --- as it travels ------------------------------------------------------------------------

    def _named(self) -> Json:
        return {"guild_id": str(self.id)}

    def partial_json(self) -> Json:
        """Return the guild as an interaction names it."""
        return {"id": str(self.id), "locale": self.locale, "features": []}

    def unavailable_json(self) -> Json:
        """Return the guild as ``READY`` announces it."""
        return {"id": str(self.id), "unavailable": True}

    def rest_json(self) -> Json:
        """Return the guild as a request for it is answered."""
        return _SETTINGS | {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "preferred_locale": self.locale,
            "roles": [role.json() for role in self.roles.values()],
            "system_channel_id": str(self.system_channel.id) if self.system_channel else None,
        }

    def json(self) -> Json:
        """Return the guild as ``GUILD_CREATE`` tells it to a bot that listens for guilds alone.

        Of the members it names the bot; threads are those that are in use, which it sees.
        """
        bot = self.members[self.world.bot.id]
        visible = [c for c in self.channels if c.permissions(bot.account) & May.VIEW_CHANNEL]
        threads = [c for c in visible if isinstance(c, Thread) and not c.archived]
        return self.rest_json() | {
            "joined_at": iso(bot.joined_at),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [bot.json()],
            "channels": [
                channel.json() for channel in self.channels if channel.kind not in THREADS
            ],
            "threads": [thread.json() for thread in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def __repr__(self) -> str:
        return f"<guild {self.name} {self.id}>"


def _overwritten(held: May, member: Member, channel: Channel) -> May:
    told = channel.overwrites
    assert channel.guild is not None, "overwrites are of guilds"
    of_roles = [told[role.id] for role in member.roles if role.id in told]
    own = told.get(member.account.id, Overwrite())
    for level in ([told.get(channel.guild.id, Overwrite())], of_roles, [own]):
        held = applied(held, level)
    return held


_SETTINGS: Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 1,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}
