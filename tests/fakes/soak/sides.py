"""The two platforms as their people use them, with what is needed of them for many tables."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from bot.ports import Clock
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.limits import FREE
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.discord.people import User as DiscordUser
from tests.fakes.discord.stand_in import Discord
from tests.fakes.soak.tables import Answered
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.messages import Message as TelegramMessage
from tests.fakes.telegram.people import User as TelegramUser
from tests.fakes.telegram.record import EDITS, POSTS
from tests.fakes.telegram.stand_in import Telegram

TRAVEL_SECONDS = 0.15
"""How far away a platform is, there as well as back."""

MESSAGES_KEPT = 20
"""How many messages of a chat people scroll back."""

CHANNELS_OF_A_GUILD = 4

HTTP_REFUSED = 400
HTTP_TOO_MANY = 429


@dataclass
class Counts:
    """What became of presses and calls, by the seconds of the platform's clock.

    ``calls`` are those that limits count. ``unanswered`` and ``twice`` are to stay empty.
    """

    answers: Counter[int] = field(default_factory=Counter)
    calls: Counter[int] = field(default_factory=Counter)
    throttled: Counter[int] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)

    def judge(self, at: float, *, heard: bool, answers: int) -> None:
        """Count a press that is over."""
        if heard and not answers:
            self.unanswered.append(f"at {at:.1f}")
        elif answers > 1:
            self.twice.append(f"at {at:.1f}")
        elif heard:
            self.answers[int(at)] += 1

    def note(self, at: float, status: int, what: str, *, counted: bool) -> None:
        """Count a call that is over."""
        self.calls[int(at)] += counted
        if status >= HTTP_REFUSED:
            self.refused[f"{status} {what}"] += 1
        if status == HTTP_TOO_MANY:
            self.throttled[int(at)] += 1

    @property
    def answered(self) -> int:
        """How many presses have their answer."""
        return self.answers.total()


class TelegramSide:
    """See ``Side``."""

    def __init__(self, telegram: Telegram) -> None:
        self.telegram = telegram
        self.clock: Clock = telegram.clock
        self.counts = Counts()
        telegram.limits.enforced = True
        telegram.server.latency_seconds = TRAVEL_SECONDS

    # --- people -------------------------------------------------------------------------------

    def person(self, name: str) -> TelegramUser:
        """Return somebody new."""
        return self.telegram.user(name)

    def chat(self, number: int, people: Sequence[TelegramUser]) -> Chat:
        """Return a new group."""
        return self.telegram.supergroup(f"Club {number}", members=people)

    async def meets(self, who: TelegramUser) -> None:
        """Let somebody have started the bot another day, so that it may write to them."""
        self.telegram.started.add(who.id)
        self.telegram.met.add(who.id)

    # --- what they do -------------------------------------------------------------------------

    def table(self, chat: Chat) -> TelegramMessage | None:
        """See ``Side``."""
        return next((one for one in reversed(chat.posted()) if one.labels), None)

    def panel(self, who: TelegramUser) -> TelegramMessage | None:
        """See ``Side``."""
        return self.table(who.private)

    async def opens(self, who: TelegramUser, chat: Chat, rules: str) -> None:
        """See ``Side``."""
        await who.says(chat, f"/new {rules}")

    async def presses(self, who: TelegramUser, shown: TelegramMessage, label: str) -> Answered:
        """See ``Side``."""
        press = await who.presses(shown, label)
        return lambda: press.alert is not None

    # --- what is counted and forgotten --------------------------------------------------------

    def harvest(self, until: float) -> None:
        """Count what is over and forget it: presses that are answered, calls, old messages."""
        for press in list(self.telegram.presses.values()):
            if press.at < until:
                del self.telegram.presses[press.id]
                self.counts.judge(press.at, heard=press.heard, answers=len(press.alerts))
        for call in taken(self.telegram.calls, until):
            counted = call.method in POSTS | EDITS
            self.counts.note(call.at, call.status or 0, call.method, counted=counted)
        self.telegram.updates.history.clear()
        for chat in self.telegram.chats.values():
            for number in list(chat.messages)[:-MESSAGES_KEPT]:
                del chat.messages[number]
            for message in chat.messages.values():
                del message.versions[:-1]


class DiscordSide:
    """See ``Side``."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.clock: Clock = discord.clock
        self.counts = Counts()
        self._guild = discord.guild("Guild 0")
        self._channels = 0
        discord.limits.enforced = True
        discord.server.latency_seconds = TRAVEL_SECONDS
        discord.messages_kept = MESSAGES_KEPT

    # --- people -------------------------------------------------------------------------------

    def person(self, name: str) -> DiscordUser:
        """Return somebody new."""
        return self.discord.user(name)

    def chat(self, number: int, people: Sequence[DiscordUser]) -> Channel:
        """Return a new channel; some make a guild."""
        if self._channels and self._channels % CHANNELS_OF_A_GUILD == 0:
            self._guild = self.discord.guild(f"Guild {number}")
        self._channels += 1
        for who in people:
            self._guild.enter(who)
        return self._guild.text_channel(f"club-{number}")

    async def meets(self, who: DiscordUser) -> None:
        """Let somebody ask the bot something in private, so that their chat is open."""
        await who.types(who.private, "/help")

    # --- what they do -------------------------------------------------------------------------

    def table(self, chat: Channel) -> DiscordMessage | None:
        """See ``Side``."""
        return next((one for one in reversed(chat.posted()) if one.labels), None)

    def panel(self, who: DiscordUser) -> DiscordMessage | None:
        """See ``Side``."""
        return self.table(who.private)

    async def opens(self, who: DiscordUser, chat: Channel, rules: str) -> None:
        """See ``Side``."""
        await who.types(chat, "/new", rules=rules)

    async def presses(self, who: DiscordUser, shown: DiscordMessage, label: str) -> Answered:
        """See ``Side``."""
        press = await who.presses(shown, label)
        return lambda: press.acked

    # --- what is counted and forgotten --------------------------------------------------------

    def harvest(self, until: float) -> None:
        """Count what is over and forget it: interactions that are answered, calls, old messages."""
        for one in list(self.discord.interactions.values()):
            if one.at < until:
                del self.discord.interactions[one.id]
                self.counts.judge(one.at, heard=one.heard, answers=len(one.acks))
        for call in taken(self.discord.calls, until):
            counted = not call.route.startswith(FREE)
            self.counts.note(call.at, call.status or 0, call.route, counted=counted)
        for channel in self.discord.channels.values():
            for message in channel.messages.values():
                del message.versions[:-1]


class Over(Protocol):
    """A call to a platform: it is over once it has a status."""

    at: float
    status: int | None


CallT = TypeVar("CallT", bound=Over)


def taken(calls: list[CallT], until: float) -> list[CallT]:
    """Take the calls out of a record that were over by then."""
    over = [call for call in calls if call.status is not None and call.at < until]
    calls[:] = [call for call in calls if call.status is None or call.at >= until]
    return over
