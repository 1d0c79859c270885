"""Channels and servers: where there can be a table, and what becomes of it."""

import asyncio
import re

import pytest

from adapters.discord_calls import PACING
from bot.house.settings import HouseSettings
from tests.fakes.discord.interactions import Sort
from tests.fakes.discord.live import Live, swiftly, swiftly_by
from tests.fakes.discord.people import User
from tests.fakes.discord.record import EDIT_MESSAGE, OPEN_PRIVATE, POST_MESSAGE


def edit_seconds() -> float:
    """Return from what age on a message is replaced."""
    assert PACING.edit_seconds_max is not None
    return PACING.edit_seconds_max


async def balance(live: Live, who: User) -> str:
    """Return what somebody reads who asks for their chips."""
    return (await live.types(who, "/balance", live.guild.text_channel("lounge"))).text or ""


def allowed(live: Live) -> list[object]:
    """Return whom each message to the table was allowed to notify."""
    calls = live.discord.calls.of(POST_MESSAGE, EDIT_MESSAGE, channel=live.table.id)
    bodies = [call.body for call in calls if isinstance(call.body, dict)]
    return [body["allowed_mentions"] for body in bodies if body.get("content")]


# --- messages ---------------------------------------------------------------------------------


@pytest.mark.row(70)
@swiftly
async def test_a_table_that_somebody_deleted_is_posted_anew_once(live: Live):
    await live.lobby()
    first = live.table.newest
    first.deleted = True
    await live.types(live.bob, "/join")
    await live.shows("Bob · 10")
    await asyncio.sleep(30)
    assert live.table.newest is not first
    assert len(live.discord.calls.refused(10008)) == 1
    assert len(live.discord.calls.posts(live.table.id)) == 2


@pytest.mark.row(71)
@swiftly_by(HouseSettings(lobby_seconds=7_200))
async def test_a_table_older_than_45_minutes_is_posted_anew_and_the_old_one_closed(live: Live):
    await live.lobby()
    first = live.table.newest
    for _ in range(6):
        await asyncio.sleep(edit_seconds() / 6)
        await live.press(live.ann, "+")
    await live.shows("Ann · 110")
    await asyncio.sleep(30)
    assert live.table.newest is not first
    assert not first.labels
    assert "moved down" in first.text
    assert not live.discord.calls.refused(30046)


@pytest.mark.row(71)
@swiftly
async def test_a_table_that_may_not_be_edited_any_more_is_posted_anew(live: Live):
    await live.lobby()
    live.discord.faults.fail(
        EDIT_MESSAGE, 429, 30046, "Maximum number of edits to messages older than 1 hour reached"
    )
    await live.press(live.bob, "Join")
    await asyncio.sleep(30)
    await live.shows("Bob · 10")
    assert len(live.discord.calls.posts(live.table.id)) == 2


# --- rights -----------------------------------------------------------------------------------


@pytest.mark.row(72)
@pytest.mark.parametrize(
    ("right", "said"),
    [
        ("SEND_MESSAGES", "Send Messages"),
        ("EMBED_LINKS", "Embed Links"),
        ("VIEW_CHANNEL", "View Channel"),
    ],
)
@swiftly
async def test_without_rights_nothing_is_staked_and_the_missing_ones_are_named(
    live: Live, right, said
):
    live.table.deny(live.discord.bot, right)
    refused = await live.types(live.ann, "/join", bet="50")
    assert (refused.text or "").endswith(f"Ask an admin to allow me: {said}.")
    assert not live.discord.calls.posts(live.table.id)
    assert await balance(live, live.ann) == "You have 1,000 chips."


@pytest.mark.row(72)
@swiftly
async def test_in_a_thread_another_right_counts(live: Live):
    thread = live.guild.thread(live.table, "game night")
    live.table.deny(live.discord.bot, "SEND_MESSAGES")
    await live.lobby(thread)
    live.table.deny(live.discord.bot, "SEND_MESSAGES_IN_THREADS")
    refused = await live.press(live.bob, "Join", thread)
    assert (refused.text or "").endswith("allow me: Send Messages in Threads.")


@pytest.mark.row(72)
@swiftly
async def test_rights_lost_in_mid_round_give_every_stake_back_without_a_loop(live: Live):
    await live.deal()
    dealt = live.table.newest
    live.table.deny(live.discord.bot, "VIEW_CHANNEL", "SEND_MESSAGES")
    await live.press(live.ann, "Stand", live.ann.private)
    await asyncio.sleep(600)
    refused = live.discord.calls.counted(live.table.id).refused()
    assert 1 <= len(refused) <= 2
    assert {call.status for call in refused} == {403}
    assert await live.chips(live.ann, live.bob) == [1_000, 1_000]
    live.table.allow(live.discord.bot, "VIEW_CHANNEL", "SEND_MESSAGES")
    await live.types(live.ann, "/join", bet="50")
    await live.shows("bets are open")
    await asyncio.sleep(10)
    assert dealt.text == "The table has moved down."
    assert not dealt.labels
    assert "voided and every bet went back" in live.table.view()


