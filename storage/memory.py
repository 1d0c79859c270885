"""The store in memory: what the console uses unless told, and the simplest reading of the port."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.basics import CommunityId, PlayerId
from bot.ledger import Account, AccountKind, Posting, Reason, Transfer, deltas
from bot.ports import (
    ActionRow,
    Commit,
    Conflict,
    Done,
    Erasure,
    Known,
    Outcome,
    Ref,
    RoundRow,
    Short,
    StoredAnswer,
    TableRow,
)
from storage.limits import check_balance, check_commit, check_erasure, check_text, still_kept
from storage.traces import (
    KEY_BYTES,
    back_to_the_mint,
    hash_of,
    is_request_of,
    is_wallet_of,
    still_known,
    without_names,
)

_Place = tuple[int, int]
"""A round: its table's number and its own."""


class MemoryStore:
    """Everything in dictionaries; gone when the process ends."""

    def __init__(self) -> None:
        self._balances: dict[Account, int] = {}
        self._transfers: list[tuple[float, Transfer]] = []
        self._once: set[str] = set()
        self._answers: dict[str, tuple[float, StoredAnswer]] = {}
        self._tables: dict[int, TableRow] = {}
        self._rounds: dict[_Place, RoundRow] = {}
        self._actions: dict[_Place, dict[int, ActionRow]] = {}
        self._refs: dict[tuple[str, str, str], Ref] = {}
        self._names: dict[PlayerId, str] = {}
        self._leavers: set[PlayerId] = set()
        self._forgotten: dict[str, float] = {}
        self._key = secrets.token_bytes(KEY_BYTES)

    async def commit(self, commit: Commit) -> Outcome:
        """See ``Store``."""
        check_commit(commit)
        self._forget_old_answers(commit.at)
        known = self._answers.get(commit.request) if commit.request is not None else None
        if known and still_kept(known[0], commit.at):
            return Known(known[1])
        transfers = self._not_made_yet(commit.transfers)
        after: dict[Account, int] = {}
        for account, chips in deltas(transfers).items():
            before = self._balances.get(account, 0)
            after[account] = before + chips
            check_balance(after[account])
            if after[account] < 0 and not account.may_owe:
                return Short(account, before)
        self._check_rows(commit)
        self._balances |= after
        self._transfers += [(commit.at, transfer) for transfer in transfers]
        self._once |= {transfer.once for transfer in transfers if transfer.once is not None}
        self._keep_rows(commit)
        return Done()

    def _not_made_yet(self, transfers: Iterable[Transfer]) -> list[Transfer]:
        fresh: dict[object, Transfer] = {}
        for transfer in transfers:
            if transfer.once is None:
                fresh[object()] = transfer
            elif transfer.once not in self._once:
                fresh.setdefault(transfer.once, transfer)
        return list(fresh.values())

    def _check_rows(self, commit: Commit) -> None:
        """Raise ``Conflict`` for rows that the keys of a database would not take."""
        table, dealt, result = commit.table, commit.round, commit.result
        numbers = set(self._tables)
        rounds = set(self._rounds)
        if table is not None:
            others = (row for row in self._tables.values() if row.number != table.number)
            if any(row.chat == table.chat for row in others):
                raise Conflict("two tables in one chat")
            numbers.add(table.number)
        if dealt is not None:
            place = (dealt.table, dealt.number)
            if place in rounds or dealt.table not in numbers:
                raise Conflict("a round that was dealt before, or at no table")
            rounds.add(place)
        self._check_actions(commit, rounds)
        if result is not None:
            place = (result.table, result.number)
            row = self._rounds.get(place, dealt)
            if place not in rounds or row is None or row.result is not None:
                raise Conflict("a result for no open round")

    def _check_actions(self, commit: Commit, rounds: set[_Place]) -> None:
        seen: set[tuple[int, int, int]] = set()
        for action in commit.actions:
            place = (action.table, action.round)
            taken = action.seq in self._actions.get(place, {})
            if place not in rounds or taken or (*place, action.seq) in seen:
                raise Conflict("an action whose number is taken, or of no round")
            seen.add((*place, action.seq))

    def _keep_rows(self, commit: Commit) -> None:
        if commit.request is not None:
            self._answers[commit.request] = (commit.at, commit.answer)
        if commit.table is not None:
            self._tables[commit.table.number] = commit.table
        if commit.round is not None:
            self._rounds[commit.round.table, commit.round.number] = commit.round
        for action in commit.actions:
            self._actions.setdefault((action.table, action.round), {})[action.seq] = action
        if commit.result is not None:
            place = (commit.result.table, commit.result.number)
            self._rounds[place] = RoundRow(*place, self._rounds[place].setup, commit.result.text)

    def _forget_old_answers(self, at: float) -> None:
        # Oldest first; where the clock was set back some stay longer, but none is believed longer.
        while self._answers:
            oldest = next(iter(self._answers))
            if still_kept(self._answers[oldest][0], at):
                break
            del self._answers[oldest]

    # --- forgetting -------------------------------------------------------------------------

    async def note_leaver(self, player: PlayerId) -> None:
        """See ``Store``."""
        check_text(player)
        self._leavers.add(player)

    async def leavers(self) -> Sequence[PlayerId]:
        """See ``Store``."""
        return sorted(self._leavers)

    async def knows(self, player: PlayerId) -> bool:
        """See ``Store``."""
        wallet = any(is_wallet_of(player, account) for account in self._balances)
        return wallet or player in self._names or any(ref[0] == player for ref in self._refs)

    async def rounds_naming(self, words: str) -> Sequence[RoundRow]:
        """See ``Store``."""
        return [
            self._rounds[place]
            for place in sorted(self._rounds)
            if words in self._rounds[place].setup
        ]

    async def forget(self, erasure: Erasure) -> None:
        """See ``Store``."""
        check_erasure(erasure)
        player = erasure.player
        wallets = {a: chips for a, chips in self._balances.items() if is_wallet_of(player, a)}
        if any(replace(each, owner=erasure.pseudonym) in self._balances for each in wallets):
            raise Conflict("a pseudonym that somebody has")
        back = tuple(back_to_the_mint(each, chips) for each, chips in wallets.items() if chips)
        answer = StoredAnswer(accepted=True, key="forgotten")
        await MemoryStore.commit(self, Commit(erasure.at, None, answer, back))
        self._rename_wallets(player, erasure.pseudonym)
        self._tables |= {table.number: table for table in erasure.tables}
        for dealt in erasure.rounds:
            place = dealt.table, dealt.number
            self._rounds[place] = replace(self._rounds[place], setup=dealt.setup)
        self._clear_answers(player, erasure.names)
        self._names.pop(player, None)
        self._refs = {key: ref for key, ref in self._refs.items() if ref.place != player}
        self._leavers.discard(player)
        await self.drop_expired(erasure.at)
        if wallets:
            self._forgotten[hash_of(self._key, player)] = erasure.at

    def _rename_wallets(self, player: PlayerId, pseudonym: PlayerId) -> None:
        def renamed(account: Account) -> Account:
            return replace(account, owner=pseudonym) if is_wallet_of(player, account) else account

        def anonymous(transfer: Transfer) -> Transfer:
            postings = tuple(
                Posting(renamed(each.account), each.chips) for each in transfer.postings
            )
            if postings == transfer.postings:
                return transfer
            own = transfer.once is not None and player in transfer.once
            return replace(transfer, postings=postings, once=None if own else transfer.once)

        self._balances = {renamed(account): chips for account, chips in self._balances.items()}
        self._transfers = [(at, anonymous(transfer)) for at, transfer in self._transfers]
        self._once = {transfer.once for _, transfer in self._transfers if transfer.once is not None}

    def _clear_answers(self, player: PlayerId, names: frozenset[str]) -> None:
        self._answers = {
            request: (at, replace(answer, facts=without_names(answer.facts, names)))
            for request, (at, answer) in self._answers.items()
            if not is_request_of(player, request)
        }

    async def forgotten_at(self, player: PlayerId, at: float) -> float | None:
        """See ``Store``."""
        found = self._forgotten.get(hash_of(self._key, player))
        return found if found is not None and still_known(found, at) else None

    async def drop_expired(self, at: float) -> None:
        """See ``Store``."""
        kept = {known: when for known, when in self._forgotten.items() if still_known(when, at)}
        self._forgotten = kept

    # --- reading ----------------------------------------------------------------------------

    async def balances(self, accounts: Iterable[Account]) -> Mapping[Account, int]:
        """See ``Store``."""
        return {account: self._balances.get(account, 0) for account in accounts}

    async def has_account(self, account: Account) -> bool:
        """See ``Store``."""
        return account in self._balances

    async def last_transfer_at(self, account: Account, reason: Reason) -> float | None:
        """See ``Store``."""
        own = {account} | {
            posting.account
            for _, transfer in self._transfers
            if transfer.reason is Reason.UPGRADE and _is_part(transfer, {account})
            for posting in transfer.postings
        }
        times = (
            at
            for at, transfer in reversed(self._transfers)
            if transfer.reason is reason and _is_part(transfer, own)
        )
        return next(times, None)

    async def newest_at(self) -> float | None:
        """See ``Store``."""
        answered = (at for at, _ in self._answers.values())
        moved = (at for at, _ in self._transfers)
        return max((*answered, *moved, *self._forgotten.values()), default=None)

    async def top(self, community: CommunityId, count: int) -> Sequence[tuple[PlayerId, int]]:
        """See ``Store``."""
        rich = [
            (PlayerId(account.owner), chips)
            for account, chips in self._balances.items()
            if account.kind is AccountKind.WALLET and account.community == community and chips > 0
        ]
        return sorted(rich, key=lambda line: (-line[1], line[0]))[:count]

    async def wallets(self, community: CommunityId) -> Sequence[Account]:
        """See ``Store``."""
        return sorted(
            account
            for account in self._balances
            if account.kind is AccountKind.WALLET and account.community == community
        )

    async def names(self, players: Iterable[PlayerId]) -> Mapping[PlayerId, str]:
        """See ``Store``."""
        return {player: self._names[player] for player in players if player in self._names}

    async def remember_name(self, player: PlayerId, name: str) -> None:
        """See ``Store``."""
        check_text(player, name)
        self._names[player] = name

    async def tables(self) -> Sequence[TableRow]:
        """See ``Store``."""
        return [self._tables[number] for number in sorted(self._tables)]

    async def round(self, table: int, number: int) -> tuple[RoundRow, Sequence[ActionRow]] | None:
        """See ``Store``."""
        row = self._rounds.get((table, number))
        if row is None:
            return None
        actions = self._actions.get((table, number), {})
        return row, tuple(actions[seq] for seq in sorted(actions))

    async def refs(self) -> Sequence[Ref]:
        """See ``Store``."""
        return list(self._refs.values())

    async def save_ref(self, ref: Ref) -> None:
        """See ``Store``."""
        check_text(ref.place, ref.kind, ref.key, ref.message or "", ref.digest)
        self._refs[ref.place, ref.kind, ref.key] = ref

    async def drop_ref(self, ref: Ref) -> None:
        """See ``Store``."""
        self._refs.pop((ref.place, ref.kind, ref.key), None)

    async def probe(self) -> None:
        """See ``Store``; memory always works."""

    async def close(self) -> None:
        """See ``Store``."""


def _is_part(transfer: Transfer, accounts: Collection[Account]) -> bool:
    """Whether any of these accounts takes part in a transfer."""
    return any(posting.account in accounts for posting in transfer.postings)
