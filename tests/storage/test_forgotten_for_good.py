"""Played before a file: nothing of who was forgotten is in it, whenever the process was killed."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.basics import ChatId
from bot.house.recovery import revive
from bot.ports import Ref, RefState
from storage.audit import audit
from storage.connections import database_path
from storage.store import SqliteStore
from tests.fakes.forgetting_victim import STEPS
from tests.fakes.house import Room

PROJECT = Path(__file__).parents[2]
OTHER = ChatId("test:other")
LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d"
EVENING = """
annemarie: /join 50
bob: /bank 500
cat: /join 30
bob: /deal
annemarie: /stop void
cat: /bet 40
annemarie: /stand
cat: /stand
bob: /stand
annemarie: /deal
eve: /grant Annemarie 30
eve: /grant @@annemarie 30
annemarie: /bank
annemarie: /leave
annemarie: /join 20
annemarie: /new qq21
""".strip().splitlines()


def bytes_of(url: str) -> bytes:
    path = database_path(url)
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*")).lower()


def reasons(url: str) -> list[str]:
    with closing(sqlite3.connect(database_path(url))) as connection:
        return [reason for (reason,) in connection.execute("SELECT reason FROM transfer")]


async def test_after_an_evening_the_file_holds_neither_id_nor_name(sqlite, url):
    room = Room(store=sqlite, deck=LOW)
    room.player("eve", admin=True)
    for line in EVENING:
        name, text = line.split(": ")
        await room.player(name, admin=name == "eve").says(text)
    annemarie = room.player("annemarie", OTHER)
    await annemarie.says("/join 10")
    await room.player("bob", OTHER).says("/join 10")
    await sqlite.save_ref(Ref(annemarie.id, "panel", "1", "7", "digest", RefState.SENT))
    assert b"annemarie" in bytes_of(url)
    reply = await annemarie.whispers("/forgetme yes")
    await room.passes(300)
    assert reply.accepted
    assert b"annemarie" not in bytes_of(url)
    assert audit(url).problems == ()
    rounds = range(1, room.table().round + 1)
    found = [await sqlite.round(1, number) for number in rounds]
    assert [revive(each) for each in found if each is not None]
    await room.restart()
    await room.passes(1_000)
    assert b"annemarie" not in bytes_of(url)
    assert audit(url).problems == ()


def kill_at(step: int, url: str) -> None:
    """Start a house, let it take so many steps, and kill it."""
    command = [sys.executable, "-m", "tests.fakes.forgetting_victim", url]
    with subprocess.Popen(  # noqa: S603 -- our own interpreter on our own module
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdin is not None
        assert victim.stdout is not None
        assert victim.stdout.readline()
        for _ in range(step):
            victim.stdin.write("\n")
            victim.stdin.flush()
            assert victim.stdout.readline()
        victim.kill()


@pytest.mark.parametrize("step", range(len(STEPS)), ids=STEPS)
async def test_a_house_killed_before_any_step_forgets_once_and_keeps_its_books(sqlite, url, step):
    await sqlite.close()
    kill_at(step, url)
    assert audit(url).problems == ()
    store = await SqliteStore.open(url)
    room = Room(store=store)
    await room.restart()
    if step == 0:
        assert (await room.player("annemarie").says("/forgetme yes")).key == "forgetting"
    await room.passes(300)
    await room.house.close()
    await store.close()
    assert b"annemarie" not in bytes_of(url)
    assert audit(url).problems == ()
    assert reasons(url).count("forgotten") == 1
