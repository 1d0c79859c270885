"""Forgetting a person in either store: what goes, what stays, and that the file holds nothing."""

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.basics import NAMELESS, ChatId, CommunityId, PlayerId
from bot.ledger import Reason, mint, wallet
from bot.ports import (
    FORGOTTEN_SECONDS,
    Commit,
    Conflict,
    Done,
    Erasure,
    Known,
    Ref,
    RefState,
    ResultRow,
    RoundRow,
    StoredAnswer,
    TableRow,
)
from storage.audit import audit
from storage.connections import database_path
from storage.store import SqliteStore
from tests.fakes.commits import (
    ANN,
    BOB,
    CLUB,
    HOUSE,
    MINT,
    NOON,
    POT,
    a_table,
    an_action,
    commit,
    give,
    grant,
)

ID, NAME = "telegram:5550001111", "Annemarie"
ANNEMARIE = PlayerId(ID)
PSEUDONYM = PlayerId("forgotten:0123456789abcdef")
PUB = CommunityId("test:pub")
HERS, HERS_IN_THE_PUB = wallet(CLUB, ANNEMARIE), wallet(PUB, ANNEMARIE)
NOBODYS, NOBODYS_IN_THE_PUB = wallet(CLUB, PSEUDONYM), wallet(PUB, PSEUDONYM)
LIKE_HER = wallet(CLUB, PlayerId("telegram:55500011112"))


WHOLE = Erasure(NOON, ANNEMARIE, PSEUDONYM, frozenset({NAME}))
"""Who has played nothing is forgotten by this."""


async def played(store: SqliteStore) -> None:
    """Let Annemarie play, in two communities, and be asked and answered in every way."""
    welcome = give(1_000, MINT, HERS, Reason.WELCOME, once=f"welcome:{CLUB}:{ID}")
    await store.commit(commit(welcome))
    await store.commit(grant(500, BOB, LIKE_HER))
    await store.commit(commit(give(70, mint(PUB), HERS_IN_THE_PUB), request="tg:1:-100:7"))
    table = a_table(state=json.dumps({"sitters": [[ID, NAME]]}))
    dealt = RoundRow(1, 1, json.dumps({"players": [ID, "telegram:2"], "deck": "As Kd"}))
    await store.commit(commit(give(100, HERS, POT), request="tg:1:cb:9", table=table, dealt=dealt))
    await store.commit(
        commit(give(100, POT, HERS), actions=(an_action(0),), result=ResultRow(1, 1, "{}"))
    )
    answer = StoredAnswer(accepted=True, key="granted", facts={"name": NAME, "chips": 5})
    await store.commit(Commit(NOON, "tg:1:-100:8", answer, (give(5, MINT, HERS),)))
    await store.commit(commit(give(5, HOUSE, BOB), request="tg:1:5550001111:4"))
    await store.remember_name(ANNEMARIE, NAME)
    await store.remember_name(PlayerId("telegram:2"), "Bob")
    for place in (ID, CLUB):
        await store.save_ref(Ref(place, "panel", "1", "42", "digest", RefState.SENT))
    await store.note_leaver(ANNEMARIE)


def without_her() -> Erasure:
    """Return the erasure as a house makes it."""
    return replace(
        WHOLE,
        tables=(a_table(state=json.dumps({"sitters": []})),),
        rounds=(RoundRow(1, 1, json.dumps({"players": [PSEUDONYM, "telegram:2"]})),),
    )


# --- chips ------------------------------------------------------------------------------------


async def test_chips_of_every_community_go_back_to_the_mint(store):
    await played(store)
    await store.forget(without_her())
    held = await store.balances([HERS, HERS_IN_THE_PUB, NOBODYS, MINT, mint(PUB), BOB, LIKE_HER])
    assert list(held.values()) == [0, 0, 0, -1_000, 0, 505, 500]


async def test_wallets_go_on_under_the_pseudonym_and_nothing_else_knows_it(store):
    await played(store)
    await store.forget(without_her())
    assert not await store.has_account(HERS)
    assert await store.has_account(NOBODYS)
    assert await store.has_account(NOBODYS_IN_THE_PUB)
    assert await store.has_account(LIKE_HER)
    assert await store.last_transfer_at(NOBODYS, Reason.FORGOTTEN) == NOON
    assert await store.last_transfer_at(HERS, Reason.WELCOME) is None
    assert not await store.knows(ANNEMARIE)


async def test_chips_that_come_in_the_same_instant_go_back_or_come_later(store):
    await played(store)
    await asyncio.gather(
        store.commit(commit(give(7, BOB, HERS))),
        store.forget(without_her()),
        store.commit(commit(give(9, BOB, HERS))),
    )
    assert await store.balances([HERS, NOBODYS, BOB]) == {HERS: 9, NOBODYS: 0, BOB: 489}


async def test_a_welcome_may_come_once_more_after_a_forgetting(store):
    await played(store)
    await store.forget(without_her())
    welcome = give(1_000, MINT, HERS, Reason.WELCOME, once=f"welcome:{CLUB}:{ID}")
    for _ in range(2):
        await store.commit(commit(welcome))
    assert await store.balances([HERS]) == {HERS: 1_000}


