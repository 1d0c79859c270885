"""A restart at any point (design, section 4 and 6): the same views, nothing dealt or paid twice."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.notices import HandShown, TablePhase
from bot.ports import ActionRow, Commit, StoredAnswer
from storage.memory import MemoryStore
from tests.fakes.chance import CountedEntropy
from tests.fakes.house import Room
from tests.fakes.stores import TroubledStore

EVENING = """
ann: /new 21 qq21
ann: /join 50
bob: /bank 500
cat: /join 40
cat: /bank 200
ann: /bet 60
ann: /deal
ann: /hit
dan: /join 30
cat: /stand
ann: /stand
bob: /stand
ann: /bet 70
dan: /pass_bank
cat: /deal
bob: /deal
ann: /deal
dan: /deal
ann: /leave
dan: /stop
bob: /stand
cat: /stand
dan: /stand
dan: /join 20
""".strip().splitlines()
LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"


@pytest.mark.parametrize("after", range(1, len(EVENING) + 1))
async def test_a_restart_anywhere_in_an_evening_shows_the_same(after):
    room = Room(deck=LOW)
    await room.hears(*EVENING[:after])
    tables, hands, chips = room.tables(), await room.hands(), await room.chips()
    room.notices.clear()
    await room.restart()
    assert (room.tables(), await room.hands(), await room.chips()) == (tables, hands, chips)


@pytest.mark.parametrize("after", range(1, len(EVENING)))
async def test_an_evening_goes_on_after_a_restart_as_if_nothing_had_happened(after):
    chance = CountedEntropy()
    undisturbed, restarted = Room(deck=LOW), Room(deck=LOW, entropy=chance)
    await undisturbed.hears(*EVENING)
    await restarted.hears(*EVENING[:after])
    drawn = chance.drawn
    await restarted.restart()
    chance.drawn = drawn
    await restarted.hears(*EVENING[after:])
    assert restarted.table() == replace(undisturbed.table(), deadline=restarted.table().deadline)
    assert await restarted.ledger() == await undisturbed.ledger()


async def test_a_restart_in_the_middle_of_a_round_shows_everyone_their_hand_again():
    room = Room(deck=LOW)
    await room.hears(*EVENING[:8])
    room.notices.clear()
    await room.restart()
    shown_to = [notice.player for notice in room.notices if isinstance(notice, HandShown)]
    assert shown_to == ["test:cat", "test:ann", "test:bob"]


async def test_a_closed_table_is_not_shown_again():
    room = Room()
    await room.hears("ann: /join 50", "ann: /leave")
    room.notices.clear()
    await room.restart()
    assert room.notices == []
    assert (await room.player("ann").says("/join")).facts == {"bet": 50}


async def test_numbers_of_tables_are_never_given_twice():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.restart()
    elsewhere = room.player("ann", ChatId("test:elsewhere"))
    await elsewhere.says("/join 50")
    assert room.table(elsewhere.chat).number == room.table().number + 1


async def test_lobbies_expire_after_a_restart():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.passes(300)
    await room.restart()
    await room.passes(299)
    assert room.shown().phase is TablePhase.LOBBY
    await room.passes(1)
    assert await room.player("ann").chips() == 1_000


async def test_ten_seconds_of_again_run_on_after_a_restart():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    await room.player("ann").presses("again")
    await room.restart()
    await room.passes(15)
    assert [player.name for player in room.playing()] == ["ann"]


async def test_a_closed_house_has_finished_what_was_asked_and_acts_no_more():
    room = Room(store=TroubledStore())
    await room.player("ann").says("/join 50")
    asked = asyncio.create_task(room.player("ann").says("/deal"))
    await asyncio.sleep(0)
    await room.house.close()
    assert (await asked).key == "dealt"
    told = len(room.notices)
    await room.passes(3_600)
    assert len(room.notices) == told


# --- rounds that no longer replay --------------------------------------------------------------


async def dealt() -> tuple[Room, MemoryStore]:
    store = MemoryStore()
    room = Room(deck=LOW, store=store)
    await room.hears("ann: /join 50", "bob: /bank 500", "ann: /deal", "cat: /join 30")
    return room, store


def spoil_setup(store: MemoryStore, **changes: object) -> None:
    """Change the stored set-up of the first round, as an update of the rules might."""
    row = store._rounds[1, 1]
    store._rounds[1, 1] = replace(row, setup=json.dumps({**json.loads(row.setup), **changes}))


@pytest.mark.report("X16")
@pytest.mark.parametrize(
    "spoilt",
    [
        {"rules": "whist21"},
        {"game": "whist"},
        {"deck": "As Ks"},
        {"deck": "XX"},
        {"options": {"no_such_dial": "1"}},
        {"stakes": "many"},
    ],
)
async def test_a_round_that_no_longer_replays_is_voided_refunded_and_told(spoilt):
    room, store = await dealt()
    spoil_setup(store, **spoilt)
    await room.restart()
    assert (room.shown().phase, room.shown().voids) == (TablePhase.LOBBY, 1)
    assert room.said() == ["round-voided"]
    assert await room.chips() == {"ann": 1_000, "bob": 500, "cat": 970}  # Bob banks again
    assert await room.staked() == (0, 530)


async def test_a_stored_action_that_the_rules_refuse_voids_the_round():
    room, store = await dealt()
    row = ActionRow(1, 1, 0, 0, "fly")
    answer = StoredAnswer(accepted=True, key="acted")
    await store.commit(Commit(room.clock.now(), "x", answer, actions=(row,)))
    await room.restart()
    assert room.shown().voids == 1


async def test_a_round_that_is_not_stored_is_voided():
    room, store = await dealt()
    del store._rounds[1, 1]
    await room.restart()
    assert (room.shown().voids, (await room.staked())[0]) == (1, 0)


async def test_a_void_after_a_restart_happens_once():
    room, store = await dealt()
    spoil_setup(store, rules="whist21")
    await room.restart()
    chips = await room.chips()
    await room.restart()
    assert (room.shown().voids, await room.chips()) == (1, chips)


async def test_a_settled_round_that_no_longer_replays_loses_its_result_alone():
    room, store = await dealt()
    await room.hears("ann: /stand", "bob: /stand")
    chips = await room.chips()
    spoil_setup(store, rules="whist21")
    await room.restart()
    assert (room.shown().phase, room.shown().voids) == (TablePhase.SETTLED, 0)
    assert (room.shown().result, await room.chips()) == (None, chips)


async def test_the_log_of_a_voided_round_names_no_card(caplog):
    room, store = await dealt()
    spoil_setup(store, deck="As Kd Qh XX")
    await room.restart()
    assert "cannot go on" in caplog.text
    assert all(card not in caplog.text for card in ("As", "Kd", "Qh", "XX"))
