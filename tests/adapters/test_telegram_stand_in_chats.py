"""People and groups on the stand-in for Telegram, and what a bot may do there."""

import pytest

pytest_plugins = ["tests.fakes.telegram.club"]


# --- people ------------------------------------------------------------------------------------


async def test_nobody_is_written_to_who_did_not_start_the_bot(bot, group, ann):
    """Rows 1, 2; reports G4."""
    private = {"chat_id": ann.id, "text": "Your cards"}
    assert await bot.fails("sendMessage", **private) == "Bad Request: chat not found"
    await ann.says(group, "/join 50")
    said = await bot.fails("sendMessage", **private)
    assert said == "Forbidden: bot can't initiate conversation with a user"
    assert (await ann.starts_bot("t7")).text == "/start t7"
    await bot.does("sendMessage", **private)
    assert ann.private.newest.text == "Your cards"
    await ann.blocks_bot()
    assert await bot.fails("sendMessage", **private) == "Forbidden: bot was blocked by the user"
    kind, blocked = (await bot.hears())[-1]
    statuses = blocked["old_chat_member"]["status"], blocked["new_chat_member"]["status"]
    assert (kind, statuses) == ("my_chat_member", ("member", "kicked"))
    await ann.starts_bot()
    await bot.does("sendMessage", **private)
    await ann.deletes_account()
    assert await bot.fails("sendMessage", **private) == "Forbidden: user is deactivated"


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/join 50", True),
        ("/JOIN@croupierbot 50", True),
        ("/join@OtherBot", False),
        ("hello", False),
        ("hello @CroupierBot", True),
    ],
)
async def test_privacy_mode_lets_through_what_is_meant_for_the_bot(bot, group, ann, text, heard):
    """Row 33."""
    await ann.says(group, text)
    assert bool(await bot.hears()) is heard
    bot.telegram.privacy_mode = False
    await ann.says(group, text)
    assert await bot.hears()


async def test_bare_commands_go_to_the_bot_that_spoke_last(bot, group, ann):
    """Row 13."""
    other = bot.telegram.other_bot("Helper")
    await other.says(group, "/join@CroupierBot")
    await ann.says(group, "/join")
    ((_, message),) = await bot.hears()
    assert message["from"]["is_bot"]
    await bot.posts(group)
    await ann.says(group, "/join", reply_to=group.newest)
    await ann.says(group, "/join", via=other)
    _, replied, via = await bot.hears()
    assert replied[1]["reply_to_message"]["text"] == "table"
    assert via[1]["via_bot"]["id"] == other.id


async def test_who_hides_behind_a_chat_is_told_as_that(bot, group, ann):
    """Rows 11, 12, 25."""
    channel = bot.telegram.channel("Ann's channel", members=[ann])
    group.promote(ann, anonymous=True)
    await ann.says(group, "/join", anonymous=True)
    await ann.says(group, "/join", as_channel=channel)
    await ann.says(channel, "/join@CroupierBot")
    told = await bot.hears()
    senders = [(m.get("from", {}).get("id"), m["sender_chat"]["id"]) for _, m in told]
    assert senders == [(1087968824, group.id), (136817688, channel.id), (None, channel.id)]
    assert told[-1][0] == "channel_post"
    await bot.posts(channel)
    channel.promote(bot.telegram.bot, "can_invite_users")
    said = await bot.fails("sendMessage", chat_id=channel.id, text="x")
    assert said == "Bad Request: need administrator rights in the channel chat"


async def test_captions_mentions_and_hostile_names_arrive_as_they_are(bot, group, ann, bob):
    """Rows 14, 35."""
    bot.telegram.privacy_mode = False
    ann.first_name, ann.username = "<b>&\u202e", None
    await ann.sends_photo(group, "/join 50")
    await ann.says(group, "/give Bob 50", mentions=[bob])
    (_, photo), (_, gift) = await bot.hears()
    assert (photo["caption"], photo["caption_entities"][0]["type"]) == ("/join 50", "bot_command")
    assert photo["from"]["first_name"] == "<b>&\u202e"
    assert gift["entities"][1]["user"]["id"] == bob.id


# --- groups ------------------------------------------------------------------------------------


