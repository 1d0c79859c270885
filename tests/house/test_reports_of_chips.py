"""What went wrong with chips in other programs: spent twice, lost on the way, made from nothing."""

import pytest

from bot.basics import ChatId
from bot.commands import COMMANDS
from bot.house.settings import HouseSettings
from bot.ledger import CHIPS_MAX
from bot.notices import TablePhase
from storage.store import SqliteStore
from tests.fakes.house import Room
from tests.fakes.stores import Failure, TroubledStore

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")


async def dealt(*lines: str, deck: str = "", **how) -> Room:
    """Return a room in which some have bet and cards have been dealt: ``ann 50``."""
    room = Room(deck=deck, **how)
    for line in lines:
        name, bet = line.split()
        assert (await room.player(name).says(f"/join {bet}")).accepted
    assert (await room.player(lines[0].split()[0]).says("/deal")).accepted
    return room


# --- what is staked -----------------------------------------------------------------------------


@pytest.mark.report("D2", "D3")
async def test_who_has_bet_everything_can_do_nothing_more_with_it_until_the_round_is_over():
    room = await dealt("ann 1000", deck="5s Ts 6h 8h Td")  # Ann 21 if she draws, the bank 18
    ann, there = room.player("ann"), room.player("ann", ChatId("test:club:2"))
    for spec in COMMANDS:
        for words in (spec.verb, f"{spec.verb} 10", f"{spec.verb} bob 10"):
            if spec.verb not in {"hit", "stand", "leave", "daily", "forgetme"}:
                await there.says(f"/{words}")
        assert await ann.chips() == 0
    for text in ("/double", "/split", "/bet 10", "/give bob 10"):
        assert not (await ann.says(text)).accepted
    await room.hears("ann: /hit")
    await room.passes(45)
    assert await ann.chips() == 2_000


@pytest.mark.report("D2", "D3")
@pytest.mark.parametrize("rules", ["qq21", "hk_casino", "hk_banker", "cn4deck", "hk_home5"])
async def test_a_loss_is_paid_from_what_was_staked_whatever_became_of_the_wallet(rules):
    room = Room(rules=rules, deck="Ts Th 2s 9h Td 9c")
    await room.hears("ann: /join 100", "bob: /join 100", "ann: /deal")
    for name in ("ann", "bob"):
        await room.gives(room.player(name), -900)
    for _ in range(6):
        await room.passes(45)
    assert room.shown().result is not None
    assert sum((await room.ledger()).values()) == 0
    assert min((await room.chips()).values()) >= 0


@pytest.mark.report("D5")
async def test_five_presses_on_join_and_five_typed_joins_stake_one_bet():
    room = Room(store=TroubledStore())
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    await bob.says("/balance")
    press = bob.pressed("join")
    first = await room.at_once(*[press] * 5)
    assert {reply.key for reply in first} <= {"joined", "one-at-a-time"}
    assert await bob.chips() == 990
    replies = [await bob.says("/join") for _ in range(5)]
    assert [(reply.key, reply.facts) for reply in replies] == [("already-in", {"bet": 10})] * 5
    assert await bob.chips() == 990


@pytest.mark.report("D7")
async def test_an_act_and_the_clock_that_end_a_round_together_settle_it_once():
    room = await dealt("ann 100", deck="Ts 9s Th 8h", store=TroubledStore())
    room.clock.step_to(room.clock.now() + 45)
    await room.at_once(room.player("ann").typed("/stand"))
    await room.house.drain()
    assert (room.shown().phase, await room.player("ann").chips()) == (TablePhase.SETTLED, 1_100)


@pytest.mark.report("D19")
async def test_a_bet_is_taken_whole_from_the_wallet_of_its_community_or_not_at_all():
    room = Room()
    here, there = room.player("ann", ONE), room.player("ann", OTHER)
    await there.says("/balance")
    await here.says("/join 600")
    assert (await room.player("ann", TWO).says("/join 600")).key == "bet-beyond-chips"
    assert (await here.chips(), await there.chips()) == (400, 1_000)


# --- bets that nobody plays --------------------------------------------------------------------


