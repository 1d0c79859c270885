"""The stand-in for Discord: sessions over the gateway, what they hear, and how they end."""

import asyncio
import json
import zlib

import aiohttp
import pytest

from tests.fakes.discord.gateway import GUILDS, Op
from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.plain_bot import (
    acknowledged,
    buttons,
    callback,
    command,
    deleting,
    editing,
    said,
)

pytest_plugins = ["tests.fakes.discord.club"]

MESSAGES = 1 << 9 | 1 << 12


# --- beginning ---------------------------------------------------------------------------------


async def test_who_identifies_is_told_who_it_is_and_where(robot, guild, table):
    thread = guild.thread(table)
    guild.thread(table, archived=True)
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        created = await listener.hears("GUILD_CREATE")
    assert ready["user"]["id"] == str(robot.discord.bot.id)
    assert ready["guilds"] == [{"id": str(guild.id), "unavailable": True}]
    assert ready["resume_gateway_url"] == f"{robot.discord.gateway_url}/resume"
    assert [one["id"] for one in created["channels"]] == [str(table.id)]
    assert [one["id"] for one in created["threads"]] == [str(thread.id)]
    assert [one["user"]["id"] for one in created["members"]] == [str(robot.discord.bot.id)]
    assert created["member_count"] == 4


async def test_the_bot_is_told_where_the_gateway_is_and_how_often_it_may_begin(robot):
    async with robot.listening() as listener:
        await listener.hears("READY")
    told = await robot.does("GET /gateway/bot")
    assert (told["url"], told["shards"]) == (robot.discord.gateway_url, 1)
    assert told["session_start_limit"]["remaining"] == 999
    assert (await robot.does("GET /gateway"))["url"] == told["url"]


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": GUILDS | 1 << 15}, 4014),
        ({"intents": 1 << 30}, 4013),
        ({"intents": "all"}, 4013),
        ({"shard": [1, 1]}, 4010),
        ({"shard": [0]}, 4010),
    ],
)
async def test_identities_that_are_turned_away(robot, identity, code):
    """Row 83."""
    async with robot.listening(**identity) as listener:
        assert await listener.closes() == code
    assert robot.discord.gateway.closes == [code]
    robot.pardoned()


async def test_a_privileged_intent_can_be_switched_on_and_is_a_violation_all_the_same(robot):
    robot.discord.gateway.privileged = 1 << 15
    async with robot.listening(intents=GUILDS | 1 << 15) as listener:
        await listener.hears("READY")
    assert robot.pardoned() == ["gateway: intents 32769 go beyond GUILDS"]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["{"], 4002),
        (["[]"], 4002),
        (['{"op": 2, "d": null}'], 4002),
        (['{"op": 3, "d": {}}'], 4003),
        (['{"op": 6, "d": null}'], 4002),
        ([b"bytes"], 4002),
    ],
)
async def test_frames_that_are_none(robot, frames, code):
    async with robot.connected() as listener:
        for frame in frames:
            await (
                listener.socket.send_bytes(frame)
                if isinstance(frame, bytes)
                else listener.socket.send_str(frame)
            )
        assert await listener.closes() == code


async def test_nobody_identifies_twice_or_says_what_is_unknown(robot):
    for op, code in ((Op.IDENTIFY, 4005), (99, 4001)):
        async with robot.listening() as listener:
            await listener.hears("READY")
            await listener.sends(op, {"intents": 1})
            assert await listener.closes() == code


async def test_too_many_frames_a_minute_are_too_many(robot):
    async with robot.connected() as listener:
        for _ in range(121):
            await listener.sends(Op.HEARTBEAT, None)
        assert await listener.closes() == 4008
    assert robot.pardoned()


async def test_beyond_the_day_s_budget_the_token_is_taken_away(robot):
    """Row 84."""
    robot.discord.gateway.budget_left = 1
    async with robot.listening() as listener:
        await listener.hears("READY")
    assert robot.discord.gateway.identifies == 1
    async with robot.listening() as listener:
        assert await listener.closes() == 4004
    assert await robot.fails("GET /users/@me") == (401, 0)
    assert robot.pardoned() == ["gateway: IDENTIFY above the day's budget"]


