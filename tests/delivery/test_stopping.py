"""The end of delivery: what may go now goes, nothing hangs, and nobody hears of the rest."""

import asyncio
import logging
from dataclasses import dataclass, field, replace

import pytest

from bot.basics import ChatId
from bot.message import GroupMessage
from bot.notices import TableShown, Urgency
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import RecordingMessenger
from tests.fakes.notices import CLUB, lobby
from tests.fakes.swift import in_no_time


@dataclass
class Unplugged(RecordingMessenger):
    """A platform to which there is no connection: what is asked of it waits, as in adapters."""

    asked: list[ChatId] = field(default_factory=list)

    async def post(self, chat: ChatId, message: GroupMessage, nonce: str) -> str:
        self.asked.append(chat)
        await asyncio.Event().wait()
        return await super().post(chat, message, nonce)


class UnpluggedOffice(PostOffice):
    """A delivery without a connection."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.messenger: Unplugged = Unplugged(self.clock, self.pacing)
        self.delivery = self._built()


def opened(chat: ChatId = CLUB) -> TableShown:
    return replace(lobby(urgency=Urgency.TURN), chat=chat)


def kinds(office: PostOffice) -> list[str]:
    return [call.kind for call in office.messenger.calls]


@pytest.mark.parametrize("how", ["finish", "close"])
async def test_nothing_goes_out_after_the_end(how):
    office = PostOffice()
    await office.tells(opened())
    await office.tells(lobby("Ann 20"))
    await getattr(office.delivery, how)()
    await office.passes(60)
    assert kinds(office) == ["post"]


async def test_what_may_go_now_goes_before_the_end():
    office = PostOffice()
    office.delivery.receive(opened())
    await office.delivery.finish(0.5)
    assert kinds(office) == ["post"]


@in_no_time
async def test_what_hangs_is_waited_for_and_then_called_off_without_a_word(caplog):
    office, loop = UnpluggedOffice(), asyncio.get_running_loop()
    office.delivery.receive(opened())
    began = loop.time()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(office.delivery.finish(0.5), 1)
    assert loop.time() - began == pytest.approx(1)
    await office.delivery.close()
    assert loop.time() - began == pytest.approx(1)
    assert len(asyncio.all_tasks()) == 1
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@in_no_time
async def test_after_its_time_nothing_more_begins_although_what_is_under_way_may_end():
    office = UnpluggedOffice()
    office.delivery.receive(opened())
    finishing = asyncio.create_task(office.delivery.finish(0.5))
    await asyncio.sleep(0.6)
    for chat in (CLUB, ChatId("test:other")):
        office.delivery.receive(opened(chat))
    await asyncio.sleep(60)
    assert not finishing.done()
    assert office.messenger.asked == [CLUB]
    await office.delivery.close()
    await finishing


@in_no_time
async def test_what_was_called_off_is_sent_after_the_next_start():
    office = UnpluggedOffice()
    office.delivery.receive(opened())
    await asyncio.sleep(1)
    await office.delivery.close()
    later = PostOffice(store=office.store)
    await later.delivery.recover()
    await later.tells(opened())
    assert kinds(later) == ["post"]
