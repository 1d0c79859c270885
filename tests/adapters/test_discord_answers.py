"""Every interaction has one answer, in time, that only its asker sees."""

import asyncio
import logging

import pytest

from adapters.discord_events import ACKNOWLEDGE_SECONDS
from adapters.discord_ids import custom_id
from bot.requests import Request
from tests.fakes.discord.interactions import ANSWER_SECONDS, TOKEN_SECONDS, Ack
from tests.fakes.discord.live import PATIENCE, Live, swiftly
from tests.fakes.discord.record import CALLBACK, EDIT_ANSWER, FOLLOW_UP, OPEN_PRIVATE
from tests.fakes.swift import swift_clock
from tests.fakes.waiting import NEW_YEAR

APOLOGY = "That went wrong on my side. /table shows how things stand; then ask again."


@pytest.mark.row(66)
@swiftly
async def test_my_cards_is_for_the_presser_alone_from_the_first_response_on(live: Live):
    await live.deal()
    press = await live.press(live.ann, "My cards")
    assert press.acks == [Ack.MESSAGE]
    assert press.private is not None
    assert "Your hand" in press.private.text
    assert "Hit" in press.private.labels
    assert press.private.seen_by(live.ann)
    assert not press.private.seen_by(live.bob)


@pytest.mark.row(67)
@swiftly
async def test_a_peek_of_somebody_without_cards_is_refused_to_them_alone(live: Live):
    await live.deal()
    press = await live.press(live.cat, "My cards")
    assert press.text == "You are not in this round. /join takes you into the next one."
    assert not press.responses[0].seen_by(live.ann)


@swiftly
async def test_a_press_whose_outcome_the_table_shows_is_answered_by_nothing(live: Live):
    await live.lobby()
    press = await live.press(live.bob, "Join")
    assert press.acks == [Ack.DEFERRED_UPDATE]
    await live.shows("Bob · 10")
    assert not press.responses


@swiftly
async def test_a_press_of_which_the_table_shows_nothing_is_told_to_its_presser_alone(live: Live):
    await live.deal()
    for who in (live.ann, live.bob):
        await live.types(who, "/stand")
    await live.shows("results")
    again = await live.press(live.ann, "Again")
    left = await live.press(live.bob, "Leave")
    assert again.text == "You play again with 50. Cards come within 10 s."
    assert left.text == "You have left the table."
    assert not again.responses[0].seen_by(live.bob)


@swiftly
async def test_who_plays_again_is_told_that_the_rules_have_changed_meanwhile(live: Live):
    await live.deal()
    await live.types(live.discord.founder, "/settings", rules="hk_casino")
    for who in (live.ann, live.bob):
        await live.types(who, "/stand")
    await live.shows("results")
    again = await live.press(live.ann, "Again")
    await live.shows("Hong Kong 21")
    assert again.acks == [Ack.MESSAGE]
    assert again.text == (
        "The rules have changed, and bets are open. Press Join, or Rules to read them."
    )


@swiftly
async def test_a_refused_press_is_told_to_its_presser_alone(live: Live):
    await live.lobby()
    press = await live.press(live.cat, "Leave")
    assert press.acks == [Ack.MESSAGE]
    assert press.text == "You do not sit at this table. /join sits down."
    assert not press.responses[0].seen_by(live.ann)


@swiftly
async def test_whoever_plays_on_a_panel_of_their_own_sees_it_change(live: Live):
    live.cat.closes_dms()
    await live.lobby()
    for who, label in ((live.cat, "Join"), (live.ann, "Deal")):
        await live.press(who, label)
    await live.shows("cards are out")
    peek = await live.press(live.cat, "My cards")
    hit = await live.press(live.cat, "Hit", peek)
    assert hit.acks == [Ack.UPDATE]
    assert len(peek.responses) == 1
    assert len(peek.responses[0].versions) == 2
    panel = peek.responses[0]
    (before,) = [button for button in panel.versions[0].buttons if button.label == "Hit"]
    await asyncio.sleep(1)  # no double tap
    stale = await live.forge(live.cat, panel, before.custom_id or "")
    assert stale.acks == [Ack.UPDATE]
    assert panel.text.startswith("That button is from an earlier moment.")
    assert "Your hand" in panel.text


OUTDATED = (
    "That button is from an earlier moment. Use those under the newest table; /table shows it."
)


