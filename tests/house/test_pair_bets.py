"""Bets on pairs: taken in the lobby, covered, for one round, and back wherever it is not dealt."""

import pytest

from bot.basics import ChatId, Seat
from bot.games.base import SideBet
from bot.house.archive import load_setup, setup_of
from bot.house.table import Running
from bot.ledger import AccountKind
from bot.message import plain_text
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply, Request, parse_payload
from tests.fakes.house import Room

ANN_HAS_A_PAIR = "Kh 9s 5c Kd 8h Tc"
"""Ann K-K, Bob 9-8, the bank 5-10."""


def table_of(deck: str = ANN_HAS_A_PAIR, rules: str = "cn4deck") -> Room:
    return Room(deck=deck, rules=rules)


async def seated(room: Room, *more: str) -> Room:
    await room.hears("ann: /join 10", "bob: /join 10", *more)
    return room


def beside(room: Room) -> list[tuple[str, str, int]]:
    """Return the pair bets that everyone sees, by name."""
    names = {seat.player: seat.name for seat in room.shown().seats}
    return [(names[bet.by], names[bet.on], bet.chips) for bet in room.shown().side_bets]


def running(room: Room) -> Running:
    found = room.table().running
    assert found is not None
    return found


def group_text(room: Room) -> str:
    return "\n".join(map(plain_text, Presenter(Localizer()).table(room.shown()).lines))


@pytest.mark.parametrize(
    ("typed", "on"),
    [
        ("/pair 2", "Bob"),
        ("/pair ann 2", "Ann"),
        ("/pair @ann 2", "Ann"),
        ("/pair 1 2", "Ann"),
        ("/pair 2 2", "Bob"),
        ("/pair @@ann 2", "Ann"),
        ("/pair ann ２", "Ann"),
    ],
)
async def test_a_pair_bet_names_a_player_by_mention_seat_or_name_else_oneself(typed, on):
    room = await seated(table_of())
    reply = await room.player("bob").says(typed)
    assert reply.accepted
    assert beside(room) == [("Bob", on, 2)]
    assert (await room.chips(), await room.staked()) == ({"ann": 990, "bob": 988}, (0, 22))


async def test_the_last_bet_on_a_pair_takes_the_place_of_the_first():
    room = await seated(table_of(), "bob: /pair ann 20", "bob: /pair 6", "bob: /pair ann 4")
    assert beside(room) == [("Bob", "Bob", 6), ("Bob", "Ann", 4)]
    assert await room.player("bob").chips() == 980


async def test_nothing_takes_a_pair_bet_back():
    room = await seated(table_of(), "bob: /pair ann 20", "bob: /pair ann 0")
    assert (beside(room), await room.player("bob").chips()) == ([], 990)
    assert (await room.player("bob").says("/pair ann 0")).key == "no-pair-bet"


async def test_all_is_what_the_wallet_holds_with_the_bet_that_it_replaces():
    room = await seated(table_of(), "bob: /pair ann 20", "bob: /pair ann all")
    assert (beside(room), await room.player("bob").chips()) == ([("Bob", "Ann", 990)], 0)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("cat: /pair ann 2", "not-seated"),
        ("bob: /pair cat 2", "whom"),
        ("bob: /pair @@cat 2", "bet-on-nobody"),
        ("bob: /pair 9 2", "whom"),
        ("bob: /pair ann", "wrong-arguments"),
        ("bob: /pair", "wrong-arguments"),
        ("bob: /pair ann 3", "bet-off-step"),
        ("bob: /pair ann 1.5", "amount-unreadable"),
        ("bob: /pair ann 992", "bet-beyond-chips"),
        ("bob: /pair ann 200000", "bet-above-maximum"),
    ],
)
async def test_what_cannot_be_bet_is_refused_and_moves_nothing(line, key):
    room = await seated(table_of())
    await room.player("cat").says("/balance")
    before = await room.ledger()
    (reply,) = await room.hears(line)
    assert (reply.accepted, reply.key) == (False, key)
    assert await room.ledger() == before