async def test_sessions_begin_five_seconds_apart_where_limits_are_kept(robot):
    robot.discord.limits.enforced = True
    async with robot.listening() as listener:
        await listener.hears("READY")
        async with robot.listening() as other:
            assert (await other.frame())["op"] == Op.INVALID_SESSION
            await robot.waits(5)
            await other.identifies()
            await other.hears("READY")


async def test_the_gateway_may_say_ready_three_times(robot, guild):
    """Row 80."""
    robot.discord.gateway.readies = 3
    async with robot.listening() as listener:
        for _ in range(3):
            await listener.hears("READY")
            assert (await listener.hears("GUILD_CREATE"))["id"] == str(guild.id)


async def test_frames_are_packed_for_who_asks(robot):
    url = f"{robot.discord.gateway_url}?v=10&encoding=json&compress=zlib-stream"
    unpacker = zlib.decompressobj()
    async with robot.session.ws_connect(url) as socket:
        await socket.send_json(
            {"op": 2, "d": {"token": robot.discord.token, "intents": 1, "properties": {}}}
        )
        packed = [(await socket.receive()).data for _ in range(2)]
    frames = [json.loads(unpacker.decompress(one)) for one in packed]
    assert [frame["op"] for frame in frames] == [Op.HELLO, Op.DISPATCH]


# --- hearts ------------------------------------------------------------------------------------


async def test_a_heartbeat_is_acknowledged_or_not(robot):
    async with robot.listening() as listener:
        await listener.hears("READY")
        await listener.sends(Op.HEARTBEAT, 1)
        assert (await listener.frame())["op"] == Op.HEARTBEAT_ACK
        robot.discord.gateway.acks_heartbeats = False
        await listener.sends(Op.HEARTBEAT, 1)
        await robot.discord.until(lambda: robot.discord.gateway.heartbeats == 2)
        robot.discord.gateway.ask_to_reconnect()
        assert (await listener.frame())["op"] == Op.RECONNECT


async def test_who_is_silent_is_asked_for_a_heartbeat(robot):
    async with robot.listening() as listener:
        await listener.hears("READY")
        await robot.waits(41.25)
        assert (await listener.frame())["op"] == Op.HEARTBEAT


# --- hearing -----------------------------------------------------------------------------------


async def test_interactions_are_heard_whatever_one_listens_for(robot, dora, table):
    await robot.syncs(command("join"))
    async with robot.listening(intents=0) as listener:
        await listener.hears("READY")
        typed = await dora.types(table, "/join")
        assert (await listener.hears("INTERACTION_CREATE"))["id"] == str(typed.id)
        assert typed.heard
        assert robot.discord.unanswered == [typed]
        robot.discord.deliver(typed)
        again = await listener.hears("INTERACTION_CREATE")
        assert (again["id"], again["token"]) == (str(typed.id), typed.token)
    assert "GUILD_CREATE" not in [event for event, _ in listener.heard]


async def test_of_messages_only_those_hear_who_listen_for_them(robot, dora, guild, table):
    async with robot.listening() as deaf, robot.listening(intents=GUILDS | MESSAGES) as listener:
        await deaf.hears("GUILD_CREATE")
        await listener.hears("GUILD_CREATE")
        spoken = await dora.says(table, "Hello")
        assert (await listener.hears("MESSAGE_CREATE"))["content"] == "Hello"
        message = await robot.posts(table)
        await robot.does(editing(message), said("x"))
        await robot.does(deleting(message))
        assert (await listener.hears("MESSAGE_UPDATE"))["guild_id"] == str(guild.id)
        assert (await listener.hears("MESSAGE_DELETE"))["id"] == str(message.id)
        await robot.opens(dora.id)
        await robot.posts(dora.private)
        assert "guild_id" not in await listener.hears("MESSAGE_CREATE")
        table.rename("played")
        assert (await deaf.hears("CHANNEL_UPDATE"))["name"] == "played"
    assert not [event for event, _ in deaf.heard if event.startswith("MESSAGE")]
    assert spoken.id < message.id
    robot.pardoned()


