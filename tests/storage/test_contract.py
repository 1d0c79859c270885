"""The contract of the ``Store`` port, held by the store in memory and the one on SQLite alike."""

import asyncio

import pytest

from bot.basics import ChatId, CommunityId, Fact, PlayerId
from bot.ledger import CHIPS_MAX, Posting, Reason, Transfer, escrow, wallet
from bot.ports import (
    Commit,
    Conflict,
    Done,
    Erasure,
    Known,
    Ref,
    RefState,
    ResultRow,
    Short,
    StoredAnswer,
    TableRow,
)
from tests.fakes.commits import (
    ANN,
    BOB,
    CAT,
    CLUB,
    HOUSE,
    MINT,
    NOON,
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

DAY = 24 * 3600.0
HALF_A_PAIR = "\ud83c"


# --- chips ------------------------------------------------------------------------------------


async def test_chips_move_from_one_account_to_another(store):
    assert await store.commit(grant(1_000, ANN)) == Done()
    assert await store.commit(commit(give(300, ANN, BOB))) == Done()
    assert await chips(store, ANN, BOB, MINT) == [700, 300, -1_000]


async def test_an_account_that_never_had_any_holds_nothing(store):
    assert await chips(store, ANN) == [0]


@pytest.mark.parametrize("account", [ANN, POT])
async def test_wallets_and_escrows_never_owe(store, account):
    await store.commit(grant(100, account))
    assert await store.commit(commit(give(101, account, CAT))) == Short(account, 100)
    assert await chips(store, account, CAT) == [100, 0]


@pytest.mark.parametrize("account", [MINT, HOUSE])
async def test_house_and_mint_may_owe(store, account):
    assert await store.commit(commit(give(5, account, ANN))) == Done()
    assert await chips(store, account) == [-5]


async def test_the_first_account_that_falls_short_is_named(store):
    await store.commit(grant(10, ANN, BOB))
    both = Transfer((Posting(BOB, -11), Posting(ANN, -12), Posting(CAT, 23)), Reason.SETTLEMENT)
    assert await store.commit(commit(both)) == Short(BOB, 10)


async def test_what_counts_is_the_sum_of_all_transfers(store):
    await store.commit(grant(10, ANN))
    await store.commit(commit(give(15, ANN, BOB), give(5, MINT, ANN)))
    assert await chips(store, ANN, BOB) == [0, 15]


async def test_one_short_transfer_stops_the_whole_commit(store):
    await store.commit(grant(10, ANN))
    whole = commit(
        give(5, ANN, BOB), give(1, CAT, BOB), request="r1", table=a_table(), dealt=a_round()
    )
    assert await store.commit(whole) == Short(CAT, 0)
    assert await chips(store, ANN, BOB) == [10, 0]
    assert await store.tables() == []
    assert await store.round(1, 1) is None
    assert await store.commit(commit(request="r1")) == Done()


async def test_a_transfer_with_several_parties_settles_a_round(store):
    await store.commit(grant(100, POT))
    settle = Transfer(
        (Posting(ANN, 60), Posting(BOB, 60), Posting(POT, -100), Posting(HOUSE, -20)),
        Reason.SETTLEMENT,
        "1.1",
    )
    assert await store.commit(commit(settle)) == Done()
    assert await chips(store, ANN, BOB, POT, HOUSE) == [60, 60, 0, -20]


async def test_chips_use_all_of_64_bits_and_no_more(store):
    rich = [give(CHIPS_MAX, MINT, ANN) for _ in range(9_223)]
    assert await store.commit(commit(*rich, request="rich")) == Done()
    assert await chips(store, ANN) == [9_223 * CHIPS_MAX]
    with pytest.raises(Conflict):
        await store.commit(commit(give(CHIPS_MAX, MINT, ANN), request="richer"))
    assert await chips(store, ANN, MINT) == [9_223 * CHIPS_MAX, -9_223 * CHIPS_MAX]
    assert await store.commit(commit(request="richer")) == Done()


@pytest.mark.report("D10")
async def test_what_an_account_cannot_take_its_giver_keeps(store):
    most = 2**63 - 1
    won = [give(CHIPS_MAX, HOUSE, ANN) for _ in range(most // CHIPS_MAX)]
    won.append(give(most % CHIPS_MAX - 100, HOUSE, ANN))
    await store.commit(commit(*won, give(300, MINT, BOB), request="rich"))
    with pytest.raises(Conflict):
        await store.commit(commit(give(200, BOB, ANN), request="gift"))
    assert await chips(store, ANN, BOB) == [most - 100, 300]
    assert await store.commit(commit(give(100, BOB, ANN), request="smaller")) == Done()
    assert await chips(store, ANN, BOB) == [most, 200]


async def test_accounts_of_two_communities_are_two_accounts(store):
    elsewhere = wallet(CommunityId("test:pub"), PlayerId("test:ann"))
    await store.commit(grant(7, ANN))
    assert await chips(store, ANN, elsewhere) == [7, 0]


async def test_an_account_exists_once_a_transfer_named_it(store):
    assert not await store.has_account(ANN)
    await store.commit(commit(give(0, MINT, ANN)))
    assert await store.has_account(ANN)
    assert not await store.has_account(BOB)


# --- once -------------------------------------------------------------------------------------


async def test_a_transfer_with_a_key_happens_once_in_the_life_of_the_ledger(store):
    for request in ("r1", "r2", None):
        welcome = give(1_000, MINT, ANN, Reason.WELCOME, once="welcome:ann")
        assert await store.commit(commit(welcome, request=request)) == Done()
    assert await chips(store, ANN, MINT) == [1_000, -1_000]


async def test_the_rest_of_a_commit_whose_transfer_happened_already_goes_on(store):
    await store.commit(commit(give(1_000, MINT, ANN, once="welcome:ann")))
    again = commit(give(1_000, MINT, ANN, once="welcome:ann"), give(5, MINT, BOB), table=a_table())
    assert await store.commit(again) == Done()
    assert await chips(store, ANN, BOB) == [1_000, 5]
    assert await store.tables() == [a_table()]


async def test_two_commits_at_once_spend_a_key_once(store):
    welcome = commit(give(10, MINT, ANN, once="key"))
    outcomes = await asyncio.gather(store.commit(welcome), store.commit(welcome))
    assert list(outcomes) == [Done(), Done()]
    assert await chips(store, ANN, MINT) == [10, -10]


async def test_one_key_twice_in_a_commit_moves_chips_once(store):
    twice = [give(10, MINT, ANN, once="key"), give(10, MINT, ANN, once="key")]
    await store.commit(commit(*twice))
    assert await chips(store, ANN) == [10]


async def test_a_key_is_not_spent_by_a_commit_that_fell_short(store):
    short = commit(give(10, MINT, ANN, once="key"), give(1, CAT, BOB))
    assert await store.commit(short) == Short(CAT, 0)
    await store.commit(commit(give(10, MINT, ANN, once="key")))
    assert await chips(store, ANN) == [10]


# --- requests ---------------------------------------------------------------------------------


async def test_a_repeated_request_gets_its_answer_and_changes_nothing(store):
    await store.commit(grant(100, ANN))
    first = commit(give(40, ANN, BOB), request="tg:1", key="first")
    assert await store.commit(first) == Done()
    again = commit(give(40, ANN, BOB), request="tg:1", key="second", table=a_table())
    assert await store.commit(again) == Known(StoredAnswer(accepted=True, key="first"))
    assert await chips(store, ANN, BOB) == [60, 40]
    assert await store.tables() == []


async def test_a_refusal_is_an_answer_too(store):
    refusal = StoredAnswer(
        accepted=False, key="bank-covers-less", facts={"most": 50, "name": "Änne"}
    )
    await store.commit(Commit(NOON, "tg:1", refusal))
    assert await store.commit(commit(give(1, MINT, ANN), request="tg:1")) == Known(refusal)
    assert await chips(store, ANN) == [0]


async def test_what_fell_short_is_not_an_answer(store):
    assert await store.commit(commit(give(1, ANN, BOB), request="tg:1")) == Short(ANN, 0)
    await store.commit(grant(1, ANN))
    assert await store.commit(commit(give(1, ANN, BOB), request="tg:1")) == Done()


async def test_a_commit_that_no_request_asked_for_repeats_freely(store):
    for _ in range(2):
        assert await store.commit(commit(give(1, MINT, ANN))) == Done()
    assert await chips(store, ANN) == [2]


async def test_an_empty_id_is_an_id(store):
    assert await store.commit(commit(request="")) == Done()
    assert isinstance(await store.commit(commit(request="")), Known)


@pytest.mark.parametrize(
    ("later", "outcome"),
    [
        (0.0, Known(StoredAnswer(accepted=True, key="first"))),
        (3 * DAY - 1, Known(StoredAnswer(accepted=True, key="first"))),
        (3 * DAY, Done()),
    ],
)
async def test_an_answer_is_kept_for_three_days(store, later, outcome):
    await store.commit(commit(request="tg:1", key="first"))
    assert await store.commit(commit(request="tg:1", key="second", at=NOON + later)) == outcome


async def test_an_answer_that_replaced_a_forgotten_one_is_kept_in_its_turn(store):
    for later in (0.0, 3 * DAY):
        await store.commit(commit(request="tg:1", key=f"{later}", at=NOON + later))
    known = await store.commit(commit(request="tg:1", at=NOON + 4 * DAY))
    assert known == Known(StoredAnswer(accepted=True, key=f"{3 * DAY}"))


# --- tables and rounds ------------------------------------------------------------------------


async def test_a_table_is_kept_as_it_was_last(store):
    await store.commit(commit(table=a_table(2)))
    await store.commit(commit(table=a_table(1)))
    closed = a_table(2, '{"phase": "closed"}', live=False)
    await store.commit(commit(table=closed))
    assert await store.tables() == [a_table(1), closed]


async def test_a_table_may_move_to_another_chat_but_not_into_an_occupied_one(store):
    await store.commit(commit(table=a_table(1)))
    await store.commit(commit(table=a_table(2)))
    moved = TableRow(ChatId("test:new"), 1, "{}", live=True)
    assert await store.commit(commit(table=moved)) == Done()
    with pytest.raises(Conflict):
        await store.commit(commit(table=TableRow(a_table(2).chat, 1, "{}", live=True)))
    assert await store.tables() == [moved, a_table(2)]


async def test_a_round_comes_back_with_its_actions_in_order(store):
    await store.commit(commit(table=a_table(), dealt=a_round(), actions=(an_action(0),)))
    await store.commit(commit(actions=(an_action(2, "stand"), an_action(1, "double"))))
    found = await store.round(1, 1)
    assert found is not None
    row, actions = found
    assert row == a_round()
    assert list(actions) == [an_action(0), an_action(1, "double"), an_action(2, "stand")]


async def test_a_round_that_was_never_dealt_is_none(store):
    assert await store.round(1, 1) is None


async def test_a_round_is_closed_by_its_result(store):
    await store.commit(commit(table=a_table(), dealt=a_round()))
    await store.commit(commit(result=ResultRow(1, 1, '{"net": {}}')))
    found = await store.round(1, 1)
    assert found is not None
    assert found[0].result == '{"net": {}}'
    assert found[0].setup == a_round().setup


async def test_a_round_may_be_dealt_and_closed_at_once(store):
    await store.commit(commit(table=a_table(), dealt=a_round(), result=ResultRow(1, 1, "over")))
    found = await store.round(1, 1)
    assert found is not None
    assert found[0].result == "over"


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"actions": (an_action(0),)}, id="an action whose number is taken"),
        pytest.param({"actions": (an_action(1), an_action(1))}, id="one number twice"),
        pytest.param({"actions": (an_action(0, number=2),)}, id="an action of no round"),
        pytest.param({"dealt": a_round()}, id="a round that was dealt before"),
        pytest.param({"dealt": a_round(table=9)}, id="a round at no table"),
        pytest.param({"result": ResultRow(1, 2, "over")}, id="a result of no round"),
        pytest.param({"result": ResultRow(1, 7, "over")}, id="a second result"),
        pytest.param({"actions": (an_action(2**63),)}, id="an action beyond 64 bits"),
        pytest.param({"table": a_table(2**63)}, id="a table beyond 64 bits"),
        pytest.param({"table": a_table(2, HALF_A_PAIR)}, id="text that is not Unicode"),
        pytest.param({"at": float("nan")}, id="no time at all"),
    ],
)
async def test_what_contradicts_the_store_changes_nothing(store, wrong):
    await store.commit(commit(table=a_table(), dealt=a_round(), actions=(an_action(0, "stand"),)))
    await store.commit(commit(dealt=a_round(number=7), result=ResultRow(1, 7, "first")))
    with pytest.raises(Conflict):
        await store.commit(commit(give(5, MINT, ANN), request="tg:1", **wrong))
    assert await chips(store, ANN, MINT) == [0, 0]
    assert await store.tables() == [a_table()]
    found = await store.round(1, 1)
    assert found is not None
    assert list(found[1]) == [an_action(0, "stand")]
    assert await store.commit(commit(give(5, MINT, ANN), request="tg:1")) == Done()
    assert await chips(store, ANN) == [5]


