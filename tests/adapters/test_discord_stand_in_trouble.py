"""What goes wrong on the stand-in for Discord, on demand and by its limits."""

import asyncio

import aiohttp
import pytest

from tests.fakes.discord.description import described
from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.limits import BUCKETS_KEPT
from tests.fakes.discord.plain_bot import buttons, command, deleting, editing, posting, said
from tests.fakes.discord.record import FOLLOW_UP, POST_MESSAGE, Call

pytest_plugins = ["tests.fakes.discord.club"]


# --- trouble -----------------------------------------------------------------------------------


async def test_the_next_fitting_call_fails_and_the_one_after_does_not(bot, guild, table):
    other = guild.text_channel("other")
    fault = bot.discord.faults.fail(
        POST_MESSAGE, 403, 50013, "Missing Permissions", channel=table.id
    )
    await bot.posts(other)
    assert await bot.fails(posting(table), said("x")) == (403, 50013)
    await bot.posts(table)
    assert fault.taken == 1
    assert len(bot.discord.calls.refused(50013)) == 1


async def test_trouble_may_last_until_it_is_lifted_and_be_of_some_calls_only(bot, table):
    fault = bot.discord.faults.fail("*", 500, when=lambda call: "bets" in call.payload, times=None)
    for _ in range(2):
        assert (await bot(posting(table), said("bets")))[0] == 500
    await bot.posts(table, "cards")
    fault.lift()
    await bot.posts(table, "bets")


@pytest.mark.parametrize(
    ("order", "applied"),
    [
        (lambda faults: faults.lose_request(POST_MESSAGE), False),
        (lambda faults: faults.lose_answer(POST_MESSAGE), True),
        (lambda faults: faults.reset(POST_MESSAGE), False),
        (lambda faults: faults.reset("POST /channels", applied=True), True),
        (lambda faults: faults.garble(POST_MESSAGE), False),
        (lambda faults: faults.delay(POST_MESSAGE, 60), True),
    ],
    ids=["lost request", "lost answer", "reset before", "reset after", "garbled", "slow"],
)
async def test_calls_get_lost_with_and_without_effect(bot, table, order, applied):
    """Row 86."""
    order(bot.discord.faults)
    method, url = "POST", f"{bot.discord.api_url}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {bot.discord.token}"}
    brief = aiohttp.ClientTimeout(total=0.2)
    with pytest.raises((TimeoutError, aiohttp.ClientError)):
        async with bot.session.request(
            method, url, json=said("x"), headers=headers, timeout=brief
        ) as response:
            await response.json()
    assert bool(table.posted()) is applied
    await bot.posts(table)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_is_one(bot, table, status):
    """Row 86."""
    bot.discord.faults.server_error("*", status)
    assert await bot.fails(posting(table), said("x")) == (status, 0)


async def test_answers_travel_as_long_as_they_are_told(bot, table):
    bot.discord.server.latency_seconds = 0.25
    bot.discord.faults.delay(POST_MESSAGE, 5)
    call = asyncio.create_task(bot.posts(table))
    await bot.discord.until(lambda: bot.discord.server.waiting)
    assert not table.posted()
    await bot.waits(0.25)
    await bot.discord.until(lambda: bot.discord.server.waiting and table.posted())
    await bot.waits(5.25)
    await call
    assert bot.discord.calls[0].at == table.newest.at


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_call_is_one_too_many(bot, table, scope):
    """Row 85."""
    bot.discord.faults.rate_limit(POST_MESSAGE, 1.5, scope=scope)
    status, headers, text = await bot.raw(posting(table), said("x"))
    assert (status, headers["Via"], headers["Retry-After"]) == (429, "1.1 google", "2")
    assert headers["X-RateLimit-Scope"] == scope
    assert '"retry_after": 1.5' in text
    assert ('"global": true' in text) is (scope == "global") is ("X-RateLimit-Global" in headers)


async def test_the_network_before_the_platform_bans_without_its_marks(bot, table):
    """Row 85."""
    bot.discord.faults.ban()
    status, headers, text = await bot.raw(posting(table), said("x"))
    assert (status, "Via" in headers, "html" in text) == (429, False, True)
    await bot.posts(table)


# --- limits ------------------------------------------------------------------------------------


async def test_no_limits_are_kept_until_they_are_asked_for(bot, table):
    for _ in range(20):
        await bot.posts(table)
    _, headers, _ = await bot.raw(posting(table), said("x"))
    assert int(headers["X-RateLimit-Remaining"]) > 1000