async def test_what_happens_to_guilds_and_channels_is_heard(robot, guild, table, dora):
    """Rows 87, 88."""
    async with robot.listening() as listener:
        await listener.hears("GUILD_CREATE")
        forum = guild.forum("forum")
        assert (await listener.hears("CHANNEL_CREATE"))["type"] == 15
        thread = guild.thread(forum, "post")
        assert (await listener.hears("THREAD_CREATE"))["parent_id"] == str(forum.id)
        thread.archive(locked=True)
        state = (await listener.hears("THREAD_UPDATE"))["thread_metadata"]
        assert (state["archived"], state["locked"]) == (True, True)
        thread.lock(locked=False)
        thread.delete()
        assert (await listener.hears("THREAD_DELETE"))["id"] == str(thread.id)
        table.delete()
        assert (await listener.hears("CHANNEL_DELETE"))["id"] == str(table.id)
        guild.promote(dora)
        assert (await listener.hears("GUILD_ROLE_CREATE"))["role"]["name"] == "Moderator"
        guild.give(robot.discord.bot, guild.role("Dealers"))
        assert (await listener.hears("GUILD_MEMBER_UPDATE"))["user"]["username"] == "croupier"
    heard = [content.get("user", {}).get("username") for _, content in listener.heard]
    assert dora.username not in heard


async def test_a_guild_has_an_outage_and_is_back(robot, guild, table):
    """Row 87."""
    async with robot.listening() as listener:
        await listener.hears("GUILD_CREATE")
        guild.fail()
        assert await listener.hears("GUILD_DELETE") == {"id": str(guild.id), "unavailable": True}
        table.rename("unheard")
        guild.recover()
        assert (await listener.hears("GUILD_CREATE"))["channels"][0]["name"] == "unheard"
    assert "CHANNEL_UPDATE" not in [event for event, _ in listener.heard]


async def test_the_bot_is_thrown_out_and_invited_again(robot, guild):
    """Row 87."""
    async with robot.listening() as listener:
        await listener.hears("GUILD_CREATE")
        guild.kick_bot()
        assert await listener.hears("GUILD_DELETE") == {"id": str(guild.id)}
        guild.text_channel("unheard")
        guild.invite_bot()
        assert (await listener.hears("GUILD_CREATE"))["name"] == "Friends"
        robot.discord.guild("Others")
        assert (await listener.hears("GUILD_CREATE"))["name"] == "Others"


async def test_shards_hear_of_their_own_guilds(robot, dora):
    guilds = [robot.discord.guild(f"Guild {number}", members=[dora]) for number in range(4)]
    tables = [guild.text_channel("cards") for guild in guilds]
    await robot.syncs(command("join"))
    async with robot.listening(shard=[0, 2]) as even, robot.listening(shard=[1, 2]) as odd:
        for listener in (even, odd):
            ready = await listener.hears("READY")
            assert len(ready["guilds"]) == 2
        assert {session.shard for session in robot.discord.gateway.connected} == {(0, 2), (1, 2)}
        typed = [await dora.types(table, "/join") for table in tables]
        heard = [
            [(await one.hears("INTERACTION_CREATE"))["id"] for _ in "12"] for one in (even, odd)
        ]
        assert sorted(heard[0] + heard[1]) == sorted(str(one.id) for one in typed)
        private = await dora.types(dora.private, "/join")
        assert (await even.hears("INTERACTION_CREATE"))["id"] == str(private.id)


