"""The command menus of the bot: from the registry, by scope and language, set when they changed."""

import hashlib
from collections.abc import Collection, Iterator, Mapping

from telegram import (
    Bot,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from adapters.telegram_ids import PLATFORM
from bot.commands import COMMANDS, CommandSpec
from bot.ports import Ref, RefState, Store, Texts
from bot.requests import Place

DEFAULT_LANGUAGE = "en"
MENU = "menu"

Menu = tuple[tuple[str, str], ...]
"""Commands with what they do."""

_DESCRIPTION_LENGTH_MAX = 256
SCOPES: Mapping[str, BotCommandScope] = {
    "private": BotCommandScopeAllPrivateChats(),
    "group": BotCommandScopeAllGroupChats(),
    "admins": BotCommandScopeAllChatAdministrators(),
}
"""Whom menus are for: our word for it, and Telegram's."""


def menus(texts: Texts, languages: Collection[str]) -> Iterator[tuple[str, str, Menu]]:
    """Yield every menu: its scope, its language as Telegram has them, its commands.

    Telegram knows languages by two letters; English is for all that have no menu of their own.
    """
    for language in sorted(languages):
        code = language.partition("-")[0]
        if language not in {code, f"{code}-Hans"}:
            continue  # two scripts of one language: the first one has the menu
        for scope in SCOPES:
            commands = tuple(
                (spec.verb, texts.text(language, f"command-{spec.verb}", {}))
                for spec in COMMANDS
                if _offered(spec, scope)
            )
            yield scope, "" if code == DEFAULT_LANGUAGE else code, commands


def _offered(spec: CommandSpec, scope: str) -> bool:
    place = Place.PRIVATE if scope == "private" else Place.GROUP
    allowed = scope == "admins" or not spec.admin_only
    return not spec.button_only and place in spec.places and allowed


def listed(commands: Menu) -> list[tuple[str, str]]:
    """Return a menu as Telegram takes it: what commands do, cut to the length that is allowed."""
    return [(verb, what[:_DESCRIPTION_LENGTH_MAX]) for verb, what in commands]


async def set_menus(bot: Bot, store: Store, texts: Texts, languages: Collection[str]) -> None:
    """Set what differs from what was set last; a second start makes no call."""
    place = f"{PLATFORM}bot:{bot.id}"
    known = {ref.key: ref.digest for ref in await store.refs() if ref.place == place}
    for scope, language, commands in menus(texts, languages):
        key = f"{scope}:{language}"
        digest = hashlib.sha256(repr(commands).encode()).hexdigest()[:32]
        if known.get(key) == digest:
            continue
        await bot.set_my_commands(listed(commands), SCOPES[scope], language or None)
        await store.save_ref(Ref(place, MENU, key, None, digest, RefState.SENT))
