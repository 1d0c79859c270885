"""From bets to cards: who is dealt in, and when it is refused."""

import pytest

from bot.basics import BANKER
from bot.games.base import Dealt, DealtFaceDown
from bot.notices import HandShown, TablePhase, TableShown, Urgency
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room


async def test_dealing_shows_a_new_table_and_everyone_their_own_hand():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/join 60")
    room.news()
    assert (await room.player("ann").presses("deal")).key == "dealt"
    table, *hands = room.news()
    assert isinstance(table, TableShown)
    assert (table.phase, table.fresh, table.urgency) == (TablePhase.PLAY, True, Urgency.DEAL)
    shown_to = [hand.player for hand in hands if isinstance(hand, HandShown)]
    assert shown_to == ["test:ann", "test:bob"]


async def test_a_player_who_banks_is_shown_the_bank_s_hand():
    room = Room()
    bob = room.player("bob")
    await bob.says("/bank 500")
    await room.player("ann").says("/join 60")
    await bob.presses("deal")
    assert (bob.panel.view.seat, bob.panel.choices) == (BANKER, ())


@pytest.mark.report("F21")
async def test_everyone_has_two_cards_in_every_round():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join")
    await room.player("bob").says("/join")
    await ann.presses("deal")
    for _ in range(200):
        dealt = [e for e in room.shown().events if isinstance(e, Dealt | DealtFaceDown)]
        assert [event.seat for event in dealt[:6]] == [0, 1, BANKER, 0, 1, BANKER]
        for player in room.playing():
            await player.says("/stand")
        await ann.presses("again")
        await room.player("bob").presses("again")
    assert room.shown().round == 201


async def test_stakes_stay_in_escrow_while_the_round_runs():
    room = Room()
    await room.player("ann").says("/join 50")
    await room.player("bob").says("/bank 400")
    await room.player("ann").presses("deal")
    assert await room.staked() == (450, 0)


@pytest.mark.report("F4")
@pytest.mark.parametrize(
    ("said", "key"),
    [
        (["ann: /new"], "not-seated"),
        (["ann: /bank"], "no-bets"),
        (["ann: /join", "ann: /leave"], "no-table"),
    ],
)
async def test_dealing_without_a_seat_a_bet_or_a_table_is_refused(said, key):
    room = Room()
    for line in said:
        name, text = line.split(": ")
        await room.player(name).says(text)
    assert (await room.player("ann").says("/deal")).key == key


@pytest.mark.report("F4")
async def test_somebody_who_only_watches_cannot_deal():
    room = Room()
    await room.player("ann").says("/join")
    assert (await room.player("eve").presses("deal")).key == "not-seated"


@pytest.mark.parametrize("button", ["less", "more", "deal", "leave"])
async def test_where_no_seat_is_free_nobody_is_told_to_sit_down(button):
    room = Room(rules="hk_home5")
    await room.hears("ann: /join 50", "bob: /join 50")
    request = room.player("eve").pressed(button)
    reply = await room.asks(request)
    assert reply.key == "not-seated-full"
    told = Presenter(Localizer()).answer(request, reply, None).alert
    assert told.endswith("no seat is free. Join when somebody has left.")
    assert (await room.player("root", admin=True).presses("deal")).key == "dealt"


async def test_the_bank_counts_among_the_seats_that_a_round_needs():
    room = Room(rules="qq21")  # two at least, the house one of them (decision 5)
    ann = room.player("ann")
    await ann.says("/join")
    assert (await ann.presses("deal")).key == "dealt"


@pytest.mark.report("F7")
async def test_two_deals_at_once_deal_once():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 50")
    replies = await room.at_once(ann.pressed("deal"), bob.pressed("deal"))
    assert [(reply.accepted, reply.key) for reply in replies] == [(True, "dealt")] * 2
    assert (room.shown().round, await room.staked()) == (1, (100, 0))


@pytest.mark.report("F7")
@pytest.mark.parametrize("seconds", [0, 0.2, 5, 40])
@pytest.mark.parametrize("name", ["ann", "bob"])
async def test_a_second_press_of_deal_under_the_old_table_is_told_that_cards_are_out(name, seconds):
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50")
    lobby, player = room.shown(), room.player(name)
    await room.player("ann").presses("deal")
    await room.passes(seconds)
    room.news()
    request = player.pressed("deal", on=lobby)
    reply = await room.asks(request)
    assert (reply.accepted, reply.key) == (True, "dealt")
    assert Presenter(Localizer()).answer(request, reply, None).alert == "Cards are out."
    assert not [notice for notice in room.news() if isinstance(notice, HandShown)]
    assert (room.shown().round, await room.staked()) == (1, (100, 0))


