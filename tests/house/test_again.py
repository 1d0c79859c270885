"""From a settled round to the next: Again, Change bet, Leave (design, section 6)."""

import pytest

from bot.notices import Said, TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room
from tests.fakes.messenger import text_of

PLAYING, SETTLED, LOBBY = TablePhase.PLAY, TablePhase.SETTLED, TablePhase.LOBBY


def words_of(room: Room) -> list[str]:
    """Return every sentence to the chat, as it reads."""
    presenter = Presenter(Localizer())
    return [text_of(presenter.said(each)) for each in room.notices if isinstance(each, Said)]


async def settled_round(*names: str, rules: str = "qq21", bet: int = 50) -> Room:
    """Return a room in which these people have just played a round against the house."""
    room = Room(rules=rules)
    for name in names:
        await room.player(name).says(f"/join {bet}")
    await room.player(names[0]).presses("deal")
    for player in room.playing():
        await player.says("/stand")
    assert room.shown().phase is SETTLED
    return room


async def test_the_next_round_is_dealt_when_all_present_have_pressed_again():
    room = await settled_round("ann", "bob")
    assert (await room.player("ann").presses("again")).facts == {"bet": 50, "seconds": 10}
    assert room.shown().phase is SETTLED
    assert (await room.player("bob").presses("again")).accepted
    assert (room.shown().phase, room.shown().round, room.shown().fresh) == (PLAYING, 2, True)


async def test_it_is_dealt_ten_seconds_after_the_first_pressed_again():
    room = await settled_round("ann", "bob")
    await room.passes(100)
    await room.player("ann").presses("again")
    assert room.shown().seconds == 10
    await room.passes(9)
    assert room.shown().phase is SETTLED
    await room.passes(1)
    assert room.shown().phase is PLAYING


async def test_who_has_not_pressed_again_sits_out():
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    await room.passes(10)
    assert [player.name for player in room.playing()] == ["ann"]
    assert [(seat.name, seat.sits_out) for seat in room.shown().seats] == [
        ("Ann", False),
        ("Bob", True),
    ]
    assert await room.staked() == (50, 0)


async def test_who_sits_out_is_not_waited_for_and_comes_back_with_again():
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    await room.passes(10)
    await room.player("ann").says("/stand")
    await room.player("ann").presses("again")
    assert (room.shown().phase, room.shown().round) == (PLAYING, 3)
    await room.player("ann").says("/stand")
    await room.player("bob").presses("again")
    await room.player("ann").presses("again")
    assert [player.name for player in room.playing()] == ["ann", "bob"]


async def test_pressing_again_twice_stakes_once():
    room = await settled_round("ann", "bob")
    ann = room.player("ann")
    await ann.presses("again")
    assert (await ann.presses("again")).key == "again-already"
    assert (await room.staked())[1] == 50


async def test_a_player_alone_is_dealt_in_at_once():
    room = await settled_round("ann")
    await room.player("ann").presses("again")
    assert room.shown().phase is PLAYING


async def test_nobody_pressing_again_lets_the_table_expire():
    room = await settled_round("ann", "bob")
    await room.passes(599)
    assert room.shown().phase is SETTLED
    await room.passes(1)
    assert room.shown().phase is TablePhase.CLOSED


async def test_again_without_the_chips_is_refused():
    room = Room(deck="2s Ts 3h Th")  # Ann 5, the house 20
    ann = room.player("ann")
    await ann.says("/join 600")
    await ann.presses("deal")
    await ann.says("/stand")
    reply = await ann.presses("again")
    assert reply.key == "bet-beyond-chips"
    advised = {"have": 400, "bet": 600, "most": 400, "daily": 200}
    assert reply.facts == {**advised, "typed": "/join 400", "how": "again"}
    assert (await ann.says("/join 400")).accepted
    assert (await ann.presses("again")).key == "dealt"
    assert (room.shown().phase, await room.staked()) == (PLAYING, (400, 0))


async def test_again_beyond_the_cover_is_refused_with_the_amount_that_is_covered():
    room = Room(deck="Ts 2s Th 3h")  # Ann 20, Bob 5
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank")
    await ann.says("/join 600")
    await ann.presses("deal")
    await ann.says("/stand")
    await bob.says("/stand")
    reply = await ann.presses("again")
    assert (reply.key, reply.facts["covered"], reply.facts["bet"]) == ("bet-not-covered", 400, 600)
    assert await room.staked() == (0, 400)


