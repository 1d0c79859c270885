"""The stand-in for Discord: commands that the bot offers, and what people can do with them."""

import pytest

from tests.fakes.discord.commands import Type, characters
from tests.fakes.discord.offers import Impossible
from tests.fakes.discord.plain_bot import command, option

pytest_plugins = ["tests.fakes.discord.club"]

GERMAN = {"de": "beitreten"}


def nested(*inner, **told):
    """A command that only has subcommands."""
    return command("table", *[option(one, 1, **told) for one in inner])


# --- syncing -----------------------------------------------------------------------------------


async def test_an_overwrite_replaces_all_and_is_counted(robot):
    """Row 80."""
    first = await robot.syncs(command("join"), command("rules"))
    second = await robot.syncs(command("join"), command("top"))
    assert robot.discord.commands.syncs == 2
    assert len(robot.discord.calls.syncs()) == 2
    assert [one["name"] for one in await robot.does(f"GET {robot.offers}")] == ["join", "top"]
    assert first[0]["id"] == second[0]["id"]
    assert first[0]["application_id"] == str(robot.discord.bot.id)
    assert first[0]["version"] != second[0]["version"]


async def test_commands_of_one_guild_are_offered_there_alone(robot, guild, table, dora):
    where = f"/applications/{robot.discord.bot.id}/guilds/{guild.id}/commands"
    await robot.does(f"PUT {where}", [command("join")])
    assert await robot.does(f"GET {robot.offers}") == []
    assert [one["guild_id"] for one in await robot.does(f"GET {where}")] == [str(guild.id)]
    assert dora.offers(table) == ["join"]
    assert (await dora.types(table, "/join")).data["guild_id"] == str(guild.id)
    other = robot.discord.guild("Others", members=[dora]).text_channel("cards")
    with pytest.raises(Impossible, match="no command"):
        await dora.types(other, "/join")


async def test_so_many_new_commands_a_day(robot):
    """Row 80."""
    for start in (0, 100):
        await robot.syncs(*[command(f"c{start + number}") for number in range(100)])
    assert await robot.fails(f"PUT {robot.offers}", [command("one_more")]) == (400, 30034)
    await robot.syncs(*[command(f"c{100 + number}") for number in range(100)])


async def test_a_sync_may_be_one_too_many(robot):
    """Row 80."""
    robot.discord.faults.too_many_commands()
    assert await robot.fails(f"PUT {robot.offers}", [command("join")]) == (400, 30034)
    await robot.syncs(command("join"))


@pytest.mark.parametrize(
    "wrong",
    [
        command("Join"),
        command("x" * 33),
        command("two words"),
        command(""),
        command("join", description=""),
        command("join", description="x" * 101),
        command("join", name_localizations={"de": "Beitreten"}),
        command("join", name_localizations={"xx": "join"}),
        command("join", description_localizations={"de": ""}),
        command("join", description_localizations={"zh": "x"}),
        command("join", default_member_permissions="admins"),
        command("join", contexts=[3]),
        command("join", integration_types=[2]),
        command("join", *[option(f"o{number}") for number in range(26)]),
        command("join", option("bet"), option("bet")),
        command("join", option("bet"), option("to", required=True)),
        command("join", option("bet", 12)),
        command("join", option("Bet")),
        command("join", option("bet", choices=[{"name": "x", "value": 1}])),
        command("join", option("bet", 4, choices=[{"name": "x", "value": "1"}])),
        command("join", option("bet", choices=[{"name": "", "value": "x"}])),
        command("join", option("bet", choices=[{"name": "x", "value": "x"}] * 26)),
        command("join", option("a", 2, options=[option("b", 2, options=[option("c", 1)])])),
        command("join", option("a", 1, options=[option("b", 1)])),
        command("join", *[option(f"o{n}", description="x" * 100, choices=[
            {"name": "x" * 100, "value": "x" * 100}]) for n in range(25)] , option("more")),
    ],
)  # fmt: skip
async def test_commands_that_the_platform_refuses(robot, wrong):
    """Row 81."""
    assert await robot.fails(f"PUT {robot.offers}", [command("rules"), wrong]) == (400, 50035)
    assert robot.pardoned()
    assert await robot.does(f"GET {robot.offers}") == []


async def test_lists_that_the_platform_refuses(robot):
    many = [command(f"c{number}") for number in range(101)]
    for wrong in (many, [command("join"), command("join")]):
        assert await robot.fails(f"PUT {robot.offers}", wrong) == (400, 50035)
    assert await robot.fails(f"PUT {robot.offers}", {"name": "join"}) == (400, 50109)
    robot.pardoned()


async def test_a_command_is_as_long_as_its_longest_language(robot):
    """Row 81."""
    choice = {"name": "x", "value": "yy", "name_localizations": {"de": "xxx"}}
    told = command(
        "join",
        option("bet", choices=[choice]),
        name_localizations=GERMAN,
        description_localizations={"de": "Lange Worte"},
    )
    assert characters(told) == len("beitreten") + len("Lange Worte") + len("betText") + 3 + 2
    long = [
        option(f"o{number}", choices=[{"name": "x" * 100, "value": "x" * 100}] * 4)
        for number in range(11)
    ]
    assert await robot.fails(f"PUT {robot.offers}", [command("join", *long)]) == (400, 50035)
    robot.pardoned()
    await robot.syncs(told)


