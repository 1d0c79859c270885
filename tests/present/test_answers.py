"""Answers of several lines: what there is to choose, for who named something else."""

import pytest

from bot.games import GAMES
from bot.message import plain_text
from bot.present.l10n import Localizer, languages
from bot.present.presenter import Presenter
from tests.fakes.house import Room

PRESENTER = Presenter(Localizer())


@pytest.mark.parametrize("typed", ["/new poker", "/new 21 poker", "/rules poker"])
async def test_who_names_an_unknown_game_is_told_what_there_is_in_plain_words(typed):
    room = Room()
    asked = room.player("ann").typed(typed)
    answer = PRESENTER.answer(asked, await room.asks(asked), None)
    first, *told, last = map(plain_text, answer.message.lines)
    assert first == "“poker” is not played here."
    assert told[0].startswith("I deal 21: take cards to come closer to 21 than the bank")
    starts = [line.split(" ")[0] for line in told]
    assert starts == [start for game in GAMES.values() for start in ("I", *game.presets)]
    assert "/new qq21" in last
    assert "Choose one of: " in answer.alert


@pytest.mark.parametrize("language", languages())
def test_every_set_of_rules_is_said_in_a_line_of_its_own(language):
    texts = Localizer()
    presets = [preset for game in GAMES.values() for preset in game.presets]
    said = [texts.text(language, f"rules-what-{preset}") for preset in presets]
    assert len(set(said)) == len(presets)
    assert max(map(len, said)) <= 80
