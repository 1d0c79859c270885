"""Messages: what they carry, and what people see of it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.fakes.discord.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.discord.accounts import Account
    from tests.fakes.discord.channels import Channel

EPHEMERAL = 1 << 6
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
LINK_STYLE = 5


@dataclass(frozen=True)
class Button:
    """A button: what it says, and what a press of it carries or opens."""

    id: int
    label: str
    custom_id: str | None
    url: str | None
    style: int
    disabled: bool


@dataclass(frozen=True)
class Content:
    """What a message says at one moment, as it was sent."""

    text: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Json, ...] = ()

    @property
    def shown(self) -> str:
        """The text as people read it: what was written, then what the embeds say."""
        return "\n".join(filter(None, [self.text, *map(_embedded, self.embeds)]))

    @property
    def buttons(self) -> list[Button]:
        """All buttons, row by row."""
        return [
            _button(part)
            for row in self.components
            for part in row.get("components", [])
            if part["type"] == 2
        ]


@dataclass(eq=False)
class Message:
    """A message: every version of it, oldest first.

    ``only_for`` is who alone sees an ephemeral one, ``nonce`` what the bot called it, ``pings``
    whom it notified.
    """

    channel: "Channel"
    id: int
    at: float
    author: "Account"
    versions: list[Content]
    flags: int = 0
    only_for: "Account | None" = None
    nonce: str | None = None
    interaction: Json | None = None
    edited_at: float | None = None
    deleted: bool = False
    old_edits: int = 0
    pings: list["Account"] = field(default_factory=list)

    @property
    def content(self) -> Content:
        """What it says now."""
        return self.versions[-1]

    @property
    def text(self) -> str:
        """The text as people read it now."""
        return self.content.shown

    @property
    def buttons(self) -> list[Button]:
        """The buttons under it now."""
        return self.content.buttons

    @property
    def labels(self) -> list[str]:
        """What the buttons under it say."""
        return [button.label for button in self.buttons]

    @property
    def by_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.author is self.channel.world.bot

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return self.only_for is not None

    def button(self, label: str) -> Button:
        """Return a button by what it says; raises ``AssertionError`` where there is none."""
        found = next((button for button in self.buttons if button.label == label), None)
        assert found is not None, f"no button {label!r}: {self!r}"
        return found

    def seen_by(self, who: "Account | None") -> bool:
        """Whether somebody sees it; ``None`` is anybody in the channel."""
        return not self.deleted and self.only_for in {None, who}

    def json(self) -> Json:
        """Return the message as it travels."""
        told: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.json(),
            "content": self.content.text,
            "timestamp": iso(self.at),
            "edited_timestamp": None if self.edited_at is None else iso(self.edited_at),
            "tts": False,
            "mention_everyone": False,
            "mentions": [account.json() for account in self.pings],
            "mention_roles": [],
            "attachments": list(self.content.attachments),
            "embeds": list(self.content.embeds),
            "components": list(self.content.components),
            "pinned": False,
            "type": 0,
            "flags": self.flags,
        }
        if self.nonce is not None:
            told["nonce"] = self.nonce
        return told | self._origin()

    def _origin(self) -> Json:
        if not self.by_bot:
            return {}
        application = str(self.channel.world.bot.id)
        if self.interaction is None:
            return {"application_id": application}
        return {
            "application_id": application,
            "webhook_id": application,
            "interaction_metadata": self.interaction,
        }

    def __repr__(self) -> str:
        alone = f" [only {self.only_for.name}]" if self.only_for else ""
        rows = f" ({', '.join(self.labels)})" if self.labels else ""
        return f"[{self.id}]{alone} {self.text}{rows}"


def iso(at: float) -> str:
    """Return a moment as it travels, in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds")


def _button(part: Json) -> Button:
    emoji = (part.get("emoji") or {}).get("name") or ""
    label = " ".join(filter(None, [emoji, part.get("label")]))
    return Button(
        part["id"],
        label,
        part.get("custom_id"),
        part.get("url"),
        part["style"],
        bool(part.get("disabled")),
    )


def _embedded(embed: Json) -> str:
    fields = [text for one in embed.get("fields", []) for text in (one["name"], one["value"])]
    footer = (embed.get("footer") or {}).get("text")
    author = (embed.get("author") or {}).get("name")
    lines = [author, embed.get("title"), embed.get("description"), *fields, footer]
    return "\n".join(filter(None, lines))
