"""Whatever is committed, the store in memory and the one on SQLite come to the same."""

import asyncio
import itertools
from dataclasses import dataclass, replace
from typing import TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.basics import ChatId, CommunityId
from bot.ledger import Account, AccountKind, Posting, Reason, Transfer
from bot.ports import (
    ActionRow,
    Commit,
    Conflict,
    Outcome,
    ResultRow,
    RoundRow,
    Store,
    StoredAnswer,
    TableRow,
)
from storage.memory import MemoryStore
from tests.fakes.commits import NOON

AtTable = TypeVar("AtTable", RoundRow, ActionRow, ResultRow)

DAY = 24 * 3600.0
REASONS = [Reason.DAILY, Reason.STAKE]
NOWHERE = CommunityId("")
ACCOUNTS = [
    *(Account(AccountKind.WALLET, NOWHERE, name) for name in ("ann", "bob", "cat")),
    Account(AccountKind.ESCROW, NOWHERE, "1.1"),
    Account(AccountKind.HOUSE, NOWHERE),
    Account(AccountKind.MINT, NOWHERE),
]

few = st.integers(0, 2)
short_text = st.text(max_size=5)
accounts = st.sampled_from(ACCOUNTS)


@st.composite
def transfers(draw):
    lines = draw(st.lists(st.builds(Posting, accounts, st.integers(-60, 60)), max_size=3))
    rest = Posting(draw(accounts), -sum(line.chips for line in lines))
    once = draw(st.none() | st.sampled_from(["welcome:ann", "welcome:bob"]))
    return Transfer((*lines, rest), draw(st.sampled_from(REASONS)), once=once)


commits = st.builds(
    Commit,
    at=st.just(NOON),
    request=st.none() | st.sampled_from(["r1", "r2", "r3"]),
    answer=st.builds(StoredAnswer, st.booleans(), short_text),
    transfers=st.lists(transfers(), max_size=3).map(tuple),
    table=st.none() | st.builds(TableRow, few.map(str), few, short_text, st.booleans()),
    round=st.none() | st.builds(RoundRow, few, few, short_text),
    actions=st.lists(st.builds(ActionRow, few, few, few, few, st.just("hit")), max_size=2).map(
        tuple
    ),
    result=st.none() | st.builds(ResultRow, few, few, st.just("over")),
)
days_between = st.sampled_from([0, 1, 3])
histories = st.lists(
    st.tuples(days_between, st.lists(commits, min_size=1, max_size=6)), min_size=1, max_size=5
)


@dataclass(frozen=True)
class World:
    """A community, with tables and requests, that no other example has: one database serves all."""

    number: int

    @property
    def accounts(self) -> list[Account]:
        return [self.account(account) for account in ACCOUNTS]

    def account(self, account: Account) -> Account:
        return replace(account, community=CommunityId(f"test:{self.number}"))

    def key(self, key: str | None) -> str | None:
        return key and f"{self.number}:{key}"

    def table(self, number: int) -> int:
        return 10 * self.number + number

    def chat(self, chat: str) -> ChatId:
        return ChatId(f"test:{self.number}:{chat}")

    def row(self, row: AtTable) -> AtTable:
        return replace(row, table=self.table(row.table))

    def table_row(self, row: TableRow) -> TableRow:
        return replace(row, number=self.table(row.number), chat=self.chat(row.chat))

    def transfer(self, transfer: Transfer) -> Transfer:
        postings = (Posting(self.account(line.account), line.chips) for line in transfer.postings)
        return replace(transfer, postings=tuple(postings), once=self.key(transfer.once))

    def commit(self, commit: Commit, at: float) -> Commit:
        return Commit(
            at,
            self.key(commit.request),
            commit.answer,
            tuple(self.transfer(transfer) for transfer in commit.transfers),
            commit.table and self.table_row(commit.table),
            commit.round and self.row(commit.round),
            tuple(self.row(action) for action in commit.actions),
            commit.result and self.row(commit.result),
        )


WORLDS = map(World, itertools.count(1))


async def outcome(store: Store, commit: Commit) -> Outcome | type[Conflict]:
    try:
        return await store.commit(commit)
    except Conflict:
        return Conflict


async def outcomes(store: Store, wave: list[Commit]) -> list[Outcome | type[Conflict]]:
    return list(await asyncio.gather(*(outcome(store, commit) for commit in wave)))


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(histories)
async def test_both_stores_give_the_same_outcomes(sqlite, history):
    memory, world, at = MemoryStore(), next(WORLDS), NOON
    for days, together in history:
        at += days * DAY
        wave = [world.commit(commit, at) for commit in together]
        assert await outcomes(sqlite, wave) == await outcomes(memory, wave)
        assert await sqlite.balances(world.accounts) == await memory.balances(world.accounts)
    tables = [row for row in await sqlite.tables() if row.chat.startswith(world.chat(""))]
    assert tables == await memory.tables()
    for table, number in itertools.product(range(3), range(3)):
        place = world.table(table), number
        assert await sqlite.round(*place) == await memory.round(*place)
    for asked in itertools.product(world.accounts, REASONS):
        assert await sqlite.last_transfer_at(*asked) == await memory.last_transfer_at(*asked)
