"""What Telegram’s terms ask for: a policy, and deletion for whoever wants it (row 18)."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.basics import CommunityId, PlayerId
from bot.ledger import mint
from storage.audit import audit
from storage.migrate import migrate
from storage.store import SqliteStore
from tests.fakes.telegram.live import Live
from tests.fakes.telegram.people import User
from tests.fakes.telegram.stand_in import Telegram

pytest_plugins = ["tests.fakes.telegram.living"]

DELETE = "Delete everything"
DAYS_30 = 30 * 24 * 3600


class OnDisk(Live):
    """A bot with a database, in which Ann is called by a name that nothing else is."""

    file: Path

    @property
    def url(self) -> str:
        return f"sqlite+aiosqlite:///{self.file}"

    def stored(self) -> bytes:
        """Return every byte of the database and of what lies beside it."""
        return b"".join(file.read_bytes() for file in self.file.parent.glob(f"{self.file.name}*"))

    def holds(self, who: User) -> bool:
        """Whether anything of a person is in the database."""
        kept = self.stored()
        return str(who.id).encode() in kept or who.first_name.encode() in kept

    async def settle(self) -> None:
        """Let Bob finish the round."""
        if "Stand" in self.group.newest.labels:
            await self.press(self.bob, "Stand")
        await self.telegram.until(lambda: "cards are out" not in self.group.view(), 60)


@pytest.fixture
async def on_disk(telegram: Telegram, tmp_path: Path) -> AsyncIterator[OnDisk]:
    """Return the bot, running on a database of its own."""
    blank = tmp_path / "blank.db"
    migrate(f"sqlite:///{blank}")
    (tmp_path / "house").mkdir()
    file = tmp_path / "house" / "croupier.db"
    shutil.copy(blank, file)
    bot = OnDisk(telegram, store=await SqliteStore.open(f"sqlite+aiosqlite:///{file}"))
    bot.file = file
    bot.ann.first_name = "Annemarie"
    await bot.start()
    yield bot
    await bot.stop()
    assert audit(bot.url).problems == ()
    assert not telegram.unanswered


@pytest.mark.row(18)
async def test_the_policy_is_told_in_private_to_who_asks_anywhere(live: Live):
    await live.starts(live.ann)
    await live.ann.whispers("/privacy")
    await live.telegram.until(lambda: "/forgetme deletes" in live.ann.private.view())
    for part in ("id and name", "chips", "rounds", "machine", "3 days", "30 days", "without value"):
        assert part in live.ann.private.view()
    told = len(live.ann.private.posted())
    await live.ann.says(live.group, "/privacy")
    await live.telegram.until(lambda: len(live.ann.private.posted()) > told)
    assert not live.group.posted()


@pytest.mark.row(18)
@pytest.mark.parametrize("text", ["/privacy", "/forgetme"])
async def test_who_cannot_be_written_to_is_told_in_one_sentence_in_the_group(live: Live, text):
    await live.bob.says(live.group, text)
    await live.telegram.until(live.group.posted)
    (reply,) = live.group.posted()
    assert reply.text.startswith("Bob: ")
    assert "/forgetme" in reply.text
    assert not reply.labels


@pytest.mark.row(18)
async def test_a_button_in_private_deletes_everything_at_once_where_no_round_runs(on_disk: OnDisk):
    live = on_disk
    await live.starts(live.ann)
    await live.lobby()
    await live.ann.whispers("/forgetme")
    await live.telegram.until(lambda: DELETE in live.ann.private.newest.labels)
    assert live.holds(live.ann)
    press = await live.press(live.ann, DELETE, live.ann.private)
    assert "deleted" in str(press.text)
    await live.telegram.until(lambda: "closed" in live.group.view())
    assert not live.holds(live.ann)
    again = await live.press(live.ann, DELETE, live.ann.private)
    assert again.text == press.text
    assert not live.holds(live.ann)


@pytest.mark.row(18)
async def test_a_round_is_played_to_its_end_and_then_nothing_is_left(on_disk: OnDisk):
    live = on_disk
    await live.starts(live.ann, live.bob)
    await live.deal()
    await live.ann.says(live.group, "/forgetme yes")
    await live.telegram.until(
        lambda: "As soon as no cards of yours are out" in live.ann.private.view()
    )
    await live.settle()
    await live.telegram.until(lambda: not live.holds(live.ann), 30)
    await live.beat()
    assert not live.holds(live.ann)
    assert live.holds(live.bob)
    community = CommunityId(f"telegram:{live.group.id}")
    top = await live.store.top(community, 9)
    assert [player for player, _ in top] == [f"telegram:{live.bob.id}"]
    await live.telegram.until(lambda: "Annemarie" not in live.group.newest.text, 30)


@pytest.mark.row(18)
async def test_who_comes_back_gets_no_first_chips_and_is_told_how_long_to_wait(on_disk: OnDisk):
    live = on_disk
    await live.lobby()
    await live.press(live.bob, "Join")
    await live.ann.says(live.group, "/forgetme yes")
    await live.telegram.until(lambda: not live.holds(live.ann), 30)
    await live.starts(live.ann)
    await live.ann.says(live.group, "/balance")
    await live.telegram.until(lambda: "You have no chips" in live.ann.private.view())
    await live.ann.says(live.group, "/daily")
    await live.telegram.until(lambda: "Come back in 24 h" in live.ann.private.view())
    made = mint(CommunityId(f"telegram:{live.group.id}"))
    assert await live.store.balances([made]) == {made: -1_000}
    ann = PlayerId(f"telegram:{live.ann.id}")
    now = live.telegram.clock.now()
    assert await live.store.forgotten_at(ann, now) is not None
    assert await live.store.forgotten_at(ann, now + DAYS_30) is None


@pytest.mark.row(18)
async def test_a_restart_in_the_middle_of_the_round_loses_no_wish(on_disk: OnDisk):
    live = on_disk
    await live.starts(live.ann, live.bob)
    await live.deal()
    await live.ann.whispers("/forgetme yes")
    await live.telegram.until(lambda: "deleted" in live.ann.private.view())
    await live.stop()
    live.store = await SqliteStore.open(live.url)
    await live.start()
    await live.settle()
    await live.telegram.until(lambda: not live.holds(live.ann), 30)
