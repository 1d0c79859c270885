"""A Discord of one's own on loopback: REST API, gateway, and the people and guilds behind them.

    async with Discord() as discord:
        ann, bob = discord.user("Ann"), discord.user("Bob")
        guild = discord.guild("Friends", members=[ann, bob])
        table = guild.text_channel("cards")
        ...                # a bot that uses discord.api_url, discord.gateway_url and discord.token
        await ann.types(table, "/join", bet=50)
        await discord.until(lambda: "Ann" in table.view())
        press = await bob.presses(table, "Join")

It is as strict as the platform's documents say, and stricter where they only warn.
``discord.violations`` lists every request that no bot should send; it must be empty at the end.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from bot.ports import Clock
from tests.fakes.discord.accounts import Account
from tests.fakes.discord.answering import Answering
from tests.fakes.discord.asking import Asking
from tests.fakes.discord.commands import Commands
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.people import User
from tests.fakes.discord.record import Record
from tests.fakes.discord.sending import Sending
from tests.fakes.discord.server import PREFIX, Server
from tests.fakes.discord.world import World
from tests.fakes.waiting import RunningClock

TOKEN = "MTAyMzQ1Njc4OTAxMjM0NTY3.stand-in.token-from-the-developer-portal"  # noqa: S105 -- opens nothing


class Discord(World):
    """The platform, its server, its gateway and its people.

    ``clock`` is what everything here goes by, the wall's unless told. What a bot asked stands in
    ``calls``; trouble is ordered from ``faults``, that of connections from ``gateway``; the
    documented rates are kept once ``limits.enforced`` is set, ``commands`` has what was synced.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock or RunningClock())
        self.violations: list[str] = []
        self.limits = Limits(self.clock)
        self.commands = Commands(self.snowflakes, self.bot.id)
        self.gateway = Gateway(self, TOKEN, self.violations, self.limits)
        self.teller = self.gateway.tell
        sending = Sending(self, self.limits, self.violations)
        asking = Asking(self, self.gateway, self.commands)
        answering = Answering(self, sending, self.limits)
        routes = sending.routes() | asking.routes() | answering.routes()
        self.server = Server(self, TOKEN, self.gateway, routes, self.limits, self.violations)
        self.founder = self.user("Founder")

    # --- the server ---------------------------------------------------------------------------

    @property
    def api_url(self) -> str:
        """Where the REST API listens."""
        return f"http://127.0.0.1:{self.server.port}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        """Where the gateway listens."""
        return self.gateway.url

    @property
    def token(self) -> str:
        """The token that the bot must use."""
        return self.server.token

    @property
    def environment(self) -> dict[str, str]:
        """The settings that lead a process here, by their names in the environment."""
        return {
            "DISCORD_TOKEN": self.token,
            "DISCORD_API_URL": self.api_url,
            "DISCORD_GATEWAY_URL": self.gateway_url,
        }

    @property
    def listened(self) -> int:
        """How often somebody began to listen for events, sessions that were resumed included."""
        return self.gateway.identifies + self.gateway.resumes

    @property
    def faults(self) -> Faults:
        """Where trouble is ordered."""
        return self.server.faults

    @property
    def calls(self) -> Record:
        """Every request so far."""
        return self.server.calls

    async def goes_offline(self) -> None:
        """Close the port: neither requests nor the gateway are there for anyone."""
        await self.server.stop()

    async def comes_back(self) -> None:
        """Listen again where it listened before; sessions can be resumed."""
        await self.server.start()

    async def __aenter__(self) -> Self:
        await self.server.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.server.stop()

    # --- people and guilds --------------------------------------------------------------------

    def user(
        self,
        name: str,
        *,
        username: str | None = None,
        locale: str = "en-US",
        dms_closed: bool = False,
    ) -> User:
        """Return somebody new, who is in no guild yet."""
        number = self.snowflakes.long_ago()
        handle = username or f"{name.lower().replace(' ', '_')}_{len(self.accounts)}"
        user = User(number, name, handle, world=self, commands=self.commands)
        self.accounts[number] = user
        self.locales[number] = locale
        if dms_closed:
            user.closes_dms()
        return user

    def guild(
        self,
        name: str,
        members: Sequence[Account] = (),
        *,
        locale: str = "en-US",
        with_bot: bool = True,
    ) -> Guild:
        """Return a guild of some people and the bot; somebody else owns it."""
        guild = Guild(self, self.snowflakes.long_ago(), name, self.founder, locale)
        self.guilds[guild.id] = guild
        for account in members:
            guild.enter(account)
        if with_bot:
            guild.invite_bot()
        return guild

    # --- memory and the end -------------------------------------------------------------------

    def keep_only(self, calls: int, messages: int) -> None:
        """Remember only the newest calls, and the newest messages of each channel."""
        self.calls.kept = calls
        self.messages_kept = messages

    def assert_clean(self) -> None:
        """Raise ``AssertionError`` where a request was one that no bot should send."""
        assert not self.violations, "\n".join(self.violations)