async def test_each_channel_and_route_has_a_bucket(bot, guild, table):
    """Row 85."""
    bot.discord.limits.enforced = True
    other = guild.text_channel("other")
    for remaining in range(4, -1, -1):
        _, headers, _ = await bot.raw(posting(table), said("x"))
        assert headers["X-RateLimit-Remaining"] == str(remaining)
    await bot.waits(2)
    status, headers, text = await bot.raw(posting(table), said("x"))
    assert (status, headers["X-RateLimit-Scope"], '"retry_after": 3.0' in text) == (
        429,
        "user",
        True,
    )
    assert headers["X-RateLimit-Reset-After"] == "3.000"
    await bot.does(editing(table.newest), said("x"))
    await bot.posts(other)
    await bot.waits(3)
    await bot.posts(table)


async def test_all_requests_together_have_a_limit_but_answers_are_free(bot, guild, ann, table):
    bot.discord.limits.enforced = True
    await bot.syncs(command("join"))
    typed = await ann.types(table, "/join")
    for number in range(49):
        await bot.posts(guild.text_channel(f"c{number}"))
    late = guild.text_channel("late")
    status, headers, _ = await bot.raw(posting(late), said("x"))
    assert (status, headers["X-RateLimit-Global"]) == (429, "true")
    await bot.answers(typed, Ack.MESSAGE, content="x")
    await bot.does(f"PATCH {bot.follow(typed, '@original')}", said("y"))
    await bot.waits(1)
    await bot.posts(late)


async def test_buckets_that_ended_are_forgotten(bot, table):
    bot.discord.limits.enforced = True
    for number in range(BUCKETS_KEPT + 1):
        call = Call(FOLLOW_UP, {}, None, bot.clock.now())
        bot.discord.limits.spend(call, {"interaction_token": str(number)})
    await bot.waits(5)
    await bot.posts(table)
    assert len(bot.discord.limits.buckets) == 1


# --- memory ------------------------------------------------------------------------------------


async def test_only_so_much_is_remembered(bot, ann, table):
    bot.discord.keep_only(calls=10, messages=3)
    await bot.syncs(command("join"))
    for number in range(30):
        message = await bot.posts(table, str(number), components=buttons("Hit"))
        await bot.does(editing(message), said(f"{number}!"))
        press = await ann.presses(table, "Hit")
        await bot.answers(press, Ack.MESSAGE, content="x")
        await bot.waits(60)
    assert len(bot.discord.calls) <= 20
    assert (len(table.posted()), len(table.posted(ann))) == (3, 6)
    assert len(message.versions) == 1
    assert len(bot.discord.interactions) <= 16
    await bot.does(deleting(message))
    assert message.id not in table.messages


# --- what no bot should send -------------------------------------------------------------------


@pytest.mark.skipif(described() is None, reason="SPEC_DIR leads to no description")
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (said("x", colour=5), "colour"),
        (said("x", tts="yes"), "tts"),
        (said("x", enforce_nonce=5), "enforce_nonce"),
        (said("x", nonce=1.5), "nonce"),
        (said("x", embeds=[{"description": "x", "color": "#fff"}]), "color"),
        (said("x", components=[{**buttons("a")[0], "wide": True}]), "components.0"),
    ],
)
async def test_requests_are_held_against_the_platform_s_description(bot, table, body, complaint):
    await bot(posting(table), body)
    assert any(complaint in wrong for wrong in bot.pardoned())


@pytest.mark.skipif(described() is None, reason="SPEC_DIR leads to no description")
async def test_addresses_are_held_against_the_platform_s_description(bot, table):
    await bot.does(f"GET /channels/{table.id}", shape="round")
    assert bot.pardoned() == ["GET /channels/{channel_id}: no parameter 'shape'"]


async def test_a_violation_fails_a_test(bot, table):
    await bot.does(posting(table), {"content": "@everyone"})
    with pytest.raises(AssertionError, match="mentions are not switched off"):
        bot.discord.assert_clean()
    bot.pardoned()


async def test_waiting_in_vain_shows_what_there_is(bot, table):
    await bot.posts(table, "Bets are open.")
    with pytest.raises(AssertionError, match=r"in vain\n<text cards \d+>\n.*Bets are open"):
        await bot.discord.until(lambda: False, seconds=0)
