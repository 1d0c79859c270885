"""What people are told to type, as Discord has them fill it in."""

import re
from pathlib import Path

import pytest

from adapters.discord_commands import options_of, said
from adapters.discord_typing import as_filled_in
from bot.commands import BY_VERB, COMMANDS
from bot.games import all_presets
from tests.fakes.discord.live import Live, swiftly

ENGLISH = Path("bot/locales/en")


@pytest.mark.parametrize(
    ("typed", "filled_in"),
    [
        ("Type /join 400.", "Type /join bet:400."),
        ("type /join 1,000, or press", "type /join bet:1,000, or press"),
        ("/join 0; the first names it", "/join bet:0; the first names it"),
        ("/bet half", "/bet chips:half"),
        ("as in /crib 5h Jc", "as in /crib card:5h card2:Jc"),
        ("/play 10s", "/play card:10s"),
        ("/grant NAME 500", "/grant player:NAME chips:500"),
        ("/stop void too.", "/stop void:True too."),
        ("/insure no", "/insure no:True"),
        ("write /forgetme yes to", "write /forgetme yes:True to"),
        ("/pair 10 bets 10 on your own", "/pair chips:10 bets 10 on your own"),
        ("/pair NAME 10 for another’s", "/pair player:NAME chips:10 for another’s"),
        ("/settings ties=banker.", "/settings dials:ties=banker."),
        ("as in /new hk_casino.", "as in /new rules:hk_casino."),
        ("/new hk_casino ties=push", "/new rules:hk_casino dials:ties=push"),
    ],
)
def test_words_behind_a_command_go_into_its_options(typed, filled_in):
    assert as_filled_in(typed) == filled_in


@pytest.mark.parametrize("rules", sorted({*all_presets()} - {"cribbage"}))
def test_rules_go_into_their_option_but_for_those_that_are_called_as_their_game(rules):
    assert as_filled_in(f"/new {rules}.") == f"/new rules:{rules}."


@pytest.mark.parametrize(
    "sentence",
    [
        "/join opens one.",
        "/join takes you into the next one.",
        "/stop closes it for new rules.",
        "/daily gives 200 once a day.",
        "/refill fills you up to 200",
        "/bank and a number",
        "/new to choose",
        "/pass_bank takes that back.",
        "https://join 50",
        "a/join 50",
        "/joins 50",
    ],
)
def test_a_sentence_that_goes_on_after_a_command_stays_as_it_is(sentence):
    assert as_filled_in(sentence) == sentence


@pytest.mark.parametrize("spec", [spec for spec in COMMANDS if not spec.button_only])
def test_help_shows_the_options_that_discord_shows(spec):
    shown = as_filled_in(f"/{spec.verb} {spec.usage} – what it does" if spec.usage else "")
    assert [option.name for option in options_of(spec)] == re.findall(
        r"\w+", shown.partition(" –")[0].removeprefix(f"/{spec.verb}")
    )


def test_every_command_in_our_texts_means_the_same_as_it_was_typed():
    texts = "\n".join(path.read_text(encoding="utf-8") for path in ENGLISH.glob("*.ftl"))
    filled_in = re.findall(r"/(\w+)((?: \w+:[\w=]+)+)", as_filled_in(texts))
    assert len(filled_in) >= 10
    for verb, words in filled_in:
        values = dict(word.split(":", 1) for word in words.split())
        options = [{"name": name, "value": _sent(value)} for name, value in values.items()]
        assert {option.name for option in options_of(BY_VERB[verb])} >= values.keys()
        if "player" not in values:  # whom no text can name
            assert " ".join((f"/{verb}", *said({"name": verb, "options": options}).args)) in texts


def _sent(value: str) -> object:
    return True if value == "True" else value


@swiftly
async def test_what_a_refusal_tells_people_to_type_is_taken(live: Live):
    await live.lobby()
    refused = await live.types(live.bob, "/join", bet="5000")
    found = re.search(r"/join bet:([\d,]+)", refused.text or "")
    assert found is not None
    taken = await live.types(live.bob, "/join", bet=found[1])
    assert taken.text == "You are in with 1,000."
