"""One lane a chat: the latest view wins, the window is kept, what matters goes first."""

from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.notices import Said, Urgency
from bot.ports import Gone, Later, Moved, Unknown
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import TELEGRAM, Kind, labels_of, text_of
from tests.fakes.notices import CLUB, closed, lobby

OTHER = ChatId("test:other")


def kinds(office: PostOffice, chat: ChatId = CLUB) -> list[str]:
    return [call.kind.value for call in office.messenger.to_group(chat)]


def times(office: PostOffice, chat: ChatId = CLUB) -> list[float]:
    return [call.at for call in office.messenger.to_group(chat)]


def shows(office: PostOffice, words: str, chat: ChatId = CLUB) -> bool:
    return words in text_of(office.messenger.newest(chat))


def most_in_a_minute(moments: list[float]) -> int:
    return max(sum(start <= at < start + 60 for at in moments) for start in moments)


# --- what goes out, and when ------------------------------------------------------------------


async def test_a_table_is_posted_once_and_edited_from_then_on():
    office = PostOffice(pacing=None)
    for bet in (10, 20, 30):
        await office.tells(lobby(f"Ann {bet}"))
    assert kinds(office) == ["post", "edit", "edit"]
    assert len(office.messenger.chats[CLUB]) == 1


async def test_what_shows_nothing_new_is_not_sent():
    office = PostOffice(pacing=None)
    await office.tells(lobby(), lobby(), lobby(urgency=Urgency.TURN))
    assert kinds(office) == ["post"]


async def test_progress_waits_for_company_and_the_latest_view_wins():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(10)
    await office.tells(lobby("Ann 20"))
    await office.passes(1)
    await office.tells(lobby("Ann 30"))
    assert kinds(office) == ["post"]
    await office.passes(0.5)
    assert times(office) == [0, 11.5]
    assert shows(office, "30")


async def test_a_notice_that_shows_nothing_new_starts_no_wait():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(10)
    await office.tells(lobby())
    await office.passes(1)
    await office.tells(lobby("Ann 20"))
    await office.passes(9)
    assert times(office) == [0, 12.5]


async def test_a_turn_does_not_wait_for_company():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(10)
    await office.tells(lobby("Ann 20"), lobby("Ann 30", urgency=Urgency.TURN))
    assert times(office) == [0, 10]


async def test_a_turn_is_not_put_off_by_progress_that_overtakes_it():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(0.5)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN), lobby("Ann 30"))
    await office.passes(0.5)
    assert times(office) == [0, 1]
    assert shows(office, "30")


async def test_200_changes_and_4_turns_in_a_minute_stay_within_the_window():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL))
    for change in range(1, 205):
        urgency = Urgency.TURN if change % 51 == 0 else Urgency.PROGRESS
        await office.tells(lobby(f"Ann {change + 1}", urgency=urgency))
        await office.passes(60 / 205)
    await office.passes(120)
    assert most_in_a_minute(times(office)) <= 18
    assert shows(office, "205")
    gaps = [b - a for a, b in zip(times(office), times(office)[1:], strict=False)]
    assert min(gaps) >= 1


async def test_turns_still_go_when_progress_has_used_up_its_share():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL))
    for change in range(1, 41):
        await office.tells(lobby(f"Ann {change + 1}"))
        await office.passes(1.5)
        if len(kinds(office)) == 15:
            break
    before = len(kinds(office))
    await office.tells(lobby("Ann 500"))
    await office.passes(5)
    assert len(kinds(office)) == before  # three are kept back
    await office.tells(lobby("Ann 600", urgency=Urgency.TURN))
    assert len(kinds(office)) == before + 1
    assert shows(office, "600")


async def test_all_chats_together_keep_the_overall_rate():
    office = PostOffice()
    chats = [ChatId(f"test:{number}") for number in range(100)]
    for number, chat in enumerate(chats):
        await office.tells(lobby(chat=chat, number=number, fresh=True, urgency=Urgency.DEAL))
    await office.passes(10)
    moments = [call.at for call in office.messenger.calls]
    assert len(moments) == 100
    assert max(sum(start <= at < start + 1 for at in moments) for start in moments) <= 30
    assert max(moments) <= 4


