"""Where a natural of the bank takes twice the bet (A-HB-5), a table holds twice the bet."""

import pytest

from bot.house.table import dump_table, load_table
from bot.message import plain_text
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply
from tests.fakes.house import Player, Room

TWICE = "banker_natural_collects=2"
ONCE = "banker_natural_collects=1"

NATURAL = "Ts As 9h Kd"
"""Ann gets 19, the house a natural."""

BETTER = "Ts 9s 9h 9d"
"""Ann gets 19, the house 18."""


async def opened(*said: str, deck: str = "", dials: str = "") -> Room:
    """Return a room with a table at which a natural of the bank takes twice the bet."""
    room = Room(deck=deck)
    root = room.player("root", admin=True)
    assert (await root.says(f"/new 21 qq21 {TWICE} {dials}")).key == "table-opened"
    await room.hears(*said)
    return room


async def ann_with(chips: int, *said: str, deck: str = "", dials: str = "") -> Player:
    """Return Ann at such a table, who has so many chips before she says anything."""
    room = await opened("ann: /balance", deck=deck, dials=dials)
    ann = room.player("ann")
    await room.gives(ann, chips - await ann.chips())
    for text in said:
        assert (await ann.says(text)).accepted
    return ann


def in_words(player: Player, reply: Reply) -> str:
    """Return what a pop-up tells a player."""
    return Presenter(Localizer()).answer(player.typed("/join"), reply, None).alert


# --- betting -------------------------------------------------------------------------------------


async def test_who_joins_is_in_with_the_bet_and_told_what_the_table_holds_for_it():
    ann = await ann_with(1_000)
    reply = await ann.says("/join 50")
    assert (reply.key, reply.facts) == ("joined", {"bet": 50, "held": 100})
    told = in_words(ann, reply)
    assert told.startswith("You are in with 50.")
    assert told.endswith(
        "The table holds 100 of yours, for a natural of the bank takes twice the bet."
    )
    assert (await ann.chips(), await ann.room.staked()) == (900, (0, 100))
    assert ann.room.shown().seats[0].bet == 50
    assert (await ann.says("/balance")).facts == {"chips": 900, "staked": 100}


async def test_another_bet_moves_twice_the_difference():
    ann = await ann_with(1_000, "/join 50")
    assert (await ann.says("/bet 80")).facts == {"bet": 80, "held": 160}
    assert await ann.chips() == 840
    await ann.says("/bet 10")
    assert (await ann.chips(), await ann.room.staked()) == (980, (0, 20))


@pytest.mark.parametrize(("word", "bet"), [("all", 75), ("half", 37)])
async def test_a_share_is_of_what_could_be_bet(word, bet):
    ann = await ann_with(150)
    assert (await ann.says(f"/join {word}")).facts == {"bet": bet, "held": 2 * bet}
    assert await ann.chips() == 150 - 2 * bet


async def test_all_counts_what_is_held_already():
    ann = await ann_with(150, "/join 20")
    assert (await ann.says("/bet all")).facts["bet"] == 75


async def test_a_bet_of_which_twice_is_not_there_is_refused_with_one_that_is_accepted():
    ann = await ann_with(150)
    reply = await ann.says("/join 100")
    assert reply.key == "bet-beyond-chips-held"
    assert in_words(ann, reply).startswith("For 100 the table holds 200, and you have 150.")
    assert await ann.chips() == 150
    assert (await ann.says(str(reply.facts["typed"]))).facts["bet"] == 75


@pytest.mark.parametrize("text", ["/join", "/join 10", "/join all", "/join half"])
async def test_who_has_less_than_twice_the_smallest_bet_is_told_so_and_gets_a_refill(text):
    ann = await ann_with(19)
    reply = await ann.says(text)
    assert (reply.key, reply.facts) == (
        "too-few-chips-held",
        {"have": 19, "minimum": 10, "need": 20},
    )
    assert (await ann.says("/refill")).accepted
    assert (await ann.says(text)).accepted


async def test_who_has_just_twice_the_smallest_bet_joins_and_needs_no_refill():
    ann = await ann_with(20)
    assert (await ann.says("/refill")).key == "refill-not-needed"
    assert (await ann.says("/join")).facts == {"bet": 10, "held": 20}


async def test_the_buttons_go_to_the_largest_bet_of_which_twice_is_there():
    ann = await ann_with(45, "/join 20")
    assert (await ann.presses("more")).facts["bet"] == 22
    assert (await ann.presses("more")).key == "bet-beyond-chips-held"
    assert (await ann.presses("less")).facts["bet"] == 12


