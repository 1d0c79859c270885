"""What a message may carry, as the platform checks it, and what no bot should leave open."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.fakes.discord.asks import Ask
from tests.fakes.discord.messages import COMPONENTS_V2, EPHEMERAL, Content
from tests.fakes.discord.refusals import Json, invalid_body, malformed
from tests.fakes.discord.snowflakes import Snowflakes

CONTENT = 2000
EMBEDS = 10
EMBED_CHARACTERS = 6000
ROWS = 5
ROW_WIDTH = 5
LABEL = 80
CUSTOM_ID = 100
NONCE = 25
OPTIONS = 25

Fault = tuple[str, tuple[str, str]]


def read_content(body: Json, ask: Ask, snowflakes: Snowflakes, before: Content | None) -> Content:
    """Return what a message says by a body, on top of what it said ``before``.

    Raises ``DiscordError`` where the platform takes no such message.
    """
    faults = dict(_faults(body))
    if faults:
        raise invalid_body(faults)
    old = before or Content()
    content = Content(
        str(body["content"] or "") if "content" in body else old.text,
        _embeds(body["embeds"] or ()) if "embeds" in body else old.embeds,
        _numbered(body["components"] or ()) if "components" in body else old.components,
        _attachments(body, ask, snowflakes, old),
    )
    if content == Content():
        raise malformed(50006, "Cannot send an empty message")
    return content


def _embeds(told: Iterable[Json]) -> tuple[Json, ...]:
    return tuple(
        {"type": "rich", **embed}
        | {"fields": [{"inline": False, **one} for one in embed.get("fields") or []]}
        for embed in told
    )


def _numbered(rows: Iterable[Json]) -> tuple[Json, ...]:
    """Return components with numbers of their own, in order, where they have none."""
    numbers = itertools.count(1)

    def numbered(part: Json) -> Json:
        return {"id": next(numbers), **part}

    return tuple(
        numbered(row) | {"components": [numbered(part) for part in row["components"]]}
        for row in rows
    )


def leaves_mentions_open(body: Json) -> bool:
    """Whether a text could ping somebody whom the bot did not mean."""
    told = body.get("allowed_mentions")
    return bool(body.get("content")) and (
        not isinstance(told, dict) or told.get("parse") != [] or bool(told.get("roles"))
    )


def pinged(body: Json) -> list[str]:
    """Return the numbers of those whom a text may ping by name."""
    told = body.get("allowed_mentions") or {}
    text = str(body.get("content") or "")
    named = [str(number) for number in told.get("users") or []]
    return [number for number in named if f"<@{number}>" in text or f"<@!{number}>" in text]


def _attachments(body: Json, ask: Ask, snowflakes: Snowflakes, old: Content) -> tuple[Json, ...]:
    if "attachments" in body:
        told = {str(one.get("id")) for one in body["attachments"] or []}
        kept = [one for one in old.attachments if one["id"] in told]
    else:
        kept = list(old.attachments)
    for upload in ask.files.values():
        number = snowflakes.next()
        kept.append(
            {
                "id": str(number),
                "filename": upload.name,
                "size": len(upload.content),
                "url": f"https://cdn.discordapp.com/attachments/{number}/{upload.name}",
                "proxy_url": f"https://media.discordapp.net/attachments/{number}/{upload.name}",
                "content_type": upload.content_type,
            }
        )
    return tuple(kept)


# --- what is wrong -----------------------------------------------------------------------------


def _faults(body: Json) -> Iterator[Fault]:
    text = body.get("content")
    if text is not None and not isinstance(text, str):
        yield "content", ("BASE_TYPE_INVALID", "Must be a text.")
    elif len(text or "") > CONTENT:
        yield "content", ("BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length.")
    if len(str(body.get("nonce") or "")) > NONCE:
        yield "nonce", ("NONCE_TYPE_TOO_LONG", "Nonce is too long.")
    if (body.get("flags") or 0) & COMPONENTS_V2:
        yield "flags", ("UNSUPPORTED", "this stand-in knows no components of the second version")
    yield from _embed_faults(body.get("embeds") or [])
    yield from _Components().faults(body.get("components") or [])
    yield from _mention_faults(body.get("allowed_mentions") or {})


def _mention_faults(told: Json) -> Iterator[Fault]:
    parse = set(told.get("parse") or [])
    if not parse <= {"users", "roles", "everyone"}:
        yield "allowed_mentions.parse", ("BASE_TYPE_CHOICES", "users, roles or everyone")
    for kind in ("users", "roles"):
        if kind in parse and told.get(kind):
            yield (
                "allowed_mentions",
                (
                    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                    f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive.",
                ),
            )
        if len(told.get(kind) or []) > 100:
            yield f"allowed_mentions.{kind}", ("BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer.")


_EMBED_LENGTHS = {"title": 256, "description": 4096}


def _embed_faults(embeds: list[Json]) -> Iterator[Fault]:
    if len(embeds) > EMBEDS:
        yield "embeds", ("BASE_TYPE_MAX_LENGTH", f"Must be {EMBEDS} or fewer in length.")
    total = 0
    for number, embed in enumerate(embeds):
        texts = {
            f"embeds.{number}.{name}": (embed.get(name), most)
            for name, most in _EMBED_LENGTHS.items()
        }
        texts[f"embeds.{number}.footer.text"] = (embed.get("footer") or {}).get("text"), 2048
        texts[f"embeds.{number}.author.name"] = (embed.get("author") or {}).get("name"), 256
        fields = embed.get("fields") or []
        if len(fields) > 25:
            yield f"embeds.{number}.fields", ("BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer.")
        for index, one in enumerate(fields):
            for name, most in {"name": 256, "value": 1024}.items():
                texts[f"embeds.{number}.fields.{index}.{name}"] = one.get(name), most
                if not one.get(name):
                    yield (
                        f"embeds.{number}.fields.{index}.{name}",
                        (
                            "BASE_TYPE_REQUIRED",
                            "This field is required",
                        ),
                    )
        for where, (text, most) in texts.items():
            total += len(text or "")
            if len(text or "") > most:
                yield where, ("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    if total > EMBED_CHARACTERS:
        yield "embeds", ("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


@dataclass
class _Components:
    """Looks through the rows of a message; every custom id may stand in it once."""

    seen: set[str] = field(default_factory=set)

    def faults(self, rows: list[Json]) -> Iterator[Fault]:
        if len(rows) > ROWS:
            yield "components", ("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS}.")
        for number, row in enumerate(rows):
            where = f"components.{number}"
            parts = row.get("components") or []
            if row.get("type") != 1:
                yield f"{where}.type", ("UNION_TYPE_CHOICES", "Value of field must be 1")
            elif not 1 <= len(parts) <= ROW_WIDTH:
                yield (
                    f"{where}.components",
                    (
                        "BASE_TYPE_BAD_LENGTH",
                        f"Must be between 1 and {ROW_WIDTH} in length.",
                    ),
                )
            for index, part in enumerate(parts):
                yield from self._part(f"{where}.components.{index}", part)

    def _part(self, where: str, part: Json) -> Iterator[Fault]:
        kind = part.get("type")
        if kind == 2:
            yield from self._button(where, part)
        elif kind in {3, 5, 6, 7, 8}:
            yield from self._custom_id(where, part)
            options = part.get("options") or []
            if kind == 3 and not 1 <= len(options) <= OPTIONS:
                yield f"{where}.options", ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25.")
        else:
            yield f"{where}.type", ("UNION_TYPE_CHOICES", "Value of field must be one of 2 to 8")

    def _button(self, where: str, part: Json) -> Iterator[Fault]:
        style, label = part.get("style"), part.get("label")
        if style not in {1, 2, 3, 4, 5}:
            yield f"{where}.style", ("BASE_TYPE_CHOICES", "Must be one of 1 to 5.")
        if not label and not part.get("emoji"):
            yield where, ("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "label or emoji")
        if len(label or "") > LABEL:
            yield f"{where}.label", ("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {LABEL}.")
        if style == 5:
            if "custom_id" in part or not str(part.get("url", "")).startswith(
                ("http://", "https://", "discord://")
            ):
                yield where, ("BUTTON_COMPONENT_INVALID_URL", "a link has a url and no custom id")
            return
        if "url" in part:
            yield where, ("BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "only links have a url")
        yield from self._custom_id(where, part)

    def _custom_id(self, where: str, part: Json) -> Iterator[Fault]:
        custom_id = part.get("custom_id")
        if not isinstance(custom_id, str) or not 1 <= len(custom_id) <= CUSTOM_ID:
            yield (
                f"{where}.custom_id",
                (
                    "BASE_TYPE_BAD_LENGTH",
                    f"Must be between 1 and {CUSTOM_ID} in length.",
                ),
            )
        elif custom_id in self.seen:
            yield (
                f"{where}.custom_id",
                (
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                ),
            )
        else:
            self.seen.add(custom_id)


def is_ephemeral(body: Json) -> bool:
    """Whether a body asks for a message that one person alone sees."""
    return bool((body.get("flags") or 0) & EPHEMERAL)
