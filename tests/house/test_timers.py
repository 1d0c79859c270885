"""Deadlines (design, section 6): seconds are seconds, and nothing waits for ever."""

import pytest

from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from tests.fakes.house import Room

PLAYING, SETTLED = TablePhase.PLAY, TablePhase.SETTLED
LOW = "2s 2h 2d 3s 3h 3d As Ah Ad Ac 2c 3c"
"""Hands that can take several cards: two cards each for two players and the bank, then aces."""


async def dealt(*names: str, banker: str = "", deck: str = LOW) -> Room:
    room = Room(deck=deck)
    if banker:
        await room.player(banker).says("/bank 500")
    for name in names:
        await room.player(name).says("/join 50")
    await room.player(names[0]).presses("deal")
    return room


@pytest.mark.report("F16")
async def test_nothing_happens_a_second_early_and_the_clock_acts_on_time():
    room = await dealt("ann", "bob")
    assert room.shown().seconds == 45
    told = len(room.notices)
    await room.passes(44)
    assert (room.shown().phase, len(room.notices)) == (PLAYING, told)
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_everyone_who_is_late_stands_in_one_go():
    room = await dealt("ann", "bob")
    room.news()
    await room.passes(45)
    assert [type(notice).__name__ for notice in room.news()].count("TableShown") == 1


async def test_together_the_phase_s_time_does_not_move_while_two_decide():
    room = await dealt("ann", "bob")
    await room.passes(30)
    await room.player("ann").says("/hit")
    await room.player("bob").says("/hit")
    await room.passes(15)
    assert room.shown().phase is SETTLED


async def test_together_the_last_of_several_has_fifteen_seconds():
    room = await dealt("ann", "bob")
    await room.passes(5)
    await room.player("ann").says("/stand")
    assert room.shown().seconds == 15
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_together_the_last_one_never_gets_more_than_the_phase_left():
    room = await dealt("ann", "bob")
    await room.passes(40)
    await room.player("ann").says("/stand")
    await room.passes(5)
    assert room.shown().phase is SETTLED


async def test_together_the_last_one_has_fifteen_seconds_again_at_each_act():
    room = await dealt("ann", "bob")
    await room.passes(40)
    await room.player("ann").says("/stand")
    await room.passes(4)
    await room.player("bob").says("/hit")
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_together_nobody_has_more_than_ninety_seconds_in_all():
    room = await dealt("ann", "bob")
    await room.passes(44)
    await room.player("bob").says("/stand")
    await room.player("ann").says("/hit")
    for _ in range(3):
        await room.passes(14)
        await room.player("ann").says("/hit")
    await room.passes(3)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_a_player_alone_has_the_whole_time():
    room = await dealt("ann")
    await room.passes(40)
    await room.player("ann").says("/hit")
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_a_banker_who_may_choose_has_the_time_of_a_turn():
    room = await dealt("ann", banker="cat")
    await room.passes(20)
    await room.player("ann").says("/stand")
    assert (room.shown().phase, room.shown().seconds) == (PLAYING, 45)
    await room.passes(44)
    await room.player("cat").says("/hit")
    await room.passes(44)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_who_does_nothing_for_a_whole_round_sits_out():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/stand")
    await room.passes(45)
    assert [(seat.name, seat.sits_out) for seat in room.shown().seats] == [
        ("Ann", False),
        ("Bob", True),
    ]
    await room.player("ann").presses("again")
    assert [player.name for player in room.playing()] == ["ann"]


async def test_who_bet_for_the_next_round_meanwhile_did_something_and_is_in_it():
    room = await dealt("ann", "bob")
    await room.player("bob").says("/bet 60")
    await room.player("ann").says("/stand")
    await room.passes(15)
    assert {(seat.name, seat.sits_out, seat.again) for seat in room.shown().seats} == {
        ("Ann", False, False),
        ("Bob", False, True),
    }
    await room.player("ann").presses("again")
    assert sorted(player.name for player in room.playing()) == ["ann", "bob"]


async def test_who_acted_once_does_not_sit_out_for_running_out_of_time():
    room = await dealt("ann", "bob")
    await room.player("ann").says("/hit")
    await room.passes(45)
    assert [(seat.name, seat.sits_out) for seat in room.shown().seats] == [
        ("Ann", False),
        ("Bob", True),
    ]


async def test_an_act_in_the_tick_of_the_deadline_is_refused_or_counts_never_both():
    room = await dealt("ann")
    room.clock.step_to(room.clock.now() + 45)
    reply = await room.player("ann").says("/hit")
    await room.house.drain()
    assert (reply.key, room.shown().phase) == ("no-round", SETTLED)


async def test_an_old_timer_is_dropped_and_leaves_nothing_behind():
    room = await dealt("ann", "bob")
    await room.passes(30)
    await room.player("ann").says("/stand")
    told = len(room.notices)
    await room.player("bob").says("/stand")
    assert room.shown().phase is SETTLED
    await room.passes(100)
    assert (room.shown().phase, len(room.notices) - told) == (SETTLED, 4 - 1)


async def test_times_are_settings():
    room = Room(settings=HouseSettings(turn_seconds=20, lobby_seconds=30))
    await room.player("ann").says("/join 50")
    await room.passes(29)
    await room.player("ann").presses("deal")
    await room.passes(19)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


@pytest.mark.row(95)
@pytest.mark.parametrize("seconds", [1, 30, 44])
async def test_after_a_restart_a_deadline_has_a_grace_of_fifteen_seconds(seconds):
    room = await dealt("ann", "bob")
    await room.passes(seconds)
    await room.restart()
    left = max(45 - seconds, 15)
    await room.passes(left - 1)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


@pytest.mark.report("F23")
@pytest.mark.row(95)
async def test_a_deadline_that_passed_while_the_house_was_down_has_the_grace_too():
    room = await dealt("ann", "bob")
    room.clock.at += 3_600
    await room.restart()
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_after_a_restart_the_last_to_decide_has_time_though_the_phase_began_long_ago():
    room = await dealt("ann", "bob")
    room.clock.at += 3_600
    await room.restart()
    await room.player("ann").says("/stand")
    await room.passes(14)
    assert room.shown().phase is PLAYING
