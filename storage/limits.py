"""What any store holds a commit to, so that memory and SQLite refuse the same."""

import math
from collections.abc import Iterator

from bot.ports import ANSWERS_KEPT_SECONDS, Commit, Conflict, Erasure

INTEGER_MAX = 2**63 - 1
"""Ids, chips and balances are signed 64-bit integers."""


def still_kept(answered_at: float, at: float) -> bool:
    """Whether an answer given at one time is still known at another."""
    return answered_at > at - ANSWERS_KEPT_SECONDS


def check_commit(commit: Commit) -> None:
    """Raise ``Conflict`` for what no store takes: numbers beyond 64 bits, broken text."""
    if not math.isfinite(commit.at):
        raise Conflict("a commit at no time")
    if any(not -INTEGER_MAX <= number <= INTEGER_MAX for number in _numbers(commit)):
        raise Conflict("a number beyond 64 bits")
    check_text(*_texts(commit))


def check_erasure(erasure: Erasure) -> None:
    """Raise ``Conflict`` for what no store takes: no time, broken text."""
    if not math.isfinite(erasure.at):
        raise Conflict("a forgetting at no time")
    check_text(erasure.player, erasure.pseudonym)
    check_text(*(table.state for table in erasure.tables))
    check_text(*(dealt.setup for dealt in erasure.rounds))


def check_text(*texts: str) -> None:
    """Raise ``Conflict`` for text that no database would take: half of a surrogate pair."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as error:
        raise Conflict("text that is not Unicode") from error


def check_balance(chips: int) -> None:
    """Raise ``Conflict`` for a balance that would leave 64 bits."""
    if abs(chips) > INTEGER_MAX:
        raise Conflict("a balance beyond 64 bits")


def _numbers(commit: Commit) -> Iterator[int]:
    if commit.table is not None:
        yield commit.table.number
    if commit.round is not None:
        yield from (commit.round.table, commit.round.number)
    for action in commit.actions:
        yield from (action.table, action.round, action.seq, action.seat)
    if commit.result is not None:
        yield from (commit.result.table, commit.result.number)


def _texts(commit: Commit) -> Iterator[str]:
    yield commit.request or ""
    for transfer in commit.transfers:
        yield from (transfer.match, transfer.once or "")
        for posting in transfer.postings:
            yield from (posting.account.community, posting.account.owner)
    if commit.table is not None:
        yield from (commit.table.chat, commit.table.state)
    if commit.round is not None:
        yield commit.round.setup
    for action in commit.actions:
        yield action.words
    if commit.result is not None:
        yield commit.result.text
