"""The stand-in for Discord: what may be said where, and what comes of it."""

import aiohttp
import pytest

from tests.fakes.discord.messages import SUPPRESS_NOTIFICATIONS
from tests.fakes.discord.plain_bot import buttons, deleting, editing, posting, row, said
from tests.fakes.waiting import NEW_YEAR

pytest_plugins = ["tests.fakes.discord.club"]

PATIENT = "Maximum number of edits to messages older than 1 hour reached. Try again later"


# --- posting, editing, deleting ----------------------------------------------------------------


async def test_a_message_is_posted_edited_and_deleted(robot, table, dora):
    message = await robot.posts(table, "Bets are open.", components=buttons("Join", "Deal"))
    assert (table.newest.text, table.newest.labels) == ("Bets are open.", ["Join", "Deal"])
    assert table.view(dora) == f"[{message.id}] Bets are open. (Join, Deal)"
    told = await robot.does(editing(message), said("Cards are out.", components=[]))
    assert (told["content"], told["components"], told["edited_timestamp"]) == (
        "Cards are out.",
        [],
        "2026-01-01T00:00:00.000000+00:00",
    )
    await robot.does(deleting(message))
    assert not table.posted()
    assert [call.status for call in robot.discord.calls.deletes(table.id)] == [204]
    assert await robot.fails(editing(message), said("x")) == (404, 10008)
    assert await robot.fails(f"GET /channels/{table.id}/messages/{message.id}") == (404, 10008)


async def test_a_message_is_numbered_by_the_clock_of_the_platform(robot, table):
    message = await robot.posts(table)
    assert (message.id >> 22) / 1000 + 1_420_070_400 == NEW_YEAR
    later = await robot.posts(table)
    assert later.id > message.id


async def test_people_read_text_and_embeds(robot, table, dora):
    embed = {
        "title": "Table",
        "description": "Dora 50",
        "fields": [{"name": "Bank", "value": "House"}],
        "footer": {"text": "round 1"},
    }
    await robot.posts(table, "Bets", embeds=[embed])
    assert table.newest.text == "Bets\nTable\nDora 50\nBank\nHouse\nround 1"
    assert dora.sees("House")
    assert dora.sees("House", table)
    assert not dora.sees("House", dora.private)


async def test_an_edit_leaves_what_it_does_not_name(robot, table):
    message = await robot.posts(table, "Bets", components=buttons("Join"))
    await robot.does(editing(message), said("More bets"))
    assert (table.newest.text, table.newest.labels) == ("More bets", ["Join"])
    await robot.does(editing(message), {"components": []})
    assert (table.newest.text, table.newest.labels) == ("More bets", [])


async def test_a_file_stands_beside_the_body_of_a_form(robot, table):
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "Cards", "allowed_mentions": {"parse": []}}')
    form.add_field("files[0]", b"png", filename="cards.png", content_type="image/png")
    url = f"{robot.discord.api_url}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {robot.discord.token}"}
    table.allow(robot.discord.bot, "ATTACH_FILES")
    async with robot.session.post(url, data=form, headers=headers) as answer:
        assert (await answer.json())["attachments"][0]["filename"] == "cards.png"
    assert table.newest.text == "Cards"


async def test_a_nonce_that_is_enforced_brings_back_the_earlier_message(robot, table):
    first = await robot.posts(table, "deal", nonce="7", enforce_nonce=True)
    again = await robot.posts(table, "deal", nonce="7", enforce_nonce=True)
    free = await robot.posts(table, "deal", nonce="7")
    assert (again.id, len(table.posted()), free.nonce) == (first.id, 2, "7")
    await robot.waits(301)
    assert (await robot.posts(table, "deal", nonce="7", enforce_nonce=True)).id != first.id


async def test_a_message_older_than_an_hour_cannot_be_edited_and_the_refusal_looks_like_a_ban(
    robot, table
):
    """Row 71."""
    message = await robot.posts(table)
    await robot.waits(3599)
    await robot.does(editing(message), said("in time"))
    await robot.waits(1)
    status, headers, text = await robot.raw(editing(message), said("too late"))
    assert (status, "Via" in headers, PATIENT in text) == (429, False, True)
    assert (await robot(editing(message), said("x")))[1]["code"] == 30046
    await robot.does(deleting(message))


