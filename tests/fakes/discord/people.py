"""People on the platform, who act as people do.

    ann = discord.user("Ann")
    seen = await ann.types(table, "/join", bet=50)
    press = await ann.presses(table, "Hit")
    await discord.until(lambda: press.acked)

Everything that somebody does is awaited, so that whoever listens gets a turn. What their client
does not let them do raises ``Impossible``.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.fakes.discord.accounts import Account
from tests.fakes.discord.channels import WITHOUT_MESSAGES, Channel, PrivateChat, Thread
from tests.fakes.discord.commands import Commands
from tests.fakes.discord.interactions import Interaction, Sort
from tests.fakes.discord.messages import LINK_STYLE, Message
from tests.fakes.discord.offers import Impossible, refuse_unless, typed_data
from tests.fakes.discord.permissions import May
from tests.fakes.discord.refusals import Json
from tests.fakes.discord.world import World

Where = Channel | Message | Interaction
"""Where a button is: in a channel, under one message, under what answered an interaction."""


@dataclass(eq=False, repr=False)
class User(Account):
    """Somebody on the platform."""

    world: World = field(kw_only=True)
    commands: Commands = field(kw_only=True)

    @property
    def private(self) -> PrivateChat:
        """This person's chat with the bot."""
        return self.world.private_chat(self)

    # --- writing ------------------------------------------------------------------------------

    async def says(self, place: Channel, text: str) -> Message:
        """Write a plain message, which a bot that listens for guilds alone does not hear of."""
        self._is_here(place)
        refuse_unless(place.permissions(self) & place.sending, f"{self.name} may not write here")
        if isinstance(place, Thread) and place.archived:
            refuse_unless(not place.locked, "the thread is locked")
            place.wake()
        message = place.say(self, text)
        await asyncio.sleep(0)
        return message

    async def types(self, place: Channel, line: str, **options: object) -> Interaction:
        """Use a slash command: ``line`` names it and its subcommand, ``options`` fill it in."""
        name, *words = line.removeprefix("/").split()
        self._is_here(place)
        if isinstance(place, Thread):
            refuse_unless(not place.archived, "the thread is archived")
        command = self._offered(place, name)
        data = typed_data(self.world, command, words, options)
        if isinstance(place, PrivateChat):
            place.opened = True
        return await self._interacts(Sort.COMMAND, place, data)

    def offers(self, place: Channel) -> list[str]:
        """Return the names of the commands that this person can use in a place."""
        names = [command["name"] for command in self.commands.everywhere]
        if place.guild is not None:
            names += [command["name"] for command in self.commands.listed(place.guild.id)]
        return [name for name in dict.fromkeys(names) if self._may_use(place, name)]

    def _may_use(self, place: Channel, name: str) -> bool:
        try:
            self._offered(place, name)
        except Impossible:
            return False
        return True

    def _offered(self, place: Channel, name: str) -> Json:
        command = self.commands.offered(name, place.guild.id if place.guild else None)
        if command is None:
            raise Impossible(f"there is no command /{name}")
        guild = place.guild
        context = 0 if guild else 1
        contexts = command["contexts"]
        refuse_unless(contexts is None or context in contexts, f"/{name} is not offered here")
        if guild is not None:
            self._is_permitted(place, command)
        return command

    def _is_permitted(self, place: Channel, command: Json) -> None:
        """Raise ``Impossible`` where a member is not offered a command in a place of a guild."""
        name, guild = command["name"], place.guild
        assert guild is not None, "rights are of guilds"
        held = place.permissions(self)
        by_guild = guild.has_bot and 0 in command["integration_types"]
        by_user = self.id in self.world.installed_by and 1 in command["integration_types"]
        refuse_unless(by_guild or by_user, f"nobody installed /{name} here")
        refuse_unless(held & May.USE_APPLICATION_COMMANDS, f"{self.name} may use no commands here")
        wanted = command["default_member_permissions"]
        if wanted is not None:
            needed = May(int(wanted)) or May.ADMINISTRATOR
            refuse_unless(held & needed == needed, f"/{name} is not for {self.name}")

    def _is_here(self, place: Channel) -> None:
        """Raise ``Impossible`` unless somebody can do anything in a place at all."""
        refuse_unless(not place.deleted, f"{place} is gone")
        if isinstance(place, PrivateChat):
            refuse_unless(place.person is self, f"that is not {self.name}'s chat")
            return
        guild = place.guild
        assert guild is not None, "what is no private chat is of a guild"
        refuse_unless(place.kind not in WITHOUT_MESSAGES, f"nobody writes in {place}")
        refuse_unless(guild.available, "the guild has an outage")
        refuse_unless(guild.member(self), f"{self.name} is not in {guild}")
        refuse_unless(not guild.is_muted(self), f"{self.name} is timed out")
        refuse_unless(place.permissions(self) & May.VIEW_CHANNEL, f"{self.name} cannot see {place}")

    # --- pressing -----------------------------------------------------------------------------

    async def presses(self, where: Where, label: str) -> Interaction:
        """Press a button: under the newest message that has it, or one that is named.

        Raises ``Impossible`` where this person sees no such button, or it is a link or disabled.
        """
        message = self._having(where, label)
        button = message.button(label)
        refuse_unless(message.seen_by(self), f"{self.name} does not see {message!r}")
        refuse_unless(button.style != LINK_STYLE, f"the button {label!r} is a link")
        refuse_unless(not button.disabled, f"the button {label!r} is disabled")
        return await self.forges(message, custom_id=button.custom_id or "")

    async def forges(self, message: Message, custom_id: str) -> Interaction:
        """Send a custom id as if a button under a message carried it."""
        self._is_here(message.channel)
        if isinstance(message.channel, Thread):
            refuse_unless(not message.channel.archived, "the thread is archived")
        number = next((one.id for one in message.buttons if one.custom_id == custom_id), 0)
        data = {"component_type": 2, "custom_id": custom_id, "id": number}
        return await self._interacts(Sort.PRESS, message.channel, data, message)

    def _having(self, where: Where, label: str) -> Message:
        if isinstance(where, Message):
            return where
        if isinstance(where, Channel):
            shown = where.shown(self)
        else:
            shown = [one for one in where.responses if one.seen_by(self)]
        found = [message for message in shown if label in message.labels]
        if not found:
            raise Impossible(f"{self.name} sees no button {label!r}:\n{shown}")
        return found[-1]

    async def submits(self, press: Interaction, **values: str) -> Interaction:
        """Fill in and send the window that answered a press; fields go by their custom ids."""
        modal = press.modal
        if modal is None:
            raise Impossible(f"{press} opened no window")
        rows = [row for row in modal["components"] if row["type"] == 1]
        fields = {one["custom_id"]: one for row in rows for one in row["components"]}
        for name in values:
            refuse_unless(name in fields, f"the window has no field {name!r}")
        components = [_filled(field, values) for field in fields.values()]
        data = {"custom_id": modal["custom_id"], "components": components}
        return await self._interacts(Sort.MODAL, press.place, data, press.message, press)

    async def _interacts(
        self,
        sort: Sort,
        place: Channel,
        data: Json,
        message: Message | None = None,
        modal_of: Interaction | None = None,
    ) -> Interaction:
        interaction = self.world.interact(sort, self, place, data, message, modal_of)
        await asyncio.sleep(0)
        return interaction

    # --- seeing and moving --------------------------------------------------------------------

    def sees(self, words: str, place: Channel | None = None) -> bool:
        """Whether words stand in anything that this person can see now, perhaps in one place."""
        places = [place] if place is not None else [*self.world.channels.values()]
        return any(
            words in message.text
            for channel in places
            if channel.permissions(self) & May.VIEW_CHANNEL
            for message in channel.shown(self)
        )

    def closes_dms(self) -> None:
        """Let no bot write in private any more."""
        self.world.dms_closed.add(self.id)

    def opens_dms(self) -> None:
        """Let bots write in private."""
        self.world.dms_closed.discard(self.id)

    def installs_bot(self) -> None:
        """Install the bot for oneself, so that it can be used where no guild has it."""
        self.world.installed_by.add(self.id)


def _filled(told: Json, values: Mapping[str, str]) -> Json:
    """Return a text field of a window as it is sent."""
    text = values.get(told["custom_id"], told.get("value") or "")
    least, most = told.get("min_length") or 0, told.get("max_length") or 4000
    refuse_unless(text or not told.get("required", True), f"{told['custom_id']} is required")
    refuse_unless(not text or least <= len(text) <= most, f"{told['custom_id']}: wrong length")
    field_json = {"type": 4, "custom_id": told["custom_id"], "value": text}
    return {"type": 1, "components": [field_json]}
