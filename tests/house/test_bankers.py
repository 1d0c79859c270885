"""What went wrong with banks of players elsewhere: chips counted twice, banks that owe too much."""

import itertools

import pytest

from bot.basics import ChatId
from bot.games.twentyone.presets import PRESETS
from bot.house.settings import HouseSettings
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.house import Room
from tests.fakes.messenger import text_of
from tests.fakes.stores import TroubledStore

PRESENTER = Presenter(Localizer())

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")
PENNIES = HouseSettings(bet_min=1)

PLAYERS_BANK = [name for name, dials in PRESETS.items() if dials.player_banks]

players_bank = pytest.mark.parametrize("rules", PLAYERS_BANK)


def told(room: Room) -> list[str]:
    """Return the lines of the newest table message."""
    return text_of(PRESENTER.table(room.shown())).splitlines()


async def bank_of_ten(deck: str, *bets: int, rules: str = "qq21") -> Room:
    """Return a room in which Cat banks with her last 10 and others have just been dealt in."""
    room = Room(deck=deck, rules=rules, settings=PENNIES)
    cat = room.player("cat")
    await cat.says("/balance")
    await room.gives(cat, -990)
    await cat.says("/bank 10")
    for name, bet in zip(("ann", "bob"), bets, strict=False):
        assert (await room.player(name).says(f"/join {bet}")).accepted
    await cat.says("/deal")
    return room


async def everyone_stands(room: Room) -> None:
    for player in room.playing():
        await player.says("/stand")


# --- the same chips in two banks --------------------------------------------------------------


@pytest.mark.report("E2")
async def test_two_banks_opened_at_once_with_one_wallet_hold_no_more_than_it_held():
    room = Room(store=TroubledStore())
    here, there = room.player("cat", ONE), room.player("cat", TWO)
    await here.says("/balance")
    replies = await room.at_once(here.typed("/bank 800"), there.typed("/bank 800"))
    assert sorted(reply.key for reply in replies) == ["bank-beyond-chips", "bank-taken"]
    assert await here.chips() == 200


@pytest.mark.report("E2")
async def test_all_that_somebody_has_can_be_in_one_bank_alone():
    room = Room(store=TroubledStore())
    here, there = room.player("cat", ONE), room.player("cat", TWO)
    await here.says("/balance")
    replies = await room.at_once(here.typed("/bank all"), there.typed("/bank all"))
    assert sorted(reply.accepted for reply in replies) == [False, True]
    assert sum((await room.ledger()).values()) == 0


@pytest.mark.report("E2")
async def test_banks_in_two_groups_are_each_paid_from_the_wallet_of_that_group():
    room = Room(store=TroubledStore())
    here, there = room.player("cat", ONE), room.player("cat", OTHER)
    await room.at_once(here.typed("/bank 800"), there.typed("/bank 900"))
    assert (await here.chips(), await there.chips()) == (200, 100)


# --- a bank of ten ----------------------------------------------------------------------------


@pytest.mark.report("E3")
async def test_a_bank_of_ten_takes_six_and_of_another_six_says_that_four_are_covered():
    room = Room(settings=PENNIES)
    await room.hears("cat: /bank 10", "ann: /join 6")
    reply = await room.player("bob").says("/join 6")
    assert (reply.key, reply.facts["covered"], reply.facts["bet"]) == ("bet-not-covered", 4, 6)
    request = room.player("bob").typed("/join 6")
    assert "4" in PRESENTER.answer(request, await room.asks(request), None).alert
    assert (await room.player("bob").says("/join 4")).accepted


@pytest.mark.report("E3")
@pytest.mark.parametrize(("rules", "covered"), [("qq21", 10), ("cn4deck", 6), ("hk_banker", 3)])
async def test_a_bank_of_ten_takes_what_it_could_pay_for_the_best_hand_there_is(rules, covered):
    room = Room(rules=rules, settings=PENNIES)
    await room.player("cat").says("/bank 10")
    reply = await room.player("ann").says("/join 10")
    assert (reply.accepted, reply.facts.get("covered", 10)) == (covered == 10, covered)


@pytest.mark.report("E3")
async def test_a_natural_takes_the_last_chip_of_a_bank_and_no_more():
    room = await bank_of_ten("As 9s Kd 9d", 10)
    await everyone_stands(room)
    assert await room.chips() == {"cat": 0, "ann": 1_010}
    assert told(room)[1:3] == [
        "• Ann +10 · A♠ K♦ · natural, pays 1:1",
        "• Bank, Cat −10 · 9♠ 9♦ · 18",
    ]


@pytest.mark.report("E3")
async def test_who_won_and_who_lost_against_the_last_chips_is_told_rightly():
    room = await bank_of_ten("Ts 9h 9s Td 8h 9d", 6, 4)  # Ann 20, Bob 17, the bank 18
    await everyone_stands(room)
    assert told(room)[1:4] == [
        "• Ann +6 · 10♠ 10♦ · 20 beats 18",
        "• Bob −4 · 9♥ 8♥ · 17 loses to 18",
        "• Bank, Cat −2 · 9♠ 9♦ · 18",
    ]
    assert await room.chips() == {"cat": 0, "ann": 1_006, "bob": 996}
    assert (await room.staked(), room.shown().bank) == ((0, 8), 8)


