"""Every round that has ended can be written down, and plays again to what the ledger holds."""

import json
import random
import sqlite3
from collections import defaultdict
from contextlib import closing
from typing import Any

import pytest

from bot import fairness
from bot.basics import PlayerId
from bot.house.writing import record_of
from bot.ledger import AccountKind
from bot.notices import TablePhase
from bot.record import HOUSE, parse_record, replay
from bot.records import written_rounds
from storage.connections import database_path
from storage.store import SqliteStore
from tests.fakes.evenings import play_an_evening
from tests.fakes.house import Room
from tests.fakes.walks import KINDS

MOVED = """
    SELECT transfer.match, account.kind, account.owner, sum(posting.chips)
    FROM posting JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id
    WHERE transfer.match != '' GROUP BY 1, 2, 3
"""


@pytest.fixture
def url(tmp_path):
    return f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"


def lines(url: str, **asked: Any) -> list[dict[str, Any]]:
    written = [json.loads(str(line)) for line in written_rounds(url, **asked)]
    assert written
    return written


def moved(url: str) -> dict[str, dict[str, int]]:
    """Return what the ledger says that everybody won or lost, by match; only who gained or lost."""
    nets: dict[str, dict[str, int]] = defaultdict(dict)
    with closing(sqlite3.connect(database_path(url))) as connection:
        for match, kind, owner, chips in connection.execute(MOVED):
            if kind != AccountKind.ESCROW and chips:
                nets[match][HOUSE if kind == AccountKind.HOUSE else owner] = chips
    return nets


def won(record: dict[str, Any]) -> dict[str, int]:
    """Return what a record played again says, by platform id; only who gained or lost."""
    answer = replay(parse_record(json.dumps(record)))
    assert "error" not in answer
    assert answer["status"] == "settled"
    return {record["ids"].get(name, name): net for name, net in answer["net"].items() if net}


@pytest.mark.parametrize("kind", KINDS, ids=str)
async def test_an_evening_plays_again_from_its_records_to_what_the_ledger_holds(kind, url):
    room = Room(store=await SqliteStore.open(url))
    await play_an_evening(room, kind, random.Random(str(kind)), rounds=6)
    await room.store.close()
    records, nets = lines(url, with_ids=True), moved(url)
    assert len(records) == 6
    for number, record in enumerate(records, start=1):
        assert won(record) == nets.get(f"1.{number}", {})
        assert record["options"]["turns"] == kind.game.table_rules(kind.dials).turns
        assert kind.game.with_options(kind.preset, record["options"]) == kind.dials


async def evening(url: str, *said: str, **given: Any) -> Room:
    """Return a room with a store in a file, after some things were said there."""
    room = Room(store=await SqliteStore.open(url), **given)
    for line in said:
        await room.hears(line)
        await room.passes(1)
    return room


BETS = ["ann: /new 21 hk_casino", "ann: /join 50", "bob: /join 20"]
NO_NATURALS = "Ts 9s 8h Td 8d 8c"


async def test_a_round_that_runs_is_not_written_and_no_seed_that_is_still_secret(url):
    room = await evening(
        url, *BETS, "ann: /deal", "ann: /stand", "bob: /stand", deck=NO_NATURALS, rules="hk_casino"
    )
    [first] = lines(url)
    secret = room.table().seed
    assert first["fairness"]["seed"] != secret
    await room.hears(*BETS[1:], "ann: /deal")
    assert room.table().phase is TablePhase.PLAY
    assert lines(url, with_ids=True) == lines(url, with_ids=True, number=1)
    assert secret not in json.dumps(lines(url, with_ids=True))
    assert list(written_rounds(url, number=2)) == []
    found = await room.store.round(1, 2)
    assert found is not None
    with pytest.raises(ValueError, match="has not ended"):
        record_of(*found, names={})
    await room.store.close()


async def test_a_voided_round_is_not_written(url):
    room = await evening(url, *BETS, "ann: /deal", deck=NO_NATURALS)
    assert (await room.player("chief", admin=True).says("/stop void")).key == "voided"
    assert list(written_rounds(url)) == []
    await room.store.close()


async def test_the_deck_follows_from_what_a_record_reveals(url):
    room = await evening(url, *BETS, "ann: /deal")
    await room.passes(200)
    shown = room.shown().commitment
    await room.store.close()
    [record] = lines(url, with_ids=True)
    told = record["fairness"]
    seed = bytes.fromhex(told["seed"])
    assert told["commitment"] == fairness.commitment(seed).hex()
    assert fairness.shown_commitment(seed) != shown  # that one is of the round to come
    key = fairness.key(seed, told["table"], told["round"], record["rules"])
    assert [str(card) for card in fairness.shuffle(key, 6)] == record["deck"]


async def test_what_the_platform_calls_people_is_written_only_when_asked_for(url):
    room = await evening(url, *BETS, "bob: /bank 400", "ann: /deal")
    await room.passes(200)
    await room.store.close()
    [plain], [full] = lines(url), lines(url, with_ids=True)
    assert "test:" not in json.dumps(plain)
    assert full["ids"] == {"Ann": "test:ann", "Bob": "test:bob"}
    assert full["fairness"]["table"] == "test:club"


async def test_people_of_one_name_and_people_without_one_are_told_apart(url):
    room = await evening(url, *BETS, "cat: /join 50", "dan: /join 50", "ann: /deal")
    await room.passes(200)
    found = await room.store.round(1, 1)
    assert found is not None
    called = {"ann": "house", "bob": "Bob", "cat": "Bob"}
    names = {PlayerId(f"test:{name}"): name_now for name, name_now in called.items()}
    record = record_of(*found, names=names)
    assert [seat.player for seat in record.seats] == ["house 2", "Bob", "Bob 2", "seat 4"]
    assert replay(record)["status"] == "settled"
    await room.store.close()
