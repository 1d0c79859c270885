"""The stand-in for Discord: commands and presses, and the answers that only some people see."""

import pytest

from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.messages import EPHEMERAL
from tests.fakes.discord.offers import Impossible
from tests.fakes.discord.permissions import May
from tests.fakes.discord.plain_bot import (
    acknowledged,
    buttons,
    callback,
    command,
    editing,
    option,
    said,
)

pytest_plugins = ["tests.fakes.discord.club"]

LATE = (404, 10062)
DOUBLE = (400, 40060)
OVER = (401, 50027)


@pytest.fixture
async def joining(robot, dora, table):
    await robot.syncs(command("join"))
    return await dora.types(table, "/join")


@pytest.fixture
async def press(robot, dora, table):
    await robot.posts(table, "Bets", components=buttons("Hit"))
    return await dora.presses(table, "Hit")


# --- the first answer --------------------------------------------------------------------------


async def test_the_first_answer_must_come_within_three_seconds(robot, joining, press):
    """Rows 62, 63."""
    await robot.waits(2.9)
    await robot.answers(joining, Ack.MESSAGE, content="You sit.")
    await robot.waits(0.1)
    assert await robot.fails(callback(press), acknowledged(Ack.DEFERRED_UPDATE)) == LATE
    assert (joining.failed, press.failed) == (False, True)
    assert robot.discord.unanswered == []


async def test_nothing_is_answered_twice(robot, joining):
    """Row 64."""
    await robot.answers(joining, Ack.DEFERRED_MESSAGE)
    assert await robot.fails(callback(joining), acknowledged(Ack.MESSAGE, content="x")) == DOUBLE
    assert joining.acks == [Ack.DEFERRED_MESSAGE]
    assert len(robot.pardoned()) == 1


async def test_what_was_never_asked_cannot_be_answered(robot, joining):
    unknown = callback(joining).replace(joining.token, "stand-in-token-9-of-9")
    assert await robot.fails(unknown, acknowledged(Ack.DEFERRED_MESSAGE)) == LATE


async def test_a_private_answer_is_seen_by_one_person(robot, dora, emil, table, joining):
    """Rows 66, 67."""
    await robot.answers(joining, Ack.MESSAGE, content="Your cards", components=buttons("Hit"))
    seen = joining.private
    assert (joining.text, seen.flags, seen.labels) == ("Your cards", EPHEMERAL, ["Hit"])
    assert (dora.sees("Your cards"), emil.sees("Your cards")) == (True, False)
    assert "Your cards" in table.view(dora)
    assert not table.view(emil)
    assert not table.view()
    assert not robot.discord.calls.public_responses()
    with pytest.raises(Impossible, match="Emil sees no button"):
        await emil.presses(joining, "Hit")
    with pytest.raises(Impossible, match="does not see"):
        await emil.presses(seen, "Hit")
    assert (await dora.presses(joining, "Hit")).message is seen


async def test_a_public_answer_is_told_apart(robot, emil, joining, press):
    """Rows 66, 75."""
    await robot.answers(joining, Ack.MESSAGE, content="Dora sits.", flags=0)
    await robot.answers(press, Ack.DEFERRED_MESSAGE, flags=0)
    assert [call.public for call in robot.discord.calls.callbacks()] == [True, True]
    assert robot.discord.calls.public_responses() == robot.discord.calls.callbacks()
    assert emil.sees("Dora sits.")
    assert joining.private is None


async def test_the_channel_s_route_does_not_reach_private_answers(robot, joining):
    await robot.answers(joining, Ack.MESSAGE, content="Your cards")
    assert await robot.fails(editing(joining.private), said("x")) == (404, 10008)
    assert len(robot.pardoned()) == 1


async def test_a_press_changes_what_was_pressed(robot, table, dora, press):
    await robot.answers(press, Ack.UPDATE, content="Dora hits.", components=[])
    assert (table.newest.text, table.newest.labels) == ("Dora hits.", [])
    assert not robot.discord.calls.public_responses()
    with pytest.raises(Impossible):
        await dora.presses(table, "Hit")


