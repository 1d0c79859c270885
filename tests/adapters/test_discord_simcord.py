"""The whole bot on a second stand-in for Discord that others wrote: ``simcord``, in this process.

It holds our own stand-in (``tests/fakes/discord``) in check: what a client can do and see, how an
interaction is answered, what a command looks like are told here by somebody else.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import pytest
import simcord
from pydantic import SecretStr

from adapters import discord_calls
from adapters.discord_bot import DiscordAdapter
from bot.basics import CommunityId, PlayerId
from bot.config import Settings
from bot.ledger import wallet
from bot.serving import BotApp
from storage.memory import MemoryStore
from tests.fakes.chance import CountedEntropy

TOKEN = "MTAyMzQ1Njc4OTAxMjM0NTY3.stand-in.token-from-the-developer-portal"  # noqa: S105 -- opens nothing

FACE = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")

SETTLE_SECONDS = 2.0
"""Simcord waits by the wall for timers that fall due so soon, and lets later ones rest."""

EPHEMERAL = 1 << 6
ACCEPTED = 6
"""The response that shows nothing, for the table shows what became of it."""


@dataclass
class SimulatedClock:
    """Our clock by simcord's, which stands still until it is moved."""

    env: simcord.Env = field(init=False)

    def now(self) -> float:
        """See ``Clock``."""
        return self.env.now().timestamp()

    def call_at(self, when: float, action: Callable[[], None]) -> asyncio.TimerHandle:
        """See ``Clock``; simcord moves the timers of the loop."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), action)


@dataclass
class Club:
    """A bot in simcord, a channel, three who play and Dora, who looks on; the decks are known."""

    env: simcord.Env = field(init=False)
    store: MemoryStore = field(default_factory=MemoryStore)
    clock: SimulatedClock = field(default_factory=SimulatedClock)
    entropy: CountedEntropy = field(default_factory=CountedEntropy)

    def client(self) -> discord.Client:
        """Return the client of a bot that starts on this store."""
        settings = Settings(discord_token=SecretStr(TOKEN))
        app = BotApp(settings, self.store, self.clock, self.entropy)
        (adapter,) = app.supervisor.adapters
        assert isinstance(adapter, DiscordAdapter)
        client = adapter.new_client()

        async def set_up() -> None:
            # Told to stop before it begins, it brings back what the store holds and connects to
            # nothing: the connection is simcord's.
            app.supervisor.stop()
            await app.serve()
            await adapter.prepare(client)

        # Here simcord counts what is begun as the bot's, and waits for it.
        client.setup_hook = set_up  # type: ignore[method-assign]
        return client

    def people(self) -> None:
        """Fill the server."""
        self.guild = self.env.create_guild("Friends")
        self.channel = self.guild.create_text_channel("cards")
        self.ann, self.bob, self.cat, self.dora = (
            self.guild.add_member(self.env.create_user(name))
            for name in ("ann", "bob", "cat", "dora")
        )
        self.players = self.ann, self.bob, self.cat
        self._close_private_messages(self.cat)

    def _close_private_messages(self, who: simcord.MemberActor) -> None:
        path = f"/channels/{who.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, times=None)

    async def types(
        self, who: simcord.MemberActor, name: str, **options: str
    ) -> simcord.InteractionResult:
        """Use a slash command in the channel."""
        return await who.slash(self.channel, name, **options)

    async def presses(self, who: simcord.MemberActor, label: str) -> simcord.InteractionResult:
        """Press a button of the table, a second after whatever was before."""
        await self.env.advance_time(1)
        return await who.click(self.table, label=label)

    @property
    def table(self) -> discord.Message:
        """The newest message that everybody in the channel sees."""
        newest = self.channel.last_message
        assert newest is not None, "nothing was posted"
        return newest

    def seen_by(self, who: simcord.MemberActor) -> str:
        """Return all that somebody sees at the moment, in the channel and in private."""
        shown = [*self.channel.history(viewer=who), *who.user.dm_channel.history()]
        return "\n".join(text_of(message) for message in shown)

    def calls(self, path: str) -> list[simcord.HttpLogEntry]:
        """Return what the bot asked of paths that look so."""
        return [call for call in self.env.http_requests if re.fullmatch(path, call.path)]

    @property
    def sent(self) -> list[str]:
        """All that the bot sent to the channel, in order."""
        calls = self.calls(rf"/channels/{self.channel.id}/messages(/\d+)?")
        return [json.dumps(call.json, ensure_ascii=False) for call in calls]

    @property
    def responses(self) -> Mapping[str, list[Any]]:
        """Every response to an interaction, by the interaction."""
        given: dict[str, list[Any]] = {}
        for call in self.calls(r"/interactions/.*/callback"):
            given.setdefault(call.path.split("/")[2], []).append(call.json)
        return given

    async def chips(self, who: simcord.MemberActor) -> int:
        """Return what is in somebody's wallet."""
        community = CommunityId(f"discord:{self.guild.id}")
        account = wallet(community, PlayerId(f"discord:{who.id}"))
        return (await self.store.balances([account]))[account]


def text_of(message: discord.Message) -> str:
    return "\n".join([message.content, *(embed.description or "" for embed in message.embeds)])


