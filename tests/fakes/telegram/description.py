"""The platform's own description of its API, against which every request is held.

It is a file ``telegram/api.json`` in the folder that the environment variable ``SPEC_DIR`` names:
every method and type, scraped from the documentation. Lengths stand in its sentences.
"""

import functools
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ARRAY = "Array of "
_RANGE = re.compile(r"(\d+)-(\d+) (characters|bytes)(?! after entit)")
_FIXED = re.compile(r'(?:must be|always) "?([a-z_]+)"?$')
_ONE_OF = re.compile(r"[Mm]ust be one of ((?:[^.]*?\"\w+\")+)")
_AT_MOST = re.compile(r"At most (\d+) ")


@functools.cache
def described() -> "Description | None":
    """Return the description that ``SPEC_DIR`` leads to, ``None`` if the variable is not set."""
    folder = os.environ.get("SPEC_DIR")
    if not folder:
        return None
    return Description(json.loads((Path(folder) / "telegram" / "api.json").read_text("utf-8")))


@dataclass(frozen=True)
class Description:
    """Methods and types as the file lists them."""

    data: Mapping[str, Any]

    @property
    def version(self) -> str:
        """Which version of the API this is."""
        return str(self.data["version"])

    def knows(self, method: str) -> bool:
        """Whether there is such a method."""
        return method in self.data["methods"]

    def unknown(self, method: str, names: Iterable[str]) -> list[str]:
        """Return the parameters that a method does not have; those of files sent are none."""
        fields = {field["name"] for field in self._fields("methods", method)}
        return sorted(set(names) - fields)

    def complaints(
        self, method: str, values: Mapping[str, object], files: Iterable[str] = ()
    ) -> list[str]:
        """Return everything that is wrong with a request, a sentence each."""
        if not self.knows(method):
            return [f"{method}: there is no such method"]
        found = [f"{method}: no parameter {name!r}" for name in self.unknown(method, values)]
        for field in self._fields("methods", method):
            name = field["name"]
            if name in values:
                value = _plain(values[name], field["types"])
                found += self._field(f"{method}.{name}", field, value)
            elif field["required"] and name not in files:
                found.append(f"{method}: parameter {name!r} is required")
        return found

    def about(self, kind: str, value: object, where: str = "") -> list[str]:
        """Return everything that is wrong with a value that should be of a type."""
        where = where or kind
        if kind.startswith(_ARRAY):
            return self._array(kind.removeprefix(_ARRAY), value, where)
        if kind not in self.data["types"]:
            return [] if _is_scalar(kind, value) else [f"{where}: {value!r} is no {kind}"]
        if kind == "InputFile":
            return [f"{where}: a file is sent as a part of its own"]
        if not isinstance(value, dict):
            return [f"{where}: {value!r} is no {kind}"]
        subtypes = self.data["types"][kind].get("subtypes")
        return self._any(subtypes, value, where) if subtypes else self._object(kind, value, where)

    def _array(self, kind: str, value: object, where: str) -> list[str]:
        if not isinstance(value, list):
            return [f"{where}: {value!r} is no array"]
        return [
            complaint
            for number, one in enumerate(value)
            for complaint in self.about(kind, one, f"{where}[{number}]")
        ]

    def _any(self, kinds: Iterable[str], value: object, where: str) -> list[str]:
        """Return the complaints of the type that fits best: most shared names, fewest faults."""
        tried = [(self._shared(kind, value), self.about(kind, value, where)) for kind in kinds]
        return min(tried, key=lambda found: (-found[0] if found[1] else -99, len(found[1])))[1]

    def _shared(self, kind: str, value: object) -> int:
        if kind not in self.data["types"] or not isinstance(value, dict):
            return 0
        return len({field["name"] for field in self._fields("types", kind)} & set(value))

    def _object(self, kind: str, value: Mapping[str, object], where: str) -> list[str]:
        fields = {field["name"]: field for field in self._fields("types", kind)}
        found = [f"{where}: {kind} has no {name!r}" for name in value if name not in fields]
        for name, field in fields.items():
            if name in value:
                found += self._field(f"{where}.{name}", field, value[name])
            elif field["required"]:
                found.append(f"{where}: {kind} needs {name!r}")
        return found

    def _field(self, where: str, field: Mapping[str, Any], value: object) -> list[str]:
        return self._any(field["types"], value, where) or _limits(
            where, field["description"], value
        )

    def _fields(self, part: str, name: str) -> list[dict[str, Any]]:
        fields: list[dict[str, Any]] = self.data[part][name].get("fields", [])
        return fields


def _is_scalar(kind: str, value: object) -> bool:
    if kind == "Integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "Float":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind in {"Boolean", "True"}:
        return isinstance(value, bool)
    assert kind == "String", f"the description names a type that it does not describe: {kind}"
    return isinstance(value, str)


def _plain(value: object, kinds: Iterable[str]) -> object:
    """Return a parameter as it would be in JSON: in forms everything travels as text."""
    if not isinstance(value, str):
        return value
    if set(kinds) <= {"String", "InputFile"}:
        return value
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    try:
        return json.loads(value)
    except ValueError:
        return value


def _limits(where: str, description: str, value: object) -> list[str]:
    """Return what the sentences about a field forbid: lengths, and words of a fixed list."""
    if isinstance(value, list):
        return _too_many(where, description, value)
    if not isinstance(value, str):
        return []
    found = []
    if match := _RANGE.search(description):
        length = len(value.encode()) if match[3] == "bytes" else len(value)
        if not int(match[1]) <= length <= int(match[2]):
            found.append(f"{where}: {length} of {match[1]} to {match[2]} {match[3]}")
    words = _words(description)
    if words and value not in words:
        found.append(f"{where}: {value!r} is none of {words}")
    return found


def _too_many(where: str, description: str, value: list[object]) -> list[str]:
    match = _AT_MOST.search(description)
    return [f"{where}: more than {match[1]}"] if match and len(value) > int(match[1]) else []


def _words(description: str) -> list[str]:
    if match := _FIXED.search(description):
        return [match[1]]
    if match := _ONE_OF.search(description):
        return re.findall(r'"(\w+)"', match[1])
    return []