# --- people -----------------------------------------------------------------------------------


@pytest.mark.row(73)
@swiftly
async def test_who_takes_no_private_messages_plays_by_panels_and_is_tried_once_a_round(live: Live):
    live.cat.closes_dms()
    await live.lobby()
    await live.press(live.cat, "Join")
    for number in (1, 2):
        await live.press(live.ann, "Deal" if number == 1 else "Again")
        if number == 2:
            await live.press(live.cat, "Again")
        await live.shows(f"round {number} · cards are out")
        peek = await live.press(live.cat, "My cards")
        assert peek.private is not None
        assert "Your hand" in peek.private.text
        tried = live.discord.calls.refused(50007)
        assert len(tried) == number
        await live.press(live.ann, "Stand")
        stood = await live.press(live.cat, "Stand", peek)
        assert stood.acked
        await live.shows(f"round {number} · results")
        assert len(live.discord.calls.refused(50007)) == number
    assert not live.cat.private.posted()


@pytest.mark.row(73)
@pytest.mark.parametrize("code", [50278, 40003])
@swiftly
async def test_whoever_cannot_be_written_to_for_other_reasons_plays_on(live: Live, code):
    live.discord.faults.fail(OPEN_PRIVATE, 403, code, "No.", times=None)
    await live.deal()
    peek = await live.press(live.bob, "My cards")
    assert peek.private is not None
    await live.press(live.bob, "Stand", peek)
    await live.press(live.ann, "Stand")
    await live.shows("results")
    assert len(live.discord.calls.refused(code)) == 2


@pytest.mark.row(74)
@swiftly
async def test_a_name_that_a_filter_blocks_is_replaced(live: Live):
    rude = live.discord.user("Badword")
    live.guild.enter(rude)
    live.guild.blocked_words.add("badword")
    await live.lobby()
    await live.press(rude, "Join")
    await live.shows(f"<@{rude.id}> · 10")
    assert "Badword" not in live.table.view()


@pytest.mark.row(75)
@pytest.mark.parametrize("name", ["@everyone", "@here", "<@&1234567890123456789>", "<@!1>"])
@swiftly
async def test_a_name_pings_nobody(live: Live, name):
    loud = live.discord.user(name)
    live.guild.enter(loud)
    await live.lobby()
    await live.press(loud, "Join")
    await live.shows(" · 10")
    assert not [message for message in live.table.posted() if message.pings]
    assert len(allowed(live)) >= 2
    assert all(one == {"parse": [], "users": []} for one in allowed(live))


@pytest.mark.row(91)
@swiftly
async def test_time_runs_out_for_who_may_not_speak_any_more(live: Live):
    await live.deal()
    live.guild.mute(live.bob, 3_600)
    live.guild.leave(live.ann)
    await asyncio.sleep(100)
    await live.shows("round 1 · results")
    assert "timed out" in live.table.newest.text


# --- kinds of channels ------------------------------------------------------------------------


@pytest.mark.row(76)
@swiftly
async def test_a_thread_that_was_archived_is_opened_by_a_post(live: Live):
    thread = live.guild.thread(live.table, "game night")
    await live.lobby(thread)
    await live.press(live.bob, "Join", thread)
    await live.press(live.ann, "Deal", thread)
    await live.shows("cards are out", thread)
    thread.archive()
    await live.press(live.ann, "Stand", live.ann.private)
    await live.press(live.bob, "Stand", live.bob.private)
    await live.shows("results", thread)
    assert not thread.archived


@pytest.mark.row(76)
@swiftly
async def test_a_thread_that_was_locked_gives_every_stake_back(live: Live):
    thread = live.guild.thread(live.table, "game night")
    await live.lobby(thread)
    await live.press(live.bob, "Join", thread)
    await live.press(live.ann, "Deal", thread)
    await live.shows("cards are out", thread)
    thread.archive(locked=True)
    await live.press(live.ann, "Stand", live.ann.private)
    await asyncio.sleep(600)
    assert 1 <= len(live.discord.calls.counted(thread.id).refused()) <= 2
    assert await live.chips(live.ann, live.bob) == [1_000, 1_000]
    thread.lock(locked=False)
    thread.wake()
    await live.types(live.ann, "/join", thread, bet="50")
    await live.shows("bets are open", thread)


@pytest.mark.row(77)
@swiftly
async def test_where_people_talk_there_can_be_a_table(live: Live):
    forum = live.guild.forum("games")
    for place in (
        live.guild.voice_channel("voice"),
        live.guild.stage_channel("stage"),
        live.guild.thread(live.table, "public"),
        live.guild.thread(live.table, "secret", private=True),
        live.guild.thread(forum, "a post"),
    ):
        await live.lobby(place)


