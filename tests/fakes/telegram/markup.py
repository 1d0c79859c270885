"""Text as the platform keeps it: cleaned, trimmed, with entities in UTF-16 units.

HTML is read as strictly as the Bot API's formatting options document it, and refused with the Bot
API's own words.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from tests.fakes.telegram.refusals import BotApiError, Json, malformed

_CLEANED = {code: " " for code in range(32) if chr(code) != "\n"}
_DROPPED = dict.fromkeys([ord("\r"), *range(0x2028, 0x202F)])
_INVISIBLE = re.compile(r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2800"
                        r"\u2060-\u2064\u206a-\u206f\u3164\ufeff]*")  # fmt: skip

_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"""\s*([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[\w.:/-]+))?""")

_SIMPLE_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
    "pre": "pre",
}
_TAGS = {*_SIMPLE_TAGS, "a", "span", "blockquote", "tg-emoji", "tg-time"}

_COMMAND = re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])")
_MENTION = re.compile(r"(?<!\w)@[A-Za-z0-9_]{4,32}\b")


def units(text: str) -> int:
    """Return how long a text is in UTF-16 units, in which entities are measured."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cleaned(text: str) -> str:
    """Return text without what the platform drops: controls and directional overrides."""
    return text.translate(_CLEANED | _DROPPED)


def shows_nothing(text: str) -> bool:
    """Whether a text is made of blanks and invisible characters alone."""
    return _INVISIBLE.fullmatch(text) is not None


@dataclass(frozen=True)
class Entity:
    """A stretch of text that means something: what ``kind``, where, and what else belongs to it."""

    kind: str
    offset: int
    length: int
    extra: tuple[tuple[str, object], ...] = ()

    def json(self, people: Callable[[int], Json]) -> Json:
        """Return the ``MessageEntity``; ``people`` knows who has a number."""
        told = dict(self.extra)
        if isinstance(user := told.get("user"), int):
            told["user"] = people(user)
        return {"type": self.kind, "offset": self.offset, "length": self.length, **told}


