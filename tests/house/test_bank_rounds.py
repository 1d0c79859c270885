"""The bank from round to round: passing, keeping, filling up (design, section 6; E1 to E5)."""

import pytest

from bot.notices import HandShown, TablePhase, TableShown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room
from tests.fakes.messenger import text_of

PRESENTER = Presenter(Localizer())


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


async def yielding(*after: str) -> Room:
    """Return a room at the next deal: Bob was to bank with 300 and has not pressed Again."""
    room = Room(deck="Ts 9h Th 9s")  # Ann 20, Bob 18
    await room.hears("bob: /bank 300", "ann: /join 10", *after, "bob: /deal")
    await everyone_stands(room)
    assert next_bank(room) == "Next bank · Bob with 300, by Again"
    await room.player("ann").presses("again")
    assert next_bank(room) == "Next bank · Bob with 300, by Again"
    return room


def lines_told(room: Room) -> list[str]:
    """Return the lines of the newest table message."""
    return text_of(PRESENTER.table(room.shown())).splitlines()


def next_bank(room: Room) -> str:
    """Return the line of the results that names the next bank."""
    return next(line for line in lines_told(room) if line.startswith("Next bank"))


async def test_the_table_says_from_the_next_deal_on_why_the_house_banks_for_who_was_to():
    room = await yielding()
    await room.passes(10)
    assert lines_told(room)[1] == "Bob did not press Again, so the house banks."
    await room.restart()
    assert lines_told(room)[1] == "Bob did not press Again, so the house banks."
    await everyone_stands(room)
    assert not [line for line in lines_told(room) if "did not press" in line]


async def test_the_table_says_who_banks_for_who_did_not_press_again():
    room = await yielding("cat: /join 10")
    await room.hears("cat: /bank 200")
    await room.player("cat").presses("again")
    await room.passes(10)
    assert lines_told(room)[1] == "Bob did not press Again, so Cat banks."


async def test_nobody_is_said_to_have_pressed_too_late_where_the_bets_were_opened_again():
    room = await yielding("cat: /join 10")
    assert (await room.player("cat").presses("change")).accepted
    await room.passes(11)
    assert room.shown().phase is TablePhase.PLAY
    assert room.shown().bank is None
    assert not [line for line in lines_told(room) if "did not press" in line]


async def test_who_leaves_in_that_round_is_not_named_any_more():
    room = await yielding()
    await room.passes(10)
    await room.player("bob").says("/leave")
    assert not [line for line in lines_told(room) if "Bob" in line]


async def test_the_panel_of_who_lost_the_bank_so_says_what_is_in_the_wallet_now():
    room = await yielding()
    bob = room.player("bob")
    assert (bob.panel.chips, bob.panel.staked) == (690, 300)
    room.news()
    await room.passes(10)
    assert [each.player for each in room.news() if isinstance(each, HandShown)] == [
        room.player("ann").id,
        bob.id,
    ]
    assert (bob.panel.round, bob.panel.chips, bob.panel.staked, bob.panel.choices) == (
        1,
        990,
        0,
        (),
    )


async def test_where_the_bank_is_held_on_nothing_more_is_told():
    room = await yielding()
    room.news()
    await room.player("bob").presses("again")
    assert lines_told(room)[1].startswith("▸ Ann")
    assert [type(notice) for notice in room.news()] == [TableShown, HandShown, HandShown]


async def test_a_bank_that_was_taken_after_a_round_needs_no_again():
    room = Room()
    await room.hears("ann: /join 10", "ann: /deal", "ann: /stand")
    await room.hears("bob: /bank 300")
    assert next_bank(room) == "Next bank · Bob with 300"


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
