"""The end of a round: everything is turned over, in the order of settlement (A-GEN-7)."""

from dataclasses import replace

from bot.basics import BANKER, Seat
from bot.games.base import Settled
from bot.games.twentyone.dials import EscapeBanker
from bot.games.twentyone.events import InsuranceDecided, SideBetsDecided, Why
from bot.games.twentyone.hands import TWENTY_ONE, End, is_natural
from bot.games.twentyone.settling import is_banker_charlie, pair_lines, result_of
from bot.games.twentyone.state import Draft, State
from bot.games.twentyone.views import Phase


def finish(draft: Draft, why: Why = Why.SHOWDOWN) -> None:
    """Show every hidden card, the banker's first (decision 6), and settle."""
    draft.reveal(BANKER, 0, why)
    draft.put(BANKER, 0, replace(draft.state.bank, end=_bank_end(draft.state)))
    if not forfeits(draft.state):
        decide_insurance(draft)
    for seat in draft.state.seats:
        for index, _ in enumerate(draft.state.boxes[seat].hands):
            draft.reveal(seat, index, Why.SHOWDOWN)
    decide_pairs(draft)
    draft.state = replace(draft.state, phase=Phase.OVER)
    draft.events.append(Settled(result_of(draft.state).net))


def forfeits(state: State) -> bool:
    """Whether the banker has left where that costs every initial bet (CN-31)."""
    return state.bank_left and state.dials.escape_banker is EscapeBanker.SUM_OF_INITIAL_BETS


def _bank_end(state: State) -> End:
    if forfeits(state):
        return End.LEFT
    if state.bank.total.points > TWENTY_ONE:
        return End.BUST
    return End.CHARLIE if is_banker_charlie(state.bank, state.dials) else End.STOOD


def decide_insurance(draft: Draft) -> None:
    """Say what became of the insurance that is still open (HC-12, CN-16)."""
    if not draft.state.insurance_open:
        return
    state = draft.state
    seats = tuple(seat for seat in state.seats if state.boxes[seat].premium)
    draft.state = replace(state, insurance_open=False)
    draft.events.append(InsuranceDecided(seats, paid=is_natural(state.bank, state.dials)))


def decide_pairs(draft: Draft) -> None:
    """Say what became of the pair bets that are still open (CN-20)."""
    if not draft.state.pairs_open:
        return
    net: dict[Seat, int] = {}
    for line in pair_lines(draft.state):
        net[line.seat] = net.get(line.seat, 0) + line.net
    draft.state = replace(draft.state, pairs_open=False)
    draft.events.append(SideBetsDecided(net))
