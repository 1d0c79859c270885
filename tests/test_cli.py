"""The command line: 0 is success, 1 is "no", 2 is input that cannot be read."""

import json
import logging
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from bot.app import RulesRefused, rules_in_words
from bot.cli import main
from bot.config import Settings
from bot.games.fivecard import dials as fivecard
from bot.games.twentyone import reading as twentyone
from storage.house_lock import HouseLock
from tests.fakes.shell import Ended, shell
from tests.fakes.words import WORDS

Croupier = Callable[..., Ended]

FIRST_ROUND = """\
ann: /new 21 hk_casino
ann: /join 100
bob: /join 50
ann: /deal
ann: /stand
ann: /balance
bob: /balance
"""
STACKED = "Ts As Th 9d Kd 8c"

COMMANDS = [
    *[
        "console",
        "replay",
        "records",
        "rules",
        "simulate",
        "score",
        "audit",
        "backup",
        "migrate",
        "doctor",
    ]
]


def is_one_line(text: str, *words: str) -> bool:
    return text.startswith("croupier: ") and text.count("\n") == 1 and all(w in text for w in words)


def missing(name: str) -> str:
    raise PackageNotFoundError(name)


@pytest.fixture
def url(tmp_path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path}/x.db"


@pytest.fixture
def croupier(monkeypatch, capfd, tmp_path) -> Croupier:
    """Run the command line in this process, in an empty directory and environment."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)

    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.root.level)

    def run(*arguments: str | Path, stdin: str = "") -> Ended:
        script = tmp_path / "stdin"
        script.write_text(stdin, encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["croupier", *map(str, arguments)])
        with script.open() as said:
            script.unlink()
            monkeypatch.setattr(sys, "stdin", said)
            with pytest.raises(SystemExit) as end:
                main()
        printed = capfd.readouterr()
        return Ended(int(end.value.code or 0), printed.out, printed.err)

    return run


# --- version ----------------------------------------------------------------------------------


def test_the_version_is_that_of_what_is_installed(croupier):
    ended = croupier("--version")
    assert (ended.status, ended.out, ended.err) == (0, f"croupier {version('croupier')}\n", "")


def test_what_is_not_installed_says_that_it_has_no_version(croupier, monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", missing)
    ended = croupier("--version")
    assert (ended.status, ended.out) == (1, "")
    assert is_one_line(ended.err, "not installed")


# --- help -------------------------------------------------------------------------------------


def test_help_lists_every_command(croupier):
    ended = croupier("--help")
    assert ended.status == 0
    assert [line for line in COMMANDS if f" {line} " not in ended.out] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_a_help_page(croupier, command):
    ended = croupier(command, "--help")
    assert (ended.status, ended.err) == (0, "")
    assert f"croupier {command}" in ended.out


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help_pages_name_no_type_for_what_takes_no_value(croupier, command):
    page = croupier(*command, "--help").out
    assert "--help" in page
    assert [odd for odd in ("<bool>", "[[") if odd in page] == []


@pytest.mark.parametrize("arguments", [["nonsense"], ["--nonsense"], ["console", "--nonsense"]])
def test_what_is_no_command_or_option_is_one_line(croupier, arguments):
    ended = croupier(*arguments)
    assert ended.status == 2
    assert is_one_line(ended.err, "nonsense")


# --- console ----------------------------------------------------------------------------------


def test_a_round_is_played_from_standard_input():
    ended = shell("console", "--deck", STACKED, stdin=FIRST_ROUND)
    assert ended.lines[0].startswith("[console] Stacked deck: 10♠ A♠")
    assert ended.lines[-2:] == ["[ann] You have 1,100 chips.", "[bob] You have 1,075 chips."]
    assert (ended.status, ended.err) == (0, "")


def test_standard_input_may_be_empty_or_noise():
    noise = b"\x00\xff\xfe: /join\r\nann: /join\r\n" + bytes(range(256))
    assert shell("console") == Ended(0, "", "")
    ended = shell("console", stdin=noise)
    assert (ended.status, ended.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--deck", "As xx"], ["'xx'", "rank"]),
        (["--deck", "/"], ["--deck", "/"]),
        (["--deck", "As 9h / / Td"], ["--deck", "/"]),
        (["--deck", "As 9h /"], ["--deck", "/"]),
        (["--rules", "poker"], ["'poker'", "qq21", "hk_casino"]),
        (["--lang", "tlh"], ["'tlh'", "en"]),
        (["--chat", "my room"], ["--chat"]),
        (["--chat", ""], ["--chat"]),
        (["--chat", "telegram:-1001"], ["--chat"]),
    ],
)
def test_options_that_cannot_be_read_are_one_line(croupier, arguments, words):
    ended = croupier("console", *arguments, stdin=FIRST_ROUND)
    assert (ended.status, ended.out) == (2, "")
    assert is_one_line(ended.err, *words)


def test_an_admin_may_be_named_several_times(croupier):
    script = "cat: /balance\nann: /grant cat 10\nbob: /grant cat 10\ncat: /grant cat 10\n"
    ended = croupier(
        "console", "--as-admin", "ann", "--as-admin", "bob", stdin=script + "cat: /balance\n"
    )
    assert ended.lines[-1] == "[cat] You have 1,020 chips."


def test_a_round_on_a_file_ends_with_books_that_add_up(tmp_path):
    db = ["--db", "sqlite+aiosqlite:///x.db"]
    ended = shell("console", *db, "--deck", STACKED, stdin=FIRST_ROUND, cwd=tmp_path)
    assert ended.lines[-2:] == ["[ann] You have 1,100 chips.", "[bob] You have 1,075 chips."]
    assert (ended.status, ended.err) == (0, "")
    ended = shell("audit", *db, cwd=tmp_path)
    assert (ended.status, ended.err) == (0, "")
    assert "2,175 chips in wallets, 0 staked" in ended.out


def test_the_next_console_goes_on_where_the_last_one_ended(croupier, url):
    croupier("console", "--db", url, stdin="ann: /join 100\n")
    ended = croupier("console", "--db", url, "--deck", "Ts 9s 9d 8d", stdin="ann: (Deal)\n")
    assert [line for line in ended.lines if line.startswith("[group]")]
    ended = croupier("console", "--db", url, stdin="ann: (Stand)\nann: /stop\nann: /balance\n")
    assert ended.lines[-1] != "[ann] You have 1,000 chips."
    assert croupier("audit", "--db", url).status == 0


def test_two_houses_do_not_share_a_database(croupier, url, tmp_path):
    croupier("migrate", "--db", url)
    with HouseLock(tmp_path / "x.db"):
        ended = croupier("console", "--db", url, stdin="ann: /balance\n")
    assert (ended.status, ended.out) == (1, "")
    assert is_one_line(ended.err, "x.db")


# --- croupier alone ---------------------------------------------------------------------------


def test_without_a_token_it_says_how_to_set_one_and_plays(croupier):
    ended = croupier(stdin="ann: /balance\n")
    assert ended.status == 0
    assert "TELEGRAM_TOKEN" in ended.lines[0]
    assert ended.lines[-1] == "[ann] You have 1,000 chips."


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("TELEGRAM_TOKEN=123:secret", "@BotFather"),
        ("DISCORD_TOKEN=abc.secret", "your bot's page"),
    ],
)
def test_what_cannot_be_a_token_is_told_in_one_sentence(croupier, tmp_path, token, words):
    (tmp_path / ".env").write_text(
        f"{token}\nDATABASE_URL=sqlite+aiosqlite:///{tmp_path / 'x.db'}\n"
    )
    ended = croupier()
    assert ended.status == 1
    assert words in ended.err
    assert len(ended.err.splitlines()) == 1
    assert "secret" not in ended.out + ended.err


def test_settings_that_cannot_be_used_are_one_line(croupier, monkeypatch):
    monkeypatch.setenv("HOUSE_BET_MIN", "many")
    ended = croupier("console")
    assert ended.status == 2
    assert is_one_line(ended.err, "HOUSE_BET_MIN")


# --- rules ------------------------------------------------------------------------------------


def test_rules_lists_what_there_is_and_says_what_each_plays_by(croupier):
    names = croupier("rules").lines
    assert {"qq21", "hk_casino", "hk_home5"} <= set(names)
    for name in names:
        ended = croupier("rules", name)
        assert (ended.status, ended.err) == (0, "")
        page, dials = ended.out.split("dial=value:\n")
        assert len(page.splitlines()) > 3
        assert max(map(len, dials.splitlines())) <= 100
        told = [word.partition("=")[0] for word in dials.replace(",", " ").split()]
        assert told in [list(words.dials) for words in WORDS.values()]


def test_rules_with_a_dial_turned_say_what_that_changes(croupier):
    plain, turned = croupier("rules", "qq21"), croupier("rules", "qq21", "ties=banker", "decks=2")
    assert "equal points go to the bank" in turned.out
    assert "equal points go to the bank" not in plain.out
    assert "ties=banker" in turned.out
    assert "decks=2" in turned.out


@pytest.mark.parametrize(
    ("dials", "said"),
    [
        (["ties=house"], "I cannot read “house” for ties"),
        (["surrender=late"], "“late” is not played here for surrender"),
        (["seats_max=12"], "One deck could run out"),
        (["tie=banker"], "These rules have no “tie”"),
        (["banker"], "'banker' is no dial"),
    ],
)
def test_dials_that_are_not_played_are_refused_with_the_reason(croupier, dials, said):
    ended = croupier("rules", "qq21", *dials)
    assert (ended.status, ended.out) == (2, "")
    assert is_one_line(ended.err, said)


@pytest.mark.parametrize(
    ("rules", "dial", "value"),
    [
        *(("qq21", *each) for each in sorted(twentyone.RESERVED)),
        *(("hk_home5", *each) for each in sorted(fivecard.RESERVED)),
    ],
)
def test_every_reserved_value_is_refused_with_its_sentence(rules, dial, value):
    with pytest.raises(RulesRefused, match=f"“{value}” is not played here for {dial}"):
        rules_in_words(rules, {dial: value}, "en")


def test_rules_that_are_not_there_are_one_line(croupier):
    ended = croupier("rules", "chess")
    assert (ended.status, ended.out) == (2, "")
    assert is_one_line(ended.err, "'chess'", "qq21")


# --- replay -----------------------------------------------------------------------------------

RECORD = {
    "game": "21",
    "rules": "hk_casino",
    "seats": [{"player": "ann", "bet": 100}, {"player": "bob", "bet": 50}],
    "banker": None,
    "deck": STACKED.split(),
    "actions": [["ann", "stand"]],
}


def test_replay_tells_how_each_record_ends(croupier, tmp_path):
    (tmp_path / "rounds.jsonl").write_text(f"{json.dumps(RECORD)}\n\n{json.dumps(RECORD)}\n")
    ended = croupier("replay", "rounds.jsonl")
    first, second = map(json.loads, ended.lines)
    assert first == second
    assert (first["status"], first["net"]["ann"], first["net"]["bob"]) == ("settled", 100, 75)
    assert (ended.status, ended.err) == (0, "")


def test_replay_reads_standard_input():
    ended = shell("replay", "-", stdin=json.dumps(RECORD, indent=2))
    assert json.loads(ended.out)["status"] == "settled"
    assert (ended.status, ended.err) == (0, "")


def test_a_record_that_breaks_the_rules_is_answered_and_ends_with_1(croupier, tmp_path):
    broken = {**RECORD, "actions": [["ann", "split"]]}
    (tmp_path / "rounds.jsonl").write_text(f"{json.dumps(broken)}\n{json.dumps(RECORD)}")
    ended = croupier("replay", "rounds.jsonl")
    first, second = map(json.loads, ended.lines)
    assert (first["error"]["at"], second["status"]) == (0, "settled")
    assert ended.status == 1


@pytest.mark.parametrize("text", ["", "[]", "{", '{"game": "21"}', "\xff", "null", "1 2"])
def test_what_is_no_record_is_one_line(croupier, tmp_path, text):
    (tmp_path / "round.json").write_text(text, encoding="latin-1")
    ended = croupier("replay", "round.json")
    assert (ended.status, ended.out) == (2, "")
    assert is_one_line(ended.err, "round.json")


@pytest.mark.parametrize("file", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read_is_one_line(croupier, file):
    ended = croupier("replay", file)
    assert ended.status == 2
    assert is_one_line(ended.err, file)


# --- records ----------------------------------------------------------------------------------


def test_rounds_that_were_played_are_written_and_play_again(croupier, url):
    croupier("console", "--db", url, "--deck", STACKED, stdin=FIRST_ROUND)
    ended = croupier("records", "--db", url)
    assert (ended.status, ended.err) == (0, "")
    assert "local:" not in ended.out
    told = json.loads(croupier("replay", "-", stdin=ended.out).out)
    assert told["net"] == {"Ann": 100, "Bob": 75, "house": -175}
    full = json.loads(croupier("records", "--db", url, "--ids").out)
    assert (full["ids"]["Ann"], full["fairness"]["table"]) == ("local:ann", "local:room")


@pytest.mark.parametrize("place", ["local:room", "room"])
def test_records_are_those_of_one_chat_or_round(croupier, url, place):
    croupier("console", "--db", url, "--deck", STACKED, stdin=FIRST_ROUND)
    assert len(croupier("records", "--db", url, "--chat", place, "--round", "1").lines) == 1
    for elsewhere in (["--chat", f"{place}s"], ["--round", "2"]):
        ended = croupier("records", "--db", url, *elsewhere)
        assert (ended.status, ended.out) == (1, "")
        assert is_one_line(ended.err, "no such round")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("hk_casino", "hk_old", "no longer known"), ("{", "", "cannot be read")],
)
def test_a_round_that_cannot_be_written_is_named_and_the_others_are_written(
    croupier, url, tmp_path, old, new, why
):
    for _ in range(2):
        croupier("console", "--db", url, "--deck", STACKED, stdin=FIRST_ROUND)
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection, connection:
        changes = "UPDATE round SET setup = replace(setup, ?, ?) WHERE number = 1"
        connection.execute(changes, [old, new])
    ended = croupier("records", "--db", url)
    assert (ended.status, len(ended.lines)) == (1, 1)
    assert is_one_line(ended.err, "round 1 of table 1", why)


# --- databases --------------------------------------------------------------------------------


def test_a_database_is_made_audited_and_copied(croupier, url, tmp_path):
    copy = tmp_path / "copy.db"
    assert "Created" in croupier("migrate", "--db", url).out
    with HouseLock(tmp_path / "x.db"):  # which nobody disturbs who has nothing to do
        ended = croupier("migrate", "--db", url)
    assert (ended.status, "Nothing to do" in ended.out) == (0, True)
    assert "books add up" in croupier("audit", "--db", url).out
    assert croupier("backup", "--db", url, copy).status == 0
    assert croupier("audit", "--db", f"sqlite:///{copy}").status == 0


def test_audit_says_what_does_not_add_up(croupier, url, tmp_path):
    croupier("migrate", "--db", url)
    with sqlite3.connect(tmp_path / "x.db") as books:
        books.execute("INSERT INTO account VALUES (1, 'wallet', 'local:room', 'local:ann', 5)")
    books.close()
    ended = croupier("audit", "--db", url)
    assert ended.status == 1
    assert "wallet local:room local:ann" in ended.out
    assert is_one_line(ended.err, "do not add up")


def test_without_db_the_environment_names_the_database(croupier, monkeypatch, url, tmp_path):
    monkeypatch.setenv("DATABASE_URL", url)
    croupier("migrate")
    assert (tmp_path / "x.db").exists()


@pytest.mark.parametrize("name", ["x.db", "chips.sqlite3", "./x"])
def test_a_path_is_as_good_as_a_url(croupier, name, tmp_path):
    assert croupier("migrate", "--db", name).status == 0
    assert (tmp_path / name).exists()
    assert croupier("audit", "--db", tmp_path / name).status == 0


def test_the_console_keeps_chips_where_the_environment_says(croupier, monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)
    croupier("console", stdin="ann: /join 100\nann: /balance\n")
    assert croupier(stdin="ann: /balance\n").lines[-1] == (
        "[ann] You have 900 chips and 100 at the table."
    )


def test_the_level_of_the_log_is_ours_and_libraries_stay_quiet(croupier, monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "debug")
    ended = croupier("console", "--db", "x.db", stdin="ann: /join 100\n")
    assert logging.getLogger("bot.house").isEnabledFor(logging.DEBUG)
    for library in ("aiosqlite", "sqlalchemy.engine"):
        assert not logging.getLogger(library).isEnabledFor(logging.INFO)
    assert "SELECT" not in ended.err + ended.out


def test_a_database_that_another_program_writes_is_one_line(croupier, tmp_path):
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        ended = croupier("migrate", "--db", "x.db")
    assert ended.status == 1
    assert is_one_line(ended.err, "x.db", "locked")


def test_without_either_it_is_a_file_here_and_that_is_said(croupier, tmp_path):
    ended = croupier("migrate")
    assert (tmp_path / "croupier.db").exists()
    assert "croupier.db" in ended.err


@pytest.mark.parametrize("command", ["audit", "backup", "records", "migrate", "console"])
@pytest.mark.parametrize(
    "address", ["nonsense", "", "postgresql://u:secret@h/d", "sqlite://", "sqlite:///{}/text.db"]
)
def test_a_database_that_cannot_be_used_is_one_line(croupier, command, address, tmp_path):
    (tmp_path / "text.db").write_text("not a database\n" * 100)
    target = [tmp_path / "copy.db"] if command == "backup" else []
    ended = croupier(command, *target, "--db", address.format(tmp_path))
    assert (ended.status, ended.out) == (2, "")
    assert is_one_line(ended.err)
    assert "secret" not in ended.err


@pytest.mark.parametrize("command", ["audit", "backup", "records"])
def test_a_database_that_is_not_there_is_not_made(croupier, command, url, tmp_path):
    target = [tmp_path / "copy.db"] if command == "backup" else []
    ended = croupier(command, *target, "--db", url)
    assert ended.status == 2
    assert is_one_line(ended.err, "x.db")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_replaces_no_file(croupier, url, tmp_path):
    croupier("migrate", "--db", url)
    (tmp_path / "copy.db").write_text("precious")
    ended = croupier("backup", "--db", url, tmp_path / "copy.db")
    assert ended.status == 1
    assert is_one_line(ended.err, "exists")
    assert (tmp_path / "copy.db").read_text() == "precious"