async def test_a_press_changes_a_private_message_too(robot, dora, emil, joining):
    await robot.answers(joining, Ack.MESSAGE, content="Your cards", components=buttons("Hit"))
    press = await dora.presses(joining, "Hit")
    await robot.answers(press, Ack.UPDATE, content="Your three cards")
    assert (joining.private.text, joining.private.labels) == ("Your three cards", ["Hit"])
    assert not emil.sees("cards")


async def test_a_press_is_acknowledged_and_its_message_edited_later(robot, table, press):
    await robot.answers(press, Ack.DEFERRED_UPDATE)
    original = robot.follow(press, "@original")
    assert (await robot.does(f"GET {original}"))["content"] == "Bets"
    await robot.does(f"PATCH {original}", said("Dora hits."))
    assert table.newest.text == "Dora hits."


async def test_who_waits_for_an_answer_reads_that_the_bot_thinks(robot, emil, joining):
    await robot.answers(joining, Ack.DEFERRED_MESSAGE)
    original = robot.follow(joining, "@original")
    assert (joining.thinking, joining.text) == (True, None)
    assert (await robot.does(f"GET {original}"))["flags"] == EPHEMERAL | 1 << 7
    await robot.does(f"PATCH {original}", said("You sit.", flags=0))
    assert (joining.thinking, joining.private.text) == (False, "You sit.")
    assert not emil.sees("You sit.")
    assert not robot.discord.calls.public_responses()


async def test_a_deferred_answer_can_be_withdrawn(robot, joining):
    await robot.answers(joining, Ack.DEFERRED_MESSAGE)
    original = robot.follow(joining, "@original")
    await robot.does(f"DELETE {original}")
    assert (joining.thinking, joining.responses) == (False, [])
    assert await robot.fails(f"PATCH {original}", said("x")) == (404, 10008)


async def test_the_first_follow_up_is_the_deferred_answer_and_keeps_its_privacy(
    robot, emil, joining
):
    await robot.answers(joining, Ack.DEFERRED_MESSAGE)
    await robot.does(f"POST {robot.follow(joining)}", said("You sit."), wait="true")
    assert (joining.original, joining.original.ephemeral) == (joining.responses[0], True)
    assert await robot.does(f"POST {robot.follow(joining)}", said("More", flags=EPHEMERAL)) is None
    assert [message.text for message in joining.responses] == ["You sit.", "More"]
    assert not robot.discord.calls.public_responses()
    await robot.does(f"POST {robot.follow(joining)}", said("For all"))
    assert [call.public for call in robot.discord.calls.public_responses()] == [True]
    assert emil.sees("For all")


async def test_follow_ups_are_edited_and_deleted_by_their_numbers(robot, table, joining):
    await robot.answers(joining, Ack.MESSAGE, content="You sit.")
    told = await robot.does(f"POST {robot.follow(joining)}", said("More", flags=64), wait="true")
    where = robot.follow(joining, told["id"])
    await robot.does(f"PATCH {where}", said("Less"))
    assert joining.private.text == "Less"
    await robot.does(f"DELETE {where}")
    assert joining.private.text == "You sit."
    other = await robot.posts(table)
    assert await robot.fails(f"DELETE {robot.follow(joining, other.id)}") == (404, 10008)


async def test_a_token_is_good_for_fifteen_minutes(robot, joining):
    """Row 65."""
    await robot.answers(joining, Ack.MESSAGE, content="You sit.")
    await robot.waits(899)
    await robot.does(f"PATCH {robot.follow(joining, '@original')}", said("in time"))
    await robot.waits(1)
    for route in ("PATCH", "GET", "DELETE"):
        body = said("x") if route == "PATCH" else None
        assert await robot.fails(f"{route} {robot.follow(joining, '@original')}", body) == OVER
    assert await robot.fails(f"POST {robot.follow(joining)}", said("x")) == OVER
    assert len(robot.pardoned()) == 4