async def test_again_is_refused_to_who_has_not_twice_the_bet_any_more():
    ann = await ann_with(250, "/join 100", "/deal", "/stand", deck=NATURAL)
    assert await ann.chips() == 50
    reply = await ann.presses("again")
    assert (reply.key, reply.facts["typed"]) == ("bet-beyond-chips-held", "/join 25")
    assert (await ann.says("/join 25")).accepted
    assert await ann.chips() == 0


async def test_again_holds_twice_the_bet_again():
    ann = await ann_with(1_000, "/join 50", "/deal", "/stand", deck=BETTER)
    await ann.presses("again")
    assert ann.room.table().phase is TablePhase.PLAY
    assert (await ann.chips(), await ann.room.staked()) == (950, (100, 0))


# --- a round -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "said", "net"),
    [
        (NATURAL, ["/stand"], -100),
        (BETTER, ["/stand"], 50),
        ("Ts 9s 8h Td", ["/stand"], -50),
        ("Ah As Kh Kd", ["/stand"], 0),
        ("5s 9s 6h 9d Ts", ["/double"], 100),
        ("5s As 6h Kd Ts", ["/double"], -200),
        ("8s As 8h Kd 9c Tc", ["/split", "/stand", "/stand"], -200),
        ("8s 9s 8h 9d 9c Jc", ["/split", "/stand", "/stand"], -50),
    ],
    ids=["natural", "won", "lost", "push", "doubled", "doubled-natural", "split-natural", "split"],
)
async def test_a_round_takes_no_more_than_it_says_and_the_rest_comes_back(deck, said, net):
    ann = await ann_with(1_000, "/join 50", "/deal", deck=deck)
    for text in said:
        await ann.says(text)
    assert ann.room.shown().phase is TablePhase.SETTLED
    assert (await ann.chips(), await ann.room.staked()) == (1_000 + net, (0, 0))


async def test_a_natural_takes_everything_of_who_had_just_enough():
    ann = await ann_with(200, "/join 50", "/deal", "/double", deck="5s As 6h Kd Ts")
    assert await ann.chips() == 0


@pytest.mark.parametrize(("verb", "deck"), [("double", "5s As 6h Kd"), ("split", "8s As 8h Kd")])
async def test_a_double_or_split_of_which_twice_is_not_there_is_refused(verb, deck):
    ann = await ann_with(199, "/join 50", "/deal", deck=deck)
    assert verb not in [str(choice.action) for choice in ann.panel.choices]
    reply = await ann.says(f"/{verb}")
    assert (reply.key, reply.facts["have"], reply.facts["need"]) == ("short-of-chips-held", 99, 100)
    assert await ann.room.staked() == (100, 0)


async def test_the_panel_says_what_the_table_holds_for_a_double():
    ann = await ann_with(1_000, "/join 50", "/deal", deck="5s As 6h Kd")
    lines = Presenter(Localizer()).hand(ann.panel).lines
    assert any(
        "Double: 50 more, for which the table holds 100." in plain_text(line) for line in lines
    )


INSURED = "Ts Ks 9h Ad"
"""Ann gets 19, the house a natural with the ace in sight."""


async def test_a_premium_is_held_once_for_no_more_of_it_can_be_lost():
    ann = await ann_with(125, "/join 50", "/deal", deck=INSURED, dials="insurance=ace")
    await ann.says("/insure")
    assert await ann.room.staked() == (125, 0)
    await ann.says("/stand")
    assert (await ann.chips(), await ann.room.staked()) == (75, (0, 0))


async def test_who_has_less_than_the_premium_beside_twice_the_bet_has_answered_no():
    ann = await ann_with(124, "/join 50", "/deal", deck=INSURED, dials="insurance=ace")
    assert ann.panel.too_dear == 25
    await ann.says("/stand")
    assert await ann.chips() == 24


async def test_a_player_in_the_bank_gets_twice_the_bet_for_a_natural():
    room = await opened("bob: /bank 500", "ann: /join 50", "ann: /deal", deck=NATURAL)
    await room.hears("ann: /stand", "bob: /stand")
    assert room.shown().phase is TablePhase.SETTLED
    assert await room.player("ann").chips() == 900
    assert await room.player("bob").chips() + room.table().bank == 1_100


