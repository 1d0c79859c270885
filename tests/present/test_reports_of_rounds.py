"""What went wrong elsewhere when a round was paid and told, as tests; ids of the reports.

What the table says, what the own panel says and what lies in the wallet are looked at together.
"""

import random
import re

import pytest

from bot.games import GAMES
from bot.ledger import Account
from bot.notices import HandShown, TablePhase, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.evenings import play_an_evening
from tests.fakes.house import Player, Room
from tests.fakes.messenger import text_of
from tests.fakes.stores import BookedStore
from tests.fakes.walks import KINDS, Kind

PRESENTER = Presenter(Localizer())
PRESETS = [preset for game in GAMES.values() for preset in game.presets]
AGAINST_A_BANK = list(GAMES["21"].presets)


def told(room: Room) -> list[str]:
    return text_of(PRESENTER.table(room.shown())).splitlines()


def panel(player: Player) -> list[str]:
    return text_of(PRESENTER.hand(player.panel)).splitlines()


async def answer(player: Player, text: str) -> str:
    """Return what a person is answered in a pop-up."""
    request = player.typed(text)
    reply = await player.room.asks(request)
    return PRESENTER.answer(request, reply, await player.looks()).alert


def signed(chips: int) -> str:
    return f"{'+' if chips > 0 else '−' if chips else '±'}{abs(chips):,}"


async def dealt(rules: str, deck: str, bet: int = 100, options: str = "") -> Room:
    """Ann, who has 1,000, plays alone against the house."""
    room = Room(rules=rules)
    if options:
        await room.player("root", admin=True).says(f"/new 21 {rules} {options}")
    room.decks.lay(deck)
    await room.hears(f"ann: /join {bet}", "ann: /deal")
    return room


async def played(rules: str, deck: str, acts: str, bet: int = 100, options: str = "") -> Room:
    """Ann has done all of this, and the round is over."""
    room = await dealt(rules, deck, bet, options)
    replies = await room.hears(*(f"ann: /{act}" for act in acts.split(", ") if act))
    assert [reply.key for reply in replies if not reply.accepted] == []
    assert room.shown().phase is TablePhase.SETTLED
    return room


async def ends(room: Room, line: str, net: int) -> None:
    """Look at what table, panel and wallet say of a round that Ann began with 1,000."""
    ann, table = room.player("ann"), told(room)
    assert any(each.startswith(f"• Ann {signed(net)}") for each in table)
    assert any(each.endswith(line) for each in table)
    assert await ann.chips() == 1_000 + net
    *results, chips = panel(ann)
    assert chips == f"You have {1_000 + net:,} chips."
    assert any(each.startswith((signed(net), f"In all {signed(net)}")) for each in results)


# --- totals -----------------------------------------------------------------------------------


@pytest.mark.report("A6", "A12")
@pytest.mark.parametrize(
    ("deck", "hits", "total"),
    [
        ("As Ac Ah Ad", 0, "soft 12"),
        ("As Ac Ah Ad Kh Kd", 1, "12"),
        ("As Ac 5h 5d", 0, "soft 16"),
        ("As Ac 5h 5d Ts Tc 4s 4c", 2, "20"),
    ],
)
async def test_a_total_reads_alike_on_both_sides_and_says_when_it_is_soft(deck, hits, total):
    room = Room(rules="qq21")
    ann, cat = room.player("ann"), room.player("cat")
    await room.hears("cat: /bank 500", "ann: /join 50")
    room.decks.lay(" ".join(alternating(deck, hits)))
    await ann.says("/deal")
    for player in (ann, cat):
        for _ in range(hits):
            await player.says("/hit")
        await player.says("/stand")
    assert any(line.endswith(f" · {total} to {total}, bet back") for line in told(room))
    assert any(line.endswith(f" · {total}") for line in told(room))
    assert f" · {total}, stands · bet 50" in panel(ann)[1]
    assert panel(cat)[1].endswith(f" · {total}, stands")


def alternating(deck: str, hits: int) -> list[str]:
    """Return a deck of which two hands get every other card, though one draws before the other."""
    cards = deck.split()
    return [*cards[:4], *cards[4::2], *cards[5::2]] if hits else cards


