"""The line to Discord: commands told once, connections lost and found, limits, faults."""

import asyncio
import gc
import logging
import threading
from functools import partial
from itertools import pairwise

import pytest

from adapters.discord_bot import WRONG_TOKEN
from adapters.discord_clients import RESTART_SECONDS
from bot.house.settings import HouseSettings
from bot.supervise import AdapterState
from tests.fakes.discord.live import Live, swift_live, swiftly
from tests.fakes.discord.record import CALLBACK, EDIT_MESSAGE, OPEN_PRIVATE, POST_MESSAGE
from tests.fakes.discord.stand_in import Discord
from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.waiting import NEW_YEAR


def identifies(discord: Discord) -> int:
    """Return how often somebody began a session."""
    return discord.gateway.identifies


# --- commands ---------------------------------------------------------------------------------


@pytest.mark.row(80)
@swiftly
async def test_commands_are_told_once_however_often_it_starts_or_is_greeted(live: Live):
    live.discord.gateway.readies = 3
    for _ in range(3):
        await live.stop()
        await live.start()
    live.discord.gateway.invalidate(resumable=False)
    await asyncio.sleep(30)
    await live.is_up()
    assert len(live.discord.calls.syncs()) == 1
    await live.lobby()


@pytest.mark.row(80)
@in_no_time
async def test_where_no_more_commands_can_be_made_today_it_serves_by_the_old_ones():
    async with swift_live(HouseSettings()) as live:
        old = live.discord.commands.everywhere
        await live.stop()
        for ref in await live.store.refs():
            await live.store.drop_ref(ref)
        live.discord.faults.too_many_commands()
        await live.start()
        assert live.discord.commands.everywhere == old
        await live.lobby()
        await live.stop()
        await live.start()
        assert [call.status for call in live.discord.calls.syncs()] == [200, 400, 200]


@swiftly
async def test_it_says_by_which_link_it_comes_into_a_server(live: Live):
    (said,) = live.said
    assert "permissions=274877991936" in said
    assert "scope=bot+applications.commands" in said


# --- connections ------------------------------------------------------------------------------


@pytest.mark.row(82)
@pytest.mark.parametrize("trouble", ["4000", "reset", "op 7", "op 9 resumable", "op 9"])
@swiftly
async def test_a_lost_connection_costs_no_table(live: Live, trouble):
    await live.deal()
    gateway = live.discord.gateway
    match trouble:
        case "4000":
            gateway.drop(4000)
        case "reset":
            gateway.break_off()
        case "op 7":
            gateway.ask_to_reconnect()
        case _:
            gateway.invalidate(resumable=trouble.endswith("resumable"))
    await asyncio.sleep(20)
    await live.is_up()
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand", live.bob.private)
    await live.shows("results")
    assert live.health.starts == 1


@pytest.mark.row(82)
@swiftly
async def test_what_is_pressed_while_the_line_is_down_is_heard_once_it_is_back(live: Live):
    await live.deal()
    live.discord.gateway.ask_to_reconnect()
    pressed = await live.ann.presses(live.table, "My cards")
    await live.discord.until(lambda: pressed.acked, 60)
    assert "Your hand" in (pressed.text or "")


@pytest.mark.row(82)
@swiftly
async def test_while_discord_is_out_of_reach_tables_wait_and_nobody_loses_time(live: Live):
    await live.deal()
    chips = await live.chips()
    await live.discord.goes_offline()
    await asyncio.sleep(3_600)
    assert await live.chips() == chips
    await live.discord.comes_back()
    await live.is_up()
    await asyncio.sleep(10)
    assert "cards are out" in live.table.newest.text
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")
    assert "timed out" not in live.table.newest.text


@pytest.mark.row(82)
@swiftly
async def test_a_server_with_an_outage_of_its_own_waits_on_when_the_line_is_back(live: Live):
    await live.deal()
    live.guild.fail()
    await asyncio.sleep(1)
    live.discord.gateway.break_off()
    await live.discord.goes_offline()
    await asyncio.sleep(60)
    await live.discord.comes_back()
    await live.is_up()
    assert (identifies(live.discord), live.discord.gateway.resumes) == (1, 1)
    await asyncio.sleep(120)
    live.guild.recover()
    await asyncio.sleep(10)
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")
    assert "timed out" not in live.table.newest.text


