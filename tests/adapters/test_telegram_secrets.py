"""Rounds of every kind, played by chance with the whole bot: what group and log get to see."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from bot.games import GAMES
from bot.house.settings import HouseSettings
from storage.store import SqliteStore
from tests.fakes.eye import Eye, watching_deliveries
from tests.fakes.free_play import FreePlay
from tests.fakes.logged import assert_tells_nothing, everything_logged
from tests.fakes.telegram.live import Live
from tests.fakes.telegram.messages import Message
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.telegram.fixtures"]
pytestmark = pytest.mark.usefixtures("freely")

PRESETS = [preset for game in GAMES.values() for preset in game.presets]
FACE = re.compile(r"(?:10|[A2-9JQK])[♠♥♦♣]")
PRIVATE_WORD = "Tiddlywinks"


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    return watching_deliveries(monkeypatch)


@pytest.fixture
async def live(telegram: Telegram, eye: Eye, tmp_path) -> AsyncIterator[Live]:
    eye.now = telegram.clock.now
    store = await SqliteStore.open(f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}")
    bot = Live(
        telegram=telegram, store=store, house=HouseSettings(double_tap_seconds=0, turn_seconds=3)
    )
    await bot.start()
    await bot.starts(bot.ann, bot.bob)  # Cat never does
    yield bot
    await bot.stop()
    assert not telegram.unanswered


class Free(FreePlay[User, Message]):
    """Free play in the group of three."""

    def __init__(self, live: Live, seed: int) -> None:
        super().__init__(random.Random(seed), (live.ann, live.bob, live.cat))
        self.live = live

    def table(self) -> Message | None:
        return next((m for m in reversed(self.live.group.posted()) if m.labels), None)

    def panel(self, who: User) -> Message | None:
        return next((m for m in who.private.posted()[-1:] if m.labels), None)

    def labels(self, message: Message) -> list[str]:
        buttons = [button for row in message.content.keyboard for button in row]
        return [button.text for button in buttons if button.data]

    async def press(self, who: User, message: Message, label: str) -> None:
        press = await who.presses(message, label)
        await self.until(lambda: press.alert)

    async def says(self, who: User, verb: str, rules: str = "") -> None:
        await who.says(self.live.group, f"/{verb} {rules}".strip())

    async def until(self, condition: Callable[[], object]) -> None:
        await self.live.telegram.until(condition)

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@pytest.mark.report("X14")
@pytest.mark.row(10)
async def test_no_call_to_the_group_has_a_card_that_its_table_had_not_shown(live: Live, eye: Eye):
    free = Free(live, seed=10)
    for rules in PRESETS:
        await free.plays_a_round(rules)
    calls = live.telegram.calls.counted(live.group.id)
    seen = 0
    for call in calls:
        faces = set(FACE.findall(call.payload))
        assert faces <= eye.open_at(call.at, call.payload), call.payload
        seen += len(faces)
    assert seen > 100
    own = live.telegram.calls.posts(live.ann.id).payloads()
    assert any(FACE.search(payload) for payload in own)


@pytest.fixture
def log(telegram: Telegram, caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with everything_logged(telegram.token, caplog):
        yield caplog


@pytest.mark.report("X14")
@pytest.mark.row(103)
async def test_whatever_is_played_and_goes_wrong_no_token_card_or_word_is_logged(
    log: pytest.LogCaptureFixture, live: Live
):
    free = Free(live, seed=103)
    for rules in PRESETS[:3]:
        await live.ann.says(live.group, f"/hand {PRIVATE_WORD}")
        await live.bob.whispers(PRIVATE_WORD)
        live.telegram.faults.garble("sendMessage")
        live.telegram.faults.server_error("editMessageText", times=2)
        live.telegram.faults.reset("answerCallbackQuery")
        live.telegram.faults.fail("editMessageText", 400, f"Bad Request: unread: {PRIVATE_WORD}")
        live.telegram.faults.fail("sendMessage", 400, f"Bad Request: unread: {PRIVATE_WORD}")
        await free.plays_a_round(rules)
    assert_tells_nothing(log, live.telegram.token, PRIVATE_WORD)