# --- reading ----------------------------------------------------------------------------------


async def test_a_read_sees_every_commit_that_has_returned(store):
    for step in range(1, 20):
        await store.commit(commit(give(1, MINT, ANN), table=a_table(1, f"{step}")))
        assert await chips(store, ANN) == [step]
        assert (await store.tables())[0].state == f"{step}"
        assert await store.top(CLUB, 1) == [("test:ann", step)]


async def test_the_last_transfer_is_found_by_account_and_reason(store):
    for at, reason, account in [
        (NOON, Reason.DAILY, ANN),
        (NOON + 1, Reason.REFILL, ANN),
        (NOON + 2, Reason.DAILY, BOB),
        (NOON + 3, Reason.DAILY, ANN),
        (NOON + 4, Reason.STAKE, ANN),
    ]:
        await store.commit(commit(give(1, MINT, account, reason), at=at))
    assert await store.last_transfer_at(ANN, Reason.DAILY) == NOON + 3
    assert await store.last_transfer_at(ANN, Reason.REFILL) == NOON + 1
    assert await store.last_transfer_at(BOB, Reason.DAILY) == NOON + 2
    assert await store.last_transfer_at(BOB, Reason.REFILL) is None
    assert await store.last_transfer_at(CAT, Reason.DAILY) is None


