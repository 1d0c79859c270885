"""What was acknowledged is there after the process was killed, and nothing happened twice."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.ports import Done, Known
from storage.audit import audit
from storage.store import SqliteStore
from tests.fakes.commits import ANN, BOB, MINT, POT
from tests.fakes.crash_matches import ENDINGS, script, seated
from tests.fakes.crash_rounds import EVENINGS, room
from tests.fakes.crash_steps import ALL_IS_DONE, deal
from tests.fakes.crash_victim import CALLERS, gift
from tests.fakes.thorough import first_by_default, takes_long

PROJECT = Path(__file__).parents[2]
LINES_BEFORE_A_KILL = (1, 700, 1_900)


def acknowledged_before_the_kill(url: str, first: int, lines: int) -> list[int]:
    """Start a victim, read some of its lines, kill it, and return every line it got out."""
    command = [sys.executable, "-m", "tests.fakes.crash_victim", url, str(first)]
    with subprocess.Popen(  # noqa: S603 -- our own interpreter on our own module
        command, cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout is not None
        read = [victim.stdout.readline() for _ in range(lines)]
        victim.kill()
        read += victim.stdout.readlines()
    return [int(line) for line in read if line.endswith("\n")]


@pytest.mark.row(94)
async def test_a_killed_process_loses_nothing_it_acknowledged_and_does_nothing_twice(url):
    first = 0
    for lines in LINES_BEFORE_A_KILL:
        acknowledged = acknowledged_before_the_kill(url, first, lines)
        assert len(acknowledged) >= lines
        store = await SqliteStore.open(url)
        asked = range(first, max(acknowledged) + CALLERS + 1)
        outcomes = {number: await store.commit(gift(number)) for number in asked}
        known = Known(gift(first).answer)
        assert all(outcomes[number] == known for number in acknowledged)
        assert all(outcome in (Done(), known) for outcome in outcomes.values())
        first = asked.stop
        assert await store.balances([MINT]) == {MINT: -first}
        await store.close()
        assert audit(url).problems == ()


def killed_at_each_step(of: str, blank: Path, folder: Path, *more: str) -> list[tuple[Path, str]]:
    """Return the database of each process and the statement at which it died."""
    command = [sys.executable, "-m", f"tests.fakes.{of}", str(blank), str(folder), *more]
    ran = subprocess.run(  # noqa: S603 -- our own interpreter on our own module
        command, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    steps = [line.split(" ", 1) for line in ran.stdout.splitlines()]
    return [(folder / f"{number}.db", statement) for number, statement in steps]


@pytest.mark.row(94)
async def test_killed_at_any_step_of_a_commit_it_is_done_wholly_or_not_at_all(blank, tmp_path):
    steps = killed_at_each_step("crash_steps", blank, tmp_path)
    statements = [statement for _, statement in steps]
    assert statements[0] == "BEGIN"
    assert statements[-2:] == ["COMMIT", ALL_IS_DONE]
    assert statements.count("INSERT") >= 6
    for file, statement in steps:
        store = await SqliteStore.open(f"sqlite+aiosqlite:///{file}")
        done = statement == ALL_IS_DONE
        chips = (700, 800, 500) if done else (1_000, 1_000, 0)
        assert await store.balances([ANN, BOB, POT]) == dict(
            zip((ANN, BOB, POT), chips, strict=True)
        )
        assert await store.commit(deal()) == (Known(deal().answer) if done else Done())
        assert await store.balances([ANN, BOB, POT, MINT]) == {
            ANN: 700, BOB: 800, POT: 500, MINT: -2_000,
        }  # fmt: skip
        await store.close()
        assert audit(f"sqlite:///{file}").problems == ()


CHIPS_AFTER = {
    "played": {"ann": 1_006, "bob": 1_130},  # 10 - 4, 20 + 110
    "left": {"ann": 1_000, "bob": 980},
    "called off": {"ann": 1_000, "bob": 1_000},
}


@takes_long
@pytest.mark.row(94)
@pytest.mark.parametrize("ending", CHIPS_AFTER)
async def test_killed_at_any_step_of_bets_on_pairs_nothing_is_lost_and_nothing_paid_twice(
    blank, tmp_path, ending
):
    steps = killed_at_each_step("crash_rounds", blank, tmp_path, ending)
    in_safety, to_death = EVENINGS[ending]
    assert [statement for _, statement in steps].count("COMMIT") == len(to_death)
    for file, _ in steps:
        url = f"sqlite+aiosqlite:///{file}"
        assert audit(url).problems == ()
        store = await SqliteStore.open(url)
        again = room(store)
        await again.restart()
        replies = await again.hears(*in_safety, *to_death)  # under the same ids
        assert all(reply.accepted for reply in replies)
        assert await again.chips() == CHIPS_AFTER[ending]
        await store.close()
        assert audit(url).problems == ()


@pytest.mark.row(94)
@pytest.mark.parametrize("ending", first_by_default(ENDINGS))
async def test_killed_at_any_step_of_a_deal_s_or_a_match_s_end_no_answer_and_no_chip_is_lost(
    blank, tmp_path, ending
):
    steps = killed_at_each_step("crash_matches", blank, tmp_path, ending)
    told = await script(ending)
    assert [statement for _, statement in steps].count("COMMIT") == len(told.to_death)
    for file, _ in steps:
        url = f"sqlite+aiosqlite:///{file}"
        assert audit(url).problems == ()
        store = await SqliteStore.open(url)
        again = await seated(store)
        await again.restart()
        replies = await again.hears(*told.in_safety, *told.to_death)  # under the same ids
        assert tuple(replies) == told.answers
        assert {name: (await again.chips())[name] for name in told.chips} == told.chips
        await store.close()
        assert audit(url).problems == ()
