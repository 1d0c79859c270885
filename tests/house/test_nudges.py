"""Whose turn it is in a match is reminded once, and the reminder goes when it is not any more."""

from dataclasses import replace

import pytest

from bot.cards import format_cards
from bot.house.settings import HouseSettings
from bot.notices import HandShown, Nudged, TablePhase, TableShown
from tests.fakes.house import Player, Room

ANN_DEALS = "2s 9h"
DEALT = "5h 2s 6d 3s 7c 4s 8s 9s Ah Kd 2d Qd Td"
"""Bob, who is pone, and Ann get six cards each, one at a time; then the starter."""


async def begun(*options: str, settings: HouseSettings | None = None) -> Room:
    """Ann deals the first hand of a match with Bob."""
    room = Room(rules="cribbage", settings=settings or HouseSettings())
    room.decks.lay(ANN_DEALS)
    room.decks.lay(DEALT)
    await room.player("root", admin=True).says(" ".join(["/new cribbage", *options]))
    await room.hears("ann: /join 50", "bob: /join", "ann: /deal")
    return room


async def in_play(*options: str, settings: HouseSettings | None = None) -> tuple[Room, Player]:
    """Both have laid away at once, and Bob is to lead."""
    room = await begun(*options, settings=settings)
    ann, bob = room.player("ann"), room.player("bob")
    await bob.presses("discard #5 #6")
    await ann.presses("discard #5 #6")
    return room, bob


def nudges(room: Room) -> list[tuple[str, ...]]:
    """Return whom each reminder named, oldest first; nobody is named where one is taken back."""
    named = []
    for notice in room.notices:
        if isinstance(notice, Nudged):
            names = {line.seat: line.name for line in notice.seats}
            named.append(tuple(names[seat] for seat in notice.waiting))
    return named


# --- when it comes ----------------------------------------------------------------------------


async def test_who_has_not_acted_for_20_seconds_is_reminded_once():
    room, _ = await in_play()
    await room.passes(19)
    assert nudges(room) == []
    await room.passes(1)
    assert nudges(room) == [("Bob",)]
    await room.passes(24)
    assert nudges(room) == [("Bob",)]


async def test_who_acts_before_that_is_not_reminded():
    room, bob = await in_play()
    await room.passes(19)
    await bob.presses("play #1")
    await room.passes(19)
    assert nudges(room) == []
    await room.passes(1)
    assert nudges(room) == [("Ann",)]


async def test_what_is_refused_or_only_looked_at_is_no_act():
    room, bob = await in_play()
    await room.passes(10)
    assert not (await bob.says("/go")).accepted
    await bob.looks()
    await room.passes(10)
    assert nudges(room) == [("Bob",)]


@pytest.mark.parametrize("seconds", [0, 45, 600])
async def test_nobody_is_reminded_where_that_is_off_or_the_clock_acts_before_it(seconds):
    room, _ = await in_play(settings=HouseSettings(nudge_seconds=seconds))
    await room.passes(120)
    assert nudges(room) == []


@pytest.mark.parametrize(("minutes", "half_seconds"), [(1, 30), (10, 300), (1440, 12 * 3600)])
async def test_where_turns_are_long_it_comes_at_half_of_a_turn(minutes, half_seconds):
    room, _ = await in_play(f"turn_minutes={minutes}")
    await room.passes(half_seconds - 1)
    assert nudges(room) == []
    await room.passes(1)
    assert nudges(room) == [("Bob",)]
    await room.passes(half_seconds - 1)
    assert nudges(room) == [("Bob",)]


async def test_other_games_know_no_reminder():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    await room.passes(600)
    assert nudges(room) == []


# --- whom it names ----------------------------------------------------------------------------


async def test_while_cards_are_laid_away_it_names_who_has_not():
    room = await begun()
    await room.player("ann").presses("discard #5 #6")
    await room.passes(20)
    assert nudges(room) == [("Bob",)]


async def test_of_two_it_named_the_one_who_has_acted_is_left_out_and_the_other_not_called_again():
    room = await begun()
    await room.passes(20)
    await room.player("ann").presses("discard #5 #6")
    assert nudges(room) == [("Bob", "Ann"), ("Bob",)]
    await room.passes(44)
    assert nudges(room) == [("Bob", "Ann"), ("Bob",)]
    await room.player("bob").presses("discard #5 #6")
    assert nudges(room)[-1] == ()


