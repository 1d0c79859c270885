"""The methods that answer presses and look at chats."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from tests.fakes.telegram.accounts import Account
from tests.fakes.telegram.arguments import Arguments
from tests.fakes.telegram.chats import Chat, Kind
from tests.fakes.telegram.refusals import Json, bad_request, malformed
from tests.fakes.telegram.world import Alert, World

ALERT_CHARACTERS = 200


class Asking:
    """What a bot tells one presser, and what it asks of the platform."""

    def __init__(self, world: World) -> None:
        self.world = world

    def methods(self) -> dict[str, Callable[[Arguments], object]]:
        """Return every method of this kind by its name."""
        return {
            "answerCallbackQuery": self.answer_callback_query,
            "getMe": self.get_me,
            "getChat": self.get_chat,
            "getChatMember": self.get_chat_member,
            "getChatMemberCount": self.get_chat_member_count,
            "getChatAdministrators": self.get_chat_administrators,
            "leaveChat": self.leave_chat,
        }

    # --- presses ------------------------------------------------------------------------------

    def answer_callback_query(self, arguments: Arguments) -> object:
        """Answer a press, once and while it is fresh."""
        text = arguments.text("text") or ""
        press = self.world.presses.get(arguments.text("callback_query_id") or "")
        late = press is None or self.world.clock.now() - press.at > self.world.answer_seconds
        if press is None or late or press.alerts:
            raise bad_request(
                "query is too old and response timeout expired or query ID is invalid"
            )
        if len(text) > ALERT_CHARACTERS:
            raise malformed("MESSAGE_TOO_LONG")
        url = arguments.text("url") or None
        if url is not None and not self._opens_own_chat(url):
            raise malformed("URL_INVALID")
        shown, cached = arguments.flag("show_alert"), arguments.number("cache_time")
        press.alerts.append(Alert(text, shown, url, cached))
        self.world.touch()
        return True

    def _opens_own_chat(self, url: str) -> bool:
        link = urlsplit(url)
        to_bot = link.netloc == "t.me" and link.path == f"/{self.world.bot.username}"
        return to_bot and bool(parse_qs(link.query).get("start"))

    # --- the bot and its chats ----------------------------------------------------------------

    def get_me(self, _arguments: Arguments) -> object:
        """Return the bot's own ``User``, with what BotFather allows it."""
        return self.world.bot.json() | {
            "can_join_groups": self.world.joins_groups,
            "can_read_all_group_messages": not self.world.privacy_mode,
            "supports_inline_queries": False,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }

    def get_chat(self, arguments: Arguments) -> object:
        """Return the ``ChatFullInfo`` of a chat; of a basic group also after its upgrade."""
        chat = self.world.chat(arguments.text("chat_id"))
        if chat.moved_to is None:
            self._readable(chat)
        gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
        told = {"accent_color_id": 0, "max_reaction_count": 11}
        accepted: Json = dict.fromkeys((*gifts, "gifts_from_channels"), False)
        allowed: Json = {} if chat.kind is Kind.PRIVATE else {"permissions": chat.permissions()}
        return chat.json() | told | {"accepted_gift_types": accepted} | allowed

    def get_chat_member(self, arguments: Arguments) -> object:
        """Return what somebody is in a chat: of others only an administrator may be sure."""
        number = arguments.number("user_id")
        chat = self._readable(self.world.chat(arguments.text("chat_id")))
        account = self.world.accounts.get(number)
        if account is None:
            raise bad_request("user not found" if number > 0 else "invalid user_id specified")
        if chat.kind is Kind.PRIVATE:
            return {"status": "member", "user": account.json()}
        if account is not self.world.bot and not chat.member(self.world.bot).leads:
            raise bad_request("member list is inaccessible")
        return chat.member(account).json()

    def get_chat_member_count(self, arguments: Arguments) -> object:
        """Return how many are in a chat."""
        chat = self._readable(self.world.chat(arguments.text("chat_id")))
        return 2 if chat.kind is Kind.PRIVATE else sum(m.inside for m in chat.members.values())

    def get_chat_administrators(self, arguments: Arguments) -> object:
        """Return who leads a chat, other bots left out; refused where members are hidden."""
        chat = self._readable(self.world.chat(arguments.text("chat_id")))
        if chat.kind is Kind.PRIVATE:
            raise malformed("there are no administrators in the private chat")
        hidden = chat.members_hidden or chat.kind is Kind.CHANNEL
        if hidden and not chat.member(self.world.bot).leads:
            raise bad_request("member list is inaccessible")
        return [m.json() for m in chat.members.values() if m.leads and self._listed(m.account)]

    def leave_chat(self, arguments: Arguments) -> object:
        """Leave a group or channel."""
        chat = self._readable(self.world.chat(arguments.text("chat_id")))
        if chat.kind is Kind.PRIVATE:
            raise malformed("chat member status can't be changed in private chats")
        chat.leave(self.world.bot)
        return True

    def _listed(self, account: Account) -> bool:
        return not account.is_bot or account is self.world.bot

    def _readable(self, chat: Chat) -> Chat:
        """Return a chat that may be looked at: a private one even when it cannot be written to."""
        return chat if chat.kind is Kind.PRIVATE else self.world.reachable(chat)