async def test_rules_without_pair_bets_refuse_them_and_show_no_button():
    room = await seated(table_of(rules="qq21"))
    assert (await room.player("bob").says("/pair 2")).key == "side-bet-not-offered"
    labels = [b.label for row in Presenter(Localizer()).table(room.shown()).buttons for b in row]
    assert "Pair bet" not in labels


async def test_the_bank_neither_bets_on_a_pair_nor_is_bet_on():
    room = await seated(table_of(), "cat: /bank")
    assert (await room.player("cat").says("/pair ann 2")).key == "banker-bets-nothing"
    assert (await room.player("bob").says("/pair @@cat 2")).key == "bet-on-bank"


async def test_who_takes_the_bank_gets_their_bets_back_and_so_does_who_bet_on_them():
    room = await seated(table_of(), "bob: /pair ann 20", "ann: /pair bob 10", "ann: /pair 10")
    reply = await room.player("ann").says("/bank all")
    assert reply.facts == {"bank": 1_000}
    assert (beside(room), await room.player("bob").chips()) == ([], 990)
    assert room.said() == ["pair-returned"]


async def test_the_bank_covers_the_pairs_with_everything_else_that_stands():
    room = await seated(table_of(), "cat: /bank 150")
    bob = room.player("bob")
    reply = await bob.says("/pair ann 20")
    assert (reply.key, reply.facts["covered"]) == ("bet-not-covered", 10)
    assert (await bob.says("/pair ann 10")).accepted  # 2 x 10 at 3:2 and 110 for the pair: 140
    assert (await bob.says("/pair 2")).facts["covered"] == 0
    assert (await bob.says("/bet 30")).facts["covered"] == 16


async def test_a_bank_that_cannot_cover_the_pairs_is_not_taken():
    room = await seated(table_of(), "bob: /pair ann 20")
    reply = await room.player("cat").says("/bank 200")
    assert (reply.key, reply.facts["need"]) == ("bank-wish-too-small", 250)


async def test_a_pair_pays_eleven_times_and_is_told_on_whose_cards():
    room = await seated(table_of(), "bob: /pair ann 2", "ann: /pair bob 4", "ann: /deal")
    assert "Pair bet · Bob on Ann · 2" in group_text(room)
    await room.hears("ann: /stand", "bob: /stand")
    assert room.shown().phase is TablePhase.SETTLED
    told = group_text(room)
    assert "pair bet on Ann +22, a pair" in told
    assert "pair bet on Bob −4, no pair" in told
    # Ann 20 and Bob 17 against 15 and a card more.
    result = room.shown().result
    assert result is not None
    beside_hands = {line.seat: line.net for line in result.lines}
    assert beside_hands == {0: -4, 1: 22}
    assert sum(result.net.values()) == 0
    assert await room.staked() == (0, 0)


async def test_a_pair_bet_shows_on_the_own_panel():
    room = await seated(table_of(), "bob: /pair ann 2", "ann: /deal")
    text = "\n".join(map(plain_text, Presenter(Localizer()).hand(room.player("bob").panel).lines))
    assert "Pair bet · Bob on Ann · 2" in text
    await room.hears("ann: /stand", "bob: /stand")
    text = "\n".join(map(plain_text, Presenter(Localizer()).hand(room.player("bob").panel).lines))
    assert "pair bet on Ann +22, a pair" in text


async def test_a_pair_bet_is_for_one_round():
    room = await seated(table_of(), "bob: /pair ann 2", "ann: /deal", "ann: /stand", "bob: /stand")
    assert beside(room) == []
    for name in ("ann", "bob"):
        await room.player(name).presses("again")
    assert running(room).staked == (10, 10)


async def test_cards_that_are_out_take_no_bets_on_them():
    room = await seated(table_of(), "ann: /deal")
    assert (await room.player("bob").says("/pair ann 2")).key == "round-running"


