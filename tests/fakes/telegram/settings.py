"""The methods by which a bot describes itself: menus, descriptions, and where updates go."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.telegram.accounts import Account
from tests.fakes.telegram.arguments import Arguments
from tests.fakes.telegram.chats import Chat, Kind
from tests.fakes.telegram.refusals import Json, malformed
from tests.fakes.telegram.world import World

COMMANDS = 100
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
COMMAND_DESCRIPTION_CHARACTERS = 256
DESCRIPTIONS = {
    "MyName": ("name", 64),
    "MyDescription": ("description", 512),
    "MyShortDescription": ("short_description", 120),
}
"""What a bot says of itself: the parameter, and how long it may be in characters."""


@dataclass(frozen=True)
class Scope:
    """Whom a menu is for: everybody of a kind, or a chat, or one member of it."""

    kind: str = "default"
    chat_id: int = 0
    user_id: int = 0


class Settings:
    """What the bot set: ``menus`` by scope and language, ``said`` by parameter and language."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.menus: dict[tuple[Scope, str], dict[str, str]] = {}
        self.said: dict[tuple[str, str], str] = {}

    def methods(self) -> dict[str, Callable[[Arguments], object]]:
        """Return every method of this kind by its name."""
        methods: dict[str, Callable[[Arguments], object]] = {
            "setMyCommands": self.set_commands,
            "getMyCommands": self.get_commands,
            "deleteMyCommands": self.delete_commands,
            "setWebhook": self.set_webhook,
            "deleteWebhook": self.delete_webhook,
            "getWebhookInfo": self.get_webhook_info,
        }
        for name, (parameter, longest) in DESCRIPTIONS.items():
            methods[f"set{name}"] = self._setter(parameter, longest)
            methods[f"get{name}"] = self._getter(parameter)
        return methods

    # --- menus --------------------------------------------------------------------------------

    def set_commands(self, arguments: Arguments) -> object:
        """Set the menu of one scope and language."""
        commands = [_command(one) for one in arguments.objects("commands")]
        if len(commands) > COMMANDS:
            raise malformed("BOT_COMMANDS_TOO_MUCH")
        self.menus[self._scope(arguments), _language(arguments)] = dict(commands)
        return True

    def get_commands(self, arguments: Arguments) -> object:
        """Return the menu of exactly one scope and language."""
        menu = self.menus.get((self._scope(arguments), _language(arguments)), {})
        return [{"command": name, "description": said} for name, said in menu.items()]

    def delete_commands(self, arguments: Arguments) -> object:
        """Remove the menu of one scope and language."""
        self.menus.pop((self._scope(arguments), _language(arguments)), None)
        return True

    def _scope(self, arguments: Arguments) -> Scope:
        asked = arguments.structure("scope")
        if asked is None:
            return Scope()
        if not isinstance(asked, dict) or not isinstance(asked.get("type"), str):
            raise malformed("can't parse BotCommandScope: Can't find field \"type\"")
        kind = asked["type"]
        if kind in {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}:
            return Scope(kind)
        if kind not in {"chat", "chat_administrators", "chat_member"}:
            raise malformed("can't parse BotCommandScope: Unsupported type specified")
        chat = self.world.reachable(self.world.chat(asked.get("chat_id")))
        return Scope(kind, chat.id, asked.get("user_id", 0) if kind == "chat_member" else 0)

    def menu(self, account: Account, chat: Chat) -> dict[str, str]:
        """Return the commands that somebody's menu offers in a chat: the narrowest that is set."""
        for scope in _scopes(account, chat):
            for language in (account.language_code or "", ""):
                if menu := self.menus.get((scope, language)):
                    return menu
        return {}

    # --- what it says of itself ---------------------------------------------------------------

    def _setter(self, parameter: str, longest: int) -> Callable[[Arguments], object]:
        def set_said(arguments: Arguments) -> object:
            text = arguments.text(parameter) or ""
            if len(text) > longest:
                raise malformed(f"bot {parameter.replace('_', ' ')} is too long")
            self.said[parameter, _language(arguments)] = text
            return True

        return set_said

    def _getter(self, parameter: str) -> Callable[[Arguments], object]:
        def get_said(arguments: Arguments) -> object:
            language = _language(arguments)
            fallback = self.said.get((parameter, ""), "")
            return {parameter: self.said.get((parameter, language)) or fallback}

        return get_said

    # --- where updates go ---------------------------------------------------------------------

    def set_webhook(self, arguments: Arguments) -> object:
        """Send updates to an address from now on, or with an empty one nowhere."""
        url = arguments.text("url") or ""
        if url and not re.match(r"https://[^/\s]+\.", url):
            raise malformed("bad webhook: An HTTPS URL must be provided for webhook")
        self.world.updates.webhook = url
        self._forget(arguments)
        return True

    def delete_webhook(self, arguments: Arguments) -> object:
        """Let updates wait for ``getUpdates`` again."""
        self.world.updates.webhook = ""
        self._forget(arguments)
        return True

    def get_webhook_info(self, _arguments: Arguments) -> object:
        """Return the ``WebhookInfo``."""
        updates = self.world.updates
        told: Json = {
            "url": updates.webhook,
            "has_custom_certificate": False,
            "pending_update_count": len(updates.pending),
        }
        return told | ({"allowed_updates": list(updates.allowed)} if updates.allowed else {})

    def _forget(self, arguments: Arguments) -> None:
        if arguments.flag("drop_pending_updates"):
            self.world.updates.forget()


def _language(arguments: Arguments) -> str:
    language = arguments.text("language_code") or ""
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise malformed("invalid language code specified")
    return language


def _command(one: dict[str, object]) -> tuple[str, str]:
    name = str(one.get("command", "")).strip().removeprefix("/")
    description = str(one.get("description", "")).strip()
    if not name:
        raise malformed("command must be non-empty")
    if not description:
        raise malformed("command description must be non-empty")
    if len(description) > COMMAND_DESCRIPTION_CHARACTERS:
        raise malformed("command description length must not exceed 256")
    if not COMMAND.fullmatch(name):
        raise malformed("BOT_COMMAND_INVALID")
    return name, description


def _scopes(account: Account, chat: Chat) -> list[Scope]:
    """Return the scopes that hold for somebody in a chat, the narrowest first."""
    if chat.kind is Kind.PRIVATE:
        return [Scope("chat", chat.id), Scope("all_private_chats"), Scope()]
    leads = chat.member(account).leads
    return [
        Scope("chat_member", chat.id, account.id),
        *([Scope("chat_administrators", chat.id)] if leads else []),
        Scope("chat", chat.id),
        *([Scope("all_chat_administrators")] if leads else []),
        Scope("all_group_chats"),
        Scope(),
    ]
