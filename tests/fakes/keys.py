"""Every key that the code can answer, refuse or say with, read from the code itself."""

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bot

ROOT = Path(bot.__file__).parent

KINDS = {
    "not_now": "refusal",
    "unreadable": "refusal",
    "ambiguous": "refusal",
    "accepted": "answer",
}

NOT_WORDED = {
    "bot.basics": "defines the helpers",
    "bot.house.decision": "defines the helpers",
    "bot.record": "answers written records with the key itself",
    "bot.house.archive": "speaks to recovery, which voids the round",
}
"""Modules whose keys nobody is told in words, and why."""


@dataclass(frozen=True, order=True)
class Spoken:
    """One key at one place in the code, with the names of the facts that it comes with there."""

    kind: str
    key: str
    facts: tuple[str, ...]
    where: str

    @property
    def text(self) -> str:
        """The key of its text."""
        return f"{self.kind}-{self.key}"


class KeyUnreadable(Exception):
    """A key is put together in a way that this reader does not follow: write it more plainly."""


@cache
def spoken() -> list[Spoken]:
    """Return every refusal, answer and sentence to a chat that the code can utter."""
    found: set[Spoken] = set()
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(("bot", *path.relative_to(ROOT).with_suffix("").parts))
        if module not in NOT_WORDED:
            found |= set(_Module(module, path.read_text(encoding="utf-8")).spoken())
    return sorted(found)


class _Module:
    """One module's syntax tree, with the function around each node."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.tree = ast.parse(source)
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]

    def spoken(self) -> Iterator[Spoken]:
        for node in ast.walk(self.tree):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in KINDS and node.args:
                    yield from self._call(node, KINDS[name])
                case ast.Call(func=ast.Name(id="Reply" | "StoredAnswer")):
                    yield from self._reply(node)
                case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Dict() as facts]):
                    if self.name.startswith("bot.house"):
                        yield self._spoken("said", key, _names(facts), node)

    def _call(self, node: ast.Call, kind: str) -> Iterator[Spoken]:
        names = tuple(sorted(keyword.arg for keyword in node.keywords if keyword.arg))
        for key in self._values(node.args[0]):
            yield self._spoken(kind, key, names, node)

    def _reply(self, node: ast.Call) -> Iterator[Spoken]:
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        accepted, key = given.get("accepted"), given.get("key")
        if isinstance(accepted, ast.Constant) and isinstance(key, ast.Constant):
            facts = given.get("facts")
            names = _names(facts) if isinstance(facts, ast.Dict) else ()
            yield self._spoken("answer" if accepted.value else "refusal", key.value, names, node)

    def _spoken(self, kind: str, key: object, names: tuple[str, ...], node: ast.AST) -> Spoken:
        line = getattr(node, "lineno", 0)
        return Spoken(kind, str(key), names, f"{self.name}:{line}")

    def _values(self, node: ast.expr) -> set[str]:
        """Return every value that a key may have."""
        match node:
            case ast.Constant(value=str(key)):
                return {key}
            case ast.IfExp(body=yes, orelse=no):
                return self._values(yes) | self._values(no)
            case ast.JoinedStr(values=parts):
                keys = {""}
                for part in parts:
                    ends = self._values(part)
                    keys = {begin + end for begin in keys for end in ends}
                return keys
            case ast.FormattedValue(value=inner):
                return self._values(inner)
            case ast.Attribute(value=ast.Name(id=name), attr="value"):
                return self._members(node, name)
            case ast.Name(id=name):
                return self._named(node, name)
        raise KeyUnreadable(f"{self.name}:{node.lineno}")

    def _around(self, node: ast.AST) -> ast.FunctionDef:
        return next(
            function
            for function in reversed(self.functions)
            if any(inner is node for inner in ast.walk(function))
        )

    def _members(self, node: ast.AST, name: str) -> set[str]:
        """Return the values of the enumeration that a parameter is annotated with."""
        for argument in self._around(node).args.args:
            if argument.arg == name and isinstance(argument.annotation, ast.Name):
                enumeration = getattr(importlib.import_module(self.name), argument.annotation.id)
                return {member.value for member in enumeration}
        raise KeyUnreadable(f"{self.name}: {name}")

    def _named(self, node: ast.AST, name: str) -> set[str]:
        """Return what a name may hold: what is assigned to it, or what callers give for it."""
        function = self._around(node)
        keys: set[str] = set()
        for inner in ast.walk(function):
            match inner:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    keys |= self._values(value)
        names = [argument.arg for argument in function.args.args]
        if name in names:
            keys |= self._given(function.name, names.index(name))
        if not keys:
            raise KeyUnreadable(f"{self.name}: {name}")
        return keys

    def _given(self, function: str, place: int) -> set[str]:
        calls = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == function
        ]
        return {key for call in calls for key in self._values(call.args[place])}


def _names(facts: ast.Dict) -> tuple[str, ...]:
    return tuple(sorted(str(key.value) for key in facts.keys if isinstance(key, ast.Constant)))