@pytest.mark.row(82)
@swiftly
async def test_a_line_that_is_soon_back_gives_nobody_more_time(live: Live):
    await live.deal()
    live.discord.gateway.drop(4000)
    await asyncio.sleep(60)
    await live.shows("results")
    assert "timed out" in live.table.newest.text


@pytest.mark.row(83)
@pytest.mark.parametrize(
    ("code", "words"),
    [(4004, WRONG_TOKEN), (4011, "DISCORD_SHARDED=true"), (4014, "newer Croupier")],
)
@in_no_time
async def test_what_starting_again_would_not_mend_ends_the_adapter_with_a_sentence(code, words):
    async with swift_live(HouseSettings()) as live:
        live.discord.gateway.drop(code)
        await live.discord.until(lambda: live.health.state is AdapterState.FAILED, 60)
        assert words in live.health.why
        assert live.discord.gateway.identifies == 1


@pytest.mark.row(83)
@in_no_time
async def test_a_token_that_discord_does_not_know_ends_the_adapter_with_a_sentence():
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        live = Live(discord=discord, clock=clock)
        live.launch(live.discord.token.replace("stand-in", "no-such"))
        await live.ended()
        assert live.health.state is AdapterState.FAILED
        assert live.health.why == WRONG_TOKEN
        await live.stop()


@in_no_time
async def test_where_presses_would_go_to_another_address_it_says_so_and_does_not_start():
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        discord.application.interactions_endpoint_url = "https://example.org/interactions"
        live = Live(discord=discord, clock=clock)
        live.launch()
        await live.ended()
        assert live.health.state is AdapterState.FAILED
        assert "empty that field" in live.health.why
        await live.stop()


@pytest.mark.row(83)
@in_no_time
async def test_an_address_at_which_discord_is_not_ends_the_adapter_with_the_settings_name(caplog):
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        live = Live(discord=discord, clock=clock)
        live.launch(api_url=discord.api_url.replace("/v10", "/wrong"))
        await live.ended()
        assert live.health.state is AdapterState.FAILED
        assert "DISCORD_API_URL" in live.health.why
        assert "adapters/discord" not in caplog.text
        await live.stop()


@pytest.mark.row(84)
@in_no_time
async def test_a_page_in_discords_place_is_waited_out_and_names_the_setting_meanwhile(caplog):
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        fault = discord.faults.garble("GET /users/@me", times=None)
        live = Live(discord=discord, clock=clock)
        live.launch()
        await asyncio.sleep(60)
        assert "DISCORD_API_URL" in live.health.why
        assert "adapters/discord" not in caplog.text
        discord.faults.waiting.remove(fault)
        await live.is_up()
        await live.stop()


@pytest.mark.row(84)
@in_no_time
async def test_a_gateway_that_is_away_at_the_start_is_waited_for_without_a_trace(caplog):
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        live = Live(discord=discord, clock=clock)
        live.launch(gateway_url=f"{discord.gateway_url}/nowhere")
        await asyncio.sleep(60)
        assert live.health.state is AdapterState.WAITING
        assert live.health.why == "the gateway does not answer"
        assert not [one for one in caplog.records if "is started again" in one.getMessage()]
        await live.stop()


@pytest.mark.row(84)
@in_no_time
async def test_a_platform_that_is_away_at_the_start_is_waited_for_and_ever_longer():
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        await discord.goes_offline()
        live = Live(discord=discord, clock=clock)
        live.launch()
        loop, starts = asyncio.get_running_loop(), 0
        began: list[float] = []
        while loop.time() < 600:
            await asyncio.sleep(0.5)
            if live.health.starts > starts:
                starts = live.health.starts
                began.append(loop.time())
        waits = [later - earlier for earlier, later in pairwise(began)]
        assert min(waits) >= RESTART_SECONDS * 0.75
        assert 10 <= len(began) <= 30
        assert identifies(discord) == 0
        await discord.comes_back()
        await live.is_up()
        assert identifies(discord) == 1
        await live.lobby()
        await live.stop()


