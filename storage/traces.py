"""What tells a person in the rows that are kept, and the hash by which the forgotten are known."""

import hashlib
import hmac
from collections.abc import Collection, Mapping

from bot.basics import NAMELESS, Fact, PlayerId
from bot.ledger import Account, AccountKind, Reason, Transfer, mint, move
from bot.ports import FORGOTTEN_SECONDS

KEY_BYTES = 32


def hash_of(key: bytes, player: PlayerId) -> str:
    """Return what is kept of somebody who was forgotten: HMAC-SHA256 of the id, in hexadecimal."""
    return hmac.new(key, player.encode(), hashlib.sha256).hexdigest()


def still_known(forgotten_at: float, at: float) -> bool:
    """Whether it is still known at one time that somebody was forgotten at another."""
    return forgotten_at > at - FORGOTTEN_SECONDS


def user_part(player: PlayerId) -> str:
    """Return the platform's own id of a person, with the colons that are around it in a request's.

    The id of a request that was made in private has it, for there the chat is the person.
    """
    return f":{player.partition(':')[2]}:"


def is_request_of(player: PlayerId, request: str) -> bool:
    """Whether the id of a request names a person."""
    return user_part(player) in f":{request}:"


def is_wallet_of(player: PlayerId, account: Account) -> bool:
    """Whether an account is one of a person's wallets."""
    return account.kind is AccountKind.WALLET and account.owner == player


def back_to_the_mint(account: Account, chips: int) -> Transfer:
    """Return the transfer that empties a wallet."""
    return move(chips, account, mint(account.community), Reason.FORGOTTEN)


def without_names(facts: Mapping[str, Fact], names: Collection[str]) -> dict[str, Fact]:
    """Return the facts of an answer with nobody called by one of these names."""
    return {key: NAMELESS if fact in names else fact for key, fact in facts.items()}
