"""The registry as Discord takes it, and what people choose there as they would type it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from adapters.discord_commands import CHOICES_MAX, DESCRIPTION_MAX, Json, Said, Tree, said
from bot.basics import PlayerId
from bot.commands import BY_VERB, COMMANDS, admit
from bot.games import all_presets
from bot.present.l10n import Localizer, languages
from bot.requests import Place, Request, Rights, Target

NAME_MAX = 32
COMMANDS_MAX = 100
ALL_CHARACTERS_MAX = 8000
BOOLEAN, STRING, USER = 5, 3, 6

TREE = Tree(Localizer(), languages(), all_presets())
LISTED = {command["name"]: command for command in TREE.commands()}


def parts(command: Json) -> Iterator[Json]:
    """Yield a command, its options and their choices: whatever has a name."""
    yield command
    for option in command.get("options", ()):
        yield option
        yield from option.get("choices", ())


def longest(part: Json, key: str) -> int:
    """Return how long a text is in the language in which it is longest."""
    return max(map(len, [part.get(key, ""), *part.get(f"{key}_localizations", {}).values()]))


@pytest.mark.row(81)
@pytest.mark.parametrize("command", LISTED.values(), ids=LISTED)
def test_names_and_descriptions_fit_in_every_language(command):
    texts = [(longest(part, "name"), longest(part, "description")) for part in parts(command)]
    for part in (command, *command["options"]):
        assert 1 <= len(part["name"]) <= NAME_MAX
        assert part["name"] == part["name"].lower()
        assert 1 <= longest(part, "description") <= DESCRIPTION_MAX
        assert {"en-US", "en-GB"} <= part["description_localizations"].keys()
    assert sum(map(sum, texts)) <= ALL_CHARACTERS_MAX
    assert all(len(option.get("choices", ())) <= CHOICES_MAX for option in command["options"])


def test_every_verb_that_can_be_typed_is_a_command():
    assert list(LISTED) == [spec.verb for spec in COMMANDS if not spec.button_only]
    assert len(LISTED) <= COMMANDS_MAX


def test_texts_are_not_cut():
    texts = Localizer()
    for name, command in LISTED.items():
        assert command["description"] == texts.text("en", f"command-{name}", {})


def test_all_rules_can_be_chosen():
    (rules, *_) = LISTED["new"]["options"]
    assert [choice["value"] for choice in rules["choices"]] == all_presets()


@pytest.mark.row(78)
def test_in_private_there_are_only_commands_that_work_there():
    for name, command in LISTED.items():
        places = BY_VERB[name].places
        assert (0 in command["contexts"]) == (Place.GROUP in places)
        assert (1 in command["contexts"]) == (Place.PRIVATE in places)
        assert command["integration_types"] == [0]  # for servers, not for single people


def test_what_is_for_admins_is_hidden_from_all_others():
    hidden = {name for name, command in LISTED.items() if "default_member_permissions" in command}
    assert hidden == {spec.verb for spec in COMMANDS if spec.admin_only}
    assert {LISTED[name]["default_member_permissions"] for name in hidden} == {"32"}


def test_options_have_types_and_those_that_must_be_told_come_first():
    def options(name: str) -> list[tuple[str, int, bool]]:
        return [(one["name"], one["type"], one["required"]) for one in LISTED[name]["options"]]

    assert options("join") == [("bet", STRING, False)]
    assert options("bet") == [("chips", STRING, True)]
    assert options("crib") == [("card", STRING, True), ("card2", STRING, True)]
    assert options("pair") == [("chips", STRING, True), ("player", USER, False)]
    assert options("grant") == [("player", USER, True), ("chips", STRING, True)]
    assert options("stop") == [("void", BOOLEAN, False)]
    assert options("settings") == [("rules", STRING, False), ("dials", STRING, False)]
    assert options("hit") == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("join", "Your bet: a number, 1k, half or all"),
        ("bet", "How many chips: a number, 1k, half or all"),
        ("bank", "How many chips: a number, 1k, half or all"),
        ("grant", "How many chips: a number, as 500 or 1k"),
    ],
)
def test_an_option_for_chips_says_what_the_command_takes(name, told):
    *_, chips = LISTED[name]["options"]
    assert chips["description"] == told


BOB = Target(PlayerId("discord:7"), "Bobby")
BOT = Target(None, "other_bot")
RESOLVED: Mapping[str, Any] = {
    "users": {
        "7": {"id": "7", "username": "bob", "global_name": "Bob", "bot": False},
        "8": {"id": "8", "username": "other_bot", "bot": True},
    },
    "members": {"7": {"nick": "Bobby"}},
}


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("join", {}, Said("join", ())),
        ("join", {"bet": "1k"}, Said("join", ("1k",))),
        ("crib", {"card2": "Jc", "card": "5h"}, Said("crib", ("5h", "Jc"))),
        ("new", {"rules": "qq21"}, Said("new", ("qq21",))),
        (
            "settings",
            {"dials": "turns=together  bet_min=20", "rules": "hk_casino"},
            Said("settings", ("hk_casino", "turns=together", "bet_min=20")),
        ),
        ("stop", {"void": True}, Said("stop", ("void",))),
        ("stop", {"void": False}, Said("stop", ())),
        ("grant", {"player": "7", "chips": "50"}, Said("grant", ("Bobby", "50"), (BOB,))),
        ("pair", {"chips": "50"}, Said("pair", ("50",))),
        ("grant", {"player": "8", "chips": "50"}, Said("grant", ("other_bot", "50"), (BOT,))),
        ("made_up", {"x": "y"}, Said("made_up", ())),
    ],
)
def test_what_is_chosen_is_read_as_what_would_be_typed(name, values, expected):
    options = [{"name": option, "type": STRING, "value": v} for option, v in values.items()]
    assert said({"name": name, "options": options, "resolved": RESOLVED}) == expected


@pytest.mark.parametrize("command", LISTED.values(), ids=LISTED)
def test_whatever_can_be_chosen_passes_the_door(command):
    """With everything told and with only what must be: the number of words is right."""
    kinds = {STRING: "50", USER: "7", BOOLEAN: True}
    spec = BY_VERB[command["name"]]
    for only_required in (False, True):
        options = [
            {"name": option["name"], "type": option["type"], "value": kinds[option["type"]]}
            for option in command["options"]
            if option["required"] or not only_required
        ]
        words = said({"name": spec.verb, "options": options, "resolved": RESOLVED})
        asked = Request("dc:1", None, BOB.player or PlayerId(""), "Bob", words.verb, words.args)
        (place, *_) = spec.places
        assert admit(replace(asked, place=place, rights=Rights(admin=True))) is spec