@pytest.mark.row(84)
@in_no_time
async def test_where_the_connections_of_a_day_are_used_up_it_waits_without_one():
    clock = swift_clock(NEW_YEAR)
    async with Discord(clock) as discord:
        discord.gateway.budget_left = 0
        live = Live(discord=discord, clock=clock)
        live.launch()
        await asyncio.sleep(300)
        assert live.health.state is AdapterState.WAITING
        assert "1440 minutes" in live.health.why
        discord.gateway.budget_left = 1
        await live.is_up()
        assert discord.gateway.identifies == 1
        await live.stop()


@swiftly
async def test_sessions_that_end_as_soon_as_they_begin_use_up_no_day(live: Live):
    gateway = live.discord.gateway
    before = gateway.budget_left
    gateway.refused_shards = {0}
    gateway.forget_sessions()
    gateway.drop(4000)
    await asyncio.sleep(2 * 3_600)
    assert before - gateway.budget_left < 60
    assert len(gateway.connections) <= 1
    gateway.refused_shards = set()
    await asyncio.sleep(600)
    await live.is_up()
    await live.lobby()


@swiftly
async def test_a_session_that_is_refused_again_and_again_uses_up_no_token(live: Live):
    gateway = live.discord.gateway
    gateway.budget_left = 3
    for _ in range(10):
        gateway.invalidate(resumable=False)
        await asyncio.sleep(10)
    assert live.health.state is AdapterState.WAITING
    assert "1440 minutes" in live.health.why
    assert gateway.budget_left == 0
    assert not [one for one in threading.enumerate() if one.name.startswith("keep-alive")]
    gateway.budget_left = 1
    await live.is_up()
    await live.lobby()


# --- limits and faults of calls ---------------------------------------------------------------


@pytest.mark.row(85)
@swiftly
async def test_a_flooded_channel_gets_the_last_state_in_few_edits(live: Live):
    await live.lobby()
    await asyncio.sleep(10)
    before = len(live.discord.calls.edits(live.table.id))
    live.discord.faults.rate_limit(EDIT_MESSAGE, 3.0, channel=live.table.id)
    for _ in range(20):
        await live.press(live.ann, "+")
        await asyncio.sleep(0.1)
    await live.shows("Ann · 250")
    assert len(live.discord.calls.edits(live.table.id)) - before <= 3


@pytest.mark.row(85)
@swiftly
async def test_while_one_channel_waits_all_others_go_on(live: Live):
    other = live.guild.text_channel("other")
    await live.lobby()
    await live.lobby(other)
    live.discord.faults.rate_limit(EDIT_MESSAGE, 25.0, channel=live.table.id)
    await live.press(live.ann, "+")
    await asyncio.sleep(2)
    began = live.discord.clock.now()
    await live.press(live.bob, "Join", other)
    await live.shows("Bob · 10", other)
    peek = await live.press(live.ann, "My chips")
    assert peek.acked
    assert live.discord.clock.now() - began < 5


@pytest.mark.row(85)
@swiftly
async def test_a_pause_longer_than_half_a_minute_lets_a_newer_view_go_first(live: Live):
    await live.lobby()
    live.discord.faults.rate_limit(EDIT_MESSAGE, 120.0, channel=live.table.id)
    await live.press(live.ann, "+")
    await asyncio.sleep(60)
    await live.press(live.ann, "+")
    await live.shows("Ann · 70")
    edits = live.discord.calls.edits(live.table.id)
    assert [call.status for call in edits] == [429, 200]


@pytest.mark.row(85)
@swiftly
async def test_a_refusal_without_a_way_back_is_no_reason_to_call_on(live: Live):
    """A 429 that says neither for how long nor through whom is Cloudflare's."""
    await live.lobby()
    live.discord.faults.ban(EDIT_MESSAGE)
    await live.press(live.ann, "+")
    await asyncio.sleep(30)
    assert len(live.discord.calls.edits(live.table.id)) == 1
    await live.shows("Ann · 60")


@pytest.mark.row(86)
@pytest.mark.parametrize("trouble", ["503", "502", "reset", "lost"])
@swiftly
async def test_a_fault_of_the_server_is_retried(live: Live, trouble):
    await live.lobby()
    match trouble:
        case "reset":
            live.discord.faults.reset(EDIT_MESSAGE)
        case "lost":
            live.discord.faults.reset(EDIT_MESSAGE, applied=True)
        case _:
            live.discord.faults.server_error(EDIT_MESSAGE, int(trouble))
    await live.press(live.ann, "+")
    await live.shows("Ann · 60")
    await asyncio.sleep(10)
    assert len(live.discord.calls.edits(live.table.id)) == 2


