"""Answers: what there is to choose, and which of them a press can do without."""

import pytest

from bot.basics import PlayerId
from bot.games import GAMES
from bot.message import plain_text
from bot.present.l10n import Localizer, languages
from bot.present.presenter import SILENT, Presenter
from bot.requests import Reply, Request, Seen
from tests.fakes.house import Room
from tests.fakes.keys import Spoken, spoken
from tests.fakes.messenger import text_of

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


# --- presses ----------------------------------------------------------------------------------

IN = ("ann: /join 50", "bob: /join 50")
PLAYED = (*IN, "ann: /deal", "ann: /stand", "bob: /stand")
SHOWN = [
    ("joined", ("ann: /join 50",), "join"),
    ("joined", PLAYED, "join"),
    ("bet-changed", IN, "more"),
    ("bet-chosen", (*PLAYED, "ann: (again)", "bob: (change)"), "more"),
    ("change-bet", PLAYED, "change"),
    ("dealt", IN, "deal"),
    ("acted", (*IN, "ann: /deal"), "hit"),
]
"""An answer that a press can do without; what was said before, and the button that is pressed."""


@pytest.mark.parametrize(("key", "before", "button"), SHOWN)
async def test_a_press_goes_unanswered_only_where_the_table_shows_what_came_of_it(
    key, before, button
):
    room = Room(deck="5s 6s Kh 5d 6d 7h 2c 2d")
    for line in before:
        name, said = line.split(": ")
        player = room.player(name)
        asks = player.presses if said.startswith("(") else player.says
        assert (await asks(said.strip("()"))).accepted
    stood = text_of(PRESENTER.table(room.shown()))
    room.news()
    who = room.player("cat" if key == "joined" else "bob" if key == "bet-chosen" else "ann")
    request = who.pressed(button)
    reply = await room.asks(request)
    answer = PRESENTER.answer(request, reply, await who.looks())
    assert (reply.key, answer.silent) == (key, True)
    assert text_of(PRESENTER.table(room.shown())) != stood
    assert room.news()


def others() -> list[Spoken]:
    """Return everything that is answered and not listed: a new answer is among them by itself."""
    shown = {key for key, _, _ in SHOWN}
    return [each for each in spoken() if each.kind == "answer" and each.key not in shown]


@pytest.mark.parametrize("each", others(), ids=lambda each: each.key)
def test_every_other_answer_is_said_to_who_pressed(each):
    facts: dict[str, int | str] = dict.fromkeys(each.facts, 1)
    request = Request("x", None, PlayerId("test:ann"), "Ann", "leave", seen=Seen(1, 1, "lobby"))
    assert not PRESENTER.answer(
        request, Reply(accepted=True, key=each.key, facts=facts), None
    ).silent


def test_what_a_press_can_do_without_is_looked_at_above():
    assert set(SILENT) == {key for key, _, _ in SHOWN}


async def test_a_bet_for_which_more_is_held_is_told_to_who_joins():
    room = Room()
    await room.player("boss", admin=True).says("/new hk_banker banker_natural_collects=2")
    await room.hears("ann: /bank 500")
    request = room.player("bob").pressed("join")
    answer = PRESENTER.answer(request, await room.asks(request), None)
    assert not answer.silent
    assert "The table holds 20 of yours" in answer.alert
