"""Settings from the environment or ``.env``: built once, passed down, never read again.

A secret may also lie in a file whose path is ``<NAME>_FILE``. Amounts and times of the tables are
``HOUSE_<NAME>``, by the names of ``HouseSettings``.
"""

import math
import re
from collections.abc import Collection
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.games import game_of_rules
from bot.house.settings import HouseSettings
from bot.ledger import CHIPS_MAX

SECRETS = ("telegram_token", "discord_token", "database_url")
"""Settings that may lie in a file of their own."""

URLS = {
    "telegram_api_url": "https://api.telegram.org",
    "discord_api_url": "https://discord.com/api/v10",
    "discord_gateway_url": "wss://gateway.discord.gg",
}
"""Settings that are URLs, and what the usual one is."""

_HOUSE_NAMES = frozenset(field.name for field in fields(HouseSettings))
_AT_LEAST_ONE = frozenset(
    {"bet_min", "bet_max", "lobby_seconds", "turn_seconds", "waiting_per_player", "waiting_in_all"}
)


class BadSettings(Exception):
    """The settings cannot be used; the message is one line for the admin and holds no secret."""


def _language_code(text: str) -> str:
    """Return ``zh-Hans`` of ``zh-Hans`` but ``en`` of ``en_GB:en``, as systems write LANGUAGE."""
    return re.split(r"[:._]", text)[0] or "en"


class Settings(BaseSettings):
    """Everything an admin may set (README, "Settings"). What is empty is not set."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        env_nested_delimiter="_",
        env_nested_max_split=1,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    telegram_token: SecretStr | None = None
    telegram_token_file: Path | None = None
    discord_token: SecretStr | None = None
    discord_token_file: Path | None = None
    database_url: SecretStr | None = None
    database_url_file: Path | None = None
    telegram_api_url: str = URLS["telegram_api_url"]
    discord_api_url: str = URLS["discord_api_url"]
    discord_gateway_url: str | None = None
    discord_sharded: bool = False
    room_host: str = "127.0.0.1"
    room_port: int = Field(default=8021, ge=0, le=65535)
    language: Annotated[str, BeforeValidator(_language_code)] = "en"
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)
    ] = "WARNING"
    health_file: Path | None = None
    health_port: int | None = Field(default=None, ge=1, le=65535)
    house: HouseSettings = HouseSettings()

    @model_validator(mode="before")
    @classmethod
    def _read_secret_files(cls, values: dict[str, Any]) -> dict[str, Any]:
        for name in SECRETS:
            path = values.get(f"{name}_file")
            if not path:
                continue
            if values.get(name):
                raise ValueError(f"{name.upper()} and {name.upper()}_FILE are both set")
            values[name] = _first_line(Path(path), f"{name.upper()}_FILE")
        return values

    @field_validator(*URLS)
    @classmethod
    def _url_leads_somewhere(cls, url: str | None, setting: ValidationInfo) -> str | None:
        name = setting.field_name or ""
        usual = URLS[name]
        schemes = {"ws", "wss"} if usual.startswith("ws") else {"http", "https"}
        if url is not None and not _is_url(url, schemes):
            # It is not quoted, for a password may stand in it.
            raise ValueError(f"{name.upper()} must be a URL like {usual}")
        return url

    @field_validator("house", mode="before")
    @classmethod
    def _house_names_are_known(cls, values: Any) -> Any:
        unknown = sorted(set(values) - _HOUSE_NAMES) if isinstance(values, dict) else ()
        if unknown:
            raise ValueError(f"there is no setting HOUSE_{unknown[0].upper()}")
        return values

    @field_validator("house")
    @classmethod
    def _house_is_playable(cls, house: HouseSettings) -> HouseSettings:
        if game_of_rules(house.rules) is None:
            raise ValueError(f"HOUSE_RULES: no rules are called {house.rules[:32]!r}")
        for name, value in asdict(house).items():
            least = 1 if name in _AT_LEAST_ONE else 0
            if name != "rules" and not (math.isfinite(value) and least <= value <= CHIPS_MAX):
                raise ValueError(f"HOUSE_{name.upper()} must lie from {least} to {CHIPS_MAX}")
        if house.bet_min > house.bet_max:
            raise ValueError("HOUSE_BET_MIN is above HOUSE_BET_MAX")
        return house


def _is_url(text: str, schemes: Collection[str]) -> bool:
    """Whether a text names a host, by one of some schemes, and a port that there can be."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    whole = bool(parts.hostname) and port != 0 and not re.search(r"[\s\\]", text)
    return whole and parts.scheme in schemes


def _first_line(path: Path, name: str) -> str:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeError) as failure:
        raise ValueError(f"{name}: {path} cannot be read") from failure
    if len(lines) != 1:
        raise ValueError(f"{name}: {path} must hold one word")
    return lines[0]


def load_settings() -> Settings:
    """Return the settings of the environment and of ``.env`` in the working directory.

    Raises ``BadSettings``.
    """
    try:
        return Settings()
    except ValidationError as failure:
        raise BadSettings("; ".join(map(_in_words, failure.errors()))) from None
    except (OSError, UnicodeError) as failure:
        raise BadSettings(f".env cannot be read: {type(failure).__name__}") from None


def _in_words(error: Any) -> str:
    """Return what is wrong with one setting, in words of our own."""
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])
    place = "_".join(str(part) for part in error["loc"]).upper()
    words = _SHAPES.get(error["type"], "must be something else")
    return f"{place} {words.format(**error.get('ctx', {}))}"


_SHAPES = {
    "bool_parsing": "must be true or false",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "literal_error": "must be one of {expected}",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "path_type": "must be the path of a file",
    "string_type": "must be text",
}
"""What a setting must be, by the kinds of errors that its reading knows."""
