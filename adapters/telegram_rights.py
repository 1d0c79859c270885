"""Who may do what in a chat, as Telegram tells it: its admins, and whether we may write there."""

from dataclasses import dataclass, field

from telegram import Bot, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.commands import BY_VERB, COMMANDS
from bot.ports import Clock
from bot.requests import Rights

BELIEVED_SECONDS = 300
"""How long an answer is believed: that somebody is no admin, that we may write."""

_MATTER = frozenset({"new", "deal", "stop", "help"})
"""Verbs that do more for an admin, beside those that are for admins alone."""

_STAKING = frozenset(spec.verb for spec in COMMANDS if spec.takes_chips)
"""Verbs that take chips for a round: it cannot be played where we may not show it."""

_LEADING = frozenset({ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER})


@dataclass
class TelegramRights:
    """Asks Telegram where it makes a difference, and not for each request again."""

    clock: Clock
    _admins: dict[int, tuple[float, frozenset[int]]] = field(default_factory=dict)
    _writable: dict[int, float] = field(default_factory=dict)

    # --- people -----------------------------------------------------------------------------

    async def of(self, bot: Bot, chat: int, user: int, verb: str, args: tuple[str, ...]) -> Rights:
        """Return whether somebody is an admin, where that makes a difference."""
        spec = BY_VERB.get(verb)
        dials = verb != "new" or any("=" in word for word in args)
        matters = spec is not None and (spec.admin_only or (verb in _MATTER and dials))
        if chat > 0 or not matters:
            return Rights()
        return Rights(admin=await self._is_admin(bot, chat, user))

    async def _is_admin(self, bot: Bot, chat: int, user: int) -> bool:
        """Return whether somebody is an admin now: that somebody was one is not believed."""
        until, admins = self._admins.get(chat, (0.0, frozenset[int]()))
        if user in admins or self.clock.now() >= until:
            admins = await self._asked_admins(bot, chat)
            self._admins[chat] = (self.clock.now() + BELIEVED_SECONDS, admins)
        return user in admins

    async def _asked_admins(self, bot: Bot, chat: int) -> frozenset[int]:
        try:
            found = await bot.get_chat_administrators(chat)
        except TelegramError:
            return frozenset()  # who cannot be known to be an admin is none
        return frozenset(member.user.id for member in found)

    # --- the bot itself ---------------------------------------------------------------------

    async def are_missing(self, bot: Bot, chat: int, verb: str) -> bool:
        """Whether a verb takes chips for a round that we may not show in that chat."""
        if chat > 0 or verb not in _STAKING or self.clock.now() < self._writable.get(chat, 0.0):
            return False
        if await self._may_write(bot, chat):
            self._writable[chat] = self.clock.now() + BELIEVED_SECONDS
            return False
        return True

    async def _may_write(self, bot: Bot, chat: int) -> bool:
        try:
            own = await bot.get_chat_member(chat, bot.id)
            if isinstance(own, ChatMemberRestricted):
                return own.can_send_messages
            if own.status in _LEADING:
                return True
            everybody = (await bot.get_chat(chat)).permissions
        except TelegramError:
            return True  # what cannot be known shows when we write
        return everybody is None or everybody.can_send_messages is not False

    def forget(self, chat: int) -> None:
        """Ask anew: what we are in a chat has changed."""
        self._writable.pop(chat, None)
