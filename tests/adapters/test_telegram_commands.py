"""What counts as a command, what is old, what comes twice, and how listening goes on."""

import asyncio
import gc
import logging

import pytest

from adapters.telegram_bot import WRONG_TOKEN
from bot.supervise import AdapterState
from tests.fakes.telegram.live import Live, swiftly
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.thorough import takes_long

pytest_plugins = ["tests.fakes.telegram.living"]

CHATS = 100
"""In as many Telegram lets nobody write within a second."""

SCOPES = {"all_private_chats", "all_group_chats", "all_chat_administrators"}


@pytest.mark.row(33)
@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("/join@CroupierBot 50", True),
        ("/join@croupierbot 50", True),
        ("/JOIN 50", True),
        ("/join@OtherBot 50", False),
        ("please /join 50", False),
        ("/nothing", False),
    ],
)
@swiftly
async def test_a_command_is_ours_if_it_names_us_or_nobody(live: Live, said, heard):
    live.telegram.privacy_mode = False
    await live.ann.says(live.group, said)
    if heard:
        await live.telegram.until(lambda: "bets are open" in live.group.view())
    else:
        await live.beat()
        assert not live.group.posted()


@pytest.mark.row(34, 35)
@swiftly
async def test_captions_and_edited_messages_are_no_commands(live: Live):
    live.telegram.privacy_mode = False
    said = await live.ann.says(live.group, "hello")
    await live.ann.edits(said, "/join 50")
    await live.ann.sends_photo(live.group, "/join 50")
    await live.beat()
    assert not live.group.posted()


