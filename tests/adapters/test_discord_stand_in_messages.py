"""The stand-in for Discord: what may be said where, and what comes of it."""

import aiohttp
import pytest

from tests.fakes.discord.messages import SUPPRESS_NOTIFICATIONS
from tests.fakes.discord.plain_bot import buttons, deleting, editing, posting, row, said
from tests.fakes.waiting import NEW_YEAR

pytest_plugins = ["tests.fakes.discord.club"]

PATIENT = "Maximum number of edits to messages older than 1 hour reached. Try again later"


# --- posting, editing, deleting ----------------------------------------------------------------


async def test_a_message_is_posted_edited_and_deleted(bot, table, ann):
    message = await bot.posts(table, "Bets are open.", components=buttons("Join", "Deal"))
    assert (table.newest.text, table.newest.labels) == ("Bets are open.", ["Join", "Deal"])
    assert table.view(ann) == f"[{message.id}] Bets are open. (Join, Deal)"
    told = await bot.does(editing(message), said("Cards are out.", components=[]))
    assert (told["content"], told["components"], told["edited_timestamp"]) == (
        "Cards are out.",
        [],
        "2026-01-01T00:00:00.000000+00:00",
    )
    await bot.does(deleting(message))
    assert not table.posted()
    assert [call.status for call in bot.discord.calls.deletes(table.id)] == [204]
    assert await bot.fails(editing(message), said("x")) == (404, 10008)
    assert await bot.fails(f"GET /channels/{table.id}/messages/{message.id}") == (404, 10008)


async def test_a_message_is_numbered_by_the_clock_of_the_platform(bot, table):
    message = await bot.posts(table)
    assert (message.id >> 22) / 1000 + 1_420_070_400 == NEW_YEAR
    later = await bot.posts(table)
    assert later.id > message.id


async def test_people_read_text_and_embeds(bot, table, ann):
    embed = {
        "title": "Table",
        "description": "Ann 50",
        "fields": [{"name": "Bank", "value": "House"}],
        "footer": {"text": "round 1"},
    }
    await bot.posts(table, "Bets", embeds=[embed])
    assert table.newest.text == "Bets\nTable\nAnn 50\nBank\nHouse\nround 1"
    assert ann.sees("House")
    assert ann.sees("House", table)
    assert not ann.sees("House", ann.private)


async def test_an_edit_leaves_what_it_does_not_name(bot, table):
    message = await bot.posts(table, "Bets", components=buttons("Join"))
    await bot.does(editing(message), said("More bets"))
    assert (table.newest.text, table.newest.labels) == ("More bets", ["Join"])
    await bot.does(editing(message), {"components": []})
    assert (table.newest.text, table.newest.labels) == ("More bets", [])


async def test_a_file_stands_beside_the_body_of_a_form(bot, table):
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "Cards", "allowed_mentions": {"parse": []}}')
    form.add_field("files[0]", b"png", filename="cards.png", content_type="image/png")
    url = f"{bot.discord.api_url}/channels/{table.id}/messages"
    headers = {"Authorization": f"Bot {bot.discord.token}"}
    table.allow(bot.discord.bot, "ATTACH_FILES")
    async with bot.session.post(url, data=form, headers=headers) as answer:
        assert (await answer.json())["attachments"][0]["filename"] == "cards.png"
    assert table.newest.text == "Cards"


async def test_a_nonce_that_is_enforced_brings_back_the_earlier_message(bot, table):
    first = await bot.posts(table, "deal", nonce="7", enforce_nonce=True)
    again = await bot.posts(table, "deal", nonce="7", enforce_nonce=True)
    free = await bot.posts(table, "deal", nonce="7")
    assert (again.id, len(table.posted()), free.nonce) == (first.id, 2, "7")
    await bot.waits(301)
    assert (await bot.posts(table, "deal", nonce="7", enforce_nonce=True)).id != first.id


async def test_a_message_older_than_an_hour_cannot_be_edited_and_the_refusal_looks_like_a_ban(
    bot, table
):
    """Row 71."""
    message = await bot.posts(table)
    await bot.waits(3599)
    await bot.does(editing(message), said("in time"))
    await bot.waits(1)
    status, headers, text = await bot.raw(editing(message), said("too late"))
    assert (status, "Via" in headers, PATIENT in text) == (429, False, True)
    assert (await bot(editing(message), said("x")))[1]["code"] == 30046
    await bot.does(deleting(message))


