"""Commands that a text names, written as Discord has people fill them in: ``/join bet:50``.

The texts name what a person types, as ``/join 50``. On Discord words behind a command go into its
options, and where one is optional its name has to be picked first.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from discord import AppCommandOptionType

from adapters.discord_commands import Option, options_of
from bot.commands import COMMANDS, CommandSpec

_TYPED: Mapping[str, CommandSpec] = {
    spec.verb: spec for spec in COMMANDS if not spec.button_only and spec.usage
}
_COMMAND = re.compile(rf"(?<![\w/])/({'|'.join(_TYPED)})(?![\w/])")
_WORD = re.compile(r" ([^\s.;:?!”’]+?)(?=[\s.,;:?!”’]|$)")

_NUMBER = re.compile(r"\d[\d,]*k?")
_AMOUNT = re.compile(rf"{_NUMBER.pattern}|half|all")
_CARD = re.compile(r"(?:[2-9AJQK]|10)[shdc]")
_PLACEHOLDER = re.compile(r"[A-Z]{2,}")
_DIAL = re.compile(r"\w+=[\w/]+")
_RULES = re.compile(r"[a-z]+(?:\d\w*|_\w+)")
"""Names of sets of rules that are no word of a language: all but ``cribbage``."""

_KNOWN: Mapping[str, Callable[[str], object]] = {
    "option-bet": _AMOUNT.fullmatch,
    "option-chips": _AMOUNT.fullmatch,
    "option-grant": _NUMBER.fullmatch,
    "option-card": _CARD.fullmatch,
    "option-player": _PLACEHOLDER.fullmatch,
    "option-rules": _RULES.fullmatch,
    "option-dials": _DIAL.fullmatch,
}
"""Which words can be meant for an option, by its text; a flag takes its own name alone."""


def as_filled_in(text: str) -> str:
    """Return a text with the words behind each command as options of that command.

    ``/crib 5h Jc`` becomes ``/crib card:5h card2:Jc``, ``/stop void`` becomes ``/stop void:True``;
    what follows a command and is no word of its own stays.
    """
    parts, end = [], 0
    for found in _COMMAND.finditer(text):
        spec = _TYPED[found[1]]
        parts.append(text[end : found.end()])
        written, end = _behind(spec, text, found.end())
        parts.append(written)
    return "".join([*parts, text[end:]])


def _behind(spec: CommandSpec, text: str, start: int) -> tuple[str, int]:
    """Return what stands behind a command, as options, and where the rest of the text begins."""
    usage = f" {spec.usage}"
    if text.startswith(usage, start):
        return "".join(map(_shown, options_of(spec))), start + len(usage)
    written, left = "", list(options_of(spec))
    for word, end in _words(text, start):
        option = next((one for one in left if _is_for(word, one)), None)
        if option is None:
            break
        del left[: left.index(option) + 1]
        written, start = f"{written} {_filled(option, word)}", end
    return written, start


def _words(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield the words behind a command, and where each ends."""
    while found := _WORD.match(text, start):
        start = found.end()
        yield found[1], start


def _is_for(word: str, option: Option) -> object:
    if option.kind is AppCommandOptionType.boolean:
        return word == option.name
    return _KNOWN[option.text](word)


def _filled(option: Option, word: str) -> str:
    return f"{option.name}:{'True' if option.kind is AppCommandOptionType.boolean else word}"


def _shown(option: Option) -> str:
    return f" {option.name}" if option.required else f" [{option.name}]"
