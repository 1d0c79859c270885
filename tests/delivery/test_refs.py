"""What was sent where: a restart sends nothing twice, and loses no message."""

from dataclasses import replace

import pytest

from bot.basics import ChatId
from bot.notices import Urgency
from bot.ports import Gone, Later, Ref, RefState, Unknown
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Reply, Request, Seen
from storage.memory import MemoryStore
from tests.fakes.lane import PostOffice
from tests.fakes.messenger import TELEGRAM, Kind, labels_of, text_of
from tests.fakes.notices import CLUB, closed, lobby


class BrokenStore(MemoryStore):
    """A store that keeps no references."""

    async def save_ref(self, ref: Ref) -> None:
        """See ``Store``; the disk is full."""
        raise OSError(f"no space left for {ref.kind}")

    async def drop_ref(self, ref: Ref) -> None:
        """See ``Store``; the disk is full."""
        raise OSError(f"no space left for {ref.kind}")


async def refs_of(office: PostOffice) -> list[tuple[str, str | None, str]]:
    return [(ref.kind, ref.message, ref.state.value) for ref in await office.store.refs()]


def kinds(office: PostOffice) -> list[str]:
    return [call.kind.value for call in office.messenger.to_group(CLUB)]


async def restarted(*, error: Exception | None, kind: Kind, applied: bool = False) -> PostOffice:
    """A process shows a table of 10, then 20; one of the two calls fails and the process dies."""
    office = PostOffice(pacing=None)
    if error is not None and kind is Kind.POST:
        office.messenger.fail(error, kind, applied=applied)
    await office.tells(lobby("Ann 10"))
    if kind is Kind.EDIT:
        if error is not None:
            office.messenger.fail(error, kind, applied=applied)
        await office.tells(lobby("Ann 20"))
    await office.restarts()
    return office


async def test_a_reference_is_written_before_and_after_a_call():
    states = []

    class Watching(MemoryStore):
        async def save_ref(self, ref: Ref) -> None:
            states.append((ref.state, ref.message))
            await super().save_ref(ref)

    office = PostOffice(pacing=None, store=Watching())
    await office.tells(lobby("Ann 10"))
    await office.tells(lobby("Ann 20"))
    assert states == [
        (RefState.SENDING, None),
        (RefState.SENT, "m1"),
        (RefState.SENDING, "m1"),
        (RefState.SENT, "m1"),
    ]


async def test_after_a_restart_what_was_sent_is_not_sent_again():
    office = await restarted(error=None, kind=Kind.EDIT)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    assert kinds(office) == ["post", "edit"]


async def test_after_a_restart_a_table_that_changed_meanwhile_is_edited():
    office = await restarted(error=None, kind=Kind.EDIT)
    await office.tells(lobby("Ann 30"))
    assert kinds(office) == ["post", "edit", "edit"]


@pytest.mark.parametrize("applied", [True, False])
async def test_after_a_restart_an_edit_of_unknown_fate_is_made_again(applied):
    office = await restarted(error=Unknown(), kind=Kind.EDIT, applied=applied)
    await office.tells(lobby("Ann 20"))
    assert kinds(office) == ["post", "edit", "edit"]


@pytest.mark.parametrize("applied", [True, False])
async def test_after_a_restart_a_post_without_an_id_is_made_again(applied):
    office = await restarted(error=Unknown(), kind=Kind.POST, applied=applied)
    await office.tells(lobby("Ann 10"))
    assert kinds(office) == ["post", "post"]


async def test_a_repeat_of_a_post_carries_the_mark_of_the_first():
    office = await restarted(error=Unknown(), kind=Kind.POST)
    await office.tells(lobby("Ann 10"))
    first, second = office.messenger.of_kind(Kind.POST)
    assert first.nonce == second.nonce


async def test_a_table_posted_anew_in_the_same_words_carries_another_mark():
    office = PostOffice(pacing=None)
    await office.tells(lobby("Ann 10"))
    await office.passes(100)
    await office.tells(lobby("Ann 10", fresh=True))
    first, second = office.messenger.of_kind(Kind.POST)
    assert first.nonce != second.nonce


DISCORD = replace(TELEGRAM, repeats_are_known=True)


@pytest.mark.parametrize("applied", [True, False])
@pytest.mark.parametrize("fresh", [True, False])
async def test_a_post_of_unknown_fate_stands_there_once_after_a_restart_whatever_it_says_now(
    applied, fresh
):
    office = PostOffice(DISCORD)
    await office.tells(lobby("Ann 10", urgency=Urgency.TURN))
    await office.passes(100)
    office.messenger.fail(Unknown(), Kind.POST, applied=applied)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN, fresh=True))
    await office.restarts()
    await office.tells(lobby("Ann 30", urgency=Urgency.TURN, fresh=fresh))
    await office.passes(30)
    below = [text_of(one) for one in office.messenger.chats[CLUB].values() if labels_of(one)]
    assert len(below) == 1
    assert "Ann · 30" in below[0]
    _, lost, again = office.messenger.of_kind(Kind.POST)
    assert lost.nonce == again.nonce


async def test_what_came_back_under_its_mark_is_edited_however_often_it_was_lost():
    office = PostOffice(DISCORD)
    office.messenger.fail(Unknown(), Kind.POST, applied=True)
    office.messenger.fail(Unknown(), Kind.POST)
    await office.tells(lobby("Ann 10", urgency=Urgency.TURN))
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(60)
    assert kinds(office) == ["post", "post", "post", "edit"]
    assert [text_of(one) for one in office.messenger.chats[CLUB].values()] == [
        text_of(office.messenger.newest(CLUB))
    ]
    assert "Ann · 20" in text_of(office.messenger.newest(CLUB))


