"""A chat that goes on under another id, and one that the dealer was put out of."""

from bot.basics import ChatId, CommunityId, community_of
from bot.house import play
from bot.house.closing import close
from bot.house.decision import Context, Decision, accepted
from bot.house.table import Table
from bot.ledger import Account, AccountKind, Posting, Reason, Transfer, escrow, house
from bot.notices import TablePhase
from bot.ports import Store


async def chips_moved(store: Store, table: Table, old: ChatId, new: ChatId) -> tuple[Transfer, ...]:
    """Return the transfers that take every chip of a chat's community along to its new id.

    Wallets, what is staked at the table, and the house's own account. Empty wallets go along too:
    whose last chips are lost or staked is no newcomer under the new id.
    """
    source, target = community_of(old), community_of(new)
    if source == target:
        return ()
    accounts = [*await store.wallets(source), house(source)]
    accounts += [escrow(source, match) for match in table.matches]
    held = await store.balances(accounts)
    return tuple(
        _taken_along(account, target, chips)
        for account, chips in held.items()
        if chips or account.kind is AccountKind.WALLET
    )


def _taken_along(account: Account, community: CommunityId, chips: int) -> Transfer:
    there = Account(account.kind, community, account.owner)
    postings = (Posting(account, -chips), Posting(there, chips))
    return Transfer(postings, Reason.UPGRADE)


def abandon(table: Table, ctx: Context) -> Decision:
    """Close a table that nobody can see any more: a running round is void, all is given back."""
    reply = accepted("closed")
    if table.phase is TablePhase.PLAY:
        decision = play.void(table, ctx, reply)
        if decision.table.phase is TablePhase.CLOSED:
            return decision
        return close(decision.table, ctx, decision)
    return close(table, ctx, Decision(table, reply))