async def test_the_newest_moment_is_that_of_whatever_was_kept_last(store):
    assert await store.newest_at() is None
    await store.commit(commit(give(1, MINT, ANN, Reason.DAILY), at=NOON + 2))
    assert await store.newest_at() == NOON + 2
    await store.commit(commit(give(1, MINT, ANN, Reason.DAILY), at=NOON))
    assert await store.newest_at() == NOON + 2
    await store.commit(commit(at=NOON + 3, request="a press that moves no chips"))
    assert await store.newest_at() == NOON + 3
    await store.forget(Erasure(NOON + 4, PlayerId("test:ann"), PlayerId("nobody:1")))
    assert await store.newest_at() == NOON + 4


async def test_what_an_account_did_whose_chips_were_taken_over_counts_for_its_successor(store):
    there = wallet(CommunityId("test:upgraded"), PlayerId("test:ann"))
    other = wallet(CommunityId("test:upgraded"), PlayerId("test:bob"))
    await store.commit(commit(give(1, MINT, ANN, Reason.DAILY), at=NOON))
    await store.commit(commit(give(1, MINT, BOB, Reason.DAILY), at=NOON + 1))
    await store.commit(commit(give(1, ANN, there, Reason.UPGRADE), at=NOON + 2))
    await store.commit(commit(give(0, BOB, other, Reason.UPGRADE), at=NOON + 2))
    assert await store.last_transfer_at(there, Reason.DAILY) == NOON
    assert await store.last_transfer_at(other, Reason.DAILY) == NOON + 1
    await store.commit(commit(give(1, MINT, there, Reason.DAILY), at=NOON + 3))
    assert await store.last_transfer_at(there, Reason.DAILY) == NOON + 3


