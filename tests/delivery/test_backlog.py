"""How much waits to go out, for whoever watches a bot."""

import pytest

from bot.basics import ChatId
from bot.delivery.delivery import Backlog
from bot.notices import Said, Urgency
from bot.ports import Later
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import TELEGRAM, Kind
from tests.fakes.notices import CLUB, lobby

TOWN = ChatId("test:town")
NOTHING = Backlog(0, 0, 0)


@pytest.fixture
async def flooded() -> PostOffice:
    """For 3 seconds a table and a sentence have waited in one of two chats."""
    office = PostOffice()
    await office.tells(lobby(fresh=True), lobby(chat=TOWN, fresh=True))
    office.messenger.fail(Later(30), place=CLUB)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(1)
    await office.tells(Said(CLUB, "en", Urgency.SETTLEMENT, "table-expired"))
    await office.passes(2)
    return office


async def test_what_waits_is_counted_by_lanes_and_messages_and_by_the_oldest(flooded):
    assert flooded.delivery.backlog() == Backlog(lanes=1, messages=2, oldest_seconds=3)
    await flooded.passes(60)
    assert flooded.delivery.backlog() == NOTHING


async def test_what_waits_for_a_chat_that_is_out_of_reach_is_not_counted(flooded):
    flooded.delivery.suspend(CLUB)
    assert flooded.delivery.backlog() == NOTHING
    flooded.delivery.resume(CLUB)
    assert flooded.delivery.backlog().messages == 2
    flooded.delivery.lose(CLUB)
    assert flooded.delivery.backlog() == NOTHING


async def test_what_waits_for_a_person_counts_too():
    club = DeliveringRoom(pacing=TELEGRAM)
    club.messenger.fail(Later(30), Kind.WHISPER, times=2)
    for name in ("ann", "bob"):
        await club.player(name).says("/join 50")
    await club.player("ann").presses("deal")
    assert club.delivery.backlog().lanes >= 2
    await club.passes(60)
    assert club.delivery.backlog() == NOTHING
