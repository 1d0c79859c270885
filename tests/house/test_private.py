"""Commands in private: which table is meant, and what a forged button cannot reach."""

from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.requests import Place, Seen
from tests.fakes.house import Room

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")


async def test_with_one_table_a_command_in_private_means_that_table():
    room = Room(deck="2s 2h 3s 3h")
    ann = room.player("ann")
    await ann.says("/join 50")
    assert (await ann.whispers("/bet 70")).key == "bet-changed"
    await ann.presses("deal")
    assert (await ann.whispers("/hit")).accepted
    assert (await ann.whispers("/hand")).key == "hand"


async def test_with_several_tables_it_has_to_be_said_which():
    room = Room()
    await room.player("ann", ONE).says("/join 50")
    await room.player("ann", TWO).says("/join 50")
    reply = await room.player("ann").whispers("/bet 70")
    assert (reply.accepted, reply.key) == (False, "several-tables")


async def test_a_repeated_request_in_private_is_answered_as_at_first():
    room = Room()
    ann = room.player("ann")
    await ann.says("/join 50")
    left = await ann.whispers("/leave")
    assert (left.key, await room.repeats()) == ("left", left)
    refused = await ann.whispers("/leave")
    await ann.says("/join 50")
    assert (refused.key, await room.repeats(2)) == ("no-table-in-private", refused)


async def test_a_table_left_or_closed_no_longer_counts():
    room = Room()
    await room.player("ann", ONE).says("/join 50")
    await room.player("ann", TWO).says("/join 50")
    await room.player("ann", ONE).says("/leave")
    assert (await room.player("ann").whispers("/bet 70")).accepted
    await room.passes(600)
    assert (await room.player("ann").whispers("/bet 70")).key == "no-table-in-private"


@pytest.mark.parametrize("text", ["/bet 70", "/balance", "/daily", "/hand", "/hit", "/top"])
async def test_with_no_table_it_is_refused(text):
    room = Room()
    assert (await room.player("ann").whispers(text)).key == "no-table-in-private"


@pytest.mark.parametrize(
    ("text", "key"), [("/help", "help"), ("/rules", "rules"), ("/rules hk_casino", "rules")]
)
async def test_what_asks_about_no_table_needs_none(text, key):
    room = Room()
    assert (await room.player("ann").whispers(text)).key == key
    await room.player("ann", ONE).says("/join")
    await room.player("ann", TWO).says("/join")
    assert (await room.player("ann").whispers(text)).key == key


@pytest.mark.parametrize("text", ["/join 50", "/new", "/table"])
async def test_what_belongs_in_the_group_is_refused_in_private(text):
    room = Room()
    assert (await room.player("ann").whispers(text)).key == "only-in-group"


@pytest.mark.report("G2")
async def test_g2_a_panel_button_means_the_table_it_was_shown_for():
    room = Room()
    here, there = room.player("ann", ONE), room.player("ann", TWO)
    await here.says("/join 50")
    await there.says("/join 50")
    await here.presses("deal")
    first = here.panel
    await there.presses("deal")
    assert (await here.taps("stand", on=first)).accepted
    assert (room.shown(ONE).result is not None, room.shown(TWO).result is None) == (True, True)


@pytest.mark.parametrize("command", ["top", "bank", "stop", "deal", "leave", "balance"])
@pytest.mark.parametrize("seen", [Seen(1, 0, "lobby"), Seen(1, 0, counter=0)])
async def test_a_forged_button_in_private_reaches_no_table_of_others(command, seen):
    room = Room()
    await room.player("ann", ONE).says("/join 50")
    stranger = room.player("eve", OTHER)
    request = replace(stranger.whispered(command), seen=seen, place=Place.PRIVATE)
    reply = await room.asks(request)
    assert (reply.accepted, reply.key) == (False, "no-table-in-private")
    assert [seat.name for seat in room.shown(ONE).seats] == ["Ann"]
    assert await room.player("eve", ONE).chips() == 0


@pytest.mark.report("G10")
async def test_my_cards_are_shown_to_their_owner_alone():
    room = Room(deck="2s 3s 4s 5h 6h 7h")
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 50")
    await bob.says("/join 50")
    await ann.presses("deal")
    hands = await room.hands()
    assert {name: hand.view.seat for name, hand in hands.items()} == {
        "ann test:club": 0,
        "bob test:club": 1,
    }
    assert (await room.player("eve").says("/hand")).key == "not-in-round"
    assert await room.player("eve").looks() is None


async def test_a_panel_in_the_language_of_its_owner_and_a_table_in_that_of_its_chat():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await room.asks(replace(ann.typed("/join 50"), language="ro"))
    await room.asks(replace(bob.typed("/join 50"), language="zh-Hant"))
    await ann.presses("deal")
    assert (room.shown().language, bob.panel.language) == ("ro", "zh-Hant")
