"""Settings: every one is in ``.env.example``, and what cannot be used is said in one line."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.config import BadSettings, Settings, load_settings
from bot.house.settings import HouseSettings

EXAMPLE = Path(__file__).parents[1] / ".env.example"


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    house = [f"house_{field.name}" for field in fields(HouseSettings)]
    for name in (*Settings.model_fields, *house):
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_example_names_every_setting_with_its_default():
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    named = dict(re.findall(r"^#([A-Z_]+)=(.*)$", "\n".join(lines), re.MULTILINE))
    defaults = {
        name: field.default for name, field in Settings.model_fields.items() if name != "house"
    }
    defaults |= {f"house_{field.name}": field.default for field in fields(HouseSettings)}
    expected = {
        name.upper(): "" if default is None else str(default) for name, default in defaults.items()
    }
    expected["DATABASE_URL"] = "sqlite+aiosqlite:///croupier.db"
    assert named == expected
    assert [line for line in lines if line and not line.startswith("#")] == []


def test_the_example_can_be_used_as_it_is_and_with_everything_set(tmp_path):
    nothing_set, text = load_settings(), EXAMPLE.read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    assert load_settings() == nothing_set
    (tmp_path / ".env").write_text(re.sub(r"^#(?=[A-Z_]+=)", "", text, flags=re.MULTILINE))
    assert load_settings().house == HouseSettings()


def test_the_environment_goes_before_the_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("HOUSE_BET_MIN=20\nHOUSE_BET_MAX=500\nUNRELATED=x\n")
    monkeypatch.setenv("HOUSE_BET_MIN", "30")
    house = load_settings().house
    assert (house.bet_min, house.bet_max) == (30, 500)


@pytest.mark.parametrize("name", ["TELEGRAM_TOKEN", "DISCORD_TOKEN", "DATABASE_URL"])
def test_a_secret_may_lie_in_a_file_and_is_never_shown(name, monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("s3cret\n")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "secret"))
    settings = load_settings()
    assert getattr(settings, name.lower()).get_secret_value() == "s3cret"
    assert "s3cret" not in repr(settings) + str(settings) + str(settings.model_dump())


@pytest.mark.parametrize(
    ("text", "language"),
    [("en", "en"), ("zh-Hans", "zh-Hans"), ("en_GB:en", "en"), ("C.UTF-8", "C"), ("", "en")],
)
def test_the_language_may_be_what_systems_put_there(text, language, monkeypatch):
    monkeypatch.setenv("LANGUAGE", text)
    assert load_settings().language == language


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOUSE_BET_MIN", "0"),
        ("HOUSE_BET_MIN", "many"),
        ("HOUSE_BET_MIN", "1000000"),
        ("HOUSE_BET_MAX", "1" + "0" * 30),
        ("HOUSE_DAILY_CHIPS", "-1"),
        ("HOUSE_TURN_SECONDS", "0"),
        ("HOUSE_DOUBLE_TAP_SECONDS", "nan"),
        ("HOUSE_RULES", "poker"),
        ("HOUSE_BET_MINIMUM", "5"),
        ("ROOM_PORT", "70000"),
        ("LOG_LEVEL", "LOUD"),
        ("DISCORD_SHARDED", "perhaps"),
        ("TELEGRAM_TOKEN_FILE", "/nowhere/at/all"),
        ("TELEGRAM_TOKEN_FILE", "/"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line_with_its_name(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as bad:
        load_settings()
    assert name in str(bad.value)
    assert "\n" not in str(bad.value)
    assert not any(word in str(bad.value) for word in ("Input", "Value error", "something else"))


@pytest.mark.parametrize("name", ["TELEGRAM_API_URL", "DISCORD_API_URL", "DISCORD_GATEWAY_URL"])
@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "discord.com/api/v10",
        "localhost:8081",
        "ftp://example.org/api",
        "{scheme}://",
        "{scheme}:///api/v10",
        "{scheme}://:8081/api",
        "{scheme}://[::1",
        "{scheme}://example.org:99999/api",
        "{scheme}://example.org:0/api",
        "{scheme}://example.org:port/api",
        "{scheme}://example.org /api",
        "{scheme}://ann:s3cret@/api",
        "{other}://example.org/api",
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_one_line_with_the_usual_one(
    name, url, monkeypatch
):
    scheme, other = ("wss", "https") if "GATEWAY" in name else ("https", "wss")
    monkeypatch.setenv(name, url.format(scheme=scheme, other=other))
    with pytest.raises(BadSettings) as bad:
        load_settings()
    assert str(bad.value).startswith(f"{name} must be a URL like {scheme}://")
    assert "\n" not in str(bad.value)
    assert "s3cret" not in str(bad.value)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("TELEGRAM_API_URL", "http://localhost:8081"),
        ("TELEGRAM_API_URL", "http://[::1]:8081/"),
        ("DISCORD_API_URL", "HTTPS://ann:s3cret@example.org/api/v10/"),
        ("DISCORD_GATEWAY_URL", "ws://127.0.0.1:8082/gateway"),
        ("DISCORD_GATEWAY_URL", "wss://gateway.discord.gg/?v=10"),
    ],
)
def test_another_address_is_taken_as_it_is(name, url, monkeypatch):
    monkeypatch.setenv(name, url)
    assert getattr(load_settings(), name.lower()) == url


def test_a_secret_is_not_quoted_when_it_is_set_twice(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("s3cret")
    monkeypatch.setenv("TELEGRAM_TOKEN", "s3cret")
    monkeypatch.setenv("TELEGRAM_TOKEN_FILE", str(tmp_path / "secret"))
    with pytest.raises(BadSettings) as bad:
        load_settings()
    assert "TELEGRAM_TOKEN_FILE" in str(bad.value)
    assert "s3cret" not in str(bad.value)


def test_a_file_that_is_no_text_is_said_in_one_line(tmp_path):
    (tmp_path / ".env").write_bytes(b"LANGUAGE=\xff\xfe")
    with pytest.raises(BadSettings, match=r"\.env"):
        load_settings()