async def test_a_press_of_again_for_the_round_that_has_just_begun_is_told_that_cards_are_out():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    results = room.shown()
    await room.at_once(*(room.player(name).pressed("again") for name in ("ann", "bob")))
    assert room.shown().round == 2
    for button in ("again", "deal"):
        assert (await room.player("ann").presses(button, on=results)).key == "dealt"
    assert (room.shown().round, await room.staked()) == (2, (100, 0))


async def test_who_was_not_dealt_in_is_told_to_wait_for_the_end_of_the_round():
    room = Room()
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    results, bob = room.shown(), room.player("bob")
    await room.player("ann").presses("again")
    await room.passes(10)
    request = bob.pressed("again", on=results)
    reply = await room.asks(request)
    assert Presenter(Localizer()).answer(request, reply, None).alert == (
        "Cards are out. Try again when the round is over."
    )


async def test_deal_under_a_table_of_two_rounds_ago_is_from_an_earlier_moment():
    room = Room()
    await room.hears("ann: /join 50")
    lobby, ann = room.shown(), room.player("ann")
    await room.hears("ann: /deal", "ann: /stand")
    assert (await ann.presses("deal", on=lobby)).key == "outdated"
    await ann.presses("again")
    assert (await ann.presses("deal", on=lobby)).key == "outdated"


@pytest.mark.report("F7")
async def test_two_typed_deals_at_once_deal_once():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 50")
    replies = await room.at_once(ann.typed("/deal"), bob.typed("/deal"))
    assert sorted(reply.key for reply in replies) == ["dealt", "round-running"]


@pytest.mark.report("D24", "F20")
async def test_a_join_just_before_the_deal_is_in():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/balance")
    await room.at_once(bob.typed("/join 60"), ann.typed("/deal"))
    assert [player.name for player in room.playing()] == ["ann", "bob"]


@pytest.mark.report("D24", "F20")
async def test_a_join_just_after_the_deal_is_for_the_next_round_and_says_so():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/balance")
    _, reply = await room.at_once(ann.typed("/deal"), bob.typed("/join 60"))
    assert (reply.accepted, reply.key) == (True, "joined-next")
    assert [player.name for player in room.playing()] == ["ann"]
    assert await room.staked() == (50, 60)


@pytest.mark.report("F19")
async def test_who_joins_in_the_middle_plays_the_next_round():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await ann.presses("deal")
    await bob.says("/join 60")
    assert (await bob.says("/hit")).key == "not-in-round"
    await room.passes(45)
    await ann.presses("again")
    assert [player.name for player in room.playing()] == ["ann", "bob"]


async def test_a_stake_for_the_next_round_can_be_taken_back_in_the_middle():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await ann.presses("deal")
    await bob.says("/join 60")
    await bob.says("/leave")
    assert (await bob.chips(), await room.staked()) == (1_000, (50, 0))


async def test_seats_go_clockwise_from_the_banker_s_left():
    room = Room()
    for name in ("ann", "bob", "cat", "dan"):
        await room.player(name).says("/join 10")
    await room.player("bob").says("/bank 500")
    await room.player("ann").presses("deal")
    assert [player.name for player in room.playing()] == ["cat", "dan", "ann", "bob"]


async def test_the_deck_follows_from_the_seed_the_table_was_bound_to():
    first, second = Room(), Room()
    for room in (first, second):
        await room.player("ann").says("/join 50")
        await room.player("ann").presses("deal")
    assert first.shown() == second.shown()
    await first.passes(45)
    assert first.shown().commitment != second.shown().commitment


async def test_people_at_the_table_without_a_bet_are_not_dealt_in():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/bank 500")
    await bob.says("/pass_bank")
    await ann.presses("deal")
    assert [player.name for player in room.playing()] == ["ann"]
    assert [(seat.name, seat.seat) for seat in room.shown().seats] == [("Ann", 0), ("Bob", None)]
