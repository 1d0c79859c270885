"""Commands in private: which table is meant, and what a forged button cannot reach."""

import asyncio
from dataclasses import replace
from itertools import repeat

import pytest

from bot.basics import ChatId
from bot.commands import COMMANDS
from bot.message import Button, plain_text
from bot.notices import TablePhase
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Place, Reply, Request, Seen, parse_payload
from tests.fakes.house import Room
from tests.fakes.messenger import text_of
from tests.fakes.stores import TroubledStore

PRESENTER = Presenter(Localizer())

ONE, TWO, OTHER = ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")


async def test_with_one_table_a_command_in_private_means_that_table():
    room = Room(deck="2s 2h 3s 3h")
    ann = room.player("ann")
    await ann.says("/join 50")
    assert (await ann.whispers("/bet 70")).key == "bet-changed"
    await ann.presses("deal")
    assert (await ann.whispers("/hit")).accepted
    assert (await ann.whispers("/hand")).key == "hand"


async def at_two_tables(deck: str = "") -> Room:
    """Ann sits at two tables of one community, at the first with 50, at the second with 60."""
    room = Room(deck=deck)
    await room.player("ann", ONE).says("/join 50")
    await room.player("ann", TWO).says("/join 60")
    return room


def buttons_of(request: Request, reply: Reply) -> list[Button]:
    """Return the buttons of a private answer, in order."""
    answer = PRESENTER.answer(request, reply, None)
    return [button for row in answer.message.buttons for button in row]


async def asked(room: Room, text: str) -> list[Button]:
    """Return the buttons that Ann is asked with when she types a command in private."""
    request = room.player("ann").whispered(text)
    return buttons_of(request, await room.asks(request))


async def answers(room: Room, button: Button) -> Reply:
    """Let Ann press such a button."""
    seen, verb, args = parse_payload(button.payload)
    request = room.player("ann").whispered(" ".join((verb, *args)))
    return await room.asks(replace(request, seen=seen))


async def test_with_several_tables_a_command_in_private_asks_which_by_a_button_each():
    room = await at_two_tables()
    request = room.player("ann").whispered("/bet 70")
    reply = await room.asks(request)
    assert (reply.accepted, reply.key) == (False, "several-tables")
    buttons = buttons_of(request, reply)
    assert [(button.chat, button.label) for button in buttons] == [
        (ONE, "round 1 · 50 staked"),
        (TWO, "round 1 · 60 staked"),
    ]
    assert (await room.staked(ONE), await room.staked(TWO)) == ((0, 50), (0, 60))


async def test_such_a_button_does_the_same_at_the_table_it_names():
    room = await at_two_tables()
    _, second = await asked(room, "/bet 70")
    assert (await answers(room, second)).key == "bet-changed"
    assert (await room.staked(ONE), await room.staked(TWO)) == ((0, 50), (0, 70))


@pytest.mark.parametrize("text", ["/bet 70", "/leave", "/bank 100", "/stop"])
async def test_such_a_button_is_outdated_once_its_table_has_moved_on(text):
    room = await at_two_tables()
    first, _ = await asked(room, text)
    await room.player("ann", ONE).presses("deal")
    assert (await answers(room, first)).key == "outdated"
    assert await room.staked(ONE) == (50, 0)


async def test_such_a_button_of_deal_is_told_that_the_cards_are_out_already():
    room = await at_two_tables()
    first, _ = await asked(room, "/deal")
    await room.player("ann", ONE).presses("deal")
    assert (await answers(room, first)).key == "dealt"
    assert room.shown(ONE).round == 1
    assert await room.staked(ONE) == (50, 0)


async def test_a_hand_is_played_by_such_a_button_only_in_its_round():
    room = await at_two_tables(deck="2s 2h 3s 3h")
    await room.player("ann", ONE).presses("deal")
    hit, _ = await asked(room, "/hit")
    assert (await answers(room, hit)).key == "acted"
    await room.player("ann", ONE).says("/stand")
    await room.player("ann", ONE).presses("again")
    await room.passes(10)
    assert (await answers(room, hit)).key == "outdated"


async def test_a_table_that_was_left_is_not_reached_by_such_a_button():
    room = await at_two_tables()
    first, _ = await asked(room, "/bet 70")
    await room.player("ann", ONE).says("/leave")
    assert (await answers(room, first)).key == "no-table-in-private"


