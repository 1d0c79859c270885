"""The stand-in for Discord, as a real library meets it."""

import asyncio
from collections.abc import AsyncIterator

import discord as library
import pytest
import yarl
from discord import app_commands

from tests.fakes.discord.stand_in import Discord

pytest_plugins = ["tests.fakes.discord.fixtures"]


class Dealer(library.Client):
    """A bot on the library: ``/join`` posts a table in the channel and sends a private message."""

    def __init__(self) -> None:
        super().__init__(
            intents=library.Intents(guilds=True),
            allowed_mentions=library.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.0,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="join", description="Sit", callback=_join))

    async def setup_hook(self) -> None:
        await self.tree.sync()

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
    await table.send(f"{interaction.user.display_name} bets {bet}.", view=view)
    await interaction.edit_original_response(content="You sit.")
    await interaction.user.send("Your cards come here.")


@pytest.fixture
async def dealer(discord: Discord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Dealer]:
    monkeypatch.setattr(library.http.Route, "BASE", discord.api_url)
    default = library.gateway.DiscordWebSocket
    monkeypatch.setattr(default, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
    bot = Dealer()
    async with bot:
        running = asyncio.create_task(bot.start(discord.token))
        await discord.until(lambda: discord.gateway.connected)
        yield bot
        await bot.close()
        await running


@pytest.mark.usefixtures("dealer")
async def test_the_library_logs_in_syncs_serves_sends_and_edits(discord):
    ann = discord.user("Ann")
    table = discord.guild("Friends", members=[ann]).text_channel("cards")
    seen = await ann.types(table, "/join", bet=50)
    await discord.until(ann.private.posted)
    assert (seen.text, seen.private.seen_by(discord.founder)) == ("You sit.", False)
    assert (table.newest.text, table.newest.labels) == ("Ann bets 50.", ["Deal"])
    press = await ann.presses(table, "Deal")
    await discord.until(lambda: press.acked)
    assert (table.newest.text, table.newest.labels) == ("The cards are out.", [])
    assert not discord.calls.public_responses()
