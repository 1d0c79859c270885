"""A chat that is out of reach for a while: nothing is sent to it, then the latest view once."""

import pytest

from bot.basics import ChatId
from bot.delivery.pump import Tasks
from bot.notices import Said, TablePhase, Urgency
from bot.ports import Gone, Unknown
from bot.serving import Wing
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import Kind, text_of
from tests.fakes.notices import CLUB, closed, lobby

GUILD = ChatId("test:club")
LOUNGE = ChatId("test:club:2")
LOW = "2s 2h 2d 3s 3h 3d As Ah Ad Ac 2c 3c"


def kinds(office: PostOffice, chat: ChatId = CLUB) -> list[str]:
    return [call.kind.value for call in office.messenger.to_group(chat)]


async def all_goes_out(office: PostOffice) -> None:
    await office.delivery.drain()
    await office.passes(60)


async def test_nothing_is_sent_while_it_is_away_and_nothing_counts_as_waiting():
    office = PostOffice()
    office.delivery.suspend(CLUB)
    await office.tells(lobby(fresh=True), Said(CLUB, "en", Urgency.SETTLEMENT, "rules-gone", {}))
    await office.passes(3_600)
    assert kinds(office) == []
    assert office.delivery.waiting_since() is None


async def test_when_it_is_back_the_latest_view_goes_out_once():
    office = PostOffice()
    await office.tells(lobby(fresh=True))
    office.delivery.suspend(CLUB)
    for bet in (20, 30, 40):
        await office.tells(lobby(f"Ann {bet}"))
        await office.passes(60)
    office.delivery.resume(CLUB)
    assert office.delivery.waiting_since() == office.clock.now()  # not since it was told
    await all_goes_out(office)
    assert kinds(office) == ["post", "edit"]
    assert "40" in text_of(office.messenger.newest(CLUB))


async def test_what_shows_the_chat_nothing_new_is_not_sent():
    office = PostOffice()
    await office.tells(lobby(fresh=True))
    office.delivery.suspend(CLUB)
    await office.tells(lobby("Ann 20"), lobby())
    office.delivery.resume(CLUB)
    await all_goes_out(office)
    assert kinds(office) == ["post"]


@pytest.mark.parametrize("error", [Gone(), Unknown()])
async def test_what_was_lost_as_it_got_out_of_reach_is_sent(error):
    office = PostOffice()
    office.messenger.fail(error, Kind.POST)
    await office.tells(lobby(fresh=True))
    office.delivery.suspend(CLUB)
    office.delivery.resume(CLUB)
    await all_goes_out(office)
    assert kinds(office) == ["post", "post"]
    assert "Ann" in text_of(office.messenger.newest(CLUB))


async def test_a_table_that_has_closed_is_not_shown_again():
    office = PostOffice()
    await office.tells(lobby(fresh=True))
    await office.tells(closed(lobby()))
    await all_goes_out(office)
    office.delivery.suspend(CLUB)
    office.delivery.resume(CLUB)
    await all_goes_out(office)
    assert kinds(office) == ["post", "edit"]


async def test_every_channel_of_a_guild_is_meant_also_one_first_spoken_to_meanwhile():
    office = PostOffice()
    office.delivery.suspend(GUILD)
    await office.tells(lobby(chat=LOUNGE, fresh=True))
    assert kinds(office, LOUNGE) == []
    office.delivery.resume(GUILD)
    await all_goes_out(office)
    assert kinds(office, LOUNGE) == ["post"]


async def test_a_chat_that_was_lost_meanwhile_can_be_spoken_to_once_it_asks_again():
    office = PostOffice()
    office.delivery.suspend(GUILD)
    office.delivery.lose(GUILD)
    office.delivery.tell(GUILD, "telegram-added", "en")
    await all_goes_out(office)
    assert kinds(office, GUILD) == ["post"]


# --- with the house ---------------------------------------------------------------------------


def wing_of(room: DeliveringRoom) -> Wing:
    return Wing(room.house, room.delivery, Tasks())


async def all_done(room: DeliveringRoom, wing: Wing) -> None:
    await wing.tasks.drain()
    await room.delivery.drain()


@pytest.mark.row(87)
async def test_a_round_goes_on_where_it_stood_under_one_new_message():
    room = DeliveringRoom(deck=LOW)
    wing = wing_of(room)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    await room.passes(40)
    sent = len(room.messenger.calls)
    wing.away(GUILD)
    await room.passes(3_600)
    assert len(room.messenger.calls) == sent
    wing.back(GUILD)
    wing.back(GUILD)
    await all_done(room, wing)
    calls = [call.kind for call in room.messenger.calls[sent:]]
    assert calls == [Kind.POST, Kind.EDIT]  # the table, and the one before it closed
    await room.hears("ann: /stand", "bob: /stand")
    assert room.shown().phase is TablePhase.SETTLED


@pytest.mark.parametrize("both", [(GUILD, ChatId("test")), (ChatId("test"), GUILD)])
async def test_a_guild_and_the_line_to_its_platform_have_to_be_back_both(both):
    """Whichever comes back first: nothing is sent before the other has."""
    room = DeliveringRoom(deck=LOW)
    wing = wing_of(room)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    sent = len(room.messenger.calls)
    wing.away(GUILD)
    wing.away(ChatId("test"))
    first, last = both
    wing.back(first)
    await all_done(room, wing)
    await room.passes(3_600)
    assert len(room.messenger.calls) == sent
    wing.back(last)
    await all_done(room, wing)
    assert room.messenger.calls[sent].kind is Kind.POST
    assert room.shown().phase is TablePhase.PLAY


async def test_away_again_in_the_same_moment_it_hears_nothing():
    room = DeliveringRoom(deck=LOW)
    wing = wing_of(room)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    sent = len(room.messenger.calls)
    wing.away(GUILD)
    wing.back(GUILD)
    wing.away(GUILD)
    await all_done(room, wing)
    await room.passes(3_600)
    assert len(room.messenger.calls) == sent
    assert room.shown().phase is TablePhase.PLAY


async def test_who_acts_in_private_meanwhile_is_told_why_that_waits():
    room = DeliveringRoom(deck=LOW)
    wing = wing_of(room)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal")
    wing.away(GUILD)
    await room.player("ann").taps("stand")
    answer = room.messenger.calls[-1].answer
    assert answer is not None
    assert answer.alert.startswith("The chat is out of reach just now.")
