"""The platform's own description of its API, against which every request and answer is held.

It is a file ``discord/openapi.json`` in the folder that the environment variable ``SPEC_DIR``
names. As it says of itself, ``oneOf`` means any of them, and numbers may travel as texts; ids
travel as numbers too. It lists no ``nsfw`` of commands, ``tts`` of edits and ``flags`` of embeds,
which the library always sends, and demands a message where the documentation has none: in what a
deferred answer comes to.
"""

import functools
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tests.fakes.discord.refusals import Json

_UNLISTED = r"^(nsfw|tts|flags)$"
_NAMED = re.compile(r"\{[^}]*\}")


@functools.cache
def described() -> "Description | None":
    """Return the description that ``SPEC_DIR`` leads to, ``None`` if the variable is not set."""
    folder = os.environ.get("SPEC_DIR")
    if not folder:
        return None
    return Description(json.loads((Path(folder) / "discord" / "openapi.json").read_text("utf-8")))


@dataclass
class Description:
    """Routes and schemas as the file lists them."""

    data: Json
    _validators: dict[tuple[str, str], Draft202012Validator] = field(default_factory=dict)

    def __post_init__(self) -> None:
        schemas = self.data["components"]["schemas"]
        deferred = {"type": "object", "properties": {"type": {"enum": [5, 6]}}, "maxProperties": 1}
        answered = schemas["InteractionCallbackResponse"]["properties"]["resource"]
        answered["oneOf"].append(deferred)
        self._asked = {"schemas": _read(schemas, strict=True)}
        self._answered = {"schemas": _read(schemas, strict=False)}
        self._operations = {
            f"{method.upper()} {_NAMED.sub('{}', address)}": {
                **operation,
                "parameters": [*told.get("parameters", []), *operation.get("parameters", [])],
            }
            for address, told in self.data["paths"].items()
            for method, operation in told.items()
            if isinstance(operation, dict)
        }

    def knows(self, route: str) -> bool:
        """Whether there is such a route."""
        return self._key(route) in self._operations

    def complaints(
        self, route: str, path: Mapping[str, str], query: Iterable[str], body: object
    ) -> list[str]:
        """Return everything that is wrong with a request, a sentence each."""
        if not self.knows(route):
            return [f"{route}: the description has no such route"]
        found = [
            f"{route}: {name} {value!r} is no id"
            for name, value in path.items()
            if name.endswith("_id") and not (value.isdigit() or value.startswith("@"))
        ]
        operation = self._operations[self._key(route)]
        known = {one["name"] for one in operation["parameters"] if one["in"] == "query"}
        found += [f"{route}: no parameter {name!r}" for name in sorted(set(query) - known)]
        return found + self._body(route, operation, body)

    def answer_complaints(self, route: str, status: int, body: object) -> list[str]:
        """Return what is wrong with an answer that this stand-in gives."""
        if not self.knows(route) or status >= 400:
            return []
        told = self._operations[self._key(route)]["responses"].get(str(status))
        if told is None:
            return [f"{route}: no answer has the status {status}"]
        content = told.get("content", {}).get("application/json")
        if content is None:
            return [] if body is None else [f"{route}: status {status} has no content"]
        validator = self._validator(f"{route} {status}", content["schema"], self._answered)
        return _faults(f"stand-in: {route}", validator, body)

    def _body(self, route: str, operation: Json, body: object) -> list[str]:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return [] if body is None else [f"{route}: takes no body"]
        validator = self._validator(route, content["schema"], self._asked)
        return _faults(route, validator, body)

    def _validator(self, key: str, schema: Json, schemas: Json) -> Draft202012Validator:
        name = key, "strict" if schemas is self._asked else "loose"
        if name not in self._validators:
            read = _read(schema, strict=schemas is self._asked)
            self._validators[name] = Draft202012Validator({**read, "components": schemas})
        return self._validators[name]

    def _key(self, route: str) -> str:
        return _NAMED.sub("{}", route)


def _faults(where: str, validator: Draft202012Validator, body: object) -> list[str]:
    error = best_match(validator.iter_errors(body))
    if error is None:
        return []
    path = ".".join(str(step) for step in error.absolute_path)
    return [f"{where}: {path or 'body'}: {error.message[:300]}"]


def _read(schema: Any, *, strict: bool) -> Any:
    """Return a schema as the file means it; a strict one lets only pass what it lists."""
    if isinstance(schema, list):
        return [_read(one, strict=strict) for one in schema]
    if not isinstance(schema, dict):
        return schema
    read = {
        {"oneOf": "anyOf"}.get(name, name): _read(value, strict=strict)
        for name, value in schema.items()
    }
    kinds = [read["type"]] if isinstance(read.get("type"), str) else read.get("type", [])
    if "integer" in kinds and "enum" not in read:
        read |= {"type": [*kinds, "string"], "pattern": r"^-?[0-9]+$"}
    if read.get("format") == "snowflake":
        read["type"] = [*kinds, "integer"]
    if strict and isinstance(read.get("properties"), dict) and "object" in kinds:
        read.setdefault("additionalProperties", False)
        read["patternProperties"] = {_UNLISTED: {}}
    return read
