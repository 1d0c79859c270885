"""A chat that is out of reach for a while, by nobody's fault: nothing falls due meanwhile."""

import asyncio
import math

import pytest

from bot.basics import ChatId
from bot.notices import HandShown, Nudged, TablePhase, TableShown
from tests.fakes.house import CLUB, Player, Room
from tests.fakes.stores import DownStore, Failure, TroubledStore

GUILD = ChatId("test:guild")
POKER_ROOM, LOUNGE = ChatId("test:guild:1"), ChatId("test:guild:2")
PLAYING, SETTLED, CLOSED = TablePhase.PLAY, TablePhase.SETTLED, TablePhase.CLOSED
LOW = "2s 2h 2d 3s 3h 3d As Ah Ad Ac 2c 3c"
OUTAGE = 3_600
ANN_AND_BOB = ["test:ann", "test:bob"]


async def dealt(room: Room, *names: str, chat: ChatId = CLUB, rules: str = "21 qq21") -> Player:
    """Deal a round; return who is to act first."""
    assert (await room.player("root", chat, admin=True).says(f"/new {rules}")).accepted
    for name in names:
        await room.player(name, chat).says("/join 50")
    for name in names:
        if room.table(chat).phase is not PLAYING:
            await room.player(name, chat).says("/deal")
    return room.playing(chat)[0]


def waiting(room: Room) -> tuple[int, ...]:
    """Return the seats that the round waits for."""
    running = room.table().running
    assert running is not None
    return running.waiting


async def out_of_reach(room: Room, chat: ChatId = CLUB, seconds: float = OUTAGE) -> None:
    """Let a chat be away for so long."""
    room.house.freeze(chat)
    await room.passes(seconds)
    await room.house.thaw(chat)


# --- nothing falls due ------------------------------------------------------------------------


async def in_a_turn(room: Room) -> None:
    await dealt(room, "ann", "bob", rules="21 qq21 turns=in_order")


async def deciding_together(room: Room) -> None:
    await dealt(room, "ann", "bob")


async def in_a_lobby(room: Room) -> None:
    await room.player("ann").says("/join 50")


async def after_the_first_again(room: Room) -> None:
    await dealt(room, "ann", "bob")
    await room.hears("ann: /stand", "bob: /stand", "ann: /deal")


async def in_a_match(room: Room) -> None:
    await dealt(room, "ann", "bob", rules="cribbage")


async def in_a_slow_match(room: Room) -> None:
    await dealt(room, "ann", "bob", rules="cribbage turn_minutes=1440")


async def between_two_deals(room: Room) -> None:
    await dealt(room, "ann", "bob", rules="cribbage")
    while room.shown().phase is not SETTLED:
        for player in room.playing():
            hand = await player.looks()
            if hand is not None and hand.choices:
                choice = hand.choices[0]
                await player.says("/" + hand.game.format(choice.action).replace("discard", "crib"))


MOMENTS = [
    in_a_turn,
    deciding_together,
    in_a_lobby,
    after_the_first_again,
    in_a_match,
    in_a_slow_match,
    between_two_deals,
]


@pytest.mark.row(87)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_nothing_falls_due_however_long_the_chat_is_away(moment):
    room = Room(deck=LOW)
    await moment(room)
    before, told = room.table(), len(room.notices)
    room.house.freeze(CLUB)
    await room.passes(100_000)
    assert (room.table(), len(room.notices)) == (before, told)


@pytest.mark.row(87)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_when_it_is_back_the_clock_goes_on_with_what_was_left_and_then_acts(moment):
    room = Room(deck=LOW)
    await moment(room)
    await room.passes(4)
    left = (room.table().deadline or 0) - room.clock.now()
    await out_of_reach(room)
    waiting = room.table()
    assert waiting.deadline == room.clock.now() + max(left, 15)
    await room.passes(max(left, 15) - 0.1)
    assert room.table() == waiting
    await room.passes(0.1)
    assert room.table() != waiting


async def test_who_had_a_moment_left_has_the_grace_that_a_restart_gives():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    await room.passes(44)
    await out_of_reach(room)
    assert room.shown().seconds == 15
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_the_last_of_several_to_decide_has_time_though_the_phase_began_long_ago():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    await out_of_reach(room)
    await room.player("ann").says("/stand")
    assert room.shown().seconds == 15
    await room.passes(14)
    assert room.shown().phase is PLAYING


async def test_a_turn_of_a_day_keeps_what_was_left_of_it_over_a_restart():
    room = Room()
    await in_a_slow_match(room)
    began = room.clock.now()
    await out_of_reach(room, seconds=50_000)
    await room.restart()
    assert room.table().deadline == began + 50_000 + 86_400


