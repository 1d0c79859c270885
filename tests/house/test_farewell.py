"""``/privacy`` and ``/forgetme``: what is said, what goes and when, what stays (design, 7)."""

import asyncio
import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.basics import NAMELESS, ChatId, PlayerId, community_of
from bot.house.archive import load_setup
from bot.house.recovery import revive
from bot.ledger import AccountKind, mint, wallet
from bot.notices import Forgotten, TablePhase
from bot.ports import Erasure
from storage.memory import MemoryStore
from tests.fakes.house import CLUB, Player, Room
from tests.fakes.stores import Failure, TroubledStore

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")
LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"


def everything_in(store: MemoryStore) -> str:
    """Return all that a store in memory holds, in words."""
    return repr({name: kept for name, kept in vars(store).items() if name != "pauses"})


def assert_forgotten(room: Room, player: Player) -> None:
    """Nothing in the store and nothing at a table has the person's id or name."""
    assert isinstance(room.store, MemoryStore)
    kept = everything_in(room.store)
    assert player.id not in kept
    assert f"'{player.name.capitalize()}'" not in kept
    assert f'"{player.name.capitalize()}"' not in kept
    assert player.id not in repr([slot.table for slot in room.house._slots.values()])


async def settled(*lines: str, store: MemoryStore | None = None) -> Room:
    """Return a room in which Ann has won or lost one round beside Bob, and more was said."""
    room = Room(store=store or MemoryStore(), deck=LOW)
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    await room.hears(*lines)
    return room


# --- what is said -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["/privacy", "/forgetme"])
async def test_who_only_asks_leaves_no_trace(text):
    room = Room()
    assert (await room.player("ann").whispers(text)).accepted
    assert (await room.player("ann").says(text)).accepted
    assert_forgotten(room, room.player("ann"))


async def test_the_first_forgetme_says_what_it_does_and_does_nothing():
    room = await settled()
    chips = await room.chips()
    reply = await room.player("ann").says("/forgetme")
    assert (reply.accepted, reply.key, reply.facts) == (True, "forget-what", {"days": 30})
    assert await room.chips() == chips


@pytest.mark.parametrize("words", ["no", "everything", "ye"])
async def test_only_yes_confirms(words):
    room = await settled()
    reply = await room.player("ann").says(f"/forgetme {words}")
    assert (reply.accepted, reply.key) == (False, "forget-yes-or-nothing")


async def test_a_stranger_is_forgotten_without_a_trace_and_a_newcomer_later():
    room = Room()
    ann = room.player("ann")
    assert (await ann.whispers("/forgetme yes")).key == "forgotten"
    assert_forgotten(room, ann)
    await ann.says("/balance")
    assert await ann.chips() == 1_000


# --- off the tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("yes", ["yes", "YES"])
async def test_who_sits_in_a_lobby_gets_up_and_everything_goes_to_the_mint(yes):
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await room.hears("ann: /join 50", "bob: /join 50")
    assert (await ann.says(f"/forgetme {yes}")).key == "forgotten"
    assert [seat.name for seat in room.shown().seats] == ["Bob"]
    assert await room.chips() == {"ann": 0, "bob": 950}
    assert (await room.store.balances([mint(community_of(CLUB))])) == {
        mint(community_of(CLUB)): -1_000
    }
    assert await bob.chips() == 950
    assert_forgotten(room, ann)


async def test_every_table_of_every_community_is_left():
    room = Room()
    for chat in (ONE, TWO, OTHER):
        await room.player("ann", chat).says("/join 50")
        await room.player("bob", chat).says("/join 50")
    assert (await room.player("ann").whispers("/forgetme yes")).key == "forgotten"
    for chat in (ONE, TWO, OTHER):
        assert [seat.name for seat in room.shown(chat).seats] == ["Bob"]
        assert (await room.chips(chat))["ann"] == 0
    assert_forgotten(room, room.player("ann"))
    assert sum((await room.ledger()).values()) == 0


async def test_who_sits_alone_leaves_a_closed_table():
    room = Room()
    await room.player("ann").says("/join 50")
    assert (await room.player("ann").says("/forgetme yes")).key == "forgotten"
    assert room.shown().phase is TablePhase.CLOSED
    assert_forgotten(room, room.player("ann"))


