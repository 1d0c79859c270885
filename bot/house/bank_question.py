"""With how much somebody takes the bank who never has: asked once, then remembered.

*Bank* puts the wallet of whoever presses it at stake, so the first press only asks (design,
section 6). The question reaches the presser alone, by alert and, where they can be written to, by a
private message with a button for each amount. It needs no private chat: a second press of *Bank*
takes the default, everything. It counts from ``SOON`` on, so that an impatient finger stakes
nothing, and for ``VALID_SECONDS``. Whoever has banked here before is not asked: a press brings the
same again, at most what they have. Who types ``/bank`` or ``/bank N`` has said it all.
"""

from dataclasses import replace

from bot.basics import ambiguous
from bot.house.decision import Context, Decision
from bot.house.questions import carried
from bot.house.table import Sitter, Table, with_entry, without_entry
from bot.requests import refused

SOON = 2.0
"""A second press within so many seconds of the question is its echo."""

VALID_SECONDS = 300.0
"""Whoever presses later has forgotten the question: it is asked again."""


def is_asked(table: Table, ctx: Context) -> bool:
    """Whether this press of *Bank* says too little, so that it is answered by the question."""
    typed = ctx.request.seen is None or ctx.request.args
    if typed or ctx.player in dict(table.last_banks):
        return False
    asked_at = dict(table.bank_asked).get(ctx.player)
    return asked_at is None or not SOON <= ctx.at - asked_at <= VALID_SECONDS


def ask(table: Table, ctx: Context, held: int, need: int) -> Decision:
    """Ask with how much of ``held`` chips; a bank covers ``need`` at least.

    The facts are the amounts, 0 for one that is too small, one as it is ``typed``, and what the
    buttons carry. Nothing that the group sees changes. An echo does not put the second press off.
    """
    asked_at = dict(table.bank_asked).get(ctx.player)
    if asked_at is None or not 0 <= ctx.at - asked_at < SOON:
        table = replace(table, bank_asked=with_entry(table.bank_asked, ctx.player, ctx.at))
    parts = {"half": held // 2, "quarter": held // 4}
    question = ambiguous(
        "bank-how-much",
        all=held,
        typed=str(max(held // 2, need) if held >= need else held),
        **{part: chips if chips >= need else 0 for part, chips in parts.items()},
        **carried(table),
    )
    return Decision(table, refused(question))


def last_wish(table: Table, ctx: Context, held: int) -> int | None:
    """Return the bank that was held here last, at most ``held`` chips; ``None`` for everything."""
    last = dict(table.last_banks).get(ctx.player)
    return None if last is None else min(last, held)


def remember_wish(table: Table, sitter: Sitter) -> Table:
    """Keep the amount for the next press; the question is answered."""
    last = with_entry(table.last_banks, sitter.player, sitter.bank_wish)
    asked = without_entry(table.bank_asked, sitter.player)
    return replace(table, last_banks=last, bank_asked=asked)