async def test_nothing_follows_before_the_first_answer(robot, joining):
    assert await robot.fails(f"POST {robot.follow(joining)}", said("x")) == (404, 10015)
    wrong = robot.follow(joining).replace(str(robot.discord.bot.id), "5")
    await robot.answers(joining, Ack.MESSAGE, content="You sit.")
    assert await robot.fails(f"POST {wrong}", said("x")) == (404, 10015)


async def test_what_an_answer_did_is_told_to_who_asks(robot, joining, press):
    body = acknowledged(Ack.MESSAGE, content="You sit.")
    told = await robot.does(callback(joining), body, with_response="true")
    number = str(joining.private.id)
    assert told["interaction"] | {"response_message_id": number} == told["interaction"]
    assert (told["interaction"]["response_message_ephemeral"], told["resource"]["type"]) == (
        True,
        4,
    )
    assert told["resource"]["message"]["interaction_metadata"]["id"] == str(joining.id)
    told = await robot.does(
        callback(press), acknowledged(Ack.DEFERRED_UPDATE), with_response="true"
    )
    assert told["resource"] == {"type": 6}


@pytest.mark.parametrize(
    ("pressed", "acks"),
    [
        (False, {Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.MODAL}),
        (True, set(Ack)),
    ],
)
async def test_answers_must_fit_what_they_answer(robot, joining, press, pressed, acks):
    interaction = press if pressed else joining
    for number in {1, 8, *Ack} - acks:
        assert await robot.fails(callback(interaction), {"type": int(number)}) == (400, 50035)
    assert not interaction.acked
    assert robot.pardoned()


# --- windows to fill in ------------------------------------------------------------------------

AMOUNT = {"type": 4, "custom_id": "amount", "label": "Chips", "style": 1, "max_length": 5}
WINDOW = {
    "title": "Bank",
    "custom_id": "bank",
    "components": [{"type": 1, "components": [AMOUNT]}],
}


async def test_a_press_opens_a_window_that_is_sent_back(robot, dora, table, press):
    await robot.answers(press, Ack.MODAL, **WINDOW)
    sent = await dora.submits(press, amount="500")
    assert sent.data["components"][0]["components"][0]["value"] == "500"
    assert (sent.data["custom_id"], sent.message) == ("bank", press.message)
    await robot.answers(sent, Ack.UPDATE, content="Dora banks.")
    assert table.newest.text == "Dora banks."


async def test_a_window_takes_what_its_fields_take(robot, dora, press, joining):
    with pytest.raises(Impossible, match="no window"):
        await dora.submits(press, amount="5")
    await robot.answers(joining, Ack.MODAL, **WINDOW)
    for wrong in ({"amount": "500000"}, {}, {"other": "5"}):
        with pytest.raises(Impossible):
            await dora.submits(joining, **wrong)
    sent = await dora.submits(joining, amount="5")
    update = acknowledged(Ack.UPDATE, content="x")
    assert await robot.fails(callback(sent), update) == (400, 50035)
    robot.pardoned()
    await robot.answers(sent, Ack.MESSAGE, content="x")
    metadata = sent.private.json()["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"]["id"] == str(joining.id)


@pytest.mark.parametrize("name", ["title", "custom_id", "components"])
async def test_a_window_must_be_whole(robot, press, name):
    data = WINDOW | {name: type(WINDOW[name])()}
    assert await robot.fails(callback(press), {"type": 9, "data": data}) == (400, 50035)
    assert robot.pardoned()


# --- what the bot is told ----------------------------------------------------------------------


