"""Slash commands from the registry, with an option for each word that may follow.

Written as Discord takes them (interactions/application-commands), and read back into the words that
a person would type. They are synchronised when they have changed, never at every start: a server
counts the commands that are made in a day.
"""

import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import AppCommandOptionType, Locale

from adapters.discord_errors import Code, code_of
from adapters.discord_ids import PLATFORM, player_id
from bot.commands import BY_VERB, COMMANDS, CommandSpec
from bot.ports import Ref, RefState, Store, Texts
from bot.requests import Place, Target

log = logging.getLogger(__name__)

DESCRIPTION_MAX = 100
CHOICES_MAX = 25

MENU = "menu"

_ENGLISH = "en"
_IN_SERVERS, _IN_PRIVATE = 0, 1
"""Contexts of a command: in servers, in the private chat with the bot."""

_BY_SERVERS = 0
"""Who may install: servers, not single people."""

LOCALES: Mapping[str, tuple[Locale, ...]] = {
    "en": (Locale.american_english, Locale.british_english),
    "zh-Hans": (Locale.chinese,),
    "zh-Hant": (Locale.taiwan_chinese,),
    "ro": (Locale.romanian,),
}
"""Our languages as Discord names them. English is told in both forms, or one could win over it."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its ``name``, its ``text`` in the locales, what kind of value it takes."""

    name: str
    text: str
    kind: AppCommandOptionType = AppCommandOptionType.string
    required: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A slash command as a person would type it: the verb, its words, whom it is about."""

    verb: str
    args: tuple[str, ...]
    targets: tuple[Target, ...] = ()


_WORDS: Mapping[str, Option] = {
    "bet": Option("bet", "option-bet"),
    "N": Option("chips", "option-chips"),
    "PLAYER": Option("player", "option-player", AppCommandOptionType.user),
    "CARD": Option("card", "option-card"),
    "rules": Option("rules", "option-rules"),
    "dial=value": Option("dials", "option-dials"),
}
"""Which option a word of a usage is; any other word in small letters is said or left out."""

_OWN: Mapping[tuple[str, str], Option] = {("grant", "N"): Option("chips", "option-grant")}
"""Which option a word of one command is, where it takes less: no wallet says what is granted."""

_LEFT_OUT = frozenset({"game", "..."})
"""Words of a usage that need no option: the rules that are chosen belong to one game."""


def options_of(spec: CommandSpec) -> tuple[Option, ...]:
    """Return the options of a command in the order of its words: ``[PLAYER] N`` has two."""
    found: list[Option] = []
    for word in spec.usage.split():
        bare = word.strip("[]")
        if bare in _LEFT_OUT:
            continue
        flag = Option(bare, f"option-{bare}", AppCommandOptionType.boolean)
        known = _OWN.get((spec.verb, bare)) or _WORDS.get(bare, flag)
        # A flag is said or not; of everything else, what stands in no brackets must be told.
        required = bare in _WORDS and not word.startswith("[") and not word.endswith("]")
        twice = sum(option.text == known.text for option in found)
        name = f"{known.name}{twice + 1}" if twice else known.name
        found.append(Option(name, known.text, known.kind, required=required))
    return tuple(found)


def said(data: Mapping[str, Any]) -> Said:
    """Read a slash command back into what a person would type.

    ``data`` is what the interaction carries. A command that is not in the registry has its name for
    a verb and no words.
    """
    verb = str(data.get("name", ""))
    spec = BY_VERB.get(verb)
    if spec is None:
        return Said(verb, ())
    values = {option["name"]: option.get("value") for option in data.get("options", ())}
    args: list[str] = []
    targets: list[Target] = []
    for option in options_of(spec):
        value = values.get(option.name)
        if value is None:
            continue
        if option.kind is AppCommandOptionType.user:
            target = _person(data, str(value))
            args.append(target.name)
            targets.append(target)
        elif option.kind is AppCommandOptionType.boolean:
            args += [option.name] if value is True else []
        else:
            args += str(value).split()
    return Said(verb, tuple(args), tuple(targets))


def _person(data: Mapping[str, Any], number: str) -> Target:
    """Return who is meant by an option; somebody of whom Discord tells nothing is nobody either."""
    resolved = data.get("resolved", {})
    user = resolved.get("users", {}).get(number, {})
    member = resolved.get("members", {}).get(number, {})
    names = (member.get("nick"), user.get("global_name"), user.get("username"))
    name = next((name for name in names if name), "?")
    is_person = bool(user) and not user.get("bot")
    return Target(player_id(int(number)) if is_person else None, name)


# --- written --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """Everything that commands are written from; ``rules`` are the names of all sets of rules."""

    texts: Texts
    languages: Collection[str]
    rules: Sequence[str]

    def commands(self) -> list[Json]:
        """Return all slash commands as Discord takes them, in the order of the registry."""
        return [self._command(spec) for spec in COMMANDS if not spec.button_only]

    def digest(self) -> str:
        """Return a hash of all commands."""
        written = json.dumps(self.commands(), sort_keys=True)
        return hashlib.sha256(written.encode()).hexdigest()[:32]

    def _command(self, spec: CommandSpec) -> Json:
        command: Json = {
            "name": spec.verb,
            "type": discord.AppCommandType.chat_input.value,
            **self._described(f"command-{spec.verb}"),
            "contexts": list(_contexts(spec)),
            "integration_types": [_BY_SERVERS],
            # Discord wants those first that must be told.
            "options": [
                self._option(option)
                for option in sorted(options_of(spec), key=lambda option: not option.required)
            ],
        }
        if spec.admin_only:
            allowed = discord.Permissions(manage_guild=True).value
            command["default_member_permissions"] = str(allowed)
        return command

    def _option(self, option: Option) -> Json:
        written: Json = {
            "name": option.name,
            "type": option.kind.value,
            "required": option.required,
            **self._described(option.text),
        }
        if option.name == "rules":
            written["choices"] = [self._choice(rules) for rules in self.rules[:CHOICES_MAX]]
        return written

    def _choice(self, rules: str) -> Json:
        key = f"rules-name-{rules}"
        return {
            "name": self._text(_ENGLISH, key),
            "name_localizations": self._localised(key),
            "value": rules,
        }

    def _described(self, key: str) -> Json:
        return {
            "description": self._text(_ENGLISH, key),
            "description_localizations": self._localised(key),
        }

    def _localised(self, key: str) -> dict[str, str]:
        return {
            locale.value: self._text(language, key)
            for language in sorted(self.languages)
            for locale in LOCALES.get(language, ())
        }

    def _text(self, language: str, key: str) -> str:
        return self.texts.text(language, key, {})[:DESCRIPTION_MAX]


def _contexts(spec: CommandSpec) -> Iterator[int]:
    if Place.GROUP in spec.places:
        yield _IN_SERVERS
    if Place.PRIVATE in spec.places:
        yield _IN_PRIVATE


async def synchronise(client: discord.Client, store: Store, tree: Tree) -> None:
    """Tell Discord the commands if they differ from what it was told last.

    Where a day's number of new commands is used up, the old ones stay until the next start.
    """
    application = client.application_id
    if application is None:
        return
    place, digest = f"{PLATFORM}bot:{application}", tree.digest()
    if any(ref.place == place and ref.digest == digest for ref in await store.refs()):
        return
    commands: Any = tree.commands()
    try:
        await client.http.bulk_upsert_global_commands(application, commands)
    except discord.HTTPException as refusal:
        if code_of(refusal) != Code.COMMANDS_CREATED:
            raise
        log.warning("Discord takes no more new commands today: the old ones stay for now")
        return
    await store.save_ref(Ref(place, MENU, "", None, digest, RefState.SENT))
