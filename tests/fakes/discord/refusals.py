"""What Discord says when it refuses: an HTTP status, a code of its own, and a sentence.

Codes and sentences are those of its list of opcodes and status codes, statuses where it gives none
those of public bug reports.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""An object as it travels over the wire."""


class DiscordError(Exception):
    """A request was refused.

    ``status`` is that of HTTP, ``code`` Discord's own; ``more`` goes along in the body: ``errors``
    of single fields, ``retry_after`` in seconds. ``headers`` go along with it, ``own_fault`` marks
    what no bot should ever have sent, whatever happens around it.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        own_fault: bool = False,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.own_fault = own_fault
        self.headers = dict(headers or {})
        self.more = more

    def body(self) -> Json:
        """Return the answer that carries this refusal."""
        return {"message": self.message, "code": self.code, **self.more}


def unauthorized() -> DiscordError:
    """Return the refusal of a token that the platform does not accept."""
    return DiscordError(401, 0, "401: Unauthorized")


def no_such_route() -> DiscordError:
    """Return the refusal of an address that leads nowhere."""
    return DiscordError(404, 0, "404: Not Found")


def unknown(what: str) -> DiscordError:
    """Return the refusal of an id that names nothing (any more)."""
    codes = {
        "Application": 10002,
        "Channel": 10003,
        "Guild": 10004,
        "Message": 10008,
        "User": 10013,
        "Emoji": 10014,
        "Webhook": 10015,
        "interaction": 10062,
        "application command": 10063,
    }
    return DiscordError(404, codes[what], f"Unknown {what}")


def missing_access() -> DiscordError:
    """Return the refusal of a bot that cannot see a place."""
    return DiscordError(403, 50001, "Missing Access")


def missing_permissions() -> DiscordError:
    """Return the refusal of a bot that may not do something in a place that it sees."""
    return DiscordError(403, 50013, "Missing Permissions")


def malformed(code: int, message: str, status: int = 400) -> DiscordError:
    """Return the refusal of a request that no bot should ever send."""
    return DiscordError(status, code, message, own_fault=True)


def invalid_body(errors: Mapping[str, tuple[str, str]]) -> DiscordError:
    """Return the refusal of a body; ``errors`` has code and sentence by the path of each field."""
    tree: Json = {}
    for path, (code, sentence) in errors.items():
        branch = tree
        for step in path.split("."):
            branch = branch.setdefault(step, {})
        branch["_errors"] = [{"code": code, "message": sentence}]
    return DiscordError(400, 50035, "Invalid Form Body", own_fault=True, errors=tree)
