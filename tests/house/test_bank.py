"""The bank between rounds: taking, covering, passing, keeping (design, section 6; E1 to E5)."""

from dataclasses import replace

import pytest

from bot.basics import ChatId, Fact
from bot.notices import TablePhase
from bot.requests import Place, Reply, Seen
from tests.fakes.house import Room


async def test_the_house_banks_until_somebody_presses_bank():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    assert room.shown().bank is None
    reply = await bob.says("/bank")
    assert (reply.key, reply.facts) == ("bank-taken", {"bank": 1_000})
    assert room.shown().bank == 1_000
    assert [(seat.name, seat.banks) for seat in room.shown().seats] == [
        ("Ann", False),
        ("Bob", True),
    ]


@pytest.mark.parametrize(
    ("typed", "bank"),
    [("/bank", 1_000), ("/bank 300", 300), ("/bank half", 500), ("/bank all", 1_000)],
)
async def test_the_bank_lies_in_escrow(typed, bank):
    room = Room()
    bob = room.player("bob")
    assert (await bob.says(typed)).facts == {"bank": bank}
    assert (await room.chips(), await room.staked()) == ({"bob": 1_000 - bank}, (0, bank))


async def test_bank_opens_a_table_where_there_is_none():
    room = Room()
    await room.player("bob").says("/bank 300")
    assert (room.shown().phase, room.shown().fresh) == (TablePhase.LOBBY, True)


async def test_a_banker_can_change_the_bank():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    assert (await bob.says("/bank 700")).facts == {"bank": 700}
    assert (await bob.says("/bank half")).facts == {"bank": 500}
    assert await room.chips() == {"bob": 500}


async def test_a_bank_beyond_the_wallet_is_refused():
    room = Room()
    bob = room.player("bob")
    reply = await bob.says("/bank 2000")
    assert reply.key == "bank-beyond-chips"
    assert reply.facts == {"have": 1_000, "need": 2_000, "daily": 200}
    assert await room.chips() == {"bob": 1_000}


# --- with how much, asked at the first press -----------------------------------------------------


def amounts(reply: Reply) -> dict[str, Fact]:
    """Return the amounts that somebody is asked to choose from."""
    return {part: reply.facts[part] for part in ("all", "half", "quarter")}


async def test_the_first_press_of_bank_asks_for_the_amount_and_takes_nothing():
    room = Room()
    await room.player("ann").says("/join 50")
    shown = room.tables()
    reply = await room.player("bob").presses("bank")
    assert (reply.accepted, reply.key) == (False, "bank-how-much")
    assert amounts(reply) == {"all": 1_000, "half": 500, "quarter": 250}
    assert (room.tables(), await room.player("bob").chips()) == (shown, 1_000)


async def test_a_second_press_takes_the_whole_wallet():
    room = Room()
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    await bob.presses("bank")
    await room.passes(2)
    reply = await bob.presses("bank")
    assert (reply.key, reply.facts) == ("bank-taken", {"bank": 1_000})


async def test_an_impatient_second_press_asks_again_and_stakes_nothing():
    room = Room()
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    first = await bob.presses("bank")
    await room.passes(1)
    assert await bob.presses("bank") == first
    await room.passes(1)
    assert (await bob.presses("bank")).key == "bank-taken"  # the echo put nothing off


async def test_who_presses_long_after_the_question_is_asked_anew():
    room = Room()
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    await bob.presses("bank")
    await room.passes(301)
    assert (await bob.presses("bank")).key == "bank-how-much"
    await room.passes(2)
    assert (await bob.presses("bank")).key == "bank-taken"


async def test_no_question_opens_a_table_that_is_closed():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("ann").says("/leave")
    forged = replace(room.player("bob").pressed("bank"), seen=Seen(1, 0, "closed"))
    assert (await room.asks(forged)).key == "bank-taken"


async def test_the_question_is_remembered_over_a_restart():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").presses("bank")
    await room.restart()
    await room.passes(2)
    assert (await room.player("bob").presses("bank")).key == "bank-taken"


async def test_each_is_asked_for_themselves():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").presses("bank")
    await room.passes(2)
    assert (await room.player("cat").presses("bank")).key == "bank-how-much"


