"""How a round goes on: from the deal to the settlement, one step at a time."""

from bot.basics import BANKER, Seat
from bot.games.base import Bank, Setup, Step, Turn, Turns
from bot.games.twentyone import banking, insurance
from bot.games.twentyone.acting import act, actors, play_out_who_left
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dealing import deal
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.ending import finish, forfeits
from bot.games.twentyone.seeing import waiting
from bot.games.twentyone.state import Draft, Round, State
from bot.games.twentyone.views import Phase


def start(setup: Setup[Dials]) -> Step[State]:
    """Deal, and go on to the first decision."""
    draft = deal(setup)
    _go_on(draft)
    _ask(draft, before=None)
    return draft.step()


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Let a seat act, and go on to the next decision."""
    draft = Draft.of(state)
    act(draft, seat, action)
    if forfeits(draft):
        finish(draft)
    _go_on(draft)
    _ask(draft, before=state)
    return draft.step()


def _go_on(draft: Draft) -> None:
    """Take every step that needs nobody's word."""
    if draft.phase is Phase.INSURANCE and not actors(draft):
        insurance.close(draft)
    if draft.phase is Phase.PLAYERS:
        play_out_who_left(draft)
    if draft.phase is Phase.PLAYERS and not actors(draft):
        draft.phase = Phase.BANKER
    if draft.phase is Phase.BANKER:
        banking.play(draft)


def _ask(draft: Draft, before: State | None) -> None:
    """Say who decides now, if that is news and somebody has to be asked."""
    seats = waiting(draft)
    house = seats == (BANKER,) and draft.bank_by is Bank.HOUSE
    if seats and not house and (before is None or _moved_on(before, draft)):
        draft.events.append(Turn(seats))


def _moved_on(before: State, state: Round) -> bool:
    """Whether another phase began or, in order, the next seat is to act."""
    next_seat = state.dials.turns is Turns.IN_ORDER and waiting(before) != waiting(state)
    return before.phase is not state.phase or next_seat
