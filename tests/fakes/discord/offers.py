"""What a person's client lets them do with a slash command, and what it then sends."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.fakes.discord.accounts import Account, Role
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.commands import NESTING, Type
from tests.fakes.discord.refusals import Json

if TYPE_CHECKING:
    from tests.fakes.discord.world import World


class Impossible(AssertionError):
    """The client does not let somebody do this."""


def refuse_unless(condition: object, reason: str) -> None:
    """Raise ``Impossible`` unless something holds."""
    if not condition:
        raise Impossible(reason)


def typed_data(
    world: "World", command: Json, words: list[str], given: Mapping[str, object]
) -> Json:
    """Return the ``data`` of an interaction by a command.

    ``words`` name the subcommand, ``given`` are the options by their names; raises ``Impossible``
    where the command does not offer that.
    """
    resolved: Json = {}
    options = _chosen(world, command, words, given, resolved)
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _chosen(
    world: "World", told: Json, words: list[str], given: Mapping[str, object], resolved: Json
) -> list[Json]:
    options: list[Json] = told.get("options") or []
    nested = {option["name"]: option for option in options if option["type"] in NESTING}
    if nested:
        refuse_unless(words, f"{told['name']} wants one of {sorted(nested)}")
        refuse_unless(words[0] in nested, f"{told['name']} has no {words[0]!r}")
        inner = nested[words[0]]
        chosen = _chosen(world, inner, words[1:], given, resolved)
        return [{"name": inner["name"], "type": inner["type"], "options": chosen}]
    refuse_unless(not words, f"{told['name']} has no subcommand {' '.join(words)!r}")
    offered = {option["name"]: option for option in options}
    for name in given:
        refuse_unless(name in offered, f"{told['name']} has no option {name!r}")
    for name, option in offered.items():
        refuse_unless(not option.get("required") or name in given, f"option {name!r} is required")
    return [_given(world, offered[name], value, resolved) for name, value in given.items()]


def _given(world: "World", option: Json, value: object, resolved: Json) -> Json:
    kind = Type(option["type"])
    refuse_unless(kind in _READERS, f"{option['name']}: nobody attaches files here")
    sent = _READERS[kind](world, option, value, resolved)
    return {"name": option["name"], "type": int(kind), "value": sent}


def _string(world: "World", option: Json, value: object, resolved: Json) -> object:
    del world, resolved
    refuse_unless(isinstance(value, str), f"{option['name']}: {value!r} is no text")
    text = _choice(option, value)
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    refuse_unless(least <= len(str(text)) <= most, f"{option['name']}: {least} to {most} long")
    return text


def _integer(world: "World", option: Json, value: object, resolved: Json) -> object:
    del world, resolved
    value = _choice(option, value)
    digits = isinstance(value, str) and value.removeprefix("-").isdecimal()
    number = int(value) if digits and isinstance(value, str) else value
    whole = isinstance(number, int) and not isinstance(number, bool)
    refuse_unless(whole, f"{option['name']}: {value!r} is no whole number")
    _in_range(option, number)
    return number


def _number(world: "World", option: Json, value: object, resolved: Json) -> object:
    del world, resolved
    value = _choice(option, value)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    refuse_unless(number, f"{option['name']}: {value!r} is no number")
    _in_range(option, value)
    return value


def _in_range(option: Json, number: object) -> None:
    assert isinstance(number, int | float), "numbers have been told from texts before"
    least, most = option.get("min_value"), option.get("max_value")
    refuse_unless(least is None or number >= least, f"{option['name']}: {number} is too small")
    refuse_unless(most is None or number <= most, f"{option['name']}: {number} is too large")


def _choice(option: Json, value: object) -> object:
    """Return what a choice stands for; people pick by its name."""
    choices = option.get("choices") or []
    if not choices:
        return value
    found = next((one for one in choices if value in {one["name"], one["value"]}), None)
    refuse_unless(found is not None, f"{option['name']}: {value!r} is no choice")
    return found["value"] if found else None


def _boolean(world: "World", option: Json, value: object, resolved: Json) -> object:
    del world, resolved
    refuse_unless(isinstance(value, bool), f"{option['name']}: {value!r} is not yes or no")
    return value


def _user(world: "World", option: Json, value: object, resolved: Json) -> object:
    if not isinstance(value, Account):
        raise Impossible(f"{option['name']}: {value!r} is nobody")
    number = str(value.id)
    resolved.setdefault("users", {})[number] = value.json()
    guilds = [guild for guild in world.guilds.values() if value.id in guild.members]
    if guilds:
        member = guilds[0].members[value.id].json()
        del member["user"]
        resolved.setdefault("members", {})[number] = member | {"permissions": "0"}
    return number


def _channel(world: "World", option: Json, value: object, resolved: Json) -> object:
    if not isinstance(value, Channel):
        raise Impossible(f"{option['name']}: {value!r} is no channel")
    allowed = option.get("channel_types") or []
    refuse_unless(not allowed or value.kind in allowed, f"{option['name']}: not such a channel")
    resolved.setdefault("channels", {})[str(value.id)] = value.partial_json(world.bot)
    return str(value.id)


def _role(world: "World", option: Json, value: object, resolved: Json) -> object:
    del world
    if not isinstance(value, Role):
        raise Impossible(f"{option['name']}: {value!r} is no role")
    resolved.setdefault("roles", {})[str(value.id)] = value.json()
    return str(value.id)


def _mentionable(world: "World", option: Json, value: object, resolved: Json) -> object:
    read = _role if isinstance(value, Role) else _user
    return read(world, option, value, resolved)


_READERS = {
    Type.STRING: _string,
    Type.INTEGER: _integer,
    Type.BOOLEAN: _boolean,
    Type.USER: _user,
    Type.CHANNEL: _channel,
    Type.ROLE: _role,
    Type.MENTIONABLE: _mentionable,
    Type.NUMBER: _number,
}