async def test_an_amount_can_be_chosen_in_private_by_who_sits_nowhere_yet():
    room = Room()
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    await bob.presses("bank")
    button = replace(bob.pressed("bank 250"), place=Place.PRIVATE, chat=None)
    assert (await room.asks(button)).facts == {"bank": 250}
    assert (await bob.whispers("/bank 300")).facts == {"bank": 300}


async def test_who_was_not_asked_cannot_take_the_bank_from_afar():
    room = Room()
    await room.player("ann").says("/join 50")
    button = replace(room.player("eve").pressed("bank 250"), place=Place.PRIVATE, chat=None)
    assert (await room.asks(button)).key == "no-table-in-private"


async def test_the_amount_in_a_button_is_outdated_once_cards_are_out():
    room = Room()
    await room.player("ann").says("/join 50")
    bob = room.player("bob")
    await bob.presses("bank")
    button = replace(bob.pressed("bank 250"), place=Place.PRIVATE, chat=None)
    await room.player("ann").presses("deal")
    assert (await room.asks(button)).key == "outdated"


async def test_a_later_press_brings_the_last_bank_again_but_never_more_than_there_is():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 600")
    await bob.says("/pass_bank")
    assert (await bob.presses("bank")).facts == {"bank": 600}
    await bob.says("/pass_bank")
    await room.gives(bob, -700)
    assert (await bob.presses("bank")).facts == {"bank": 300}


async def test_who_banked_everything_brings_everything_again():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank all")
    await bob.says("/pass_bank")
    await room.gives(bob, 500)
    assert (await bob.presses("bank")).facts == {"bank": 1_500}


async def test_only_amounts_that_cover_the_bets_are_offered():
    room = Room()
    await room.player("ann").says("/join 400")
    reply = await room.player("bob").presses("bank")
    assert amounts(reply) == {"all": 1_000, "half": 500, "quarter": 0}
    assert reply.facts["typed"] == "500"


async def test_a_bank_that_could_not_be_taken_is_refused_rather_than_asked_about():
    room = Room()
    await room.player("ann").says("/join 600")
    await room.player("cat").says("/join 500")
    assert (await room.player("bob").presses("bank")).key == "bank-too-small"
    await room.gives(room.player("bob"), -993)
    assert (await room.player("bob").presses("bank")).key == "too-few-chips"


async def test_who_wishes_for_a_bank_that_is_held_is_asked_too():
    room = Room()
    await room.player("cat").says("/bank 300")
    bob = room.player("bob")
    assert (await bob.presses("bank")).key == "bank-how-much"
    assert (await bob.says("/bank 200")).key == "bank-wished"
    assert (await bob.presses("bank")).key == "bank-wished"
    await room.player("cat").says("/pass_bank")
    assert room.shown().bank == 200


async def test_where_the_house_alone_banks_nobody_can_take_the_bank():
    room = Room(rules="hk_casino")
    reply = await room.player("bob").says("/bank")
    assert reply.key == "no-player-bank"


async def test_a_taker_s_own_bet_is_returned():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 200")
    assert (await bob.says("/bank 500")).accepted
    assert (await room.chips(), await room.staked()) == ({"ann": 950, "bob": 500}, (0, 550))


async def test_a_banker_bets_on_nothing():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    for typed in ("/bet 50", "/join 50", "/join"):
        assert (await bob.says(typed)).key == "banker-bets-nothing"


async def test_a_bank_too_small_for_the_stakes_is_refused_with_what_it_needs():
    room = Room()
    await room.player("ann").says("/join 600")
    await room.player("bob").says("/join 500")
    reply = await room.player("cat").says("/bank")
    assert (reply.key, reply.facts) == ("bank-too-small", {"need": 1_100, "have": 1_000})


async def test_a_bank_must_cover_the_least_bet():
    room = Room()
    bob = room.player("bob")
    reply = await bob.says("/bank 9")
    assert (reply.key, reply.facts["typed"]) == ("bank-wish-too-small", "10")


