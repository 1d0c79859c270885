"""The contract of the ``Store`` port where many ask in one instant: nothing lost, nothing twice."""

import asyncio
import itertools

import pytest

from bot.ports import Conflict, Done, Known, Short, StoredAnswer
from tests.fakes.commits import (
    ANN,
    BOB,
    CAT,
    MINT,
    POT,
    a_round,
    a_table,
    an_action,
    chips,
    commit,
    give,
    grant,
    purse,
)


async def test_later_commits_of_the_same_instant_see_earlier_ones(store):
    await store.commit(grant(100, ANN))
    outcomes = await asyncio.gather(
        store.commit(commit(give(60, ANN, BOB), request="r1", key="first")),
        store.commit(commit(give(60, ANN, BOB), request="r2")),
        store.commit(commit(give(60, BOB, CAT), request="r3")),
        store.commit(commit(give(60, ANN, BOB), request="r1", key="again")),
    )
    known = Known(StoredAnswer(accepted=True, key="first"))
    assert list(outcomes) == [Done(), Short(ANN, 40), Done(), known]
    assert await chips(store, ANN, BOB, CAT) == [40, 0, 60]


@pytest.mark.report("D8")
async def test_a_hundred_opposite_gifts_at_once_keep_every_chip(store):
    # reports.md D8: gifts could be spent twice, updates got lost, opposite ones could deadlock
    await store.commit(grant(10, ANN, BOB))
    gifts = [
        commit(give(1 + number % 7, *pair), request=f"gift:{number}")
        for number, pair in zip(range(100), itertools.cycle([(ANN, BOB), (BOB, ANN)]), strict=False)
    ]
    outcomes = await asyncio.gather(*(store.commit(gift) for gift in gifts))
    ann = 10
    for number, outcome in enumerate(outcomes):
        if outcome == Done():
            ann += (1 + number % 7) * (-1 if number % 2 == 0 else 1)
            assert 0 <= ann <= 20
        else:
            assert isinstance(outcome, Short)
    assert await chips(store, ANN, BOB, MINT) == [ann, 20 - ann, -20]


@pytest.mark.report("D2")
async def test_one_account_spends_what_it_has_however_many_ask_at_once(store):
    await store.commit(grant(100, ANN))
    bets = [commit(give(30, ANN, POT), request=f"bet:{number}") for number in range(20)]
    outcomes = await asyncio.gather(*(store.commit(bet) for bet in bets))
    assert outcomes.count(Done()) == 3
    assert outcomes.count(Short(ANN, 10)) == 17
    assert await chips(store, ANN, POT) == [10, 90]


@pytest.mark.report("D9")
async def test_the_same_request_fifty_times_at_once_is_one(store):
    await store.commit(grant(100, ANN))
    press = commit(give(10, ANN, POT), request="tg:cb:1")
    outcomes = await asyncio.gather(*(store.commit(press) for _ in range(50)))
    assert outcomes == [Done()] + 49 * [Known(press.answer)]
    assert await chips(store, POT) == [10]


async def test_a_poisoned_commit_fails_alone(store):
    await store.commit(commit(table=a_table(), dealt=a_round(), actions=(an_action(0),)))
    fine = [commit(give(1, MINT, purse(f"{n}")), request=f"r{n}") for n in range(64)]
    poison = commit(give(1, MINT, CAT), request="poison", actions=(an_action(0),))
    everyone = [*fine[:40], poison, *fine[40:]]
    outcomes = await asyncio.gather(
        *(store.commit(each) for each in everyone), return_exceptions=True
    )
    assert isinstance(outcomes.pop(40), Conflict)
    assert outcomes == [Done()] * 64
    assert await chips(store, CAT, MINT, purse("0"), purse("63")) == [0, -64, 1, 1]
    assert await store.commit(fine[40]) == Known(fine[40].answer)


async def test_tables_of_one_instant_are_each_kept(store):
    rows = [a_table(number, f'{{"n": {number}}}') for number in range(1, 101)]
    await asyncio.gather(*(store.commit(commit(table=row)) for row in rows))
    assert await store.tables() == rows


async def test_a_caller_who_gives_up_leaves_nothing_by_halves(store):
    await store.commit(grant(100, ANN))
    bet = commit(give(40, ANN, POT), request="tg:1", table=a_table(), dealt=a_round())
    caller = asyncio.create_task(store.commit(bet))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait([caller])
    assert await store.commit(bet) == Known(bet.answer)
    assert await chips(store, ANN, POT) == [60, 40]
    assert await store.tables() == [a_table()]