async def test_all_wallets_of_one_community_are_found_empty_ones_too(store):
    elsewhere = wallet(CommunityId("test:pub"), PlayerId("test:eve"))
    await store.commit(commit(give(5, MINT, BOB), give(0, MINT, ANN), give(9, MINT, elsewhere)))
    await store.commit(commit(give(5, MINT, POT)))
    assert await store.wallets(CLUB) == [ANN, BOB]


async def test_the_top_shows_wallets_of_one_community_richest_first(store):
    elsewhere = wallet(CommunityId("test:pub"), PlayerId("test:eve"))
    await store.commit(
        commit(
            give(5, MINT, BOB),
            give(9, MINT, CAT),
            give(5, MINT, ANN),
            give(50, MINT, POT),
            give(0, MINT, purse("dan")),
            give(99, MINT, elsewhere),
        )
    )
    rich = [("test:cat", 9), ("test:ann", 5), ("test:bob", 5)]
    assert await store.top(CLUB, 10) == rich
    assert await store.top(CLUB, 2) == rich[:2]


@pytest.mark.parametrize(
    "name", ["Ann", "Зоя", "美玲", "👩‍👩‍👧‍👦", "Robert'); DROP TABLE account;--", "a\x00b"]
)
async def test_names_come_back_letter_by_letter(store, name):
    await store.remember_name(PlayerId("test:ann"), name)
    await store.commit(commit())
    assert await store.names([PlayerId("test:ann"), PlayerId("test:bob")]) == {"test:ann": name}