# --- new messages and old ones ----------------------------------------------------------------


async def test_a_fresh_table_is_a_new_message_and_the_old_one_loses_its_buttons():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(30)
    await office.tells(replace(lobby(fresh=True, urgency=Urgency.DEAL), round=1))
    assert kinds(office) == ["post", "post"]
    await office.passes(5)
    assert kinds(office) == ["post", "post", "edit"]
    old, new = office.messenger.chats[CLUB]["m1"], office.messenger.chats[CLUB]["m2"]
    assert labels_of(old) == []
    assert "Round 1 goes on below." in text_of(old)
    assert "c" * 43 in text_of(old)  # what stood before anyone bet is not taken back
    assert labels_of(new)


async def test_closing_the_old_message_waits_until_there_is_room():
    office = PostOffice()
    for change in range(1, 16):
        await office.tells(lobby(f"Ann {change + 1}", urgency=Urgency.TURN))
        await office.passes(4)
    await office.tells(lobby(fresh=True, urgency=Urgency.DEAL))
    assert kinds(office).count("post") == 2
    assert labels_of(office.messenger.chats[CLUB]["m1"])
    await office.passes(20)
    assert not labels_of(office.messenger.chats[CLUB]["m1"])


async def test_a_table_that_fifteen_messages_pushed_up_is_posted_anew():
    office = PostOffice(pacing=None)
    await office.tells(lobby())
    office.delivery.note_traffic(CLUB, 14)
    await office.tells(lobby("Ann 20"))
    assert kinds(office) == ["post", "edit"]
    office.delivery.note_traffic(CLUB)
    await office.tells(lobby("Ann 30"))
    assert kinds(office) == ["post", "edit", "post", "edit"]
    assert "moved down" in office.messenger.to_group(CLUB)[-1].text
    await office.tells(lobby("Ann 40"))
    assert kinds(office)[-1] == "edit"


async def test_a_table_too_old_to_be_edited_is_posted_anew():
    office = PostOffice(pacing=replace(TELEGRAM, edit_seconds_max=2_700))
    await office.tells(lobby())
    await office.passes(2_600)
    await office.tells(lobby("Ann 20"))
    await office.passes(200)
    await office.tells(lobby("Ann 30"))
    await office.passes(10)
    assert kinds(office) == ["post", "edit", "post", "edit"]


async def test_after_a_restart_the_age_of_a_table_is_told_by_its_id():
    office = PostOffice(pacing=replace(TELEGRAM, edit_seconds_max=2_700))
    office.messenger.dated = True
    await office.tells(lobby())
    await office.passes(2_800)
    await office.restarts()
    await office.tells(lobby("Ann 20"))
    await office.passes(20)
    assert kinds(office) == ["post", "post", "strip"]


async def test_a_closed_table_has_no_buttons_and_is_not_touched_again():
    office = PostOffice(pacing=None)
    await office.tells(lobby())
    await office.tells(closed(lobby()))
    await office.tells(closed(lobby()))
    assert kinds(office) == ["post", "edit"]
    assert labels_of(office.messenger.newest(CLUB)) == []
    await office.tells(lobby("Ann 50", fresh=True))
    assert kinds(office) == ["post", "edit", "post"]


async def test_a_table_that_closes_before_anyone_saw_it_is_not_shown():
    office = PostOffice()
    office.messenger.fail(Later(5), Kind.POST)
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.tells(closed(lobby()))
    await office.passes(60)
    assert [call.done for call in office.messenger.calls] == [False]


async def test_sentences_that_wait_together_are_one_message():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    for name in ("Ann", "Bob"):
        facts = {"name": name}
        await office.tells(Said(CLUB, "en", Urgency.SETTLEMENT, "stake-returned", facts))
    await office.passes(5)
    assert kinds(office) == ["post", "post"]
    assert office.messenger.to_group(CLUB)[-1].text.count("\n") == 1


# --- when the platform does not do as asked ---------------------------------------------------


