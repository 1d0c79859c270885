"""What lies face down is in nothing that a group can read, however a round goes."""

import random
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards import CARDS, face_up
from bot.message import CardFace, GroupMessage, OpenFace, OpenLine, OpenSpan, span_text
from bot.notices import TablePhase, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room
from tests.fakes.walks import open_cards

PRESENTER = Presenter(Localizer())


def drawn_and_written(message: GroupMessage) -> tuple[set[str], str]:
    """Return the cards that are drawn in a message, backs left out, and all its other words."""
    spans = [span for line in message.lines for span in line]
    cards = {str(span.card) for span in spans if isinstance(span, CardFace) and span.card}
    words = "".join(span_text(span) for span in spans if not isinstance(span, CardFace))
    labels = "".join(b.label + b.payload for row in message.buttons for b in row)
    return cards, words + labels


async def play(rules: str, seed: int) -> list[TableShown]:
    """Play a round among up to three, one perhaps the bank, by chance; return what was shown."""
    chance = random.Random(seed)
    room = Room(rules=rules)
    people = [room.player(name) for name in ("ann", "bob", "cat")]
    if chance.random() < 0.5:
        await people.pop().says("/bank 900")
    for player in people:
        await player.says("/join 50")
    await people[0].says("/deal")
    for _ in range(40):
        player = room.player(chance.choice(["ann", "bob", "cat"]))
        await player.says(chance.choice(["/hit", "/stand", "/double", "/split", "/leave"]))
        await room.passes(1)
        if room.shown().result:
            break
    return [notice for notice in room.notices if isinstance(notice, TableShown)]


async def play_cribbage(seed: int) -> list[TableShown]:
    """Play two deals of a match, by panels, by the group's buttons, by the clock."""
    chance = random.Random(seed)
    room = Room(rules="cribbage")
    await room.hears("ann: /join 50", "bob: /join", "ann: /deal")
    for _ in range(60):
        player = room.player(chance.choice(["ann", "bob"]))
        hand = await player.looks()
        commands = [hand.game.format(choice.action) for choice in hand.choices] if hand else []
        if commands and chance.random() < 0.95:
            commands.remove("leave")
        by_hand = player.taps if chance.random() < 0.5 else player.presses
        await (by_hand(chance.choice(commands)) if commands else player.presses("deal"))
        await room.passes(chance.choice([1, 1, 1, 45]))
    return [notice for notice in room.notices if isinstance(notice, TableShown)]


def assert_no_card_leaks(tables: list[TableShown]) -> None:
    assert any(shown.phase is TablePhase.PLAY for shown in tables)
    for shown in tables:
        drawn, written = drawn_and_written(PRESENTER.table(shown))
        assert drawn <= set(map(str, open_cards(shown)))
        assert not set("♠♥♦♣") & set(written)


@pytest.mark.report("X14")
@pytest.mark.parametrize("rules", ["qq21", "hk_home5"])
@settings(deadline=None)
@given(seed=st.integers(0, 10**6))
async def test_a_group_message_draws_open_cards_alone_and_names_none(rules, seed):
    assert_no_card_leaks(await play(rules, seed))


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6))
async def test_what_is_held_or_laid_away_in_cribbage_is_in_no_group_message(seed):
    assert_no_card_leaks(await play_cribbage(seed))


def test_a_card_that_may_be_hidden_does_not_type_check_in_a_group_message():
    """The type checker has the last word: an ignore that nothing needs any more is an error."""
    card = CARDS["As"]
    leaks = [
        GroupMessage(((CardFace(card),),)),  # type: ignore[arg-type] # the whole point
        GroupMessage(((OpenFace(card),),)),  # type: ignore[arg-type] # nobody turned it over
    ]
    fine = GroupMessage(((OpenFace(face_up(card)),),))
    assert len(leaks) == 2
    assert fine.lines
    assert get_type_hints(GroupMessage)["lines"] == tuple[OpenLine, ...]
    assert CardFace not in get_args(OpenSpan)
