"""The hand panel: one private message for each person and table, edited in place."""

from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.cards import CARDS
from bot.message import CardFace
from bot.ports import Gone, Later, Unknown, Unreachable
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB
from tests.fakes.messenger import TELEGRAM, Kind, labels_of, text_of

PRIVATE = (Kind.WHISPER, Kind.REWRITE, Kind.RETRACT)
AGEING = replace(TELEGRAM, edit_seconds_max=2_700)
HIDDEN = "As 2s 3s Kd 9d 8d 5h 6h 7h"
"""Ann an ace face down and K, Bob 2 and 9, the house 3 and 8."""


async def dealt(pacing=None, rules: str = "qq21") -> DeliveringRoom:
    """A round is dealt to Ann and Bob."""
    club = DeliveringRoom(HIDDEN, rules, pacing=pacing)
    await club.player("ann").says("/join 100")
    await club.player("bob").says("/join 50")
    await club.player("ann").presses("deal")
    return club


def private(club: DeliveringRoom, name: str) -> list[str]:
    player = club.player(name).id
    return [call.kind.value for call in club.messenger.of_kind(*PRIVATE) if call.place == player]


def panel(club: DeliveringRoom, name: str) -> str:
    return text_of(club.messenger.newest(club.player(name).id))


@pytest.mark.report("G10")
async def test_each_player_has_one_message_that_is_edited_in_place():
    club = await dealt()
    await club.player("bob").taps("hit")
    await club.player("bob").taps("stand")
    await club.player("ann").taps("stand")
    assert private(club, "bob").count("whisper") == 1
    assert set(private(club, "bob")[1:]) == {"rewrite"}
    assert len(club.messenger.chats[club.player("bob").id]) == 1


@pytest.mark.parametrize("pacing", [None, TELEGRAM])
async def test_settling_costs_one_call_in_the_group_and_one_for_each_panel(pacing):
    club = await dealt(pacing)
    await club.passes(15)  # the old message is closed by then
    await club.player("ann").taps("stand")
    await club.passes(5)
    before = len(club.messenger.calls)
    await club.player("bob").taps("stand")
    await club.passes(5)
    calls = [(call.kind, call.place) for call in club.messenger.calls[before:]]
    ann, bob = club.player("ann").id, club.player("bob").id
    assert [call for call in calls if call[0] is not Kind.ANSWER] == [
        (Kind.EDIT, CLUB),
        (Kind.REWRITE, ann),
        (Kind.REWRITE, bob),
    ]
    assert "You have 1,100 chips." in panel(club, "ann")


async def test_the_next_round_uses_the_same_message():
    club = await dealt()
    for name in ("ann", "bob"):
        await club.player(name).taps("stand")
    for name in ("ann", "bob"):
        await club.player(name).presses("again")
    assert "round 2" in panel(club, "ann")
    assert private(club, "ann").count("whisper") == 1


async def test_a_panel_holds_the_owners_cards_and_nobody_elses():
    club = await dealt()
    assert "A♠ K♦" in panel(club, "ann")
    assert "A♠" not in panel(club, "bob")
    shown = [
        span.card
        for line in club.messenger.newest(CLUB).lines
        for span in line
        if isinstance(span, CardFace)
    ]
    assert CARDS["As"] not in shown


@pytest.mark.report("G2")
async def test_a_panel_is_headed_with_game_round_and_group():
    club = await dealt()
    assert panel(club, "ann").startswith("QQ 21 · round 1 · club")


async def test_the_buttons_go_when_there_is_nothing_to_decide():
    club = await dealt()
    await club.player("bob").taps("stand")
    assert labels_of(club.messenger.newest(club.player("bob").id)) == []
    await club.player("ann").taps("stand")
    assert labels_of(club.messenger.newest(club.player("ann").id)) == []
    assert panel(club, "ann").endswith("You have 1,100 chips.")