async def test_some_edits_of_old_messages_may_be_left(robot, table):
    robot.discord.limits.old_edits = 1
    message = await robot.posts(table)
    await robot.waits(3600)
    await robot.does(editing(message), {"components": []})
    assert await robot.fails(editing(message), {"components": []}) == (429, 30046)


async def test_silent_messages_keep_that_flag_and_no_other(robot, table):
    message = await robot.posts(table, flags=SUPPRESS_NOTIFICATIONS | 1 << 6)
    assert message.flags == SUPPRESS_NOTIFICATIONS
    assert not message.ephemeral


# --- what no message may be --------------------------------------------------------------------

LINK = {"type": 2, "style": 5, "label": "x", "url": "https://x.org"}
PLAIN = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}


@pytest.mark.parametrize(
    ("body", "where", "code"),
    [
        ({"content": "x" * 2001}, ["content"], "BASE_TYPE_MAX_LENGTH"),
        ({"content": 5}, ["content"], "BASE_TYPE_INVALID"),
        ({"nonce": "x" * 26}, ["nonce"], "NONCE_TYPE_TOO_LONG"),
        ({"flags": 1 << 15}, ["flags"], "UNSUPPORTED"),
        ({"embeds": [{"title": "x" * 257}]}, ["embeds", "0", "title"], "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"title": "x"}] * 11}, ["embeds"], "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, ["embeds"], "MAX_EMBED_SIZE_EXCEEDED"),
        (
            {"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]},
            ["embeds", "0", "fields"],
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            {"embeds": [{"fields": [{"name": "", "value": "x"}]}]},
            ["embeds", "0", "fields", "0", "name"],
            "BASE_TYPE_REQUIRED",
        ),
        ({"components": buttons(*"abcdef")}, ["components"], "BASE_TYPE_BAD_LENGTH"),
        ({"components": [PLAIN]}, ["components", "0", "type"], "UNION_TYPE_CHOICES"),
        ({"components": [row()]}, ["components", "0", "components"], "BASE_TYPE_BAD_LENGTH"),
        (
            {"components": [row(*[LINK] * 6)]},
            ["components", "0", "components"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"components": [row(PLAIN), row(PLAIN)]},
            ["components", "1", "components", "0", "custom_id"],
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            {"components": [row(PLAIN | {"custom_id": "x" * 101})]},
            ["components", "0", "components", "0", "custom_id"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"components": [row(PLAIN | {"label": "x" * 81})]},
            ["components", "0", "components", "0", "label"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"components": [row(PLAIN | {"label": ""})]},
            ["components", "0", "components", "0"],
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
        ),
        (
            {"components": [row(PLAIN | {"style": 9})]},
            ["components", "0", "components", "0", "style"],
            "BASE_TYPE_CHOICES",
        ),
        (
            {"components": [row(LINK | {"custom_id": "x"})]},
            ["components", "0", "components", "0"],
            "BUTTON_COMPONENT_INVALID_URL",
        ),
        (
            {"components": [row(PLAIN | {"url": "https://x.org"})]},
            ["components", "0", "components", "0"],
            "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
        ),
        (
            {"components": [row({"type": 3, "custom_id": "x", "options": []})]},
            ["components", "0", "components", "0", "options"],
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"components": [row({"type": 4, "custom_id": "x"})]},
            ["components", "0", "components", "0", "type"],
            "UNION_TYPE_CHOICES",
        ),
        (
            {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            ["allowed_mentions"],
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            {"allowed_mentions": {"parse": ["all"]}},
            ["allowed_mentions", "parse"],
            "BASE_TYPE_CHOICES",
        ),
    ],
)
async def test_bodies_that_the_platform_refuses(robot, table, body, where, code):
    status, told = await robot(posting(table), said("x") | body)
    assert (status, told["code"], told["message"]) == (400, 50035, "Invalid Form Body")
    fault = told["errors"]
    for step in where:
        fault = fault[step]
    assert [one["code"] for one in fault["_errors"]] == [code]
    assert any(code in wrong for wrong in robot.pardoned())


async def test_an_empty_message_is_none(robot, table):
    assert await robot.fails(posting(table), {"content": ""}) == (400, 50006)
    message = await robot.posts(table)
    assert await robot.fails(editing(message), {"content": ""}) == (400, 50006)
    assert len(robot.pardoned()) == 2


async def test_a_body_that_is_no_object_is_refused(robot, table):
    assert await robot.fails(posting(table), ["x"]) == (400, 50109)
    assert robot.pardoned()


# --- mentions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "clean"),
    [
        ({"parse": []}, True),
        ({"parse": [], "users": ["1"]}, True),
        ({"parse": ["everyone"]}, False),
        ({"parse": [], "roles": ["1"]}, False),
        ({}, False),
        (None, False),
    ],
)
async def test_mentions_must_be_switched_off(robot, table, allowed, clean):
    """Row 75."""
    await robot.does(posting(table), {"content": "@everyone", "allowed_mentions": allowed})
    assert (robot.pardoned() == []) is clean


