"""What is counted, where, and that it is told to nobody whom it is about."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.basics import ChatId, PlayerId
from bot.clocks import ManualClock
from bot.commands import COMMANDS
from bot.delivery.delivery import Backlog
from bot.health import HealthWatch
from bot.house.archive import VOIDED
from bot.message import GroupMessage, PrivateMessage
from bot.metering import MeteredMessenger
from bot.metrics import ALL, Metrics
from bot.ports import (
    Answer,
    Conflict,
    Gone,
    Later,
    Messenger,
    Moved,
    NoConnection,
    PlatformError,
    ResultRow,
    Short,
    Unknown,
    Unreachable,
)
from bot.requests import Reply, Request
from bot.supervise import AdapterState, Health, Supervisor
from storage.memory import MemoryStore
from storage.store import SqliteStore
from tests.fakes.adapters import Up
from tests.fakes.commits import ANN, BOB, MINT, a_round, a_table, commit, give, grant
from tests.fakes.messenger import TELEGRAM, Kind, RecordingMessenger
from tests.fakes.notices import CLUB
from tests.fakes.page import opened
from tests.fakes.shell import ROOT

FRIEND = PlayerId("test:ann")
WORDS, ASIDE = GroupMessage(()), PrivateMessage(())
ASKED = Request("test:1", CLUB, FRIEND, "Ann", "help")


@dataclass
class Counted:
    """Metrics, and a platform whose calls they count."""

    metrics: Metrics = field(default_factory=Metrics)
    platform: RecordingMessenger = field(
        default_factory=lambda: RecordingMessenger(ManualClock(0.0), TELEGRAM, dated=True)
    )

    @property
    def messenger(self) -> Messenger:
        return MeteredMessenger(self.platform, self.metrics.platform("test"))

    def value(self, name: str, **labels: str) -> float | None:
        return self.metrics.registry.get_sample_value(name, labels)

    def calls(self, kind: Kind, ending: str) -> float | None:
        return self.value(
            "croupier_platform_calls_total", platform="test", call=kind.value, ending=ending
        )

    @property
    def throttled(self) -> float | None:
        return self.value("croupier_platform_throttled_total", platform="test")


@pytest.fixture
def counted() -> Counted:
    return Counted()


# --- calls to the platform --------------------------------------------------------------------

MAKES: dict[Kind, Callable[[Messenger, str], Awaitable[object]]] = {
    Kind.POST: lambda platform, _: platform.post(CLUB, WORDS, ""),
    Kind.EDIT: lambda platform, known: platform.edit(CLUB, known, WORDS),
    Kind.STRIP: lambda platform, known: platform.strip(CLUB, known),
    Kind.DELETE: lambda platform, known: platform.delete(CLUB, known),
    Kind.WHISPER: lambda platform, _: platform.whisper(FRIEND, ASIDE, ""),
    Kind.REWRITE: lambda platform, known: platform.rewrite(FRIEND, known, ASIDE),
    Kind.RETRACT: lambda platform, known: platform.retract(FRIEND, known),
    Kind.ANSWER: lambda platform, _: platform.answer(ASKED, Answer(True, ASIDE, "")),
}
TO_PEOPLE = {Kind.WHISPER, Kind.REWRITE, Kind.RETRACT, Kind.ANSWER}


async def known_to(counted: Counted, kind: Kind) -> str:
    """Return the id of a message that a call of a kind can be about."""
    if kind in TO_PEOPLE:
        return await counted.platform.whisper(FRIEND, ASIDE, "")
    return await counted.platform.post(CLUB, WORDS, "")


@pytest.mark.parametrize("kind", Kind)
async def test_every_call_is_made_as_it_was_asked_for_and_counted_once(counted, kind):
    known = await known_to(counted, kind)
    before = len(counted.platform.calls)
    await MAKES[kind](counted.messenger, known)
    assert [call.kind for call in counted.platform.calls[before:]] == [kind]
    assert counted.calls(kind, "done") == 1
    assert counted.throttled == 0


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    ("failure", "ending", "throttled"),
    [
        (Later(3), "later", 1),
        (NoConnection(1), "later", 0),
        (Gone(), "gone", 0),
        (Moved(ChatId("test:new")), "moved", 0),
        (Unreachable(FRIEND), "unreachable", 0),
        (Unknown(), "unknown", 0),
        (PlatformError("refused"), "refused", 0),
        (ValueError("words"), "failed", 0),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Exception) else None,
)
async def test_a_call_that_fails_is_counted_by_how_it_failed_and_fails_on(
    counted, kind, failure, ending, throttled
):
    known = await known_to(counted, kind)
    counted.platform.fail(failure, kind)
    with pytest.raises(type(failure)) as raised:
        await MAKES[kind](counted.messenger, known)
    assert raised.value is failure
    assert (counted.calls(kind, ending), counted.calls(kind, "done")) == (1, None)
    assert counted.throttled == throttled


async def test_what_is_no_call_passes_and_is_not_counted(counted):
    known = await counted.platform.post(CLUB, WORDS, "")
    assert counted.messenger.sent_at(known) == 0.0
    assert counted.messenger.pacing is TELEGRAM
    assert {
        sample.name
        for family in counted.metrics.registry.collect()
        for sample in family.samples
        if sample.name.startswith("croupier_platform_calls")
    } == set()


async def test_what_a_library_waits_out_by_itself_counts_as_throttled(counted):
    counted.metrics.platform("test").throttled()
    assert counted.throttled == 1


# --- requests ---------------------------------------------------------------------------------


def test_requests_are_counted_by_verb_and_refusals_by_key(counted):
    meter = counted.metrics.platform("test")
    meter.asked("hit", Reply(accepted=True, key="done"))
    meter.asked("hit", Reply(accepted=False, key="not-your-turn"))
    assert counted.value("croupier_commands_total", platform="test", verb="hit") == 2
    refusals = counted.value("croupier_refusals_total", platform="test", key="not-your-turn")
    assert refusals == 1


def test_only_verbs_of_ours_are_told_apart(counted):
    meter = counted.metrics.platform("test")
    for verb in (*(spec.verb for spec in COMMANDS), "ann", "Hit", 'x"} 1\n', "As", ""):
        meter.asked(verb, Reply(accepted=True, key="done"))
    (family,) = (
        one for one in counted.metrics.registry.collect() if one.name == "croupier_commands"
    )
    verbs = {sample.labels["verb"]: sample.value for sample in family.samples}
    assert verbs == {**{spec.verb: 1 for spec in COMMANDS}, "other": 5}


# --- commits ----------------------------------------------------------------------------------


@pytest.fixture
async def store(counted: Counted, tmp_path) -> AsyncIterator[SqliteStore]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    store = await SqliteStore.open(url, counted.metrics.committed)
    yield store
    await store.close()


def rounds(counted: Counted) -> list[float | None]:
    steps = ("dealt", "settled", "voided")
    return [counted.value("croupier_rounds_total", step=step) for step in steps]


async def test_rounds_are_counted_when_they_are_dealt_settled_or_voided(counted, store):
    assert rounds(counted) == [0, 0, 0]
    await store.commit(commit(table=a_table(), dealt=a_round()))
    assert rounds(counted) == [1, 0, 0]
    await store.commit(commit(result=ResultRow(1, 1, "{}"), dealt=a_round(1, 2)))
    assert rounds(counted) == [2, 1, 0]
    await store.commit(commit(result=ResultRow(1, 2, VOIDED)))
    assert rounds(counted) == [2, 1, 1]


async def test_only_commits_that_were_made_are_timed(counted, store):
    await store.commit(grant(10, ANN))
    paid = commit(give(5, ANN, BOB), request="r1")
    await store.commit(paid)
    await store.commit(paid)  # it is known
    assert isinstance(await store.commit(commit(give(50, ANN, BOB))), Short)
    with pytest.raises(Conflict):
        await store.commit(commit(dealt=a_round(9)))
    await store.remember_name(FRIEND, "Ann")
    await store.probe()
    assert counted.value("croupier_commit_seconds_count") == 2
    seconds = counted.value("croupier_commit_seconds_sum")
    assert seconds is not None
    assert 0 < seconds < 5


async def test_a_commit_counts_whose_caller_has_given_up(counted, store):
    given_up = asyncio.create_task(store.commit(commit(give(1, MINT, ANN))))
    await asyncio.sleep(0)
    given_up.cancel()
    await store.commit(grant(1, BOB))
    assert given_up.cancelled()
    assert counted.value("croupier_commit_seconds_count") == 2


# --- adapters ---------------------------------------------------------------------------------


@pytest.mark.row(92)
def test_each_adapter_is_in_one_state_at_a_time(counted):
    up, down = Health("Telegram", AdapterState.RUNNING), Health("Discord", AdapterState.WAITING)
    counted.metrics.watch(Supervisor([Up(up), Up(down)]), {})
    assert states(counted) == {("telegram", "running"), ("discord", "waiting")}
    down.running()
    up.state = AdapterState.FAILED
    assert states(counted) == {("telegram", "failed"), ("discord", "running")}


def states(counted: Counted) -> set[tuple[str, str]]:
    families = counted.metrics.registry.collect()
    (family,) = (one for one in families if one.name == "croupier_adapter_state")
    assert len(family.samples) == 2 * len(AdapterState)
    return {(s.labels["platform"], s.labels["state"]) for s in family.samples if s.value == 1}


# --- the page ---------------------------------------------------------------------------------


async def test_the_page_shows_every_metric_that_is_described_and_no_other(counted):
    supervisor = Supervisor([Up(Health("Telegram", AdapterState.RUNNING, 1))])
    counted.metrics.watch(supervisor, {"telegram": lambda: Backlog(1, 4, 2.5)})
    watch = HealthWatch(supervisor, MemoryStore(), ManualClock(0.0), [])
    async with opened(watch, counted.metrics.page) as page:
        status, text = await page.get("/metrics")
        assert (await page.get())[0] == 503  # nobody has looked yet: metrics need no look
    assert status == 200
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert set(families) == {described.name.removesuffix("_total") for described in ALL}
    for described in ALL:
        assert families[described.name.removesuffix("_total")].documentation == described.means
    assert counted.value("croupier_lanes_waiting", platform="telegram") == 1
    assert counted.value("croupier_messages_waiting", platform="telegram") == 4
    assert counted.value("croupier_oldest_message_waiting_seconds", platform="telegram") == 2.5


async def test_where_nothing_is_counted_there_is_no_such_page():
    watch = HealthWatch(Supervisor([]), MemoryStore(), ManualClock(0.0), [])
    async with opened(watch) as page:
        assert (await page.get("/metrics"))[0] == 404


def test_two_bots_in_one_process_count_apart():
    one, other = Metrics(), Metrics()
    one.platform("test").called("post", "done")
    labels = {"platform": "test", "call": "post", "ending": "done"}
    name = "croupier_platform_calls_total"
    assert one.registry.get_sample_value(name, labels) == 1
    assert other.registry.get_sample_value(name, labels) is None


def test_the_library_is_not_even_read_where_nobody_asks_for_metrics():
    program = "import sys, bot.serving; print('prometheus_client' in sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=True)  # noqa: S603 -- our own program
    assert done.stdout.decode().strip() == "False"