async def after_a_loss(rules: str = "qq21", bet: int = 790) -> Room:
    """Return a room in which Ann has lost her bet to the house and bets are open again."""
    room = Room(rules=rules, deck="Ts 6d Ts 9c 8c Th 7c 7h")
    ann = room.player("ann")
    await room.hears(f"ann: /join {bet}", "bob: /join 20", "ann: /deal")
    for player in room.playing():
        await player.says("/stand")
    await ann.presses("change")
    return room


@pytest.mark.parametrize("press", ["join", "less", "more"])
async def test_who_lost_more_than_is_left_bets_on_by_any_press(press):
    room = await after_a_loss()
    ann = room.player("ann")
    left = (await room.chips())["ann"]
    reply = await ann.presses(press)
    assert (left, reply.accepted, reply.facts["bet"]) == (210, True, 210)
    assert (await ann.presses("less")).facts == {"bet": 200}


async def test_more_than_all_chips_is_refused_with_what_is_typed():
    room = await after_a_loss()
    ann = room.player("ann")
    await ann.presses("join")
    reply = await ann.presses("more")
    assert (reply.key, reply.facts["typed"]) == ("bet-beyond-chips", "/join 210")
    assert await room.staked() == (0, 210)


@pytest.mark.parametrize("press", ["join", "less", "more"])
async def test_a_press_bets_what_a_smaller_bank_still_covers(press):
    room = Room(deck="Ts Ts 2s Th Th 3h")
    bob = room.player("bob")
    await room.hears("ann: /bank 100", "bob: /join 50", "cat: /join 50", "bob: /deal")
    for player in room.playing():
        await player.says("/stand")
    await room.hears("ann: /bank 60", "cat: /join 50")
    assert (await bob.presses("again")).facts["typed"] == "/join 10"
    await bob.presses("change")
    assert (await bob.presses(press)).facts == {"bet": 10}


@pytest.mark.parametrize(("press", "bet"), [("join", 34), ("less", 24), ("more", 44)])
async def test_a_press_bets_whole_steps_after_the_rules_were_changed(press, bet):
    room = await after_a_loss(bet=35)
    await room.player("cat", admin=True).says("/settings natural_payout=3/2")
    assert (await room.player("ann").presses(press)).facts == {"bet": bet}


async def test_where_no_bet_fits_a_press_is_told_why():
    room = await after_a_loss()
    await room.gives(room.player("ann"), -205)
    for press in ("join", "less", "more"):
        assert (await room.player("ann").presses(press)).key == "too-few-chips"


async def test_a_banker_presses_again_too():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank")
    await ann.says("/join 50")
    await ann.presses("deal")
    await ann.says("/stand")
    await bob.says("/stand")
    await ann.presses("again")
    assert room.shown().phase is SETTLED
    assert (await bob.presses("again")).key == "dealt"
    assert room.shown().phase is PLAYING


async def test_a_banker_who_never_bet_and_lost_the_bank_is_offered_the_least_bet():
    room = Room(deck="Ts 2s Th 3h")  # Ann 20, Bob 5
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank 300")
    await ann.says("/join 50")
    await ann.says("/bank")
    await ann.says("/bet 50")
    await bob.presses("deal")
    for player in room.playing():
        await player.says("/stand")
    assert [seat.name for seat in room.shown().seats if seat.banks] == ["Ann"]
    assert (await bob.presses("again")).facts == {"bet": 10, "seconds": 10}


async def test_a_bet_made_during_the_round_stands_for_the_next():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    await ann.presses("deal")
    await ann.says("/bet 80")
    await ann.says("/stand")
    assert (room.shown().phase, (await room.staked())[1]) == (SETTLED, 80)
    assert (await ann.presses("again")).accepted
    assert (room.shown().phase, await room.staked()) == (PLAYING, (80, 0))


async def back_at_the_bets(room: Room) -> None:
    """The ten seconds are over, and no cards came."""
    await room.passes(10)
    assert room.shown().phase is LOBBY