async def test_who_is_named_and_may_be_pinged_is(robot, table, dora, emil):
    """Row 75."""
    text = f"{dora.mention}, your turn. {emil.mention} waits."
    message = await robot.posts(
        table, text, allowed_mentions={"parse": [], "users": [str(dora.id)]}
    )
    assert message.pings == [dora]


# --- where nothing may be said -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("VIEW_CHANNEL", said("x"), (403, 50001)),
        ("SEND_MESSAGES", said("x"), (403, 50013)),
        ("EMBED_LINKS", said("x", embeds=[{"title": "x"}]), (403, 50013)),
    ],
)
async def test_a_permission_is_missing(robot, guild, table, denied, body, code):
    """Row 72."""
    await robot.does(posting(table), body)
    table.deny(robot.discord.bot, denied)
    assert await robot.fails(posting(table), body) == code
    table.allow(robot.discord.bot, denied)
    await robot.does(posting(table), body)
    guild.everyone.permissions = type(guild.everyone.permissions)(0)
    for role in guild.roles.values():
        role.permissions = guild.everyone.permissions
    table.overwrites.clear()
    assert await robot.fails(posting(table), body) == (403, 50001)


async def test_a_role_that_administrates_may_do_all(robot, guild, table, dora):
    table.deny(guild.everyone, "VIEW_CHANNEL")
    assert await robot.fails(posting(table), said("x")) == (403, 50001)
    guild.promote(robot.discord.bot)
    await robot.posts(table)
    guild.promote(dora, "MANAGE_GUILD")
    assert not table.permissions(dora)


async def test_channels_that_are_gone_or_never_were(robot, guild, table):
    """Row 88."""
    message = await robot.posts(table)
    table.delete()
    assert await robot.fails(editing(message), said("x")) == (404, 10003)
    assert await robot.fails("GET /channels/5") == (404, 10003)
    assert await robot.fails("GET /channels/none") == (404, 10003)
    other = guild.text_channel("other")
    guild.kick_bot()
    assert await robot.fails(posting(other), said("x")) == (403, 50001)
    assert await robot.fails(f"GET /guilds/{guild.id}") == (403, 50001)
    robot.pardoned()


@pytest.mark.parametrize(
    ("kind", "takes"),
    [
        ("text_channel", True),
        ("announcement_channel", True),
        ("voice_channel", True),
        ("stage_channel", True),
        ("forum", False),
        ("category", False),
    ],
)
async def test_kinds_of_channels(robot, guild, kind, takes):
    """Row 77."""
    place = getattr(guild, kind)("place")
    status, _ = await robot(posting(place), said("x"))
    assert (status == 200) is takes
    assert (robot.pardoned() == []) is takes


