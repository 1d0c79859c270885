"""The end of a round: everything is turned over, in the order of settlement (A-GEN-7)."""

from bot.basics import BANKER, Seat
from bot.games.base import Settled
from bot.games.points import TWENTY_ONE
from bot.games.twentyone.dials import EscapeBanker
from bot.games.twentyone.events import InsuranceDecided, SideBetsDecided, Why
from bot.games.twentyone.hands import End, is_natural
from bot.games.twentyone.settling import is_banker_charlie, pair_lines, result_of
from bot.games.twentyone.state import Draft, Round, seats_of
from bot.games.twentyone.views import Phase


def finish(draft: Draft, why: Why = Why.SHOWDOWN) -> None:
    """Show every hidden card, the banker's first (decision 6), and settle."""
    draft.reveal(BANKER, 0, why)
    draft.put(BANKER, 0, draft.bank.ended(_bank_end(draft)))
    if not forfeits(draft):
        decide_insurance(draft)
    for seat in seats_of(draft):
        for index, _ in enumerate(draft.boxes[seat].hands):
            draft.reveal(seat, index, Why.SHOWDOWN)
    decide_pairs(draft)
    draft.phase = Phase.OVER
    draft.events.append(Settled(result_of(draft).net))


def forfeits(state: Round) -> bool:
    """Whether the banker has left where that costs every initial bet (CN-31)."""
    return state.bank_left and state.dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS


def _bank_end(state: Round) -> End:
    if forfeits(state):
        return End.LEFT
    if state.bank.total.points > TWENTY_ONE:
        return End.BUST
    return End.CHARLIE if is_banker_charlie(state.bank, state.dials) else End.STOOD


def decide_insurance(draft: Draft) -> None:
    """Say what became of the insurance that is still open (HC-12, CN-16)."""
    if not draft.insurance_open:
        return
    seats = tuple(seat for seat in seats_of(draft) if draft.boxes[seat].premium)
    draft.insurance_open = False
    draft.events.append(InsuranceDecided(seats, paid=is_natural(draft.bank, draft.dials)))


def decide_pairs(draft: Draft) -> None:
    """Say what became of the pair bets that are still open (CN-20)."""
    if not draft.pairs_open:
        return
    net: dict[Seat, int] = {}
    for line in pair_lines(draft):
        net[line.seat] = net.get(line.seat, 0) + line.net
    draft.pairs_open = False
    draft.events.append(SideBetsDecided(net))