async def test_some_edits_of_old_messages_may_be_left(bot, table):
    bot.discord.limits.old_edits = 1
    message = await bot.posts(table)
    await bot.waits(3600)
    await bot.does(editing(message), {"components": []})
    assert await bot.fails(editing(message), {"components": []}) == (429, 30046)


async def test_silent_messages_keep_that_flag_and_no_other(bot, table):
    message = await bot.posts(table, flags=SUPPRESS_NOTIFICATIONS | 1 << 6)
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
async def test_bodies_that_the_platform_refuses(bot, table, body, where, code):
    status, told = await bot(posting(table), said("x") | body)
    assert (status, told["code"], told["message"]) == (400, 50035, "Invalid Form Body")
    fault = told["errors"]
    for step in where:
        fault = fault[step]
    assert [one["code"] for one in fault["_errors"]] == [code]
    assert any(code in wrong for wrong in bot.pardoned())


async def test_an_empty_message_is_none(bot, table):
    assert await bot.fails(posting(table), {"content": ""}) == (400, 50006)
    message = await bot.posts(table)
    assert await bot.fails(editing(message), {"content": ""}) == (400, 50006)
    assert len(bot.pardoned()) == 2


async def test_a_body_that_is_no_object_is_refused(bot, table):
    assert await bot.fails(posting(table), ["x"]) == (400, 50109)
    assert bot.pardoned()


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
async def test_mentions_must_be_switched_off(bot, table, allowed, clean):
    """Row 75."""
    await bot.does(posting(table), {"content": "@everyone", "allowed_mentions": allowed})
    assert (bot.pardoned() == []) is clean


async def test_who_is_named_and_may_be_pinged_is(bot, table, ann, bob):
    """Row 75."""
    text = f"{ann.mention}, your turn. {bob.mention} waits."
    message = await bot.posts(table, text, allowed_mentions={"parse": [], "users": [str(ann.id)]})
    assert message.pings == [ann]


# --- where nothing may be said -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("denied", "body", "code"),
    [
        ("VIEW_CHANNEL", said("x"), (403, 50001)),
        ("SEND_MESSAGES", said("x"), (403, 50013)),
        ("EMBED_LINKS", said("x", embeds=[{"title": "x"}]), (403, 50013)),
    ],
)
async def test_a_permission_is_missing(bot, guild, table, denied, body, code):
    """Row 72."""
    await bot.does(posting(table), body)
    table.deny(bot.discord.bot, denied)
    assert await bot.fails(posting(table), body) == code
    table.allow(bot.discord.bot, denied)
    await bot.does(posting(table), body)
    guild.everyone.permissions = type(guild.everyone.permissions)(0)
    for role in guild.roles.values():
        role.permissions = guild.everyone.permissions
    table.overwrites.clear()
    assert await bot.fails(posting(table), body) == (403, 50001)


async def test_a_role_that_administrates_may_do_all(bot, guild, table, ann):
    table.deny(guild.everyone, "VIEW_CHANNEL")
    assert await bot.fails(posting(table), said("x")) == (403, 50001)
    guild.promote(bot.discord.bot)
    await bot.posts(table)
    guild.promote(ann, "MANAGE_GUILD")
    assert not table.permissions(ann)


async def test_channels_that_are_gone_or_never_were(bot, guild, table):
    """Row 88."""
    message = await bot.posts(table)
    table.delete()
    assert await bot.fails(editing(message), said("x")) == (404, 10003)
    assert await bot.fails("GET /channels/5") == (404, 10003)
    assert await bot.fails("GET /channels/none") == (404, 10003)
    other = guild.text_channel("other")
    guild.kick_bot()
    assert await bot.fails(posting(other), said("x")) == (403, 50001)
    assert await bot.fails(f"GET /guilds/{guild.id}") == (403, 50001)
    bot.pardoned()


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
async def test_kinds_of_channels(bot, guild, kind, takes):
    """Row 77."""
    place = getattr(guild, kind)("place")
    status, _ = await bot(posting(place), said("x"))
    assert (status == 200) is takes
    assert (bot.pardoned() == []) is takes


