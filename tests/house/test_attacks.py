"""What was tried against the house, each with the value that is right."""

import json
import sqlite3

import pytest

from bot.basics import ChatId
from bot.house.settings import HouseSettings
from bot.notices import TablePhase, TableShown
from storage.store import SqliteStore
from tests.fakes.house import CLUB, Room

TOPIC = ChatId("test:club:2")
OTHER = ChatId("test:other")


async def test_a_refill_waits_until_it_is_known_what_is_staked(tmp_path):
    store = await SqliteStore.open(f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}")
    room = Room(store=store)
    ann, there = room.player("ann"), room.player("ann", TOPIC)
    await ann.says("/balance")
    for _ in range(10):
        replies = await room.at_once(
            ann.typed("/refill"), ann.typed("/refill"), there.typed("/join all")
        )
        assert [reply.key for reply in replies if reply.accepted] == ["joined"]
        await there.says("/leave")
        await room.passes(3_700)
    assert await ann.chips() == 1_000
    await store.close()


async def damaged(tmp_path, change) -> Room:
    """Return a room after a restart on a database in which one of two tables was changed."""
    file = tmp_path / "croupier.db"
    room = Room(store=await SqliteStore.open(f"sqlite+aiosqlite:///{file}"))
    root = room.player("root", admin=True)
    await root.says("/new 21 qq21 natural_payout=3/2 banker_natural_collects=2")
    await root.says("/join 50")
    await root.says("/deal")
    await root.says("/bet 60")
    await room.player("bob", OTHER).says("/join 50")
    await room.store.close()
    with sqlite3.connect(file) as database:
        (state,) = database.execute(
            "SELECT state FROM chat_table WHERE chat = ?", (CLUB,)
        ).fetchone()
        database.execute("UPDATE chat_table SET state = ? WHERE chat = ?", (change(state), CLUB))
    database.close()
    room.store = await SqliteStore.open(f"sqlite+aiosqlite:///{file}")
    await room.restart()
    return room


@pytest.mark.report("X16")
@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.replace("qq21", "gone21"),
        lambda state: state.replace('"3/2"', '"7/19"'),
        lambda state: state.replace('"game":"21"', '"game":"22"'),
    ],
    ids=["preset", "dial", "game"],
)
async def test_a_table_whose_rules_are_gone_is_closed_and_pays_everything_back(tmp_path, change):
    room = await damaged(tmp_path, change)
    assert (room.shown().phase, room.shown().voids) == (TablePhase.CLOSED, 1)
    assert "rules-gone" in room.said()
    assert await room.player("root").chips() == 1_000
    assert (await room.player("root").says("/join 50")).accepted
    assert (await room.player("bob", OTHER).says("/leave")).accepted
    await room.store.close()


@pytest.mark.report("X16")
async def test_a_table_that_cannot_be_read_keeps_no_other_chat_waiting(tmp_path, caplog):
    def without_language(state: str) -> str:
        fields = json.loads(state)
        return json.dumps({name: value for name, value in fields.items() if name != "language"})

    room = await damaged(tmp_path, without_language)
    assert (await room.player("root").says("/join 50")).key == "something-went-wrong"
    assert (await room.player("bob", OTHER).says("/leave")).accepted
    assert "cannot be brought back" in caplog.text
    assert "seed" not in caplog.text
    await room.store.close()


@pytest.mark.parametrize("shown", [True, False])
async def test_a_closed_table_is_told_once_more_where_it_still_looks_open(shown):
    room = Room(deck="Ts 6h 9d Td")
    ann = room.player("ann")
    for words in ("/join 50", "/deal", "/stop", "/stand"):
        await ann.says(words)
    told = len(room.notices)
    await room.restart({room.shown().table} if shown else ())
    again = [notice for notice in room.notices[told:] if isinstance(notice, TableShown)]
    assert [(notice.phase, notice.result is not None) for notice in again] == (
        [(TablePhase.CLOSED, True)] if shown else []
    )


@pytest.mark.parametrize(
    ("words", "key"),
    [("/grant 1 0", "amount-zero"), ("/grant 1", "wrong-arguments"), ("/grant 9 5", "whom")],
)
async def test_a_refused_grant_changes_nothing(words, key):
    room = Room()
    await room.player("ann").says("/join 50")
    assert (await room.player("root", admin=True).says(words)).key == key
    assert await room.player("ann").chips() == 950


async def test_a_seat_number_of_five_thousand_digits_is_nobody():
    room = Room()
    await room.player("ann").says("/join 50")
    root = room.player("root", admin=True)
    assert (await root.says(f"/grant {'9' * 5_000} 5")).key == "whom"


async def test_a_bank_of_all_the_chips_there_can_be_is_paid_out():
    room = Room(deck="9s Ts 9d Th", settings=HouseSettings(welcome_chips=10**15))
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank")
    await ann.says("/join 100")
    await bob.presses("deal")
    await ann.says("/stand")
    await bob.says("/stand")
    assert room.shown().phase is TablePhase.SETTLED
    assert await ann.chips() == 10**15 - 100


async def test_who_bet_during_the_round_is_dealt_in_ten_seconds_after_it():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.presses("deal")
    await ann.says("/bet 70")
    await ann.says("/stand")
    assert (room.shown().phase, room.shown().seconds) == (TablePhase.SETTLED, 10)
    await room.passes(10)
    assert (room.shown().phase, await room.staked()) == (TablePhase.PLAY, (70, 0))