def labels(message: discord.Message) -> list[str | None]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    buttons = [button for row in rows for button in row.children]
    return [button.label for button in buttons if isinstance(button, discord.Button)]


def faces(text: str) -> set[str]:
    """Return every card that a text shows."""
    return {rank + suit for rank, suit in FACE.findall(text)}


def hand_in(panel: str) -> set[str]:
    (line,) = (line for line in panel.splitlines() if line.startswith("Your hand"))
    return faces(line)


def is_for_one(response: Mapping[str, Any]) -> bool:
    """Whether only the asker sees a response."""
    return response["type"] == ACCEPTED or bool(response["data"]["flags"] & EPHEMERAL)


def installed_by_the_server(event: str, payload: Mapping[str, Any]) -> None:
    """Say who installed the bot, which Discord does with each interaction and simcord leaves out.

    (interactions/receiving-and-responding: ``authorizing_integration_owners``.)
    """
    if event == "INTERACTION_CREATE":
        assert isinstance(payload, dict), "it is changed before anybody reads it"
        payload["authorizing_integration_owners"] = {"0": payload.get("guild_id", "0")}


@asynccontextmanager
async def club_in_simcord() -> AsyncIterator[Club]:
    """Run the bot; at the end each interaction was answered once, and for its asker alone."""
    club = Club()
    club.env = club.clock.env = env = simcord.Env(club.client(), settle_timeout=SETTLE_SECONDS)
    env.backend.subscribers.append(installed_by_the_server)
    await env.start()
    try:
        with env.time_context():
            club.people()
            yield club
    finally:
        await env.shutdown()
    env.raise_errors()
    for responses in club.responses.values():
        assert len(responses) == 1
        assert is_for_one(responses[0])


@pytest.fixture(autouse=True)
def as_fast_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    pacing = replace(discord_calls.PACING, gap_seconds=0, progress_seconds=0)
    monkeypatch.setattr(discord_calls, "PACING", pacing)


async def deal(club: Club) -> None:
    """Open a table, sit down and deal."""
    await club.types(club.ann, "join", bet="50")
    await club.presses(club.bob, "Join")
    await club.types(club.cat, "join", bet="20")
    await club.presses(club.ann, "Deal")
    assert "cards are out" in text_of(club.table)


def hidden_cards(club: Club, panels: Mapping[int, str]) -> Mapping[int, set[str]]:
    """Return which cards of each player the table does not show."""
    public = faces(text_of(club.table))
    return {who: hand_in(panel) - public for who, panel in panels.items()}


@pytest.mark.row(64, 66, 67, 73)
async def test_three_people_play_a_round_and_nobody_sees_the_cards_of_another():
    async with club_in_simcord() as club:
        await deal(club)
        panels = {}
        for who in club.players:
            answer = await club.presses(who, "My cards")
            assert answer.ephemeral
            assert answer.response is not None
            panels[who.id] = answer.response.content
        hidden = hidden_cards(club, panels)
        assert all(len(cards) == 1 for cards in hidden.values())
        for who in club.players:
            others = {card for other, cards in hidden.items() if other != who.id for card in cards}
            assert hidden[who.id] <= faces(club.seen_by(who))
            assert not others & faces(club.seen_by(who))
        assert club.cat.user.dm_channel.history() == []
        assert len(club.calls(f"/channels/{club.cat.user.dm_channel.id}/messages")) == 1
        assert panels[club.bob.id] in club.seen_by(club.bob)

        refused = await club.presses(club.dora, "My cards")
        assert refused.ephemeral
        assert not faces(club.seen_by(club.dora)) - faces(text_of(club.table))

        await club.presses(club.bob, "Hit")
        for who in club.players:
            await club.presses(who, "Stand")
        secrets = set[str]().union(*hidden.values())
        assert secrets <= faces(text_of(club.table))
        assert not secrets & faces("".join(said for said in club.sent if "results" not in said))
        assert labels(club.table) == ["Again", "Change bet", "Leave"]
        won = {who.name: await club.chips(who) - 1_000 for who in club.players}
        assert won == {"ann": -50, "bob": 0, "cat": -20}


@pytest.mark.row(68, 80)
async def test_after_a_restart_in_mid_round_old_buttons_work_and_no_command_is_told_again():
    async with club_in_simcord() as club:
        await deal(club)
        before = await club.presses(club.ann, "My cards")
        old = club.table
        await club.env.restart_bot(club.client())
        after = await club.presses(club.ann, "My cards")
        assert club.table.id == old.id
        assert before.response is not None
        assert after.response is not None
        assert after.response.content == before.response.content
        for who in club.players:
            await club.presses(who, "Stand")
        assert "results" in text_of(club.table)
        assert len(club.calls(r"/applications/\d+/commands")) == 1


@pytest.mark.row(72)
async def test_where_it_may_not_write_whoever_joins_is_told_and_stakes_nothing():
    async with club_in_simcord() as club:
        silent = discord.PermissionOverwrite(send_messages=False)
        assert club.guild.me is not None
        club.channel = club.guild.create_text_channel("news", overwrites={club.guild.me: silent})
        refused = await club.types(club.ann, "join", bet="50")
        assert refused.ephemeral
        assert refused.response is not None
        assert "Send Messages" in refused.response.content
        assert club.sent == []
        assert await club.store.tables() == []