async def test_where_too_few_press_again_the_chat_is_told_why_no_cards_come():
    room = await settled_round("ann", "bob", rules="hk_home5")
    await room.player("ann").presses("again")
    await back_at_the_bets(room)
    assert words_of(room)[-1] == (
        "No cards come: too few are in.\nBets are open; it takes 2, so press Join."
    )
    await room.player("bob").presses("join")
    assert (await room.player("bob").presses("deal")).key == "dealt"


async def test_where_the_bank_does_not_press_again_the_chat_is_told_who_holds_it():
    room = Room(deck="Ts 2s Th 3h")
    ann, bob = room.player("ann"), room.player("bob")
    await room.player("root", admin=True).says("/new qq21 banker=player")
    await room.hears("ann: /bank 300", "bob: /join 50", "bob: /deal", "bob: /stand", "ann: /stand")
    await bob.presses("again")
    await back_at_the_bets(room)
    assert words_of(room)[-1] == (
        "No cards come: Ann has the bank and was not ready.\n"
        "Bets are open; Deal deals to all who are in."
    )
    assert (await bob.presses("deal")).key == "dealt"
    assert [player.name for player in room.playing()] == [bob.name, ann.name]


async def test_where_the_bank_passed_to_nobody_the_chat_is_told_that_nobody_holds_it():
    room = Room(deck="Ts 2s Th 3h")
    await room.player("root", admin=True).says("/new qq21 banker=player")
    await room.hears("ann: /bank 300", "bob: /join 50", "bob: /deal", "ann: /pass_bank")
    await room.hears("bob: /stand", "ann: /stand")
    await room.player("bob").presses("again")
    await back_at_the_bets(room)
    assert words_of(room)[-1] == (
        "No cards come: nobody holds the bank.\nBets are open; whoever wants it presses Bank."
    )


async def test_where_the_bank_alone_is_ready_the_chat_is_told_that_nobody_has_bet():
    room = Room(deck="Ts 2s Th 3h")
    await room.hears("ann: /bank 300", "bob: /join 50", "bob: /deal", "bob: /stand", "ann: /stand")
    await room.player("ann").presses("again")
    await back_at_the_bets(room)
    assert words_of(room)[-1] == (
        "No cards come: nobody has bet.\nBets are open; press Join to be in."
    )


async def test_a_newcomer_between_rounds_is_waited_for_like_everyone():
    room = await settled_round("ann")
    await room.player("bob").presses("join")
    assert room.shown().seconds == 10
    await room.player("ann").presses("again")
    assert [player.name for player in room.playing()] == ["ann", "bob"]
    assert room.shown().fresh


@pytest.mark.parametrize("words", ["/join 70", "/bet 70", "/bank 300"])
async def test_a_bet_or_a_bank_named_after_a_round_deals_nothing_before_the_ten_seconds(words):
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    assert (await room.player("bob").says(words)).accepted
    assert room.shown().phase is SETTLED
    await room.passes(10)
    assert (room.shown().phase, room.shown().fresh) == (PLAYING, True)


async def test_a_bet_named_first_gives_the_others_ten_seconds():
    room = await settled_round("ann", "bob")
    await room.player("ann").says("/bet 70")
    assert (room.shown().phase, room.shown().seconds) == (SETTLED, 10)
    assert (await room.player("bob").presses("again")).key == "dealt"


async def test_again_seats_who_does_not_sit_yet():
    room = await settled_round("ann", "bob")
    assert (await room.player("eve").presses("again")).key == "joined"
    assert (await room.staked())[1] == 10
    await room.player("ann").presses("again")
    await room.player("bob").presses("again")
    assert [player.name for player in room.playing()] == ["ann", "bob", "eve"]


async def test_dealing_after_a_settlement_makes_nobody_sit_out_before_their_time():
    room = await settled_round("ann", "bob")
    await room.player("ann").says("/deal")
    assert (room.shown().phase, room.shown().seconds) == (SETTLED, 10)
    await room.player("bob").says("/deal")
    assert [player.name for player in room.playing()] == ["ann", "bob"]


async def test_the_last_one_not_ready_leaving_deals_at_once():
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    await room.player("bob").presses("leave")
    assert room.shown().phase is PLAYING