async def test_people_s_messages_are_their_own(robot, table, dora):
    message = await dora.says(table, "Hello")
    assert not table.posted()
    assert await robot.fails(editing(message), said("x")) == (403, 50005)
    robot.pardoned()
    assert await robot.fails(deleting(message)) == (403, 50013)
    table.allow(robot.discord.bot, "MANAGE_MESSAGES")
    await robot.does(deleting(message))
    assert not table.shown()


async def test_automatic_moderation_blocks_words(robot, guild, table):
    """Row 74."""
    guild.blocked_words.add("rude")
    assert await robot.fails(posting(table), said("Rude Dora bets")) == (400, 200000)
    message = await robot.posts(table, "Player 1 bets")
    assert await robot.fails(editing(message), said("rude")) == (400, 200000)


# --- threads -----------------------------------------------------------------------------------


async def test_in_threads_another_right_counts(robot, guild, table):
    """Row 76."""
    thread = guild.thread(table)
    table.deny(robot.discord.bot, "SEND_MESSAGES")
    await robot.posts(thread)
    table.deny(robot.discord.bot, "SEND_MESSAGES_IN_THREADS")
    assert await robot.fails(posting(thread), said("x")) == (403, 50013)
    post = guild.thread(guild.forum("forum"), "post")
    await robot.posts(post)
    news = guild.thread(guild.announcement_channel("news"))
    assert (await robot.does(f"GET /channels/{news.id}"))["type"] == 10


async def test_an_archived_thread_takes_no_edits_and_wakes_by_a_message(robot, guild, table):
    """Row 76."""
    thread = guild.thread(table)
    message = await robot.posts(thread)
    thread.archive()
    assert await robot.fails(editing(message), said("x")) == (400, 50083)
    assert await robot.fails(deleting(message)) == (400, 50083)
    await robot.posts(thread)
    assert not thread.archived
    await robot.does(editing(message), said("awake"))
    thread.archive()
    told = await robot.does(f"PATCH /channels/{thread.id}", {"archived": False})
    assert told["thread_metadata"]["archived"] is False
    assert await robot.fails(f"PATCH /channels/{table.id}", {"name": "x"}) == (403, 50013)


async def test_a_locked_thread_is_for_those_who_manage_threads(robot, guild, table):
    """Row 76."""
    thread = guild.thread(table, archived=True, locked=True)
    assert await robot.fails(posting(thread), said("x")) == (400, 160005)
    assert await robot.fails(f"PATCH /channels/{thread.id}", {"archived": False}) == (403, 50013)
    table.allow(robot.discord.bot, "MANAGE_THREADS")
    await robot.posts(thread)
    assert (thread.archived, thread.locked) == (False, True)


async def test_a_private_thread_is_for_those_who_are_in_it(robot, guild, table, dora):
    thread = guild.thread(table, private=True)
    await robot.posts(thread)
    thread.invited.discard(robot.discord.bot.id)
    assert await robot.fails(posting(thread), said("x")) == (403, 50001)
    assert thread.permissions(dora)


# --- in private --------------------------------------------------------------------------------


async def test_a_private_chat_is_opened_and_written_to(robot, guild, dora):
    assert guild.member(dora)
    assert await robot.fails(posting(dora.private), said("x")) == (404, 10003)
    told = await robot.opens(dora.id)
    assert told["recipients"][0]["id"] == str(dora.id)
    assert (await robot.opens(dora.id))["id"] == told["id"]
    message = await robot.posts(dora.private, "Your cards", components=buttons("Hit"))
    assert (dora.private.newest, dora.private.newest.labels) == (message, ["Hit"])
    await robot.does(editing(message), said("Your new cards"))
    assert dora.sees("Your new cards")


async def test_people_who_cannot_be_written_to(robot, guild, dora):
    """Row 73."""
    stranger = robot.discord.user("Cat")
    for person in (dora, stranger):
        await robot.opens(person.id)
    dora.closes_dms()
    assert await robot.fails(posting(dora.private), said("x")) == (403, 50007)
    assert await robot.fails(posting(stranger.private), said("x")) == (403, 50278)
    dora.opens_dms()
    await robot.posts(dora.private)
    stranger.installs_bot()
    await robot.posts(stranger.private)
    assert await robot.fails("POST /users/@me/channels", {"recipient_id": "5"}) == (404, 10013)
    assert guild.member(stranger) is None


