"""Accounts, and what they are in a guild."""

from dataclasses import dataclass, field

from tests.fakes.discord.messages import iso
from tests.fakes.discord.permissions import May
from tests.fakes.discord.refusals import Json


@dataclass(eq=False)
class Account:
    """Somebody, or some bot; ``name`` is what everyone reads, ``username`` theirs alone."""

    id: int
    name: str
    username: str
    is_bot: bool = False

    @property
    def mention(self) -> str:
        """How a text points at this account."""
        return f"<@{self.id}>"

    def json(self) -> Json:
        """Return the user as it travels."""
        return {
            "id": str(self.id),
            "username": self.username,
            "discriminator": "0",
            "global_name": None if self.is_bot else self.name,
            "avatar": None,
            "bot": self.is_bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's own number is everyone's."""

    id: int
    name: str
    permissions: May
    position: int
    managed: bool = False

    def json(self) -> Json:
        """Return the role as it travels."""
        return {
            "id": str(self.id),
            "name": self.name,
            "description": None,
            "permissions": str(int(self.permissions)),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": self.managed,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(eq=False)
class Member:
    """What an account is in a guild: ``muted_until`` is when a time-out ends, since 1970."""

    account: Account
    joined_at: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None
    muted_until: float = 0.0

    def json(self) -> Json:
        """Return the member as it travels."""
        return {
            "user": self.account.json(),
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in self.roles],
            "joined_at": iso(self.joined_at),
            "premium_since": None,
            "communication_disabled_until": iso(self.muted_until) if self.muted_until else None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
