"""Accounts and transfers: chips move between accounts and never appear or vanish.

Double entry in whole chips. A transfer that does not sum to zero cannot be built; transfers are
immutable, and a correction is a new one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.basics import CommunityId, PlayerId

CHIPS_MAX = 10**15
"""No stake, grant or wallet is meant to be larger."""

POSTING_MAX = 100 * CHIPS_MAX
"""What one posting may move: a full bank and what it won, far inside 64 bits all the same."""


class AccountKind(StrEnum):
    """What an account is for. Only ``HOUSE`` and ``MINT`` may go below zero."""

    WALLET = "wallet"
    ESCROW = "escrow"
    HOUSE = "house"
    MINT = "mint"


@dataclass(frozen=True, slots=True, order=True)
class Account:
    """One account of one community; ``owner`` is a player for wallets, a match for escrows."""

    kind: AccountKind
    community: CommunityId
    owner: str = ""

    @property
    def may_owe(self) -> bool:
        """Whether the balance may be below zero."""
        return self.kind in {AccountKind.HOUSE, AccountKind.MINT}


class Reason(StrEnum):
    """Why chips moved."""

    WELCOME = "welcome"
    DAILY = "daily"
    REFILL = "refill"
    GRANT = "grant"
    STAKE = "stake"
    RETURN = "return"
    SETTLEMENT = "settlement"
    VOID = "void"
    UPGRADE = "upgrade"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class Posting:
    """Chips that one account gains (positive) or gives (negative)."""

    account: Account
    chips: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """One movement of chips between accounts.

    ``match`` names the match it belongs to ("" for none). ``once`` is a key under which it can
    happen a single time in the life of the ledger: a second transfer with that key moves nothing.
    Raises ``ValueError`` when the postings do not sum to zero or leave the range of chips.
    """

    postings: tuple[Posting, ...]
    reason: Reason
    match: str = ""
    once: str | None = None

    def __post_init__(self) -> None:
        if sum(posting.chips for posting in self.postings) != 0:
            raise ValueError("a transfer must sum to zero")
        if any(abs(posting.chips) > POSTING_MAX for posting in self.postings):
            raise ValueError("more chips than there can be")


def wallet(community: CommunityId, player: PlayerId) -> Account:
    """Return a player's wallet in a community."""
    return Account(AccountKind.WALLET, community, player)


def escrow(community: CommunityId, match: str) -> Account:
    """Return the account that holds what is staked on one match."""
    return Account(AccountKind.ESCROW, community, match)


def house(community: CommunityId) -> Account:
    """Return the house's own account in a community."""
    return Account(AccountKind.HOUSE, community)


def mint(community: CommunityId) -> Account:
    """Return the account that new chips come from."""
    return Account(AccountKind.MINT, community)


def move(chips: int, source: Account, target: Account, reason: Reason, match: str = "") -> Transfer:
    """Return the transfer of ``chips`` (zero or more) from one account to another."""
    return Transfer((Posting(source, -chips), Posting(target, chips)), reason, match)


def deltas(transfers: Iterable[Transfer]) -> Mapping[Account, int]:
    """Sum what each account gains or gives over several transfers."""
    totals: dict[Account, int] = {}
    for transfer in transfers:
        for posting in transfer.postings:
            totals[posting.account] = totals.get(posting.account, 0) + posting.chips
    return totals
