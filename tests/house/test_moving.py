"""A chat that goes on under another id, and one that the dealer was put out of."""

import asyncio
from typing import Any

from bot.basics import ChatId, community_of
from bot.notices import TablePhase
from bot.ports import TableRow
from tests.fakes.house import CLUB, Room
from tests.fakes.stores import TroubledStore

UPGRADED = ChatId("test:upgraded")


async def dealt(**options: Any) -> Room:
    """Return a room in which Ann and Bob play; neither holds a natural."""
    room = Room(deck="5s Th 7c 9d Kd 8c", **options)
    for name in ("ann", "bob"):
        await room.player(name).says("/join 50")
    await room.player("ann").presses("deal")
    return room


async def live_tables(room: Room) -> list[TableRow]:
    return [row for row in await room.store.tables() if row.live]


async def test_a_round_goes_on_under_the_new_id_with_every_chip():
    room = await dealt()
    await room.house.move(CLUB, UPGRADED)
    assert not await room.store.top(community_of(CLUB), 9)
    ann, bob = room.player("ann", UPGRADED), room.player("bob", UPGRADED)
    assert await ann.chips() == 950
    await ann.says("/stand")
    await bob.says("/stand")
    table = room.house.table_of(UPGRADED)
    assert table is not None
    assert table.phase is TablePhase.SETTLED
    assert [row.chat for row in await live_tables(room)] == [UPGRADED]


async def test_told_in_both_chats_at_once_it_moves_once_and_the_round_goes_on():
    room = await dealt(store=TroubledStore())
    await asyncio.gather(*(room.house.move(CLUB, UPGRADED) for _ in range(2)))
    assert (await room.player("ann").says("/stand")).accepted
    assert [row.chat for row in await live_tables(room)] == [UPGRADED]


async def test_told_twice_it_moves_once_and_the_old_id_means_the_new_one():
    room = await dealt()
    await room.house.move(CLUB, UPGRADED)
    await room.house.move(CLUB, UPGRADED)
    assert (await room.player("ann").says("/stand")).accepted
    assert room.house.chat_of(1) == UPGRADED
    assert len(await room.store.tables()) == 1


async def test_it_is_still_there_after_a_restart():
    room = await dealt()
    await room.house.move(CLUB, UPGRADED)
    await room.restart()
    assert (await room.player("ann", UPGRADED).says("/stand")).accepted


async def test_where_a_table_was_kept_under_the_new_id_the_old_one_closes_and_pays_back():
    room = await dealt()
    await room.player("cat", UPGRADED).says("/join 50")
    await room.house.move(CLUB, UPGRADED)
    assert [row.chat for row in await live_tables(room)] == [UPGRADED]
    assert not await room.store.top(community_of(CLUB), 9)
    assert await room.player("ann", UPGRADED).chips() == 1_000


async def test_a_chat_without_a_table_has_nothing_to_move():
    room = Room()
    await room.house.move(CLUB, UPGRADED)
    assert room.house.table_of(UPGRADED) is None


async def test_chips_go_along_though_the_house_remembers_no_table():
    room = Room()
    await room.player("ann").says("/daily")
    await room.restart()
    await room.house.move(CLUB, UPGRADED)
    assert await room.player("ann", UPGRADED).chips() == 1_200


async def test_whose_wallet_is_empty_is_no_newcomer_under_the_new_id():
    room = Room()
    await room.player("ann").says("/join all")
    await room.house.move(CLUB, UPGRADED)
    ann = room.player("ann", UPGRADED)
    await ann.says("/balance")
    assert await ann.chips() == 0


async def test_who_speaks_under_the_new_id_before_the_move_is_welcomed_once():
    room = Room()
    await room.player("ann").says("/daily")
    ann = room.player("ann", UPGRADED)
    await ann.says("/balance")
    await room.house.move(CLUB, UPGRADED)
    assert await ann.chips() == 1_200
    await room.house.move(CLUB, UPGRADED)
    assert await ann.chips() == 1_200


async def test_a_second_welcome_goes_back_though_everything_was_staked():
    room = Room()
    await room.player("ann").says("/join 900")
    ann = room.player("ann", UPGRADED)
    await ann.says("/join 1000")
    await room.house.move(CLUB, UPGRADED)
    await ann.says("/leave")
    assert await ann.chips() == 1_000


async def test_the_daily_chips_are_waited_for_under_the_new_id_too():
    room = Room()
    await room.player("ann").says("/daily")
    await room.passes(23 * 3600)
    await room.house.move(CLUB, UPGRADED)
    ann = room.player("ann", UPGRADED)
    assert (await ann.says("/daily")).facts == {"hours": 1, "minutes": 0}
    await room.passes(3600)
    assert (await ann.says("/daily")).accepted


async def test_who_opens_a_table_under_the_new_id_as_one_moves_there_opens_no_second():
    room = Room(store=TroubledStore())
    await room.player("ann").says("/join 50")
    cat, dan = room.player("cat", UPGRADED), room.player("dan", UPGRADED)
    await asyncio.gather(
        room.house.move(CLUB, UPGRADED), cat.says("/join 70"), dan.says("/join 80")
    )
    await room.house.drain()
    assert len(await live_tables(room)) == 1
    table = room.house.table_of(UPGRADED)
    assert table is not None
    staked = (await room.staked(UPGRADED))[1]
    assert staked == sum(sitter.staked for sitter in table.sitters)
    assert sum((await room.chips(UPGRADED)).values()) + staked == 3_000


async def test_put_out_of_a_chat_it_gives_back_everything():
    room = await dealt()
    await room.house.abandon(CLUB)
    assert await room.player("ann").chips() == 1_000
    assert await room.player("bob").chips() == 1_000
    assert not await live_tables(room)
    await room.house.abandon(CLUB)


async def test_bets_on_a_round_that_was_never_dealt_go_back_too():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.house.abandon(CLUB)
    assert await room.player("ann").chips() == 1_000
    assert room.house.chat_of(99) is None