@pytest.mark.row(36, 38)
@swiftly
async def test_an_update_that_comes_twice_counts_once_and_a_lower_number_counts(live: Live):
    await live.lobby()
    await live.press(live.ann, "+")
    await live.telegram.until(lambda: "60" in live.group.newest.text)
    live.telegram.repeat_update()
    live.telegram.jump_update_id(5)
    await live.press(live.bob, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    assert "Ann · 60" in live.group.newest.text


@pytest.mark.row(37)
@swiftly
async def test_a_double_tap_is_one_act(live: Live):
    await live.lobby()
    first = await live.bob.presses(live.group, "Join")
    second = await live.bob.presses(live.group, "Join")
    await live.telegram.until(lambda: first.alert and second.alert)
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    assert live.group.newest.text.count("Bob") == 1


@pytest.mark.row(39)
@swiftly
async def test_what_no_documentation_knows_is_ignored(live: Live):
    live.telegram.unknown_update("subscription", {"user": {"id": 1}})
    live.telegram.unknown_update("guest_message", {"message_id": 5})
    await live.lobby()


@pytest.mark.row(40)
async def test_what_waited_too_long_is_answered_as_outdated_without_a_burst(telegram: Telegram):
    live = Live(telegram)
    for number in range(100):
        long_ago = telegram.clock.now() - 700
        await live.ann.says(live.group, f"/join {50 + number}", sent_at=long_ago)
    await live.start()
    await telegram.until(live.group.posted)
    await live.beat()
    assert "too old" in live.group.newest.text
    assert len(telegram.calls.counted(live.group.id)) == 1
    await live.stop()


@pytest.mark.row(40, 56)
@swiftly
async def test_a_press_that_is_answered_too_late_has_its_effect(live: Live):
    await live.lobby()
    live.telegram.faults.fail(
        "answerCallbackQuery",
        description="Bad Request: query is too old and response timeout expired or query ID is"
        " invalid",
    )
    await live.bob.presses(live.group, "Join")
    await live.telegram.until(lambda: "Bob" in live.group.newest.text)
    late = live.telegram.unanswered
    assert len(late) == 1
    live.telegram.presses.pop(late[0].id)


@pytest.mark.row(42)
@swiftly
async def test_two_that_listen_do_not_fight(live: Live, caplog):
    live.telegram.faults.fail(
        "getUpdates",
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance"
        " is running",
        times=4,
    )
    await live.lobby()
    told = [record for record in caplog.records if "another program listens" in record.message]
    assert len(told) == 1
    assert live.health.starts == 1


@pytest.mark.row(43)
async def test_a_webhook_that_was_left_is_deleted_and_told(telegram: Telegram, caplog):
    telegram.leave_webhook("https://example.org/hook")
    live = Live(telegram)
    await live.start()
    await live.lobby()
    assert "a webhook was left" in caplog.text
    await live.stop()


@pytest.mark.row(44)
@pytest.mark.parametrize("code", [401, 404])
@swiftly
async def test_a_stray_refusal_of_a_poll_is_survived(live: Live, code):
    live.telegram.faults.fail("getUpdates", code, "Not Found")
    await live.ann.says(live.group, "/join 50")
    await live.telegram.until(lambda: live.health.starts == 2)
    await live.lobby()


@pytest.mark.report("F23")
@pytest.mark.row(45)
async def test_a_poller_that_hangs_is_built_anew(telegram: Telegram):
    live = Live(telegram, poll_seconds=1)
    await live.start()
    telegram.faults.lose_request("getUpdates", times=1)
    await live.ann.says(live.group, "/join 50")
    await telegram.until(lambda: live.health.starts == 2)
    await telegram.until(lambda: "bets are open" in live.group.view())
    await live.stop()


@pytest.mark.row(45)
@pytest.mark.parametrize(
    "body",
    [
        "<html></html>",
        *(
            pytest.param(body, marks=takes_long)
            for body in ("null", '{"ok": false}', '{"result": [7]}')
        ),
    ],
)
async def test_polls_that_something_else_answers_count_as_nothing_heard(telegram: Telegram, body):
    live = Live(telegram, poll_seconds=1)
    await live.start()
    proxy = telegram.faults.garble("getUpdates", body, times=None)
    await live.ann.says(live.group, "/join 50")
    await telegram.until(lambda: live.health.starts == 2)
    assert proxy.taken < 10
    proxy.lift()
    await telegram.until(lambda: "bets are open" in live.group.view())
    await live.stop()


@pytest.mark.row(39, 103)
@swiftly
async def test_an_update_that_cannot_be_read_keeps_nobody_from_being_heard(live: Live, caplog):
    live.telegram.updates.push("message", {"message_id": 7, "text": "secret words"})
    await live.lobby()
    assert "cannot be read: KeyError" in caplog.text
    assert "secret words" not in caplog.text
    live.telegram.violations.clear()  # that no Bot API sends this is what was tried


@pytest.mark.row(46)
@swiftly
async def test_every_poll_names_what_we_listen_to(live: Live):
    await live.lobby()
    wanted = ["message", "callback_query", "my_chat_member"]
    polls = live.telegram.calls.of("getUpdates")
    assert polls
    assert live.telegram.updates.allowed == tuple(wanted)
    assert all("my_chat_member" in poll.payload for poll in polls)


@pytest.mark.row(47)
@swiftly
async def test_menus_come_from_the_registry_and_are_set_only_when_they_changed(live: Live):
    menus = live.telegram.settings.menus
    assert {scope.kind for scope, _ in menus} == SCOPES
    assert "grant" not in live.telegram.settings.menu(live.ann, live.group)
    live.group.promote(live.ann)
    assert "grant" in live.telegram.settings.menu(live.ann, live.group)
    assert "join" not in live.telegram.settings.menu(live.ann, live.ann.private)
    calls = len(live.telegram.calls.of("setMyCommands"))
    await live.stop()
    await live.start()
    assert len(live.telegram.calls.of("setMyCommands")) == calls


async def test_a_wrong_token_is_told_in_one_sentence_and_not_tried_again(
    telegram: Telegram, caplog
):
    live = Live(telegram)
    await live.launch("123456:a-token-that-nobody-gave-us")
    await live.ended()
    assert live.health.state is AdapterState.FAILED
    assert [record.message for record in caplog.records] == [f"Telegram: {WRONG_TOKEN}"]
    assert "nobody-gave-us" not in caplog.text
    await live.app.close()


async def test_a_platform_that_is_away_at_the_start_is_waited_for(telegram: Telegram):
    telegram.faults.reset("getMe")
    live = Live(telegram)
    await live.start()
    assert live.health.starts == 2
    await live.lobby()
    await live.stop()


@pytest.mark.row(93)
@swiftly
async def test_it_comes_down_in_under_five_seconds_although_the_platform_hangs(live: Live):
    await live.starts(live.ann, live.bob)
    await live.deal()
    for method in ("getUpdates", "editMessageText", "sendMessage"):
        live.telegram.faults.lose_request(method, times=None)
    await live.ann.says(live.group, "/stand")
    await asyncio.sleep(0)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await live.stop()
    assert loop.time() - began < 5


@pytest.mark.row(93)
@pytest.mark.parametrize("method", ["getMe", "deleteWebhook"])
@swiftly
async def test_it_comes_down_at_once_where_it_is_still_logging_in(live: Live, method):
    await live.stop()
    live.telegram.faults.lose_request(method, times=None)
    loop = asyncio.get_running_loop()
    await live.launch()
    await asyncio.sleep(2)
    began = loop.time()
    await live.stop()
    assert loop.time() - began < 3


@pytest.mark.row(93)
@pytest.mark.parametrize("seconds", [0, 1, 20])
@swiftly
async def test_where_the_line_is_down_it_ends_without_a_word_of_the_library(
    live: Live, caplog, seconds
):
    await live.telegram.server.stop()
    await asyncio.sleep(seconds)
    await live.stop()
    gc.collect()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    await live.telegram.server.start()


@takes_long
@pytest.mark.row(93)
@swiftly
async def test_what_waits_at_the_end_is_no_trouble_and_goes_out_after_the_next_start(
    live: Live, caplog
):
    people = [live.telegram.user(f"P{number}") for number in range(CHATS)]
    groups = [live.telegram.supergroup(f"Club {one.id}", members=[one]) for one in people]
    for one, group in zip(people, groups, strict=True):
        await one.says(group, "/join 50")
    await live.telegram.until(lambda: sum(bool(group.posted()) for group in groups) >= 10)
    await live.stop()
    assert not all(group.posted() for group in groups)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    await live.start()
    await live.telegram.until(lambda: all("bets are open" in group.view() for group in groups))
    assert all(len(group.posted()) == 1 for group in groups)