@pytest.mark.report("A18")
async def test_insurance_is_asked_with_each_one_s_own_cards_and_price():
    room = Room("Ts 3s Th 9d 5d Ac", "hk_casino")
    await room.hears("ann: /join 100", "bob: /join 50", "ann: /deal")
    assert panel(room.player("ann"))[1:] == [
        "Your hand · 10♠ 9♦ · 19 · bet 100",
        "Bank · ▮ A♣",
        "Your move. Insure: 50 more.",
    ]
    assert panel(room.player("bob"))[1:] == [
        "Your hand · 3♠ 5♦ · 8 · bet 50",
        "Bank · ▮ A♣",
        "Your move. Insure: 25 more.",
    ]


@pytest.mark.report("A18")
async def test_split_hands_are_numbered_alike_on_table_and_panel_and_in_the_results():
    room = await dealt("vegas_s17", "8s Ts 8h 7h 2c 3d Td 9c")
    ann = room.player("ann")
    await room.hears("ann: /split", "ann: /stand")
    assert told(room)[1:3] == [
        "• Ann, hand 1 · 100 · 8♠ 2♣ · 10, stands",
        "▸ Ann, hand 2 · 100 · 8♥ 3♦ · 11",
    ]
    assert panel(ann)[1:3] == [
        "Hand 1 · 8♠ 2♣ · 10, stands · bet 100",
        "▸ Hand 2 · 8♥ 3♦ · 11 · bet 100",
    ]
    await ann.says("/double")
    assert told(room)[1:4] == [
        "• Ann +100",
        "   hand 1 −100 · 8♠ 2♣ · 10 loses to 17",
        "   hand 2 +200 · 8♥ 3♦ 10♦ · 21 beats 17",
    ]
    assert panel(ann)[-4:-1] == [
        "In all +100",
        "   hand 1 −100 · 10 loses to 17",
        "   hand 2 +200 · 21 beats 17",
    ]


# --- naturals, ties and what they pay ---------------------------------------------------------

TIES_RETURN = "ties give the bet back."
CARDS = {
    "qq21": f"A natural pays 1:1, {TIES_RETURN}",
    "hk_casino": f"A natural pays 3:2, {TIES_RETURN}",
    "hk_banker": (
        "A natural pays 1:1, the bank wins ties.\nNatural against natural, the player wins."
    ),
    "cn4deck": f"A natural pays 3:2, {TIES_RETURN}",
    "vegas_s17": f"A natural pays 3:2, {TIES_RETURN}",
    "vegas_h17": f"A natural pays 3:2, {TIES_RETURN}",
    "euro_enhc": f"A natural pays 3:2, {TIES_RETURN}",
    "hk_home5": "Nearest to 21 takes the pot; ties draw a card.",
    "cribbage": "The first to 121 wins; ending below 91 is a skunk.",
}
"""What every set of rules has on the table while bets are open."""


@pytest.mark.report("B1", "B5", "B15")
@pytest.mark.parametrize("rules", PRESETS)
async def test_an_open_table_says_who_takes_a_tie_before_anyone_bets(rules):
    room = Room(rules=rules)
    await room.player("ann").says(f"/new {rules}")
    assert f"\n{CARDS[rules]}\n" in "\n".join(told(room))


@pytest.mark.report("B1", "B15")
async def test_a_tie_that_an_admin_gave_to_the_bank_is_told_before_the_bets_and_in_the_result():
    room = await dealt("hk_casino", "Ts 9s 8d 9h", options="ties=banker")
    lobby = next(n for n in room.notices if isinstance(n, TableShown))
    assert "A natural pays 3:2, the bank wins ties." in text_of(PRESENTER.table(lobby))
    await room.player("ann").says("/stand")
    await ends(room, "18 to 18, bank wins ties", -100)


@pytest.mark.report("B1")
async def test_rules_that_change_between_rounds_are_told_before_anyone_bets_by_them():
    room = await played("hk_casino", "Ts 9s 8d 9h", "stand")
    results = room.shown()
    await room.player("root", admin=True).says("/settings ties=banker")
    assert room.said()[-1] == "rules-set"
    assert "A natural pays 3:2, the bank wins ties." in told(room)
    assert not (await room.player("ann").presses("again", results)).accepted
    assert await room.staked() == (0, 0)


@pytest.mark.report("B1")
@pytest.mark.parametrize("rules", AGAINST_A_BANK)
async def test_eighteen_to_eighteen_is_paid_by_the_rule_that_the_result_names(rules):
    room = await played(rules, "Ts 9s 8d 9h", "stand")
    if rules == "hk_banker":
        await ends(room, "18 to 18, bank wins ties", -100)
    else:
        await ends(room, "18 to 18, bet back", 0)


