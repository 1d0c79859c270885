"""Rounds of every kind, played by chance on Discord: what everyone gets, and what one person."""

import asyncio
import random
import re
from collections.abc import Callable, Iterator

import pytest

from adapters.discord_ids import player_id
from bot.games import GAMES
from bot.house.settings import HouseSettings
from tests.fakes.cribbage import faces
from tests.fakes.discord.accounts import Account
from tests.fakes.discord.live import Live, swiftly_by
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import User
from tests.fakes.discord.record import CALLBACK, EDIT_MESSAGE, POST_MESSAGE
from tests.fakes.eye import Eye, watching_deliveries
from tests.fakes.free_play import FreePlay
from tests.fakes.logged import assert_tells_nothing, everything_logged
from tests.fakes.thorough import takes_long

PRESETS = [preset for game in GAMES.values() for preset in game.presets]
FAST = HouseSettings(double_tap_seconds=0, turn_seconds=30)
CUSTOM_ID = re.compile(r'"custom_id": "([^"]*)"')
NOTATION = re.compile(r"(?<![A-Za-z0-9])(10|[A2-9TJQK])[shdc♠♥♦♣](?![A-Za-z0-9])")


PRIVATE_WORD = "Tiddlywinks"


class Free(FreePlay[User, Message]):
    """Free play in a channel of three; Cat takes no private messages."""

    def __init__(self, live: Live, seed: int) -> None:
        super().__init__(random.Random(seed), (live.ann, live.bob, live.cat))
        self.live = live
        self.peeks: dict[User, Message] = {}
        live.cat.closes_dms()

    def table(self) -> Message | None:
        newest_first = reversed(self.live.table.messages.values())
        return next((m for m in newest_first if m.seen_by(None) and m.labels), None)

    def panel(self, who: User) -> Message | None:
        found = [*who.private.posted()[-1:], *filter(None, [self.peeks.get(who)])]
        seen = [message for message in found if message.labels]
        return self.chance.choice(seen) if seen else None

    def labels(self, message: Message) -> list[str]:
        return message.labels

    async def press(self, who: User, message: Message, label: str) -> None:
        await asyncio.sleep(self.chance.uniform(0, 6))
        if label not in message.labels:
            return  # it changed while they thought
        press = await self.live.press(who, label, message)
        if press.private is not None:
            self.peeks[who] = press.private

    async def says(self, who: User, verb: str, rules: str = "") -> None:
        options = {"rules": rules} if rules else {}
        await self.live.types(who, f"/{verb}", None, **options)

    async def until(self, condition: Callable[[], object]) -> None:
        await self.live.discord.until(condition, 600)

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> Eye:
    return watching_deliveries(monkeypatch)


def assert_shown_to_owners_alone(live: Live, eye: Eye) -> int:
    """Raise ``AssertionError`` where anybody got a card that is not theirs and not open.

    Returns how many cards the channel got.
    """
    seen = 0
    for call in live.discord.calls.counted(live.table.id):
        shown = faces(call.payload)
        assert shown <= eye.open_at(call.at, call.payload), call.payload
        seen += len(shown)
    for who in live.friends:
        for call in live.discord.calls.counted(who.private.id):
            assert faces(call.payload) <= allowed(eye, who, call.at, call.payload), call.payload
    assert any(faces(text) for *_, text in answers(live))
    for asker, at, text in answers(live):
        assert faces(text) <= allowed(eye, asker, at, text), text
    return seen


def answers(live: Live) -> Iterator[tuple[Account, float, str]]:
    """Return all that an answer ever said: to whom, when at the latest, and what."""
    for asked in live.asked:
        for message in asked.responses:
            assert message.only_for is asked.by
            for version in message.versions:
                at = message.edited_at or message.at
                yield asked.by, at, f"{version.shown} {version.components}"


def allowed(eye: Eye, who: Account, at: float, text: str) -> set[str]:
    """Return the cards that somebody may see in a message of their own."""
    return eye.owned(player_id(who.id), text) | eye.open_at(at, text)


def assert_no_card_in_buttons(live: Live) -> None:
    """Raise ``AssertionError`` where a button carries a card, whoever sees it."""
    payloads = live.discord.calls.payloads()
    carried = [found for payload in payloads for found in CUSTOM_ID.findall(payload)]
    assert carried
    assert not [found for found in carried if NOTATION.search(found)]


async def hunt(live: Live, eye: Eye, seed: int, presets: list[str]) -> None:
    """Play rounds by chance, and look at all that was sent."""
    eye.now = live.discord.clock.now
    free = Free(live, seed)
    for rules in presets:
        await free.plays_a_round(rules)
    assert assert_shown_to_owners_alone(live, eye) > 10 * len(presets)
    assert_no_card_in_buttons(live)
    assert not live.cat.private.posted()


@pytest.mark.report("X14")
@pytest.mark.row(66)
@swiftly_by(FAST)
async def test_nobody_gets_a_card_that_is_not_their_own_and_not_open(live: Live, eye: Eye):
    await hunt(live, eye, 10, PRESETS)


@takes_long
@pytest.mark.parametrize("seed", range(10))
def test_nobody_gets_one_however_long_they_play(eye: Eye, seed: int):
    @swiftly_by(FAST)
    async def evening(live: Live) -> None:
        await hunt(live, eye, seed, 3 * PRESETS)

    evening()


@pytest.mark.report("X14")
@pytest.mark.row(90, 103)
@swiftly_by(FAST)
async def test_whatever_is_played_and_goes_wrong_no_token_card_name_or_word_is_logged(
    live: Live, caplog: pytest.LogCaptureFixture
):
    free, faults, private = Free(live, seed=103), live.discord.faults, live.ann.private.id
    with everything_logged(live.discord.token, caplog):
        for rules in PRESETS[:3]:
            await live.types(live.ann, "/bet", chips=PRIVATE_WORD)
            faults.garble(POST_MESSAGE)
            faults.server_error(EDIT_MESSAGE, 503, times=2)
            faults.rate_limit(POST_MESSAGE, 1)
            faults.reset(CALLBACK)
            for route in (EDIT_MESSAGE, POST_MESSAGE):
                faults.fail(route, 400, 50035, f"Unread: {PRIVATE_WORD}", channel=private)
            await free.plays_a_round(rules)
    tokens = [asked.token for asked in live.asked]
    assert_tells_nothing(caplog, live.discord.token, PRIVATE_WORD, "Ann", "Bob", "Cat", *tokens)
