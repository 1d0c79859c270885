"""Who is on the platform, and what somebody is in a chat."""

from dataclasses import dataclass, field
from enum import StrEnum

from tests.fakes.telegram.refusals import Json


@dataclass(eq=False)
class Account:
    """A person or a bot. Names are theirs to change at any time."""

    id: int
    first_name: str
    username: str | None = None
    last_name: str | None = None
    language_code: str | None = None
    is_bot: bool = False

    def json(self) -> Json:
        """Return the ``User``."""
        told = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language_code,
        }
        named = {name: value for name, value in told.items() if value}
        return {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name, **named}

    def __repr__(self) -> str:
        return f"<{self.first_name} {self.id}>"


GROUP_ANONYMOUS_BOT = Account(1087968824, "Group", "GroupAnonymousBot", is_bot=True)
"""Who is said to have written what an anonymous administrator wrote."""

CHANNEL_BOT = Account(136817688, "Channel", "Channel_Bot", is_bot=True)
"""Who is said to have written what somebody wrote as a channel."""


class Status(StrEnum):
    """What somebody is in a chat."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"


ADMINISTRATOR_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
)
GROUP_RIGHTS = ("can_pin_messages", "can_manage_topics")
CHANNEL_RIGHTS = ("can_post_messages", "can_edit_messages")
SENDING_RIGHTS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass(frozen=True)
class Member:
    """Somebody in a chat: what they are, and the rights that an administrator was given."""

    account: Account
    status: Status
    rights: frozenset[str] = field(default=frozenset())
    anonymous: bool = False

    @property
    def inside(self) -> bool:
        """Whether this is somebody who is in the chat now."""
        return self.status not in {Status.LEFT, Status.KICKED}

    @property
    def leads(self) -> bool:
        """Whether this is the creator or an administrator."""
        return self.status in {Status.CREATOR, Status.ADMINISTRATOR}

    def may(self, right: str) -> bool:
        """Whether an administrator has a right; the creator has all."""
        return self.status is Status.CREATOR or right in self.rights

    def json(self) -> Json:
        """Return the ``ChatMember`` of this status."""
        told: Json = {"status": self.status.value, "user": self.account.json()}
        if self.status is Status.CREATOR:
            told["is_anonymous"] = self.anonymous
        elif self.status is Status.ADMINISTRATOR:
            told |= {"can_be_edited": False, "is_anonymous": self.anonymous}
            told |= {right: right in self.rights for right in ADMINISTRATOR_RIGHTS}
            told |= dict.fromkeys(self.rights, True)
        elif self.status is Status.RESTRICTED:
            told |= {"is_member": True, "until_date": 0}
            told |= {right: right in self.rights for right in SENDING_RIGHTS}
        elif self.status is Status.KICKED:
            told["until_date"] = 0
        return told
