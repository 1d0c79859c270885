"""A table and a dealt round as the store keeps them, the round also back: JSON, deck in order."""

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from bot import fairness
from bot.basics import PlayerId, Seat, not_now
from bot.cards import format_cards, parse_cards
from bot.games import find_game
from bot.games.base import FIRST, Bank, Setup, SideBet
from bot.house.table import Running, Table, dump_table
from bot.notices import TablePhase
from bot.ports import TableRow


@dataclass(frozen=True, slots=True, config=ConfigDict(hide_input_in_errors=True))
class StoredSetup:
    """What is written when a round is dealt; enough to play it again without a shuffle."""

    game: str
    rules: str
    options: dict[str, str]
    players: tuple[PlayerId, ...]
    stakes: tuple[int, ...]
    bank: Bank
    banker: PlayerId | None
    bank_chips: int
    deck: str
    seed: str
    commitment: str
    table: str
    round: int
    side_bets: tuple[SideBet, ...] = ()
    dealer: Seat = FIRST
    scores: tuple[int, ...] = ()


_SETUP: TypeAdapter[StoredSetup] = TypeAdapter(StoredSetup)

VOIDED = '{"voided": true}'
"""What is stored as the result of a round that was called off: every stake went back."""


def stored_table(table: Table) -> TableRow:
    """Return a table as it is stored."""
    live = table.phase is not TablePhase.CLOSED
    return TableRow(table.chat, table.number, dump_table(table), live, table.matches)


def dump_setup(table: Table, running: Running, setup: Setup[object]) -> str:
    """Write the round that ``table`` is about to deal (``table.round`` is still the last one)."""
    stored = StoredSetup(
        game=table.game,
        rules=table.rules,
        options=dict(table.options),
        players=running.players,
        stakes=setup.stakes,
        bank=running.bank,
        banker=running.banker,
        bank_chips=running.bank_chips,
        deck=format_cards(setup.deck),
        seed=table.seed,
        commitment=fairness.shown_commitment(bytes.fromhex(table.seed)),
        table=table.chat,
        round=table.round + 1,
        side_bets=setup.side_bets,
        dealer=setup.dealer,
        scores=setup.scores,
    )
    return _SETUP.dump_json(stored).decode()


def load_setup(text: str) -> StoredSetup:
    """Read a stored round; raises ``ValueError`` for what is not one."""
    return _SETUP.validate_json(text)


def setup_of(stored: StoredSetup) -> Setup[object]:
    """Return what the rules start from; raises ``Refusal`` when the rules no longer exist."""
    game = find_game(stored.game)
    if stored.rules not in game.presets:
        raise not_now("unknown-rules", rules=stored.rules)
    dials: object = game.with_options(stored.rules, stored.options)
    deck = parse_cards(stored.deck)
    return Setup(
        dials,
        stored.stakes,
        deck,
        stored.bank,
        stored.side_bets,
        stored.dealer,
        stored.scores,
    )