@pytest.mark.report("E3", "X11")
@players_bank
@pytest.mark.parametrize("bets", [(10,), (6, 4), (2, 2, 2, 2)])
async def test_no_bank_ever_owes_what_it_does_not_hold(rules, bets):
    room = Room(rules=rules, settings=PENNIES, deck="As Ah Ad Ac 2s Ks Kh Kd Kc 2h 2d 2c")
    await room.player("cat").says("/bank 10")
    for name, bet in zip(("ann", "bob", "dan", "eve"), bets, strict=False):
        player = room.player(name)
        reply = await player.says(f"/join {bet}")
        if not reply.accepted and reply.facts.get("covered"):
            assert (await player.says(f"/join {reply.facts['covered']}")).accepted
    await room.player("cat").says("/deal")
    for _ in range(4):
        await room.passes(45)
    assert room.shown().phase is not TablePhase.PLAY
    assert min((await room.chips()).values()) >= 0
    assert (await room.player("cat").chips()) + (await room.staked())[1] >= 990


# --- what is dealt and what is won ------------------------------------------------------------


@pytest.mark.report("E4")
@players_bank
@pytest.mark.parametrize("bank", ["cat", "the house"])
async def test_whoever_banks_the_cards_come_in_the_order_of_the_deck(rules, bank):
    deck = ["2s", "3s", "4s", "5s", "6s", "7s"]
    room = Room(rules=rules, deck=" ".join(deck))
    if bank == "cat":
        await room.player("cat").says("/bank 500")
    await room.hears("ann: /join 10", "bob: /join 10", "ann: /deal")
    ann, bob = [await player.looks() for player in room.playing()[:2]]
    for _ in range(8):
        await room.passes(45)
    result = room.shown().result
    assert ann is not None
    assert bob is not None
    assert result is not None
    hands = [[str(card) for card in hand.cards[:2]] for hand in result.hands]
    bank_cards = [str(card) for card in result.bank_cards[:2]]
    assert [*hands, bank_cards] == [[deck[n], deck[n + 3]] for n in range(3)]


@pytest.mark.report("E4")
async def test_an_evening_with_a_players_bank_leaves_the_books_in_balance(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    room = Room(store=await SqliteStore.open(url))
    await room.hears("cat: /bank 500", "ann: /join 50", "bob: /join 50")
    for _ in range(5):
        await room.player("cat").says("/deal")
        await everyone_stands(room)
        await room.hears("ann: /join 50", "bob: /join 50")
    await room.hears("cat: /stop")
    assert sum((await room.chips()).values()) == 3_000
    await room.store.close()
    assert audit(url).clean


# --- a banker who goes ------------------------------------------------------------------------


@pytest.mark.report("E5")
@players_bank
@pytest.mark.parametrize("moment", ["at once", "after the first act", "never"])
async def test_a_round_whose_banker_goes_or_sleeps_is_settled_to_the_chip(rules, moment):
    room = Room(rules=rules, deck="Ts 9s Th 8d 7c 8h 5s 5h 5d")
    await room.hears("cat: /bank 600", "ann: /join 50", "bob: /join 50", "cat: /deal")
    if moment == "after the first act":
        await room.player("ann").says("/stand")
    if moment != "never":
        assert (await room.player("cat").says("/leave")).accepted
    for _ in range(6):
        await room.passes(45)
    assert room.shown().phase is not TablePhase.PLAY
    assert room.shown().result is not None or room.shown().phase is TablePhase.CLOSED
    assert sum((await room.chips()).values()) + sum(await room.staked()) == 3_000


@pytest.mark.report("E5")
async def test_a_banker_whose_time_is_up_draws_by_the_rule_of_the_house():
    room = Room(deck="Ts 6s 9d Td 9c")  # Ann 19, the bank 16 and a nine
    await room.hears("cat: /bank 500", "ann: /join 50", "cat: /deal", "ann: /stand")
    await room.passes(45)
    assert (room.shown().phase, await room.player("ann").chips()) == (TablePhase.SETTLED, 1_050)


@pytest.mark.report("E5")
@players_bank
async def test_a_banker_who_goes_as_the_cards_are_asked_for_leaves_a_round_or_a_lobby(rules):
    for first, second in itertools.permutations(("cat: /leave", "ann: /deal")):
        room = Room(rules=rules, store=TroubledStore())
        await room.hears("cat: /bank 600", "ann: /join 50", "bob: /join 50")
        asked = [line.split(": ") for line in (first, second)]
        await room.at_once(*(room.player(name).typed(text) for name, text in asked))
        for _ in range(6):
            await room.passes(45)
        assert room.shown().phase is not TablePhase.PLAY
        assert sum((await room.ledger()).values()) == 0


async def test_a_bank_that_passes_as_cards_come_counts_the_chips_that_it_took():
    """The new banker's chips are at stake already when the same commit deals, ends and goes on."""
    room = Room(rules="hk_banker")
    room.decks.lay("9s 9h Td Tc")  # Cat and Ann, who banks, have 19 each: ties to the banker
    room.decks.lay("As 9h Kd 8c")  # a natural of Cat is paid at once, and ends the round
    await room.hears("cat: /join 50", "ann: /bank", "cat: /deal")
    await room.passes(1)
    await room.hears("cat: /stand")
    await room.passes(45)
    assert room.shown().phase is TablePhase.SETTLED
    await room.hears("bob: /join 10", "bob: /bank all", "cat: /join 50")
    await room.passes(600)
    assert room.shown().round == 2
    await room.passes(600)
    assert room.shown().phase is TablePhase.CLOSED
    assert await room.chips() == {"cat": 1_000, "ann": 1_050, "bob": 950}