@pytest.mark.report("D23")
@pytest.mark.parametrize("failure", list(Failure))
async def test_a_bet_whose_round_never_begins_comes_back(failure):
    store = TroubledStore()
    room = Room(store=store)
    ann = room.player("ann")
    await ann.says("/join 50")
    store.failures = [failure] * 2
    await ann.says("/deal")
    await room.passes(600)
    await room.passes(600)
    assert await room.staked() == (0, 0)
    assert sum((await room.ledger()).values()) == 0
    assert room.shown().phase is TablePhase.CLOSED or room.shown().result is not None


@pytest.mark.report("D24")
async def test_who_bets_as_the_cards_are_asked_for_plays_this_round_or_the_next():
    room = Room(store=TroubledStore())
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/balance")
    replies = await room.at_once(ann.typed("/deal"), bob.typed("/join 70"))
    assert [reply.key for reply in replies] == ["dealt", "joined-next"]
    assert sum(await room.staked()) == 120


@pytest.mark.report("D24")
async def test_who_leaves_in_the_instant_of_the_deal_has_the_bet_back_or_cards_for_it():
    room = Room(store=TroubledStore())
    await room.hears("ann: /join 50", "bob: /join 70")
    ann, bob = room.player("ann"), room.player("bob")
    await room.at_once(bob.typed("/leave"), ann.typed("/deal"))
    dealt_in = [player.name for player in room.playing()]
    assert (await room.staked())[0] == (120 if "bob" in dealt_in else 50)
    assert (await bob.chips()) == (930 if "bob" in dealt_in else 1_000)


# --- who gives what to whom --------------------------------------------------------------------


@pytest.mark.report("D25", "D18")
async def test_nobody_but_an_admin_moves_chips_into_anothers_wallet():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50")
    for spec in COMMANDS:
        for words in (f"{spec.verb} Bob 10", f"{spec.verb} @@bob 10", f"{spec.verb} 2 10"):
            await room.player("ann").says(f"/{words}")
    assert (await room.player("ann").says("/give @@bob 10")).key == "unknown-command"
    assert await room.player("bob").chips() == 950


@pytest.mark.report("D11")
@pytest.mark.parametrize("kept_in", ["memory", "a file"])
async def test_who_is_as_rich_as_can_be_is_told_so_and_may_ask_again(tmp_path, kept_in):
    room = Room(settings=HouseSettings(bet_max=CHIPS_MAX))
    if kept_in == "a file":
        url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
        room = Room(store=await SqliteStore.open(url), settings=room.settings)
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, CHIPS_MAX - 1_100)
    reply = await ann.says("/daily")
    assert (reply.key, reply.facts) == ("wallet-full", {"maximum": CHIPS_MAX})
    await ann.says("/join 500")
    assert (await ann.says("/daily")).accepted
    reply = await room.player("root", admin=True).says("/grant @@ann 500")
    assert (reply.key, reply.facts) == ("wallet-full", {"maximum": CHIPS_MAX})
    assert await ann.chips() == CHIPS_MAX - 400
    if isinstance(room.store, SqliteStore):
        await room.store.close()


@pytest.mark.report("D11", "D13")
async def test_who_has_all_the_chips_there_can_be_plays_and_wins_more():
    room = Room(deck="As 9s Kd 8h", rules="hk_casino")
    ann = room.player("ann")
    await ann.says("/balance")
    await room.gives(ann, CHIPS_MAX - 1_000)
    await room.hears("ann: /join 1000", "ann: /deal")
    assert await ann.chips() == CHIPS_MAX + 1_500


@pytest.mark.report("D9")
async def test_what_is_accepted_twice_in_one_instant_counts_once():
    room = Room(store=TroubledStore())
    root = room.player("root", admin=True)
    await room.player("ann").says("/balance")
    grant = root.typed("/grant @@ann 500")
    replies = await room.at_once(grant, grant)
    assert replies[0] == replies[1]
    assert await room.player("ann").chips() == 1_500


@pytest.mark.report("D27")
async def test_who_asks_in_private_for_the_richest_is_answered():
    room = Room()
    ann = room.player("ann")
    assert (await ann.whispers("/top")).key == "no-table-in-private"
    await ann.says("/join 50")
    reply = await ann.whispers("/top")
    assert (reply.key, reply.facts) == ("top", {"count": 1, "name1": "Ann", "chips1": 1_000})