async def test_people_s_messages_are_their_own(bot, table, ann):
    message = await ann.says(table, "Hello")
    assert not table.posted()
    assert await bot.fails(editing(message), said("x")) == (403, 50005)
    bot.pardoned()
    assert await bot.fails(deleting(message)) == (403, 50013)
    table.allow(bot.discord.bot, "MANAGE_MESSAGES")
    await bot.does(deleting(message))
    assert not table.shown()


async def test_automatic_moderation_blocks_words(bot, guild, table):
    """Row 74."""
    guild.blocked_words.add("rude")
    assert await bot.fails(posting(table), said("Rude Ann bets")) == (400, 200000)
    message = await bot.posts(table, "Player 1 bets")
    assert await bot.fails(editing(message), said("rude")) == (400, 200000)


# --- threads -----------------------------------------------------------------------------------


async def test_in_threads_another_right_counts(bot, guild, table):
    """Row 76."""
    thread = guild.thread(table)
    table.deny(bot.discord.bot, "SEND_MESSAGES")
    await bot.posts(thread)
    table.deny(bot.discord.bot, "SEND_MESSAGES_IN_THREADS")
    assert await bot.fails(posting(thread), said("x")) == (403, 50013)
    post = guild.thread(guild.forum("forum"), "post")
    await bot.posts(post)
    news = guild.thread(guild.announcement_channel("news"))
    assert (await bot.does(f"GET /channels/{news.id}"))["type"] == 10


async def test_an_archived_thread_takes_no_edits_and_wakes_by_a_message(bot, guild, table):
    """Row 76."""
    thread = guild.thread(table)
    message = await bot.posts(thread)
    thread.archive()
    assert await bot.fails(editing(message), said("x")) == (400, 50083)
    assert await bot.fails(deleting(message)) == (400, 50083)
    await bot.posts(thread)
    assert not thread.archived
    await bot.does(editing(message), said("awake"))
    thread.archive()
    told = await bot.does(f"PATCH /channels/{thread.id}", {"archived": False})
    assert told["thread_metadata"]["archived"] is False
    assert await bot.fails(f"PATCH /channels/{table.id}", {"name": "x"}) == (403, 50013)


async def test_a_locked_thread_is_for_those_who_manage_threads(bot, guild, table):
    """Row 76."""
    thread = guild.thread(table, archived=True, locked=True)
    assert await bot.fails(posting(thread), said("x")) == (400, 160005)
    assert await bot.fails(f"PATCH /channels/{thread.id}", {"archived": False}) == (403, 50013)
    table.allow(bot.discord.bot, "MANAGE_THREADS")
    await bot.posts(thread)
    assert (thread.archived, thread.locked) == (False, True)


async def test_a_private_thread_is_for_those_who_are_in_it(bot, guild, table, ann):
    thread = guild.thread(table, private=True)
    await bot.posts(thread)
    thread.invited.discard(bot.discord.bot.id)
    assert await bot.fails(posting(thread), said("x")) == (403, 50001)
    assert thread.permissions(ann)


# --- in private --------------------------------------------------------------------------------


async def test_a_private_chat_is_opened_and_written_to(bot, guild, ann):
    assert guild.member(ann)
    assert await bot.fails(posting(ann.private), said("x")) == (404, 10003)
    told = await bot.opens(ann.id)
    assert told["recipients"][0]["id"] == str(ann.id)
    assert (await bot.opens(ann.id))["id"] == told["id"]
    message = await bot.posts(ann.private, "Your cards", components=buttons("Hit"))
    assert (ann.private.newest, ann.private.newest.labels) == (message, ["Hit"])
    await bot.does(editing(message), said("Your new cards"))
    assert ann.sees("Your new cards")