@pytest.mark.parametrize("text", ["/hand", "/balance"])
async def test_a_question_asks_which_table_too_and_is_answered_for_that_one(text):
    room = await at_two_tables()
    await room.player("ann", TWO).presses("deal")
    _, second = await asked(room, text)
    assert (await answers(room, second)).accepted


@pytest.mark.parametrize(("text", "key"), [("/daily", "daily"), ("/top", "top")])
async def test_what_belongs_to_a_community_need_not_be_said_where_it_has_several_tables(text, key):
    room = await at_two_tables()
    assert (await room.player("ann").whispers(text)).key == key
    await room.player("ann", OTHER).says("/join 50")
    assert (await room.player("ann").whispers(text)).key == "several-tables"


async def test_an_argument_too_long_for_a_button_is_to_be_said_in_the_group():
    room = await at_two_tables()
    request = room.player("ann").whispered(f"/bet {'7' * 60}")
    answer = PRESENTER.answer(request, await room.asks(request), None)
    assert answer.message.buttons == ()
    assert plain_text(answer.message.lines[0]) == answer.alert
    assert "Type it in the chat" in answer.alert


async def test_a_mention_fits_on_no_button():
    room = await at_two_tables()
    request = replace(room.player("ann").whispered("/pair @@bob 5"), seen=None)
    assert buttons_of(request, await room.asks(request)) == []


async def test_a_repeated_question_which_table_has_the_same_buttons():
    room = await at_two_tables()
    request = room.player("ann").whispered("/bet 70")
    first = buttons_of(request, await room.asks(request))
    await room.player("ann", ONE).says("/leave")
    assert buttons_of(request, await room.repeats(2)) == first


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


@pytest.mark.parametrize("text", ["/join 50", "/new", "/table", "/grant ann 5", "/settings"])
async def test_what_belongs_in_the_group_is_refused_in_private(text):
    room = Room()
    await room.player("ann").says("/join")
    assert (await room.player("ann").whispers(text)).key == "only-in-group"


def test_what_is_for_admins_belongs_in_the_group_for_in_private_nobody_is_known_to_be_one():
    assert {spec.places for spec in COMMANDS if spec.admin_only} == {frozenset({Place.GROUP})}


async def test_help_lists_what_can_be_said_where_it_is_asked():
    room = Room()
    ann, root = room.player("ann"), room.player("root", admin=True)
    everything = [spec for spec in COMMANDS if not spec.button_only]
    here = PRESENTER.answer(ann.whispered("/help"), await ann.whispers("/help"), None)
    there = PRESENTER.answer(root.typed("/help"), await root.says("/help"), None)
    for answer, place in ((here, Place.PRIVATE), (there, Place.GROUP)):
        told = [line for line in map(plain_text, answer.message.lines) if line.startswith("/")]
        assert len(told) == len([spec for spec in everything if place in spec.places])
    assert "/new" not in text_of(here.message)
    assert "/join 50 there" in text_of(here.message)


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


@pytest.mark.parametrize("gone", ["ann", "bob"])
@pytest.mark.parametrize("pauses", [1, 2, 5])
async def test_who_looks_while_the_next_round_is_dealt_sees_nobody_elses_cards(gone, pauses):
    """The store takes its time: what is looked up before the deal is answered after it."""
    room = Room(store=TroubledStore(repeat(pauses)))
    leaver, stays = room.player(gone), room.player("bob" if gone == "ann" else "ann")
    await room.hears("ann: /join 50", "bob: /join 50", "ann: /deal", "ann: /stand", "bob: /stand")
    own = leaver.panel
    await leaver.says("/leave")
    dealt, looks = asyncio.ensure_future(stays.says("/deal")), []
    while not dealt.done():
        looks.append(asyncio.ensure_future(leaver.looks()))
        await asyncio.sleep(0)
    hands = [hand for hand in await asyncio.gather(*looks) if hand is not None]
    assert (room.shown().phase, room.shown().round) == (TablePhase.PLAY, 2)
    assert hands
    assert all(hand.view == own.view for hand in hands)


async def test_a_panel_in_the_language_of_its_owner_and_a_table_in_that_of_its_chat():
    room = Room()
    ann, bob = room.player("ann"), room.player("bob")
    await room.asks(replace(ann.typed("/join 50"), language="ro"))
    await room.asks(replace(bob.typed("/join 50"), language="zh-Hant"))
    await ann.presses("deal")
    assert (room.shown().language, bob.panel.language) == ("ro", "zh-Hant")
