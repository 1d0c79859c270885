"""The rules page says what is really in force."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from bot.basics import Refusal
from bot.games import GAMES
from bot.games.base import AnyGame, Rotation, Turns
from bot.games.cribbage import dials as c
from bot.games.dials import Direction, EscapePlayer, Face
from bot.games.fivecard import dials as f
from bot.games.reading import Reader, all_written
from bot.games.twentyone import dials as d
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.game import TWENTY_ONE
from bot.games.twentyone.presets import CN4DECK, HK_CASINO, QQ21
from bot.games.twentyone.reading import READER
from bot.message import plain_text, span_text
from bot.present import cribbage_rules, fivecard_rules, twentyone_rules
from bot.present.common import Words, fits_alert
from bot.present.l10n import Localizer, languages
from bot.present.presenter import PRESENTERS
from bot.present.rules_page import RulesPage

WORDS = Words(Localizer(), "en")
HK_HOME5 = f.PRESETS["hk_home5"]
PAGES: dict[str, tuple[RulesPage[Any], dict[str, str]]] = {
    "21": (twentyone_rules.PAGE, dict(twentyone_rules.UNSAID)),
    "fivecard": (fivecard_rules.PAGE, dict(fivecard_rules.UNSAID)),
    "cribbage": (cribbage_rules.PAGE, dict(cribbage_rules.UNSAID)),
}
"""The page of every game, and the dials that it says nothing of."""
READERS: dict[str, Reader[Any]] = {"21": READER, "fivecard": f.READER, "cribbage": c.READER}
NO_DIALS = {"stake_step"} | cribbage_rules.FIXED
"""Sentences that follow from several dials, or from none."""
TOLD = [(name, preset) for name, game in GAMES.items() for preset in game.presets]


def page(dials: object) -> str:
    return "\n".join(map(plain_text, page_of(dials).lines(WORDS, dials)))


def page_of(dials: object) -> RulesPage[Any]:
    types = {Dials: "21", f.Dials: "fivecard", c.Dials: "cribbage"}
    return PAGES[types[type(dials)]][0]


@pytest.mark.parametrize("name", GAMES)
def test_every_dial_has_its_sentence_or_a_reason_to_have_none(name):
    shown, unsaid = PAGES[name]
    said = {name for sentences in shown.sections.values() for name in sentences}
    names = {field.name for preset in GAMES[name].presets.values() for field in fields(preset)}
    within = shown.within
    assert said - NO_DIALS | set(within) | set(unsaid) == names
    assert not said & set(unsaid) | said & set(within) | set(within) & set(unsaid)
    assert set(within.values()) <= said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "preset"), TOLD)
def test_every_preset_can_be_told_in_full_and_in_short(name, preset, language):
    words, presenter = Words(Localizer(), language), PRESENTERS[name]
    dials: object = GAMES[name].presets[preset]
    lines = presenter.rules(words, dials)
    headings = [
        words.text(f"rules-{section}")
        for section, sentences in PAGES[name][0].sections.items()
        if any(fits(dials) for fits in sentences.values())
    ]
    assert [span_text(line[0]) for line in lines] == headings
    short = plain_text(presenter.short_rules(words, words.rules_name(preset), dials))
    assert fits_alert(short)
    assert "{" not in short + "".join(map(plain_text, lines))


def test_every_preset_has_a_name_of_its_own():
    presets = [preset for _, preset in TOLD]
    names = [WORDS.rules_name(preset) for preset in presets]
    assert len(set(names)) == len(names)
    assert not set(names) & set(presets)


CHANGES: list[tuple[Any, dict[str, Any]]] = [
    (QQ21, {"decks": 2}),
    (QQ21, {"seats_min": 3}),
    (QQ21, {"seats_max": 5}),
    (QQ21, {"banker": d.Banker.PLAYER}),
    (QQ21, {"banker": d.Banker.HOUSE}),
    (replace(QQ21, banker=d.Banker.PLAYER), {"banker_first": d.FirstBanker.HOUSE}),
    (QQ21, {"turns": Turns.IN_ORDER}),
    (QQ21, {"rotation": Rotation.NONE}),
    (QQ21, {"rotation": Rotation.EVERY_N_ROUNDS}),
    (QQ21, {"rotation": Rotation.ON_FULL_PAYOUT}),
    (QQ21, {"rotation_direction": Direction.CLOCKWISE}),
    (QQ21, {"player_first_card": Face.OPEN}),
    (QQ21, {"player_second_card": Face.HIDDEN}),
    (QQ21, {"hit_cards": Face.HIDDEN}),
    (QQ21, {"banker_first_card": Face.OPEN}),
    (QQ21, {"banker_second_card": Face.HIDDEN}),
    (QQ21, {"hole_card": d.HoleCard.AFTER_PLAYERS}),
    (QQ21, {"peek": d.Peek.ACE}),
    (HK_CASINO, {"peek": d.Peek.NONE}),
    (QQ21, {"no_peek_loses": d.NaturalTakes.ORIGINAL_BET}),
    (QQ21, {"banker_draws": d.BankerDraws.FIXED}),
    (QQ21, {"banker_draws": d.BankerDraws.FREE_FROM_17}),
    (QQ21, {"banker_stands_on": 16}),
    (HK_CASINO, {"banker_soft": d.BankerSoft.HIT_SOFT_17}),
    (HK_CASINO, {"banker_soft": d.BankerSoft.CHOICE}),
    (QQ21, {"player_min_total": 15}),
    (QQ21, {"max_cards": 5}),
    (QQ21, {"auto_stand_21": False}),
    (QQ21, {"natural_payout": Fraction(6, 5)}),
    (QQ21, {"natural_vs_banker_natural": d.Winner.PLAYER}),
    (QQ21, {"natural_vs_banker_natural": d.Winner.BANKER}),
    (QQ21, {"natural_settled": d.NaturalSettled.AT_ONCE}),
    (QQ21, {"banker_natural_collects": 2}),
    (QQ21, {"banker_natural_beats_21": False}),
    (QQ21, {"five_card_payout": Fraction(2)}),
    (QQ21, {"banker_five_card_beats_points": True}),
    (QQ21, {"suited_678_payout": Fraction(3)}),
    (QQ21, {"ties": d.Ties.BANKER}),
    (QQ21, {"double_on": d.DoubleOn.NONE}),
    (QQ21, {"double_on": d.DoubleOn.FIRST_TWO}),
    (QQ21, {"double_on": d.DoubleOn.TOTAL_11}),
    (QQ21, {"double_on": d.DoubleOn.TOTAL_10_11}),
    (QQ21, {"double_on": d.DoubleOn.TOTAL_9_11}),
    (QQ21, {"double_after_split": True}),
    (QQ21, {"split_by": d.SplitBy.NONE}),
    (QQ21, {"split_by": d.SplitBy.RANK}),
    (QQ21, {"max_split_hands": 4}),
    (QQ21, {"split_aces_one_card": True}),
    (QQ21, {"split_natural_is_21": False}),
    (HK_CASINO, {"insurance": d.Insurance.NONE}),
    (HK_CASINO, {"insurance_amount": Fraction(1, 4)}),
    (HK_CASINO, {"insurance_payout": Fraction(1)}),
    (HK_CASINO, {"insurance_mode": d.InsuranceMode.REFUND_MAIN}),
    (QQ21, {"escape_player": EscapePlayer.INITIAL_BET}),
    (QQ21, {"escape_banker": d.EscapeBanker.SUM_OF_INITIAL_BETS}),
    (QQ21, {"bank_cover": d.BankCover.UNLIMITED}),
    (QQ21, {"bet_step": 5}),
    (QQ21, {"pair_bet": d.PairBet.PLAYERS}),
    (CN4DECK, {"pair_match": d.PairMatch.RANK_SUIT}),
    (CN4DECK, {"pair_payout": Fraction(12)}),
    (CN4DECK, {"pair_settled": d.PairSettled.AT_DEAL}),
]

FOUR = replace(HK_HOME5, seats_max=4)
CHANGES_OF_FIVE: list[tuple[Any, dict[str, Any]]] = [
    (HK_HOME5, {"decks": 2}),
    (FOUR, {"seats_min": 3}),
    (HK_HOME5, {"seats_max": 4}),
    (HK_HOME5, {"turns": Turns.TOGETHER}),
    (HK_HOME5, {"rotation": Rotation.NONE}),
    (FOUR, {"rotation_direction": Direction.CLOCKWISE}),
    (HK_HOME5, {"player_first_card": Face.OPEN}),
    (HK_HOME5, {"player_second_card": Face.HIDDEN}),
    (HK_HOME5, {"hit_cards": Face.HIDDEN}),
    (HK_HOME5, {"max_cards": None}),
    (HK_HOME5, {"auto_stand_21": False}),
    (HK_HOME5, {"double_bust": f.DoubleBust.DRAW}),
    (HK_HOME5, {"tie_break": f.TieBreak.NONE}),
    (HK_HOME5, {"tie_break_compare": f.TieBreakCompare.POINTS}),
    (HK_HOME5, {"escape_player": EscapePlayer.INITIAL_BET}),
    (HK_HOME5, {"bet_step": 5}),
]
CRIBBAGE = c.PRESETS["cribbage"]
CHANGES_OF_CRIBBAGE: list[tuple[Any, dict[str, Any]]] = [
    (CRIBBAGE, {"target": c.Target.ONCE_ROUND}),
    (CRIBBAGE, {"skunk_line": 80}),
    (replace(CRIBBAGE, double_skunk_line=None), {"skunk_line": None}),
    (CRIBBAGE, {"double_skunk_line": None}),
    (CRIBBAGE, {"turn_minutes": 1}),
    (CRIBBAGE, {"turn_minutes": 90}),
    (CRIBBAGE, {"turn_minutes": 60}),
    (CRIBBAGE, {"turn_minutes": 24 * 60}),
]
every_change = pytest.mark.parametrize(
    ("preset", "change"),
    CHANGES + CHANGES_OF_FIVE + CHANGES_OF_CRIBBAGE,
    ids=lambda value: str(value)[:40],
)


@every_change
def test_a_dial_that_is_turned_changes_the_page(preset, change):
    turned = replace(preset, **change)
    assert turned != preset
    assert page(turned) != page(preset)


def test_every_dial_of_the_two_games_was_turned():
    turned = {name for _, change in CHANGES for name in change}
    without_effect = {
        "deal_order",
        "double_amount",
        "resplit_aces",
        "bonus_after_split",
        "bonus_after_double",
        "surrender",
        "shuffle",
        "pair_targets",
    }
    assert turned | without_effect == {field.name for field in fields(Dials)}
    assert not turned & without_effect


def test_every_dial_of_five_cards_was_turned():
    turned = {name for _, change in CHANGES_OF_FIVE for name in change}
    of_one_value = {"banker", "bank_cover", "tie_break_equal", "shuffle"}
    assert turned | of_one_value == {field.name for field in fields(f.Dials)}


def test_every_dial_of_cribbage_was_turned():
    turned = {name for _, change in CHANGES_OF_CRIBBAGE for name in change}
    of_one_value = {"first_deal", "muggins", "crib_flush", "heels"}
    assert turned | of_one_value == {field.name for field in fields(c.Dials)}


@every_change
def test_what_was_changed_is_told_in_a_sentence(preset, change):
    told = page_of(preset).changes(WORDS, replace(preset, **change), change)
    assert len(told) == 1
    assert not told[0][0].islower()
    assert told[0].endswith(".")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"natural_payout": Fraction(3, 2)}, "it pays 3:2."),
        ({"seats_min": 3, "seats_max": 5}, "3 to 5 seats, one of them the bank’s."),
        ({"five_card_payout": None}, "Five cards pay nothing extra."),
        ({"pair_bet": d.PairBet.NONE}, "There are no pair bets."),
    ],
)
def test_what_the_page_tells_together_or_leaves_out_is_told_once(change, told):
    (sentence,) = page_of(QQ21).changes(WORDS, replace(QQ21, **change), change)
    assert sentence.endswith(told)


def values_of(game: AnyGame, name: str) -> list[str]:
    """Every word that a dial may be, of numbers the least and the largest."""
    return [word for told in READERS[game.name].values_of(name) for word in told.split(" to ")]


def changes_of(game: AnyGame, preset: str) -> Iterator[tuple[dict[str, str], object]]:
    """Every dial of a set turned to every value that can be played, one at a time."""
    for name in all_written(game.presets[preset]):
        for value in values_of(game, name):
            with suppress(Refusal):
                dials: object = game.with_options(preset, {name: value})
                if changed := dict(game.options(preset, dials)):
                    yield changed, dials


@pytest.mark.parametrize(("name", "preset"), TOLD)
def test_no_dial_is_told_by_its_name_or_its_written_value(name, preset):
    game, presenter = GAMES[name], PRESENTERS[name]
    before: object = game.presets[preset]
    for changed, dials in changes_of(game, preset):
        told = presenter.changes(WORDS, dials, changed)
        assert len(told) <= 1, changed
        for sentence in told:
            assert re.fullmatch(r"[A-Z0-9][^_={}]*[.]", sentence), changed
            assert not re.search(r"\b(none|null|true|false|n/a)\b", sentence), changed
        if not told:
            assert page(dials) == page(before), changed


@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        ("qq21", {"banker_first": "house"}),
        ("qq21", {"pair_payout": "5"}),
        ("qq21", {"insurance_payout": "1"}),
        ("qq21", {"resplit_aces": "true"}),
        ("qq21", {"bonus_after_split": "false"}),
        ("hk_casino", {"rotation": "each_round"}),
        ("hk_casino", {"escape_banker": "auto_play"}),
        ("hk_home5", {"tie_break": "none", "tie_break_compare": "points"}),
        ("hk_home5", {"rotation_direction": "cw"}),
    ],
)
def test_a_dial_that_turns_nothing_by_these_rules_is_not_mentioned(preset, changed):
    game = next(game for game in GAMES.values() if preset in game.presets)
    silent = list(changed)[-1]
    dials: object = game.with_options(preset, changed)
    assert PRESENTERS[game.name].changes(WORDS, dials, [silent]) == []


def test_each_subject_has_a_heading_of_its_own():
    told = page(CN4DECK).splitlines()
    for heading, words in {
        "Pair bets: ": "Before the deal you may bet on a pair",
        "Insurance: ": "Against an open ace of the bank you may insure",
        "The bank’s natural: ": "With an open ace the bank looks for a natural",
    }.items():
        assert [line.startswith(heading) for line in told if words in line] == [True]
    assert not [line for line in page(HK_CASINO).splitlines() if line.startswith("Pair bets")]


def test_without_a_hole_card_the_page_says_what_a_late_natural_takes():
    dials = TWENTY_ONE.with_options("hk_casino", {"hole_card": "after_players"})
    told = page(dials)
    assert "its second comes when the players are done" in told
    assert "A natural found at the end takes doubled and split bets too." in told
    assert "looks for a natural" not in told
    assert page_of(dials).changes(WORDS, dials, ["peek"]) == []


def test_the_page_of_the_casino_says_what_its_clauses_say():
    told = page(HK_CASINO)
    for words in (
        "6 decks",
        "The house holds the bank",
        "you may insure for half your bet",
        "that pays 2:1",
        "The bank draws below 17 and stands from there. The bank stands on a soft 17 too.",
        "it pays 3:2",
        "equal points give the bet back",
        "Bets are multiples of 2",
    ):
        assert words in told


def test_the_page_of_five_cards_says_what_its_clauses_say():
    told = page(HK_HOME5)
    for words in (
        "2 players.",
        "There is no bank: everyone stakes the same",
        "Your first card lies face down",
        "Players decide one after the other. The first move passes on after each round.",
        "A hand ends with its fifth card.",
        "Equal points draw one card each, and the smaller one takes it.",
    ):
        assert words in told
    assert "2–6 players." in page(replace(HK_HOME5, seats_max=6))


def test_the_page_of_cribbage_says_what_its_clauses_say():
    told = page(CRIBBAGE)
    for words in (
        "The first to 121 wins at once, twice round the board.",
        "Who loses below 91 is skunked, which counts as two games; below 61 doubly so, as three.",
        "The stake is for the whole match and may be nothing.",
        "Each cuts a card; the lower one’s owner deals first",
        "A jack as starter, his heels, gives the dealer 2.",
        "In the crib only five cards of one suit count as a flush.",
        "A decision takes as long as at other tables.",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"target": "61"}, "The first to 61 wins at once, once round the board."),
        ({"target": "61"}, "Who loses below 31 is skunked, which counts as two games. "),
        ({"skunk_line": "none", "double_skunk_line": "none"}, "There are no skunk lines."),
        ({"turn_minutes": "1"}, "A decision may take a minute."),
        ({"turn_minutes": "90"}, "A decision may take 90 minutes."),
        ({"turn_minutes": "60"}, "A decision may take an hour."),
        ({"turn_minutes": "1440"}, "A decision may take 24 hours."),
    ],
)
def test_the_page_of_cribbage_follows_its_dials(options, told):
    assert told in page(GAMES["cribbage"].with_options("cribbage", options))
