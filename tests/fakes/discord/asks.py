"""One request as the parts that answer it take it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.fakes.discord.record import Call
from tests.fakes.discord.refusals import Json, malformed


@dataclass(frozen=True)
class File:
    """A file that came along."""

    name: str
    content: bytes
    content_type: str


@dataclass(frozen=True)
class Ask:
    """A request: the ids and tokens of its ``path``, its ``query``, its ``body`` and files."""

    call: Call
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: object
    files: Mapping[str, File]

    @property
    def fields(self) -> Json:
        """The body, which must be an object; raises ``DiscordError``."""
        if not isinstance(self.body, dict):
            raise malformed(50109, "The request body contains invalid JSON.")
        return self.body

    @property
    def entries(self) -> list[Json]:
        """The body, which must be a list of objects; raises ``DiscordError``."""
        listed = isinstance(self.body, list) and all(isinstance(one, dict) for one in self.body)
        if not listed or not isinstance(self.body, list):
            raise malformed(50109, "The request body contains invalid JSON.")
        return self.body

    def flag(self, name: str) -> bool:
        """Whether the query says yes to something."""
        return self.query.get(name, "").lower() in {"true", "1"}


Handler = Callable[[Ask], object]
"""Does what is asked, and returns what is answered: ``None`` is no content."""