async def test_the_last_name_counts_before_and_after_a_commit(store):
    ann = PlayerId("test:ann")
    for name in ("Ann", "Anna"):
        await store.remember_name(ann, name)
        assert await store.names([ann]) == {ann: name}
        await store.commit(commit())
        assert await store.names([ann]) == {ann: name}


async def test_a_name_that_is_not_unicode_is_refused(store):
    with pytest.raises(Conflict):
        await store.remember_name(PlayerId("test:ann"), HALF_A_PAIR)
    assert await store.commit(commit()) == Done()


async def test_references_are_kept_until_they_are_dropped(store):
    sending = Ref("test:club", "table", "1", None, "abc", RefState.SENDING)
    sent = Ref("test:club", "table", "1", "77", "abc", RefState.SENT)
    panel = Ref("test:ann", "panel", "1", "78", "def", RefState.SENT)
    old = Ref("test:club", "old", "1.1", "76", "", RefState.SENT)
    await store.save_ref(sending)
    assert await store.refs() == [sending]
    await asyncio.gather(store.save_ref(sent), store.save_ref(panel), store.save_ref(old))
    assert set(await store.refs()) == {sent, panel, old}
    await asyncio.gather(store.drop_ref(panel), store.drop_ref(old), store.drop_ref(old))
    assert await store.refs() == [sent]


async def test_facts_come_back_as_they_were(store):
    facts: dict[str, Fact] = {"name": 'Änne "<b>" 美', "chips": -(10**15), "many": 10**30}
    answer = StoredAnswer(accepted=True, key="staked", facts=facts)
    await store.commit(Commit(NOON, "tg:1", answer))
    assert await store.commit(commit(request="tg:1")) == Known(answer)


async def test_escrows_of_two_matches_are_two_accounts(store):
    await store.commit(commit(give(1, MINT, POT), give(2, MINT, escrow(CLUB, "1.2"))))
    assert await chips(store, POT, escrow(CLUB, "1.2")) == [1, 2]