async def test_a_pseudonym_is_for_one_person(store):
    await store.commit(grant(1, ANN, BOB))
    await store.forget(Erasure(NOON, PlayerId(ANN.owner), PSEUDONYM))
    with pytest.raises(Conflict):
        await store.forget(Erasure(NOON, PlayerId(BOB.owner), PSEUDONYM))
    assert await store.balances([BOB, MINT]) == {BOB: 1, MINT: -1}


async def test_forgetting_twice_moves_nothing_more(store):
    await played(store)
    for _ in range(2):
        await store.forget(without_her())
    assert await store.balances([MINT, NOBODYS]) == {MINT: -1_000, NOBODYS: 0}


# --- rows -------------------------------------------------------------------------------------


async def test_tables_and_setups_are_those_that_the_house_wrote(store):
    await played(store)
    await store.forget(without_her())
    assert await store.tables() == list(without_her().tables)
    found = await store.round(1, 1)
    assert found is not None
    row, actions = found
    assert (row.setup, row.result) == (without_her().rounds[0].setup, "{}")
    assert list(actions) == [an_action(0)]


async def test_rounds_that_name_somebody_are_found_by_their_words(store):
    await played(store)
    other = RoundRow(1, 2, json.dumps({"players": ["telegram:2"]}))
    await store.commit(commit(dealt=other))
    hers = await store.rounds_naming(f'"{ID}"')
    assert [(row.table, row.number, row.result) for row in hers] == [(1, 1, "{}")]
    assert await store.rounds_naming('"telegram:55500011"') == []
    assert len(await store.rounds_naming('"telegram:2"')) == 2


async def test_names_and_messages_of_others_stay(store):
    await played(store)
    await store.forget(without_her())
    bob = PlayerId("telegram:2")
    assert await store.names([ANNEMARIE, bob]) == {bob: "Bob"}
    assert [ref.place for ref in await store.refs()] == [CLUB]


async def test_a_name_that_waited_to_be_written_is_not_written_any_more(store):
    await played(store)
    await store.remember_name(ANNEMARIE, "Annemarie II")
    await store.forget(without_her())
    await store.commit(grant(1, BOB))
    assert await store.names([ANNEMARIE]) == {}
    await store.remember_name(ANNEMARIE, NAME)
    await store.commit(grant(1, BOB))
    assert await store.names([ANNEMARIE]) == {ANNEMARIE: NAME}


async def test_answers_are_kept_without_the_name_but_not_those_to_requests_in_private(store):
    await played(store)
    await store.forget(without_her())
    told = await store.commit(commit(request="tg:1:-100:8"))
    nameless = StoredAnswer(accepted=True, key="granted", facts={"name": NAMELESS, "chips": 5})
    assert told == Known(nameless)
    assert isinstance(await store.commit(commit(request="tg:1:cb:9")), Known)
    assert await store.commit(commit(request="tg:1:5550001111:4")) == Done()


# --- who waits, who is known --------------------------------------------------------------------


async def test_who_asked_to_be_forgotten_waits_until_it_is_done(store):
    for player in (ANNEMARIE, PlayerId("telegram:1"), ANNEMARIE):
        await store.note_leaver(player)
    assert await store.leavers() == ["telegram:1", ID]
    await store.forget(WHOLE)
    assert await store.leavers() == ["telegram:1"]


async def test_somebody_is_known_by_a_wallet_a_name_or_a_message(store):
    assert not await store.knows(ANNEMARIE)
    await store.remember_name(ANNEMARIE, NAME)
    assert await store.knows(ANNEMARIE)
    await store.forget(WHOLE)
    assert not await store.knows(ANNEMARIE)
    await store.save_ref(Ref(ID, "panel", "1", None, "digest", RefState.SENDING))
    assert await store.knows(ANNEMARIE)
    await store.forget(WHOLE)
    await store.commit(grant(0, HERS))
    assert await store.knows(ANNEMARIE)


@pytest.mark.parametrize(
    ("later", "known"), [(0, True), (FORGOTTEN_SECONDS - 1, True), (FORGOTTEN_SECONDS, False)]
)
async def test_that_somebody_was_forgotten_is_known_for_30_days(store, later, known):
    await played(store)
    await store.forget(without_her())
    assert await store.forgotten_at(ANNEMARIE, NOON + later) == (NOON if known else None)
    await store.drop_expired(NOON + later)
    assert await store.forgotten_at(ANNEMARIE, NOON) == (NOON if known else None)


async def test_of_who_never_had_a_wallet_no_hash_is_kept(store):
    await store.remember_name(ANNEMARIE, NAME)
    await store.forget(WHOLE)
    assert await store.forgotten_at(ANNEMARIE, NOON) is None


