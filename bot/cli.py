"""`croupier` and its subcommands: 0 is success, 1 is "no", 2 is input that cannot be read.

Nothing heavy is imported before a command runs, so that ``--help`` answers at once.
"""

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.arguments import (
    NO,
    UNREADABLE,
    chat_of,
    database_of,
    decks_of,
    dials_of,
    known_game,
    known_language,
    known_rules,
    refusals_in_words,
    settings_read,
    stop,
    storage_trouble,
    text_of,
    told_database,
    told_version,
)
from bot.help_pages import CONSOLE_HELP, QuietHelp

if TYPE_CHECKING:
    from adapters.trying import Asked
    from bot.cards import Card
    from bot.config import Settings

INTERRUPTED = 130


app = typer.Typer(
    cls=QuietHelp,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,  # their frames would print hole cards and tokens
    context_settings={"help_option_names": ["-h", "--help"]},
)

_ROUND_MAX = 2**63 - 1
"""The largest number that a database holds."""

Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="A file, or its URL as in sqlite+aiosqlite:///x.db; else DATABASE_URL, else"
        " croupier.db here.",
        show_default=False,
    ),
]


@app.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 -- its callback has answered
        bool,
        typer.Option(
            "--version", metavar="", is_eager=True, callback=told_version, help="Say which this is."
        ),
    ] = False,
) -> None:
    """Deal 21, five cards and cribbage in chats of Telegram and Discord, for play chips.

    Without a command: serve each platform whose token is set, or play in this terminal without one.
    """
    if context.invoked_subcommand is not None:
        return
    settings = settings_read()
    if settings.telegram_token or settings.discord_token:
        _serve(settings)
        return
    print(
        "No token is set, so Croupier deals in this terminal. To serve Telegram or Discord,"
        " TELEGRAM_TOKEN=..."
    )
    print("or DISCORD_TOKEN=... goes into the file .env in this directory.")
    _play(settings)


@app.command(help=CONSOLE_HELP)
def console(
    *,
    db: Annotated[
        str | None,
        typer.Option(
            "--db",
            metavar="FILE",
            help="Keep chips and tables there; else DATABASE_URL, else memory.",
        ),
    ] = None,
    lang: Annotated[
        str | None, typer.Option(metavar="LANG", help="The language that everyone is shown.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="RULES", help="The rules of a new table.")
    ] = None,
    deck: Annotated[
        str,
        typer.Option(
            metavar="CARDS", help='The next cards, "As 9h Td"; / divides one round from the next.'
        ),
    ] = "",
    chat: Annotated[str, typer.Option(metavar="NAME", help="The name of the group.")] = "room",
    as_admin: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An admin; can be said several times.")
    ] = None,
) -> None:
    """Play in this terminal; the help text stands above."""
    _play(
        settings_read(),
        db=db,
        language=lang,
        rules=rules,
        decks=decks_of(deck),
        chat=chat,
        admins=tuple(as_admin or ()),
    )


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Round records in JSON; - for standard input.")
    ],
) -> None:
    """Play written rounds again and print for each, in one line of JSON, how it ends.

    FILE holds one record or one a line (README, "Round records"). The exit status is 1 if a record
    breaks the rules, 2 if the file is no record.
    """
    from bot.replay import replay_text

    lines, status = replay_text(text_of(file))
    if status == UNREADABLE:
        stop(f"{'standard input' if file == '-' else file}: {lines[0]}")
    for line in lines:
        print(line)
    raise typer.Exit(status)


@app.command()
def records(
    *,
    chat: Annotated[
        str | None,
        typer.Option(
            metavar="CHAT",
            help="Of one chat only, as -1001234567890, discord:SERVER:CHANNEL or local:room.",
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--round", metavar="N", min=1, max=_ROUND_MAX, help="Only rounds of this number."
        ),
    ] = None,
    ids: Annotated[
        bool,
        typer.Option(
            "--ids", metavar="", help="Also what the platform calls the players and the chat."
        ),
    ] = False,
    db: Database = None,
) -> None:
    """Print every round that has ended or was called off, a record a line, for `croupier replay -`.

    May run beside a house. A record shows all cards and the seed of its deck, never those of a
    round that still runs. Players are called by their last known names. The exit status is 1 if
    there is no such round, or one whose rules are no longer known.
    """
    from bot.records import Unwritten, written_rounds

    written = unwritten = 0
    with storage_trouble():
        for told in written_rounds(database_of(db), chat, number, with_ids=ids):
            if isinstance(told, Unwritten):
                unwritten += 1
                print(f"croupier: {told}", file=sys.stderr)
            else:
                written += 1
                print(told)
    if not written + unwritten:
        stop("there is no such round that has ended", NO)
    if unwritten:
        raise typer.Exit(NO)