@pytest.mark.parametrize("label", ["Bank", "Pair bet"])
@swiftly
async def test_a_question_answered_too_late_gives_way_to_that_and_keeps_no_dead_button(
    live: Live, label
):
    await live.types(live.ann, "/new", rules="cn4deck")
    await live.lobby()
    await live.press(live.bob, "Join")
    asked = await live.press(live.bob, label)
    assert asked.private is not None
    amount = asked.private.labels[0]
    await live.press(live.ann, "Bank")
    await asyncio.sleep(3)
    await live.press(live.ann, "Bank")
    await live.press(live.ann, "Deal")
    await live.shows("cards are out")
    late = await live.press(live.bob, amount, asked)
    assert late.acks == [Ack.UPDATE]
    assert not late.responses
    assert (asked.private.text, asked.private.labels) == (OUTDATED, [])


@swiftly
async def test_which_table_is_asked_in_vain_once_it_was_left(live: Live):
    tables = [live.table, live.guild.text_channel("more cards")]
    for table in tables:
        await live.lobby(table)
    asked = await live.types(live.ann, "/leave", live.ann.private)
    assert asked.private is not None
    for table in tables:
        await live.types(live.ann, "/leave", table)
    late = await live.press(live.ann, asked.private.labels[0], asked)
    assert late.acks == [Ack.UPDATE]
    assert asked.private.text.startswith("You sit at no table.")
    assert asked.private.labels == []


@swiftly
async def test_a_question_whose_answer_is_refused_can_be_answered_otherwise(live: Live):
    await live.lobby()
    await live.types(live.bob, "/join", bet="10")
    asked = await live.press(live.bob, "Bank")
    assert asked.private is not None
    before = asked.private.labels
    await live.types(live.ann, "/bet", chips="1000")
    refused = await live.press(live.bob, before[-1], asked)
    assert "The bank must cover the bets" in (refused.text or "")
    assert asked.private.labels == before


@swiftly
async def test_an_answer_of_another_version_gives_way_too(live: Live):
    await live.deal()
    peek = await live.press(live.ann, "My cards")
    assert peek.private is not None
    stale = await live.forge(live.ann, peek.private, "croupier0:0:1.1+0 hit")
    assert stale.acks == [Ack.UPDATE]
    assert (peek.private.text, peek.private.labels) == (OUTDATED, [])


# --- in time ----------------------------------------------------------------------------------


@pytest.mark.row(62)
@pytest.mark.parametrize("seconds", [0.5, 2.0, 5.0, 60.0])
@swiftly
async def test_a_slow_request_is_acknowledged_in_time_and_carried_out_after(live: Live, seconds):
    await live.lobby()
    live.slow.seconds = seconds
    press = await live.press(live.bob, "Join")
    assert press.acked_at is not None
    assert press.acked_at - press.at <= ACKNOWLEDGE_SECONDS + 0.1 < ANSWER_SECONDS
    await live.shows("Bob · 10")
    assert press.acks == [Ack.DEFERRED_UPDATE]
    assert not press.responses


@pytest.mark.row(62, 66)
@swiftly
async def test_what_a_slow_request_is_answered_with_comes_to_the_asker_alone(live: Live):
    await live.lobby()
    live.slow.seconds = 5
    joined = await live.types(live.bob, "/join", bet="20")
    refused = await live.press(live.cat, "Leave")
    await live.discord.until(lambda: refused.responses, PATIENCE)
    assert joined.acks == [Ack.DEFERRED_MESSAGE]
    assert joined.text == "You are in with 20."
    assert refused.acks == [Ack.DEFERRED_UPDATE]
    assert refused.text == "You do not sit at this table. /join sits down."
    for answer in (*joined.responses, *refused.responses):
        assert not answer.seen_by(live.ann)


