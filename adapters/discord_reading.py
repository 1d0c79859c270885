"""What an interaction says: where it was made, by whom, in which language, with what rights."""

from collections.abc import Collection, Mapping
from typing import Any

from discord import ChannelType, InteractionType, Locale, Permissions

from adapters.discord_commands import LOCALES, Said, said
from adapters.discord_ids import chat_id, payload_of
from adapters.discord_responder import Asked, Interaction
from bot.basics import ChatId
from bot.commands import BY_VERB, Kind
from bot.requests import Place, Rights, Seen, parse_payload

CONVERSATIONS = frozenset(
    {
        ChannelType.text,
        ChannelType.voice,
        ChannelType.stage_voice,
        ChannelType.public_thread,
        ChannelType.private_thread,
        ChannelType.news_thread,
    }
)
"""Kinds of channels in which people talk; in a forum they do so in its threads."""

THREADS = frozenset(
    {ChannelType.public_thread, ChannelType.private_thread, ChannelType.news_thread}
)

FALLBACK = "en"

_LANGUAGES: Mapping[Locale, str] = {
    locale: language for language, locales in LOCALES.items() for locale in locales
}


def is_ours(interaction: Interaction) -> bool:
    """Whether an interaction is one that we asked for: a slash command or a button."""
    return interaction.type in {InteractionType.application_command, InteractionType.component}


def is_private(interaction: Interaction) -> bool:
    """Whether it was made in the private chat with the bot."""
    return interaction.guild_id is None


def is_on_answer(interaction: Interaction) -> bool:
    """Whether a button of an earlier answer was pressed, which its presser alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_by_server(interaction: Interaction) -> bool:
    """Whether the server installed us, not its asker alone for themselves; true in private."""
    return is_private(interaction) or interaction.is_guild_integration()


def is_conversation(interaction: Interaction) -> bool:
    """Whether people can talk where it was made, so that there can be a table."""
    channel = interaction.channel
    return is_private(interaction) or (channel is not None and channel.type in CONVERSATIONS)


def place_of(interaction: Interaction, seen: Seen | None) -> Place:
    """Return where it counts as made: a panel's button is private wherever the panel is."""
    on_panel = seen is not None and seen.counter is not None
    return Place.PRIVATE if is_private(interaction) or on_panel else Place.GROUP


def chat_of(interaction: Interaction) -> ChatId | None:
    """Return the channel or thread, ``None`` in private."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    return chat_id(interaction.guild_id, interaction.channel_id)


def command_of(interaction: Interaction) -> tuple[Said, Seen | None]:
    """Return what was typed or pressed, and what a button showed.

    Raises ``Refusal``: ``outdated`` or ``button-unreadable``.
    """
    data: Mapping[str, Any] = interaction.data or {}
    if interaction.type is InteractionType.application_command:
        return said(data), None
    seen, verb, args = parse_payload(payload_of(str(data.get("custom_id", ""))))
    return Said(verb, args), seen


def asked_by(interaction: Interaction, verb: str) -> Asked:
    """Return how an interaction is answered."""
    if interaction.type is InteractionType.application_command:
        return Asked.TYPED
    if is_on_answer(interaction):
        return Asked.ON_ANSWER
    spec = BY_VERB.get(verb)
    return Asked.QUESTION if spec and spec.kind is Kind.QUESTION else Asked.PRESSED


def rights_of(interaction: Interaction) -> Rights:
    """Return what the asker may do there: whoever manages the server is an admin."""
    granted = interaction.permissions
    return Rights(admin=granted.administrator or granted.manage_guild)


def missing_rights(interaction: Interaction) -> tuple[str, ...]:
    """Return what we need to show a table there and may not, as ``missing_of`` does."""
    if is_private(interaction):
        return ()
    channel, granted = interaction.channel, interaction.app_permissions
    return missing_of(granted, in_thread=channel is not None and channel.type in THREADS)


def missing_of(granted: Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the first that is not granted of what we need to show a table, by Discord's name.

    Each is denied along with the one before it (topics/permissions, implicit permissions), so of
    those behind it nobody can tell whether they have to be granted too.
    """
    writing = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ("view_channel", writing, "embed_links")
    return next(((name,) for name in needed if not getattr(granted, name)), ())


def language_of(locale: Locale, languages: Collection[str]) -> str:
    """Return which of our languages a person's or server's locale means, English for all others."""
    language = _LANGUAGES.get(locale, FALLBACK)
    return language if language in languages else FALLBACK
