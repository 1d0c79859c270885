"""Faults that were seen in the tables of other programs, and what a table does here."""

import json
import sqlite3

import pytest

from bot.basics import ChatId
from bot.cards import parse_cards
from bot.games.points import OwnHands
from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.house import CLUB, Player, Room
from tests.fakes.stores import Failure, TroubledStore
from tests.fakes.walks import own_cards

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")
PLAYING, SETTLED = TablePhase.PLAY, TablePhase.SETTLED
HOUR = 3_600


async def dealt(*lines: str, deck: str, rules: str = "qq21", chat: ChatId = CLUB) -> Room:
    """Return a room in which some have bet and cards have been dealt: ``ann 50``."""
    room = Room(deck=deck, rules=rules)
    for line in lines:
        name, bet = line.split()
        assert (await room.player(name, chat).says(f"/join {bet}")).accepted
    await room.player(lines[0].split()[0], chat).says("/deal")
    return room


async def cards_of(player: Player) -> set[str]:
    """Return the cards in somebody's hand."""
    shown = await player.looks()
    assert shown is not None
    assert isinstance(shown.view, OwnHands)
    return set(map(str, own_cards(shown.view)))


# --- seats ------------------------------------------------------------------------------------


@pytest.mark.report("X3")
@pytest.mark.parametrize(("rules", "seats"), [("qq21", 5), ("hk_casino", 7), ("cn4deck", 4)])
async def test_a_full_table_is_dealt_by_the_same_button(rules, seats):
    room = Room(rules=rules)
    people = [room.player(f"p{number}") for number in range(seats)]
    for player in people:
        assert (await player.says("/join 10")).accepted
    assert (await room.player("late").says("/join 10")).key == "table-full"
    assert (await people[-1].presses("deal")).key == "dealt"
    assert len(room.playing()) == seats


@pytest.mark.report("X4")
async def test_nobody_sits_twice_however_often_they_join():
    room = Room(store=TroubledStore())
    ann = room.player("ann")
    await ann.says("/balance")
    await room.at_once(ann.typed("/join 50"), ann.typed("/join 50"))
    await ann.presses("join")
    assert [(seat.name, seat.bet) for seat in room.shown().seats] == [("Ann", 50)]
    assert await ann.chips() == 950


@pytest.mark.report("X3")
async def test_a_round_in_which_people_act_outlasts_the_time_of_a_lobby_and_its_end_is_told():
    room = Room(deck="2s Ts 2h Th 2d 2c", settings=HouseSettings(lobby_seconds=30))
    await room.hears("ann: /join 50", "ann: /deal")
    await room.passes(44)
    assert (await room.player("ann").says("/hit")).accepted
    assert room.shown().phase is PLAYING
    await room.passes(15)
    assert (room.shown().phase, room.shown().result is not None) == (SETTLED, True)


# --- decks ------------------------------------------------------------------------------------


@pytest.mark.report("X5")
async def test_cards_that_are_out_at_one_table_are_dealt_at_another_too():
    room = Room(deck="As Ts Kd 9d")
    room.decks.lay("As Ts Kd 9d")
    for chat in (ONE, OTHER):
        await room.player("ann", chat).says("/join 50")
        await room.player("ann", chat).presses("deal")
    assert await cards_of(room.player("ann", ONE)) == {"As", "Kd"}
    assert await cards_of(room.player("ann", OTHER)) == {"As", "Kd"}


@pytest.mark.report("X17")
async def test_every_card_of_a_pack_is_dealt_within_a_few_hundred_rounds():
    room = Room(settings=HouseSettings(welcome_chips=100_000))
    ann, seen = room.player("ann"), set()
    for _ in range(300):
        await ann.says("/join 10")
        await ann.says("/deal")
        seen |= await cards_of(ann)
        await ann.says("/stand")
    assert len(seen) == 52


# --- what was refused, and time that runs out ---------------------------------------------------


@pytest.mark.report("X5")
async def test_after_a_double_that_was_refused_time_runs_out_and_the_bank_draws_all_the_same():
    room = await dealt("ann 600", deck="5s Ts 6h 4h 9d 7c")  # Ann 11, the bank 14
    assert (await room.player("ann").says("/double")).key == "short-of-chips"
    await room.passes(45)
    result = room.shown().result
    assert result is not None
    assert [str(card) for card in result.bank_cards] == ["Ts", "4h", "9d"]
    assert await room.player("ann").chips() == 1_600


@pytest.mark.report("X6")
async def test_what_is_staked_is_out_of_reach_until_the_round_is_over():
    room = await dealt("ann 1000", deck="Ts Ts 5h 9h 9d")
    ann, there = room.player("ann"), room.player("ann", ChatId("test:club:2"))
    for player, text in ((ann, "/bet 10"), (there, "/bank 10"), (there, "/join 10")):
        assert not (await player.says(text)).accepted
    await ann.says("/stand")
    assert await room.chips() == {"ann": 0}