@app.command()
def simulate(
    dials: Annotated[
        list[str] | None,
        typer.Argument(metavar="DIAL=VALUE", help="Dials that differ.", show_default=False),
    ] = None,
    *,
    rules: Annotated[str, typer.Option(metavar="RULES", help="By which rules.")],
    strategy: Annotated[str, typer.Option(metavar="NAME", help="How everybody plays.")],
    rounds: Annotated[int, typer.Option(min=2, max=10**9, help="How many rounds.")],
    seats: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many players at the table; else as few as the rules deal to.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="A number: the same rounds again.", show_default=False)
    ] = None,
) -> None:
    """Play many rounds by a fixed strategy and print in one line of JSON what that costs.

    The line holds rounds, ev (what a player wins a round, as a part of the bet), se (one standard
    error of it) and rounds_per_second. Where there is no bank (hk_home5), all players together win
    nothing, and ev is that of whoever moves first. Everybody plays by the same strategy: mimic17,
    mimic_h17, neverbust12, double11_splitA8, or stand12 to stand21 (README, "What house rules
    cost").
    """
    import json
    import secrets
    from dataclasses import asdict

    from bot.games.twentyone.strategies import STANDS, STRATEGIES
    from bot.simulate import cost_of, players_dealt

    strategies = {**STRATEGIES, **STANDS}
    if strategy not in strategies:
        stop(f"no strategy is called {strategy[:32]!r}; there are {', '.join(strategies)}")
    changed = dials_of(dials or [])
    game = known_game(rules)
    with refusals_in_words():
        played = game.with_options(rules, changed)
    told = game.table_rules(played)
    if told.is_match:
        stop(f"--rules: {rules} is a match of two; no house rule costs anybody anything there")
    least, most = players_dealt(told)
    if seats is not None and not least <= seats <= most:
        stop(f"--seats: by these rules from {least} to {most}")
    cost = cost_of(
        game,
        played,
        strategies[strategy],
        rounds=rounds,
        seats=seats or least,
        seed=secrets.randbits(64) if seed is None else seed,
    )
    print(json.dumps(asdict(cost)))


@app.command(name="score")
def score_cards(
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS",
            help="Four cards and the starter, as in 5c 5d 5s Jh 5h; - for lines of standard input.",
        ),
    ],
    *,
    crib: Annotated[
        bool, typer.Option("--crib", metavar="", help="The four cards are the crib.")
    ] = False,
) -> None:
    """Count a cribbage hand and print in one line of JSON what it scores, item by item.

    A line of standard input is a hand, with crib as its last word where it is one.
    """
    import json

    from bot.score import HandUnreadable, score, score_text

    try:
        answers = score_text(text_of("-")) if cards == ["-"] else [score(cards, crib=crib)]
    except HandUnreadable as error:
        stop(str(error))
    for answer in answers:
        print(json.dumps(answer))


@app.command()
def rules(
    name: Annotated[
        str | None,
        typer.Argument(metavar="RULES", show_default=False, help="Without a name, all are listed."),
    ] = None,
    dials: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DIAL=VALUE", show_default=False, help="Dials turned to another value."
        ),
    ] = None,
    lang: Annotated[
        str | None, typer.Option(metavar="LANG", help="The language of the answer.")
    ] = None,
) -> None:
    """Say what is played by some rules, or which rules there are."""
    from bot.app import RulesRefused, rules_in_words
    from bot.games import all_presets

    if name is None:
        print("\n".join(all_presets()))
        return
    language = known_language(lang) if lang else settings_read().language
    try:
        lines = rules_in_words(known_rules(name), dials_of(dials or []), language)
    except RulesRefused as refused:
        stop(str(refused))
    print("\n".join(lines))


@app.command()
def audit(db: Database = None) -> None:
    """Prove that no chip was made or lost; may run beside a house.

    Transfers sum to zero, balances equal their postings, nobody but house and mint owes, and what
    is staked belongs to a running match. The exit status is 1 if anything does not add up.
    """
    from storage.audit import audit as check

    with storage_trouble():
        report = check(database_of(db))
    for problem in report.problems:
        print(problem)
    if not report.clean:
        stop(f"the books do not add up: problems found: {len(report.problems)}", NO)
    print(
        f"The books add up: {report.accounts:,} accounts, {report.transfers:,} transfers,"
        f" {report.wallet_chips:,} chips in wallets, {report.escrow_chips:,} staked."
    )


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy; must not exist yet.")],
    db: Database = None,
) -> None:
    """Copy the database to FILE, whole and checked; may run beside a house."""
    from storage.backup import backup as copy

    with storage_trouble():
        copy(database_of(db), file)
    print(f"Copied to {file}.")


