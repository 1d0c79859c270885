"""The bot's commands: what it may offer, and what people are offered of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from tests.fakes.discord.refusals import Json, invalid_body
from tests.fakes.discord.snowflakes import Snowflakes

MOST_COMMANDS = 100
MOST_OPTIONS = 25
MOST_CHOICES = 25
MOST_CHARACTERS = 8000
"""Over name, description and values of a command, its options and choices, longest language."""

LOCALES = frozenset(
    """id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg
    ru uk hi th zh-CN ja zh-TW ko""".split()  # noqa: SIM905 -- read as a list of words
)
"""The languages of Discord (reference, locales)."""

_NAME = re.compile(r"[-_'\w]{1,32}")
Faults = dict[str, tuple[str, str]]


class Type(IntEnum):
    """The types of options, by their numbers in the documentation."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


NESTING = {Type.SUB_COMMAND, Type.SUB_COMMAND_GROUP}


@dataclass
class Commands:
    """What the bot synced: ``everywhere``, and for single guilds; ``syncs`` counts the overwrites.

    A command keeps its number as long as its name is offered.
    """

    snowflakes: Snowflakes
    application_id: int
    everywhere: list[Json] = field(default_factory=list)
    of_guilds: dict[int, list[Json]] = field(default_factory=dict)
    syncs: int = 0

    def listed(self, guild_id: int | None) -> list[Json]:
        """Return what is offered everywhere, or only in one guild."""
        return self.everywhere if guild_id is None else self.of_guilds.get(guild_id, [])

    def overwrite(self, told: list[Json], guild_id: int | None) -> list[Json]:
        """Offer these commands and no others; raises ``DiscordError``."""
        faults = dict(_list_faults(told))
        if faults:
            raise invalid_body(faults)
        known = {(old["type"], old["name"]): old["id"] for old in self.listed(guild_id)}
        kept = [self._stored(command, known, guild_id) for command in told]
        if guild_id is None:
            self.everywhere = kept
        else:
            self.of_guilds[guild_id] = kept
        self.syncs += 1
        return kept

    def new_names(self, told: list[Json], guild_id: int | None) -> int:
        """Return how many of these commands are new: those count for the day's limit."""
        known = {old["name"] for old in self.listed(guild_id)}
        return sum(command.get("name") not in known for command in told)

    def offered(self, name: str, guild_id: int | None) -> Json | None:
        """Return the slash command that a person is offered by a name."""
        own = self.of_guilds.get(guild_id, []) if guild_id is not None else []
        found = (one for one in [*own, *self.everywhere] if one["type"] == 1)
        return next((one for one in found if one["name"] == name), None)

    def _stored(
        self, told: Json, known: Mapping[tuple[int, str], str], guild_id: int | None
    ) -> Json:
        kind = told.get("type", 1)
        number = known.get((kind, told["name"])) or str(self.snowflakes.next())
        stored = {
            "default_member_permissions": None,
            "contexts": None,
            "integration_types": [0],
            "nsfw": False,
            "description": "",
            "name_localizations": None,
            "description_localizations": None,
            "options": [],
            "dm_permission": True,
        }
        given = {key: value for key, value in told.items() if value is not None}
        named = {} if guild_id is None else {"guild_id": str(guild_id)}
        return (
            stored
            | given
            | named
            | {
                "id": number,
                "application_id": str(self.application_id),
                "version": str(self.snowflakes.next()),
                "type": kind,
            }
        )


# --- what is wrong with a list of commands -----------------------------------------------------


def _list_faults(told: list[Json]) -> Iterator[tuple[str, tuple[str, str]]]:
    if len(told) > MOST_COMMANDS:
        yield "commands", ("APPLICATION_COMMAND_TOO_MANY", f"{len(told)} of {MOST_COMMANDS}")
    names = [(command.get("type", 1), command.get("name")) for command in told]
    for number, command in enumerate(told):
        where = str(number)
        if names.index(names[number]) != number:
            yield where, ("APPLICATION_COMMANDS_DUPLICATE_NAME", "names must be unique")
        if command.get("type", 1) == 1:
            yield from _command_faults(where, command)
            size = characters(command)
            if size > MOST_CHARACTERS:
                yield where, ("APPLICATION_COMMAND_TOO_LARGE", f"{size} of {MOST_CHARACTERS}")