@pytest.mark.report("B1")
async def test_eighteen_to_eighteen_without_a_bank_is_drawn_for_and_told():
    room = Room("Ts 9s 8d 9h 2s Kd", rules="hk_home5")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    assert "• Ann +50 · 10♠ 8♦ · tie on 18 · 2♠ wins" in told(room)
    assert "• Bob −50 · 9♠ 9♥ · tie on 18 · K♦ loses" in told(room)
    assert await room.chips() == {"ann": 1_050, "bob": 950}


ROUNDS = [
    ("B4", "hk_casino", "5s 5h 6d Kh Tc 6c", "double", "21 to 21, bet back", 0),
    ("B5 B6", "hk_casino", "As Ah Kd Kh", "", "natural to natural, bet back", 0),
    ("B5 hidden", "qq21", "As Ah Kd Kh", "stand", "natural to natural, bet back", 0),
    ("B5 no hole card", "euro_enhc", "As Ah Kd Kh", "insure no", "natural to natural, bet back", 0),
    ("B5 by another rule", "hk_banker", "As Ah Kd Kh", "", "natural, pays 1:1", 100),
    ("B8 natural", "qq21", "7s As 7h Kh 7d", "hit, stand", "21 loses to a natural", -100),
    ("B8 equal", "qq21", "7s 5s 7h 6h 7d Tc", "hit, stand", "21 to 21, bet back", 0),
    ("B8 stands at 21", "hk_casino", "7s 5s 7h 6h 7d Tc", "hit", "21 to 21, bet back", 0),
    ("B9", "hk_casino", "As 5s Kd 6h Tc", "", "natural, pays 3:2", 150),
    ("B9 swapped", "qq21", "5s As 6h Kh Tc", "hit, stand", "21 loses to a natural", -100),
    ("B10 B14 tie", "hk_casino", "Ts 9s 9d Th", "stand", "19 to 19, bet back", 0),
    ("B10 win", "hk_casino", "Ts 8s 9d Th", "stand", "19 beats 18", 100),
    ("B14 loss", "hk_casino", "Ts Th 8d 9c", "stand", "18 loses to 19", -100),
    ("C2 C3", "hk_casino", "As 9s Ah 8h Td 5c", "split", "hand 1 +100 · A♠ 10♦ · 21 beats 17", 0),
    (
        "C2 other",
        "hk_casino",
        "As 9s Ah 8h Td 5c",
        "split",
        "−100 · A♥ 5♣ · soft 16 loses to 17",
        0,
    ),
    ("C2 bust", "hk_casino", "8s Ts 8h 8d 6d Td Kc", "split, hit, stand", "bust with 24", -100),
    (
        "C2 push",
        "hk_casino",
        "8s Ts 8h 8d 6d Td Kc",
        "split, hit, stand",
        "18 to 18, bet back",
        -100,
    ),
    ("C3 tie", "hk_casino", "As 5s Ah 6h Td 5c Tc", "split", "A♠ 10♦ · 21 to 21, bet back", -100),
    ("C3 natural", "qq21", "As Ac Ah Kh Td Kd", "split", "21 loses to a natural", -200),
    ("C10", "hk_casino", "As Ks Kd Ah", "insure", "insurance +100, bank has a natural", 100),
    ("C10 other", "hk_casino", "As 8s Kd Ah", "insure", "insurance −50, bank has no natural", 100),
    ("C10 pays", "hk_casino", "As 8s Kd Ah", "insure", "+150 · A♠ K♦ · natural, pays 3:2", 100),
]
"""Rounds of 100: what is dealt and done, how a line of the results ends, what Ann wins in all."""


@pytest.mark.report("B4", "B5", "B6", "B8", "B9", "B10", "B12", "B13", "B14", "C2", "C3", "C10")
@pytest.mark.parametrize(
    ("rules", "deck", "acts", "line", "net"),
    [pytest.param(*each, id=name) for name, *each in ROUNDS],
)
async def test_a_round_is_paid_as_its_result_says(rules, deck, acts, line, net):
    await ends(await played(rules, deck, acts), line, net)


# --- five cards -------------------------------------------------------------------------------

FIVE_CARDS = "3s Ts 4s 9s 2d 3d 2h"