async def test_people_who_cannot_be_written_to(bot, guild, ann):
    """Row 73."""
    stranger = bot.discord.user("Cat")
    for person in (ann, stranger):
        await bot.opens(person.id)
    ann.closes_dms()
    assert await bot.fails(posting(ann.private), said("x")) == (403, 50007)
    assert await bot.fails(posting(stranger.private), said("x")) == (403, 50278)
    ann.opens_dms()
    await bot.posts(ann.private)
    stranger.installs_bot()
    await bot.posts(stranger.private)
    assert await bot.fails("POST /users/@me/channels", {"recipient_id": "5"}) == (404, 10013)
    assert guild.member(stranger) is None


async def test_private_chats_may_not_be_opened_in_a_hurry(bot):
    """Row 73."""
    bot.discord.limits.openings = (2, 60.0)
    crowd = [bot.discord.user(f"Guest {number}") for number in range(3)]
    for person in crowd[:2]:
        await bot.opens(person.id)
        await bot.opens(person.id)
    late = {"recipient_id": str(crowd[2].id)}
    assert await bot.fails("POST /users/@me/channels", late) == (403, 40003)
    await bot.waits(60)
    await bot.opens(crowd[2].id)


# --- reading -----------------------------------------------------------------------------------


async def test_what_the_bot_asks_about_places_and_people(bot, guild, table, ann):
    first, second = await bot.posts(table, "1"), await bot.posts(table, "2")
    told = await bot.does(f"GET /channels/{table.id}/messages", limit="1")
    assert [one["id"] for one in told] == [str(second.id)]
    assert (await bot.does(f"GET /channels/{table.id}/messages/{first.id}"))["content"] == "1"
    assert (await bot.does(f"GET /guilds/{guild.id}"))["name"] == "Friends"
    assert [one["name"] for one in await bot.does("GET /users/@me/guilds")] == ["Friends"]
    channels = await bot.does(f"GET /guilds/{guild.id}/channels")
    assert [one["id"] for one in channels] == [str(table.id)]
    assert (await bot.does(f"GET /users/{ann.id}"))["global_name"] == "Ann"
    member = await bot.does(f"GET /guilds/{guild.id}/members/{ann.id}")
    assert member["user"]["id"] == str(ann.id)
    stranger = bot.discord.user("Cat")
    assert await bot.fails(f"GET /guilds/{guild.id}/members/{stranger.id}") == (404, 10007)
    assert await bot.fails("GET /guilds/5") == (404, 10004)
    await bot.does(f"POST /channels/{table.id}/typing")


async def test_what_the_bot_asks_about_itself(bot):
    """Row 89."""
    me = await bot.does("GET /users/@me")
    own = await bot.does("GET /oauth2/applications/@me")
    assert me["id"] == own["id"] == str(bot.discord.bot.id)
    assert await bot.does("GET /applications/@me") == own
    emojis = await bot.does(f"GET /applications/{me['id']}/emojis")
    assert emojis == {"items": []}
    assert await bot.fails("GET /applications/5/emojis") == (404, 10002)
    assert bot.pardoned()


async def test_a_wrong_token_opens_nothing(bot):
    url = f"{bot.discord.api_url}/users/@me"
    async with bot.session.get(url, headers={"Authorization": "Bot wrong"}) as answer:
        told = await answer.json()
    assert (answer.status, told["message"]) == (401, "401: Unauthorized")


async def test_what_is_no_route_is_refused_and_noted(bot):
    assert await bot.fails("POST /kisses") == (404, 0)
    assert bot.pardoned() == ["POST /kisses: not a route of this stand-in"]


async def test_every_request_is_written_down_with_its_answer_but_without_tokens(bot, table):
    await bot.posts(table, "secret ten", components=buttons("Hit"))
    await bot.fails(f"PATCH /channels/{table.id}/messages/5", said("x"))
    calls = bot.discord.calls
    assert [call.applied for call in calls.counted(table.id)] == [True, False]
    assert [call.at for call in calls] == [NEW_YEAR, NEW_YEAR]
    assert "secret ten" in calls.posts().payloads()[0]
    route = "PATCH /channels/{channel_id}/messages/{message_id}"
    assert [str(call) for call in calls.refused(10008)] == [
        f"{NEW_YEAR:.3f} {route} {table.id} 404 10008 Unknown Message"
    ]
    assert bot.discord.token not in str([call.__dict__ for call in calls])
