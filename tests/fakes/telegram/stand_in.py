"""A Telegram of one's own on loopback: the Bot API, and the people and chats behind it.

    async with Telegram() as telegram:
        ann, bob = telegram.user("Ann"), telegram.user("Bob")
        group = telegram.supergroup("Friends", members=[ann, bob])
        ...                                  # a bot that talks to telegram.url with telegram.token
        await ann.says(group, "/join 50")
        await telegram.until(lambda: "Ann" in group.newest.text)
        press = await bob.presses(group, "Join")

It is as strict as the platform's documents say, and stricter where they only warn.
``telegram.violations`` lists every request that no bot should send; it must be empty at the end.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from bot.ports import Clock
from tests.fakes.telegram.accounts import Account, Member, Status
from tests.fakes.telegram.asking import Asking
from tests.fakes.telegram.chats import Chat, Kind
from tests.fakes.telegram.faults import Faults
from tests.fakes.telegram.limits import Limits
from tests.fakes.telegram.people import User
from tests.fakes.telegram.record import Record
from tests.fakes.telegram.refusals import Json
from tests.fakes.telegram.sending import Sending
from tests.fakes.telegram.server import Server
from tests.fakes.telegram.settings import Settings
from tests.fakes.telegram.world import World
from tests.fakes.waiting import RunningClock

TOKEN = "7000000001:AAstand-in-for-a-token-from-BotFather"  # noqa: S105 -- opens nothing


class Telegram(World):
    """The platform, its server and its people.

    ``clock`` is what everything here goes by, the wall's unless told. What a bot did stands in
    ``calls``; trouble is ordered from ``faults``, the documented rates are kept once
    ``limits.enforced`` is set, and ``settings`` holds menus and descriptions.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock or RunningClock())
        self.limits = Limits(self.clock)
        self.settings = Settings(self)
        parts = (Sending(self, self.limits), Asking(self), self.settings)
        methods = {name: method for part in parts for name, method in part.methods().items()}
        self.server = Server(self, TOKEN, methods)
        self.founder = self.user("Founder")

    # --- the server ---------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Where the Bot API listens, without ``/bot``."""
        return f"http://127.0.0.1:{self.server.port}"

    @property
    def token(self) -> str:
        """The token that the bot must use."""
        return self.server.token

    @property
    def environment(self) -> dict[str, str]:
        """The settings that lead a process here, by their names in the environment."""
        return {"TELEGRAM_TOKEN": self.token, "TELEGRAM_API_URL": self.url}

    @property
    def listened(self) -> int:
        """How often somebody began to wait for updates."""
        return self.updates.waits

    @property
    def calls(self) -> Record:
        """Every request so far."""
        return self.server.calls

    @property
    def faults(self) -> Faults:
        """Where trouble is ordered."""
        return self.server.faults

    @property
    def violations(self) -> list[str]:
        """What no bot should have sent: empty at the end of every test."""
        return self.server.violations

    @property
    def checked(self) -> bool:
        """Whether requests are held against the platform's description: ``SPEC_DIR`` is set."""
        return self.server.description is not None

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

    # --- people and chats ---------------------------------------------------------------------

    def user(
        self,
        first_name: str,
        *,
        username: str | None = None,
        last_name: str | None = None,
        language_code: str | None = "en",
    ) -> User:
        """Return somebody new, who has never heard of the bot."""
        number = self.next_user_id()
        return self._new(User(number, first_name, username, last_name, language_code, world=self))

    def other_bot(self, first_name: str) -> User:
        """Return another bot, which writes in groups as people do."""
        number, username = self.next_user_id(), f"{first_name.replace(' ', '')}Bot"
        return self._new(User(number, first_name, username, is_bot=True, world=self))

    def _new(self, user: User) -> User:
        self.accounts[user.id] = user
        return user

    def group(self, title: str, members: Sequence[Account] = (), *, with_bot: bool = True) -> Chat:
        """Return a basic group of some people and the bot; somebody else made it."""
        return self._filled(self.new_chat(Kind.GROUP, title), members, with_bot=with_bot)

    def supergroup(
        self,
        title: str,
        members: Sequence[Account] = (),
        *,
        username: str | None = None,
        forum: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """Return a supergroup of some people and the bot, perhaps with topics."""
        chat = self._filled(
            self.new_chat(Kind.SUPERGROUP, title, username), members, with_bot=with_bot
        )
        chat.forum = forum
        return chat

    def channel(
        self, title: str, members: Sequence[Account] = (), *, with_bot: bool = True
    ) -> Chat:
        """Return a channel; if the bot is in it, it may post."""
        chat = self._filled(self.new_chat(Kind.CHANNEL, title), members, with_bot=False)
        if with_bot:
            with self.deaf():
                chat.add(self.bot)
        return chat

    def _filled(self, chat: Chat, members: Sequence[Account], *, with_bot: bool) -> Chat:
        chat.members[self.founder.id] = Member(self.founder, Status.CREATOR)
        for account in (*members, *([self.bot] if with_bot else [])):
            chat.members[account.id] = Member(account, Status.MEMBER)
        return chat

    # --- what happens to updates --------------------------------------------------------------

    def repeat_update(self, number: int = 1) -> None:
        """Deliver an old update again: the last, or the last but some."""
        self.updates.repeat(number)

    def jump_update_id(self, update_id: int) -> None:
        """Number the next update so, higher or lower than any before."""
        self.updates.jump(update_id)

    def unknown_update(self, kind: str, payload: Json) -> None:
        """Tell the bot something of a kind that it does not know."""
        self.tell(kind, payload)

    def leave_webhook(self, url: str) -> None:
        """Let somebody have set a webhook who used the token before."""
        self.updates.webhook = url

    # --- what must hold at the end ------------------------------------------------------------

    def assert_clean(self) -> None:
        """Raise ``AssertionError`` where a request was one that no bot should send."""
        assert not self.violations, "\n".join(self.violations)
