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


async def test_the_next_fitting_call_fails_and_the_one_after_does_not(robot, guild, table):
    other = guild.text_channel("other")
    fault = robot.discord.faults.fail(
        POST_MESSAGE, 403, 50013, "Missing Permissions", channel=table.id
    )
    await robot.posts(other)
    assert await robot.fails(posting(table), said("x")) == (403, 50013)
    await robot.posts(table)
    assert fault.taken == 1
    assert len(robot.discord.calls.refused(50013)) == 1


async def test_trouble_may_last_until_it_is_lifted_and_be_of_some_calls_only(robot, table):
    fault = robot.discord.faults.fail(
        "*", 500, when=lambda call: "bets" in call.payload, times=None
    )
    for _ in range(2):
        assert (await robot(posting(table), said("bets")))[0] == 500
    await robot.posts(table, "cards")
    fault.lift()
    await robot.posts(table, "bets")


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
async def test_calls_get_lost_with_and_without_effect(robot, table, order, applied):
    """Row 86."""
    order(robot.discord.faults)
    method, url = "POST", f"{robot.discord.api_url}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {robot.discord.token}"}
    brief = aiohttp.ClientTimeout(total=0.2)
    with pytest.raises((TimeoutError, aiohttp.ClientError)):
        async with robot.session.request(
            method, url, json=said("x"), headers=headers, timeout=brief
        ) as response:
            await response.json()
    assert bool(table.posted()) is applied
    await robot.posts(table)


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_server_error_is_one(robot, table, status):
    """Row 86."""
    robot.discord.faults.server_error("*", status)
    assert await robot.fails(posting(table), said("x")) == (status, 0)


async def test_answers_travel_as_long_as_they_are_told(robot, table):
    robot.discord.server.latency_seconds = 0.25
    robot.discord.faults.delay(POST_MESSAGE, 5)
    call = asyncio.create_task(robot.posts(table))
    await robot.discord.until(lambda: robot.discord.server.waiting)
    assert not table.posted()
    await robot.waits(0.25)
    await robot.discord.until(lambda: robot.discord.server.waiting and table.posted())
    await robot.waits(5.25)
    await call
    assert robot.discord.calls[0].at == table.newest.at


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_call_is_one_too_many(robot, table, scope):
    """Row 85."""
    robot.discord.faults.rate_limit(POST_MESSAGE, 1.5, scope=scope)
    status, headers, text = await robot.raw(posting(table), said("x"))
    assert (status, headers["Via"], headers["Retry-After"]) == (429, "1.1 google", "2")
    assert headers["X-RateLimit-Scope"] == scope
    assert '"retry_after": 1.5' in text
    assert ('"global": true' in text) is (scope == "global") is ("X-RateLimit-Global" in headers)


async def test_the_network_before_the_platform_bans_without_its_marks(robot, table):
    """Row 85."""
    robot.discord.faults.ban()
    status, headers, text = await robot.raw(posting(table), said("x"))
    assert (status, "Via" in headers, "html" in text) == (429, False, True)
    await robot.posts(table)


# --- limits ------------------------------------------------------------------------------------


async def test_no_limits_are_kept_until_they_are_asked_for(robot, table):
    for _ in range(20):
        await robot.posts(table)
    _, headers, _ = await robot.raw(posting(table), said("x"))
    assert int(headers["X-RateLimit-Remaining"]) > 1000


async def test_each_channel_and_route_has_a_bucket(robot, guild, table):
    """Row 85."""
    robot.discord.limits.enforced = True
    other = guild.text_channel("other")
    for remaining in range(4, -1, -1):
        _, headers, _ = await robot.raw(posting(table), said("x"))
        assert headers["X-RateLimit-Remaining"] == str(remaining)
    await robot.waits(2)
    status, headers, text = await robot.raw(posting(table), said("x"))
    assert (status, headers["X-RateLimit-Scope"], '"retry_after": 3.0' in text) == (
        429,
        "user",
        True,
    )
    assert headers["X-RateLimit-Reset-After"] == "3.000"
    await robot.does(editing(table.newest), said("x"))
    await robot.posts(other)
    await robot.waits(3)
    await robot.posts(table)


async def test_all_requests_together_have_a_limit_but_answers_are_free(robot, guild, dora, table):
    robot.discord.limits.enforced = True
    await robot.syncs(command("join"))
    typed = await dora.types(table, "/join")
    for number in range(49):
        await robot.posts(guild.text_channel(f"c{number}"))
    late = guild.text_channel("late")
    status, headers, _ = await robot.raw(posting(late), said("x"))
    assert (status, headers["X-RateLimit-Global"]) == (429, "true")
    await robot.answers(typed, Ack.MESSAGE, content="x")
    await robot.does(f"PATCH {robot.follow(typed, '@original')}", said("y"))
    await robot.waits(1)
    await robot.posts(late)


async def test_buckets_that_ended_are_forgotten(robot, table):
    robot.discord.limits.enforced = True
    for number in range(BUCKETS_KEPT + 1):
        call = Call(FOLLOW_UP, {}, None, robot.clock.now())
        robot.discord.limits.spend(call, {"interaction_token": str(number)})
    await robot.waits(5)
    await robot.posts(table)
    assert len(robot.discord.limits.buckets) == 1


# --- memory ------------------------------------------------------------------------------------


async def test_only_so_much_is_remembered(robot, dora, table):
    robot.discord.keep_only(calls=10, messages=3)
    await robot.syncs(command("join"))
    for number in range(30):
        message = await robot.posts(table, str(number), components=buttons("Hit"))
        await robot.does(editing(message), said(f"{number}!"))
        press = await dora.presses(table, "Hit")
        await robot.answers(press, Ack.MESSAGE, content="x")
        await robot.waits(60)
    assert len(robot.discord.calls) <= 20
    assert (len(table.posted()), len(table.posted(dora))) == (3, 6)
    assert len(message.versions) == 1
    assert len(robot.discord.interactions) <= 16
    await robot.does(deleting(message))
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
async def test_requests_are_held_against_the_platform_s_description(robot, table, body, complaint):
    await robot(posting(table), body)
    assert any(complaint in wrong for wrong in robot.pardoned())


@pytest.mark.skipif(described() is None, reason="SPEC_DIR leads to no description")
async def test_addresses_are_held_against_the_platform_s_description(robot, table):
    await robot.does(f"GET /channels/{table.id}", shape="round")
    assert robot.pardoned() == ["GET /channels/{channel_id}: no parameter 'shape'"]


async def test_a_violation_fails_a_test(robot, table):
    await robot.does(posting(table), {"content": "@everyone"})
    with pytest.raises(AssertionError, match="mentions are not switched off"):
        robot.discord.assert_clean()
    robot.pardoned()


async def test_waiting_in_vain_shows_what_there_is(robot, table):
    await robot.posts(table, "Bets are open.")
    with pytest.raises(AssertionError, match=r"in vain\n<text cards \d+>\n.*Bets are open"):
        await robot.discord.until(lambda: False, seconds=0)
