"""How the stand-in for Telegram tells a bot what happened."""

import asyncio
import time

import aiohttp
import pytest

from tests.fakes.telegram.plain_bot import PlainBot, buttons
from tests.fakes.telegram.refusals import Json
from tests.fakes.waiting import NEW_YEAR

pytest_plugins = ["tests.fakes.telegram.club"]


async def a_listener(bot: PlainBot, **parameters: object) -> asyncio.Task[Json]:
    """Begin a long poll of 30 seconds, and return it once it waits."""
    polls = bot.telegram.updates.waits
    poll = asyncio.create_task(bot("getUpdates", timeout=30, **parameters))
    await bot.telegram.until(lambda: bot.telegram.updates.waits > polls)
    return poll


async def test_updates_come_again_until_they_are_confirmed(bot, group, ann):
    await ann.says(group, "/one")
    await ann.says(group, "/two")
    first, second = await bot.does("getUpdates", limit=5)
    assert await bot.does("getUpdates") == [first, second]
    assert await bot.does("getUpdates", limit=1) == [first]
    assert await bot.does("getUpdates", offset=second["update_id"]) == [second]
    assert await bot.does("getUpdates", offset=second["update_id"] + 1) == []


async def test_a_negative_offset_forgets_all_but_the_last(bot, group, ann):
    for word in ("/one", "/two", "/three"):
        await ann.says(group, word)
    ((_, message),) = await bot.hears(offset=-1)
    assert message["text"] == "/three"
    assert len(await bot.hears()) == 1


async def test_a_long_poll_answers_as_soon_as_something_happens(bot, group, ann):
    poll = await a_listener(bot)
    await ann.says(group, "/join 50")
    (update,) = (await poll)["result"]
    message = update["message"]
    assert message["text"] == "/join 50"
    assert message["entities"] == [{"type": "bot_command", "offset": 0, "length": 5}]
    poll = await a_listener(bot, offset=update["update_id"] + 1)
    await bot.waits(30)
    assert (await poll)["result"] == []


async def test_a_second_listener_ends_the_first_at_most_every_three_seconds(bot):
    """Row 42."""
    first, second, third = [await a_listener(bot) for _ in range(3)]
    body = await first
    assert body["description"].startswith("Conflict: terminated by other getUpdates request")
    assert not second.done()
    await bot.waits(3)
    assert (await second)["error_code"] == 409
    await bot.waits(30)
    assert (await third)["ok"]


async def test_who_hangs_up_listens_no_more(bot):
    poll = await a_listener(bot)
    poll.cancel()
    await bot.telegram.until(lambda: not bot.telegram.updates.listening)


async def test_what_was_not_asked_for_is_not_told_and_the_list_sticks(bot, group, ann):
    """Row 46."""
    await bot.hears(allowed_updates=["message"])
    message = await ann.says(group, "/join 50")
    await ann.edits(message, "/join 100")
    await bot.posts(group, reply_markup=buttons("Hit"))
    press = await ann.presses(group, "Hit")
    assert [kind for kind, _ in await bot.hears()] == ["message"]
    assert not press.heard
    assert bot.telegram.updates.allowed == ("message",)


async def test_edited_messages_are_told_as_such(bot, group, ann):
    """Row 34."""
    await ann.edits(await ann.says(group, "/join 50"), "/join 100")
    kinds = [kind for kind, _ in await bot.hears()]
    assert kinds == ["message", "edited_message"]


async def test_presses_vanish_after_150_seconds_and_the_rest_after_a_day(bot, group, ann):
    """Row 40."""
    await bot.posts(group, reply_markup=buttons("Hit"))
    await ann.presses(group, "Hit")
    await ann.says(group, "/join", sent_at=NEW_YEAR - 700)
    await bot.waits(151)
    ((kind, message),) = await bot.hears()
    assert (kind, message["date"]) == ("message", NEW_YEAR - 700)
    await bot.waits(86_400)
    assert await bot.hears() == []


async def test_an_update_is_told_twice_on_demand_though_it_was_confirmed(bot, group, ann):
    """Row 36."""
    await ann.says(group, "/one")
    (update,) = await bot.does("getUpdates")
    past = update["update_id"] + 1
    assert await bot.does("getUpdates", offset=past) == []
    bot.telegram.repeat_update()
    assert await bot.does("getUpdates", offset=past) == [update]
    assert await bot.does("getUpdates", offset=past) == []


async def test_numbers_of_updates_may_jump_back(bot, group, ann):
    """Row 38."""
    await ann.says(group, "/one")
    (one,) = await bot.does("getUpdates")
    bot.telegram.jump_update_id(5)
    await ann.says(group, "/two")
    (two,) = await bot.does("getUpdates", offset=one["update_id"] + 1)
    assert two["update_id"] == 5
    assert await bot.does("getUpdates", offset=6) == []


async def test_unknown_kinds_of_updates_come_through(bot):
    """Row 39."""
    bot.telegram.unknown_update("subscription", {"id": "1"})
    assert await bot.hears() == [("subscription", {"id": "1"})]


async def test_a_webhook_that_was_left_behind_keeps_listeners_out(bot, group, ann):
    """Row 43."""
    bot.telegram.leave_webhook("https://old.example/hook")
    assert (await bot.fails("getUpdates")).startswith("Conflict: can't use getUpdates method")
    await ann.says(group, "/join")
    info = await bot.does("getWebhookInfo")
    assert (info["url"], info["pending_update_count"]) == ("https://old.example/hook", 1)
    assert await bot.does("deleteWebhook", drop_pending_updates=True)
    assert await bot.hears() == []


async def test_a_webhook_may_be_set_again(bot):
    assert await bot.does("setWebhook", url="https://new.example/hook")
    assert bot.telegram.updates.webhook == "https://new.example/hook"
    said = await bot.fails("setWebhook", url="http://plain.example/")
    assert said == "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"
    assert bot.pardoned()


async def test_waiting_in_vain_says_what_there_was_to_see(bot, group):
    await bot.posts(group, "table")
    with pytest.raises(AssertionError, match="in vain"):
        await bot.telegram.until(lambda: "other" in group.view(), seconds=0.01)


async def test_a_running_stand_in_goes_by_the_clock_on_the_wall(telegram):
    """The fixture for tests of whole processes: real time, real polls."""
    assert abs(telegram.clock.now() - time.time()) < 5
    async with aiohttp.ClientSession() as session:
        poll = await session.post(
            f"{telegram.url}/bot{telegram.token}/getUpdates", json={"timeout": 1}
        )
        assert (await poll.json())["result"] == []
