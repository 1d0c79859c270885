"""A chat that goes on under another id, and one that the dealer was put out of."""

from bot.basics import ChatId, community_of
from bot.house import play
from bot.house.closing import close
from bot.house.decision import Context, Decision, accepted
from bot.house.table import Table
from bot.ledger import Account, AccountKind, Posting, Reason, Transfer, escrow, house, mint
from bot.notices import TablePhase
from bot.ports import Store


async def chips_moved(
    store: Store, table: Table, old: ChatId, new: ChatId, welcome_chips: int
) -> tuple[Transfer, ...]:
    """Return the transfers that take every chip of a chat's community along to its new id.

    Wallets, what is staked at the table, and the house's own account. Empty wallets go along too:
    whose last chips are lost or staked is no newcomer under the new id. Who spoke there before the
    upgrade was known was welcomed twice; ``welcome_chips`` of what comes along go back to the mint.
    """
    source, target = community_of(old), community_of(new)
    if source == target:
        return ()
    accounts = [*await store.wallets(source), house(source)]
    accounts += [escrow(source, match) for match in table.matches]
    held = await store.balances(accounts)
    moved = []
    for account, chips in held.items():
        there = Account(account.kind, target, account.owner)
        if account.kind is AccountKind.WALLET:
            twice = await _is_welcomed_twice(store, account, there)
            moved.append(_taken_along(account, there, chips, min(chips, welcome_chips) * twice))
        elif chips:
            moved.append(_taken_along(account, there, chips))
    return tuple(moved)


async def _is_welcomed_twice(store: Store, here: Account, there: Account) -> bool:
    welcomes = [await store.last_transfer_at(account, Reason.WELCOME) for account in (here, there)]
    return None not in welcomes


def _taken_along(here: Account, there: Account, chips: int, returned: int = 0) -> Transfer:
    """Return the transfer of all chips to the new account but for some that the mint takes back."""
    postings = (Posting(here, -chips), Posting(there, chips - returned))
    back = (Posting(mint(there.community), returned),) if returned else ()
    return Transfer((*postings, *back), Reason.UPGRADE)


def abandon(table: Table, ctx: Context) -> Decision:
    """Close a table that nobody can see any more: a running round is void, all is given back."""
    reply = accepted("closed")
    if table.phase is TablePhase.PLAY:
        decision = play.void(table, ctx, reply)
        if decision.table.phase is TablePhase.CLOSED:
            return decision
        return close(decision.table, ctx, decision)
    return close(table, ctx, Decision(table, reply))
