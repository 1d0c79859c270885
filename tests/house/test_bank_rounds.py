"""The bank from round to round: passing, keeping, filling up (design, section 6; E1 to E5)."""

import pytest

from bot.notices import TablePhase
from tests.fakes.house import Room


async def everyone_stands(room: Room) -> None:
    """Play the running round to its end without another card, if the banker may choose."""
    for player in room.playing():
        await player.says("/stand")


def banker_of(room: Room) -> str | None:
    """Return who banks the next round, ``None`` for the house."""
    return next((seat.name for seat in room.shown().seats if seat.banks), None)


async def test_the_bank_passes_counter_clockwise_after_each_round_of_qq21():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("ann").says("/join 10")
    await room.player("cat").says("/bank 300")
    await room.player("dan").says("/bank 300")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert banker_of(room) == "Dan"  # A-QQ-12: Bob, Ann, Cat, Dan sit clockwise


async def test_it_stays_with_a_willing_banker_when_nobody_else_wants_it():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("ann").says("/join 10")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert (banker_of(room), room.shown().bank) == ("Bob", 300)


async def test_the_wished_amount_is_remembered_from_round_to_round():
    room = Room(deck="Ts 9h Th 9s")  # Ann 20, Bob 18
    await room.player("bob").says("/bank 300")
    await room.player("ann").says("/join 100")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert (room.shown().bank, await room.player("bob").chips()) == (300, 600)


async def test_who_wished_for_the_bank_in_a_round_of_the_house_has_it_after():
    room = Room()
    await room.player("ann").says("/join 10")
    await room.player("ann").presses("deal")
    assert (await room.player("cat").says("/bank 400")).key == "bank-wished"
    await everyone_stands(room)
    assert (banker_of(room), room.shown().bank) == ("Cat", 400)


async def test_a_broke_banker_steps_down():
    room = Room(deck="Ts 9h Th 9s")  # Ann 20, Bob 18
    await room.player("bob").says("/bank")
    await room.player("ann").says("/join 1000")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert (banker_of(room), await room.chips()) == (None, {"bob": 0, "ann": 2_000})


async def test_a_bank_too_small_for_the_least_bet_steps_down():
    room = Room(deck="Ts 9h Th 9s")  # Ann 20, Bob 18
    await room.player("bob").says("/bank")
    await room.player("ann").says("/join 995")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert (banker_of(room), await room.player("bob").chips()) == (None, 5)


async def test_a_banker_who_passes_in_the_round_steps_down_after_it():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    await room.player("ann").says("/join 10")
    await bob.presses("deal")
    assert (await bob.says("/pass_bank")).key == "bank-passes-later"
    await everyone_stands(room)
    assert banker_of(room) is None


async def test_a_banker_who_leaves_in_the_round_is_gone_after_it():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 300")
    await room.player("ann").says("/join 10")
    await bob.presses("deal")
    assert (await bob.says("/leave")).key == "leaving"
    await room.player("ann").says("/stand")  # escape_banker = auto_play: nobody waits for Bob
    assert room.shown().phase is TablePhase.SETTLED
    shown = [(seat.name, seat.banks, seat.gone) for seat in room.shown().seats]
    assert shown == [("Ann", False, False), ("Bob", False, True)]


async def test_a_banker_who_does_not_press_again_yields_to_the_next_who_does():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("cat").says("/bank 400")
    await room.player("ann").says("/join 10")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    assert banker_of(room) == "Cat"
    await room.player("ann").presses("again")
    await room.player("bob").presses("again")
    await room.passes(10)
    assert room.shown().phase is TablePhase.PLAY
    assert banker_of(room) == "Bob"


async def test_a_banker_who_does_not_press_again_yields_to_the_house():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("ann").says("/join 10")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    await room.player("ann").presses("again")
    await room.passes(10)
    assert (room.shown().phase, room.shown().bank) == (TablePhase.PLAY, None)
    assert await room.player("bob").chips() + await room.player("ann").chips() == 1_990


async def test_a_bank_is_never_forced_on_who_did_not_press_again():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("cat").says("/bank 400")
    await room.player("ann").says("/join 10")
    await room.player("bob").presses("deal")
    await everyone_stands(room)
    await room.player("ann").presses("again")
    await room.passes(10)
    assert (room.shown().phase, banker_of(room)) == (TablePhase.PLAY, None)


async def test_a_bet_made_in_the_round_does_not_topple_the_bank():
    room = Room()
    await room.player("bob").says("/bank 300")
    await room.player("ann").says("/join 10")
    await room.player("bob").presses("deal")
    await room.player("cat").says("/join 900")
    await everyone_stands(room)
    assert banker_of(room) == "Bob"
    assert room.said() == ["stake-returned"]
    assert await room.player("cat").chips() == 1_000


async def test_a_banker_who_went_broke_has_to_press_bank_anew():
    room = Room(deck="Ts 2s Th 3h")  # Ann 20, the bank 5
    bob = room.player("bob")
    await room.hears("bob: /bank", "ann: /join 1000", "ann: /deal")
    for player in room.playing():
        await player.says("/stand")
    assert await bob.chips() == 0
    await room.hears("bob: /refill", "bob: /join 10", "ann: /join 10")
    await room.passes(10)
    for player in room.playing():
        await player.says("/stand")
    assert [seat.name for seat in room.shown().seats if seat.banks or seat.wants_bank] == []
    assert (await bob.says("/bank 100")).key == "bank-taken"


@pytest.mark.parametrize(
    ("dials", "joined", "refused"),
    [
        ("banker=player", "joined-first", ("bank-offered", {"name": "Ann"})),
        ("banker=player banker_first=house", "joined", ("bank-wanted", {})),
    ],
)
async def test_where_only_players_bank_who_sat_down_first_is_asked(dials, joined, refused):
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await room.player("ann", admin=True).says(f"/new 21 qq21 {dials}")
    assert (await ann.says("/join 50")).key == joined
    assert (await bob.says("/join 50")).key == "joined"
    reply = await bob.says("/deal")
    assert (reply.key, reply.facts) == refused
    assert (await ann.says("/bank")).key == "bank-taken"
    assert (await bob.says("/deal")).accepted


async def test_nobody_is_asked_to_bank_where_the_house_does():
    room = Room()
    assert (await room.player("ann").says("/join 50")).key == "joined"
    assert (await room.player("ann").says("/deal")).accepted