@pytest.mark.row(63)
@swiftly
async def test_an_interaction_that_is_too_old_is_one_line_of_log_and_done(live: Live, caplog):
    caplog.set_level(logging.INFO)
    await live.lobby()
    live.discord.faults.fail(CALLBACK, 404, 10062, "Unknown interaction")
    await live.bob.presses(live.table, "Join")
    await live.shows("Bob · 10")
    lines = [record for record in caplog.records if "not answered" in record.getMessage()]
    assert [record.levelname for record in lines] == ["INFO"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.row(63)
@pytest.mark.parametrize(
    ("status", "code", "level"), [(404, 10062, "INFO"), (401, 50027, "INFO"), (503, 0, "WARNING")]
)
@swiftly
async def test_an_acknowledgement_that_fails_is_a_line_of_log_without_a_trace(
    live: Live, caplog, status, code, level
):
    caplog.set_level(logging.INFO)
    live.slow.seconds = 2
    live.discord.faults.fail(CALLBACK, status, code, times=None)
    await live.ann.types(live.table, "/balance")
    await asyncio.sleep(200)  # the library tries again by itself where a server is at fault
    lines = [record for record in caplog.records if "not answered" in record.getMessage()]
    assert [record.levelname for record in lines] == [level, "INFO"]
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.row(64)
@swiftly
async def test_an_interaction_that_is_delivered_twice_is_answered_once(live: Live):
    await live.lobby()
    press = await live.bob.presses(live.table, "Join")
    live.discord.deliver(press)
    await live.shows("Bob · 10")
    live.discord.deliver(press)
    await live.beat()
    assert len(live.discord.calls.of(CALLBACK).where(lambda c: str(press.id) in c.payload)) == 1


@pytest.mark.row(64)
@swiftly
async def test_an_answer_that_got_lost_on_its_way_is_not_given_twice(live: Live):
    await live.lobby()
    live.discord.faults.reset(CALLBACK, applied=True)
    press = await live.press(live.bob, "Join")
    await live.shows("Bob · 10")
    assert press.acks == [Ack.DEFERRED_UPDATE]
    (complaint,) = live.discord.violations
    assert "already been acknowledged" in complaint
    live.discord.violations.clear()


@pytest.mark.row(65)
@swiftly
async def test_a_token_of_fifteen_minutes_is_not_used_and_what_was_asked_is_done(live: Live):
    live.slow.seconds = TOKEN_SECONDS + 1
    asked = await live.ann.types(live.table, "/daily")
    await asyncio.sleep(4 * TOKEN_SECONDS)
    live.slow.seconds = 0
    assert asked.acks == [Ack.DEFERRED_MESSAGE]
    assert asked.thinking
    assert not live.discord.calls.of(FOLLOW_UP, EDIT_ANSWER)
    assert (await live.types(live.ann, "/balance")).text == "You have 1,200 chips."


@pytest.mark.row(96)
@swiftly
async def test_a_clock_that_is_an_hour_ahead_of_discords_silences_nobody(live: Live):
    await live.stop()
    live.clock = swift_clock(NEW_YEAR + 3600)
    await live.start()
    assert (await live.types(live.ann, "/balance")).text == "You have 1,000 chips."


# --- buttons ----------------------------------------------------------------------------------


@pytest.mark.row(68)
@swiftly
async def test_after_a_restart_every_button_works(live: Live):
    await live.deal()
    before = [(await live.press(who, "My cards")).text for who in (live.ann, live.bob)]
    await live.stop()
    await live.start()
    assert [(await live.press(who, "My cards")).text for who in (live.ann, live.bob)] == before
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand", live.bob.private)
    await live.shows("round 1 · results")


@pytest.mark.row(69)
@pytest.mark.parametrize(
    "forged",
    [
        "",
        "x",
        "hit",
        "croupier0:0:1.1.players hit",
        custom_id(0, ""),
        custom_id(0, "1.1"),
        custom_id(0, "9.9.players hit"),
        custom_id(0, "1.1.players grant Ann 999"),
        custom_id(0, "1.99.players hit"),
        custom_id(0, "1.1+99 hit"),
        custom_id(0, "💀.1.players hit"),
    ],
)
@swiftly
async def test_a_button_that_cannot_be_read_is_refused_to_its_presser(live: Live, forged):
    await live.deal()
    text, calls = live.table.newest.text, len(live.discord.calls.counted(live.table.id))
    press = await live.forge(live.bob, live.table.newest, forged)
    assert press.acks == [Ack.MESSAGE]
    assert press.text
    assert (live.table.newest.text, len(live.discord.calls.counted(live.table.id))) == (text, calls)


# --- faults -----------------------------------------------------------------------------------


@pytest.mark.row(90)
@swiftly
async def test_a_fault_is_one_apology_and_a_log_without_words_or_cards(
    live: Live, monkeypatch, caplog
):
    await live.deal()
    words = ["10♠", "Ann", "what they wrote", live.discord.token]

    async def broken(_request: Request) -> None:
        raise RuntimeError(" ".join(words))

    monkeypatch.setattr(live.app._house, "handle", broken)
    press = await live.press(live.ann, "Hit")
    typed = await live.types(live.bob, "/balance")
    assert [press.text, typed.text] == [APOLOGY, APOLOGY]
    assert "RuntimeError" in caplog.text
    assert not [word for word in words if word in caplog.text]


@swiftly
async def test_private_chats_are_opened_once_for_each_person(live: Live):
    await live.deal()
    for _ in range(3):
        await live.press(live.ann, "My cards")
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")
    assert len(live.discord.calls.of(OPEN_PRIVATE)) == 2
