"""The store in memory: what the console uses unless told, and the simplest reading of the port."""

from collections.abc import Iterable, Mapping, Sequence

from bot.basics import CommunityId, PlayerId
from bot.ledger import Account, AccountKind, Reason, Transfer
from bot.ports import (
    ActionRow,
    Commit,
    Done,
    Known,
    Outcome,
    Ref,
    RoundRow,
    Short,
    StoredAnswer,
    TableRow,
)

_ANSWERS_KEPT_SECONDS = 3 * 24 * 3600


class MemoryStore:
    """Everything in dictionaries; gone when the process ends."""

    def __init__(self) -> None:
        self._balances: dict[Account, int] = {}
        self._transfers: list[tuple[float, Transfer]] = []
        self._once: set[str] = set()
        self._answers: dict[str, tuple[float, StoredAnswer]] = {}
        self._tables: dict[int, TableRow] = {}
        self._rounds: dict[tuple[int, int], RoundRow] = {}
        self._actions: dict[tuple[int, int], list[ActionRow]] = {}
        self._results: dict[tuple[int, int], str] = {}
        self._refs: dict[tuple[str, str, str], Ref] = {}
        self._names: dict[PlayerId, str] = {}

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        self._forget_old_answers(commit.at)
        known = self._answers.get(commit.request) if commit.request else None
        if known is not None:
            return Known(known[1])
        transfers = [t for t in commit.transfers if t.once is None or t.once not in self._once]
        after = dict(self._balances)
        for transfer in transfers:
            for posting in transfer.postings:
                after[posting.account] = after.get(posting.account, 0) + posting.chips
        for account, chips in after.items():
            if chips < 0 and not account.may_owe:
                return Short(account, self._balances.get(account, 0))
        self._keep(commit, transfers, after)
        return Done()

    def _keep(
        self, commit: Commit, transfers: Sequence[Transfer], after: dict[Account, int]
    ) -> None:
        self._check_actions(commit)
        self._balances = after
        self._transfers += [(commit.at, transfer) for transfer in transfers]
        self._once |= {transfer.once for transfer in transfers if transfer.once}
        if commit.request:
            self._answers[commit.request] = (commit.at, commit.answer)
        if commit.table is not None:
            self._tables[commit.table.number] = commit.table
        if commit.round is not None:
            place = (commit.round.table, commit.round.number)
            self._rounds[place] = commit.round
        for action in commit.actions:
            self._actions.setdefault((action.table, action.round), []).append(action)

    def _check_actions(self, commit: Commit) -> None:
        for action in commit.actions:
            rows = self._actions.get((action.table, action.round), [])
            if any(row.seq == action.seq for row in rows):
                raise ValueError("two actions with one number in a round")

    def _forget_old_answers(self, at: float) -> None:
        while self._answers:
            oldest = next(iter(self._answers))
            if self._answers[oldest][0] > at - _ANSWERS_KEPT_SECONDS:
                break
            del self._answers[oldest]

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``."""
        return {account: self._balances.get(account, 0) for account in accounts}

    async def has_account(self, account: Account) -> bool:
        """See ``Store``."""
        return account in self._balances

    async def last_transfer_at(self, account: Account, reason: Reason) -> float | None:
        """See ``Store``."""
        times = (
            at
            for at, transfer in reversed(self._transfers)
            if transfer.reason is reason
            and any(posting.account == account for posting in transfer.postings)
        )
        return next(times, None)

    async def top(self, community: CommunityId, count: int) -> Sequence[tuple[PlayerId, int]]:
        """See ``Store``."""
        rich = [
            (PlayerId(account.owner), chips)
            for account, chips in self._balances.items()
            if account.kind is AccountKind.WALLET and account.community == community and chips > 0
        ]
        return sorted(rich, key=lambda line: (-line[1], line[0]))[:count]

    async def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """See ``Store``."""
        return {player: self._names[player] for player in players if player in self._names}

    async def remember_name(self, player: PlayerId, name: str) -> None:
        """See ``Store``."""
        self._names[player] = name

    async def tables(self) -> Sequence[TableRow]:
        """See ``Store``."""
        return [self._tables[number] for number in sorted(self._tables)]

    async def round(self, table: int, number: int) -> tuple[RoundRow, Sequence[ActionRow]] | None:
        """See ``Store``."""
        row = self._rounds.get((table, number))
        return None if row is None else (row, tuple(self._actions.get((table, number), ())))

    async def refs(self) -> Sequence[Ref]:
        """See ``Store``."""
        return list(self._refs.values())

    async def save_ref(self, ref: Ref) -> None:
        """See ``Store``."""
        self._refs[ref.place, ref.kind, ref.key] = ref

    async def drop_ref(self, ref: Ref) -> None:
        """See ``Store``."""
        self._refs.pop((ref.place, ref.kind, ref.key), None)

    async def close(self) -> None:
        """See ``Store``."""