async def test_a_banker_gives_the_bank_up_and_takes_nothing_along():
    room = Room()
    await room.hears("ann: /bank 400", "bob: /join 50")
    await room.player("ann").says("/forgetme yes")
    assert room.table().banker is None
    assert await room.staked() == (0, 50)
    assert_forgotten(room, room.player("ann"))


async def test_a_closed_table_forgets_who_sat_there_and_what_they_bet():
    room = await settled("ann: /stop")
    assert room.shown().phase is TablePhase.CLOSED
    told = len(room.notices)
    await room.player("ann").whispers("/forgetme yes")
    assert room.notices[told:] == [Forgotten(PlayerId("test:ann"))]
    assert_forgotten(room, room.player("ann"))


async def test_a_settled_table_shows_that_somebody_played_and_nobody_knows_who():
    room = await settled("cat: /join 20")
    await room.player("ann").says("/forgetme yes")
    names = {seat.name for seat in room.shown().seats if seat.seat is not None}
    assert (room.shown().phase, names) == (TablePhase.SETTLED, {NAMELESS, "Bob"})
    assert room.shown().result is not None
    assert_forgotten(room, room.player("ann"))
    await room.restart()
    assert PlayerId("test:bob") in {hand.player for hand in room.told_hands()[-2:]}
    assert all(not hand.player.startswith("forgotten:") for hand in room.told_hands())


# --- a round that runs --------------------------------------------------------------------------


async def dealt(store: MemoryStore | None = None) -> Room:
    room = Room(store=store or MemoryStore(), deck=LOW)
    await room.hears("ann: /join 50", "bob: /bank 500", "cat: /join 50", "dan: /balance")
    await room.hears("bob: /deal")
    return room


@pytest.mark.parametrize("name", ["ann", "bob"])
async def test_a_round_is_played_to_its_end_before_its_player_or_banker_is_forgotten(name):
    room = await dealt()
    leaver = room.player(name)
    assert (await leaver.says("/forgetme yes")).key == "forgetting"
    assert await room.store.leavers() == [leaver.id]
    await room.passes(44)
    assert room.shown().phase is TablePhase.PLAY
    await room.passes(120)
    assert room.shown().phase is not TablePhase.PLAY
    assert await room.store.leavers() == []
    assert_forgotten(room, leaver)
    assert (await room.chips())[name] == 0
    assert sum((await room.ledger()).values()) == 0


async def test_who_waits_to_be_forgotten_can_do_nothing_else():
    room = await dealt()
    ann = room.player("ann")
    await ann.says("/forgetme yes")
    for text in ("/join 50", "/daily", "/balance", "/hit", "/hand"):
        assert (await ann.says(text)).key == "being-forgotten"
    assert (await ann.says("/help")).accepted
    assert (await ann.says("/forgetme")).key == "forgetting"
    assert (await ann.says("/forgetme yes")).key == "forgetting"
    await room.passes(200)
    assert_forgotten(room, ann)


async def test_one_round_is_waited_for_while_every_other_table_is_left_at_once():
    room = Room(deck=LOW)
    await room.player("ann", ONE).says("/join 50")
    await room.player("bob", ONE).says("/join 50")
    await room.player("ann", ONE).presses("deal")
    await room.player("ann", OTHER).says("/join 70")
    await room.player("bob", OTHER).says("/join 70")
    assert (await room.player("ann").whispers("/forgetme yes")).key == "forgetting"
    assert [seat.name for seat in room.shown(OTHER).seats] == ["Bob"]
    assert (await room.chips(OTHER))["ann"] == 1_000
    await room.passes(200)
    assert_forgotten(room, room.player("ann"))
    assert (await room.chips(OTHER))["ann"] == 0


async def test_a_round_that_is_voided_lets_go_too():
    room = await dealt()
    await room.player("ann").says("/forgetme yes")
    await room.player("eve", admin=True).says("/stop void")
    await room.house.drain()
    assert_forgotten(room, room.player("ann"))
    assert sum((await room.ledger()).values()) == 0


async def test_a_round_of_others_forgets_who_once_bet_there():
    room = await settled("ann: /leave", "cat: /join 50", "bob: /join 50")
    await room.passes(10)
    assert room.shown().phase is TablePhase.PLAY
    assert (await room.player("ann").says("/forgetme yes")).key == "forgotten"
    assert_forgotten(room, room.player("ann"))
    await room.restart()
    assert room.table().phase is TablePhase.PLAY