async def test_a_pair_is_bet_on_between_rounds_before_the_others_press_again():
    room = await seated(table_of(), "ann: /deal", "ann: /stand", "bob: /stand")
    assert (await room.player("bob").says("/pair ann 2")).accepted
    assert "Pair bet · Bob on Ann · 2 · next round" in group_text(room)
    for name in ("ann", "bob"):
        await room.player(name).presses("again")
    assert running(room).staked == (10, 12)


async def test_who_leaves_gets_their_bets_back_and_whoever_bet_on_them_is_told():
    room = await seated(table_of(), "bob: /pair ann 20", "ann: /pair 6")
    reply = await room.player("ann").says("/leave")
    assert reply.facts == {"returned": 16}
    assert await room.chips() == {"ann": 1_000, "bob": 990}
    assert (room.said(), beside(room)) == (["pair-returned"], [])


async def test_a_bet_on_somebody_who_is_not_dealt_in_comes_back_at_the_deal():
    room = await seated(table_of(), "ann: /deal", "ann: /stand", "bob: /stand")
    await room.hears("bob: /pair ann 2", "ann: /pair 4", "bob: /join 10")
    before = await room.player("ann").chips()
    await room.passes(10)
    assert running(room).players == ("test:bob",)
    assert running(room).staked == (10,)
    assert await room.player("ann").chips() == before + 4
    assert room.said() == ["pair-returned", "own-pair-returned"]


@pytest.mark.parametrize("end", ["stop", "expiry", "void", "abandon", "leave", "new"])
async def test_pair_bets_come_back_with_everything_else(end):
    room = await seated(table_of(), "bob: /pair ann 20", "bob: /pair 4")
    match end:
        case "stop":
            await room.hears("ann: /stop")
        case "expiry":
            await room.passes(600)
        case "void":
            await room.hears("ann: /deal", "ann: /stop void", "bob: /stop void")
        case "abandon":
            await room.house.abandon(ChatId("test:club"))
        case "leave":
            await room.hears("bob: /leave", "ann: /leave")
        case _:
            await room.hears("ann: /leave", "bob: /new qq21")
    assert await room.chips() == {"ann": 1_000, "bob": 1_000}
    assert await room.staked() == (0, 0)


async def test_a_restart_forgets_neither_a_bet_that_stands_nor_one_that_is_played():
    room = await seated(table_of(), "bob: /pair ann 2")
    await room.restart()
    assert (await room.player("bob").says("/pair ann 2")).accepted  # the same again moves nothing
    assert await room.player("bob").chips() == 988
    await room.hears("ann: /deal", "ann: /stand")
    await room.restart()
    await room.hears("bob: /stand")
    assert "pair bet on Ann +22, a pair" in group_text(room)


async def test_the_stored_round_holds_its_pair_bets():
    room = await seated(table_of(), "bob: /pair ann 2", "ann: /deal")
    found = await room.store.round(room.table().number, 1)
    assert found is not None
    setup = setup_of(load_setup(found[0].setup))
    assert (setup.stakes, setup.side_bets) == ((10, 10), (SideBet(Seat(1), Seat(0), 2),))


async def test_a_round_stored_before_there_were_pair_bets_has_none():
    room = await seated(table_of(), "ann: /deal")
    found = await room.store.round(room.table().number, 1)
    assert found is not None
    text = found[0].setup.replace(',"side_bets":[]', "")
    assert "side_bets" not in text
    assert setup_of(load_setup(text)).side_bets == ()


async def test_a_pair_bet_counts_among_the_chips_at_the_table():
    room = await seated(table_of(), "bob: /pair ann 20")
    bob = room.player("bob")
    assert (await bob.says("/balance")).facts == {"chips": 970, "staked": 30}
    await room.hears("ann: /deal")
    assert (await bob.says("/balance")).facts == {"chips": 970, "staked": 30}


