"""The reminder whose turn it is: it rings, it comes last, and it goes again."""

from dataclasses import replace

import pytest

from bot.basics import ChatId, Seat
from bot.message import Mention
from bot.notices import Nudged, Urgency
from bot.ports import Gone, Later, Moved, Unknown
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB as ROOM
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import Call, Kind, text_of
from tests.fakes.notices import CLUB, lobby, seat_line

ANN, BOB = seat_line("Ann", 50, Seat(0)), seat_line("Bob", 50, Seat(1))


def waits_for(*names: str, chat: ChatId = CLUB) -> Nudged:
    """Return the reminder of some of Ann and Bob, or of nobody."""
    waiting = tuple(line.seat for line in (ANN, BOB) if line.name in names)
    seats = tuple(seat for seat in waiting if seat is not None)
    return Nudged(chat, "en", Urgency.REPLY, (ANN, BOB), seats)


async def with_a_table(office: PostOffice | None = None) -> PostOffice:
    """Return an office whose club has had its table for a while."""
    office = office or PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL))
    await office.passes(20)
    return office


def after_the_table(office: PostOffice) -> list[Call]:
    """Return the calls to the club but for the first, which is the table."""
    return office.messenger.to_group(CLUB)[1:]


def kinds(office: PostOffice) -> list[Kind]:
    return [call.kind for call in after_the_table(office)]


def there(office: PostOffice) -> list[str]:
    """Return what stands below the table in the club."""
    return [text_of(message) for message in office.messenger.chats[CLUB].values()][1:]


# --- what it is -------------------------------------------------------------------------------


async def test_it_is_one_short_sentence_that_rings_for_who_is_named():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    (call,) = after_the_table(office)
    assert (call.kind, call.text) == (Kind.POST, "Bob, it is your turn.")
    assert call.message is not None
    mentions = [span for span in call.message.lines[0] if isinstance(span, Mention)]
    assert mentions == [Mention(BOB.player, "Bob", ping=True)]


async def test_it_names_both_where_both_are_waited_for():
    office = await with_a_table()
    await office.tells(waits_for("Ann", "Bob"))
    assert there(office) == ["Ann, Bob, it is your turn."]


async def test_people_of_one_name_are_called_as_on_the_table():
    office = await with_a_table()
    twins = (ANN, replace(BOB, name="Ann"))
    await office.tells(replace(waits_for("Bob"), seats=twins))
    assert there(office) == ["Ann (2), it is your turn."]


# --- how it goes ------------------------------------------------------------------------------


async def test_it_is_deleted_when_nobody_is_waited_for_any_more():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    await office.passes(5)
    await office.tells(waits_for())
    assert kinds(office) == [Kind.POST, Kind.DELETE]
    assert there(office) == []


async def test_the_table_that_they_changed_is_shown_first():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    await office.passes(5)
    await office.tells(waits_for(), lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(5)
    assert kinds(office) == [Kind.POST, Kind.EDIT, Kind.DELETE]
    assert there(office) == []


async def test_who_has_acted_is_taken_out_of_it_by_an_edit_that_does_not_ring():
    office = await with_a_table()
    await office.tells(waits_for("Ann", "Bob"))
    await office.passes(5)
    await office.tells(waits_for("Bob"))
    await office.passes(5)
    assert kinds(office) == [Kind.POST, Kind.EDIT]
    assert there(office) == ["Bob, it is your turn."]


async def test_one_that_was_taken_back_before_it_went_out_is_never_sent():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL), waits_for("Bob"), waits_for())
    await office.passes(60)
    assert after_the_table(office) == []


async def test_one_that_somebody_deleted_is_not_missed():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    office.messenger.forget(CLUB)
    await office.tells(waits_for())
    await office.passes(60)
    await office.tells(waits_for("Bob"))
    assert kinds(office) == [Kind.POST, Kind.DELETE, Kind.POST]


async def test_after_a_restart_it_stays_while_its_turn_goes_on_and_then_goes():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    await office.restarts()
    await office.tells(waits_for("Bob"))
    await office.passes(60)
    assert there(office) == ["Bob, it is your turn."]
    await office.tells(waits_for())
    assert kinds(office) == [Kind.POST, Kind.DELETE]
    assert there(office) == []
    assert {ref.kind for ref in await office.store.refs()} == {"table"}


async def test_after_a_restart_it_goes_where_its_turn_is_over():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    await office.restarts()
    await office.passes(60)
    assert kinds(office) == [Kind.POST, Kind.DELETE]


async def test_one_that_was_about_to_be_sent_at_a_restart_is_forgotten():
    office = await with_a_table()
    office.messenger.fail(Unknown("cut off"), Kind.POST)
    await office.tells(waits_for("Bob"))
    await office.restarts()
    await office.passes(60)
    assert kinds(office) == [Kind.POST]
    assert {ref.kind for ref in await office.store.refs()} == {"table"}
    await office.tells(waits_for("Bob"))
    assert there(office) == ["Bob, it is your turn."]