async def test_private_messages_do_not_wait_for_the_group():
    club = await dealt(pacing=TELEGRAM)
    club.messenger.fail(Later(300), Kind.EDIT, CLUB, times=99)
    await club.player("bob").taps("hit")
    await club.passes(1)
    assert "2♠ 9♦ 5♥" in panel(club, "bob")


@pytest.mark.report("G4")
async def test_who_cannot_be_written_to_still_plays_and_is_not_tried_again_in_this_round():
    club = DeliveringRoom(HIDDEN, "qq21")
    ann, bob = club.player("ann"), club.player("bob")
    club.messenger.fail(Unreachable(bob.id), Kind.WHISPER, bob.id, times=99)
    await ann.says("/join 100")
    await bob.says("/join 50")
    await ann.presses("deal")
    await bob.presses("hit")
    await bob.presses("stand")
    assert private(club, "bob") == ["whisper"]
    await ann.presses("stand")
    for player in (ann, bob):
        await player.presses("again")
    assert private(club, "bob") == ["whisper", "whisper"]


async def test_while_somebody_is_unreachable_the_table_shows_the_way_to_private_cards():
    club = DeliveringRoom(HIDDEN, "qq21")
    ann, bob = club.player("ann"), club.player("bob")
    club.messenger.fail(Unreachable(bob.id), Kind.WHISPER, bob.id)
    await ann.says("/join 100")
    await bob.says("/join 50")
    await ann.presses("deal")
    buttons = [button for row in club.messenger.newest(CLUB).buttons for button in row]
    assert [button.label for button in buttons if button.opens_private] == ["Cards in private"]
    for player in (ann, bob):
        await player.presses("stand")
    for player in (ann, bob):
        await player.presses("again")  # this time Bob can be written to
    buttons = [button for row in club.messenger.newest(CLUB).buttons for button in row]
    assert not any(button.opens_private for button in buttons)


async def test_a_panel_that_its_owner_deleted_is_sent_anew_once():
    club = await dealt()
    club.messenger.forget(club.player("bob").id)
    await club.player("bob").presses("hit")
    assert private(club, "bob") == ["whisper", "rewrite", "whisper"]


async def test_a_chat_that_swallows_new_messages_is_not_tried_for_ever():
    club = DeliveringRoom(HIDDEN, "qq21")
    bob = club.player("bob")
    club.messenger.fail(Gone("no chat"), Kind.WHISPER, bob.id, times=99)
    await bob.says("/join 50")
    await bob.presses("deal")
    await bob.presses("hit")
    assert private(club, "bob") == ["whisper"]


async def test_a_pause_asked_for_by_one_private_chat_holds_up_that_one_alone():
    club = DeliveringRoom(HIDDEN, "qq21", pacing=TELEGRAM)
    ann, bob = club.player("ann"), club.player("bob")
    club.messenger.fail(Later(10), Kind.WHISPER, bob.id)
    await ann.says("/join 100")
    await bob.says("/join 50")
    await ann.presses("deal")
    await club.passes(9)
    assert (len(private(club, "ann")), len(private(club, "bob"))) == (1, 1)
    await club.passes(2)
    assert private(club, "bob") == ["whisper", "whisper"]
    assert "2♠ 9♦" in panel(club, "bob")


async def test_after_a_restart_panels_are_neither_sent_again_nor_lost():
    club = await dealt()
    before = len(club.messenger.calls)
    await club.restart()
    assert len(club.messenger.calls) == before
    await club.player("bob").taps("hit")
    assert private(club, "bob") == ["whisper", "rewrite"]


async def test_a_panel_edit_of_unknown_fate_is_made_again():
    club = await dealt()
    bob = club.player("bob")
    club.messenger.fail(Unknown(), Kind.REWRITE, bob.id)
    await bob.taps("stand")
    await club.passes(3)
    assert private(club, "bob") == ["whisper", "rewrite", "rewrite"]