@pytest.mark.report("X6")
@pytest.mark.parametrize("typed", ["/join 1", "/join 25"])
async def test_a_bet_of_which_half_cannot_be_paid_is_refused_with_the_step(typed):
    room = Room(rules="hk_casino", settings=HouseSettings(bet_min=1))
    reply = await room.player("ann").says(typed)
    assert not reply.accepted
    assert 2 in reply.facts.values()


@pytest.mark.report("X7")
@pytest.mark.parametrize(("hole", "chips"), [("Ks", 1_000), ("6s", 950)])
async def test_an_insurance_costs_its_premium_and_pays_twice_into_the_same_wallet(hole, chips):
    room = await dealt("ann 100", deck=f"9s {hole} 8s Ah Ts", rules="hk_casino")
    await room.player("ann").says("/insure")
    await room.passes(45)
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, chips)


# --- who may do what where ----------------------------------------------------------------------


@pytest.mark.report("X10")
@pytest.mark.parametrize(
    "text",
    [
        "/stop",
        "/stop void",
        "/grant Bob 500",
        "/settings ties=banker",
        "/new 21 qq21 ties=banker",
    ],
)
async def test_an_admin_of_one_chat_has_no_more_say_in_another_than_anybody(text):
    room = Room()
    here, there = room.player("root", ONE, admin=True), room.player("root", OTHER)
    await room.player("bob", OTHER).says("/join 50")
    await here.says("/join 50")
    before = room.table(OTHER)
    assert not (await there.says(text)).accepted
    assert room.table(OTHER) == before


@pytest.mark.report("X10")
async def test_who_opened_a_table_has_no_say_at_another_and_no_more_at_this_one():
    room = Room()
    opener = room.player("ann", ONE)
    await opener.says("/new")
    await room.player("bob", ONE).says("/join 50")
    await room.player("bob", OTHER).says("/join 50")
    for player in (opener, room.player("ann", OTHER)):
        assert (await player.says("/stop")).key == "only-seated-or-admins"
    assert not (await opener.says("/settings ties=banker")).accepted


@pytest.mark.report("X10")
async def test_a_button_of_one_table_stops_no_other():
    room = Room()
    root = room.player("root", ONE, admin=True)
    await root.says("/join 50")
    await room.player("bob", OTHER).says("/join 50")
    forged = room.player("root", OTHER).pressed("stop", on=room.shown(ONE))
    assert not (await room.asks(forged)).accepted
    assert room.shown(OTHER).phase is TablePhase.LOBBY


# --- what fails in mid-round ----------------------------------------------------------------------


def short_of_cards(*cards: str):
    """Return what makes decks of these cards alone, as no shuffle ever does."""
    return lambda _key, _packs: parse_cards(" ".join(cards))


@pytest.mark.report("X4", "X11", "D23")
@pytest.mark.parametrize("failure", list(Failure))
@pytest.mark.parametrize("text", ["/deal", "/hit", "/stand", "/double"])
async def test_what_fails_in_mid_round_locks_no_table_and_costs_no_stake(text, failure):
    store = TroubledStore()
    room = Room(store=store, deck="5s Ts 6h 9h 2d Kd Kc 2c")
    ann = room.player("ann")
    await ann.says("/join 50")
    if text != "/deal":
        await ann.says("/deal")
    store.failures = [failure]
    assert (await ann.says(text)).key == "something-went-wrong"
    await room.repeats()
    for _ in range(3):
        await room.passes(45)
    assert room.shown().phase is not PLAYING
    assert sum((await room.ledger()).values()) == 0
    assert (await room.player("bob").says("/join 50")).accepted


@pytest.mark.report("X4", "X11")
async def test_a_round_that_the_rules_cannot_go_on_with_is_called_off_when_time_is_up():
    room = Room(deck_maker=short_of_cards("2s", "2h", "2d", "3s"))  # none for the bank to draw
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.says("/deal")
    assert (await ann.says("/hit")).key == "no-card-left"
    await room.passes(45)
    assert (room.shown().phase, room.shown().voids) == (TablePhase.LOBBY, 1)
    assert room.said() == ["round-voided"]
    assert (await ann.chips(), await room.staked()) == (1_000, (0, 0))
    assert (await ann.says("/join 50")).accepted


