"""Every round that has ended can be written down, and plays again to what the ledger holds."""

import json
import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from bot import fairness
from bot.basics import PlayerId
from bot.cards import Card
from bot.house.writing import record_of
from bot.ledger import AccountKind
from bot.notices import TablePhase
from bot.record import HOUSE, parse_record, replay
from bot.records import written_rounds
from storage.connections import database_path
from storage.store import SqliteStore
from tests.fakes.chance import on_top
from tests.fakes.evenings import play_an_evening
from tests.fakes.house import CLUB, Room
from tests.fakes.shell import shell
from tests.fakes.thorough import first_by_default, takes_long
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


def played(record: dict[str, Any]) -> dict[str, Any]:
    """Return what a record that breaks no rule says when it is played again."""
    answer = replay(parse_record(json.dumps(record)))
    assert "error" not in answer
    return answer


def won(record: dict[str, Any]) -> dict[str, int]:
    """Return what a record played again says, by platform id; only who gained or lost."""
    answer = played(record)
    assert answer["status"] == ("voided" if record.get("voided") else "settled")
    return {record["ids"].get(name, name): net for name, net in answer["net"].items() if net}


def added(nets: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return what everybody won or lost in all; only who gained or lost."""
    total = Counter[str]()
    for net in nets:
        total.update(net)
    return {who: chips for who, chips in total.items() if chips}


class LivelyDecks:
    """Fair decks, of which every other begins with what has rules of its own.

    Naturals, aces under which one insures, pairs, runs of one suit, fifth cards.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def __call__(self, key: bytes, packs: int) -> tuple[Card, ...]:
        """See ``DeckMaker``."""
        deck = fairness.shuffle(key, packs)
        ranks = self._chance.choice(("", "AT", "A2", "678", "A8T"))
        return on_top([card for card in deck if card.rank in ranks][:14], deck)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=takes_long)])
async def test_an_evening_plays_again_from_its_records_to_what_the_ledger_holds(kind, seed, url):
    chance = random.Random(f"{seed} {kind}")
    room = Room(store=await SqliteStore.open(url), deck_maker=LivelyDecks(chance))
    await play_an_evening(room, kind, chance, rounds=6)
    await room.store.close()
    records, nets = lines(url, with_ids=True), moved(url)
    assert len(records) == room.table().round >= 6
    if kind.game.table_rules(kind.dials).is_match:  # its chips move with its last round
        assert added(map(won, records)) == added(nets.values())
    else:
        assert list(map(won, records)) == [nets.get(f"1.{n + 1}", {}) for n in range(len(records))]
    for record in records:
        options = record.get("options", {})
        assert options.get("turns") == getattr(kind.dials, "turns", None)
        assert kind.game.with_options(kind.preset, options) == kind.dials


@dataclass(frozen=True)
class Told:
    """What people say in a round, and what its record has to tell when it is played again."""

    rules: str
    deck: str
    said: str
    net: dict[str, int]
    hands: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str, int], ...] = ()


ROUNDS = {
    "bets on pairs": Told(
        "cn4deck",
        "Kh 9s 5c Kd 8h Tc Ks",
        "ann: /join 10; bob: /join 20; bob: /pair ann 10; ann: /pair 4; "
        "ann: /pair bob 6; ann: /deal; ann: /stand; bob: /stand",
        {"Ann": 48, "Bob": 130, "house": -178},
        (("Ann", "banker-bust"), ("Bob", "banker-bust")),
        (("Bob", "pair", 110), ("Ann", "pair", 44), ("Ann", "pair", -6)),
    ),
    "insurance, 2 for 1, against a natural": Told(
        "cn4deck",
        "9h 9s Tc Td 8h As",
        "ann: /join 10; bob: /join 20; ann: /deal; ann: /insure; bob: /insure no",
        {"Ann": -5, "Bob": -20, "house": 25},
        (("Ann", "banker-natural"), ("Bob", "banker-natural")),
        (("Ann", "insurance", 5),),
    ),
    "insurance that is lost": Told(
        "cn4deck",
        "9h 9s 7c Td 8h As",
        "ann: /join 10; bob: /join 20; ann: /deal; ann: /insure; bob: /insure no; "
        "ann: /stand; bob: /stand",
        {"Ann": 5, "Bob": -20, "house": 15},
        (("Ann", "points"), ("Bob", "points")),
        (("Ann", "insurance", -5),),
    ),
    "a player who runs away": Told(
        "cn4deck",
        "9h 9s 9c Td 8h Tc",
        "ann: /join 10; bob: /join 20; cat: /bank 500; ann: /deal; "
        "ann: /leave; ann: /balance; ann: /leave; bob: /stand",
        {"Ann": -10, "Bob": -20, "Cat": 30},
        (("Ann", "left"), ("Bob", "points")),
    ),
    "a banker who runs away": Told(
        "cn4deck",
        "9h 9s 9c Td 8h Tc",
        "ann: /join 10; bob: /join 20; bob: /pair ann 2; cat: /bank 500; ann: /deal; "
        "ann: /stand; cat: /leave; cat: /balance; cat: /leave",
        {"Ann": 10, "Bob": 18, "Cat": -28},
        (("Ann", "banker-left"), ("Bob", "banker-left")),
        (("Bob", "pair", -2),),
    ),
    "a tie that a card breaks": Told(
        "hk_home5",
        "Ts 9h 9s Td 2c Ac",
        "ann: /join 10; bob: /join; ann: /deal; ann: /stand; bob: /stand",
        {"Ann": -10, "Bob": 10},
        (("Ann", "low-card"), ("Bob", "low-card")),
    ),
    "a tie that no card breaks": Told(
        "hk_home5",
        "Ts 9h 9s Td 2c 2d",
        "ann: /join 10; bob: /join; ann: /deal; ann: /stand; bob: /stand",
        {"Ann": 0, "Bob": 0},
        (("Ann", "equal"), ("Bob", "equal")),
    ),
    "a natural that is paid at once": Told(
        "hk_banker",
        "As 9s 9c Td 8h Tc",
        "ann: /join 10; bob: /join 20; ann: /deal; bob: /stand",
        {"Ann": 10, "Bob": -20, "house": 10},
        (("Ann", "natural"), ("Bob", "points")),
    ),
}