async def test_who_is_waited_for_is_not_reminded_before_the_chat_is_back():
    room = Room()
    await in_a_match(room)
    await room.passes(10)
    await out_of_reach(room)
    await room.passes(14)
    assert not any(isinstance(notice, Nudged) for notice in room.notices)
    await room.passes(6)
    assert isinstance(room.notices[-1], Nudged)


# --- what is told when it is back -------------------------------------------------------------


async def test_the_table_is_shown_anew_and_everyone_their_cards():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    shown = len(room.notices)
    await out_of_reach(room)
    table, *hands = room.notices[shown:]
    assert isinstance(table, TableShown)
    assert (table.fresh, table.chat) == (True, CLUB)
    assert [hand.player for hand in hands if isinstance(hand, HandShown)] == ANN_AND_BOB


async def test_where_nobody_is_to_act_nobody_is_called():
    room = Room()
    await in_a_lobby(room)
    await out_of_reach(room)
    assert not room.shown().fresh


async def test_a_closed_table_is_not_told_of():
    room = Room()
    await room.hears("ann: /join 50", "ann: /leave")
    told = len(room.notices)
    await out_of_reach(room)
    assert (room.table().phase, len(room.notices)) == (CLOSED, told)


# --- who is meant -----------------------------------------------------------------------------


async def test_every_table_of_a_guild_waits_and_those_of_others_go_on():
    room = Room(deck=LOW)
    for chat in (POKER_ROOM, LOUNGE, CLUB):
        await room.player("ann", chat).says("/join 50")
    await out_of_reach(room, GUILD)
    phases = [room.table(chat).phase for chat in (POKER_ROOM, LOUNGE, CLUB)]
    assert phases == [TablePhase.LOBBY, TablePhase.LOBBY, CLOSED]


async def test_a_guild_that_is_away_stays_away_when_the_line_to_its_platform_is_back():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob", chat=POKER_ROOM)
    await dealt(room, "ann", "bob")
    before = room.table(POKER_ROOM)
    room.house.freeze(GUILD)
    await out_of_reach(room, ChatId("test"))
    await room.passes(OUTAGE)
    assert room.table(POKER_ROOM) == before
    assert room.table().phase is not PLAYING
    await room.house.thaw(GUILD)
    await room.passes(OUTAGE)
    assert room.table(POKER_ROOM).phase is not PLAYING


async def test_a_table_cannot_be_opened_where_nobody_would_see_it():
    room = Room()
    room.house.freeze(GUILD)
    ann = room.player("ann", POKER_ROOM)
    assert (await ann.says("/join 50")).key == "chat-away"  # typed just before
    await room.house.thaw(GUILD)
    assert (await ann.says("/join 50")).accepted


# --- what is asked meanwhile ------------------------------------------------------------------


@pytest.mark.parametrize("act", ["/stand", "/hit", "/leave"])
async def test_a_move_in_private_is_refused_with_its_reason_and_changes_nothing(act):
    """The others could not see it, and the round might end behind their backs."""
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    before = room.table()
    assert (await room.player("ann").whispers(act)).key == "chat-away"
    assert (await room.player("ann").taps(act)).key == "chat-away"
    assert room.table() == before
    await room.house.thaw(CLUB)
    assert (await room.player("ann").whispers("/stand")).accepted


async def test_such_a_move_sent_again_late_has_the_same_answer():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    await room.player("ann").whispers("/stand")
    await room.house.thaw(CLUB)
    assert (await room.repeats()).key == "chat-away"
    assert waiting(room) == (0, 1)


async def test_cards_and_chips_can_be_looked_at():
    room = Room(deck=LOW)
    ann = await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    assert await ann.looks()
    assert (await ann.whispers("/hand")).accepted
    assert (await ann.whispers("/balance")).accepted
    assert (await ann.whispers("/daily")).accepted


async def test_who_wants_to_be_forgotten_leaves_at_once_and_the_others_lose_no_time():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    await room.passes(OUTAGE)
    await room.player("ann").whispers("/forgetme yes")
    assert waiting(room) == (1,)
    await room.passes(OUTAGE)
    await room.house.thaw(CLUB)
    assert room.table().deadline == room.clock.now() + 45


# --- how it ends ------------------------------------------------------------------------------


async def test_a_restart_meanwhile_is_as_any_restart():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    await room.passes(OUTAGE)
    await room.restart()
    await room.passes(14)
    assert room.shown().phase is PLAYING
    await room.passes(1)
    assert room.shown().phase is SETTLED


