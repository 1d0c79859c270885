"""`croupier doctor` on Discord: what is wrong is said, and nothing is left behind."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.discord_commands import Json, Tree
from adapters.discord_doctor import TOLERANCE, differing
from adapters.skew import Skew, judged
from adapters.trying import Asked, TrialChannel, TrialChat, trial_place
from bot.config import Settings
from bot.doctor import examine
from bot.findings import Finding, Grade
from bot.games import all_presets
from bot.present.l10n import Localizer, languages
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.permissions import May
from tests.fakes.discord.stand_in import Discord
from tests.fakes.shell import shell
from tests.fakes.waiting import RunningClock

pytest_plugins = ["tests.fakes.discord.fixtures"]

WRONG = "MTAyMzQ1Njc4OTAxMjM0NTY3.nobody.gave-us-this-token-in-the-portal"


def offered() -> list[Json]:
    """Return the commands of this version."""
    return Tree(Localizer(), languages(), all_presets()).commands()


@pytest.fixture
async def portal(discord: Discord) -> AsyncIterator[Discord]:
    """Return the platform with a server and a bot that has run before: its commands are there.

    At the end no message stays, and nobody came or changed a command.
    """
    discord.commands.overwrite(offered(), None)
    discord.guild("Friends", [discord.user("Ann")])
    yield discord
    assert discord.gateway.identifies == 0
    assert discord.commands.syncs == 1
    assert not any(place.posted() for place in discord.channels.values())


@pytest.fixture
def guild(portal: Discord) -> Guild:
    return next(iter(portal.guilds.values()))


async def examined(discord: Discord, asked: Asked | None = None) -> dict[str, Finding]:
    """Look at everything in this process."""
    findings: list[Finding] = []
    settings = Settings(
        discord_token=SecretStr(discord.token),
        discord_api_url=discord.api_url,
        discord_gateway_url=discord.gateway_url,
    )
    await examine(settings, "sqlite:///nowhere.db", asked, findings.append)
    assert not any(discord.token in str(finding) for finding in findings)
    return {finding.name: finding for finding in findings}


def grades(found: dict[str, Finding]) -> dict[str, str]:
    """Return how each check of Discord ended."""
    names = list(found)
    return {name: found[name].grade.value for name in names[names.index("Discord token") :]}


# --- the setup --------------------------------------------------------------------------------


async def test_where_all_is_well_every_check_says_so(portal: Discord):
    found = await examined(portal)
    assert grades(found) == {
        "Discord token": "ok",
        "endpoint": "ok",
        "installing": "ok",
        "public": "note",
        "gateway": "ok",
        "shards": "ok",
        "servers": "ok",
        "commands": "ok",
        "invite": "note",
        "Discord clock": "ok",
    }
    assert found["Telegram"].grade is Grade.SKIPPED
    assert "permissions=274877991936" in found["invite"].words
    assert found["servers"].words == "the bot is in 1"


async def test_in_the_shell_a_wrong_token_is_a_failure_and_is_not_printed(
    discord: Discord, tmp_path: Path
):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={WRONG}\nDISCORD_API_URL={discord.api_url}\n")
    ended = await asyncio.to_thread(shell, "doctor", cwd=tmp_path)
    assert ended.status == 1
    assert "failed   Discord token   Discord does not know this token" in ended.out
    assert WRONG not in ended.out + ended.err


async def test_a_clock_that_is_wrong_is_found_by_the_date_of_an_answer():
    async with Discord(RunningClock(-1000)) as discord:
        found = await examined(discord)
    assert found["Discord clock"].grade is Grade.FAILED
    assert re.match(r"1,00\d s ahead of Discord's", found["Discord clock"].words)


def take_interactions_away(discord: Discord) -> None:
    discord.application.interactions_endpoint_url = "https://example.org/secret-path"


def forbid_servers(discord: Discord) -> None:
    discord.application.installs = {"1": {}}


def ask_for_little(discord: Discord) -> None:
    little = {"scopes": ["bot"], "permissions": str(int(May.VIEW_CHANNEL))}
    discord.application.installs = {"0": {"oauth2_install_params": little}}


def ask_for_everything(discord: Discord) -> None:
    everything = {"scopes": ["bot", "applications.commands"], "permissions": "8"}
    discord.application.installs = {"0": {"oauth2_install_params": everything}}


def demand_a_code(discord: Discord) -> None:
    discord.application.code_grant = True


def make_private(discord: Discord) -> None:
    discord.application.public = False


def use_up_the_day(discord: Discord) -> None:
    discord.gateway.budget_left = 0


def use_up_nearly_all(discord: Discord) -> None:
    discord.gateway.budget_left = 12


def recommend_shards(discord: Discord) -> None:
    discord.gateway.shards = 3


def put_the_bot_out(discord: Discord) -> None:
    for guild in discord.guilds.values():
        guild.kick_bot()


def change_a_command(discord: Discord) -> None:
    discord.commands.everywhere[0]["description"] = "As an older version had it"
    discord.commands.everywhere.pop()


def go_away(discord: Discord) -> None:
    discord.faults.reset("GET /users/@me", times=None)


def answer_as_a_proxy(discord: Discord) -> None:
    discord.faults.garble("GET /users/@me", times=None)


def be_overloaded(discord: Discord) -> None:
    discord.faults.server_error("GET /users/@me", 503, times=None)


@pytest.mark.parametrize(
    ("arranged", "name", "grade", "words"),
    [
        (take_interactions_away, "endpoint", "failed", "go to example.org, none comes here: empty"),
        (forbid_servers, "installing", "failed", "switch on Guild Install"),
        (ask_for_little, "installing", "warning", "lacks applications.commands, Send Messages,"),
        (ask_for_everything, "installing", "ok", "asks for what the bot needs"),
        (demand_a_code, "installing", "failed", "switch off Requires OAuth2 Code Grant"),
        (make_private, "public", "note", "its owner alone may add the bot"),
        (use_up_the_day, "gateway", "failed", "no new connection for 24 hours"),
        (use_up_nearly_all, "gateway", "warning", "only 12 of 1,000 new connections are left"),
        (recommend_shards, "shards", "warning", "set DISCORD_SHARDED=true"),
        (put_the_bot_out, "servers", "warning", "in none yet"),
        (change_a_command, "commands", "warning", "2 are not those of this version"),
        (go_away, "Discord network", "failed", "no answer from 127.0.0.1"),
        (answer_as_a_proxy, "Discord network", "failed", "DISCORD_API_URL"),
        (be_overloaded, "Discord network", "failed", "answers 503"),
    ],
)
async def test_what_is_wrong_is_said_with_what_to_do(
    portal: Discord, arranged: Callable[[Discord], None], name: str, grade: str, words: str
):
    arranged(portal)
    found = await examined(portal)
    assert found[name].grade.value == grade
    assert words in found[name].words
    assert "secret-path" not in found[name].words


async def test_a_gateway_that_does_not_greet_is_a_failure(portal: Discord):
    findings: list[Finding] = []
    settings = Settings(
        discord_token=SecretStr(portal.token),
        discord_api_url=portal.api_url,
        discord_gateway_url="ws://127.0.0.1:9",
    )
    assert not await examine(settings, "sqlite:///nowhere.db", None, findings.append)
    (gateway,) = (finding for finding in findings if finding.name == "gateway")
    assert gateway.words.startswith("no greeting from 127.0.0.1")


@pytest.mark.parametrize(
    ("ahead_seconds", "grade"),
    [(0, Grade.OK), (7, Grade.WARNING), (-3600, Grade.WARNING), (902, Grade.FAILED)],
)
def test_a_clock_is_judged_by_how_long_an_answer_may_take(ahead_seconds, grade):
    assert judged("clock", Skew(ahead_seconds, 1), TOLERANCE).grade is grade


def test_commands_are_the_same_in_whatever_way_discord_writes_what_is_empty():
    told = offered()
    there: list[Json] = [{"nsfw": False, "default_member_permissions": None} | one for one in told]
    for one in there:
        one["contexts"] = one["contexts"][::-1]
        one["options"] = one["options"] or None
    assert differing(told, there) == 0
    for_admins = [one for one in told if "default_member_permissions" in one]
    assert for_admins
    opened = [one | {"default_member_permissions": None} for one in there]
    assert differing(told, opened) == len(for_admins)
    assert differing(told[1:], there) == differing(told, there[1:]) == 1


# --- a trial ----------------------------------------------------------------------------------


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.text_channel("cards")


def place_of(channel: Channel) -> TrialChannel:
    assert channel.guild is not None
    return TrialChannel(channel.guild.id, channel.id)


async def tries(discord: Discord, asked: Asked) -> dict[str, Finding]:
    """Return what was found in a channel."""
    found = await examined(discord, asked)
    names = list(found)
    return {name: found[name] for name in names[names.index("Discord clock") + 1 :]}


@pytest.mark.parametrize(
    ("named", "spot"),
    [
        ("discord:12:34", TrialChannel(12, 34)),
        ("https://discord.com/channels/12/34", TrialChannel(12, 34)),
        ("https://ptb.discord.com/channels/12/34/", TrialChannel(12, 34)),
        ("tg:-12:34", TrialChat(-12, 34)),
    ],
)
def test_a_channel_is_named_by_numbers_or_by_its_link(named, spot):
    assert trial_place(named) == spot


@pytest.mark.parametrize(
    "named", ["discord:12", "https://example.org/channels/12/34", "discord:a:b"]
)
def test_what_names_no_channel_is_refused_with_how_to_name_one(named):
    with pytest.raises(ValueError, match="discord:SERVER:CHANNEL"):
        trial_place(named)


async def test_a_trial_posts_silently_edits_and_leaves_nothing(portal: Discord, channel: Channel):
    findings = await tries(portal, Asked(place_of(channel)))
    assert {name: finding.grade.value for name, finding in findings.items()} == {
        "rights": "ok",
        "post": "ok",
        "edit": "ok",
        "press": "skipped",
        "whisper": "skipped",
        "delete": "ok",
    }
    assert re.fullmatch(r"works, in \d+ ms", findings["post"].words)
    (posted,) = channel.messages.values()
    assert posted.flags & 1 << 12
    assert not channel.posted()


async def test_a_thread_has_the_rights_of_its_channel(portal: Discord, guild, channel: Channel):
    thread = guild.thread(channel)
    assert (await tries(portal, Asked(place_of(thread))))["delete"].grade is Grade.OK
    channel.deny(guild.everyone, "SEND_MESSAGES_IN_THREADS")
    channel.deny(guild.members[portal.bot.id].roles[0], "SEND_MESSAGES_IN_THREADS")
    findings = await tries(portal, Asked(place_of(thread)))
    assert findings["rights"].words == "allow the bot there: Send Messages in Threads"


async def test_a_thread_can_be_used_whose_channel_takes_no_messages(
    portal: Discord, guild: Guild, channel: Channel
):
    thread = guild.thread(channel)
    channel.deny(guild.everyone, "SEND_MESSAGES")
    channel.deny(guild.members[portal.bot.id].roles[0], "SEND_MESSAGES")
    findings = await tries(portal, Asked(place_of(thread)))
    assert findings["rights"].words == "the bot may deal there"
    findings = await tries(portal, Asked(place_of(channel)))
    assert findings["rights"].words == "allow the bot there: Send Messages"


async def test_somebody_is_written_to_and_who_takes_no_messages_is_said(
    portal: Discord, guild: Guild, channel: Channel
):
    ann, bob = portal.user("Ann"), portal.user("Bob", dms_closed=True)
    for each in (ann, bob):
        guild.enter(each)
    asked = Asked(place_of(channel), ann.id)
    findings = await tries(portal, asked)
    assert findings["whisper"].grade is Grade.OK
    assert not ann.private.posted()
    findings = await tries(portal, replace(asked, whisper_to=bob.id))
    assert findings["whisper"].grade is Grade.WARNING
    assert "My cards" in findings["whisper"].words


def hide(channel: Channel) -> None:
    channel.deny(channel.world.bot, "VIEW_CHANNEL")


def silence(channel: Channel) -> None:
    channel.deny(channel.world.bot, "SEND_MESSAGES")


def leave(channel: Channel) -> None:
    assert channel.guild is not None
    channel.guild.kick_bot()


def delete(channel: Channel) -> None:
    channel.delete()


def filter_words(channel: Channel) -> None:
    assert channel.guild is not None
    channel.guild.blocked_words.add("Croupier")


@pytest.mark.parametrize(
    ("happens", "name", "words"),
    [
        (hide, "rights", "let it view the channel"),
        (leave, "rights", "add it to the server"),
        (delete, "rights", "sees no such channel"),
        (silence, "rights", "allow the bot there: "),
        (filter_words, "post", "Discord refused: 400, code 200000"),
    ],
)
async def test_a_channel_where_the_bot_cannot_deal_is_a_failure(
    portal: Discord, channel: Channel, happens, name, words
):
    happens(channel)
    findings = await tries(portal, Asked(place_of(channel)))
    assert findings[name].grade is Grade.FAILED
    assert words in findings[name].words


async def test_tables_stand_where_people_talk_and_in_the_server_that_is_named(
    portal: Discord, guild: Guild, channel: Channel
):
    forum = guild.forum("posts")
    findings = await tries(portal, Asked(place_of(forum)))
    assert findings["rights"].words.startswith("that is a forum channel")
    other = portal.guild("Others")
    findings = await tries(portal, Asked(TrialChannel(other.id, channel.id)))
    assert "of another server" in findings["rights"].words


async def test_when_a_step_fails_nothing_stays(portal: Discord, channel: Channel):
    portal.faults.fail("PATCH /channels", 403, 50013, "Missing Permissions")
    findings = await tries(portal, Asked(place_of(channel)))
    assert findings["edit"].words == "Discord refused: 403, code 50013"
    assert findings["delete"].grade is Grade.OK


async def test_what_cannot_be_reached_is_not_tried(portal: Discord, channel: Channel):
    go_away(portal)
    found = await examined(portal, Asked(place_of(channel)))
    assert found["trial"].words == "Discord has to be reached first"


async def test_without_a_token_there_is_nothing_to_try_with():
    findings: list[Finding] = []
    asked = Asked(TrialChannel(12, 34))
    assert not await examine(Settings(), "sqlite:///nowhere.db", asked, findings.append)
    assert findings[-1].words == "there is no DISCORD_TOKEN to try with"