@pytest.mark.parametrize("minutes", [None, 1, 1440])
@pytest.mark.parametrize("acts", [True, False])
async def test_a_house_that_restarts_reminds_nobody_twice_and_takes_it_back_in_the_end(
    minutes, acts
):
    room = DeliveringRoom(rules="cribbage")
    options = f" turn_minutes={minutes}" if minutes else ""
    root = room.player("root", admin=True)
    await root.says(f"/new cribbage{options}")
    await room.hears("ann: /join 50", "bob: /join", "ann: /deal")
    await room.passes(30 if minutes != 1440 else 12 * 3_600)
    assert sent_nudges(room) == [Kind.POST]
    await room.restart()
    await room.passes(12)
    assert sent_nudges(room) == [Kind.POST]
    if acts:
        await room.hears("ann: /crib #5 #6", "bob: /crib #5 #6")
    else:
        await root.says("/stop void")
    await room.passes(5)
    assert sent_nudges(room) == [Kind.POST, Kind.EDIT, Kind.DELETE][:: 1 if acts else 2]


def sent_nudges(room: DeliveringRoom) -> list[Kind]:
    """Return the calls about the reminder in a room's club."""
    calls = room.messenger.to_group(ROOM)
    ids = {call.message_id for call in calls if call.text.endswith("it is your turn.")}
    return [call.kind for call in calls if call.message_id in ids]


# --- in a busy chat ---------------------------------------------------------------------------


async def busy() -> PostOffice:
    """Return an office whose club has no call free but those that are kept back."""
    office = PostOffice()
    for change in range(15):
        await office.tells(lobby(f"Ann {change + 1}", fresh=not change, urgency=Urgency.TURN))
        await office.passes(1)
    return office


async def test_it_is_dropped_where_there_is_no_room_for_it():
    office = await busy()
    await office.tells(waits_for("Bob"))
    await office.passes(120)
    assert set(kinds(office)) == {Kind.EDIT}


async def test_a_deletion_waits_until_there_is_room():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    for change in range(16):
        await office.tells(lobby(f"Ann {change + 1}", urgency=Urgency.TURN))
        await office.passes(1)
    await office.tells(waits_for())
    assert there(office) == ["Bob, it is your turn."]
    await office.passes(60)
    assert there(office) == []
    assert Kind.DELETE in kinds(office)


async def test_it_never_goes_before_a_turn():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL))
    await office.tells(waits_for("Bob"), lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(10)
    assert kinds(office) == [Kind.EDIT, Kind.POST]


# --- when the platform fails ------------------------------------------------------------------


async def test_a_pause_is_kept_and_then_it_still_goes_if_it_is_not_too_late():
    office = await with_a_table()
    office.messenger.fail(Later(4), Kind.POST)
    await office.tells(waits_for("Bob"))
    await office.passes(4)
    assert there(office) == ["Bob, it is your turn."]
    office.messenger.fail(Later(40), Kind.DELETE)
    await office.tells(waits_for())
    await office.passes(45)
    assert there(office) == []


async def test_after_too_long_a_pause_it_is_not_sent():
    office = await with_a_table()
    office.messenger.fail(Later(30), Kind.POST)
    await office.tells(waits_for("Bob"))
    await office.passes(60)
    assert there(office) == []


async def test_a_deletion_of_unknown_fate_is_tried_again():
    office = await with_a_table()
    await office.tells(waits_for("Bob"))
    await office.passes(5)
    office.messenger.fail(Unknown("cut off"), Kind.DELETE, times=2)
    await office.tells(waits_for())
    await office.passes(60)
    assert kinds(office) == [Kind.POST, Kind.DELETE, Kind.DELETE, Kind.DELETE]
    assert there(office) == []


async def test_one_of_unknown_fate_is_not_sent_twice():
    office = await with_a_table()
    office.messenger.fail(Unknown("cut off"), Kind.POST, applied=True)
    await office.tells(waits_for("Bob"))
    await office.passes(60)
    assert kinds(office) == [Kind.POST]


@pytest.mark.parametrize("error", [Gone("put out"), Moved(ChatId("test:upgraded"))])
async def test_where_the_chat_is_gone_or_has_moved_nothing_goes_to_it_any_more(error):
    office = await with_a_table()
    office.messenger.fail(error, Kind.POST, CLUB)
    await office.tells(waits_for("Bob"))
    await office.tells(waits_for())
    await office.passes(60)
    assert kinds(office) == [Kind.POST]


# --- a table that is hours old ----------------------------------------------------------------


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_table_that_has_stood_for_a_day_is_edited_in_place(restarted):
    office = await with_a_table()
    await office.passes(24 * 3600)
    if restarted:
        await office.restarts()
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    assert kinds(office) == [Kind.EDIT]


async def test_one_that_has_scrolled_away_meanwhile_is_posted_anew():
    office = await with_a_table()
    await office.passes(12 * 3600)
    office.delivery.note_traffic(CLUB, 20)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(5)
    assert kinds(office)[0] is Kind.POST
