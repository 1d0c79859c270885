"""`croupier doctor`: what is wrong is said before anyone plays, and nothing is left behind."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.skew import Skew, judged
from adapters.telegram_doctor import TOLERANCE
from adapters.telegram_trial import LABEL
from adapters.trying import Asked, trial_place
from bot.config import Settings
from bot.doctor import examine
from bot.findings import Finding, Grade
from storage.house_lock import HouseLock
from storage.migrate import migrate
from tests.fakes.process import shell_beside
from tests.fakes.shell import Ended, shell
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.live import Live
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.waiting import RunningClock

pytest_plugins = ["tests.fakes.telegram.fixtures"]


def found(ended: Ended) -> dict[str, tuple[str, str]]:
    """Return what was printed: the grade and the words of each check."""
    lines = (line.split(maxsplit=1) for line in ended.lines)
    checks = ((grade, rest[:15].strip(), rest[15:].strip()) for grade, rest in lines)
    return {name: (grade, words) for grade, name, words in checks}


def grades(ended: Ended) -> dict[str, str]:
    return {name: grade for name, (grade, _) in found(ended).items()}


@pytest.fixture
async def home(telegram: Telegram, tmp_path: Path) -> Path:
    """Return the directory of a bot that has run once, so that its menus are set."""
    migrate(f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}")
    live = Live(telegram)
    await live.start()
    await live.stop()
    return tmp_path


@pytest.fixture
def group(telegram: Telegram) -> Chat:
    return telegram.supergroup("Friends", [telegram.user("Ann")], username="the_friends")


async def examined(telegram: Telegram, asked: Asked | None = None) -> dict[str, Finding]:
    """Look at everything in this process."""
    findings: list[Finding] = []
    settings = Settings(telegram_token=SecretStr(telegram.token), telegram_api_url=telegram.url)
    await examine(settings, "sqlite:///nowhere.db", asked, findings.append)
    assert not any(telegram.token in str(finding) for finding in findings)
    return {finding.name: finding for finding in findings}


# --- the shell --------------------------------------------------------------------------------


async def test_where_all_is_well_every_check_says_so(telegram: Telegram, home: Path):
    polls = len(telegram.calls.of("getUpdates"))
    ended = await shell_beside(telegram, home, "doctor")
    assert ended.status == 0
    assert grades(ended) == {
        "settings": "ok",
        "encryption": "note",
        "database": "ok",
        "writing": "ok",
        "disk": "ok",
        "schema": "ok",
        "books": "ok",
        "token": "ok",
        "groups": "ok",
        "privacy mode": "ok",
        "clock": "ok",
        "webhook": "ok",
        "menus": "ok",
        "Discord": "skipped",
        "listeners": "skipped",
    }
    assert telegram.token not in ended.out + ended.err
    assert len(telegram.calls.of("getUpdates")) == polls


async def test_a_wrong_token_is_a_failure_and_is_not_printed(telegram: Telegram, home: Path):
    wrong = "7000000002:a-token-that-nobody-gave-us"
    ended = await shell_beside(telegram, home, "doctor", TELEGRAM_TOKEN=wrong)
    assert ended.status == 1
    assert found(ended)["token"] == (
        "failed",
        "Telegram does not know this token; copy it anew from @BotFather into TELEGRAM_TOKEN",
    )
    assert wrong not in ended.out + ended.err


async def test_warnings_are_no_failure(telegram: Telegram, home: Path):
    set_webhook(telegram)
    switch_privacy_off(telegram)
    ended = await shell_beside(telegram, home, "doctor")
    assert ended.status == 0
    assert found(ended)["webhook"][0] == found(ended)["privacy mode"][0] == "warning"
    assert telegram.token not in ended.out + ended.err


async def test_a_clock_that_is_wrong_is_found_by_the_date_of_an_answer(tmp_path: Path):
    async with Telegram(RunningClock(-700)) as telegram:
        ended = await shell_beside(telegram, tmp_path, "doctor")
    assert ended.status == 1
    grade, words = found(ended)["clock"]
    assert grade == "failed"
    assert re.match(r"70\d s ahead of Telegram's: set it over the network", words)


async def test_a_bot_that_was_kicked_and_one_that_deals_there(
    telegram: Telegram, home: Path, group: Chat
):
    ended = await shell_beside(telegram, home, "doctor", "--try", f"tg:{group.id}")
    assert (ended.status, grades(ended)["delete"]) == (0, "ok")
    group.kick(telegram.bot)
    ended = await shell_beside(telegram, home, "doctor", "--try", f"tg:{group.id}")
    assert ended.status == 1
    assert found(ended)["rights"][0] == "failed"


def set_webhook(telegram: Telegram) -> None:
    telegram.leave_webhook(f"https://example.org/{telegram.token}")


def switch_privacy_off(telegram: Telegram) -> None:
    telegram.privacy_mode = False


def forbid_groups(telegram: Telegram) -> None:
    telegram.joins_groups = False


def forget_menus(telegram: Telegram) -> None:
    telegram.settings.menus.clear()


def go_away(telegram: Telegram) -> None:
    telegram.faults.reset("getMe", times=None)


def answer_as_a_proxy(telegram: Telegram) -> None:
    telegram.faults.garble("getMe", times=None)


@pytest.mark.parametrize(
    ("wrong", "name", "grade", "words"),
    [
        (set_webhook, "webhook", "warning", "updates go to example.org"),
        (switch_privacy_off, "privacy mode", "warning", "/setprivacy"),
        (forbid_groups, "groups", "failed", "/setjoingroups"),
        (forget_menus, "menus", "warning", "private, group, admins"),
        (go_away, "connection", "failed", "no answer from 127.0.0.1"),
        (answer_as_a_proxy, "connection", "failed", "TELEGRAM_API_URL"),
    ],
)
async def test_what_is_wrong_is_said_with_what_to_do(
    telegram: Telegram,
    wrong: Callable[[Telegram], None],
    name: str,
    grade: str,
    words: str,
):
    wrong(telegram)
    found = await examined(telegram)
    assert found[name].grade.value == grade
    assert words in found[name].words


@pytest.mark.parametrize(
    ("ahead_seconds", "doubt_seconds", "grade"),
    [
        (0, 1, Grade.OK),
        (6, 1, Grade.OK),
        (7, 1, Grade.WARNING),
        (-7, 1, Grade.WARNING),
        (12, 8, Grade.OK),
        (602, 1, Grade.FAILED),
        (-3600, 1, Grade.WARNING),
        (None, 0, Grade.SKIPPED),
    ],
)
def test_a_clock_is_doubted_only_beyond_what_can_be_known(ahead_seconds, doubt_seconds, grade):
    assert judged("clock", Skew(ahead_seconds, doubt_seconds), TOLERANCE).grade is grade


def test_without_a_token_the_rest_is_looked_at(tmp_path: Path):
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\n")
    (tmp_path / ".env").chmod(0o644)
    ended = shell("doctor", cwd=tmp_path)
    assert ended.status == 0
    assert found(ended)["platforms"][0] == "skipped"
    assert found(ended)["secrets"] == ("warning", "others may read .env: chmod 600 .env")
    assert "the first start makes it" in found(ended)["database"][1]
    assert not (tmp_path / "croupier.db").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--try", "Friends"], "a chat is a number"),
        (["--wait", "5"], "belong to --try"),
        (["--whisper", "5"], "belong to --try"),
    ],
)
def test_what_cannot_be_tried_is_one_line(tmp_path: Path, arguments, words):
    ended = shell("doctor", *arguments, cwd=tmp_path)
    assert ended.status == 2
    assert words in ended.err
    assert ended.err.count("\n") == 1


def test_settings_that_cannot_be_read_are_2(tmp_path: Path):
    (tmp_path / ".env").write_text("HOUSE_BET_MIN=lots\n")
    assert shell("doctor", cwd=tmp_path).status == 2


# --- a trial ----------------------------------------------------------------------------------


async def tries(telegram: Telegram, asked: Asked) -> dict[str, Finding]:
    """Return what was found in a chat."""
    found = await examined(telegram, asked)
    names = list(found)
    return {name: found[name] for name in names[names.index("listeners") + 1 :]}


@pytest.mark.parametrize("named", ["{}", "tg:{}", "telegram:{}", "@the_friends"])
async def test_a_trial_posts_edits_and_leaves_nothing(telegram: Telegram, group: Chat, named):
    findings = await tries(telegram, Asked(trial_place(named.format(group.id))))
    assert {name: finding.grade.value for name, finding in findings.items()} == {
        "rights": "ok",
        "post": "ok",
        "edit": "ok",
        "press": "skipped",
        "whisper": "skipped",
        "delete": "ok",
    }
    assert re.fullmatch(r"works, in \d+ ms", findings["post"].words)
    assert not group.posted()


async def test_whoever_presses_gets_an_alert_and_a_whisper(telegram: Telegram, group: Chat):
    ann = telegram.user("Ann")
    group.add(ann)
    await ann.starts_bot()
    before = [update.id for update in telegram.updates.pending]
    trial = asyncio.create_task(tries(telegram, Asked(trial_place(str(group.id)), wait_seconds=20)))
    await telegram.until(lambda: group.posted() and "can post and edit" in group.newest.text)
    press = await ann.presses(group, LABEL)
    findings = await trial
    assert press.alert is not None
    assert press.alert.shown
    assert (findings["press"].grade, findings["whisper"].grade) == (Grade.OK, Grade.OK)
    assert not group.posted()
    assert not ann.private.posted()
    assert [update.id for update in telegram.updates.pending][: len(before)] == before


async def test_who_never_started_the_bot_cannot_be_written_to(telegram: Telegram, group: Chat):
    bob = telegram.user("Bob")
    findings = await tries(telegram, Asked(trial_place(str(group.id)), bob.id))
    assert findings["whisper"].grade is Grade.WARNING
    assert "pressed Start" in findings["whisper"].words


async def test_nobody_waits_for_a_press_beside_a_house(
    telegram: Telegram, group: Chat, tmp_path: Path
):
    findings: list[Finding] = []
    asked = Asked(trial_place(str(group.id)), wait_seconds=20)
    settings = Settings(telegram_token=SecretStr(telegram.token), telegram_api_url=telegram.url)
    with HouseLock(tmp_path / "x.db"):
        await examine(settings, f"sqlite:///{tmp_path / 'x.db'}", asked, findings.append)
    (press,) = (finding for finding in findings if finding.name == "press")
    assert press.words == "a house runs and takes the presses: stop it first"
    assert not telegram.calls.of("getUpdates")


async def test_while_another_listens_the_wait_ends(telegram: Telegram, group: Chat):
    telegram.leave_webhook("https://example.org/hook")
    findings = await tries(telegram, Asked(trial_place(str(group.id)), wait_seconds=20))
    assert findings["press"].grade is Grade.FAILED
    assert not group.posted()


async def test_a_press_that_does_not_come_is_a_failure(telegram: Telegram, group: Chat):
    findings = await tries(telegram, Asked(trial_place(str(group.id)), wait_seconds=0.01))
    assert findings["press"].words.startswith("none came")
    assert not group.posted()


def kick(telegram: Telegram, group: Chat) -> None:
    group.kick(telegram.bot)


def leave(telegram: Telegram, group: Chat) -> None:
    group.leave(telegram.bot)


def restrict(telegram: Telegram, group: Chat) -> None:
    group.restrict(telegram.bot)


def mute(_telegram: Telegram, group: Chat) -> None:
    group.mute()


@pytest.mark.parametrize(
    ("happens", "name", "words"),
    [
        (kick, "rights", "bot was kicked from the supergroup chat: add the bot"),
        (leave, "rights", "bot is not a member of the supergroup chat: add the bot"),
        (restrict, "rights", "lift the restriction"),
        (mute, "post", "Telegram refused: Not enough rights to send text messages"),
    ],
)
async def test_a_chat_where_the_bot_cannot_deal_is_a_failure(
    telegram: Telegram, group: Chat, happens, name, words
):
    happens(telegram, group)
    findings = await tries(telegram, Asked(trial_place(str(group.id))))
    assert findings[name].grade is Grade.FAILED
    assert words in findings[name].words
    assert not group.posted()


async def test_tables_stand_in_groups_alone(telegram: Telegram):
    channel = telegram.channel("News")
    findings = await tries(telegram, Asked(trial_place(str(channel.id))))
    assert findings["rights"].words == "that is a channel chat: tables stand in groups"


@pytest.mark.parametrize("method", ["editMessageText", "getUpdates"])
async def test_when_a_step_fails_nothing_stays(telegram: Telegram, group: Chat, method):
    telegram.faults.server_error(method, times=None)
    findings = await tries(telegram, Asked(trial_place(str(group.id)), wait_seconds=5))
    assert any(finding.grade is Grade.FAILED for finding in findings.values())
    assert findings["delete"].grade is Grade.OK
    assert not group.posted()


async def test_a_server_that_stumbles_leaves_nothing_either(telegram: Telegram, group: Chat):
    telegram.faults.server_error("deleteMessage")
    findings = await tries(telegram, Asked(trial_place(str(group.id))))
    assert findings["delete"].grade is Grade.OK
    assert not group.posted()


async def test_what_cannot_be_deleted_is_said(telegram: Telegram, group: Chat):
    telegram.faults.fail("deleteMessage", description="Bad Request: message can't be deleted")
    findings = await tries(telegram, Asked(trial_place(str(group.id))))
    assert findings["delete"].grade is Grade.FAILED


async def test_in_a_topic(telegram: Telegram):
    forum = telegram.supergroup("Club", forum=True)
    topic = forum.topic("Cards")
    findings = await tries(telegram, Asked(trial_place(f"tg:{forum.id}:{topic.id}")))
    assert findings["post"].grade is Grade.OK
    assert telegram.calls.of("sendMessage")[-1].parameters["message_thread_id"] == str(topic.id)