@dataclass(frozen=True)
class Text:
    """A text and its entities."""

    plain: str = ""
    entities: tuple[Entity, ...] = ()

    def part(self, entity: Entity) -> str:
        """Return the stretch of text that an entity covers."""
        raw = self.plain.encode("utf-16-le")
        return raw[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")

    def mentioning(self, reached: Callable[[int], bool]) -> "Text":
        """Return the text with mentions of those alone whom its writer reaches."""
        kept = (
            entity
            for entity in self.entities
            if not isinstance(user := dict(entity.extra).get("user"), int) or reached(user)
        )
        return Text(self.plain, tuple(kept))

    def trimmed(self) -> "Text":
        """Return the text without blanks at its ends, but none cut from inside an entity."""
        first = min((entity.offset for entity in self.entities), default=len(self.plain))
        lead = min(len(self.plain) - len(self.plain.lstrip(" \n")), first)
        plain = self.plain[lead:].rstrip(" \n")
        end = units(plain)
        moved = (replace(entity, offset=entity.offset - lead) for entity in self.entities)
        kept = (
            replace(entity, length=min(entity.length, end - entity.offset))
            for entity in moved
            if entity.offset < end
        )
        return Text(plain, tuple(kept))


NO_TEXT = Text()


def typed(text: str) -> Text:
    """Return what a person typed, with the commands and mentions that the platform finds in it."""
    plain = cleaned(text).strip(" \n")
    found = [*_found(plain, _COMMAND, "bot_command"), *_found(plain, _MENTION, "mention")]
    return Text(plain, tuple(sorted(found, key=lambda entity: entity.offset)))


def _found(text: str, pattern: re.Pattern[str], kind: str) -> Iterator[Entity]:
    for match in pattern.finditer(text):
        yield Entity(kind, units(text[: match.start()]), units(match.group()))


def pointed(text: Text, name: str, user: int) -> Text:
    """Return a text in which the first mention of a name points at a user, as clients do it."""
    at = text.plain.index(name)
    mention = Entity("text_mention", units(text.plain[:at]), units(name), (("user", user),))
    return replace(
        text, entities=tuple(sorted((*text.entities, mention), key=lambda found: found.offset))
    )


# --- HTML --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Open:
    """A tag that waits for its end: where it began, in units and in parts of the text."""

    tag: str
    attributes: dict[str, str]
    offset: int
    part: int


@dataclass
class _HtmlReader:
    source: str
    at: int = 0
    length: int = 0
    parts: list[str] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)

    def read(self) -> Text:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end_tag()
            elif self.source[self.at] == "<":
                self._start_tag()
            else:
                self._words()
        if self.open:
            raise _unreadable(
                f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"'
            )
        self.entities.sort(key=lambda entity: (entity.offset, -entity.length))
        return Text("".join(self.parts), tuple(self.entities))

    def _words(self) -> None:
        end = self.source.find("<", self.at)
        words = self.source[self.at : end if end >= 0 else None]
        self.at += len(words)
        self._add(cleaned(_REFERENCE.sub(_referred, words)))

    def _add(self, words: str) -> None:
        self.parts.append(words)
        self.length += units(words)

    def _start_tag(self) -> None:
        begin = self._byte(self.at)
        name = _matched(_TAG_NAME, self.source, self.at + 1)
        self.at += 1 + len(name)
        tag = name.lower()
        if tag not in _TAGS:
            raise _unreadable(f'Unsupported start tag "{name}" at byte offset {begin}')
        attributes = self._attributes(begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _unreadable(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open.append(_Open(tag, attributes, self.length, len(self.parts)))

    def _attributes(self, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while match := _ATTRIBUTE.match(self.source, self.at):
            found[match[1].lower()] = _REFERENCE.sub(_referred, (match[2] or "").strip("\"'"))
            self.at = match.end()
        self._close_bracket(f"Unclosed start tag at byte offset {begin}")
        return found

    def _end_tag(self) -> None:
        begin = self._byte(self.at)
        name = _matched(_TAG_NAME, self.source, self.at + 2)
        self.at += 2 + len(name)
        self._close_bracket(f"Unclosed end tag at byte offset {begin}")
        if not self.open:
            raise _unreadable(f"Unexpected end tag at byte offset {begin}")
        opened = self.open.pop()
        if name and name.lower() != opened.tag:
            raise _unreadable(
                f"Unmatched end tag at byte offset {begin}, "
                f'expected "</{opened.tag}>", found "</{name}>"'
            )
        self._close(opened)

    def _close_bracket(self, complaint: str) -> None:
        while self.source.startswith((" ", "\n"), self.at):
            self.at += 1
        if not self.source.startswith(">", self.at):
            raise _unreadable(complaint)
        self.at += 1

    def _close(self, opened: _Open) -> None:
        length = self.length - opened.offset
        entity = _meaning(opened, "".join(self.parts[opened.part :])) if length else None
        if entity is not None:
            self.entities.append(replace(entity, length=length))

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())


def _meaning(opened: _Open, text: str) -> Entity | None:
    """Return the entity of a tag and what it holds; ``None`` where a link leads nowhere."""
    here = Entity("", opened.offset, 0)
    if opened.tag in _SIMPLE_TAGS:
        return replace(here, kind=_SIMPLE_TAGS[opened.tag])
    if opened.tag == "a":
        return _link(here, opened.attributes.get("href") or text)
    if opened.tag == "blockquote":
        expandable = "expandable" in opened.attributes
        return replace(here, kind="expandable_blockquote" if expandable else "blockquote")
    if opened.tag == "tg-emoji":
        emoji = opened.attributes.get("emoji-id", "")
        return replace(here, kind="custom_emoji", extra=(("custom_emoji_id", emoji),))
    if opened.tag == "tg-time":
        when = int(opened.attributes.get("unix") or 0)
        return replace(here, kind="date_time", extra=(("unix_time", when),))
    return replace(here, kind="spoiler")


def _link(here: Entity, url: str) -> Entity | None:
    person = re.fullmatch(r"tg://user\?id=(\d+)", url)
    if person:
        return replace(here, kind="text_mention", extra=(("user", int(person[1])),))
    if re.match(r"(https?|tg)://.", url) or "." in url:
        return replace(here, kind="text_link", extra=(("url", url),))
    return None


def _referred(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16)
    return chr(code) if 0 < code < 0x110000 else match[0]


def _matched(pattern: re.Pattern[str], text: str, at: int) -> str:
    match = pattern.match(text, at)
    return match.group() if match else ""


def _unreadable(reason: str) -> BotApiError:
    return malformed(f"can't parse entities: {reason}")


# --- what a bot sends --------------------------------------------------------------------------


def parsed(text: str, parse_mode: str | None, entities: Iterable[Json] | None = None) -> Text:
    """Return what a bot's text means; raises ``BotApiError`` where it cannot be parsed.

    A parse mode wins over explicit entities, as on the platform.
    """
    mode = (parse_mode or "none").lower()
    if mode == "html":
        return _HtmlReader(text).read().trimmed()
    if mode != "none":
        raise malformed("unsupported parse_mode")
    given = tuple(_explicit(text, entity) for entity in entities or ())
    return Text(cleaned(text), given).trimmed()


def _explicit(text: str, entity: Json) -> Entity:
    kind, offset, length = (entity.get(name) for name in ("type", "offset", "length"))
    if not isinstance(kind, str) or not isinstance(offset, int) or not isinstance(length, int):
        raise _unreadable("MessageEntity lacks its type, offset or length")
    if offset < 0 or length < 0 or offset + length > units(text):
        raise _unreadable(f"entity beginning at UTF-16 offset {offset} ends after the end of text")
    names = ("url", "language", "custom_emoji_id")
    extra: Json = {name: entity[name] for name in names if name in entity}
    if "user" in entity:
        extra["user"] = entity["user"]["id"]
    return Entity(kind, offset, length, tuple(extra.items()))