@pytest.mark.row(77)
@swiftly
async def test_in_an_announcement_channel_there_is_no_table(live: Live):
    news = live.guild.announcement_channel("news")
    refused = await live.types(live.ann, "/join", news)
    assert (refused.text or "").startswith("There can be no table in a channel of this kind.")
    assert not live.discord.calls.posts(news.id)


@pytest.mark.row(78)
@swiftly
async def test_in_private_there_are_only_commands_that_work_there(live: Live):
    offered = live.ann.offers(live.ann.private)
    assert {"hit", "help", "privacy", "forgetme", "balance"} <= set(offered)
    assert not {"new", "join", "table", "settings", "grant"} & set(offered)
    assert "grant" in live.discord.founder.offers(live.table)
    helped = await live.types(live.ann, "/help", live.ann.private)
    words = (helped.text or "").replace("\\", "")
    assert sorted(re.findall(r"^/(\w+)", words, re.MULTILINE)) == sorted(offered)
    assert "/join bet:50 there" in words
    await live.deal()
    hand = await live.types(live.ann, "/hand", live.ann.private)
    assert "Your hand" in (hand.text or "")


@pytest.mark.row(79)
@swiftly
async def test_where_only_a_person_installed_the_bot_it_says_so(live: Live):
    elsewhere = live.discord.guild("Elsewhere", members=[live.ann], with_bot=False)
    place = elsewhere.text_channel("cards")
    live.ann.installs_bot()
    assert live.ann.offers(place) == []
    # No client offers it there, so Discord would have to be wrong.
    join = {"id": "1", "name": "join", "type": 1}
    asked = live.discord.interact(Sort.COMMAND, live.ann, place, join)
    await live.discord.until(lambda: asked.acked)
    assert asked.text == (
        "I am not a member of this server, so I cannot deal here. Ask an admin to add me."
    )


# --- servers ----------------------------------------------------------------------------------


@swiftly
async def test_added_to_a_server_it_greets_once_where_servers_greet(live: Live):
    new = live.discord.guild("New", members=live.friends, with_bot=False)
    place = new.text_channel("general")
    new.system_channel = place
    new.invite_bot()
    await asyncio.sleep(30)
    assert [message.text.split(".")[0] for message in place.posted()] == [
        "I deal 21, five cards and cribbage here, for play chips"
    ]


@pytest.mark.row(87)
@swiftly
async def test_an_outage_freezes_a_table(live: Live):
    await live.deal()
    calls = len(live.discord.calls.counted())
    live.guild.fail()
    await asyncio.sleep(3_600)
    assert len(live.discord.calls.counted()) == calls
    live.guild.recover()
    await asyncio.sleep(5)
    assert "cards are out" in live.table.newest.text
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")


@swiftly
async def test_who_put_us_out_in_an_outage_while_the_line_was_down_gets_every_bet_back(live: Live):
    await live.deal()
    live.guild.fail()
    await asyncio.sleep(5)
    live.discord.gateway.break_off()
    live.guild.kick_bot()
    live.discord.gateway.forget_sessions()
    await asyncio.sleep(300)
    assert await live.chips() == [1_000, 1_000, 0]


@pytest.mark.row(87)
@swiftly
async def test_an_outage_that_was_there_before_us_freezes_a_table_too(live: Live):
    await live.deal()
    await live.stop()
    live.guild.fail()
    await live.start()
    await asyncio.sleep(3_600)
    live.guild.recover()
    await asyncio.sleep(5)
    assert "cards are out" in live.table.newest.text
    await live.press(live.ann, "Stand")
    await live.press(live.bob, "Stand")
    await live.shows("results")


@pytest.mark.row(87)
@swiftly
async def test_put_out_of_a_server_it_gives_every_stake_back_and_is_silent(live: Live):
    await live.deal()
    calls = len(live.discord.calls.counted(live.table.id))
    live.guild.kick_bot()
    await asyncio.sleep(120)
    assert len(live.discord.calls.counted(live.table.id)) == calls
    assert set(await live.chips(live.ann, live.bob)) == {1_000}
    live.guild.invite_bot()
    await asyncio.sleep(5)
    await live.lobby()
    assert "round 2 · bets are open" in live.table.newest.text


@pytest.mark.row(88)
@swiftly
async def test_a_deleted_channel_gives_every_stake_back(live: Live):
    await live.deal()
    live.table.delete()
    await asyncio.sleep(5)
    assert set(await live.chips(live.ann, live.bob)) == {1_000}


@pytest.mark.row(88)
@swiftly
async def test_a_channel_that_turns_out_to_be_deleted_gives_every_stake_back(live: Live):
    await live.deal()
    live.discord.faults.fail("", 404, 10003, "Unknown Channel", channel=live.table.id, times=None)
    await live.press(live.ann, "Stand", live.ann.private)
    await asyncio.sleep(60)
    assert set(await live.chips(live.ann, live.bob)) == {1_000}
    assert len(live.discord.calls.refused(10003)) <= 2