async def test_another_person_and_another_platform_stay_as_they_are():
    room = await settled("cat: /join 20")
    likes = [room.player("annabel"), room.player("bob")]
    await likes[0].says("/join 30")
    before = await room.chips()
    await room.player("ann").says("/forgetme yes")
    assert await room.chips() == {**before, "ann": 0}
    assert {"Bob", "Annabel"} <= {seat.name for seat in room.shown().seats}
    assert await room.store.names([likes[0].id]) == {likes[0].id: "Annabel"}


# --- what stays -----------------------------------------------------------------------------------


async def test_old_rounds_still_play_without_a_name():
    room = await settled()
    before = await room.store.round(1, 1)
    assert before is not None
    result = revive(before).result
    await room.player("ann").says("/forgetme yes")
    found = await room.store.round(1, 1)
    assert found is not None
    stored = load_setup(found[0].setup)
    assert stored.players[1:] == ("test:bob",)
    assert stored.players[0].startswith("forgotten:")
    assert revive(found).result == result
    assert json.loads(found[0].setup)["seed"] == json.loads(before[0].setup)["seed"]


async def test_nothing_that_was_told_to_others_names_who_was_forgotten():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("eve", admin=True).says("/grant Ann 30")
    await room.player("ann").says("/forgetme yes")
    reply = await room.repeats(2)
    assert reply.facts == {"name": NAMELESS, "chips": 30}
    assert_forgotten(room, room.player("ann"))


async def test_a_repeat_of_the_last_yes_comes_to_the_same():
    room = await settled()
    first = await room.player("ann").says("/forgetme yes")
    ledger = await room.ledger()
    assert await room.repeats() == first
    assert await room.ledger() == ledger


async def test_two_yeses_at_once_forget_once():
    room = await settled(store=TroubledStore())
    ann = room.player("ann")
    replies = await room.at_once(ann.typed("/forgetme yes"), ann.whispered("/forgetme yes"))
    assert {reply.key for reply in replies} == {"forgotten"}
    assert await room.store.leavers() == []
    assert_forgotten(room, ann)


async def test_what_is_asked_in_the_same_instant_leaves_nothing_behind():
    room = await settled(store=TroubledStore())
    ann, there = room.player("ann"), room.player("ann", OTHER)
    await room.at_once(
        ann.typed("/join 70"), there.typed("/join 20"), ann.typed("/daily"),
        ann.typed("/forgetme yes"), there.typed("/daily"), ann.typed("/bet 80"),
    )  # fmt: skip
    assert_forgotten(room, ann)
    assert sum((await room.ledger()).values()) == 0


# --- when something fails -------------------------------------------------------------------------


class Crashed(Exception):
    """The process is gone."""


class Forgetful(TroubledStore):
    """Fails at the moments of a forgetting, before or after it became durable."""

    noting: Failure | None = None
    forgetting: Failure | None = None
    forgettings = 0

    async def note_leaver(self, player: PlayerId) -> None:
        failure, self.noting = self.noting, None
        if failure is Failure.BEFORE:
            raise Crashed
        await super().note_leaver(player)
        if failure is Failure.AFTER:
            raise Crashed

    async def forget(self, erasure: Erasure) -> None:
        failure, self.forgetting = self.forgetting, None
        if failure is Failure.BEFORE:
            raise Crashed
        self.forgettings += 1
        await super().forget(erasure)
        if failure is Failure.AFTER:
            raise Crashed


@pytest.mark.parametrize("failure", list(Failure))
async def test_a_forgetting_that_fails_is_done_a_little_later_and_once(failure):
    store = Forgetful()
    room = await settled(store=store)
    before = await room.store.balances([mint(community_of(CLUB))])
    held = await room.player("ann").chips()
    store.forgetting = failure
    assert (await room.player("ann").says("/forgetme yes")).key == "forgetting"
    await room.passes(10)
    assert_forgotten(room, room.player("ann"))
    account = mint(community_of(CLUB))
    assert await store.balances([account]) == {account: before[account] + held}
    assert sum((await room.ledger()).values()) == 0


@pytest.mark.parametrize("failure", list(Failure))
async def test_a_forgetting_that_fails_is_done_after_a_restart(failure):
    store = Forgetful()
    room = await settled(store=store)
    store.forgetting = failure
    await room.player("ann").says("/forgetme yes")
    await room.restart()
    await room.house.drain()
    assert_forgotten(room, room.player("ann"))