async def test_an_interaction_in_a_guild_tells_rights_places_and_languages(
    robot, guild, table, emil
):
    """Rows 72, 79."""
    await robot.syncs(command("join"))
    table.deny(robot.discord.bot, "EMBED_LINKS")
    told = (await emil.types(table, "/join")).json()
    assert told["locale"] == "de"
    assert (told["guild_locale"], told["guild_id"], told["context"]) == ("en-US", str(guild.id), 0)
    assert told["authorizing_integration_owners"] == {"0": str(guild.id)}
    held = May(int(told["app_permissions"]))
    assert May.SEND_MESSAGES in held
    assert May.EMBED_LINKS not in held
    assert told["member"]["user"]["id"] == str(emil.id)
    assert May.SEND_MESSAGES in May(int(told["member"]["permissions"]))
    assert told["channel"]["type"] == 0


async def test_an_interaction_in_private_names_a_user_and_no_guild(robot, guild, dora):
    """Row 78."""
    await robot.syncs(command("balance"), command("join", contexts=[0]))
    assert guild.member(dora)
    asked = await dora.types(dora.private, "/balance")
    told = asked.json()
    assert (told["context"], told["user"]["id"]) == (1, str(dora.id))
    assert not {"member", "guild_id", "guild_locale", "guild"} & set(told)
    assert told["authorizing_integration_owners"] == {"0": "0"}
    with pytest.raises(Impossible, match="not offered here"):
        await dora.types(dora.private, "/join")
    await robot.answers(asked, Ack.MESSAGE, content="50 chips")
    assert dora.private.view(dora).endswith("50 chips")
    await robot.posts(dora.private)


async def test_a_bot_that_only_the_user_installed_is_told_so(robot, dora, table, guild):
    """Row 79."""
    await robot.syncs(command("join"), command("peek", integration_types=[0, 1]))
    dora.installs_bot()
    told = (await dora.types(table, "/peek")).json()
    both = {"0": str(guild.id), "1": str(dora.id)}
    assert told["authorizing_integration_owners"] == both
    guild.kick_bot()
    assert dora.offers(table) == ["peek"]
    with pytest.raises(Impossible, match="nobody installed"):
        await dora.types(table, "/join")
    async with robot.listening() as listener:
        await listener.hears("READY")
        peek = await dora.types(table, "/peek")
        told = await listener.hears("INTERACTION_CREATE")
    assert told["authorizing_integration_owners"] == {"1": str(dora.id)}
    assert not May(int(told["app_permissions"])) & May.SEND_MESSAGES
    await robot.answers(peek, Ack.MESSAGE, content="x")
    for _ in range(5):
        await robot.does(f"POST {robot.follow(peek)}", said("x", flags=64))
    assert await robot.fails(f"POST {robot.follow(peek)}", said("x", flags=64)) == (400, 40094)
    robot.pardoned()


async def test_a_press_tells_the_message_that_was_pressed(table, press):
    told = press.json()
    assert told["data"] == {"component_type": 2, "custom_id": "Hit", "id": 2}
    assert told["message"]["id"] == str(table.newest.id)
    assert told["message"]["components"][0]["components"][0]["label"] == "Hit"


async def test_data_can_be_forged_but_not_where_one_is_not(dora, guild, press):
    """Row 69."""
    forged = await dora.forges(press.message, custom_id="garbage")
    assert forged.data["custom_id"] == "garbage"
    guild.leave(dora)
    with pytest.raises(Impossible, match="is not in"):
        await dora.forges(press.message, custom_id="garbage")


# --- who cannot do what ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (lambda table, dora: table.guild.mute(dora, 60), "timed out"),
        (lambda table, dora: table.guild.leave(dora), "is not in"),
        (lambda table, _: table.guild.fail(), "outage"),
        (lambda table, _: table.delete(), "gone"),
        (lambda table, _: table.deny(table.guild.everyone, "VIEW_CHANNEL"), "cannot see"),
    ],
    ids=["muted", "departed", "outage", "deleted", "invisible"],
)
async def test_who_is_not_there_neither_presses_nor_types(robot, table, dora, press, how, why):
    """Row 91."""
    await robot.syncs(command("join"))
    how(table, dora)
    for act in (
        dora.presses(press.message, "Hit"),
        dora.types(table, "/join"),
        dora.says(table, "x"),
    ):
        with pytest.raises(Impossible, match=why):
            await act