@pytest.mark.row(86)
@swiftly
async def test_a_post_whose_answer_got_lost_is_made_again_and_stands_there_once(live: Live):
    live.discord.faults.reset(POST_MESSAGE, applied=True)
    await live.lobby()
    await asyncio.sleep(10)
    assert len(live.discord.calls.posts(live.table.id)) == 2
    assert len(live.table.posted()) == 1


@pytest.mark.row(86)
@swiftly
async def test_a_refusal_is_not_retried(live: Live):
    await live.lobby()
    live.discord.faults.fail(EDIT_MESSAGE, 400, 50035, "Invalid Form Body")
    await live.press(live.ann, "+")
    await asyncio.sleep(60)
    assert len(live.discord.calls.edits(live.table.id)) == 1


@pytest.mark.row(86)
@swiftly
async def test_an_answer_that_meets_a_fault_of_the_server_is_given_again(live: Live):
    await live.lobby()
    live.discord.faults.server_error(CALLBACK, 503)
    press = await live.press(live.cat, "My chips")
    assert press.text == "You have 1,000 chips."


@swiftly
async def test_nothing_that_goes_wrong_puts_a_token_or_a_word_into_the_log(live: Live, caplog):
    caplog.set_level(logging.INFO)
    await live.deal()
    live.discord.faults.garble(EDIT_MESSAGE)
    live.discord.faults.rate_limit(CALLBACK, 1.0)
    live.discord.faults.fail(CALLBACK, 400, 50035, "Invalid Form Body: 10♠ Ann")
    for who in (live.ann, live.bob):
        pressed = await who.presses(live.table, "Stand")
        await asyncio.sleep(5)
        assert pressed.token not in caplog.text
    for secret in (live.discord.token, "10♠", "Ann", "Your hand"):
        assert secret not in caplog.text


@pytest.mark.row(86)
@swiftly
async def test_tables_and_hands_are_there_soon_after_a_fault_that_outlasts_the_retries(live: Live):
    faults = live.discord.faults
    faults.server_error(POST_MESSAGE, 503, channel=live.table.id, times=3)
    await live.lobby()
    await live.press(live.bob, "Join")
    faults.server_error(OPEN_PRIVATE, 503, times=6)
    began = live.discord.clock.now()
    await live.press(live.ann, "Deal")
    hands = live.ann.private.posted, live.bob.private.posted
    await live.discord.until(lambda: all(len(posted()) == 1 for posted in hands), 600)
    assert live.discord.clock.now() - began < 10
    assert len(live.table.posted()) == 2


@swiftly
async def test_a_request_that_is_never_answered_holds_a_channel_up_for_seconds(live: Live):
    await live.deal()
    lost = live.discord.faults.lose_request(EDIT_MESSAGE, channel=live.table.id)
    began = live.discord.clock.now()
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")
    assert lost.taken
    assert live.discord.clock.now() - began < 20


@pytest.mark.row(93)
@swiftly
async def test_told_to_stop_it_is_down_in_five_seconds_whatever_it_waits_for(live: Live, caplog):
    faults = live.discord.faults
    for trouble in (
        partial(faults.rate_limit, "*", 25, times=None),
        partial(faults.lose_request, "*", times=None),
        partial(faults.server_error, "*", times=None),
    ):
        await live.lobby()
        trouble()
        for who in (live.bob, live.cat):
            await who.presses(live.table, "Join")
        await asyncio.sleep(0.5)
        assert await seconds_to_stop(live) < 5
        live.launch()
        await asyncio.sleep(2)
        assert await seconds_to_stop(live) < 5
        faults.waiting.clear()
        await live.start()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.row(93)
@swiftly
async def test_a_session_that_begins_while_it_comes_down_leaves_no_error_behind(live: Live, caplog):
    await live.stop()
    live.launch()
    await live.discord.until(lambda: bool(live.discord.gateway.connected), 60)
    await asyncio.sleep(1)
    await live.stop()
    await asyncio.sleep(10)
    gc.collect()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def seconds_to_stop(live: Live) -> float:
    """Let the bot come down, and return how long that takes."""
    began = live.discord.clock.now()
    await live.stop()
    return live.discord.clock.now() - began