@pytest.mark.parametrize("applied", [True, False])
async def test_after_a_restart_a_panel_of_unknown_fate_reaches_its_owner(applied):
    club = DeliveringRoom(HIDDEN, "qq21")
    bob = club.player("bob")
    club.messenger.fail(Unknown(), Kind.WHISPER, bob.id, applied=applied)
    await bob.says("/join 50")
    await bob.presses("deal")
    await club.restart()
    assert private(club, "bob") == ["whisper", "whisper"]
    assert "2♠" not in panel(club, "bob")  # alone, Bob got the first card
    assert "A♠" in panel(club, "bob")


async def test_a_closed_table_leaves_panels_without_buttons_and_no_reference():
    club = await dealt()
    await club.player("ann").says("/stop")
    for name in ("ann", "bob"):
        await club.player(name).presses("stand")
    assert await club.store.refs() == []
    assert labels_of(club.messenger.newest(club.player("ann").id)) == []


async def test_a_voided_round_leaves_panels_that_look_over():
    club = await dealt()
    for name in ("ann", "bob"):
        await club.player(name).says("/stop void")
    for name in ("ann", "bob"):
        assert panel(club, name).endswith("The round was voided; every bet went back.")
        assert labels_of(club.messenger.newest(club.player(name).id)) == []


async def test_who_was_never_reached_is_not_written_to_at_the_end():
    club = DeliveringRoom(HIDDEN, "qq21")
    bob = club.player("bob")
    club.messenger.fail(Unreachable(bob.id), Kind.WHISPER, bob.id, times=99)
    await bob.says("/join 50")
    await bob.presses("deal")
    await club.player("root", admin=True).says("/stop void")
    await bob.says("/stop")
    assert private(club, "bob") == ["whisper"]
    assert await club.store.refs() == []


async def test_a_panel_from_before_a_restart_is_forgotten_with_its_table():
    club = await dealt()
    for name in ("ann", "bob"):
        await club.player(name).taps("stand")
    await club.restart()
    await club.player("ann").says("/stop")
    assert await club.store.refs() == []


@pytest.mark.report("G2")
async def test_one_person_at_two_tables_has_two_panels():
    club = DeliveringRoom(rules="qq21")
    for chat in (CLUB, ChatId("test:pub")):
        ann = club.player("ann", chat)
        await ann.says("/join 100")
        await ann.says("/deal")
    texts = [text_of(message) for message in club.messenger.chats[ann.id].values()]
    assert ["club" in text for text in texts] == [True, False]
    assert ["pub" in text for text in texts] == [False, True]


async def test_a_panel_that_the_platform_puts_off_grows_old():
    club = await dealt()
    now = club.clock.now()
    club.messenger.fail(Later(30), place=club.player("bob").id)
    await club.player("bob").taps("hit")
    await club.passes(20)
    assert club.delivery.waiting_since() == now
    await club.passes(20)
    assert club.delivery.waiting_since() is None


async def plays_on(club: DeliveringRoom, seconds: int) -> None:
    """Ann and Bob are dealt to again and again, and let the clock act for them."""
    until = club.clock.now() + seconds
    while club.clock.now() < until:
        for name in ("ann", "bob"):
            await club.player(name).says("/join 50")
        await club.player("bob").presses("deal")
        await club.passes(300)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_panel_too_old_to_be_edited_is_deleted_and_sent_anew(restarted):
    club = await dealt(AGEING)
    club.messenger.dated = True
    await club.passes(300)
    await plays_on(club, 2_100)
    assert private(club, "bob").count("whisper") == 1
    if restarted:
        await club.restart()
    await plays_on(club, 900)
    assert private(club, "bob").count("retract") == 1
    assert private(club, "bob").count("whisper") == 2
    assert len(club.messenger.chats[club.player("bob").id]) == 1


async def test_a_panel_that_cannot_be_deleted_is_sent_anew_all_the_same():
    club = await dealt(AGEING)
    bob = club.player("bob").id
    club.messenger.fail(Gone("deleted by hand"), Kind.RETRACT, bob)
    await club.passes(300)
    await plays_on(club, 3_000)
    assert private(club, "bob").count("retract") == 1
    assert private(club, "bob").count("whisper") == 2
