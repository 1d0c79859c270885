"""Texts by key and language, through Fluent; the only module that knows it is Fluent."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from fluent.runtime import FluentBundle, FluentResource

from bot.basics import Fact
from bot.message import Plain, Span

FALLBACK = "en"
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Marks around the place of a span in a formatted text; facts have such characters stripped."""

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"

SpanT = TypeVar("SpanT", bound=Span)


def languages() -> list[str]:
    """Return the codes of the languages that have texts."""
    return sorted(entry.name for entry in (files("bot") / "locales").iterdir() if entry.is_dir())


class MissingText(Exception):
    """A key or an argument that no language has; a fault of ours, found by a test over all keys."""


class Localizer:
    """Formats texts; a language that lacks one falls back to English."""

    def text(self, language: str, key: str, facts: Mapping[str, Fact] | None = None) -> str:
        """Return one text as a plain string. Raises ``MissingText``."""
        return _formatted(language, key, tuple((facts or {}).items()))

    def has(self, key: str) -> bool:
        """Whether English has this text."""
        bundle = _bundle(FALLBACK)
        return bundle is not None and bool(bundle.has_message(key))

    def line(
        self, language: str, key: str, **facts: Fact | SpanT | tuple[SpanT, ...]
    ) -> tuple[SpanT | Plain, ...]:
        """Return one text as a line of spans; facts that are spans stay what they are.

        Facts that are words are taken as foreign: nothing in them can reach beyond their place.
        """
        spans: list[tuple[SpanT, ...]] = []
        plain: dict[str, Fact] = {}
        for name, fact in facts.items():
            if isinstance(fact, str):
                plain[name] = harmless(fact)
            elif isinstance(fact, int):
                plain[name] = fact
            else:
                plain[name] = f"{_OPEN}{len(spans)}{_CLOSE}"
                spans.append(fact if isinstance(fact, tuple) else (fact,))
        return _split(self.text(language, key, plain), spans)


def harmless(text: str) -> str:
    """Return foreign words without controls, direction marks and private characters.

    Words that run from right to left are isolated, so that the numbers beside them stay in place.
    """
    kept = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")
    if any(unicodedata.bidirectional(letter) in {"R", "AL", "AN"} for letter in kept):
        return f"{_FIRST_STRONG_ISOLATE}{kept}{_POP_ISOLATE}"
    return kept


def _split(text: str, spans: list[tuple[SpanT, ...]]) -> tuple[SpanT | Plain, ...]:
    first, *rest = text.split(_OPEN)
    line: list[SpanT | Plain] = [Plain(first)] if first else []
    for part in rest:
        number, _, after = part.partition(_CLOSE)
        line += spans[int(number)]
        if after:
            line.append(Plain(after))
    return tuple(line)


@lru_cache(maxsize=32)
def _bundle(language: str) -> Any:
    folder = files("bot") / "locales" / language
    if not language.replace("-", "").isalnum() or not folder.is_dir():
        return None
    bundle = FluentBundle([language], use_isolating=False)
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(entry.read_text(encoding="utf-8")))
    return bundle


@lru_cache(maxsize=8192)
def _formatted(language: str, key: str, facts: tuple[tuple[str, Fact], ...]) -> str:
    """Format a text once: Fluent takes 60 microseconds a number, and a table says much again."""
    for code in (language, FALLBACK):
        bundle = _bundle(code)
        if bundle is not None and bundle.has_message(key):
            text, errors = bundle.format_pattern(bundle.get_message(key).value, dict(facts))
            if errors:
                raise MissingText(f"{key}: {errors[0]}")
            return str(text)
    raise MissingText(key)
