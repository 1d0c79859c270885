"""Answers to interactions: the first one, and what follows by the interaction's token."""

from dataclasses import dataclass

from tests.fakes.discord.asks import Ask, Handler
from tests.fakes.discord.bodies import is_ephemeral, read_content
from tests.fakes.discord.channels import Channel, Thread
from tests.fakes.discord.interactions import (
    FOLLOW_UPS_OF_USER_INSTALLS,
    Ack,
    Interaction,
    Sort,
)
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.messages import EPHEMERAL, Content, Message
from tests.fakes.discord.permissions import May
from tests.fakes.discord.record import CALLBACK, FOLLOW_UP
from tests.fakes.discord.refusals import (
    DiscordError,
    Json,
    invalid_body,
    malformed,
    unknown,
)
from tests.fakes.discord.sending import Sending
from tests.fakes.discord.world import World

LOADING = 1 << 7


@dataclass
class Answering:
    """What the bot says to those who used it."""

    world: World
    sending: Sending
    limits: Limits

    def routes(self) -> dict[str, Handler]:
        """Return what this part answers."""
        message = "/webhooks/{application_id}/{interaction_token}/messages/{message_id}"
        return {
            CALLBACK: self._first,
            FOLLOW_UP: self._follow_up,
            f"GET {message}": self._message,
            f"PATCH {message}": self._edit,
            f"DELETE {message}": self._delete,
        }

    # --- the first answer ---------------------------------------------------------------------

    def _first(self, ask: Ask) -> Json | None:
        interaction = self._interaction(ask)
        body = ask.fields
        ack = _ack(body, interaction)
        if interaction.acked:
            raise malformed(40060, "Interaction has already been acknowledged.")
        if interaction.is_late:
            raise unknown("interaction")
        data: Json = body.get("data") or {}
        self._carry_out(ask, interaction, ack, data)
        interaction.acks.append(ack)
        interaction.acked_at = self.world.clock.now()
        return _callback_json(interaction, ack) if ask.flag("with_response") else None

    def _interaction(self, ask: Ask) -> Interaction:
        found = self.world.of_token(ask.path["interaction_token"])
        if found is None or ask.path["interaction_id"] != str(found.id):
            raise unknown("interaction")
        return found

    def _carry_out(self, ask: Ask, interaction: Interaction, ack: Ack, data: Json) -> None:
        if ack is Ack.MESSAGE:
            interaction.original = self._post(ask, interaction, data, is_ephemeral(data))
        elif ack is Ack.DEFERRED_MESSAGE:
            interaction.thinking = True
            interaction.thinks_in_private = is_ephemeral(data)
            ask.call.public = not interaction.thinks_in_private
        elif ack is Ack.DEFERRED_UPDATE:
            interaction.original = interaction.message
        elif ack is Ack.UPDATE:
            assert interaction.message is not None, "only presses are answered so"
            interaction.original = interaction.message
            self._change(ask, interaction.message, data)
        else:
            interaction.modal = _modal(data)

    def _post(self, ask: Ask, interaction: Interaction, body: Json, ephemeral: bool) -> Message:
        self.sending.watch_mentions(ask, body)
        content = read_content(body, ask, self.world.snowflakes, None)
        ask.call.public = not ephemeral
        self._wake(interaction.place)
        message = Message(
            interaction.place,
            self.world.snowflakes.next(),
            self.world.clock.now(),
            self.world.bot,
            [content],
            flags=EPHEMERAL if ephemeral else 0,
            only_for=interaction.by if ephemeral else None,
            interaction=interaction.metadata(),
        )
        interaction.responses.append(message)
        return interaction.place.post(message)

    def _wake(self, place: Channel) -> None:
        """Let a thread that was put to rest meanwhile be in use again, unless it was locked."""
        if not isinstance(place, Thread) or not place.archived:
            return
        if place.locked and not place.permissions(self.world.bot) & May.MANAGE_THREADS:
            raise DiscordError(400, 50083, "Thread is archived")
        place.wake()

    def _change(self, ask: Ask, message: Message, body: Json) -> None:
        self.sending.watch_mentions(ask, body)
        content = read_content(body, ask, self.world.snowflakes, message.content)
        self.sending.change(message, content, body)

    # --- what follows -------------------------------------------------------------------------

    def _of_token(self, ask: Ask) -> Interaction:
        """Return the interaction of a token that is still good; raises ``DiscordError``."""
        found = self.world.of_token(ask.path["interaction_token"])
        if found is None or found.is_over:
            raise malformed(50027, "Invalid Webhook Token", 401)
        if ask.path["application_id"] != str(self.world.bot.id) or not found.acked:
            raise unknown("Webhook")
        return found

    def _follow_up(self, ask: Ask) -> Json | None:
        interaction = self._of_token(ask)
        body = ask.fields
        if interaction.thinking:
            message = self._stop_thinking(ask, interaction, body)
        else:
            self._count_follow_up(interaction)
            message = self._post(ask, interaction, body, is_ephemeral(body))
        return message.json() if ask.flag("wait") else None

    def _count_follow_up(self, interaction: Interaction) -> None:
        interaction.follow_ups += 1
        most = FOLLOW_UPS_OF_USER_INSTALLS
        if interaction.by_user_install and interaction.follow_ups > most:
            sentence = "This interaction has reached the maximum number of follow up messages"
            raise malformed(40094, sentence)

    def _stop_thinking(self, ask: Ask, interaction: Interaction, body: Json) -> Message:
        """Say what a deferred answer promised: whoever may see it has been settled before."""
        message = self._post(ask, interaction, body, interaction.thinks_in_private)
        interaction.thinking = False
        interaction.original = message
        return message

    def _message(self, ask: Ask) -> Json:
        interaction = self._of_token(ask)
        if ask.path["message_id"] == "@original" and interaction.thinking:
            return _loading(interaction)
        return self._named(ask, interaction).json()

    def _edit(self, ask: Ask) -> Json:
        interaction = self._of_token(ask)
        body = ask.fields
        if ask.path["message_id"] == "@original" and interaction.thinking:
            return self._stop_thinking(ask, interaction, body).json()
        message = self._named(ask, interaction)
        self.limits.spend_old_edit(message)
        self._change(ask, message, body)
        return message.json()

    def _delete(self, ask: Ask) -> None:
        interaction = self._of_token(ask)
        if ask.path["message_id"] == "@original" and interaction.thinking:
            interaction.thinking = False
            return
        self.sending.remove(self._named(ask, interaction))

    def _named(self, ask: Ask, interaction: Interaction) -> Message:
        """Return the message that a request by token is about: an answer, or what was pressed."""
        number = ask.path["message_id"]
        if number == "@original":
            found = interaction.original
        else:
            answers = [*interaction.responses, interaction.original]
            found = next((one for one in answers if one and str(one.id) == number), None)
        if found is None or found.deleted:
            raise unknown("Message")
        return found


