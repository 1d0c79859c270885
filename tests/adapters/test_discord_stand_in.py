"""The stand-in for Discord, as a real library and the bot's own process meet it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord as library
import pytest
import yarl
from discord import app_commands

from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.people import User
from tests.fakes.discord.record import DELETE_MESSAGE, POST_MESSAGE
from tests.fakes.discord.stand_in import Discord
from tests.fakes.process import BotProcess
from tests.fakes.swift import in_no_time, swift_clock
from tests.fakes.thorough import takes_long
from tests.fakes.waiting import NEW_YEAR

pytest_plugins = ["tests.fakes.discord.fixtures"]

QUIET: dict[str, Any] = {
    "intents": library.Intents(guilds=True),
    "allowed_mentions": library.AllowedMentions.none(),
    "max_messages": None,
    "guild_ready_timeout": 0.0,
}


class Dealer(library.AutoShardedClient):
    """A bot on the library: ``/join`` posts a table in the channel and writes in private.

    ``events`` are the names of all that it heard, ``set_up`` is how often it was.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**QUIET, **options})
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="join", description="Sit", callback=_join))
        self.events: list[str] = []
        self.set_up = 0

    async def setup_hook(self) -> None:
        self.set_up += 1
        await self.tree.sync()

    async def on_socket_event_type(self, event: str) -> None:
        self.events.append(event)

    async def on_interaction(self, interaction: library.Interaction) -> None:
        if interaction.type is library.InteractionType.component:
            await interaction.response.edit_message(content="The cards are out.", view=None)


async def _join(interaction: library.Interaction, bet: int) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    view = library.ui.View(timeout=None)
    view.add_item(library.ui.Button[library.ui.View](label="Deal", custom_id="deal"))
    view.stop()
    assert interaction.channel_id is not None
    table = interaction.client.get_partial_messageable(interaction.channel_id)
    await table.send(f"{interaction.user.display_name} bets {bet}.", view=view, nonce=str(bet))
    await interaction.edit_original_response(content="You sit.")
    await interaction.user.send("Your cards come here.")


@asynccontextmanager
async def dealing(discord: Discord, **options: Any) -> AsyncIterator[Dealer]:
    """Run the bot, connected."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library.http.Route, "BASE", discord.api_url)
        gateway = library.gateway.DiscordWebSocket
        patch.setattr(gateway, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
        bot = Dealer(**options)
        async with bot:
            running = asyncio.create_task(bot.start(discord.token))
            await discord.until(lambda: "READY" in bot.events or running.done())
            yield bot
            await bot.close()
            await running


@asynccontextmanager
async def friends(**options: Any) -> AsyncIterator[tuple[Discord, Dealer, Guild, User]]:
    """Run the bot on a loop whose time jumps, with Ann in a guild; all must be clean at the end."""
    async with Discord(swift_clock(NEW_YEAR)) as discord:
        discord.limits.enforced = True
        ann = discord.user("Ann")
        guild = discord.guild("Friends", members=[ann])
        async with dealing(discord, **options) as bot:
            yield discord, bot, guild, ann
        discord.assert_clean()


async def _plays(discord: Discord, guild: Guild, ann: User) -> None:
    """Let Ann join and deal at a new table."""
    table, before = guild.text_channel("cards"), len(ann.private.posted())
    seen = await ann.types(table, "/join", bet=50)
    await discord.until(lambda: len(ann.private.posted()) > before)
    assert (seen.text, seen.private and seen.private.seen_by(discord.founder)) == (
        "You sit.",
        False,
    )
    assert (table.newest.text, table.newest.labels) == ("Ann bets 50.", ["Deal"])
    press = await ann.presses(table, "Deal")
    await discord.until(lambda: press.acked)
    assert (table.newest.text, table.newest.labels) == ("The cards are out.", [])
    assert not discord.calls.public_responses()


@in_no_time
async def test_the_library_logs_in_syncs_serves_sends_and_edits():
    async with friends() as (discord, bot, guild, ann):
        await _plays(discord, guild, ann)
        assert ann.offers(guild.text_channel("more")) == ["join"]
    assert (bot.set_up, len(discord.calls.syncs())) == (1, 1)
    assert not discord.gateway.sessions, "who says goodbye is gone"


@in_no_time
async def test_hours_go_by_without_a_new_connection():
    """A loop whose time jumps runs far ahead of the library's heartbeats."""
    async with friends() as (discord, _, guild, ann):
        for _ in range(5):
            await _plays(discord, guild, ann)
            await asyncio.sleep(3600)
        assert (discord.gateway.identifies, discord.gateway.resumes) == (1, 0)