async def test_private_chats_may_not_be_opened_in_a_hurry(robot):
    """Row 73."""
    robot.discord.limits.openings = (2, 60.0)
    crowd = [robot.discord.user(f"Guest {number}") for number in range(3)]
    for person in crowd[:2]:
        await robot.opens(person.id)
        await robot.opens(person.id)
    late = {"recipient_id": str(crowd[2].id)}
    assert await robot.fails("POST /users/@me/channels", late) == (403, 40003)
    await robot.waits(60)
    await robot.opens(crowd[2].id)


# --- reading -----------------------------------------------------------------------------------


async def test_what_the_bot_asks_about_places_and_people(robot, guild, table, dora):
    first, second = await robot.posts(table, "1"), await robot.posts(table, "2")
    told = await robot.does(f"GET /channels/{table.id}/messages", limit="1")
    assert [one["id"] for one in told] == [str(second.id)]
    assert (await robot.does(f"GET /channels/{table.id}/messages/{first.id}"))["content"] == "1"
    assert (await robot.does(f"GET /guilds/{guild.id}"))["name"] == "Friends"
    assert [one["name"] for one in await robot.does("GET /users/@me/guilds")] == ["Friends"]
    channels = await robot.does(f"GET /guilds/{guild.id}/channels")
    assert [one["id"] for one in channels] == [str(table.id)]
    assert (await robot.does(f"GET /users/{dora.id}"))["global_name"] == "Dora"
    member = await robot.does(f"GET /guilds/{guild.id}/members/{dora.id}")
    assert member["user"]["id"] == str(dora.id)
    stranger = robot.discord.user("Cat")
    assert await robot.fails(f"GET /guilds/{guild.id}/members/{stranger.id}") == (404, 10007)
    assert await robot.fails("GET /guilds/5") == (404, 10004)
    await robot.does(f"POST /channels/{table.id}/typing")


async def test_what_the_bot_asks_about_itself(robot):
    """Row 89."""
    me = await robot.does("GET /users/@me")
    own = await robot.does("GET /oauth2/applications/@me")
    assert me["id"] == own["id"] == str(robot.discord.bot.id)
    assert await robot.does("GET /applications/@me") == own
    emojis = await robot.does(f"GET /applications/{me['id']}/emojis")
    assert emojis == {"items": []}
    assert await robot.fails("GET /applications/5/emojis") == (404, 10002)
    assert robot.pardoned()


async def test_a_wrong_token_opens_nothing(robot):
    url = f"{robot.discord.api_url}/users/@me"
    async with robot.session.get(url, headers={"Authorization": "Bot wrong"}) as answer:
        told = await answer.json()
    assert (answer.status, told["message"]) == (401, "401: Unauthorized")


async def test_what_is_no_route_is_refused_and_noted(robot):
    assert await robot.fails("POST /kisses") == (404, 0)
    assert robot.pardoned() == ["POST /kisses: not a route of this stand-in"]


async def test_every_request_is_written_down_with_its_answer_but_without_tokens(robot, table):
    await robot.posts(table, "secret ten", components=buttons("Hit"))
    await robot.fails(f"PATCH /channels/{table.id}/messages/5", said("x"))
    calls = robot.discord.calls
    assert [call.applied for call in calls.counted(table.id)] == [True, False]
    assert [call.at for call in calls] == [NEW_YEAR, NEW_YEAR]
    assert "secret ten" in calls.posts().payloads()[0]
    route = "PATCH /channels/{channel_id}/messages/{message_id}"
    assert [str(call) for call in calls.refused(10008)] == [
        f"{NEW_YEAR:.3f} {route} {table.id} 404 10008 Unknown Message"
    ]
    assert robot.discord.token not in str([call.__dict__ for call in calls])