def _ack(body: Json, interaction: Interaction) -> Ack:
    """Return the kind of a first answer, where it fits what it answers."""
    kind = body.get("type")
    fitting = {
        Sort.COMMAND: {Ack.MESSAGE, Ack.DEFERRED_MESSAGE, Ack.MODAL},
        Sort.PRESS: {
            Ack.MESSAGE,
            Ack.DEFERRED_MESSAGE,
            Ack.DEFERRED_UPDATE,
            Ack.UPDATE,
            Ack.MODAL,
        },
        Sort.MODAL: {Ack.MESSAGE, Ack.DEFERRED_MESSAGE},
    }[interaction.sort]
    if interaction.sort is Sort.MODAL and interaction.message is not None:
        fitting = fitting | {Ack.DEFERRED_UPDATE, Ack.UPDATE}
    if kind not in fitting:
        raise invalid_body({"type": ("BASE_TYPE_CHOICES", f"must be one of {sorted(fitting)}")})
    return Ack(kind)


def _modal(data: Json) -> Json:
    title, custom_id = str(data.get("title") or ""), str(data.get("custom_id") or "")
    rows = data.get("components") or []
    if not 1 <= len(title) <= 45:
        raise invalid_body({"title": ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 45.")})
    if not 1 <= len(custom_id) <= 100:
        raise invalid_body({"custom_id": ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")})
    if not 1 <= len(rows) <= 5:
        raise invalid_body({"components": ("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5.")})
    return data


def _callback_json(interaction: Interaction, ack: Ack) -> Json:
    """Return what a first answer did, for who asks to be told."""
    told: Json = {"id": str(interaction.id), "type": int(interaction.sort)}
    resource: Json = {"type": int(ack)}
    original = interaction.original
    if original is not None:
        told["response_message_id"] = str(original.id)
        told["response_message_ephemeral"] = original.ephemeral
        if ack in {Ack.MESSAGE, Ack.UPDATE}:
            resource["message"] = original.json()
    told["response_message_loading"] = interaction.thinking
    return {"interaction": told, "resource": resource}


def _loading(interaction: Interaction) -> Json:
    """Return the message that says that the bot is thinking."""
    private = EPHEMERAL if interaction.thinks_in_private else 0
    message = Message(
        interaction.place,
        interaction.id,
        interaction.at,
        interaction.world.bot,
        [Content()],
        flags=LOADING | private,
        interaction=interaction.metadata(),
    )
    return message.json()
