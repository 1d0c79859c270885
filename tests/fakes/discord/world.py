"""The platform itself: who and what there is, what the bot hears of it, and its numbers."""

import itertools
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.ports import Clock
from tests.fakes.changes import Changes
from tests.fakes.discord.accounts import Account
from tests.fakes.discord.channels import Channel, Kind, PrivateChat
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.interactions import TOKEN_SECONDS, Interaction, Sort
from tests.fakes.discord.messages import Message
from tests.fakes.discord.permissions import May
from tests.fakes.discord.refusals import Json, malformed, missing_access, unknown
from tests.fakes.discord.snowflakes import Snowflakes

Teller = Callable[[str, Json, int | None], bool]
"""Takes an event, its content and the guild that it is of to whoever listens; says if one does."""


@dataclass
class Application:
    """What stands in the developer portal: an endpoint takes interactions away from the gateway."""

    name: str = "Croupier"
    interactions_endpoint_url: str | None = None
    emojis: list[Json] = field(default_factory=list)
    public: bool = True
    code_grant: bool = False
    installs: Json = field(default_factory=lambda: {"0": {}, "1": {}})


class World(Changes):
    """Everything on the platform, as one bot meets it.

    ``installed_by`` are those who installed the bot for themselves; ``messages_kept`` is how many
    messages of a channel are remembered, ``None`` for all.
    """

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.application = Application()
        self.bot = Account(self.snowflakes.long_ago(), "Croupier", "croupier", is_bot=True)
        self.accounts: dict[int, Account] = {self.bot.id: self.bot}
        self.locales: dict[int, str] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.private_chats: dict[int, PrivateChat] = {}
        self.dms_closed: set[int] = set()
        self.installed_by: set[int] = set()
        self.interactions: OrderedDict[int, Interaction] = OrderedDict()
        self.messages_kept: int | None = None
        self.teller: Teller = lambda *_: False
        self._tokens = itertools.count(1)

    # --- what there is ------------------------------------------------------------------------

    def locale_of(self, account: Account) -> str:
        """Return the language that somebody chose for the client."""
        return self.locales.get(account.id, "en-US")

    def account_named(self, number: object) -> Account:
        """Return whom a request names; raises ``DiscordError``."""
        found = self.accounts.get(_number(number))
        if found is None:
            raise unknown("User")
        return found

    def channel_named(self, number: object) -> Channel:
        """Return the channel that a request names and the bot sees; raises ``DiscordError``."""
        found = self.channels.get(_number(number))
        if found is None or (isinstance(found, PrivateChat) and not found.opened):
            raise unknown("Channel")
        if not found.permissions(self.bot) & May.VIEW_CHANNEL:
            raise missing_access()
        return found

    def guild_named(self, number: object) -> Guild:
        """Return the guild that a request names and the bot is in; raises ``DiscordError``."""
        found = self.guilds.get(_number(number))
        if found is None:
            raise unknown("Guild")
        if not found.has_bot:
            raise missing_access()
        return found

    def message_named(self, channel: Channel, number: object) -> Message:
        """Return a message that all in a channel see; raises ``DiscordError``.

        Ephemeral messages do not exist on this way (discord-api-docs#3090); no bot should try.
        """
        found = channel.messages.get(_number(number))
        if found is not None and found.ephemeral:
            raise malformed(10008, "Unknown Message", 404)
        if found is None or found.deleted:
            raise unknown("Message")
        return found

    def private_chat(self, account: Account) -> PrivateChat:
        """Return the bot's chat with one person."""
        if account.id not in self.private_chats:
            number = self.snowflakes.next()
            chat = PrivateChat(self, number, Kind.PRIVATE, account.name, person=account)
            self.private_chats[account.id] = self.channels[number] = chat
        return self.private_chats[account.id]

    def share_a_guild(self, account: Account) -> bool:
        """Whether the bot and somebody are in one guild."""
        return any(guild.has_bot and account.id in guild.members for guild in self.guilds.values())

    def overview(self) -> str:
        """See ``Changes``."""
        return "\n".join(
            f"{channel}\n{channel.view()}" for channel in self.channels.values() if channel.messages
        )

    # --- what the bot hears -------------------------------------------------------------------

    def tell(
        self, event: str, content: Json, guild: Guild | None = None, *, concerns_bot: bool = False
    ) -> bool:
        """Let the bot hear of something, and say whether it does."""
        self.touch()
        always = event in {"GUILD_DELETE", "INTERACTION_CREATE"}
        if guild is not None and not always and not (guild.has_bot and guild.available):
            return False
        name = f"{event} of the bot" if concerns_bot else event
        return self.teller(name, content, guild.id if guild else None)

    def tell_message(self, event: str, message: Message) -> None:
        """Let the bot hear of a message in a channel that it sees."""
        if message.channel.permissions(self.bot) & May.VIEW_CHANNEL:
            guild = message.channel.guild
            named = {"guild_id": str(guild.id)} if guild else {}
            self.tell(event, message.json() | named, guild)

    def interact(
        self,
        sort: Sort,
        by: Account,
        place: Channel,
        data: Json,
        message: Message | None = None,
        modal_of: Interaction | None = None,
    ) -> Interaction:
        """Let somebody use the bot, and tell it."""
        number = self.snowflakes.next()
        token = f"stand-in-token-{next(self._tokens)}-of-{number}"
        now = self.clock.now()
        interaction = Interaction(
            self, number, token, sort, by, place, now, data, message, modal_of
        )
        self._forget_old_interactions()
        self.interactions[number] = interaction
        interaction.heard = self.deliver(interaction)
        return interaction

    def deliver(self, interaction: Interaction) -> bool:
        """Tell the bot of an interaction, perhaps once more; say whether it hears of it.

        An endpoint of its own takes interactions away from the gateway.
        """
        guild = interaction.place.guild
        installed = interaction.by.id in self.installed_by
        if guild is not None and not guild.has_bot and not installed:
            return False
        if self.application.interactions_endpoint_url is not None:
            return False
        return self.tell("INTERACTION_CREATE", interaction.json(), guild)

    def of_token(self, token: str) -> Interaction | None:
        """Return the interaction that a token is of."""
        found = self.interactions.get(_number(token.rpartition("-")[2]))
        return found if found is not None and found.token == token else None

    @property
    def unanswered(self) -> list[Interaction]:
        """Every interaction that the bot was told of and has not acknowledged, oldest first."""
        return [one for one in self.interactions.values() if one.heard and not one.acked]

    # --- what is forgotten --------------------------------------------------------------------

    def forget_old_messages(self, channel: Channel) -> None:
        """Keep only so many messages of a channel that all see, and as many that one sees."""
        if self.messages_kept is None:
            return
        for ephemeral in (True, False):
            kind = [one.id for one in channel.messages.values() if one.ephemeral is ephemeral]
            for number in kind[: -self.messages_kept]:
                del channel.messages[number]

    def _forget_old_interactions(self) -> None:
        over = self.clock.now() - TOKEN_SECONDS
        while self.messages_kept is not None and self.interactions:
            oldest = next(iter(self.interactions.values()))
            if oldest.at > over:
                return
            del self.interactions[oldest.id]


def _number(value: object) -> int:
    """Return the id in a request; one that is no number names nothing."""
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() else -1