def _command_faults(where: str, command: Json) -> Iterator[tuple[str, tuple[str, str]]]:
    yield from _wording_faults(where, command)
    options = command.get("options") or []
    yield from _option_list_faults(where, options, set(Type))
    rights = command.get("default_member_permissions")
    if rights is not None and not str(rights).isdigit():
        yield f"{where}.default_member_permissions", ("NUMBER_TYPE_COERCE", "not a bitset")
    for context in command.get("contexts") or []:
        if context not in {0, 1, 2}:
            yield f"{where}.contexts", ("BASE_TYPE_CHOICES", "must be one of 0, 1, 2")
    for kind in command.get("integration_types") or []:
        if kind not in {0, 1}:
            yield f"{where}.integration_types", ("BASE_TYPE_CHOICES", "must be one of 0, 1")


def _wording_faults(where: str, told: Json) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield what is wrong with name and description, in each language."""
    localized = told.get("name_localizations") or {}
    for language, name in {"": told.get("name"), **localized}.items():
        place = f"{where}.name_localizations.{language}" if language else f"{where}.name"
        if language and language not in LOCALES:
            yield place, ("BASE_TYPE_CHOICES", f"{language} is not a language of Discord")
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
            yield place, ("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    described = told.get("description_localizations") or {}
    for language, text in {"": told.get("description"), **described}.items():
        place = f"{where}.description_localizations.{language}" if language else where
        if language and language not in LOCALES:
            yield place, ("BASE_TYPE_CHOICES", f"{language} is not a language of Discord")
        if not isinstance(text, str) or not 1 <= len(text) <= 100:
            yield f"{place}.description", ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100")


def _option_list_faults(
    where: str, options: list[Json], allowed: set[Type]
) -> Iterator[tuple[str, tuple[str, str]]]:
    if len(options) > MOST_OPTIONS:
        yield f"{where}.options", ("BASE_TYPE_MAX_LENGTH", f"Must be {MOST_OPTIONS} or fewer")
    names = [option.get("name") for option in options]
    optional_before = False
    for number, option in enumerate(options):
        place = f"{where}.options.{number}"
        yield from _wording_faults(place, option)
        if names.index(option.get("name")) != number:
            yield place, ("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "names must be unique")
        if option.get("required") and optional_before:
            yield (
                place,
                (
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                ),
            )
        optional_before = optional_before or not option.get("required")
        yield from _option_faults(place, option, allowed)


def _option_faults(
    where: str, option: Json, allowed: set[Type]
) -> Iterator[tuple[str, tuple[str, str]]]:
    kind = option.get("type")
    if kind not in allowed:
        yield f"{where}.type", ("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "not an option here")
    elif kind in NESTING:
        inner = {Type.SUB_COMMAND} if kind == Type.SUB_COMMAND_GROUP else set(Type) - NESTING
        yield from _option_list_faults(where, option.get("options") or [], inner)
    choices = option.get("choices") or []
    if len(choices) > MOST_CHOICES:
        yield f"{where}.choices", ("BASE_TYPE_MAX_LENGTH", f"Must be {MOST_CHOICES} or fewer")
    for number, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name", ""))) <= 100:
            yield f"{where}.choices.{number}.name", ("BASE_TYPE_BAD_LENGTH", "between 1 and 100")
        if isinstance(choice.get("value"), str) != (kind == Type.STRING):
            yield f"{where}.choices.{number}.value", ("BASE_TYPE_INVALID", "of another type")


def characters(told: Json) -> int:
    """Return how long a command is as the platform counts: each text in its longest language."""
    total = _longest(told, "name") + _longest(told, "description")
    total += sum(characters(option) for option in told.get("options") or [])
    for choice in told.get("choices") or []:
        value = choice.get("value")
        total += _longest(choice, "name") + (len(value) if isinstance(value, str) else 0)
    return total


def _longest(told: Json, name: str) -> int:
    localized = told.get(f"{name}_localizations") or {}
    return max(len(text or "") for text in [told.get(name), *localized.values()])