async def test_an_upgraded_group_says_so_and_names_the_new_one(bot, ann):
    """Rows 19 to 21; reports H1, H3."""
    old = bot.telegram.group("Friends", members=[ann])
    number = await bot.posts(old)
    new = old.migrate()
    (_, left), (_, joined) = await bot.hears()
    assert (left["chat"]["id"], left["migrate_to_chat_id"]) == (old.id, new.id)
    assert (joined["chat"]["id"], joined["migrate_from_chat_id"]) == (new.id, old.id)
    for method in ("sendMessage", "editMessageText"):
        body = await bot(method, chat_id=old.id, message_id=number, text="x")
        assert body["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
        assert body["parameters"] == {"migrate_to_chat_id": new.id}
    bot.pardoned()  # a new message has no number to name
    await bot.posts(new)


async def test_an_upgrade_may_be_told_backwards_or_not_at_all(bot, ann):
    bot.telegram.group("Quiet", members=[ann]).migrate(silently=True)
    new = bot.telegram.group("Friends", members=[ann]).migrate(new_first=True)
    first, _ = [message["chat"]["id"] for _, message in await bot.hears()]
    assert first == new.id


async def test_a_bot_that_was_removed_or_silenced_is_told_what_it_may_not(bot, group, ann):
    """Rows 22 to 24; report H15."""
    us = bot.telegram.bot
    number = await bot.posts(group)

    async def refusal(method: str = "sendMessage", **more: object) -> str:
        return str(await bot.fails(method, chat_id=group.id, **more))

    silenced = "Bad Request: not enough rights to send text messages to the chat"
    group.restrict(us)
    assert await refusal(text="x") == silenced
    edit = {"method": "editMessageText", "message_id": number, "text": "x"}
    assert await refusal(**edit) == "Bad Request: CHAT_WRITE_FORBIDDEN"
    group.demote(us)
    group.mute()
    assert await refusal(text="x") == silenced
    group.kick(us, by=ann)
    assert await refusal(text="x") == "Forbidden: bot was kicked from the supergroup chat"
    group.add(us, by=ann)
    group.promote(us)
    await bot.posts(group)
    await bot.does("leaveChat", chat_id=group.id)
    assert await refusal(text="x") == "Forbidden: bot is not a member of the supergroup chat"
    own = [change for kind, change in await bot.hears() if kind == "my_chat_member"]
    statuses = [change["new_chat_member"]["status"] for change in own]
    assert statuses == ["restricted", "member", "kicked", "member", "administrator", "left"]


async def test_deleted_groups_and_foreign_ones_are_refused(bot):
    group, other = bot.telegram.group("Old"), bot.telegram.group("Other", with_bot=False)
    group.disappear()
    said = [await bot.fails("sendMessage", chat_id=chat.id, text="x") for chat in (group, other)]
    assert said == ["Forbidden: the group chat was deleted", "Bad Request: chat not found"]


async def test_topics_keep_to_themselves_and_general_has_no_number(bot, ann):
    """Rows 26 to 28; reports H4, H6, H8."""
    forum = bot.telegram.supergroup("Club", members=[ann], forum=True)
    cards = forum.topic("Cards")
    await bot.posts(forum, "general")
    await bot.posts(cards, "cards")
    assert cards.view().endswith("cards")
    in_topic, in_general = (
        await ann.says(cards, "/join"),
        await ann.says(forum, "/join", reply_to=forum.posted()[0]),
    )
    assert in_topic.json()["is_topic_message"]
    assert in_topic.json()["reply_to_message"]["forum_topic_created"]["name"] == "Cards"
    assert in_general.json()["message_thread_id"] == forum.posted()[0].id
    assert "is_topic_message" not in in_general.json()

    async def refusal(thread: int) -> str:
        posted = {"chat_id": forum.id, "text": "x", "message_thread_id": thread}
        return str(await bot.fails("sendMessage", **posted))

    missing = "Bad Request: message thread not found"
    assert await refusal(in_general.json()["message_thread_id"]) == missing
    assert await refusal(1) == missing
    assert bot.pardoned() == ["sendMessage: Bad Request: message thread not found"]
    cards.close()
    assert await refusal(cards.id) == "Bad Request: TOPIC_CLOSED"
    forum.promote(bot.telegram.bot, "can_manage_topics")
    await bot.posts(cards)
    cards.reopen()
    forum.switch_topics_off()
    assert await refusal(cards.id) == missing
    cards.delete()
    assert cards.view() == ""


async def test_numbers_of_messages_are_a_supergroups_own_and_shared_elsewhere(bot, ann):
    basic = [bot.telegram.group(title, members=[ann]) for title in ("One", "Two")]
    own = [bot.telegram.supergroup(title, members=[ann]) for title in ("Three", "Four")]
    assert [await bot.posts(chat) for chat in (*basic, *own)] == [1, 2, 2, 2]
    assert all(chat.id < -(2**31) for chat in own)


async def test_administrators_are_listed_where_that_is_allowed(bot, group, ann, bob):
    """Row 32; report G9."""
    group.promote(ann, anonymous=True)
    group.promote(bot.telegram.other_bot("Helper"))
    found = await bot.does("getChatAdministrators", chat_id=group.id)
    assert [member["status"] for member in found] == ["creator", "administrator"]
    assert found[1]["is_anonymous"]
    asked = {"chat_id": group.id, "user_id": bob.id}
    assert await bot.fails("getChatMember", **asked) == "Bad Request: member list is inaccessible"
    group.members_hidden = True
    said = await bot.fails("getChatAdministrators", chat_id=group.id)
    assert said == "Bad Request: member list is inaccessible"
    group.promote(bot.telegram.bot)
    assert (await bot.does("getChatMember", **asked))["status"] == "member"
    group.demote(ann)
    changes = [(kind, change["new_chat_member"]["status"]) for kind, change in await bot.hears()]
    assert changes == [("my_chat_member", "administrator")]


async def test_a_private_chat_has_two_in_it_and_no_administrators(bot, ann):
    await ann.starts_bot()
    here = {"chat_id": ann.id}
    assert (await bot.does("getChatMember", user_id=ann.id, **here))["status"] == "member"
    assert await bot.does("getChatMemberCount", **here) == 2
    for method in ("getChatAdministrators", "leaveChat"):
        await bot.fails(method, **here)
    assert len(bot.pardoned()) == 2


async def test_members_come_and_go_with_a_message_each(bot, group, ann):
    cat = bot.telegram.user("Cat")
    group.add(cat, by=ann)
    await cat.leaves(group)
    (_, came), (_, left) = await bot.hears()
    assert came["new_chat_members"][0]["id"] == left["left_chat_member"]["id"] == cat.id
    basic = bot.telegram.group("Old", members=[ann, cat])
    basic.kick(cat)
    assert (await bot.hears())[-1][1]["left_chat_member"]["id"] == cat.id
    assert await bot.fails("getChatMember", chat_id=basic.id, user_id=12) == (
        "Bad Request: user not found"
    )


async def test_a_group_is_known_by_number_and_by_name(bot, ann):
    club = bot.telegram.supergroup("Club", members=[ann], username="the_club", forum=True)
    assert (await bot.does("getChat", chat_id="@The_Club"))["id"] == club.id
    assert (await bot.does("getChatMemberCount", chat_id=club.id)) == 3
    assert await bot.fails("getChat", chat_id="@nobody") == "Bad Request: chat not found"


# --- menus and descriptions --------------------------------------------------------------------


async def test_menus_are_kept_by_scope_and_language_and_the_narrowest_shows(bot, group, ann):
    """Row 47."""
    ann.language_code = "ro"
    groups, admins = {"type": "all_group_chats"}, {"type": "chat_administrators"}

    async def sets(name: str, **where: object) -> None:
        menu = [{"command": name, "description": "Something"}]
        assert await bot.does("setMyCommands", commands=menu, **where)

    await sets("help")
    await sets("join", scope=groups)
    await sets("intra", scope=groups, language_code="ro")
    await sets("settings", scope=admins | {"chat_id": group.id})
    menus = bot.telegram.settings
    assert list(menus.menu(ann, ann.private)) == ["help"]
    assert list(menus.menu(ann, group)) == ["intra"]
    group.promote(ann)
    assert list(menus.menu(ann, group)) == ["settings"]
    assert (await bot.does("getMyCommands", scope=groups))[0]["command"] == "join"
    await bot.does("deleteMyCommands", scope=groups)
    assert await bot.does("getMyCommands", scope=groups) == []
    cat = bot.telegram.user("Cat")
    bot.telegram.settings.menus.clear()
    assert menus.menu(cat, group) == {}


@pytest.mark.parametrize(
    ("name", "description", "more", "reason"),
    [
        ("Join", "x", {}, "BOT_COMMAND_INVALID"),
        ("join-in", "x", {}, "BOT_COMMAND_INVALID"),
        ("", "x", {}, "command must be non-empty"),
        ("join", " ", {}, "command description must be non-empty"),
        ("join", "x" * 257, {}, "command description length must not exceed 256"),
        ("join", "x", {"language_code": "english"}, "invalid language code specified"),
        (
            "join",
            "x",
            {"scope": {"type": "everybody"}},
            "can't parse BotCommandScope: Unsupported type specified",
        ),
    ],
)
async def test_menus_that_break_the_rules_are_refused(bot, name, description, more, reason):
    commands = [{"command": name, "description": description}]
    said = await bot.fails("setMyCommands", commands=commands, **more)
    assert said == f"Bad Request: {reason}"
    assert bot.pardoned()


async def test_the_bot_describes_itself_in_every_language(bot):
    await bot.does("setMyDescription", description="Deals cards.")
    await bot.does("setMyDescription", description="发牌。", language_code="zh")
    for language, text in (("zh", "发牌。"), ("ro", "Deals cards.")):
        got = await bot.does("getMyDescription", language_code=language)
        assert got == {"description": text}
    await bot.fails("setMyShortDescription", short_description="x" * 121)
    assert bot.pardoned()
    me = await bot.does("getMe")
    assert (me["username"], me["can_read_all_group_messages"]) == ("CroupierBot", False)
