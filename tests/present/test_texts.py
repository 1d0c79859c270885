"""Every key has a text in every language, and every text needs no more than it is told."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

import bot
from bot.commands import COMMANDS
from bot.games import GAMES
from bot.message import ALERT_LENGTH_MAX, plain_text
from bot.present.choices import ChoicesInOneRow
from bot.present.common import Words, fits_alert
from bot.present.l10n import Localizer, MissingText, languages
from bot.present.presenter import PRESENTERS
from tests.fakes.keys import Spoken, spoken
from tests.fakes.words import ALL_REFUSALS, WORDS

TEXTS = Localizer()
LOCALES = Path(bot.__file__).parent / "locales"

LONG_NAME = "W" * 32
MANY_CHIPS = 10**15
SAMPLES: dict[str, int | str] = {
    **dict.fromkeys(["name", "on"], LONG_NAME),
    **dict.fromkeys(["verb", "rules", "other", "game", "dial", "action"], "x" * 32),
    **dict.fromkeys(["text", "value"], "x" * 16),
    **dict.fromkeys(["banker", "bet_name"], "player_or_house"),
    **dict.fromkeys(["known", "games"], ", ".join(p for g in GAMES.values() for p in g.presets)),
    "usage": "[game] [rules] [dial=value ...]",
    "card": "10♠",
    "cards": 2,
    **dict.fromkeys(["count", "hands"], 30),
    **dict.fromkeys(["line", "target"], 121),
    "turns": 3,
    "typed": "9" * 15,
    "how": "again",
    "near": "natural_vs_banker_natural, banker_five_card_beats_points, suited_678_payout",
    "may": "none, first_two, any_cards, total_11, total_10_11, total_9_11",
    "chat": "test:club",
    "phase": "lobby",
    "table": 20,
    **dict.fromkeys(
        [
            "all",
            "bet",
            "bank",
            "chips",
            "covered",
            "daily",
            "have",
            "least",
            "maximum",
            "minimum",
            "need",
            "refill",
            "returned",
            "stake",
            "staked",
        ],
        MANY_CHIPS,
    ),
    **dict.fromkeys(["most", "missing", "seats", "decks", "packs", "step", "points"], 20),
    **dict.fromkeys(["hours", "minutes", "seconds", "round", "voids"], 59),
}
"""The worst that each fact can be."""

COMPOSED = {"answer-top", "answer-help", "answer-rules", "answer-privacy", "answer-forget-what"}
"""Answers of several lines, put together elsewhere (and tested there)."""


def is_uttered(each: Spoken) -> bool:
    """What the console says of itself, and what rules could put together but never do, is not."""
    if each.key.startswith("console-"):
        return False
    composed = each.key.endswith("-not-allowed") and not each.facts
    return not composed or each.key in {
        "hit-not-allowed",
        "double-not-allowed",
        "split-not-allowed",
    }


def all_spoken() -> list[Spoken]:
    return [each for each in spoken() if is_uttered(each)]


def sample(each: Spoken) -> dict[str, int | str]:
    if each.key == "side-bet-favours-player":
        return {"bet": "insurance"}
    return {name: SAMPLES[name] for name in each.facts}


def test_the_reader_of_keys_finds_them():
    found = {each.text for each in all_spoken()}
    assert len(found) > 100
    assert {
        "refusal-only-in-group",  # put together from parts
        "refusal-daily-too-early",  # handed on by its caller
        "answer-joined-next",  # held in a name
        "answer-balance-staked",  # one of two
        "refusal-double-not-allowed",  # a member of an enumeration
        "answer-void-voted",  # a reply without a helper
        "said-round-voided",
    } <= found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("each", all_spoken(), ids=lambda each: f"{each.text} {each.where}")
def test_what_the_code_says_has_a_text_that_needs_no_more_than_it_is_told(each, language):
    if each.text not in COMPOSED:
        said = plain_text(Words(TEXTS, language).line(each.text, **sample(each)))
        assert said == said.strip()
        assert "{" not in said


@pytest.mark.parametrize("key", ALL_REFUSALS)
def test_every_refusal_in_the_vocabulary_of_a_game_has_a_text(key):
    assert TEXTS.has(f"refusal-{key}")


def sentences_of(said: str) -> list[str]:
    return [part for part in re.split(r"[.!?,:](?:\s|$)|[。！？，]", said) if part]


@pytest.mark.report("F6")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "each", [each for each in all_spoken() if each.kind == "refusal"], ids=lambda each: each.text
)
def test_a_refusal_says_what_is_wrong_and_then_what_to_do(each, language):
    said = plain_text(Words(TEXTS, language).line(each.text, **sample(each)))
    assert len(sentences_of(said)) >= 2, said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("each", all_spoken(), ids=lambda each: f"{each.text} {each.where}")
def test_every_answer_fits_a_pop_up_whatever_it_is_told(each, language):
    if each.text not in COMPOSED and each.kind != "said":
        said = plain_text(Words(TEXTS, language).line(each.text, **sample(each)))
        assert fits_alert(said), f"{len(said)} of {ALERT_LENGTH_MAX}: {said}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.verb)
def test_every_command_is_described_in_a_hundred_characters(spec, language):
    described = TEXTS.text(language, f"command-{spec.verb}")
    assert 1 <= len(described) <= 100
    assert "\n" not in described


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("spec", [s for s in COMMANDS if s.button_only], ids=lambda spec: spec.verb)
def test_every_verb_that_is_a_button_alone_has_a_label(spec, language):
    assert TEXTS.text(language, f"button-{spec.verb}")


@pytest.mark.parametrize(
    "action",
    {
        action
        for name, words in WORDS.items()
        if isinstance(PRESENTERS[name], ChoicesInOneRow)
        for action in words.actions
        if action != "leave"
    },
)
def test_every_action_that_is_named_has_a_button(action):
    """Cribbage names cards or their places instead; its own tests tell which."""
    assert TEXTS.has(f"button-{action}")


@pytest.mark.report("F5")
def test_labels_are_told_apart_and_hold_no_brackets():
    labels = [TEXTS.text("en", key) for key in keys_of("buttons.ftl")]
    assert len({label.casefold() for label in labels}) == len(labels)
    assert not any(set("()[]") & set(label) for label in labels)


def keys_of(file: str, language: str = "en") -> list[str]:
    text = (LOCALES / language / file).read_text(encoding="utf-8")
    return re.findall(r"^([a-z][\w-]*) =", text, flags=re.MULTILINE)


def variants_of(pattern: ast.Pattern) -> list[ast.Pattern]:
    """Return every part of a text that is chosen by a fact, whatever it lies in."""
    chosen = [
        variant.value
        for element in pattern.elements
        if isinstance(element, ast.Placeable)
        and isinstance(element.expression, ast.SelectExpression)
        for variant in element.expression.variants
    ]
    return chosen + [inner for each in chosen for inner in variants_of(each)]


def flat(pattern: ast.Pattern) -> str:
    """Return a text as it is by default, ``$`` for a fact."""
    parts = []
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            parts.append(element.value)
        elif isinstance(element.expression, ast.SelectExpression):
            default = next(each for each in element.expression.variants if each.default)
            parts.append(flat(default.value))
        else:
            parts.append("$")
    return "".join(parts)


def texts_in(path: Path) -> list[str]:
    """Return every text of a file, and each part of one that is chosen by a fact."""
    written = FluentParser().parse(path.read_text(encoding="utf-8")).body
    patterns = [each.value for each in written if isinstance(each, ast.Message) and each.value]
    return [flat(each) for text in patterns for each in (text, *variants_of(text))]


OF_ONE_PLATFORM = {"telegram", "discord", "console"}


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(LOCALES.rglob("*.ftl")) if path.stem not in OF_ONE_PLATFORM],
    ids=lambda path: path.stem,
)
def test_what_all_platforms_say_uses_the_words_of_none_and_sends_nobody_to_the_readme(path):
    texts = [text for text in texts_in(path) if not re.search("group.* channel", text)]
    assert [text for text in texts if re.search("group|server|README|guild|topic", text)] == []


@pytest.mark.parametrize("path", sorted(LOCALES.rglob("*.ftl")), ids=lambda path: path.stem)
def test_a_line_breaks_after_a_sentence_or_before_what_is_quoted_and_nowhere_else(path):
    """How wide a line can be only the screen knows that shows it."""
    assert [text for text in texts_in(path) if re.search(r"(?<![.!?])(?<!:(?=\n\$))\n", text)] == []


def test_no_key_is_given_twice():
    keys = [key for path in (LOCALES / "en").glob("*.ftl") for key in keys_of(path.name)]
    assert len(set(keys)) == len(keys)


def test_no_refusal_or_answer_is_kept_that_nothing_says():
    uttered = {each.text for each in spoken()} | COMPOSED
    uttered |= {f"refusal-{key}" for key in ALL_REFUSALS}
    written = {*keys_of("answers.ftl"), *keys_of("refusals.ftl")}
    assert written - uttered == {"answer-top-line", "refusal-other"}


@pytest.mark.parametrize("key", ["no-such-text", "refusal-short-of-chips"])
def test_a_missing_text_or_fact_is_not_passed_over(key):
    with pytest.raises(MissingText):
        TEXTS.text("en", key)


def test_a_language_without_texts_is_answered_in_english():
    assert TEXTS.text("tlh", "button-hit") == "Hit"


@pytest.mark.parametrize(
    ("key", "facts", "said"),
    [
        ("answer-balance", {"chips": 1}, "You have 1 chip."),
        ("answer-balance", {"chips": 0}, "You have no chips."),
        ("refusal-hand-finished", {"hands": 1}, "Your hand is finished. Wait for the others."),
        ("refusal-hand-finished", {"hands": 2}, "Your hands are finished. Wait for the others."),
        ("answer-granted", {"name": "Ann", "chips": 1}, "Ann got 1 chip."),
        ("refusal-table-full", {"seats": 1, "bank": 0, "unit": "round"}, "The only seat is taken."),
        ("refusal-stacked-too-often", {"card": "A♠", "packs": 1}, "than one deck does."),
        ("refusal-short-of-chips", {"have": 0, "need": 1, "daily": 2}, "takes 1 more chip"),
        ("refusal-too-few-chips", {"have": 1, "minimum": 2, "refill": 3, "daily": 4}, "1 chip and"),
    ],
)
def test_one_is_no_plural(key, facts, said):
    assert said in TEXTS.text("en", key, facts)


def test_numbers_have_the_separators_of_the_language():
    assert TEXTS.text("en", "answer-balance", {"chips": 1_234_567}) == "You have 1,234,567 chips."
