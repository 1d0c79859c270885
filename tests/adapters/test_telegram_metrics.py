"""What the page for Prometheus says while the whole bot plays, and what it never says."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.commands import BY_VERB
from bot.metrics import OTHER_VERB, Metrics
from bot.present.l10n import Localizer
from bot.supervise import AdapterState
from storage.store import SqliteStore
from tests.fakes.adapters import Broken
from tests.fakes.page import Page, opened
from tests.fakes.telegram.live import Live
from tests.fakes.telegram.record import Record
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.telegram.fixtures"]
pytestmark = pytest.mark.usefixtures("freely")

PATIENCE_SECONDS = 10

NAMES = ("Friends", "Ann", "Bob", "Cat", "Dora", "Zebedee")
CARD = re.compile(r"[♠♥♦♣]|\b(?:10|[A2-9TJQK])[shdc]\b")
LABELS = {"platform", "verb", "key", "call", "ending", "step", "state", "le"}


@dataclass
class Scrape:
    """What the page said, read as Prometheus reads it."""

    text: str
    samples: dict[tuple[str, frozenset[tuple[str, str]]], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for family in text_string_to_metric_families(self.text):
            for sample in family.samples:
                self.samples[sample.name, frozenset(sample.labels.items())] = sample.value

    def value(self, name: str, **labels: str) -> float:
        return self.samples.get((f"croupier_{name}", frozenset(labels.items())), 0)

    def labels(self) -> Iterator[tuple[str, str]]:
        for _, labels in self.samples:
            yield from labels


@dataclass
class Watched:
    """A bot that plays, and the page that says how."""

    live: Live
    page: Page

    async def scrape(self) -> Scrape:
        status, text = await self.page.get("/metrics")
        assert status == 200
        return Scrape(text)

    async def scrape_until(self, what: Callable[[Scrape], object]) -> Scrape:
        """Scrape again and again until something is true."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not what(scrape := await self.scrape()):
                pass
        return scrape


@pytest.fixture
async def watched(telegram: Telegram, tmp_path) -> AsyncIterator[Watched]:
    metrics = Metrics()
    url = f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"
    store = await SqliteStore.open(url, metrics.committed)
    live = Live(telegram, store=store, others=[Broken()], meter=metrics)
    await live.start()
    async with opened(live.app.health, metrics.page) as page:
        yield Watched(live, page)
    await live.stop()
    live.assert_well()


async def test_a_round_is_counted_from_the_deal_to_the_result(watched):
    live = watched.live
    await live.deal()
    dealt = await watched.scrape()
    steps = [dealt.value("rounds_total", step=step) for step in ("dealt", "settled", "voided")]
    assert steps == [1, 0, 0]
    for who in (live.ann, live.bob):
        await live.press(who, "Stand")
    await live.telegram.until(lambda: "results" in live.group.view())
    settled = await watched.scrape_until(lambda now: posted(now) == len(sent_to(live)))
    steps = [settled.value("rounds_total", step=step) for step in ("dealt", "settled", "voided")]
    assert steps == [1, 1, 0]
    stood = {"platform": "telegram", "verb": "stand"}
    assert settled.value("commands_total", **stood) == 2
    assert settled.value("commit_seconds_count") >= 5


def posted(scrape: Scrape) -> float:
    done = {"platform": "telegram", "call": "post", "ending": "done"}
    return scrape.value("platform_calls_total", **done)


def sent_to(live: Live) -> Record:
    """Return what the platform saw of it."""
    return live.telegram.calls.posts(live.group.id)


async def test_a_refused_command_is_counted_as_a_refusal(watched):
    await watched.live.lobby()
    await watched.live.press(watched.live.cat, "Leave")
    refused = await watched.scrape()
    assert refused.value("refusals_total", platform="telegram", key="not-seated") == 1
    assert refused.value("commands_total", platform="telegram", verb="leave") == 1


@pytest.mark.row(48)
async def test_a_flooded_group_is_counted_and_what_waits_for_it(watched):
    live = watched.live
    await live.lobby()
    live.telegram.faults.flood("editMessageText", 600, chat=live.group.id)
    await live.press(live.bob, "Join")
    flooded = await watched.scrape_until(
        lambda now: now.value("platform_throttled_total", platform="telegram") == 1
    )
    edits = {"platform": "telegram", "call": "edit"}
    assert flooded.value("platform_calls_total", **edits, ending="later") == 1
    assert flooded.value("lanes_waiting", platform="telegram") == 1
    assert flooded.value("messages_waiting", platform="telegram") >= 1
    assert flooded.value("oldest_message_waiting_seconds", platform="telegram") > 0


@pytest.mark.row(92)
async def test_an_adapter_that_has_failed_is_seen_beside_one_that_runs(watched):
    now = await watched.scrape()
    for platform, is_in in (("telegram", "running"), ("elsewhere", "failed")):
        for state in AdapterState:
            value = now.value("adapter_state", platform=platform, state=state.value)
            assert value == (state.value == is_in)


@pytest.mark.row(103)
async def test_nothing_on_the_page_is_about_a_person(watched):
    live = watched.live
    await live.starts(live.ann, live.bob)
    await live.deal()
    for words in (
        "/Zebedee",
        "/hit Zebedee",
        "/bet As",
        f"/play {live.telegram.token}",
        "/join 5x",
    ):
        await live.ann.says(live.group, words)
        await live.bob.whispers(words)
    await live.press(live.ann, "My cards")
    await live.ann.says(live.group, "/leave")
    await live.beat()
    said = await watched.scrape()
    secrets = (*NAMES, live.telegram.token, live.telegram.token.partition(":")[2])
    ids = [who.id for who in (live.ann, live.bob, live.cat)] + [live.group.id, live.telegram.bot.id]
    for word in (*secrets, *map(str, ids)):
        assert word not in said.text
    assert CARD.search(said.text) is None
    assert said.value("commands_total", platform="telegram", verb=OTHER_VERB) > 0
    for name, value in said.labels():
        assert name in LABELS
        assert name != "verb" or value in {*BY_VERB, OTHER_VERB}
        assert name != "key" or Localizer().has(f"refusal-{value}")
