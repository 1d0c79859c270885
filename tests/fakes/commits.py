"""Commits as a test writes them: who gives how much to whom, and what else is kept with it."""

from dataclasses import replace

from bot.basics import ChatId, CommunityId, PlayerId
from bot.ledger import Account, Reason, Transfer, escrow, house, mint, move, wallet
from bot.ports import ActionRow, Commit, ResultRow, RoundRow, Store, StoredAnswer, TableRow

NOON = 1_700_000_000.0
CHAT = ChatId("test:club")
CLUB = CommunityId("test:club")

MINT = mint(CLUB)
HOUSE = house(CLUB)


def purse(name: str) -> Account:
    """Return the wallet of a member of the club."""
    return wallet(CLUB, PlayerId(f"test:{name}"))


ANN, BOB, CAT = purse("ann"), purse("bob"), purse("cat")
POT = escrow(CLUB, "1.1")


def commit(
    *transfers: Transfer,
    request: str | None = None,
    at: float = NOON,
    key: str = "done",
    table: TableRow | None = None,
    dealt: RoundRow | None = None,
    actions: tuple[ActionRow, ...] = (),
    result: ResultRow | None = None,
) -> Commit:
    """Return a commit that answers ``key``."""
    answer = StoredAnswer(accepted=True, key=key)
    return Commit(at, request, answer, transfers, table, dealt, actions, result)


def give(
    chips: int, source: Account, target: Account, reason: Reason = Reason.GRANT, once: str = ""
) -> Transfer:
    """Return a gift; ``once`` is the key under which it happens a single time."""
    return replace(move(chips, source, target, reason), once=once or None)


def grant(chips: int, *targets: Account) -> Commit:
    """Return a commit that makes chips for each of several accounts."""
    return commit(*(give(chips, MINT, target) for target in targets))


def a_table(number: int = 1, state: str = "{}", *, live: bool = True) -> TableRow:
    """Return a table in the chat that carries its number; the first is the club's own."""
    chat = CHAT if number == 1 else ChatId(f"{CHAT}:{number}")
    return TableRow(chat, number, state, live, (f"{number}.1",) if live else ())


def a_round(table: int = 1, number: int = 1) -> RoundRow:
    """Return a round as it is dealt."""
    return RoundRow(table, number, '{"deck": "As Kd"}')


def an_action(seq: int, words: str = "hit", table: int = 1, number: int = 1) -> ActionRow:
    """Return an action of seat 0."""
    return ActionRow(table, number, seq, 0, words)


async def chips(store: Store, *accounts: Account) -> list[int]:
    """Return what some accounts hold, in their order."""
    held = await store.balances(accounts)
    return [held[account] for account in accounts]