@pytest.mark.parametrize("failure", list(Failure))
async def test_a_wish_that_could_not_be_noted_is_told_and_may_be_asked_again(failure):
    store = Forgetful()
    room = await settled(store=store)
    store.noting = failure
    ann = room.player("ann")
    assert (await ann.says("/forgetme yes")).key == "something-went-wrong"
    assert (await ann.says("/forgetme yes")).key == "forgotten"
    assert_forgotten(room, ann)


@pytest.mark.parametrize("failure", list(Failure))
async def test_a_table_that_could_not_be_left_is_left_a_little_later(failure):
    store = Forgetful()
    room = Room(store=store)
    await room.hears("ann: /join 50", "bob: /join 50")
    store.failures = [failure]
    assert (await room.player("ann").says("/forgetme yes")).key == "forgetting"
    await room.passes(10)
    assert_forgotten(room, room.player("ann"))
    assert await room.chips() == {"ann": 0, "bob": 950}


async def test_a_restart_in_the_middle_of_the_round_forgets_nobody_too_soon_and_loses_no_wish():
    room = await dealt()
    await room.player("ann").says("/forgetme yes")
    await room.restart()
    assert room.table().phase is TablePhase.PLAY
    assert (await room.player("ann").says("/join 50")).key == "being-forgotten"
    await room.passes(200)
    assert_forgotten(room, room.player("ann"))
    assert sum((await room.ledger()).values()) == 0


async def test_a_house_thrown_away_before_anybody_got_up_sees_them_off_when_it_comes_back():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50")
    await room.store.note_leaver(room.player("ann").id)
    await room.restart()
    await room.house.drain()
    assert [seat.name for seat in room.shown().seats] == ["Bob"]
    assert_forgotten(room, room.player("ann"))


async def test_a_table_that_cannot_be_brought_back_forgets_them_too():
    store = MemoryStore()
    room = await settled(store=store)
    row = store._tables[1]
    store._tables[1] = type(row)(row.chat, 1, row.state + "}", live=True, matches=row.matches)
    await room.restart()
    await room.player("ann", OTHER).says("/forgetme yes")
    assert "test:ann" not in store._tables[1].state
    assert '"Ann"' not in store._tables[1].state
    assert '"test:bob"' in store._tables[1].state


async def test_a_caller_that_gives_up_calls_nothing_off():
    room = await settled(store=TroubledStore())
    asked = asyncio.create_task(room.player("ann").says("/forgetme yes"))
    await asyncio.sleep(0)
    asked.cancel()
    await room.house.drain()
    assert_forgotten(room, room.player("ann"))
    assert await room.store.balances([wallet(community_of(CLUB), PlayerId("test:ann"))]) == {
        wallet(community_of(CLUB), PlayerId("test:ann")): 0
    }


# --- whatever else is done ------------------------------------------------------------------------


NAMES = ["ann", "bob", "cat"]
SAID = st.sampled_from(
    [
        *["/join 50", "/join all", "/bank 300", "/deal", "/hit", "/stand", "/double", "/leave"],
        *["/daily", "/balance", "/stop void", "/grant @@ann 40", "/forgetme yes", "/forgetme yes"],
    ]
)
MOMENTS = st.lists(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.sampled_from([ONE, TWO, OTHER]), SAID), max_size=3
    ),
    min_size=5,
    max_size=25,
)


@settings(max_examples=40)
@given(MOMENTS, st.lists(st.integers(0, 2), min_size=1, max_size=5), st.booleans())
async def test_whatever_is_done_nothing_is_left_and_every_chip_is_accounted_for(
    moments, pauses, restarts
):
    room = Room(store=TroubledStore(itertools.cycle(pauses)))
    for chat, name in itertools.product((ONE, TWO, OTHER), NAMES):
        await room.player(name, chat).says("/balance")
        await room.player(name, chat).says("/new")
    for moment in moments:
        await room.at_once(
            *(room.player(name, chat, admin=True).typed(text) for name, chat, text in moment)
        )
        assert sum((await room.ledger()).values()) == 0
        await room.passes(5)
    if restarts:
        await room.restart()
    for name in NAMES:
        await room.player(name).whispers("/forgetme yes")
    await room.passes(400)
    for name in NAMES:
        assert_forgotten(room, room.player(name))
    held = {account: chips for account, chips in (await room.ledger()).items() if chips}
    assert {account.kind for account in held} <= {AccountKind.MINT, AccountKind.HOUSE}
    assert sum(held.values()) == 0