@pytest.mark.report("X4", "X17")
@pytest.mark.parametrize("moment", ["dealt", "hit"])
async def test_a_restart_between_stake_and_end_costs_no_stake(moment):
    room = await dealt("ann 50", deck="2s Ts 3h Th 2d")
    if moment == "hit":
        await room.player("ann").says("/hit")
    await room.restart()
    assert await room.staked() == (50, 0)
    await room.player("ann").says("/stand")
    assert (room.shown().phase, await room.player("ann").chips()) == (SETTLED, 950)


# --- what is asked at once, on a real database ----------------------------------------------------


@pytest.mark.report("X13", "D8")
async def test_gifts_daily_chips_and_bets_at_once_lose_and_make_no_chip(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    room = Room(store=await SqliteStore.open(url))
    names = [f"p{number}" for number in range(12)]
    admins = [room.player(f"root{number}", ONE, admin=True) for number in range(12)]
    for name in names:
        await room.player(name, ONE).says("/balance")
    asked = []
    for name, admin in zip(names, admins, strict=True):
        here, there = room.player(name, ONE), room.player(name, TWO)
        asked += [here.typed("/daily"), there.typed("/daily"), there.typed("/join 1000")]
        asked += [admin.typed(f"/grant @@{name} 30"), here.typed("/join 300")]
    replies = await room.at_once(*asked)
    daily = [r.key for r, q in zip(replies, asked, strict=True) if q.verb == "daily"]
    assert daily.count("daily") == len(names)
    granted = [reply for reply in replies if reply.key == "granted"]
    chips = await room.chips(ONE)
    staked = sum(await room.staked(ONE)) + sum(await room.staked(TWO))
    given = 1_200 * len(names) + 30 * len(granted)
    assert sum(chips[name] for name in names) + staked == given
    assert min(chips.values()) >= 0
    await room.store.close()
    assert audit(url).clean


@pytest.mark.report("X13")
async def test_daily_chips_asked_for_many_times_in_one_instant_come_once(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    room = Room(store=await SqliteStore.open(url))
    chats = [ChatId(f"test:club:{number}") for number in range(20)]
    asked = [room.player("ann", chat).typed("/daily") for chat in chats]
    replies = await room.at_once(*asked)
    assert [reply.key for reply in replies].count("daily") == 1
    assert await room.player("ann", ONE).chips() == 1_200
    await room.store.close()


# --- one person at two tables ------------------------------------------------------------------


@pytest.mark.report("X15", "G2")
async def test_one_person_plays_in_two_groups_at_once_and_old_buttons_act_in_their_own():
    room = Room(deck="2s Ts 3h Th 2d")
    room.decks.lay("4s Ts 5h Th 4d")
    here, there = room.player("ann", ONE), room.player("ann", OTHER)
    for player in (here, there):
        await player.says("/join 50")
        await player.presses("deal")
    first = room.told_hands(ONE)[-1]
    assert (await there.taps("hit")).accepted
    assert (await cards_of(here), await cards_of(there)) == ({"2s", "3h"}, {"4s", "5h", "4d"})
    assert (await here.taps("hit", on=first)).accepted
    assert await cards_of(here) == {"2s", "3h", "2d"}


# --- what cannot be read at the start ----------------------------------------------------------


async def restarted_with(tmp_path, room: Room, change) -> str:
    """Change a stored table and let the house come back; return what the table was."""
    file = tmp_path / "croupier.db"
    await room.store.close()
    with sqlite3.connect(file) as database:
        (state,) = database.execute("SELECT state FROM chat_table").fetchone()
        database.execute("UPDATE chat_table SET state = ?", (change(state),))
    database.close()
    room.store = await SqliteStore.open(f"sqlite+aiosqlite:///{file}")
    await room.restart()
    return str(state)


@pytest.mark.report("X16")
@pytest.mark.parametrize(
    "spoil",
    [
        lambda _state: "{}",
        lambda state: state[: len(state) // 2],
        lambda state: json.dumps({k: v for k, v in json.loads(state).items() if k != "phase"}),
    ],
)
async def test_a_table_that_cannot_be_read_keeps_its_stakes_until_it_can(tmp_path, spoil):
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    room = Room(store=await SqliteStore.open(url), deck="2s 2h Ts 3s 3h Th")
    await room.hears("ann: /join 50", "bob: /join 70", "ann: /deal")
    before = await restarted_with(tmp_path, room, spoil)
    assert room.house.table_of(CLUB) is None
    assert not (await room.player("ann").says("/join 50")).accepted
    assert await room.chips() == {"ann": 950, "bob": 930}
    await restarted_with(tmp_path, room, lambda _state: before)
    await room.hears("ann: /stand", "bob: /stand")
    assert (room.shown().phase, await room.staked()) == (SETTLED, (0, 0))
    assert sum((await room.ledger()).values()) == 0
    await room.store.close()
    assert audit(url).clean