async def test_many_guilds_need_shards(robot):
    robot.discord.gateway.guilds_per_shard = 2
    for number in range(4):
        robot.discord.guild(f"Guild {number}")
    async with robot.listening() as listener:
        assert await listener.closes() == 4011
    async with robot.listening(shard=[0, 2]) as listener:
        await listener.hears("READY")


# --- ending and going on -----------------------------------------------------------------------


async def test_who_comes_back_hears_what_was_missed(robot, dora, table):
    """Row 82."""
    await robot.posts(table, components=buttons("Hit"))
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        await listener.hears("GUILD_CREATE")
        robot.discord.gateway.drop(4000)
        assert await listener.closes() == 4000
    press = await dora.presses(table, "Hit")
    assert not press.heard
    async with robot.connected(ready["resume_gateway_url"]) as again:
        await again.resumes(ready["session_id"], listener.sequence)
        assert (await again.hears("INTERACTION_CREATE"))["id"] == str(press.id)
        await again.hears("RESUMED")
        await robot.does(callback(press), acknowledged(Ack.DEFERRED_UPDATE))
        table.rename("after")
        await again.hears("CHANNEL_UPDATE")
    gateway = robot.discord.gateway
    assert (gateway.identifies, gateway.resumes, gateway.resumes_elsewhere) == (1, 1, 0)


async def test_what_happened_meanwhile_is_too_late_after_three_seconds(robot, dora, table):
    """Rows 63, 82."""
    await robot.posts(table, components=buttons("Hit"))
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        robot.discord.gateway.break_off()
        assert await listener.closes() == 1006
    press = await dora.presses(table, "Hit")
    await robot.waits(3)
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], listener.sequence)
        await again.hears("INTERACTION_CREATE")
        late = await robot.fails(callback(press), acknowledged(Ack.DEFERRED_UPDATE))
    assert late == (404, 10062)
    assert robot.discord.gateway.resumes_elsewhere == 1


@pytest.mark.parametrize("code", [1000, 1001])
async def test_who_says_goodbye_cannot_come_back(robot, code):
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        await listener.socket.close(code=code)
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], listener.sequence)
        told = await again.frame()
        assert (told["op"], told["d"]) == (Op.INVALID_SESSION, False)


async def test_sessions_are_forgotten_or_claimed_wrongly(robot):
    """Row 82."""
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        await listener.socket.close(code=4900)
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], 99)
        assert await again.closes() == 4007
    robot.discord.gateway.forget_sessions()
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], 1)
        assert (await again.frame())["d"] is False


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_session_is_called_invalid(robot, resumable):
    """Row 82."""
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        robot.discord.gateway.invalidate(resumable=resumable)
        told = await listener.frame()
        assert (told["op"], told["d"]) == (Op.INVALID_SESSION, resumable)
        await listener.socket.close(code=4900)
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], 1)
        assert ((await again.frame())["op"] == Op.DISPATCH) is resumable


async def test_the_platform_goes_away_and_comes_back_with_its_sessions(robot, guild):
    """Row 84."""
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        await robot.discord.goes_offline()
        assert await listener.closes() == 1006
    with pytest.raises(aiohttp.ClientConnectorError):
        await robot.does("GET /users/@me")
    with pytest.raises(aiohttp.ClientConnectorError):
        async with robot.connected():
            pass
    await robot.discord.comes_back()
    await robot.does("GET /users/@me")
    async with robot.connected() as again:
        await again.resumes(ready["session_id"], 1)
        assert (await again.hears("GUILD_CREATE"))["id"] == str(guild.id)
        await again.hears("RESUMED")


async def test_a_session_that_is_resumed_twice_speaks_by_the_newer_connection(robot, guild):
    async with robot.listening() as listener:
        ready = await listener.hears("READY")
        await listener.hears("GUILD_CREATE")
        async with robot.connected() as again:
            await again.resumes(ready["session_id"], listener.sequence)
            await again.hears("RESUMED")
            guild.text_channel("new")
            assert (await again.hears("CHANNEL_CREATE"))["name"] == "new"
        await asyncio.sleep(0)