@in_no_time
async def test_the_library_comes_back_after_a_drop_and_hears_what_it_missed():
    """Row 82."""
    async with friends() as (discord, bot, guild, ann):
        gateway = discord.gateway
        for trouble in (
            gateway.drop,
            gateway.ask_to_reconnect,
            lambda: gateway.invalidate(resumable=True),
            gateway.break_off,
        ):
            resumes = gateway.resumes
            trouble()
            table = guild.text_channel("cards")
            seen = await ann.types(table, "/join", bet=50)
            await discord.until(lambda: gateway.resumes > resumes, 60)  # noqa: B023 -- awaited here
            await discord.until(lambda: seen.text == "You sit.")  # noqa: B023 -- awaited here
        assert (gateway.identifies, gateway.resumes_elsewhere) == (1, 0)
        assert bot.set_up == 1


@in_no_time
async def test_the_library_begins_anew_where_its_session_is_gone():
    """Row 82."""
    async with friends() as (discord, bot, guild, ann):
        discord.gateway.invalidate(resumable=False)
        await discord.until(lambda: discord.gateway.identifies == 2, 60)
        await discord.until(lambda: discord.gateway.connected)
        await _plays(discord, guild, ann)
        assert (bot.set_up, bot.events.count("READY")) == (1, 2)


@in_no_time
async def test_the_library_serves_guilds_over_several_connections():
    async with friends(shard_count=3) as (discord, _, guild, ann):
        guilds = [guild, *[discord.guild(f"Guild {n}", members=[ann]) for n in range(3)]]
        await discord.until(lambda: len(discord.gateway.connected) == 3, 60)
        for one in guilds:
            await _plays(discord, one, ann)
        heard = {(one.id >> 22) % 3 for one in guilds}
        assert heard == {0, 1, 2}


@in_no_time
async def test_the_library_waits_where_it_asked_too_fast():
    """Row 85."""
    async with friends() as (discord, bot, guild, _):
        table = guild.text_channel("cards")
        place = bot.get_partial_messageable(table.id)
        await asyncio.gather(*[place.send(str(number)) for number in range(12)])
        discord.faults.rate_limit(POST_MESSAGE, 7, channel=table.id)
        await place.send("after")
        assert len(table.posted()) == 13
        assert discord.clock.now() >= NEW_YEAR + 10 + 7


@in_no_time
async def test_the_library_takes_a_refusal_without_marks_for_a_ban():
    """Rows 71, 85."""
    async with friends() as (discord, bot, guild, _):
        place = bot.get_partial_messageable(guild.text_channel("cards").id)
        old = await place.send("Bets")
        await asyncio.sleep(3600)
        with pytest.raises(library.HTTPException) as refused:
            await old.edit(content="More bets")
        assert (refused.value.status, refused.value.code) == (429, 30046)
        discord.faults.ban(DELETE_MESSAGE)
        with pytest.raises(library.HTTPException):
            await old.delete()
        await old.delete()


@in_no_time
async def test_the_library_gives_up_where_it_is_turned_away():
    """Row 83."""
    async with Discord(swift_clock(NEW_YEAR)) as discord:
        members = library.Intents(guilds=True, members=True)
        with pytest.raises(library.PrivilegedIntentsRequired):
            async with dealing(discord, intents=members):
                pass
        discord.guild("Friends")
        discord.gateway.guilds_per_shard = 0
        with pytest.raises(library.ConnectionClosed):
            async with dealing(discord, shard_count=1):
                pass
        assert discord.gateway.closes == [4014, 4011]


@takes_long
async def test_the_bot_runs_as_a_process_of_its_own(discord, tmp_path):
    ann = discord.user("Ann")
    table = discord.guild("Friends", members=[ann]).text_channel("cards")
    croupier = BotProcess(discord, tmp_path)
    await croupier.start()
    asked = await ann.types(table, "/rules")
    await discord.until(lambda: asked.text)
    await croupier.kill()
    await discord.until(lambda: not discord.gateway.connected)
    await croupier.start()
    again = await ann.types(table, "/rules")
    await discord.until(lambda: again.text)
    assert again.text == asked.text
    assert await croupier.stop() == 0
    assert discord.token not in croupier.said