# --- what people can do ------------------------------------------------------------------------


async def test_only_what_was_synced_can_be_typed(robot, table, dora):
    with pytest.raises(Impossible, match="no command /join"):
        await dora.types(table, "/join")
    await robot.syncs(command("join"))
    typed = await dora.types(table, "/join")
    assert typed.data["name"] == "join"
    assert typed.data["options"] == []
    await robot.syncs()
    with pytest.raises(Impossible, match="no command"):
        await dora.types(table, "/join")


async def test_a_subcommand_is_named(robot, table, dora):
    group = option("bank", 2, options=[option("take", 1, options=[option("chips", 4)])])
    await robot.syncs(command("table", option("new", 1), group))
    assert (await dora.types(table, "/table new")).data["options"] == [
        {"name": "new", "type": 1, "options": []}
    ]
    taken = await dora.types(table, "/table bank take", chips=5)
    inner = taken.data["options"][0]["options"][0]
    assert (inner["name"], inner["options"][0]["value"]) == ("take", 5)
    for wrong in ("/table", "/table old", "/table bank", "/table new now"):
        with pytest.raises(Impossible):
            await dora.types(table, wrong)


CHOICES = [{"name": "Blackjack", "value": "bj"}]


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (option("x", 3, min_length=2, max_length=3), ["ab", "abc"], ["a", "abcd", 5]),
        (option("x", 3, choices=CHOICES), ["bj", "Blackjack"], ["poker"]),
        (option("x", 4, min_value=1, max_value=9), [1, "9", 5], [0, 10, "-1", "ten", 1.5, True]),
        (option("x", 4, choices=[{"name": "One", "value": 1}]), ["One", 1], [2]),
        (option("x", 10, min_value=0), [0.5, 1], [-0.5, "1", True]),
        (option("x", 5), [True, False], ["yes", 1]),
        (option("x", 6), [], ["Dora", 5]),
        (option("x", 7), [], ["cards", 5]),
        (option("x", 8), [], ["admins"]),
        (option("x", 11), [], ["cards.png"]),
    ],
)
async def test_options_take_what_they_are_for(robot, table, dora, told, right, wrong):
    await robot.syncs(command("set", told))
    for value in right:
        await dora.types(table, "/set", x=value)
    for value in wrong:
        with pytest.raises(Impossible, match="x: "):
            await dora.types(table, "/set", x=value)


async def test_options_point_at_people_places_and_roles(robot, guild, table, dora, emil):
    role = guild.role("Dealers")
    kinds = {"who": Type.USER, "where": Type.CHANNEL, "whom": Type.ROLE, "any": Type.MENTIONABLE}
    await robot.syncs(command("set", *[option(name, int(kind)) for name, kind in kinds.items()]))
    typed = await dora.types(table, "/set", who=emil, where=table, whom=role, any=role)
    resolved = typed.data["resolved"]
    assert resolved["users"][str(emil.id)]["username"] == emil.username
    assert resolved["members"][str(emil.id)]["joined_at"]
    assert resolved["channels"][str(table.id)]["name"] == "cards"
    assert resolved["roles"][str(role.id)]["name"] == "Dealers"
    await robot.syncs(command("set", option("where", 7, channel_types=[2])))
    with pytest.raises(Impossible, match="not such a channel"):
        await dora.types(table, "/set", where=table)


async def test_an_option_is_missing_or_unknown(robot, table, dora):
    await robot.syncs(command("join", option("bet", 4, required=True)))
    with pytest.raises(Impossible, match="'bet' is required"):
        await dora.types(table, "/join")
    with pytest.raises(Impossible, match="no option 'chips'"):
        await dora.types(table, "/join", bet=5, chips=5)


async def test_a_command_for_some_is_not_for_others(robot, guild, table, dora, emil):
    await robot.syncs(
        command("settings", default_member_permissions="32"),
        command("void", default_member_permissions="0"),
    )
    role = guild.promote(dora, "MANAGE_GUILD")
    guild.promote(emil)
    assert (dora.offers(table), emil.offers(table)) == (["settings"], ["settings", "void"])
    with pytest.raises(Impossible, match="/void is not for Dora"):
        await dora.types(table, "/void")
    guild.take(dora, role)
    assert dora.offers(table) == []


async def test_a_channel_may_keep_commands_away(robot, guild, table, dora):
    await robot.syncs(command("join"))
    table.deny(guild.everyone, "USE_APPLICATION_COMMANDS")
    with pytest.raises(Impossible, match="may use no commands"):
        await dora.types(table, "/join")
    table.allow(dora, "USE_APPLICATION_COMMANDS")
    await dora.types(table, "/join")


async def test_who_may_not_write_does_not(guild, table, dora):
    table.deny(guild.everyone, "SEND_MESSAGES")
    with pytest.raises(Impossible, match="may not write"):
        await dora.says(table, "Hello")
    await dora.says(guild.thread(table), "Hello")
