"""How the bot sends when Telegram is busy, slow, broken, or refuses."""

import re

import pytest

from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.record import Call

READ_PATIENCE_SECONDS = 25.0
"""Longer than the bot waits for an answer."""


@pytest.mark.report("H12", "H24")
@pytest.mark.row(48)
@swiftly
async def test_a_flooded_group_waits_alone(live: Live):
    other = live.telegram.supergroup("Others", members=[live.bob])
    await live.starts(live.ann, live.bob)
    await live.lobby()
    await live.bob.says(other, "/join 10")
    await live.telegram.until(other.posted)
    live.telegram.faults.flood("editMessageText", 30, chat=live.group.id)
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: live.telegram.calls.refused(429))
    began = live.telegram.clock.now()
    press = await live.bob.presses(other, "+")
    await live.telegram.until(lambda: press.alert)
    assert live.telegram.clock.now() - began < 1
    await live.telegram.until(lambda: "20" in other.newest.text)
    again = await live.press(live.ann, "+")
    assert again.alert
    assert len(live.telegram.calls.edits(live.group.id)) == 1


@pytest.mark.row(50)
@swiftly
async def test_an_edit_that_changes_nothing_is_as_good_as_done(live: Live):
    await live.starts(live.ann, live.bob)
    await live.lobby()
    fault = live.telegram.faults.fail(
        "editMessageText",
        description="Bad Request: message is not modified: specified new message content and reply"
        " markup are exactly the same as a current content and reply markup of the message",
    )
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: fault.taken)
    await live.press(live.bob, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    assert len(live.group.posted()) == 1


@pytest.mark.row(51)
@swiftly
async def test_a_post_whose_fate_is_unknown_is_found_by_its_first_press(live: Live):
    await live.starts(live.ann, live.bob)
    lost = live.telegram.faults.lose_answer("sendMessage", chat=live.group.id)
    await live.ann.says(live.group, "/join 50")
    await live.telegram.until(lambda: lost.taken and live.group.posted())
    await live.press(live.bob, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text, READ_PATIENCE_SECONDS)
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: "Ann · 60" in live.group.newest.text)
    with_buttons = [message for message in live.group.posted() if message.labels]
    assert len(live.group.posted()) <= 2
    assert len(with_buttons) == 1


@pytest.mark.report("X15")
@pytest.mark.row(52)
@pytest.mark.parametrize("trouble", ["server_error", "reset", "garble"])
@swiftly
async def test_a_fault_of_the_server_is_retried_a_few_times(live: Live, trouble):
    getattr(live.telegram.faults, trouble)("sendMessage", chat=live.group.id, times=2)
    await live.lobby()
    assert len(live.group.posted()) == 1
    assert len(live.telegram.calls.posts(live.group.id)) == 3


@pytest.mark.row(52)
@pytest.mark.parametrize("body", ["[]", '{"ok": false}', '{"ok": true, "result": {}}'])
@swiftly
async def test_an_edit_answered_by_something_else_is_made_again(live: Live, body):
    await live.starts(live.ann, live.bob)
    await live.lobby()
    live.telegram.faults.garble("editMessageText", body, chat=live.group.id)
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: "Ann · 60" in live.group.newest.text)
    assert len(live.group.posted()) == 1


@pytest.mark.row(52)
@swiftly
async def test_a_refusal_is_not_repeated(live: Live):
    await live.lobby()
    fault = live.telegram.faults.fail("editMessageText", times=None)
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: fault.taken)
    await live.beat()
    assert fault.taken == 1


@pytest.mark.row(54)
@swiftly
async def test_what_telegram_cannot_read_goes_out_plainly(live: Live, caplog):
    def in_html(call: Call) -> bool:
        return call.parameters.get("parse_mode") == "HTML"

    live.telegram.faults.fail(
        "sendMessage",
        description="Bad Request: can't parse entities: Unsupported start tag",
        chat=live.group.id,
        when=in_html,
    )
    await live.lobby()
    assert "QQ 21" in live.group.newest.text
    assert "<" not in live.group.newest.text
    assert "went out plainly" in caplog.text


@pytest.mark.report("H11", "H17")
@pytest.mark.row(57)
@swiftly
async def test_every_press_has_its_answer_also_when_everything_fails(live: Live):
    await live.lobby()
    live.telegram.faults.fail("*", 400, chat=live.group.id, times=None)
    for label in ("Join", "+", "My chips", "Leave", "Rules"):
        await live.press(live.bob, label)
    live.telegram.faults.server_error("answerCallbackQuery", times=2)
    await live.press(live.bob, "My chips")


@pytest.mark.row(24)
@swiftly
async def test_where_it_may_not_write_the_table_closes_and_presses_are_answered(live: Live):
    await live.lobby()
    live.group.restrict(live.telegram.bot)
    await live.beat()
    assert not [row for row in await live.store.tables() if row.live]
    for who in (live.ann, live.bob):
        await who.says(live.group, "/table")
    await live.beat()
    for who in (live.ann, live.bob):
        press = await live.press(who, "My chips")
        assert press.text == "You have 1,000 chips."
    assert len(live.telegram.calls.refused(400)) <= 2


@pytest.mark.row(103)
@swiftly
async def test_neither_token_nor_cards_nor_words_are_logged(live: Live, caplog):
    caplog.set_level("DEBUG", logger="bot")
    caplog.set_level("DEBUG", logger="adapters")
    await live.starts(live.ann, live.bob)
    await live.deal()
    await live.press(live.bob, "My cards")
    refused = live.telegram.faults.fail("sendMessage", chat=live.ann.id)
    await live.ann.says(live.group, "/hand secret words")
    await live.telegram.until(lambda: refused.taken)
    await live.beat()
    ours = [record.getMessage() for record in caplog.records if record.name[:3] in {"bot", "ada"}]
    assert ours
    said = "\n".join(ours)
    assert live.telegram.token not in said
    assert not re.search(r"[2-9JQKA][♠♥♦♣]|secret words", said)