@pytest.mark.report("H12")
async def test_a_pause_in_one_chat_leaves_the_others_untouched():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN), lobby(chat=OTHER, number=2))
    await office.passes(10)
    office.messenger.fail(Later(30), Kind.EDIT, CLUB)
    for change in (20, 30, 40):
        await office.tells(
            lobby(f"Ann {change}", urgency=Urgency.TURN),
            lobby(f"Ann {change}", chat=OTHER, number=2, urgency=Urgency.TURN),
        )
        await office.passes(2)
    assert times(office, OTHER)[-3:] == [10, 12, 14]
    await office.passes(60)
    assert times(office) == [0, 10, 40]
    assert shows(office, "40")


async def test_a_message_that_somebody_deleted_is_posted_anew_once():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(10)
    office.messenger.forget(CLUB)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(10)
    assert kinds(office) == ["post", "edit", "post"]
    assert shows(office, "20")


async def test_a_chat_that_is_gone_gets_no_more_calls():
    office = PostOffice()
    office.messenger.fail(Gone("kicked"), Kind.POST, CLUB)
    await office.tells(lobby(urgency=Urgency.TURN))
    for change in (20, 30, 40):
        await office.tells(lobby(f"Ann {change}", urgency=Urgency.TURN))
        await office.passes(60)
    assert kinds(office) == ["post"]


async def test_a_chat_that_moved_goes_on_under_its_new_id():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(10)
    office.messenger.fail(Moved(OTHER), Kind.EDIT, CLUB)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(10)
    assert kinds(office, OTHER) == ["post"]
    assert office.moves == [(CLUB, OTHER)]
    await office.tells(lobby("Ann 30", urgency=Urgency.TURN))  # the house may not know yet
    await office.tells(lobby("Ann 40", chat=OTHER, urgency=Urgency.TURN))
    await office.passes(10)
    assert kinds(office, OTHER) == ["post", "edit", "edit"]
    assert kinds(office) == ["post", "edit"]


async def test_a_chat_that_moved_twice_is_found_under_its_last_id():
    office, last = PostOffice(), ChatId("test:last")
    await office.tells(lobby(urgency=Urgency.TURN))
    for bet, chat, new in ((20, CLUB, OTHER), (30, OTHER, last)):
        await office.passes(5)
        office.messenger.fail(Moved(new), Kind.EDIT, chat)
        await office.tells(lobby(f"Ann {bet}", urgency=Urgency.TURN))
    await office.passes(5)
    await office.tells(lobby("Ann 500", urgency=Urgency.TURN))
    await office.passes(5)
    assert kinds(office, last) == ["post", "edit"]
    assert office.moves == [(CLUB, OTHER), (OTHER, last)]


async def test_two_lanes_that_turn_out_to_be_one_chat_become_one():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(5)
    await office.tells(lobby("Ann 20", chat=OTHER, urgency=Urgency.TURN))  # the house knew first
    office.messenger.fail(Moved(OTHER), Kind.EDIT, CLUB)
    await office.tells(lobby("Ann 30", urgency=Urgency.TURN))
    await office.passes(5)
    await office.tells(lobby("Ann 40", urgency=Urgency.TURN))
    await office.passes(5)
    assert kinds(office) == ["post", "edit"]
    assert kinds(office, OTHER) == ["post", "edit"]
    assert shows(office, "40", OTHER)


@pytest.mark.report("X15")
@pytest.mark.parametrize(
    ("error", "tried"),
    [(Later(5), 2), (Unknown(), 1), (Gone("kicked"), 1)],
    ids=["later", "unknown", "gone"],
)
async def test_a_sentence_is_repeated_where_it_certainly_was_not_said(error, tried):
    office = PostOffice()
    office.messenger.fail(error, Kind.POST)
    await office.tells(Said(CLUB, "en", Urgency.SETTLEMENT, "table-expired"))
    await office.passes(60)
    assert kinds(office) == ["post"] * tried


async def test_closing_an_old_message_waits_for_a_pause_to_end():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(5)
    office.messenger.fail(Later(30), Kind.EDIT)
    await office.tells(lobby("Ann 20", fresh=True))
    await office.passes(60)
    assert kinds(office) == ["post", "post", "edit", "edit"]
    assert not labels_of(office.messenger.chats[CLUB]["m1"])