@pytest.mark.report("E3")
async def test_a_bet_beyond_the_bank_is_refused_with_the_amount_that_is_covered():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank 100")
    await ann.says("/join 60")
    reply = await room.player("cat").says("/join 60")
    assert (reply.key, reply.facts["covered"], reply.facts["bet"]) == ("bet-not-covered", 40, 60)
    assert (await room.player("cat").says("/join 40")).accepted
    assert (await ann.says("/bet 70")).facts["typed"] == "/join 60"


@pytest.mark.report("E3")
@pytest.mark.parametrize(
    ("rules", "covered"),
    [
        ("qq21", 100),  # a natural pays even money (A-QQ-2)
        ("cn4deck", 66),  # 3:2, in steps of 2 (CN-6)
        ("hk_banker", 33),  # a suited 6-7-8 pays 3:1 (HB-15)
    ],
)
async def test_a_bet_is_covered_at_the_full_multiple_it_can_still_win(rules, covered):
    room = Room(rules=rules)
    await room.player("bob").says("/bank 100")
    reply = await room.player("ann").says("/join 100")
    assert reply.facts.get("covered", 100) == covered
    assert (await room.player("ann").says(f"/join {covered}")).accepted


@pytest.mark.report("E2")
async def test_chips_in_one_bank_cannot_be_in_another():
    room = Room()
    here = room.player("bob", ChatId("test:club:1"))
    there = room.player("bob", ChatId("test:club:2"))
    await here.says("/bank 800")
    assert (await there.says("/bank 800")).key == "bank-beyond-chips"
    assert (await there.says("/bank")).facts == {"bank": 200}
    assert await here.chips() == 0


async def test_nobody_takes_a_bank_that_is_held_but_waits_for_it():
    room = Room()
    await room.player("bob").says("/bank 300")
    cat = room.player("cat")
    assert (await cat.says("/bank 400")).key == "bank-wished"
    lines = [(seat.name, seat.banks, seat.wants_bank) for seat in room.shown().seats]
    assert lines == [("Bob", True, True), ("Cat", False, True)]
    assert await cat.chips() == 1_000


async def test_passing_the_bank_gives_it_to_the_next_who_wants_it():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("cat").says("/bank 400")
    assert (await room.player("bob").says("/pass_bank")).key == "bank-passed"
    assert (room.shown().bank, await room.chips()) == (400, {"bob": 1_000, "cat": 600})


@pytest.mark.parametrize("words", ["/pass_bank", "/settings hk_home5 seats_max=3"])
async def test_who_gave_the_bank_up_is_in_with_no_bet(words):
    room = Room()
    ann = room.player("ann", admin=True)
    await ann.says("/join 100")
    await ann.says("/bank 400")
    await room.player("bob").says("/join 50")
    await ann.says(words)
    assert [(s.name, s.again, s.banks) for s in room.shown().seats] == [
        ("Ann", False, False),
        ("Bob", True, False),
    ]
    assert (await ann.chips(), await room.staked()) == (1_000, (0, 50))


async def test_passing_the_bank_to_nobody_gives_it_to_the_house():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    await bob.says("/pass_bank")
    assert (room.shown().bank, await room.chips()) == (None, {"bob": 1_000})


async def test_who_cannot_cover_the_stakes_is_passed_over():
    room = Room()
    await room.player("bob").says("/bank 900")
    await room.player("ann").says("/join 500")
    await room.player("cat").says("/bank 400")
    await room.player("dan").says("/bank 600")
    await room.player("bob").says("/pass_bank")
    assert [seat.name for seat in room.shown().seats if seat.banks] == ["Dan"]


async def test_a_wish_can_be_taken_back():
    room = Room()
    await room.player("bob").says("/bank 300")
    cat = room.player("cat")
    await cat.says("/bank")
    assert (await cat.says("/pass_bank")).key == "bank-unwished"
    assert (await cat.says("/pass_bank")).key == "no-bank-to-pass"


@pytest.mark.report("E5")
async def test_a_banker_who_leaves_before_the_deal_passes_the_bank():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    await room.player("ann").says("/join 50")
    await bob.says("/leave")
    assert (room.shown().bank, await bob.chips()) == (None, 1_000)
    assert (await room.player("ann").presses("deal")).key == "dealt"