async def test_it_says_the_same_whatever_is_hidden():
    told = []
    for pone in ("5h 6d 7c 8s Ah 2d", "Jh Jd 9c 9s 4h 4d"):
        room = Room(rules="cribbage")
        room.decks.lay(ANN_DEALS)
        dealer = ("2s", "3s", "4s", "7s", "Kd", "Qd")
        pairs = zip(pone.split(), dealer, strict=True)
        room.decks.lay(" ".join(f"{one} {other}" for one, other in pairs) + " Td")
        await room.hears("ann: /join 50", "bob: /join", "ann: /deal")
        await room.passes(20)
        told.append([notice for notice in room.notices if isinstance(notice, Nudged)])
        hand = room.player("bob").panel
        assert format_cards(hand.view.cards) == pone  # type: ignore[attr-defined]
    assert told[0] == told[1] != []


# --- when it goes -----------------------------------------------------------------------------


async def test_it_is_taken_back_when_they_act_before_the_table_is_told():
    room, bob = await in_play()
    await room.passes(20)
    room.news()
    await bob.presses("play #1")
    news = room.news()
    assert isinstance(news[0], Nudged)
    assert news[0].waiting == ()
    assert {type(notice) for notice in news[1:]} == {TableShown, HandShown}


async def test_it_is_taken_back_when_the_clock_acts_and_comes_again_at_their_next_turn():
    room, _ = await in_play()
    await room.passes(45)
    assert nudges(room) == [("Bob",), ()]
    await room.player("ann").presses("play #1")
    await room.passes(20)
    assert nudges(room) == [("Bob",), (), ("Bob",)]


@pytest.mark.parametrize("ending", ["left", "called off"])
async def test_it_is_taken_back_when_the_match_ends(ending):
    room, bob = await in_play()
    await room.passes(20)
    if ending == "left":
        await bob.says("/leave")
        await room.passes(2)
        await bob.says("/leave")
    else:
        await room.hears("ann: /stop void", "bob: /stop void")
    assert nudges(room) == [("Bob",), ()]
    await room.passes(600)
    assert nudges(room) == [("Bob",), ()]


async def test_nobody_is_called_between_two_deals():
    room = await begun(settings=HouseSettings(next_deal_seconds=60))
    while room.shown().phase is TablePhase.PLAY:
        await room.passes(20)
        running = room.table().running
        assert running is not None
        assert nudges(room)[-1] != ()
        for seat in running.waiting:
            player = room.playing()[seat]
            hand = await player.looks()
            assert hand is not None
            await player.taps(hand.game.format(hand.choices[0].action))
    before = nudges(room)
    assert before[-1] == ()
    await room.passes(59)
    assert nudges(room) == before
    await room.passes(1)
    assert (room.shown().phase, nudges(room)) == (TablePhase.PLAY, before)


async def test_put_out_of_the_chat_it_calls_nobody():
    room, _ = await in_play()
    await room.house.abandon(room.table().chat)
    await room.passes(600)
    assert nudges(room) == []


# --- restarts ---------------------------------------------------------------------------------


async def test_nothing_of_it_is_stored_and_after_a_restart_it_may_come_again():
    room, _ = await in_play()
    await room.passes(20)
    stored = await room.store.tables()
    await room.passes(1)
    assert await room.store.tables() == stored
    await room.restart()
    await room.passes(0)
    assert nudges(room) == [("Bob",), ("Bob",)]
    await room.passes(10)
    assert nudges(room) == [("Bob",), ("Bob",)]


async def test_before_it_was_due_a_restart_does_not_bring_it_forward():
    room, _ = await in_play()
    await room.passes(10)
    await room.restart()
    await room.passes(9)
    assert nudges(room) == []
    await room.passes(1)
    assert nudges(room) == [("Bob",)]


async def test_a_house_that_was_closed_calls_nobody():
    room, _ = await in_play()
    await room.house.close()
    await room.passes(60)
    assert nudges(room) == []


async def test_a_person_of_the_same_name_is_told_apart_as_on_the_table():
    room, _ = await in_play()
    await room.passes(20)
    [notice] = [notice for notice in room.notices if isinstance(notice, Nudged)]
    assert notice.seats == tuple(replace(line) for line in room.shown().seats)
