"""What goes wrong on the stand-in for Telegram, on demand and by its limits."""

import asyncio

import aiohttp
import pytest

from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.plain_bot import PlainBot, buttons

pytest_plugins = ["tests.fakes.telegram.club"]


# --- trouble -----------------------------------------------------------------------------------


async def test_the_next_fitting_call_fails_and_the_one_after_does_not(bot, group, ann):
    other = bot.telegram.supergroup("Others", members=[ann])
    bot.telegram.faults.flood("sendMessage", 30, chat=group.id)
    await bot.posts(other)
    body = await bot("sendMessage", chat_id=group.id, text="x")
    assert body == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 30",
        "parameters": {"retry_after": 30},
    }
    await bot.posts(group)
    assert len(bot.telegram.calls.refused(429)) == 1


async def test_trouble_may_last_until_it_is_lifted(bot):
    """Row 44."""
    fault = bot.telegram.faults.fail("getUpdates", 404, "Not Found", times=None)
    assert [await bot.fails("getUpdates") for _ in range(2)] == ["Not Found"] * 2
    fault.lift()
    assert await bot.hears() == []
    assert fault.taken == 2


@pytest.mark.parametrize(
    ("order", "applied"),
    [
        (lambda faults: faults.lose_request("sendMessage"), False),
        (lambda faults: faults.lose_answer("sendMessage"), True),
        (lambda faults: faults.reset("sendMessage"), False),
        (lambda faults: faults.reset("sendMessage", applied=True), True),
        (lambda faults: faults.garble("sendMessage"), False),
        (lambda faults: faults.delay("sendMessage", 60), True),
    ],
    ids=["lost request", "lost answer", "reset before", "reset after", "garbled", "slow"],
)
async def test_calls_get_lost_with_and_without_effect(bot, group, order, applied):
    """Rows 51, 52."""
    order(bot.telegram.faults)
    url = f"{bot.telegram.url}/bot{bot.telegram.token}/sendMessage"
    brief = aiohttp.ClientTimeout(total=0.2)
    with pytest.raises((TimeoutError, aiohttp.ClientError)):
        async with bot.session.post(
            url, json={"chat_id": group.id, "text": "x"}, timeout=brief
        ) as response:
            await response.json()
    assert bool(group.posted()) is applied
    await bot.posts(group)


async def test_a_server_error_is_one(bot, group):
    bot.telegram.faults.server_error("*", 502)
    body = await bot("sendMessage", chat_id=group.id, text="x")
    assert (body["error_code"], body["description"]) == (502, "Bad Gateway")


async def test_a_delayed_answer_comes_in_its_time(bot, group):
    bot.telegram.faults.delay("sendMessage", 5)
    call = asyncio.create_task(bot.posts(group))
    await bot.telegram.until(lambda: bot.telegram.server.waiting)
    assert group.posted()
    assert not call.done()
    await bot.waits(5)
    await call


async def test_every_request_and_its_answer_travel_for_a_while(bot, group):
    bot.telegram.server.latency_seconds = 0.15
    call = asyncio.create_task(bot.posts(group))
    await bot.telegram.until(lambda: bot.telegram.server.waiting)
    assert not group.posted()
    await bot.waits(0.15)
    await bot.telegram.until(lambda: bot.telegram.server.waiting)
    assert group.posted()
    assert not call.done()
    await bot.waits(0.15)
    await call


async def test_who_is_down_refuses_connections_and_comes_back_where_it_was(bot, group):
    await bot.telegram.server.stop()
    with pytest.raises(aiohttp.ClientError):
        await bot.posts(group)
    await bot.telegram.server.start()
    await bot.posts(group)


# --- limits ------------------------------------------------------------------------------------


async def accepted(bot: PlainBot, group: Chat, seconds_apart: float, calls: int) -> tuple[int, int]:
    """Return how many of so many edits and posts were taken, and the first wait asked for."""
    waits = []
    for _ in range(calls):
        body = await bot("sendMessage", chat_id=group.id, text="x")
        waits += [] if body["ok"] else [body["parameters"]["retry_after"]]
        await bot.waits(seconds_apart)
    return calls - len(waits), waits[0] if waits else 0


@pytest.mark.parametrize(
    ("seconds_apart", "calls", "taken", "first_wait"),
    [(0.0, 5, 3, 1), (1.0, 20, 20, 0), (1.0, 22, 20, 40), (3.0, 30, 30, 0)],
)
async def test_a_group_takes_one_a_second_and_twenty_a_minute(
    bot, group, seconds_apart, calls, taken, first_wait
):
    """Rows 48, 49; report H12."""
    bot.telegram.limits.enforced = True
    said = await accepted(bot, group, seconds_apart, calls)
    assert said == (taken, first_wait)
    assert bot.telegram.calls.counted(group.id).busiest(60) == min(
        calls, 20 if seconds_apart == 3 else calls
    )


async def test_pictures_count_and_so_does_saying_that_one_writes_not(bot, group):
    bot.telegram.limits.enforced = True
    for _ in range(5):
        assert await bot.does("sendChatAction", chat_id=group.id, action="typing")
    file_id = await bot.uploads(group, b"one picture")
    for _ in range(2):
        await bot.does("sendPhoto", chat_id=group.id, photo=file_id)
    said = await bot.fails("sendPhoto", chat_id=group.id, photo=file_id)
    assert said == "Too Many Requests: retry after 1"


async def test_edits_count_and_answers_do_not(bot, group, ann):
    bot.telegram.limits.enforced = True
    number = await bot.posts(group, reply_markup=buttons("Hit"))
    presses = [await ann.presses(group, "Hit") for _ in range(30)]
    for press in presses:
        await bot.does("answerCallbackQuery", callback_query_id=press.id)
    for count in range(19):
        await bot.waits(1)
        edited = {"chat_id": group.id, "message_id": number, "text": str(count)}
        await bot.does("editMessageText", **edited)
    await bot.waits(1)
    body = await bot("editMessageText", chat_id=group.id, message_id=number, text="more")
    assert body["parameters"] == {"retry_after": 40}


async def test_about_thirty_a_second_go_out_over_all_chats(bot):
    bot.telegram.limits.enforced = True
    people = [bot.telegram.user(f"Guest {number}") for number in range(31)]
    for guest in people:
        await guest.starts_bot()
    taken = [(await bot("sendMessage", chat_id=p.id, text="x"))["ok"] for p in people]
    assert taken == [True] * 30 + [False]
