"""Every request is answered exactly once, to the one who asked."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.basics import PlayerId
from bot.commands import COMMANDS
from bot.delivery.panels import ANSWERS_WAITING_MAX
from bot.ports import Gone, Later, Moved, Unknown, Unreachable
from bot.requests import Reply
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.house import CLUB
from tests.fakes.messenger import TELEGRAM, Call, Kind

ERRORS = [Later(30), Gone(), Moved(CLUB), Unreachable(PlayerId("test:ann")), Unknown(), OSError()]


def answers(club: DeliveringRoom) -> list[Call]:
    return club.messenger.of_kind(Kind.ANSWER)


def sentences(club: DeliveringRoom) -> list[str]:
    """What was said to the group beside the table."""
    posts = (call for call in club.messenger.to_group(CLUB) if call.kind is Kind.POST)
    return [call.text for call in posts if "\n" not in call.text]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("pressed", [True, False])
async def test_an_answer_that_the_platform_refuses_is_not_given_twice(error, pressed):
    club = DeliveringRoom()
    ann = club.player("ann")
    await ann.says("/join 100")
    club.messenger.fail(error, Kind.ANSWER)
    before = len(answers(club))
    await (ann.presses("more") if pressed else ann.says("/bet 200"))
    assert len(answers(club)) == before + 1
    assert club.table().sitters[0].staked in {110, 200}  # the effect stands


@pytest.mark.report("F6")
@pytest.mark.parametrize("spec", COMMANDS, ids=lambda spec: spec.verb)
async def test_every_verb_is_answered_once_accepted_or_refused(spec):
    club = DeliveringRoom()
    ann = club.player("ann")
    await ann.says("/join 100")
    for words in (spec.verb, f"{spec.verb} 50", f"{spec.verb} x y z"):
        before = len(answers(club))
        await ann.presses(words)
        await ann.says(f"/{words}")
        assert len(answers(club)) == before + 2


async def test_an_answer_that_nobody_can_word_is_given_all_the_same(caplog):
    club = DeliveringRoom()
    request = club.player("ann").typed("/join")
    await club.delivery.answer(request, Reply(accepted=False, key="no-such-key"), None)
    assert "not possible" in answers(club)[0].text
    assert "no-such-key" in caplog.text


async def test_an_accepted_act_is_answered_by_the_panel():
    club = DeliveringRoom("2s 3s 4s 5s 6s")
    ann = club.player("ann")
    await ann.says("/join 100")
    await ann.says("/deal")
    await ann.says("/hit")
    answer = answers(club)[-1].answer
    assert answer is not None
    assert answer.accepted
    assert answer.panel
    assert "2♠ 4♠ 6♠" in answer.alert


async def test_a_refused_act_is_not():
    club = DeliveringRoom("2s 3s 4s 5s 6s")
    ann = club.player("ann")
    await ann.says("/join 100")
    await ann.says("/deal")
    await ann.says("/insure")
    answer = answers(club)[-1].answer
    assert answer is not None
    assert not answer.accepted
    assert not answer.panel


# --- who cannot be written to -----------------------------------------------------------------


async def unreachable(pacing=None) -> DeliveringRoom:
    """Ann, who never opened a private chat, plays a round of qq21."""
    club = DeliveringRoom("As 3s Kd 5s 6s", "qq21", pacing=pacing)
    ann = club.player("ann")
    no = Unreachable(ann.id)
    club.messenger.fail(no, Kind.WHISPER, ann.id, times=99)
    await ann.says("/join 100")
    await ann.says("/deal")
    club.messenger.fail(no, Kind.ANSWER, ann.id, times=99)
    return club


@pytest.mark.parametrize("verb", ["hit", "stand", "double", "split", "insure", "hand"])
async def test_a_game_verb_of_who_is_unreachable_gets_one_sentence_whatever_came_of_it(verb):
    club = await unreachable()
    await club.player("ann").says(f"/{verb}")
    assert sentences(club) == ["Ann: see My cards."]


async def test_another_verb_of_who_is_unreachable_gets_one_short_reply():
    club = await unreachable()
    await club.player("ann").says("/balance")
    assert sentences(club) == ["Ann: You have 900 chips and 100 at the table."]


async def test_at_most_one_such_reply_in_twenty_seconds():
    club = await unreachable()
    for _ in range(5):
        await club.player("ann").says("/hand")
        await club.passes(6)
    assert len(sentences(club)) == 2


async def test_such_a_reply_is_dropped_where_it_would_be_late():
    club = await unreachable(pacing=TELEGRAM)
    for _ in range(45):
        await club.player("bob").says("/table")
        await club.passes(1)
    await club.player("ann").says("/hand")
    await club.passes(120)
    assert sentences(club) == []


async def test_who_is_known_to_be_unreachable_need_not_be_tried_again():
    club = await unreachable()
    await club.player("ann").says("/hand")
    answer = answers(club)[-1].answer
    assert answer is not None
    assert not answer.reachable


async def test_the_reply_in_the_group_tells_no_card():
    club = await unreachable()
    for words in ("/hit", "/hand", "/stand"):
        await club.player("ann").says(words)
        await club.passes(21)
    shown = [call.text for call in club.messenger.to_group(CLUB)]
    assert "A♠" in shown[-1] or "A♠" in shown[-2]  # the results, after Ann stood
    assert not any("A♠" in text for text in shown if "results" not in text)


# --- where answers are messages ---------------------------------------------------------------

COUNTED = replace(TELEGRAM, answers_count=True)


async def begun(work: Coroutine[Any, Any, Reply]) -> asyncio.Task[Reply]:
    """Begin to ask, up to where the answer waits for its turn."""
    task = asyncio.create_task(work)
    for _ in range(50):
        await asyncio.sleep(0)
    return task


async def test_typed_answers_go_a_second_apart_and_of_a_flood_some_are_dropped():
    club = DeliveringRoom(pacing=COUNTED)
    ann = club.player("ann")
    await ann.says("/join 100")
    asked = [await begun(ann.says("/top")) for _ in range(20)]
    await club.passes(30)
    await asyncio.gather(*asked)
    given = [call.at for call in answers(club)]
    assert len(given) == 1 + ANSWERS_WAITING_MAX
    assert all(later - earlier >= 1 for earlier, later in pairwise(given))


async def test_presses_and_other_people_do_not_wait_behind_typed_answers():
    club = DeliveringRoom(pacing=COUNTED)
    ann, bob = club.player("ann"), club.player("bob")
    await ann.says("/join 100")
    waits = await begun(ann.says("/top"))
    await ann.presses("more")
    await bob.says("/join 100")
    assert [call.place for call in answers(club)] == [ann.id, ann.id, bob.id]
    await club.passes(1)
    await waits


async def test_a_pause_that_an_answer_meets_holds_the_next_one():
    club = DeliveringRoom(pacing=COUNTED)
    ann = club.player("ann")
    club.messenger.fail(Later(30), Kind.ANSWER)
    await ann.says("/top")
    waits = await begun(ann.says("/top"))
    await club.passes(60)
    await waits
    began, again = (call.at for call in answers(club))
    assert again - began >= 30


async def test_at_the_end_nobody_is_left_waiting_for_a_turn():
    club = DeliveringRoom(pacing=COUNTED)
    ann = club.player("ann")
    await ann.says("/top")
    waits = await begun(ann.says("/top"))
    await club.delivery.finish()
    await asyncio.wait_for(waits, 5)
    assert len(answers(club)) == 1
