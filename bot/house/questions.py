"""Questions: answered from the frozen state, without the lock, never recorded."""

from collections.abc import Sequence

from bot.basics import Fact, PlayerId, Refusal, ambiguous, not_now
from bot.commands import COMMANDS
from bot.games import game_of_rules
from bot.house.decision import accepted
from bot.house.match import not_seated
from bot.house.play import not_in_round, phase_of, plays
from bot.house.rules import in_force, named_rules, unknown_rules
from bot.house.table import Sitter, Table
from bot.notices import TablePhase
from bot.ports import ANSWERS_KEPT_SECONDS, FORGOTTEN_SECONDS
from bot.requests import Reply, Request

DAY_SECONDS = 24 * 3600

TOP_LINES = 10
"""How many of the richest ``/top`` names."""


def hand(table: Table, request: Request) -> Reply:
    """Answer My cards; the cards themselves are added from the private view of that moment."""
    if table.running is None or table.running.seat_of(request.player) is None:
        sitter = table.sitter(request.player)
        waits = sitter is not None and sitter.is_in and table.phase is not TablePhase.PLAY
        raise not_now("not-dealt-yet") if waits else not_in_round(table)
    return accepted("hand" if table.phase is TablePhase.PLAY else "hand-over")


def balance(table: Table, request: Request, chips: int) -> Reply:
    """Answer how many chips a player has: in the wallet, and staked at this table."""
    staked = staked_at(table, request.player)
    return accepted("balance-staked" if staked else "balance", chips=chips, staked=staked)


def staked_at(table: Table, player: PlayerId) -> int:
    """Return what of a player's chips lies in this table's escrows."""
    sitter, running = table.sitter(player), table.running
    chips = (sitter.held if sitter else 0) + table.side_chips(player)
    chips += table.bank if table.banker == player else 0
    if running is not None and plays(table, player):
        seat = running.seat_of(player)
        held = running.bank_chips if player == running.banker else running.staked[seat or 0]
        chips += held
    return chips


def place_of(table: Table, player: PlayerId) -> Sitter:
    """Return a person's place; a closed table still shows who sat there and takes nothing."""
    sitter = table.sitter(player)
    if table.phase is TablePhase.CLOSED:
        raise not_now("no-table")
    if sitter is None:
        raise not_seated(table)
    return sitter


def stakers(table: Table) -> frozenset[PlayerId]:
    """Return everyone who may have chips in this table's escrows."""
    running = table.running if table.phase is TablePhase.PLAY else None
    seated = frozenset(sitter.player for sitter in table.sitters)
    return seated | frozenset(running.everyone if running else ())


def top(lines: Sequence[tuple[str, int]]) -> Reply:
    """Answer who has the most chips: ``name1``, ``chips1`` and so on, ``count`` of them."""
    facts: dict[str, int | str] = {"count": len(lines)}
    for place, (name, chips) in enumerate(lines[:TOP_LINES], start=1):
        facts[f"name{place}"] = name
        facts[f"chips{place}"] = chips
    return accepted("top" if lines else "top-empty", **facts)


def carried(table: Table, place: str = "") -> dict[str, Fact]:
    """Return what a button for a table carries, as facts; ``place`` tells several tables apart.

    At a table for matches also ``deal``, the number of the deal that is on, 0 between two matches.
    """
    match = table.running.match if table.running else None
    deal: dict[str, Fact] = {f"deal{place}": match.deal if match else 0}
    return (deal if in_force(table).rules.is_match else {}) | {
        f"chat{place}": table.chat,
        f"table{place}": table.number,
        f"round{place}": table.round,
        f"phase{place}": phase_of(table),
    }


def which_table(request: Request, tables: Sequence[Table]) -> Refusal:
    """Return the question which of their tables somebody means, asked in private.

    The facts are ``command``, what was typed; ``count``; for each table from 1 ``chat``, ``table``,
    ``round`` and ``phase``, as a button under it carries them, and ``staked``, the asker's chips.
    Whoever presses such a button says the same at that table, while it is in that phase.
    """
    facts: dict[str, Fact] = {
        "command": " ".join((request.verb, *request.args)),
        "count": 0 if request.targets else len(tables),  # no button carries a mention
    }
    for place, table in enumerate(tables, start=1):
        facts |= carried(table, str(place))
        facts[f"staked{place}"] = staked_at(table, request.player)
    return ambiguous("several-tables", **facts)


def rules(table: Table, request: Request) -> Reply:
    """Answer by which rules this table, or a preset that was named, is played."""
    table = table if table.phase is TablePhase.PLAY else table.renewed
    preset, options = table.rules, table.options
    if request.args:
        preset, options = named_rules(request.args) or preset, ()
    game = game_of_rules(preset)
    if game is None:
        raise unknown_rules(preset)
    written = " ".join(f"{name}={value}" for name, value in options)
    return accepted("rules", game=game.name, rules=preset, options=written)


def privacy() -> Reply:
    """Answer what is kept of people, and for how long."""
    days, answer_days = FORGOTTEN_SECONDS // DAY_SECONDS, ANSWERS_KEPT_SECONDS // DAY_SECONDS
    return accepted("privacy", days=days, answer_days=answer_days)


def help_(request: Request) -> Reply:
    """Answer with every command that this person may type where they asked: ``place``."""
    verbs = [
        spec.verb
        for spec in COMMANDS
        if not spec.button_only
        and request.place in spec.places
        and (request.rights.admin or not spec.admin_only)
    ]
    return accepted("help", verbs=" ".join(verbs), place=request.place.value)
