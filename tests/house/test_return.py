"""Who was forgotten and comes back: no chip farm (design, section 7)."""

import pytest

from bot.basics import ChatId
from bot.ports import FORGOTTEN_SECONDS
from storage.memory import MemoryStore
from tests.fakes.house import Room

OTHER = ChatId("test:other")
HOUR, DAY = 3_600, 24 * 3_600


async def settled() -> Room:
    """Return a room in which Ann has won or lost one round beside Bob."""
    room = Room(store=MemoryStore())
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    return room


@pytest.mark.parametrize(("days", "chips"), [(0, 0), (1, 0), (29, 0), (30, 1_000), (31, 1_000)])
async def test_who_comes_back_within_30_days_is_no_newcomer(days, chips):
    room = await settled()
    await room.player("ann").says("/forgetme yes")
    await room.passes(days * DAY)
    for _ in range(2):
        await room.player("ann").says("/balance")
    assert await room.player("ann").chips() == chips
    assert await room.player("ann", OTHER).chips() == 0


async def test_who_looked_in_between_is_a_newcomer_after_30_days_all_the_same():
    room = await settled()
    ann = room.player("ann")
    await ann.says("/forgetme yes")
    await ann.says("/balance")
    await room.passes(FORGOTTEN_SECONDS)
    await ann.says("/balance")
    assert await ann.chips() == 1_000


async def test_no_other_community_makes_a_newcomer_of_them_either():
    room = await settled()
    await room.player("ann").says("/forgetme yes")
    await room.player("ann", OTHER).says("/balance")
    assert await room.player("ann", OTHER).chips() == 0


@pytest.mark.parametrize(
    ("text", "seconds", "key"), [("/daily", DAY, "daily"), ("/refill", HOUR, "refill")]
)
async def test_daily_and_refill_wait_from_the_forgetting_on(text, seconds, key):
    room = await settled()
    ann = room.player("ann")
    await ann.says("/forgetme yes")
    assert (await ann.says(text)).key == f"{key}-too-early"
    await room.restart()
    await room.passes(seconds - 1)
    assert (await ann.says(text)).key == f"{key}-too-early"
    await room.passes(1)
    assert (await ann.says(text)).key == key
    assert await ann.chips() == 200


async def test_forgetting_again_and_again_makes_no_chips():
    room = await settled()
    ann = room.player("ann")
    for _ in range(5):
        await ann.says("/forgetme yes")
        await ann.says("/daily")
        await ann.says("/refill")
        assert await ann.chips() == 0
        await room.passes(HOUR // 6)


async def test_the_hash_is_dropped_when_its_time_is_over():
    room = await settled()
    assert isinstance(room.store, MemoryStore)
    await room.player("ann").says("/forgetme yes")
    assert len(room.store._forgotten) == 1
    await room.passes(FORGOTTEN_SECONDS)
    await room.restart()
    assert room.store._forgotten == {}