async def test_the_same_request_twice_bets_once():
    room = await seated(table_of(), "bob: /pair ann 20")
    assert (await room.repeats()).key == "pair-bet"
    assert await room.player("bob").chips() == 970


async def test_leaving_the_round_leaves_the_pair_bets_to_the_cards():
    room = await seated(table_of(), "bob: /pair ann 2", "ann: /pair 4", "ann: /deal")
    await room.player("ann").leaves()
    await room.hears("bob: /stand")
    result = room.shown().result
    assert result is not None
    assert [(line.seat, line.net) for line in result.lines if line.rule == "pair"] == [
        (1, 22),
        (0, 44),
    ]


# --- by buttons ----------------------------------------------------------------------------------


def offers(reply: Reply) -> dict[str, str]:
    """Return the amounts that are offered, by the name of the player bet on."""
    places = range(1, int(reply.facts["count"]) + 1)
    return {str(reply.facts[f"name{n}"]): str(reply.facts[f"amounts{n}"]) for n in places}


async def pressed(room: Room, name: str, label: str) -> Reply:
    """Ask on whose pair, and press one of the buttons under the question."""
    bob = room.player(name)
    request = bob.pressed("pairs")
    answer = Presenter(Localizer()).answer(request, await room.asks(request), None)
    payload = next(b.payload for row in answer.message.buttons for b in row if b.label == label)
    seen, verb, args = parse_payload(payload)
    return await room.asks(room.request(bob, " ".join((verb, *args)), request.place, seen))


async def test_the_button_asks_on_whose_pair_and_how_much():
    room = await seated(table_of(), "cat: /bank 500")
    reply = await room.player("bob").presses("pairs")
    assert (reply.key, offers(reply)) == ("pair-whom", {"Bob": "10", "Ann": "10"})


async def test_amounts_that_could_not_be_bet_are_not_offered():
    room = await seated(table_of(), "bob: /pair ann 50")
    await room.gives(room.player("bob"), -900)
    reply = await room.player("bob").presses("pairs")
    assert offers(reply) == {"Bob": "10", "Ann": "10 50 0"}


async def test_a_press_on_an_amount_bets_it_and_another_takes_it_back():
    room = await seated(table_of())
    assert (await pressed(room, "bob", "Ann 50")).key == "pair-bet"
    assert (await pressed(room, "bob", "Mine 10")).key == "pair-bet-own"
    assert beside(room) == [("Bob", "Ann", 50), ("Bob", "Bob", 10)]
    assert (await pressed(room, "bob", "Ann back")).key == "pair-bet-back"
    assert beside(room) == [("Bob", "Bob", 10)]


async def test_a_button_means_the_same_person_when_the_seats_have_moved():
    room = await seated(table_of(), "cat: /join 10")
    bob = room.player("bob")
    reply = await bob.presses("pairs")
    mark = reply.facts["mark3"]
    await room.hears("ann: /leave")
    assert (await bob.presses(f"pair {mark} 10")).accepted
    assert beside(room) == [("Bob", "Cat", 10)]
    await room.hears("cat: /leave")
    assert (await bob.presses(f"pair {mark} 10")).key == "whom"


async def test_a_button_of_an_earlier_round_bets_nothing():
    room = await seated(table_of())
    old = room.shown()
    await room.hears("ann: /deal", "ann: /stand", "bob: /stand")
    assert (await room.player("bob").presses("pair 10", old)).key == "outdated"


async def test_two_topics_cannot_bet_the_same_chips():
    room = table_of()
    here, there = ChatId("test:club:1"), ChatId("test:club:2")
    requests: list[Request] = []
    for chat in (here, there):
        await room.player("bob", chat).says("/join 10")
        requests.append(room.player("bob", chat).typed("/pair 900"))
    replies = await room.at_once(*requests)
    assert sorted(reply.accepted for reply in replies) == [False, True]
    ledger = await room.ledger()
    assert sum(ledger.values()) == 0
    assert sum(c for a, c in ledger.items() if a.kind is AccountKind.ESCROW) == 920