async def test_another_forgetting_drops_what_has_expired_and_keeps_the_rest(store):
    cat = PlayerId("telegram:3")
    for at, player in ((0.0, ANNEMARIE), (10.0, cat), (FORGOTTEN_SECONDS, PlayerId("telegram:4"))):
        await store.commit(grant(1, wallet(CLUB, player)))
        pseudonym = PlayerId(f"forgotten:{at}")
        await store.forget(Erasure(at, player, pseudonym))
    assert await store.forgotten_at(ANNEMARIE, 1.0) is None
    assert await store.forgotten_at(cat, 20.0) == 10.0


@pytest.mark.parametrize(
    "wrong",
    [
        replace(WHOLE, at=float("nan")),
        replace(WHOLE, pseudonym=PlayerId("\ud83c")),
        replace(WHOLE, tables=(TableRow(ChatId("test:club"), 1, "\ud83c", live=True),)),
    ],
)
async def test_what_no_database_takes_forgets_nobody(store, wrong):
    await played(store)
    with pytest.raises(Conflict):
        await store.forget(wrong)
    assert await store.leavers() == [ID]
    assert await store.balances([HERS]) == {HERS: 1_005}


# --- the file -----------------------------------------------------------------------------------


def files_of(url: str) -> bytes:
    """Return every byte of a database and of what SQLite keeps beside it."""
    path = database_path(url)
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


async def test_no_file_holds_the_id_or_the_name_while_the_house_goes_on(sqlite, url):
    await played(sqlite)
    await sqlite.commit(grant(1, BOB))
    assert ID.encode() in files_of(url)
    assert NAME.encode() in files_of(url)
    await sqlite.forget(without_her())
    assert b"5550001111" not in files_of(url).replace(b"55500011112", b"")
    assert NAME.encode() not in files_of(url)
    assert await sqlite.commit(grant(1, BOB)) == Done()
    assert audit(url).problems == ()


async def test_the_file_is_written_anew_at_most_once_in_ten_minutes(sqlite, url):
    await played(sqlite)
    await sqlite.forget(without_her())
    assert NAME.encode() not in files_of(url)
    await sqlite.remember_name(ANNEMARIE, NAME)
    await sqlite.commit(grant(1, HERS))
    await sqlite.forget(replace(WHOLE, pseudonym=PlayerId("forgotten:2")))
    books = sqlite._writer._books
    assert not books.file_is_clean
    books._tidied_at -= 600
    await sqlite.commit(grant(1, BOB))
    assert books.file_is_clean
    assert NAME.encode() not in files_of(url)


async def test_the_log_is_emptied_once_nobody_reads_it_any_more(sqlite, url):
    await played(sqlite)
    path = database_path(url)
    with closing(sqlite3.connect(path)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM account").fetchall()
        await sqlite.forget(without_her())
        assert NAME.encode() in files_of(url)
        backup.execute("COMMIT")
    await sqlite.commit(grant(1, BOB))
    assert NAME.encode() not in files_of(url)


async def test_a_forgetting_that_cannot_be_written_leaves_everything_and_may_be_tried_again(
    sqlite, url
):
    await played(sqlite)
    clash = replace(WHOLE, tables=(a_table(2), replace(a_table(3), chat=a_table(2).chat)))
    with pytest.raises(Conflict):
        await sqlite.forget(clash)
    assert await sqlite.leavers() == [ID]
    assert await sqlite.balances([HERS, HERS_IN_THE_PUB]) == {HERS: 1_005, HERS_IN_THE_PUB: 70}
    await sqlite.forget(without_her())
    await sqlite.close()
    assert audit(url).problems == ()
    assert NAME.encode() not in files_of(url)


async def test_the_key_goes_with_the_last_hash(sqlite, url):
    await played(sqlite)
    await sqlite.forget(without_her())
    await sqlite.drop_expired(NOON + FORGOTTEN_SECONDS)
    await sqlite.close()
    with closing(sqlite3.connect(database_path(url))) as connection:
        for query in ("SELECT * FROM secret", "SELECT * FROM forgotten", "SELECT * FROM leaver"):
            assert connection.execute(query).fetchall() == []


async def test_a_hash_is_known_to_the_next_house(sqlite, url):
    await played(sqlite)
    await sqlite.forget(without_her())
    await sqlite.close()
    store = await SqliteStore.open(url)
    assert await store.forgotten_at(ANNEMARIE, NOON + 1) == NOON
    assert await store.balances([ANN, NOBODYS]) == {ANN: 0, NOBODYS: 0}
    await store.close()


async def test_a_wallet_that_is_read_while_its_owner_is_erased_stays_empty(url):
    """What was read before that is durable must not be held as what stands after it."""
    for time in range(20):
        store = await SqliteStore.open(f"{url}{time}")
        await store.commit(grant(100, HERS))
        forgetting = asyncio.create_task(store.forget(WHOLE))
        while not forgetting.done():
            await store.balances([HERS])
            await asyncio.sleep(0)
        await forgetting
        assert await store.balances([HERS]) == {HERS: 0}
        await store.close()
        assert audit(f"{url}{time}").clean
