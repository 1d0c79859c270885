"""What time has ended looks ended: words that say so, and no button that nobody answers."""

import pytest

from bot.message import GroupMessage
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB
from tests.fakes.messenger import TELEGRAM, Kind, labels_of, text_of


def shown(club: DeliveringRoom) -> tuple[list[str], list[str]]:
    """Return the lines and the buttons of the newest table in the group."""
    tables = [m for m in club.messenger.chats[CLUB].values() if "QQ 21" in text_of(m)]
    return text_of(tables[-1]).splitlines(), labels_of(tables[-1])


@pytest.mark.row(101)
@pytest.mark.report("H20")
async def test_the_message_of_a_lobby_that_expired_is_edited_to_closed_and_loses_its_buttons():
    club = DeliveringRoom(rules="qq21")
    await club.player("ann").says("/join 50")
    await club.player("bob").says("/bank 700")
    posts = len(club.messenger.of_kind(Kind.POST))
    await club.passes(600)
    lines, labels = shown(club)
    assert lines == ["QQ 21 · closed", "The table is closed. /join opens it again."]
    assert labels == []
    assert await club.chips() == {"ann": 1_000, "bob": 1_000}
    told = [text_of(m) for m in club.messenger.chats[CLUB].values() if isinstance(m, GroupMessage)]
    assert len(told) == posts + 1
    assert told[-1].startswith("Nobody dealt for too long")


@pytest.mark.report("H20")
async def test_a_round_that_ran_out_of_time_shows_its_end_and_takes_no_more_acts():
    club = DeliveringRoom("2s 3s Ts 4d 5d 8c", "qq21")
    for name in ("ann", "bob"):
        await club.player(name).says("/join 50")
    await club.player("ann").presses("deal")
    seen = club.shown()
    await club.passes(45)
    lines, labels = shown(club)
    assert lines[0] == "QQ 21 · round 1 · results"
    assert labels == ["Again", "Change bet", "Leave"]
    for name in ("ann", "bob"):
        assert labels_of(club.messenger.newest(club.player(name).id)) == []
    late = await club.player("ann").presses("hit", on=seen)
    assert (late.accepted, bool(late.key)) == (False, True)


async def test_bets_that_were_not_closed_before_the_process_ended_say_what_goes_on_below():
    club = DeliveringRoom("2s 3s Ts 4d 5d 8c", "qq21", pacing=TELEGRAM)
    await club.player("ann").says("/join 50")
    await club.passes(10)
    commitment = club.shown().commitment
    await club.player("ann").presses("deal")
    await club.restart()
    bets, _ = club.messenger.chats[CLUB].values()
    assert labels_of(bets)
    await club.passes(20)
    bets, played = club.messenger.chats[CLUB].values()
    assert "cards are out" in text_of(played)
    first, *committed = text_of(bets).splitlines()
    assert first == "Round 1 goes on below."
    assert commitment in "".join(committed)
    assert not labels_of(bets)


@pytest.mark.report("H20")
async def test_a_table_that_expired_though_its_message_was_deleted_leaves_no_buttons_anywhere():
    club = DeliveringRoom(rules="qq21")
    await club.player("ann").says("/join 50")
    club.messenger.forget(CLUB)
    await club.passes(600)
    assert all(not labels_of(message) for message in club.messenger.chats[CLUB].values())
    await club.player("ann").says("/join 50")
    assert "bets are open" in shown(club)[0][0]