@app.command()
def migrate(db: Database = None) -> None:
    """Bring the database to the schema of this version, after a backup beside it.

    A house does that itself when it starts.
    """
    from storage.migrate import migrate as bring_up_to_date

    with storage_trouble():
        done = bring_up_to_date(database_of(db))
    if done.before == done.after:
        print(f"Nothing to do: the schema is {done.after} already.")
        return
    if done.backup is not None:
        print(f"The database as it was is kept in {done.backup}.")
    print(f"The schema is {done.after} now." if done.before else f"Created, schema {done.after}.")


@app.command()
def doctor(
    *,
    chat: Annotated[
        str | None,
        typer.Option(
            "--try",
            metavar="CHAT",
            help="Also try a real chat: post, edit, press, whisper, delete. Nothing stays there."
            " On Telegram it is -1001234567890 or @name, on Discord discord:SERVER:CHANNEL or the"
            " link of the channel.",
        ),
    ] = None,
    whisper: Annotated[
        int | None,
        typer.Option(metavar="USER", help="With --try: the number of a person to write to."),
    ] = None,
    wait: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=300,
            help="With --try on Telegram: how long to wait for somebody to press. Only while no"
            " house runs, also elsewhere: two that listen push each other off the line.",
        ),
    ] = 0.0,
    db: Database = None,
) -> None:
    """Look at the whole setup and say what is wrong with it, one line a check.

    May run beside a house. The exit status is 1 if anything failed; warnings are no failure.
    """
    import asyncio

    from bot.doctor import examine
    from bot.logs import configure_logging, redacted

    settings = settings_read()
    secrets = _secrets(settings)
    configure_logging(settings.log_level, secrets)
    asked = _trial(chat, whisper, wait)
    looked = examine(
        settings, database_of(db), asked, lambda it: print(redacted(str(it), secrets), flush=True)
    )
    if not asyncio.run(looked):
        raise typer.Exit(NO)


def _trial(chat: str | None, whisper: int | None, wait: float) -> "Asked | None":
    from adapters.trying import Asked, trial_place

    if chat is None:
        if whisper is not None or wait:
            stop("--whisper and --wait belong to --try CHAT")
        return None
    try:
        return Asked(trial_place(chat), whisper, wait)
    except ValueError as wrong:
        stop(f"--try: {wrong}")


def _serve(settings: "Settings") -> None:
    """Run the bot until it is told to stop; exit status 1 if no platform can be served."""
    import asyncio

    from bot.health_page import PortTaken
    from bot.logs import configure_logging
    from bot.serving import run_bot

    configure_logging(settings.log_level, _secrets(settings))
    try:
        with storage_trouble():
            well = asyncio.run(run_bot(settings, database_of(None), print))
    except PortTaken as taken:
        stop(str(taken), NO)
    if not well:
        raise typer.Exit(NO)


def _secrets(settings: "Settings") -> list[str]:
    secrets = (settings.telegram_token, settings.discord_token)
    return [secret.get_secret_value() for secret in secrets if secret]


def _play(
    settings: "Settings",
    *,
    db: str | None = None,
    language: str | None = None,
    rules: str | None = None,
    decks: "tuple[tuple[Card, ...], ...]" = (),
    chat: str = "room",
    admins: tuple[str, ...] = (),
) -> None:
    import asyncio
    from dataclasses import replace

    from bot.app import ConsoleOptions, play_console
    from bot.logs import configure_logging

    configure_logging(settings.log_level, _secrets(settings))
    options = ConsoleOptions(
        chat=chat_of(chat),
        language=known_language(language) if language else settings.language,
        admins=admins,
        decks=decks,
        settings=replace(settings.house, rules=known_rules(rules)) if rules else settings.house,
    )
    with storage_trouble(), suppress(asyncio.CancelledError):
        asyncio.run(play_console(options, told_database(settings, db)))
        return
    raise typer.Exit(INTERRUPTED)


def main() -> None:
    """Run the command line; whatever a user got wrong is one line, never a traceback."""
    try:
        status = app(prog_name="croupier", standalone_mode=False)
    except typer.TyperException as wrong:
        print(f"croupier: {wrong.format_message()}", file=sys.stderr)
        status = wrong.exit_code
    if status == INTERRUPTED:
        print(file=sys.stderr)  # the line that ^C stands on is done
    sys.exit(status)
