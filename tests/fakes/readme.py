"""The parts of a README that follow from the program: its commands, rules, words and an evening.

That of the tests says which of them holds which situation.

Each stands between ``<!-- name -->`` and ``<!-- end -->``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.commands import COMMANDS, CommandSpec
from bot.games import GAMES
from bot.games.cribbage.vocabulary import POINTS_FOR
from bot.games.points import OUTCOMES
from bot.games.reading import Reader
from bot.metrics import ALL as METRICS
from bot.present.common import Words
from bot.present.l10n import Localizer
from bot.record import RECORD_REFUSALS
from bot.requests import Place
from tests.fakes.markers import Key, marked_tests
from tests.fakes.shell import ROOT
from tests.fakes.words import ALL_REFUSALS, WORDS, GameWords
from tests.situations import PARTS, REPORTS, ROWS, STRUCK, Part

README = ROOT / "README.md"
TESTS_README = ROOT / "tests" / "README.md"
EVENING = ROOT / "tests" / "golden" / "first_round.txt"

_PART = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_WHERE = {
    frozenset(Place): "group or private",
    frozenset({Place.GROUP}): "group",
    frozenset({Place.PRIVATE}): "private",
}


def with_parts(text: str) -> str:
    """Return a README with every part as the program has it now."""
    return _PART.sub(lambda part: f"{part[1]}{_PARTS[part[2]]()}{part[3]}", text)


def _commands() -> str:
    typed = [spec for spec in COMMANDS if not spec.button_only]
    rows = [(_written(spec), _where(spec), _what(spec)) for spec in typed]
    return _table(("Command", "Where", "Does"), rows)


def _written(spec: CommandSpec) -> str:
    return f"`/{spec.verb} {spec.usage}`" if spec.usage else f"`/{spec.verb}`"


def _where(spec: CommandSpec) -> str:
    where = _WHERE[spec.places]
    return f"{where}, admins" if spec.admin_only else where


def _what(spec: CommandSpec) -> str:
    return Localizer().text("en", f"command-{spec.verb}")


def _presets() -> str:
    words = Words(Localizer(), "en")
    rows = [
        (f"`{game.name}`", f"`{name}`", words.rules_name(name), words.text(f"rules-what-{name}"))
        for game in GAMES.values()
        for name in game.presets
    ]
    return _table(("Game", "Rules", "Called", "In short"), rows)


def _meanings(words: Iterable[tuple[str, str]]) -> str:
    return _table(("Word", "Means"), [(f"`{word}`", what) for word, what in words])


def _dials(words: GameWords) -> str:
    rows = [(f"`{name}`", _values(words.reader, name), what) for name, what in words.dials.items()]
    return _table(("Dial", "Values", "Turns"), rows)


def _values(reader: Reader[Any], name: str) -> str:
    values = reader.values_of(name)
    return ", ".join(value if " to " in value else f"`{value}`" for value in values)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _metrics() -> str:
    rows = [(f"`{one.name}`", ", ".join(one.labels) or "–", one.means) for one in METRICS]
    return _table(("Metric", "By", "Says"), rows)


def _evening() -> str:
    return f"```text\n{EVENING.read_text(encoding='utf-8')}```\n"


def _rows(part: Part) -> str:
    told = [(n, f"~~{ROWS[n]}~~" if n in STRUCK else ROWS[n]) for n in PARTS[part]]
    return _situations(told, marked_tests().rows)


def _situations(told: Iterable[tuple[Key, str]], tests: Mapping[Key, Sequence[str]]) -> str:
    rows = [
        (str(key), sentence, "<br>".join(f"`{test}`" for test in tests.get(key, ())))
        for key, sentence in told
    ]
    return _table(("No.", "What happens", "Tests"), rows)


_PARTS: dict[str, Callable[[], str]] = {
    "evening": _evening,
    "commands": _commands,
    "presets": _presets,
    "dials": lambda: _dials(WORDS["21"]),
    "dials_of_fivecard": lambda: _dials(WORDS["fivecard"]),
    "dials_of_cribbage": lambda: _dials(WORDS["cribbage"]),
    "outcomes": lambda: _meanings(OUTCOMES.items()),
    "rules": lambda: _meanings(WORDS["21"].rules.items()),
    "rules_of_fivecard": lambda: _meanings(WORDS["fivecard"].rules.items()),
    "rules_of_cribbage": lambda: _meanings(WORDS["cribbage"].rules.items()),
    "points_for": lambda: _meanings(POINTS_FOR.items()),
    "keys": lambda: _meanings(sorted({**ALL_REFUSALS, **RECORD_REFUSALS}.items())),
    "metrics": _metrics,
    "telegram": lambda: _rows(Part.TELEGRAM),
    "discord": lambda: _rows(Part.DISCORD),
    "process": lambda: _rows(Part.PROCESS),
    "reports": lambda: _situations(REPORTS.items(), marked_tests().reports),
}
