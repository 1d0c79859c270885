"""The stand-in for Telegram's Bot API, as a plain client and as a real library meet it."""

from typing import Any

import aiohttp
import pytest

from tests.fakes.telegram.description import described
from tests.fakes.telegram.plain_bot import as_form, buttons
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.waiting import NEW_YEAR

pytest_plugins = ["tests.fakes.telegram.club"]

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x40\x00\x00\x00\x20"
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


# --- requests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["query", "json", "form", "multipart"])
async def test_parameters_travel_in_every_way_that_the_bot_api_takes(bot, group, how):
    values = {"chat_id": group.id, "text": "Hi", "reply_markup": buttons("Hit")}
    form = aiohttp.FormData(as_form(values))
    if how == "multipart":
        form.add_field("unused", b"", filename="x")
    sent = {"query": {"params": as_form(values)}, "json": {"json": values}}
    async with bot.session.post(bot.url("sendMessage"), **sent.get(how, {"data": form})) as answer:
        assert (await answer.json())["ok"]
    assert group.view() == "[2] Hi (Hit)"


async def test_a_wrong_token_opens_nothing(bot):
    async with bot.session.get(f"{bot.telegram.url}/bot123:wrong/getMe") as response:
        assert (response.status, (await response.json())["description"]) == (401, "Unauthorized")


async def test_answers_are_dated_by_the_clock_of_the_platform(bot):
    async with bot.session.get(bot.url("getMe")) as response:
        assert response.headers["Date"] == "Thu, 01 Jan 2026 00:00:00 GMT"


async def test_what_is_not_a_method_is_refused_and_noted(bot):
    assert await bot.fails("sendKiss") == "Not Found: method not found"
    assert "sendKiss: not a method of this stand-in" in bot.pardoned()


async def test_every_call_is_written_down_with_its_answer_but_without_the_token(bot, group):
    await bot.posts(group, "secret <b>ten</b>", parse_mode="HTML", reply_markup=buttons("Hit"))
    await bot.fails("editMessageText", chat_id=group.id, message_id=99, text="x")
    calls = bot.telegram.calls
    assert [call.method for call in calls.counted(group.id)] == ["sendMessage", "editMessageText"]
    assert [call.at for call in calls] == [NEW_YEAR, NEW_YEAR]
    assert calls[0].applied
    assert "Hit" in calls.posts().payloads()[0]
    assert [str(call) for call in calls.refused(400)] == [
        f"{NEW_YEAR:.3f} editMessageText {group.id} 400 Bad Request: message to edit not found"
    ]
    assert bot.telegram.token not in str([call.__dict__ for call in calls])


# --- text and buttons --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "plain", "entities"),
    [
        ("<b>Ann</b> &amp; &#66;ob", "Ann & Bob", [("bold", 0, 3)]),
        ("<code>10♠</code>", "10♠", [("code", 0, 3)]),
        ("😀 <i>x<u>y</u></i>", "😀 xy", [("italic", 3, 2), ("underline", 4, 1)]),
        (
            "<pre>a < b</pre>".replace("<  ", "&lt; ").replace(" < ", " &lt; "),
            "a < b",
            [("pre", 0, 5)],
        ),
        ('<a href="https://x.org/?a=1&amp;b">x</a>', "x", [("text_link", 0, 1)]),
        ("<span class='tg-spoiler'>K</span>", "K", [("spoiler", 0, 1)]),
        ("<blockquote expandable>x</blockquote>", "x", [("expandable_blockquote", 0, 1)]),
        ('<tg-emoji emoji-id="5">♠</tg-emoji>', "♠", [("custom_emoji", 0, 1)]),
        ('<tg-time unix="1767225600">noon</tg-time>', "noon", [("date_time", 0, 4)]),
        ("<blockquote>x</blockquote>&#x2660;", "x♠", [("blockquote", 0, 1)]),
        ('<a href="nowhere">x</a>', "x", []),
        ("  a\u202eb\t \n", "ab", []),
        ("<b></b>only & words > here", "only & words > here", []),
    ],
)
async def test_html_becomes_text_and_entities(bot, group, html, plain, entities):
    await bot.posts(group, html, parse_mode="HTML")
    shown = group.newest.content.text
    assert shown.plain == plain
    assert [(found.kind, found.offset, found.length) for found in shown.entities] == entities


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("é<b>x</i>", 'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<Ann>", 'Unsupported start tag "Ann" at byte offset 0'),
        ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
    ],
)
async def test_html_that_cannot_be_parsed_is_refused_and_noted(bot, group, html, reason):
    """Rows 14, 54."""
    said = await bot.fails("sendMessage", chat_id=group.id, text=html, parse_mode="HTML")
    assert said == f"Bad Request: can't parse entities: {reason}"
    assert len(bot.pardoned()) == 1