async def test_a_time_out_ends(robot, guild, table, dora, press):
    """Row 91."""
    guild.mute(dora, 60)
    assert table.permissions(dora) == May.VIEW_CHANNEL | May.READ_MESSAGE_HISTORY
    await robot.waits(60)
    await dora.presses(press.message, "Hit")
    guild.mute(dora, 60)
    guild.unmute(dora)
    await dora.presses(press.message, "Hit")


async def test_links_and_disabled_buttons_are_not_pressed(robot, table, dora):
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://x.org"}
    grey = {"type": 2, "style": 2, "label": "Deal", "custom_id": "x", "disabled": True}
    rows = [{"type": 1, "components": [link, grey]}]
    await robot.posts(table, "Bets", components=rows)
    with pytest.raises(Impossible, match="is a link"):
        await dora.presses(table, "Rules")
    with pytest.raises(Impossible, match="is disabled"):
        await dora.presses(table, "Deal")


async def test_threads_that_rest_take_neither_commands_nor_presses(robot, guild, table, dora):
    """Row 76."""
    await robot.syncs(command("join"))
    thread = guild.thread(table)
    message = await robot.posts(thread, components=buttons("Hit"))
    thread.archive()
    with pytest.raises(Impossible, match="archived"):
        await dora.presses(message, "Hit")
    with pytest.raises(Impossible, match="archived"):
        await dora.types(thread, "/join")
    await dora.says(thread, "Hello")
    await dora.presses(thread, "Hit")
    thread.archive(locked=True)
    with pytest.raises(Impossible, match="locked"):
        await dora.says(thread, "Hello")


async def test_a_thread_is_locked_before_the_answer(robot, guild, table, dora):
    """Row 76."""
    await robot.syncs(command("join"))
    thread = guild.thread(table)
    asked, again = [await dora.types(thread, "/join") for _ in range(2)]
    thread.archive(locked=True)
    answer = acknowledged(Ack.MESSAGE, content="x")
    assert await robot.fails(callback(asked), answer) == (400, 50083)
    thread.lock(locked=False)
    await robot.answers(again, Ack.MESSAGE, content="x")
    assert not thread.archived


async def test_nobody_writes_in_forums_or_in_another_s_private_chat(robot, guild, dora, emil):
    """Row 77."""
    await robot.syncs(command("join"))
    with pytest.raises(Impossible, match="nobody writes"):
        await dora.types(guild.forum("forum"), "/join")
    with pytest.raises(Impossible, match="not Dora's chat"):
        await dora.types(emil.private, "/join")


async def test_an_endpoint_of_its_own_takes_interactions_away_from_the_gateway(robot, dora, table):
    await robot.syncs(command("join"))
    async with robot.listening() as listener:
        await listener.hears("GUILD_CREATE")
        assert (await dora.types(table, "/join")).heard
        robot.discord.application.interactions_endpoint_url = "https://x.org"
        assert not (await dora.types(table, "/join")).heard
    assert (await robot.does("GET /applications/@me"))["interactions_endpoint_url"]


async def test_what_is_offered_is_typed_with_its_options(robot, dora, emil, table):
    bet = option("bet", 4, required=True, min_value=1, max_value=500)
    await robot.syncs(command("join", bet, option("to", 6), option("side", 5)))
    joined = await dora.types(table, "/join", bet="50", to=emil, side=True)
    assert joined.data["options"] == [
        {"name": "bet", "type": 4, "value": 50},
        {"name": "to", "type": 6, "value": str(emil.id)},
        {"name": "side", "type": 5, "value": True},
    ]
    assert joined.data["resolved"]["users"][str(emil.id)]["global_name"] == "Emil"