async def test_leaving_when_nobody_is_ready_starts_no_clock():
    room = await settled_round("ann", "bob")
    await room.player("bob").presses("leave")
    await room.passes(60)
    assert room.shown().phase is SETTLED


async def test_change_bet_goes_back_to_the_lobby_and_waits_as_long_as_a_lobby():
    room = await settled_round("ann", "bob")
    assert (await room.player("bob").presses("change")).key == "change-bet"
    assert (room.shown().phase, await room.staked()) == (LOBBY, (0, 0))
    await room.passes(599)
    assert room.shown().phase is LOBBY


async def test_change_bet_begins_the_wait_of_who_pressed_again_anew_and_says_so():
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    await room.passes(7)
    reply = await room.player("bob").presses("change")
    assert (reply.key, reply.facts) == ("change-bet-soon", {"seconds": 10})
    assert (room.shown().phase, room.shown().seconds, await room.staked()) == (LOBBY, 10, (0, 50))
    await room.passes(9)
    assert room.shown().phase is LOBBY
    await room.passes(1)
    assert [player.name for player in room.playing()] == ["ann"]


async def test_who_changes_a_bet_is_dealt_in_with_nothing_half_set():
    room = await settled_round("ann", "bob")
    await room.hears("ann: /bet 50", "bob: /bet 50")  # as good as Again
    bob = room.player("bob")
    await bob.presses("change")
    assert (await bob.presses("more")).key == "bet-chosen"
    assert (await bob.presses("more")).facts == {"bet": 70}
    assert (await room.staked(), (await room.chips())["bob"]) == ((0, 50), 1_050)
    await room.passes(10)
    assert [player.name for player in room.playing()] == ["ann"]


@pytest.mark.parametrize("press", ["join", "deal"])
async def test_a_changed_bet_is_dealt_in_once_its_owner_says_so(press):
    room = await settled_round("ann", "bob")
    bob = room.player("bob")
    await room.player("ann").presses("again")
    await bob.presses("change")
    await bob.presses("more")
    assert (await bob.presses(press)).accepted
    await room.passes(10)
    assert [player.name for player in room.playing()] == ["ann", "bob"]
    assert (await room.staked())[0] == 110


async def test_the_wait_begins_anew_once_only():
    room = await settled_round("ann", "bob", "cat")
    await room.player("ann").presses("again")
    await room.player("bob").presses("change")
    assert (await room.player("cat").presses("change")).key == "outdated"


async def test_a_lobby_in_which_nobody_is_left_waits_as_long_as_any():
    room = await settled_round("ann", "bob")
    await room.player("ann").presses("again")
    assert (await room.player("ann").presses("change")).key == "change-bet"
    assert (room.shown().seconds, await room.staked()) == (0, (0, 0))
    await room.passes(599)
    assert room.shown().phase is LOBBY


@pytest.mark.parametrize(("press", "banker"), [("", None), ("bank", "Cat")])
async def test_a_banker_who_changes_and_says_no_more_yields(press, banker):
    room = Room()
    cat = room.player("cat")
    await room.hears("ann: /join 50", "cat: /bank 300", "ann: /deal")
    for player in room.playing():
        await player.says("/stand")
    await room.player("ann").presses("again")
    await cat.presses("change")
    if press:
        assert (await cat.presses(press)).accepted
    await room.passes(10)
    assert room.shown().phase is PLAYING
    assert next((seat.name for seat in room.shown().seats if seat.banks), None) == banker


async def test_change_bet_is_for_those_who_sit():
    room = await settled_round("ann")
    assert (await room.player("eve").presses("change")).key == "not-seated"


async def test_below_the_least_seats_the_table_goes_back_to_the_lobby():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await bob.says("/bank")
    await ann.says("/join 50")
    await ann.presses("deal")
    await ann.says("/stand")
    await bob.says("/stand")
    await bob.presses("again")
    await room.passes(10)
    assert room.shown().phase is LOBBY
    assert [seat.sits_out for seat in room.shown().seats] == [False, False]


@pytest.mark.report("F8")
async def test_a_settled_table_is_ready_for_the_next_bets():
    room = await settled_round("ann")
    committed = room.shown().commitment
    assert (len(committed), room.shown().result is not None) == (43, True)
    await room.player("ann").presses("again")
    assert room.shown().commitment == committed
