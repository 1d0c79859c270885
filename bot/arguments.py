"""What is typed behind a command, read; whatever cannot be is one line, and the program ends.

Nothing heavy is imported before it is needed, so that ``--help`` answers at once.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from bot.basics import ChatId
    from bot.cards import Card
    from bot.config import Settings
    from bot.games.base import AnyGame

DEFAULT_URL = "sqlite+aiosqlite:///croupier.db"
NO = 1
UNREADABLE = 2


def stop(reason: str, status: int = UNREADABLE) -> NoReturn:
    """End the program with one line on standard error."""
    print(f"croupier: {reason}", file=sys.stderr)
    raise typer.Exit(status)


@contextmanager
def storage_trouble() -> Iterator[None]:
    """End the program with one line when a database cannot be used as asked."""
    from storage.errors import NotOurDatabase, StorageError

    try:
        yield
    except NotOurDatabase as wrong:
        stop(str(wrong))
    except StorageError as refused:
        stop(str(refused), NO)


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """End the program with one line where the rules refuse what was asked."""
    from bot.basics import Refusal
    from bot.present.l10n import Localizer

    try:
        yield
    except Refusal as refusal:
        stop(Localizer().text("en", f"refusal-{refusal.key}", refusal.facts))


def database_of(url: str | None) -> str:
    """Return the database that is meant, and say so where nobody named it."""
    told = told_database(settings_read(), url)
    if told is None:
        print("croupier: the database is croupier.db in this directory", file=sys.stderr)
        return DEFAULT_URL
    return told


def told_database(settings: "Settings", db: str | None) -> str | None:
    """Return the URL of ``--db``, else of ``DATABASE_URL``, ``None`` where neither is set.

    A path is as good as a URL: ``x.db``, ``/srv/x``.
    """
    if db is None and settings.database_url is not None:
        db = settings.database_url.get_secret_value()
    is_path = db is not None and ":" not in db and (Path(db).suffix != "" or "/" in db)
    return f"sqlite+aiosqlite:///{db}" if is_path else db


def settings_read() -> "Settings":
    """Return the settings of the environment, or end the program with what is wrong with them."""
    from bot.config import BadSettings, load_settings

    try:
        return load_settings()
    except BadSettings as bad:
        stop(str(bad))


def decks_of(text: str) -> "tuple[tuple[Card, ...], ...]":
    """Read the cards of ``--deck``, those of each round between slashes."""
    from bot.basics import Refusal
    from bot.cards import parse_cards

    try:
        rounds = tuple(map(parse_cards, text.split("/"))) if text.strip() else ()
    except Refusal as refusal:
        word = refusal.facts.get("text")
        stop(f"--deck: {word!r} is no card. Write rank and suit, as in As, 10h or A♠.")
    if not all(rounds):
        stop("--deck: before and after each / stands at least one card of a round.")
    return rounds


def known_game(rules: str) -> "AnyGame":
    """Return the game that has a set of rules of that name."""
    from bot.games import all_presets, game_of_rules

    game = game_of_rules(rules)
    if game is None:
        stop(f"no rules are called {rules[:32]!r}; there are {', '.join(sorted(all_presets()))}")
    return game


def known_rules(name: str) -> str:
    """Return the name of a set of rules that there is."""
    known_game(name)
    return name


def dials_of(words: list[str]) -> dict[str, str]:
    """Read dials written as ``ties=banker``."""
    wrong = next((word for word in words if "=" not in word), None)
    if wrong is not None:
        stop(f"{wrong[:32]!r} is no dial; write one as in ties=banker")
    return dict(word.split("=", 1) for word in words)


def text_of(file: str) -> str:
    """Return what a file holds, or standard input for ``-``."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as failure:
        stop(f"{file} cannot be read: {failure.strerror}")
    except UnicodeError:
        stop(f"{file} is not text in UTF-8")


def known_language(code: str) -> str:
    """Return the code of a language that there are texts in."""
    from bot.present.l10n import languages

    if code not in languages():
        stop(f"there are no texts in {code[:32]!r}; there are {', '.join(languages())}")
    return code


def chat_of(name: str) -> "ChatId":
    """Return the id of a chat of the console by its name."""
    from bot.app import CONSOLE_PLATFORM
    from bot.basics import ChatId, clean_name

    name = name.removeprefix(CONSOLE_PLATFORM)
    if clean_name(name) != name or set(name) & set(" :"):
        stop("--chat: a name of 1 to 32 characters, without spaces and colons")
    return ChatId(f"{CONSOLE_PLATFORM}{name}")


def told_version(asked: bool) -> None:  # noqa: FBT001 -- as Typer calls it
    """Print the version of what is installed, where that is asked, and end the program."""
    from importlib.metadata import PackageNotFoundError, version

    if not asked:
        return
    try:
        print(f"croupier {version('croupier')}")
    except PackageNotFoundError:
        stop("it is not installed, and only what is installed has a version", NO)
    raise typer.Exit
