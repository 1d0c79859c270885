"""Rounds of every kind, played by chance with the whole bot: what group and log get to see."""

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import pytest

from bot.delivery.delivery import Delivery
from bot.games import GAMES
from bot.house.settings import HouseSettings
from bot.logs import configure_logging
from bot.message import card_text
from bot.notices import Notice, TableShown
from storage.store import SqliteStore
from tests.fakes.telegram.live import Live
from tests.fakes.telegram.messages import Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram
from tests.fakes.walks import open_cards

pytest_plugins = ["tests.fakes.telegram.fixtures"]
pytestmark = pytest.mark.usefixtures("freely")

PRESETS = [preset for game in GAMES.values() for preset in game.presets]
FACE = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣]")
PRIVATE_WORD = "Tiddlywinks"
PRESSES_MAX = 400


@dataclass
class Eye:
    """Sees which cards lie face up on tables, and since when; by the rounds of each chat."""

    telegram: Telegram
    open_since: list[tuple[float, int, set[str]]] = field(default_factory=list)

    def sees(self, notice: Notice) -> None:
        """Note what a notice shows."""
        if isinstance(notice, TableShown) and notice.view is not None:
            faces = set(map(card_text, open_cards(notice)))
            self.open_since.append((self.telegram.clock.now(), notice.round, faces))

    def open_at(self, moment: float, number: int) -> set[str]:
        """Return the cards of a round that its table had shown by then."""
        seen = (faces for at, of, faces in self.open_since if at <= moment and of == number)
        return set().union(*seen)


@pytest.fixture
def eye(telegram: Telegram, monkeypatch: pytest.MonkeyPatch) -> Eye:
    watching = Eye(telegram)
    receive = Delivery.receive

    def received(delivery: Delivery, notice: Notice) -> None:
        watching.sees(notice)
        receive(delivery, notice)

    monkeypatch.setattr(Delivery, "receive", received)
    return watching


@pytest.fixture
async def live(telegram: Telegram, eye: Eye, tmp_path) -> AsyncIterator[Live]:  # noqa: ARG001 -- it must watch from the start
    store = await SqliteStore.open(f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}")
    bot = Live(
        telegram=telegram, store=store, house=HouseSettings(double_tap_seconds=0, turn_seconds=3)
    )
    await bot.start()
    await bot.starts(bot.ann, bot.bob)  # Cat never does
    yield bot
    await bot.stop()
    assert not telegram.unanswered


def table(live: Live) -> Message | None:
    """Return the newest message of the group with buttons."""
    return next((m for m in reversed(live.group.posted()) if m.labels), None)


def offers(live: Live, label: str) -> bool:
    found = table(live)
    return found is not None and label in found.labels


async def presses_something(live: Live, chance: random.Random, who: User) -> None:
    """Press any button of the table, or of one's own panel."""
    panels = [message for message in who.private.posted()[-1:] if message.labels]
    seen = chance.choice([found for found in (table(live), *panels) if found is not None])
    buttons = [button for row in seen.content.keyboard for button in row if button.data]
    usual = [b.text for b in buttons if b.text not in {"Leave", "Change bet", "Again"}]
    if usual:
        press = await who.presses(seen, chance.choice(usual))
        await live.telegram.until(lambda: press.alert)


async def plays_a_round(live: Live, chance: random.Random, rules: str) -> None:
    """Let three play a round by some rules, doing anything at any time."""
    people = (live.ann, live.bob, live.cat)
    await live.ann.says(live.group, f"/new {rules}")
    await live.telegram.until(lambda: offers(live, "Deal"))
    await live.press(live.ann, "Join")
    await live.press(live.bob, "Join")
    await live.press(live.cat, "Bank" if offers(live, "Bank") else "Join")
    await live.press(live.ann, "Deal")
    await live.telegram.until(lambda: offers(live, "My cards") or offers(live, "Again"))
    is_match = rules == "cribbage"
    for _ in range(PRESSES_MAX // 5 if is_match else PRESSES_MAX):
        if offers(live, "Again"):
            break
        await presses_something(live, chance, chance.choice(people))
    if not offers(live, "Again"):
        # A match has many deals; who leaves one is asked first.
        await live.bob.says(live.group, "/leave")
        await asyncio.sleep(5)  # on the swift clock: a second thought, by the house’s time too
        await live.bob.says(live.group, "/leave")
    await live.telegram.until(lambda: offers(live, "Again"))
    await live.ann.says(live.group, "/stop")
    await live.telegram.until(lambda: table(live) is None)


@pytest.mark.report("X14")
@pytest.mark.row(10)
async def test_no_call_to_the_group_has_a_card_that_its_table_had_not_shown(live: Live, eye: Eye):
    chance = random.Random(10)
    for rules in PRESETS:
        await plays_a_round(live, chance, rules)
    calls = live.telegram.calls.counted(live.group.id)
    seen = 0
    for call in calls:
        faces = set(FACE.findall(call.payload))
        rounds = {int(number) for number in re.findall(r"(?:round|deal) (\d+)", call.payload)}
        shown = set().union(*(eye.open_at(call.at, number) for number in rounds))
        assert faces <= shown, call.payload
        seen += len(faces)
    assert seen > 100
    own = live.telegram.calls.posts(live.ann.id).payloads()
    assert any(FACE.search(payload) for payload in own)


@pytest.fixture
def everything_logged(
    telegram: Telegram, caplog: pytest.LogCaptureFixture
) -> Iterator[pytest.LogCaptureFixture]:
    """Log as the program does where DEBUG is asked for, and keep all of it."""
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    configure_logging("DEBUG", [telegram.token])
    root.addHandler(caplog.handler)
    yield caplog
    root.level, root.handlers[:] = before


@pytest.mark.report("X14")
@pytest.mark.row(103)
async def test_whatever_is_played_and_goes_wrong_no_token_card_or_word_is_logged(
    everything_logged: pytest.LogCaptureFixture, live: Live
):
    chance = random.Random(103)
    for rules in PRESETS[:3]:
        await live.ann.says(live.group, f"/hand {PRIVATE_WORD}")
        await live.bob.whispers(PRIVATE_WORD)
        live.telegram.faults.garble("sendMessage")
        live.telegram.faults.server_error("editMessageText", times=2)
        live.telegram.faults.reset("answerCallbackQuery")
        live.telegram.faults.fail("editMessageText", 400, f"Bad Request: unread: {PRIVATE_WORD}")
        live.telegram.faults.fail("sendMessage", 400, f"Bad Request: unread: {PRIVATE_WORD}")
        await plays_a_round(live, chance, rules)
    formatter = logging.Formatter("%(message)s")
    said = [formatter.format(record) for record in everything_logged.records]
    assert len(said) > 3
    for line in said:
        assert live.telegram.token not in line
        assert PRIVATE_WORD not in line
        assert not FACE.search(line)
        assert not re.search(r"\b[2-9TJQKA][shdc] [2-9TJQKA][shdc]\b", line)
