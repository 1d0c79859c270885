"""A round that has ended, out of the store as a round record (design, section 8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot import fairness
from bot.basics import BANKER, NAMELESS, PlayerId, Seat
from bot.games import find_game
from bot.games.base import AnyGame, Bank, Setup
from bot.house.archive import VOIDED, StoredSetup, load_setup, setup_of
from bot.ports import ActionRow, RoundRow
from bot.record import (
    AUTO,
    HOUSE,
    Record,
    RecordedSeat,
    RecordedSideBet,
    written_options,
)
from bot.record_cribbage import written_by_names


class StoredUnreadable(Exception):
    """What the store holds of a round is no round of ours."""


def players_of(row: RoundRow) -> tuple[PlayerId, ...]:
    """Return who played a stored round, in the order of play, a banker last.

    Raises ``StoredUnreadable``.
    """
    return _everyone(_loaded(row))


def _loaded(row: RoundRow) -> StoredSetup:
    try:
        return load_setup(row.setup)
    except ValueError:
        raise StoredUnreadable(f"round {row.table}.{row.number}") from None


def record_of(
    row: RoundRow,
    actions: Sequence[ActionRow],
    names: Mapping[PlayerId, str],
    *,
    with_ids: bool = False,
) -> Record:
    """Return a round that has ended as a record that plays again to the same result.

    ``names`` are those that are known; whoever has none is called by the seat, and of two with one
    name the second gets a number. ``with_ids`` adds what only platforms know: who the players are,
    and the chat, without which the deck does not follow from the seed. Raises ``ValueError`` for a
    round that has no result yet, for its seed is still a secret, ``StoredUnreadable``, and
    ``Refusal`` where the rules are no longer known.
    """
    if row.result is None:
        raise ValueError(f"round {row.table}.{row.number} has not ended")
    stored = _loaded(row)
    setup = setup_of(stored)
    named = _named(stored, names)
    seats = [named[Seat(place)] for place in range(len(stored.players))]
    game = find_game(stored.game)
    is_match = game.table_rules(setup.dials).is_match
    banker = named[BANKER] if stored.banker is not None else None
    return Record(
        game=stored.game,
        rules=stored.rules,
        options=dict(written_options(game, stored.rules, setup.dials)),
        seats=tuple(map(RecordedSeat, seats, setup.stakes)),
        banker=banker,
        bank=stored.bank_chips if setup.bank is Bank.PLAYER else None,
        side_bets=tuple(
            RecordedSideBet(named[bet.by], named[bet.on], bet.chips) for bet in setup.side_bets
        ),
        deck=setup.deck,
        actions=tuple(
            _written(action, words, named)
            for action, words in zip(actions, _by_names(game, setup, actions), strict=True)
        ),
        voided=row.result == VOIDED,
        dealer=seats[setup.dealer] if is_match else None,
        scores=dict(zip(seats, setup.scores, strict=True)) if setup.scores else None,
        ids=_ids(stored, named) if with_ids else None,
        fairness=_fairness(stored, with_ids=with_ids),
    )


def _everyone(stored: StoredSetup) -> tuple[PlayerId, ...]:
    return (*stored.players, stored.banker) if stored.banker else stored.players


def _named(stored: StoredSetup, names: Mapping[PlayerId, str]) -> dict[Seat, str]:
    """Return what everybody is called in the record, the house in the bank's seat too."""
    named = {BANKER: HOUSE}
    seats = [Seat(place) for place in range(len(stored.players))]
    for seat, player in zip([*seats, BANKER], _everyone(stored), strict=False):
        stand_in = "banker" if seat == BANKER else f"seat {seat + 1}"
        name = names.get(player, NAMELESS)
        named[seat] = _unique(stand_in if name == NAMELESS else name, {HOUSE, *named.values()})
    return named


def _unique(name: str, taken: set[str]) -> str:
    """Return a name, with a number behind it where somebody else has it."""
    number, called = 1, name
    while called in taken:
        number += 1
        called = f"{name} {number}"
    return called


def _by_names(game: AnyGame, setup: Setup[object], actions: Sequence[ActionRow]) -> list[str]:
    """Return the words of actions; cards that stood for themselves by their places are named."""
    if not game.table_rules(setup.dials).is_match:
        return [action.words for action in actions]
    told, state = [], game.start(setup).state
    for action in actions:
        seat, move = Seat(action.seat), game.parse(action.words.split())
        told.append(written_by_names(state, seat, move) or action.words)
        state = game.apply(state, seat, move).state
    return told


def _written(action: ActionRow, words: str, named: Mapping[Seat, str]) -> tuple[str, ...]:
    auto = (AUTO,) if action.auto else ()
    return (named[Seat(action.seat)], *words.split(), *auto)


def _ids(stored: StoredSetup, named: Mapping[Seat, str]) -> dict[str, str]:
    ids = {named[Seat(place)]: str(player) for place, player in enumerate(stored.players)}
    return {**ids, named[BANKER]: str(stored.banker)} if stored.banker else ids


def _fairness(stored: StoredSetup, *, with_ids: bool) -> dict[str, Any]:
    seed = bytes.fromhex(stored.seed)
    shown = {"seed": stored.seed, "commitment": fairness.commitment(seed).hex()}
    chat = {"table": stored.table} if with_ids else {}
    return {**shown, **chat, "round": stored.round, "seeds": [], "cut": None}