async def test_where_repeats_are_not_known_a_repeat_needs_no_edit():
    office = PostOffice()
    office.messenger.fail(Unknown(), Kind.POST)
    await office.tells(lobby("Ann 10", urgency=Urgency.TURN))
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    await office.passes(60)
    assert kinds(office) == ["post", "post"]
    assert await refs_of(office) == [("table", "m2", "sent")]


async def test_an_old_message_that_was_not_closed_before_a_crash_loses_its_buttons():
    office = PostOffice()
    await office.tells(lobby("Ann 10", urgency=Urgency.TURN))
    await office.passes(10)
    await office.tells(replace(lobby("Ann 10", fresh=True, urgency=Urgency.DEAL), round=1))
    assert await refs_of(office) == [("old", "m1", "sent"), ("table", "m2", "sent")]
    await office.restarts()
    await office.passes(20)
    assert kinds(office) == ["post", "post", "strip"]
    assert labels_of(office.messenger.chats[CLUB]["m1"]) == []
    assert await refs_of(office) == [("table", "m2", "sent")]


async def test_the_references_of_another_platform_are_left_alone():
    office = PostOffice(pacing=None)
    foreign = Ref("discord:1", "old", "m9", "m9", "", RefState.SENT)
    await office.store.save_ref(foreign)
    await office.restarts()
    assert office.messenger.calls == []
    assert await office.store.refs() == [foreign]


async def test_a_closed_table_leaves_no_reference():
    office = PostOffice(pacing=None)
    await office.tells(lobby())
    await office.tells(lobby("Ann 20", fresh=True))
    await office.tells(closed(lobby("Ann 20")))
    assert await refs_of(office) == []


async def test_a_pause_that_is_asked_for_leaves_the_reference_as_it_was():
    office = PostOffice()
    await office.tells(lobby(urgency=Urgency.TURN))
    await office.passes(5)
    before = await office.store.refs()
    office.messenger.fail(Later(30), Kind.EDIT)
    await office.tells(lobby("Ann 20", urgency=Urgency.TURN))
    assert await office.store.refs() == before


async def test_an_old_message_that_is_gone_is_forgotten():
    office = PostOffice(pacing=None)
    await office.tells(lobby())
    office.messenger.forget(CLUB)
    await office.tells(lobby(fresh=True))
    assert await refs_of(office) == [("table", "m2", "sent")]


async def test_a_store_that_keeps_no_references_does_not_keep_messages_back(caplog):
    office = PostOffice(pacing=None, store=BrokenStore())
    await office.tells(lobby("Ann 10"))
    await office.tells(lobby("Ann 20"))
    assert kinds(office) == ["post", "edit"]
    assert "a reference was not saved" in caplog.text


# --- presses reveal what is on the screen -----------------------------------------------------


def press(pressed: str, round_number: int = 0, table: int = 1) -> Request:
    player = lobby().seats[0].player
    seen = Seen(table, round_number, "lobby")
    return Request("r1", CLUB, player, "Ann", "join", seen=seen, pressed=pressed)


ANSWER = Reply(accepted=True, key="again-bank")


async def test_the_first_press_on_an_old_message_takes_its_buttons_off():
    office = PostOffice(pacing=None)
    office.messenger.chats[CLUB] = {"orphan": Presenter(Localizer()).table(lobby())}
    await office.tells(lobby())
    for _ in range(3):
        await office.delivery.answer(press("orphan"), ANSWER, None)
        await office.delivery.drain()
    assert kinds(office) == ["post", "strip"]
    assert labels_of(office.messenger.chats[CLUB]["orphan"]) == []


async def test_a_press_on_the_newest_message_changes_nothing_about_it():
    office = PostOffice(pacing=None)
    await office.tells(lobby())
    await office.delivery.answer(press("m1"), ANSWER, None)
    await office.delivery.drain()
    assert kinds(office) == ["post"]


@pytest.mark.row(9)
@pytest.mark.parametrize("table", [2, 9])
async def test_a_forged_press_takes_no_buttons_off_the_present_message_of_a_table(table):
    office = PostOffice(pacing=None)
    await office.tells(lobby(), lobby(chat=ChatId(f"{CLUB}:2"), number=2))
    await office.delivery.answer(press("m1", table=table), ANSWER, None)
    await office.delivery.answer(press("m2", table=1), ANSWER, None)
    await office.delivery.drain()
    assert kinds(office) == ["post"]
    assert all(labels_of(m) for chat in office.messenger.chats.values() for m in chat.values())


async def test_a_press_tells_the_id_of_a_message_whose_fate_was_unknown():
    office = PostOffice(pacing=None)
    office.messenger.fail(Unknown(), Kind.POST, applied=True)
    await office.tells(lobby())
    await office.delivery.answer(press("m1"), ANSWER, None)
    await office.tells(lobby("Ann 20"))
    assert kinds(office) == ["post", "edit"]


async def test_a_chat_that_was_gone_is_back_when_somebody_asks_there():
    office = PostOffice(pacing=None)
    office.messenger.fail(Gone("kicked"), Kind.POST)
    await office.tells(lobby())
    await office.delivery.answer(replace(press("m1"), pressed=None), ANSWER, None)
    await office.tells(lobby())
    assert kinds(office) == ["post", "post"]
