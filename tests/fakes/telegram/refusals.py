"""What the Bot API says when it refuses, in the words that bots and libraries match on.

The descriptions are those of the platform's own server, as public bug reports and its source quote
them.
"""

from typing import Any

Json = dict[str, Any]
"""An object as it travels over the wire."""


class BotApiError(Exception):
    """A request was refused.

    ``code`` is the HTTP status and ``error_code`` of the answer, ``parameters`` what a bot needs to
    recover: ``retry_after`` in seconds, ``migrate_to_chat_id``. ``own_fault`` marks what no bot
    should ever have sent, whatever happens around it.
    """

    own_fault = False

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> Json:
        """Return the answer that carries this refusal."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(reason: str) -> BotApiError:
    """Return the refusal of a request that is wrong in itself."""
    return BotApiError(400, f"Bad Request: {reason}")


def malformed(reason: str) -> BotApiError:
    """Return the refusal of a request that no bot should ever send."""
    refusal = bad_request(reason)
    refusal.own_fault = True
    return refusal


def forbidden(reason: str) -> BotApiError:
    """Return the refusal of a bot that may not reach a chat or a person."""
    return BotApiError(403, f"Forbidden: {reason}")


def conflict(reason: str) -> BotApiError:
    """Return the refusal of a second reader of the same updates."""
    return BotApiError(409, f"Conflict: {reason}")


def flooded(seconds: int) -> BotApiError:
    """Return the refusal of a bot that sends too fast."""
    description = f"Too Many Requests: retry after {seconds}"
    return BotApiError(429, description, retry_after=seconds)


def upgraded(chat_id: int) -> BotApiError:
    """Return the refusal of a write to a basic group that became the supergroup ``chat_id``."""
    reason = "Bad Request: group chat was upgraded to a supergroup chat"
    return BotApiError(400, reason, migrate_to_chat_id=chat_id)


def unauthorized() -> BotApiError:
    """Return the refusal of a token that the platform does not accept."""
    return BotApiError(401, "Unauthorized")


def no_such_method() -> BotApiError:
    """Return the refusal of a method that the server does not know."""
    return BotApiError(404, "Not Found: method not found")
