"""The parameters of a request, read as loosely as the platform reads them."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tests.fakes.telegram.refusals import malformed

STRUCTURES = {
    "allowed_updates",
    "caption_entities",
    "commands",
    "entities",
    "link_preview_options",
    "media",
    "message_ids",
    "reply_markup",
    "reply_parameters",
    "rights",
    "scope",
}
"""Parameters that are serialised as JSON inside forms."""

ATTACHED = "attach://"


@dataclass(frozen=True)
class Arguments:
    """What a request says, and the files that came with it, by the names of their parts."""

    values: Mapping[str, object]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str | None:
        """Return a parameter as text, ``None`` if it is not there."""
        value = self.values.get(name)
        return None if value is None else str(value)

    def number(self, name: str, default: int = 0) -> int:
        """Return a whole number; raises ``BotApiError`` where something else stands."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not re.fullmatch(r"-?\d{1,18}", str(value)):
            raise malformed(f"invalid {name} specified")
        return int(str(value))

    def flag(self, name: str) -> bool:
        """Return a yes or no; whatever is no yes is a no."""
        return str(self.values.get(name, "")).lower() in {"true", "yes", "1"}

    def structure(self, name: str) -> object:
        """Return what was serialised as JSON, ``None`` if it is not there."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise malformed(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def objects(self, name: str) -> list[dict[str, object]]:
        """Return a list of objects; raises ``BotApiError`` where it is something else."""
        value = self.structure(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise malformed(f"can't parse {name}: expected an Array of Objects")
        return value

    def file(self, name: str, value: object) -> bytes | str | None:
        """Return the content of a file that was sent, or the text that names one elsewhere."""
        if name in self.files:
            return self.files[name]
        if isinstance(value, str) and value.startswith(ATTACHED):
            return self.files.get(value.removeprefix(ATTACHED))
        return value if isinstance(value, str) and value else None

    def readable(self) -> dict[str, object]:
        """Return all parameters with what is JSON inside them read, and files by their size."""
        read = {name: _read(name, value) for name, value in self.values.items()}
        return read | {name: f"<{len(content)} bytes>" for name, content in self.files.items()}

    def without(self, names: Iterable[str]) -> "Arguments":
        """Return the arguments of a server that does not know some parameters."""
        unknown = set(names)
        kept = {name: value for name, value in self.values.items() if name not in unknown}
        return Arguments(kept, self.files)


def _read(name: str, value: object) -> object:
    if name in STRUCTURES and isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