async def test_a_notice_that_cannot_be_worded_harms_no_other(caplog):
    office = PostOffice(pacing=None)
    await office.tells(Said(CLUB, "en", Urgency.SETTLEMENT, "no-such-sentence"))
    await office.tells(lobby())
    assert kinds(office) == ["post"]
    assert "not worded" in caplog.text


async def test_a_post_whose_fate_is_unknown_is_repeated_by_the_next_change_alone():
    office = PostOffice()
    office.messenger.fail(Unknown(), Kind.POST, applied=True)
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(60)
    assert kinds(office) == ["post"]
    await office.tells(lobby("Ann 20"))
    await office.passes(10)
    assert kinds(office) == ["post", "post"]


@pytest.mark.parametrize("applied", [True, False])
async def test_a_post_is_made_again_where_what_is_sent_twice_stands_there_once(applied):
    office = PostOffice(replace(TELEGRAM, repeats_are_known=True))
    office.messenger.fail(Unknown(), Kind.POST, applied=applied)
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(60)
    assert kinds(office) == ["post", "post"]
    first, second = office.messenger.calls
    assert first.nonce == second.nonce


async def test_an_edit_whose_fate_is_unknown_is_made_again_though_nothing_changes():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    office.messenger.fail(Unknown(), Kind.EDIT)
    await office.passes(5)
    await office.tells(lobby("Ann 20", urgency=Urgency.SETTLEMENT))
    assert not shows(office, "20")
    await office.passes(5)
    assert kinds(office) == ["post", "edit", "edit"]
    assert shows(office, "20")


async def test_an_edit_that_never_succeeds_is_given_up_until_the_next_change():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    office.messenger.fail(Unknown(), Kind.EDIT, times=4)
    await office.passes(5)
    await office.tells(lobby("Ann 20", urgency=Urgency.SETTLEMENT))
    await office.passes(600)
    assert kinds(office) == ["post", *["edit"] * 4]
    await office.tells(lobby("Ann 10", urgency=Urgency.TURN))
    await office.passes(5)
    assert shows(office, "10")


@pytest.mark.parametrize("error", [ValueError("a secret"), RuntimeError("another")])
async def test_a_fault_of_an_adapter_silences_no_chat(error, caplog):
    office = PostOffice()
    office.messenger.fail(error, Kind.POST)  # not one of the five
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(5)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    assert kinds(office) == ["post", "post"]
    assert str(error) not in caplog.text
    assert type(error).__name__ in caplog.text


async def test_where_nothing_is_paced_everything_goes_at_once_and_in_order():
    office = PostOffice(pacing=None)
    await office.tells(
        lobby(),
        Said(CLUB, "en", Urgency.SETTLEMENT, "table-expired"),
        lobby("Ann 20"),
        lobby(chat=OTHER, number=2),
    )
    places = [(call.place, call.kind.value) for call in office.messenger.calls]
    assert places == [(CLUB, "post"), (OTHER, "post"), (CLUB, "post")]


# --- how long something waits -----------------------------------------------------------------


async def test_what_waits_is_as_old_as_its_first_change():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    assert office.delivery.waiting_since() is None
    await office.passes(10)
    await office.tells(lobby("Ann 20"))
    await office.passes(1)
    await office.tells(lobby("Ann 30"))
    assert office.delivery.waiting_since() == 10
    await office.passes(1)
    assert office.delivery.waiting_since() is None


async def test_what_the_platform_puts_off_grows_old():
    office = PostOffice()
    office.messenger.fail(Later(30))
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.passes(20)
    assert office.delivery.waiting_since() == 0
    await office.passes(20)
    assert office.delivery.waiting_since() is None


async def test_sentences_grow_old_too():
    office = PostOffice()
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.tells(Said(CLUB, "en", Urgency.SETTLEMENT, "table-expired", {}))
    assert office.delivery.waiting_since() == 0
    await office.passes(2)
    assert office.delivery.waiting_since() is None


async def test_nobody_waits_in_a_chat_that_is_gone():
    office = PostOffice()
    office.messenger.fail(Gone())
    await office.tells(lobby(fresh=True, urgency=Urgency.TURN))
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    assert office.delivery.waiting_since() is None