@pytest.mark.parametrize("name", first_by_default(ROUNDS, 2))
async def test_what_has_rules_of_its_own_is_written_and_replayed(name, url, tmp_path):
    told = ROUNDS[name]
    room = await evening(url, *told.said.split("; "), deck=told.deck, rules=told.rules)
    assert room.table().phase is TablePhase.SETTLED
    await room.store.close()
    written = shell("records", "--db", tmp_path / "croupier.db")
    ended = shell("replay", "-", stdin=written.out)
    assert (written.status, ended.status) == (0, 0)
    answer = json.loads(ended.out)
    assert (answer["status"], answer["net"]) == ("settled", told.net)
    ruled = [(name, hand["rule"]) for name in told.net for hand in answer["hands"].get(name, ())]
    assert tuple((name, rule) for name, rule in ruled if rule) == told.hands
    beside = [(line["player"], line["rule"], line["net"]) for line in answer["lines"]]
    assert tuple(beside) == told.lines
    [record] = lines(url, with_ids=True)
    assert won(record) == moved(url).get("1.1", {})


@pytest.mark.parametrize("number", ["0", "9223372036854775808", "9" * 30])
def test_a_number_that_no_round_can_have_is_refused_in_one_line(tmp_path, number):
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    ended = shell("records", "--db", url, "--round", number)
    assert (ended.status, ended.out) == (2, "")
    assert "--round" in ended.err


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


async def test_a_round_that_was_called_off_is_written_as_such(url):
    room = await evening(url, *BETS, "ann: /deal", "ann: /stand", deck=NO_NATURALS)
    assert (await room.player("chief", admin=True).says("/stop void")).key == "voided"
    await room.store.close()
    [record] = lines(url)
    assert (record["voided"], record["actions"]) == (True, [["Ann", "stand"]])
    answer = played(record)
    assert (answer["status"], answer["net"]) == ("voided", {"Ann": 0, "Bob": 0, "house": 0})
    assert answer["hands"]["Bob"][0]["cards"] == ["9s", "8d"]
    assert (answer["turn"], answer["legal"], answer["lines"]) == ([], {}, [])


async def test_a_round_of_a_chat_that_put_the_dealer_out_is_written_too(url):
    room = await evening(url, *BETS, "ann: /deal", deck=NO_NATURALS)
    await room.house.abandon(CLUB)
    await room.store.close()
    assert [record["voided"] for record in lines(url)] == [True]


async def test_a_round_that_no_longer_played_is_written_as_far_as_it_can_be_read(url):
    room = await evening(url, *BETS, "ann: /deal", "ann: /stand", deck=NO_NATURALS)
    await room.store.close()
    with closing(sqlite3.connect(database_path(url))) as connection, connection:
        connection.execute("UPDATE round_action SET words = 'juggle'")
    again = Room(store=await SqliteStore.open(url))
    await again.restart()
    assert again.said() == ["round-voided"]
    await again.store.close()
    [record] = lines(url)
    answer = replay(parse_record(json.dumps(record)))
    assert (answer["status"], answer["error"]["key"]) == ("voided", "unknown-action")


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