# --- getting it back -----------------------------------------------------------------------------


async def test_who_leaves_while_bets_are_open_gets_all_that_was_held():
    ann = await ann_with(1_000, "/join 50")
    assert (await ann.says("/leave")).facts == {"returned": 100}
    assert await ann.chips() == 1_000


async def test_who_leaves_in_a_round_loses_what_the_hand_loses_and_no_bet_for_the_next_one():
    ann = await ann_with(1_000, "/join 50", "/deal", "/bet 60", "/leave", deck=NATURAL)
    assert (await ann.chips(), await ann.room.staked()) == (900, (0, 0))


async def test_what_is_held_comes_back_when_a_round_is_called_off():
    ann = await ann_with(1_000, "/join 50", "/deal", "/split", "/bet 60", deck="8s As 8h Kd 9c Tc")
    assert await ann.room.staked() == (200, 120)
    await ann.room.player("root", admin=True).says("/stop void")
    assert (await ann.chips(), await ann.room.staked()) == (880, (0, 120))
    assert (await ann.says("/leave")).facts == {"returned": 120}


async def test_who_takes_the_bank_gets_all_that_was_held_for_the_bet():
    ann = await ann_with(1_000, "/join 50")
    assert (await ann.says("/bank all")).facts == {"bank": 1_000}
    assert (await ann.chips(), await ann.room.staked()) == (0, (0, 1_000))


async def test_a_table_at_which_nothing_happens_gives_back_all_that_was_held():
    ann = await ann_with(1_000, "/join 50")
    await ann.room.passes(3_600)
    assert (ann.room.shown().phase, await ann.chips()) == (TablePhase.CLOSED, 1_000)


async def test_a_restart_keeps_what_is_held():
    ann = await ann_with(1_000, "/join 50")
    await ann.room.restart()
    assert (await ann.says("/leave")).facts == {"returned": 100}


async def test_of_a_table_stored_before_there_were_reserves_the_bet_is_what_is_held():
    room = Room()
    await room.player("ann").says("/join 50")
    text = dump_table(room.table())
    before = text.replace(',"reserve":0', "")
    assert before != text
    assert load_table(before) == room.table()
    assert [sitter.held for sitter in load_table(before).sitters] == [50]


# --- other rules ---------------------------------------------------------------------------------


async def playing_once(*said: str, deck: str = "") -> tuple[Room, Player]:
    """Return a room at whose table a natural takes the bet once, and an admin who can change it."""
    room = Room(deck=deck)
    boss = room.player("boss", admin=True)
    await room.hears(*said)
    return room, boss


async def test_bets_stand_when_the_rules_change_and_the_table_holds_more_or_less_for_them():
    room, boss = await playing_once("ann: /join 50")
    await boss.says(f"/settings {TWICE}")
    assert (await room.player("ann").chips(), await room.staked()) == (900, (0, 100))
    await boss.says(f"/settings {ONCE}")
    assert (await room.player("ann").chips(), await room.staked()) == (950, (0, 50))
    assert "bet-unfit" not in room.said()


async def test_a_bet_goes_back_of_which_twice_is_not_there():
    room, boss = await playing_once("ann: /join 50", "bob: /join 600")
    await boss.says(f"/settings {TWICE}")
    assert (await room.player("bob").chips(), await room.staked()) == (1_000, (0, 100))
    assert room.said() == ["rules-set", "bet-unfit"]


async def test_rules_set_during_a_round_hold_more_for_the_next_bets_alone():
    room, boss = await playing_once("ann: /join 50", "ann: /deal", deck=NATURAL)
    await room.hears("ann: /bet 60")
    await boss.says(f"/settings {TWICE}")
    assert await room.staked() == (50, 60)
    await room.hears("ann: /stand")
    assert await room.staked() == (0, 60)
    await room.passes(10)
    assert (room.table().phase, await room.staked()) == (TablePhase.LOBBY, (0, 120))
    assert await room.player("ann").chips() == 1_000 - 50 - 120


async def test_another_table_gives_back_what_was_held_by_the_old_rules():
    ann = await ann_with(1_000, "/join 50", "/deal", "/bet 60", deck=NATURAL)
    await ann.room.player("boss", admin=True).says(f"/settings {ONCE}")
    await ann.says("/stand")
    assert (await ann.says("/new 21 hk_casino")).facts["returned"] == 120
    assert (await ann.chips(), await ann.room.staked()) == (900, (0, 0))