@pytest.mark.report("B20")
@pytest.mark.parametrize(
    ("options", "bet", "pays", "net"),
    [
        ("", 100, "2:1", 200),
        ("", 25, "2:1", 50),
        ("", 11, "2:1", 22),
        ("five_card_payout=3/2", 24, "3:2", 36),
        ("five_card_payout=1", 11, "1:1", 11),
    ],
)
async def test_five_cards_pay_what_the_rule_says_in_whole_chips(options, bet, pays, net):
    room = await played("hk_banker", FIVE_CARDS, "hit, hit, hit", bet, options)
    await ends(room, f"five cards, pays {pays}", net)


@pytest.mark.report("B20")
async def test_a_bet_that_five_cards_could_not_pay_in_whole_chips_is_refused():
    room = Room()
    await room.player("root", admin=True).says("/new 21 hk_banker five_card_payout=3/2")
    told = await answer(room.player("ann"), "/join 25")
    assert told.startswith("Bets here are multiples of 2, so that every payout is in whole chips.")
    assert await room.chips() == {"root": 1_000, "ann": 1_000}


# --- what is told and what is booked ----------------------------------------------------------

AMOUNT = r"([+−±])([\d,]+)"
HEAD = re.compile(rf"• (Bank|(?:Bank, )?\w+) {AMOUNT}(?: ·|$)")
PART = re.compile(rf"   .*?{AMOUNT}(?: ·|,|$)")


def read(sign: str, digits: str) -> int:
    chips = int(digits.replace(",", ""))
    return -chips if sign == "−" else chips


def nets_told(shown: TableShown) -> dict[str, int]:
    """Return what a table says that everyone won or lost; its parts have to make up the whole."""
    nets: dict[str, int] = {}
    parts: dict[str, int] = {}
    name = ""
    for line in text_of(PRESENTER.table(shown)).splitlines():
        if head := HEAD.match(line):
            name = head[1].removeprefix("Bank, ")
            nets[name] = read(head[2], head[3])
        elif part := PART.match(line):
            parts[name] = parts.get(name, 0) + read(part[1], part[2])
    assert parts == {name: nets[name] for name in parts}
    return nets


@pytest.mark.report("B12", "B13", "B14", "B21")
@pytest.mark.parametrize("kind", KINDS, ids=str)
async def test_whatever_is_played_what_is_told_is_what_was_booked(kind: Kind):
    store = BookedStore()
    room = Room(store=store)
    await play_an_evening(room, kind, random.Random(str(kind)), rounds=6)
    notices = [n for n in room.notices if isinstance(n, TableShown | HandShown) and is_over(n)]
    assert {match_of(notice, room) for notice in notices} == set(store.after) != set()
    for notice in notices:
        match = match_of(notice, room)
        booked, after = store.moved(match), store.after[match]
        if isinstance(notice, TableShown):
            nets, by_name = nets_told(notice), {name_of(each): booked[each] for each in booked}
            assert nets == {**dict.fromkeys(nets, 0), **by_name}
            continue
        wallet = room.people[notice.player].wallet
        told = text_of(PRESENTER.hand(notice))
        (net,) = re.findall(rf"^(?:In all |Your bank )?{AMOUNT}(?: ·|$)", told, re.MULTILINE)
        (chips,) = re.findall(r"^You have ([\d,]+|no) chips?", told, re.MULTILINE)
        assert read(*net) == booked[wallet]
        assert int(chips.replace(",", "").replace("no", "0")) == after[wallet]


def is_over(notice: TableShown | HandShown) -> bool:
    """Whether a notice tells how chips moved: not while a match goes on with another deal."""
    return notice.result is not None and not notice.result.scores


def match_of(notice: TableShown | HandShown, room: Room) -> str:
    """Return what the ledger calls the round, or the match, that a notice tells of."""
    tables = [n for n in room.notices if isinstance(n, TableShown) and n.round == notice.round]
    earlier = max((table.match.deal - 1 for table in tables if table.match), default=0)
    return f"{notice.table}.{notice.round - earlier}"


def name_of(account: Account) -> str:
    """Return what the results call the owner of an account."""
    return account.owner.removeprefix("test:").capitalize() or "Bank"


@pytest.mark.report("B13")
async def test_after_a_round_every_way_to_ask_gives_the_chips_after_it():
    room = await played("hk_casino", "As Th Kd 8c", "")
    ann = room.player("ann")
    assert await answer(ann, "/balance") == "You have 1,150 chips."
    assert (await answer(ann, "/top")).splitlines()[1] == "1. Ann 1,150"
