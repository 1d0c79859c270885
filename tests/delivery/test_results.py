"""Results stay in the chat: whatever comes after them stands in a message of its own."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.basics import PlayerId
from bot.notices import TablePhase, TableShown, Urgency
from bot.ports import Later, Unknown
from bot.requests import Reply, Request, Seen
from tests.fakes.house import CLUB, Room
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import Kind, labels_of, text_of


@dataclass(frozen=True)
class Evening:
    """A round of two and what comes after it, as the house tells it."""

    lobby: TableShown
    cards_out: TableShown
    results: TableShown
    bets_open: TableShown
    one_is_in: TableShown
    next_round: TableShown


async def evening() -> Evening:
    room = Room("Ts As Th 9d Kd 8c 2s 3s 4s 5s 6s 7s", "hk_casino")
    await room.hears("ann: /join 100", "bob: /join 50")
    lobby = room.shown()
    await room.hears("ann: /deal")
    cards_out = room.shown()
    await room.hears("ann: /stand")
    results = room.shown()
    await room.player("ann").presses("change")
    bets_open = room.shown()
    await room.hears("ann: /join 100")
    one_is_in = room.shown()
    await room.hears("bob: /join 50", "ann: /deal")
    return Evening(lobby, cards_out, results, bets_open, one_is_in, room.shown())


def texts(office: PostOffice) -> list[str]:
    """Return the headings of all messages in the chat, oldest first."""
    return [text_of(message).splitlines()[0] for message in office.messenger.chats[CLUB].values()]


def labels(office: PostOffice) -> list[list[str]]:
    return [labels_of(message)[:1] for message in office.messenger.chats[CLUB].values()]


def press_on(shown: TableShown) -> Request:
    """Return a press on the first message, which showed this."""
    seen = Seen(shown.table, shown.round, "settled")
    return Request("r1", CLUB, PlayerId("test:ann"), "Ann", "again", seen=seen, pressed="m1")


OUTDATED = Reply(accepted=False, key="outdated")

RESULTS = "Hong Kong 21 · round 1 · results"
BETS = "Hong Kong 21 · round 2 · bets are open"
NEXT = "Hong Kong 21 · round 2 · cards are out"


@pytest.mark.parametrize("pace", [0, 5])
async def test_bets_that_open_after_a_round_leave_its_results_in_the_chat(pace):
    office, told = PostOffice(), await evening()
    for shown in (told.cards_out, told.results, told.bets_open):
        await office.tells(shown)
        await office.passes(pace)
    await office.passes(30)
    assert texts(office) == [RESULTS, BETS]
    assert labels(office) == [[], ["Join"]]


@pytest.mark.parametrize("after", ["bets_open", "next_round"])
async def test_results_that_waited_too_long_are_the_last_words_of_their_round(after):
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out)
    await office.passes(5)
    office.messenger.fail(Later(20), Kind.EDIT)
    await office.tells(told.results)
    await office.passes(5)
    await office.tells(getattr(told, after))
    await office.passes(60)
    assert texts(office) == [RESULTS, BETS if after == "bets_open" else NEXT]
    assert labels(office)[0] == []
    assert "Ann +100" in text_of(office.messenger.chats[CLUB]["m1"])


async def test_results_of_a_round_that_nobody_saw_dealt_are_said_all_the_same():
    office, told = PostOffice(), await evening()
    await office.tells(told.lobby)
    await office.passes(5)
    office.messenger.fail(Later(20), Kind.POST)
    for shown in (told.cards_out, told.results, told.next_round):
        await office.tells(shown)
        await office.passes(3)
    await office.passes(60)
    assert texts(office) == ["Round 1 goes on below.", NEXT, RESULTS]
    assert labels(office) == [[], ["Hit"], []]


@pytest.mark.parametrize("applied", [True, False])
@pytest.mark.parametrize("after", ["bets_open", "next_round"])
async def test_results_of_which_nobody_knows_whether_they_were_seen_are_seen(after, applied):
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out)
    await office.passes(5)
    office.messenger.fail(Unknown(), Kind.EDIT, applied=applied)
    await office.tells(told.results)
    await office.tells(getattr(told, after))
    await office.passes(60)
    assert texts(office) == [RESULTS, BETS if after == "bets_open" else NEXT]


@pytest.mark.parametrize("after", ["bets_open", "next_round"])
async def test_results_that_change_and_are_overtaken_are_in_the_chat_once(after):
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out, told.results)
    await office.passes(5)
    office.messenger.fail(Later(20), Kind.EDIT)
    await office.tells(replace(told.results, closing=True, urgency=Urgency.TURN))
    await office.tells(getattr(told, after))
    await office.passes(60)
    assert texts(office) == [RESULTS, BETS if after == "bets_open" else NEXT]


async def test_results_that_change_while_they_are_on_their_way_are_in_the_chat_once(monkeypatch):
    office, told = PostOffice(pacing=None), await evening()
    await office.tells(told.cards_out)
    edit, answered = office.messenger.edit, asyncio.Event()

    async def slowly(*given: Any) -> None:
        await edit(*given)
        await answered.wait()

    monkeypatch.setattr(office.messenger, "edit", slowly)
    for shown in (told.results, replace(told.results, closing=True), told.next_round):
        office.delivery.receive(shown)
        await asyncio.sleep(0)  # the first is on its way by then
    answered.set()
    await office.delivery.drain()
    assert texts(office) == [RESULTS, NEXT]


async def test_the_table_is_shown_again_and_its_results_are_in_the_chat_once():
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out, told.results)
    await office.passes(5)
    await office.tells(replace(told.results, fresh=True))
    await office.passes(60)
    assert texts(office) == ["The table has moved down.", RESULTS]


@pytest.mark.parametrize("trouble", [Unknown(), Later(5)])
async def test_a_press_on_results_while_the_bets_are_posted_takes_them_for_no_table(trouble):
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out, told.results)
    await office.passes(5)
    office.messenger.fail(trouble, Kind.POST)
    await office.tells(told.bets_open)
    await office.delivery.answer(press_on(told.results), OUTDATED, None)
    await office.tells(told.one_is_in)
    await office.passes(60)
    assert texts(office) == [RESULTS, BETS]
    assert "Ann · 100" in text_of(office.messenger.newest(CLUB))
    assert labels(office)[-1] == ["Join"]


@pytest.mark.parametrize("after", ["bets_open", "next_round"])
async def test_a_restart_in_between_leaves_the_results_too(after):
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out, told.results)
    await office.passes(5)
    await office.restarts()
    await office.tells(getattr(told, after))
    await office.passes(60)
    assert texts(office) == [RESULTS, BETS if after == "bets_open" else NEXT]
    assert labels(office)[0] == []


async def test_who_leaves_after_a_round_is_taken_from_its_results_in_place():
    room = Room("Ts As Th 9d Kd 8c", "hk_casino")
    await room.hears("ann: /join 100", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /leave")
    office = PostOffice(pacing=None)
    await office.tells(*(notice for notice in room.notices if isinstance(notice, TableShown)))
    assert texts(office)[-1] == RESULTS
    await room.hears("ann: /stop")
    await office.tells(room.shown())
    assert room.shown().phase is TablePhase.CLOSED
    assert texts(office)[-1] == "Hong Kong 21 · round 1 · closed"


async def overtaken() -> tuple[PostOffice, Evening]:
    """Return a chat where results waited for so long that bets were open before they went out."""
    office, told = PostOffice(), await evening()
    await office.tells(told.cards_out)
    await office.passes(5)
    office.messenger.fail(Later(6), Kind.EDIT)
    await office.tells(told.results)
    await office.passes(1)
    await office.tells(told.bets_open)
    await office.passes(5)
    return office, told


@pytest.mark.parametrize("applied", [True, False])
async def test_results_that_an_older_message_is_to_end_with_are_said_though_a_call_was_lost(
    applied,
):
    office, _ = await overtaken()
    office.messenger.fail(Unknown(), Kind.EDIT, applied=applied)
    await office.passes(60)
    assert "results" in texts(office)[0]
    assert labels(office) == [[], ["Join"]]


async def test_bets_of_an_earlier_round_keep_their_commitment_over_a_restart():
    office, told = PostOffice(), await evening()
    await office.tells(told.bets_open)
    await office.passes(5)
    committed = text_of(office.messenger.chats[CLUB]["m1"])
    await office.tells(replace(told.one_is_in, fresh=True))
    await office.restarts()
    await office.tells(replace(told.next_round, round=told.next_round.round + 1))
    await office.passes(60)
    assert text_of(office.messenger.chats[CLUB]["m1"]) == committed
    assert labels(office)[0] == []


async def test_results_that_ended_an_older_message_are_not_written_over_after_a_restart():
    office, told = await overtaken()
    office.messenger.fail(Unknown(), Kind.EDIT, applied=True, times=4)
    await office.passes(60)
    await office.restarts()
    await office.tells(told.next_round)
    await office.passes(60)
    assert "results" in texts(office)[0]


async def test_an_old_message_that_kept_its_buttons_loses_them_at_the_next_press():
    office, told = PostOffice(pacing=None), await evening()
    await office.tells(told.cards_out, told.results)
    office.messenger.fail(Unknown("lost"), Kind.STRIP, times=4)
    await office.tells(told.bets_open)
    await office.passes(600)
    assert labels(office) == [["Again"], ["Join"]]
    await office.delivery.answer(press_on(told.results), OUTDATED, None)
    await office.delivery.drain()
    assert labels(office) == [[], ["Join"]]