async def test_a_mention_points_at_a_member_but_at_no_stranger(bot, group, ann):
    stranger = bot.telegram.user("Eve")
    html = " ".join(
        f'<a href="tg://user?id={who.id}">{who.first_name}</a>' for who in (ann, stranger)
    )
    message = await bot.does("sendMessage", chat_id=group.id, text=html, parse_mode="HTML")
    (entity,) = message["entities"]
    assert (entity["type"], entity["user"]["id"]) == ("text_mention", ann.id)
    assert message["text"] == "Ann Eve"


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": ""}, "message text is empty"),
        ({"text": "\u200b \u2800"}, "text must be non-empty"),
        ({"text": "x", "parse_mode": "Markdown"}, "unsupported parse_mode"),
        (
            {"text": "x", "reply_markup": buttons("Hit", data={"Hit": "♠" * 22})},
            "BUTTON_DATA_INVALID",
        ),
        (
            {"text": "x", "reply_markup": buttons("Hit", data={"Hit": ""})},
            "Text buttons are not allowed in the inline keyboard",
        ),
        ({"text": "x", "reply_markup": buttons(*["Hit"] * 101)}, "reply markup is too long"),
        ({"text": "x", "reply_markup": "{"}, "can't parse reply markup JSON object"),
        ({"text": "x", "reply_markup": {}}, "can't parse reply keyboard markup JSON object"),
        ({"text": "x", "reply_markup": []}, "object expected as reply markup"),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [{"text": "Hit"}]}},
            'field "inline_keyboard" must be of type Array',
        ),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"callback_data": "x"}]]}},
            "can't parse InlineKeyboardButton: Can't find field \"text\"",
        ),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"text": "x", "url": "nowhere"}]]}},
            "inline keyboard button URL 'nowhere' is invalid",
        ),
        ({"text": "x", "chat_id": ""}, "chat_id is empty"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_no_bot_should_send_is_refused_and_noted(bot, group, parameters, reason):
    said = await bot.fails("sendMessage", **{"chat_id": group.id} | parameters)
    assert said == f"Bad Request: {reason}"
    assert any(reason in wrong for wrong in bot.pardoned())


async def test_entities_may_be_told_instead_of_written(bot, group):
    told = [{"type": "text_link", "offset": 2, "length": 3, "url": "https://x.org/"}]
    message = await bot.does("sendMessage", chat_id=group.id, text="♠ Ann", entities=told)
    assert message["entities"] == told
    told[0]["length"] = 4
    said = await bot.fails("sendMessage", chat_id=group.id, text="♠ Ann", entities=told)
    assert said.endswith("entity beginning at UTF-16 offset 2 ends after the end of text")
    assert bot.pardoned()


async def test_lengths_count_what_is_left_after_parsing(bot, group):
    await bot.posts(group, f"<b>{'&lt;' * 4096}</b>", parse_mode="HTML")
    assert group.newest.text == "<" * 4096


async def test_a_caption_is_shorter_than_a_text(bot, group):
    picture = await bot.uploads(group, PNG)
    sent = {"chat_id": group.id, "photo": picture}
    photo = await bot.does("sendPhoto", caption="x" * 1024, **sent)
    assert (photo["photo"][0]["width"], photo["photo"][0]["height"]) == (64, 32)
    said = await bot.fails("sendPhoto", caption="x" * 1025, **sent)
    assert said == "Bad Request: message caption is too long"
    assert bot.pardoned()


# --- editing and deleting ----------------------------------------------------------------------


async def test_an_edit_replaces_text_and_buttons_and_equal_ones_are_refused(bot, group):
    """Row 50."""
    number = await bot.posts(group, reply_markup=buttons("Hit", "Stand"))
    same = {"chat_id": group.id, "message_id": number}
    edited = await bot.does("editMessageText", text="new", **same)
    assert edited["edit_date"] == int(NEW_YEAR)
    assert group.view() == f"[{number}] new"
    said = await bot.fails("editMessageText", text=" new ", **same)
    assert said.startswith("Bad Request: message is not modified: specified new message content")
    await bot.does("editMessageReplyMarkup", reply_markup=buttons("Again"), **same)
    assert group.newest.labels == ("Again",)
    await bot.does("editMessageReplyMarkup", **same)
    assert group.newest.labels == ()


async def test_a_picture_is_edited_by_its_own_methods(bot, group):
    file_id = await bot.uploads(group, PNG)
    same = {"chat_id": group.id, "message_id": group.newest.id}
    said = await bot.fails("editMessageText", text="x", **same)
    assert said == "Bad Request: there is no text in the message to edit"
    await bot.does("editMessageCaption", caption="<b>ten</b>", parse_mode="HTML", **same)
    assert group.view() == f"[{group.newest.id}] <picture> ten"
    media = {"type": "photo", "media": file_id, "caption": "king"}
    await bot.does("editMessageMedia", media=media, reply_markup=buttons("Hit"), **same)
    assert (group.newest.text, group.newest.content.photo.content) == ("king", PNG)


async def test_what_cannot_be_edited_or_deleted_says_why(bot, group, ann):
    """Row 29."""
    number, theirs = await bot.posts(group), await ann.says(group, "/hi")
    fixed = await bot.posts(group, reply_markup={"force_reply": True})
    group.delete(group.messages[number])

    async def refusal(method: str, message_id: int, **more: object) -> str:
        return str(await bot.fails(method, chat_id=group.id, message_id=message_id, **more))

    missing = "Bad Request: message to {} not found"
    assert await refusal("editMessageText", number, text="x") == missing.format("edit")
    assert await refusal("deleteMessage", number) == missing.format("delete")
    for other in (theirs.id, fixed):
        said = await refusal("editMessageText", other, text="x")
        assert said == "Bad Request: message can't be edited"
    assert await refusal("deleteMessage", theirs.id) == "Bad Request: message can't be deleted"
    group.promote(bot.telegram.bot, "can_delete_messages")
    assert await bot.does("deleteMessage", chat_id=group.id, message_id=theirs.id)
    await bot.waits(48 * 3600)
    assert await refusal("deleteMessage", fixed) == "Bad Request: message can't be deleted"


async def test_several_messages_are_deleted_at_once_or_none(bot, group, ann):
    numbers = [await bot.posts(group), await bot.posts(group)]
    theirs = (await ann.says(group, "/hi")).id
    said = await bot.fails("deleteMessages", chat_id=group.id, message_ids=[*numbers, theirs])
    assert said == "Bad Request: message can't be deleted"
    assert len(group.posted()) == 2
    assert await bot.does("deleteMessages", chat_id=group.id, message_ids=[*numbers, 99])
    assert group.posted() == []


async def test_a_reply_to_what_is_gone_is_refused_unless_told_otherwise(bot, group):
    """Row 55."""
    gone = {"message_id": 99}
    said = await bot.fails("sendMessage", chat_id=group.id, text="x", reply_parameters=gone)
    assert said == "Bad Request: message to be replied not found"
    await bot.posts(group, reply_parameters=gone | {"allow_sending_without_reply": True})
    assert group.newest.reply_to is None


# --- presses -----------------------------------------------------------------------------------


async def test_a_press_is_answered_once_while_it_is_fresh(bot, group, ann):
    """Rows 56, 57; reports H17."""
    await bot.posts(group, reply_markup=buttons("My cards", data={"My cards": "1.1 hand"}))
    press = await ann.presses(group, "My cards")
    ((_, query),) = await bot.hears()
    assert (query["data"], query["from"]["id"]) == ("1.1 hand", ann.id)
    answer = {"callback_query_id": query["id"], "text": "10♠ A♠", "show_alert": True}
    assert await bot.does("answerCallbackQuery", **answer)
    assert (press.text, press.alert.shown, ann.alerts) == ("10♠ A♠", True, ["10♠ A♠"])
    assert await bot.fails("answerCallbackQuery", **answer) == TOO_OLD
    late = await ann.presses(group, "My cards")
    await bot.waits(16)
    assert await bot.fails("answerCallbackQuery", callback_query_id=late.id) == TOO_OLD
    assert late.alert is None


async def test_an_alert_has_200_characters_and_a_longer_one_leaves_the_press_open(bot, group, ann):
    await bot.posts(group, reply_markup=buttons("Hit"))
    press = await ann.presses(group, "Hit")
    said = await bot.fails("answerCallbackQuery", callback_query_id=press.id, text="x" * 201)
    assert said == "Bad Request: MESSAGE_TOO_LONG"
    assert bot.pardoned()
    assert await bot.does("answerCallbackQuery", callback_query_id=press.id, text="♠" * 200)


async def test_people_press_the_newest_button_or_an_old_copy_or_forge_one(bot, group, ann):
    """Rows 9, 30, 31."""
    number = await bot.posts(group, reply_markup=buttons("Hit", data={"Hit": "old"}))
    copy = group.newest.copy()
    await bot.does(
        "editMessageReplyMarkup",
        chat_id=group.id,
        message_id=number,
        reply_markup=buttons("Hit", data={"Hit": "new"}),
    )
    await ann.presses(group, "Hit")
    await ann.presses(copy, "Hit")
    await ann.forges(group.newest, "9.9 hit")
    group.delete(group.newest)
    await ann.presses(copy, "Hit")
    queries = [query for _, query in await bot.hears()]
    assert [query["data"] for query in queries] == ["new", "old", "9.9 hit", "old"]
    assert queries[-1]["message"] == {"chat": group.json(), "message_id": number, "date": 0}
    await ann.forges(None, "1.1 hit")
    assert "message" not in (await bot.hears())[-1][1]
    assert len(bot.telegram.unanswered) == 5
    with pytest.raises(AssertionError, match="no button 'Hit'"):
        await ann.presses(group, "Hit")


async def test_an_answer_opens_the_bots_own_chat_and_nothing_else(bot, group, ann):
    """Rows 1, 3."""
    await bot.posts(group, reply_markup=buttons("Join"))
    press = await ann.presses(group, "Join")
    answer = {"callback_query_id": press.id}
    said = await bot.fails("answerCallbackQuery", url="https://x.org/", **answer)
    assert said == "Bad Request: URL_INVALID"
    assert bot.pardoned()
    await bot.does("answerCallbackQuery", url="https://t.me/CroupierBot?start=t7", **answer)
    assert (await ann.follows(press)).text == "/start t7"
    link = {"text": "Cards in private", "url": "https://t.me/CroupierBot?start=t8"}
    await bot.posts(group, reply_markup={"inline_keyboard": [[link]]})
    assert (await ann.follows(group, "Cards in private")).text == "/start t8"


# --- the platform's own description ------------------------------------------------------------


async def test_requests_are_held_against_the_platforms_description(bot, group):
    if not bot.telegram.checked:
        pytest.skip("SPEC_DIR is not set: requests are not held against the description")
    style = {"inline_keyboard": [[{"text": "Hit", "callback_data": "x", "style": "green"}]]}
    await bot.posts(group, reply_markup=style)
    await bot("sendMessage", chat_id=group.id, text="x", receiver_user_id=1)
    await bot("sendMessage", chat_id=group.id)
    await bot("editMessageReplyMarkup", chat_id=group.id, message_id="one")
    await bot("sendDice", chat_id=group.id)
    wrong = "\n".join(bot.pardoned())
    for complaint in (
        "sendMessage.reply_markup.inline_keyboard[0][0].style: 'green' is none of "
        "['danger', 'success', 'primary']",
        "sendMessage: no parameter 'receiver_user_id'",
        "sendMessage: parameter 'text' is required",
        "editMessageReplyMarkup.message_id: 'one' is no Integer",
        "sendDice: not a method of this stand-in",
    ):
        assert complaint in wrong


def test_the_stand_in_says_whether_it_checks():
    assert Telegram().checked is (described() is not None)


async def test_an_old_server_ignores_what_it_does_not_know(bot, group):
    """What a newer parameter would have kept private becomes public there."""
    bot.telegram.server.too_old = True
    assert await bot.fails("sendRichMessage") == "Not Found: method not found"
    await bot.posts(group, "secret", receiver_user_id=7, rich_message={})
    assert group.newest.text == "secret"
    assert "sendMessage.rich_message" in bot.telegram.server.ignored


async def test_whatever_breaks_in_the_stand_in_is_noted(bot, group):
    group.world = None
    assert await bot.fails("sendMessage", chat_id=group.id, text="x") == "Internal Server Error"
    with pytest.raises(AssertionError, match="stand-in: sendMessage broke"):
        bot.telegram.assert_clean()
    assert bot.pardoned()


# --- a real library ----------------------------------------------------------------------------


async def test_a_real_library_plays_along(bot, group, ann):
    kit = pytest.importorskip("telegram", reason="python-telegram-bot is not installed")
    ext = pytest.importorskip("telegram.ext")
    platform = bot.telegram

    async def joins(update: Any, _context: object) -> None:
        hit = kit.InlineKeyboardButton("Hit", callback_data="1.1 hit")
        await update.message.reply_html(
            "<b>Ann</b> sits.", reply_markup=kit.InlineKeyboardMarkup([[hit]])
        )

    async def hits(update: Any, _context: object) -> None:
        await update.callback_query.answer("10♠ A♠", show_alert=True)
        await update.callback_query.edit_message_text("21!")

    app = ext.Application.builder().token(platform.token).base_url(f"{platform.url}/bot").build()
    app.add_handler(ext.CommandHandler("join", joins))
    app.add_handler(ext.CallbackQueryHandler(hits))
    async with app:
        await app.bot.set_my_commands([("join", "Sit down")], kit.BotCommandScopeAllGroupChats())
        await app.updater.start_polling(allowed_updates=["message", "callback_query"])
        await app.start()
        await ann.says(group, "/join 50")
        await platform.until(lambda: "(Hit)" in group.view())
        press = await ann.presses(group, "Hit")
        await platform.until(lambda: group.view().endswith("21!"))
        await app.updater.stop()
        await app.stop()
    assert press.text == "10♠ A♠"
    assert list(platform.settings.menu(ann, group)) == ["join"]


async def test_a_real_library_understands_refusals_and_sends_pictures(bot, group, ann, monkeypatch):
    monkeypatch.setenv("PTB_TIMEDELTA", "true")  # the older type of waits warns
    kit = pytest.importorskip("telegram", reason="python-telegram-bot is not installed")
    await ann.says(group, "/join 50")
    old = bot.telegram.group("Old", members=[ann])
    new = old.migrate()
    async with kit.Bot(bot.telegram.token, f"{bot.telegram.url}/bot") as library:
        with pytest.raises(kit.error.Forbidden, match="can't initiate conversation"):
            await library.send_message(ann.id, "Your cards")
        with pytest.raises(kit.error.ChatMigrated) as moved:
            await library.send_message(old.id, "table")
        assert moved.value.new_chat_id == new.id
        bot.telegram.faults.flood("sendMessage", 7)
        with pytest.raises(kit.error.RetryAfter) as flooded:
            await library.send_message(group.id, "table")
        assert flooded.value.retry_after.total_seconds() == 7
        posted = await library.send_photo(group.id, PNG, caption="cards")
        edited = await posted.edit_media(kit.InputMediaPhoto(PNG, caption="more cards"))
        assert edited.photo[0].width == 64
    assert group.newest.text == "more cards"