async def test_a_chat_that_is_lost_meanwhile_is_given_up_and_can_begin_anew():
    room = Room(deck=LOW)
    await dealt(room, "ann", chat=POKER_ROOM)
    room.house.freeze(GUILD)
    await room.house.abandon(GUILD)
    ann = room.player("ann", POKER_ROOM)
    assert (room.table(POKER_ROOM).phase, await ann.chips()) == (CLOSED, 1_000)
    assert (await ann.says("/join 50")).accepted
    await room.passes(600)
    assert room.table(POKER_ROOM).phase is CLOSED


# --- at the same moment -----------------------------------------------------------------------


async def test_away_twice_and_back_twice_is_away_once_and_back_once():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    await room.passes(5)
    room.house.freeze(CLUB)
    await room.passes(20)
    room.house.freeze(CLUB)
    await room.passes(20)
    told = len(room.notices)
    await asyncio.gather(room.house.thaw(CLUB), room.house.thaw(CLUB))
    assert room.table().deadline == room.clock.now() + 40
    tables = [n for n in room.notices[told:] if isinstance(n, TableShown)]
    assert len(tables) == 1


async def test_back_without_having_been_away_changes_nothing():
    room = Room(deck=LOW)
    await dealt(room, "ann", "bob")
    before, told = room.table(), len(room.notices)
    await room.house.thaw(CLUB)
    assert (room.table(), len(room.notices)) == (before, told)


async def test_an_act_under_way_is_carried_out_and_the_next_one_has_its_time():
    room = Room(deck=LOW, store=TroubledStore())
    ann = await dealt(room, "ann", "bob", rules="21 qq21 turns=in_order")
    act = asyncio.ensure_future(ann.says("/stand"))
    for _ in range(6):
        await asyncio.sleep(0)
    room.house.freeze(CLUB)
    assert (await act).accepted
    await room.passes(OUTAGE)
    assert waiting(room) == (1,)
    await room.house.thaw(CLUB)
    assert room.table().deadline == room.clock.now() + 45


@pytest.mark.parametrize("turns", range(12))
async def test_a_timeout_on_its_way_counts_before_the_chat_is_away_or_not_at_all(turns):
    room = Room(deck=LOW, store=TroubledStore())
    await dealt(room, "ann", "bob")
    room.clock.step_to(math.inf)  # time is up, and the house has not got round to it
    for _ in range(turns):
        await asyncio.sleep(0)
    room.house.freeze(CLUB)
    await room.house.thaw(CLUB)
    await room.house.drain()
    on_time = room.table().phase is SETTLED
    assert on_time or (room.table().deadline or 0) >= room.clock.now() + 15
    await room.passes(14)
    assert room.table().phase is (SETTLED if on_time else PLAYING)


async def test_away_again_while_it_comes_back_nothing_falls_due():
    room = Room(deck=LOW, store=TroubledStore())
    await dealt(room, "ann", "bob", chat=POKER_ROOM)
    await dealt(room, "ann", "bob", chat=LOUNGE)
    for wait in range(12):
        room.house.freeze(GUILD)
        back = asyncio.ensure_future(room.house.thaw(GUILD))
        for _ in range(wait):
            await asyncio.sleep(0)
        room.house.freeze(GUILD)
        await back
        await room.passes(OUTAGE)
        assert [room.table(chat).phase for chat in (POKER_ROOM, LOUNGE)] == [PLAYING] * 2
    await room.house.thaw(GUILD)
    await room.passes(46)
    assert [room.table(chat).phase for chat in (POKER_ROOM, LOUNGE)] == [SETTLED] * 2


@pytest.mark.parametrize("failure", [*Failure, None])
async def test_a_store_in_trouble_when_the_chat_is_back_holds_the_clock_up_and_no_longer(failure):
    store = TroubledStore() if failure else DownStore()
    room = Room(deck=LOW, store=store)
    await dealt(room, "ann", "bob")
    room.house.freeze(CLUB)
    await room.passes(OUTAGE)
    if isinstance(store, TroubledStore) and failure is not None:
        store.failures = [failure]
    elif isinstance(store, DownStore):
        store.unreadable = True
    await room.house.thaw(CLUB)
    if isinstance(store, DownStore):
        store.unreadable = False
    await room.passes(room.settings.retry_seconds + 14)
    assert room.table().phase is PLAYING
    await room.passes(OUTAGE * 2)
    assert room.table().phase is not PLAYING
