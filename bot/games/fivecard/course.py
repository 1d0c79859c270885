"""How a round goes: the deal, what a seat may do, doing it, and going on to the showdown."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from bot.basics import Refusal, Seat, not_now, unreadable
from bot.games.bankless import check_equal, check_no_bank
from bot.games.base import Acted, Settled, Setup, Step, Turn, Turns
from bot.games.dials import EscapePlayer
from bot.games.fivecard.dials import Dials
from bot.games.fivecard.settling import is_decided, result_of, tied
from bot.games.fivecard.state import Draft, End, Hand, State, draws_no_more
from bot.games.fivecard.views import Phase, Why
from bot.games.points import TWENTY_ONE


class Action(StrEnum):
    """What a seat may do; the value is how it is written. Nothing is doubled or split (A-HF-6)."""

    HIT = "hit"
    STAND = "stand"
    LEAVE = "leave"


def parse_action(words: Sequence[str]) -> Action:
    """Read an action as it is typed; raises ``Refusal(unreadable, "unknown-action")``."""
    text = " ".join(words).lower()
    for action in Action:
        if action.value == text:
            return action
    raise unreadable("unknown-action", action=text.partition(" ")[0][:32])


# --- the deal ---------------------------------------------------------------------------------


def check(setup: Setup[Dials]) -> None:
    """Refuse a setup that the dials do not allow.

    Raises ``Refusal(not_now)``: ``no-bank``, ``side-bet-not-offered``, ``too-few-players``,
    ``too-many-players``, ``bet-too-small``, ``bet-off-step``, ``stakes-differ``.
    """
    dials, players = setup.dials, len(setup.stakes)
    check_no_bank(setup)
    if players < dials.seats_min:
        raise not_now("too-few-players", least=dials.seats_min)
    if players > dials.seats_max:
        raise not_now("too-many-players", most=dials.seats_max)
    _check_stakes(setup.stakes, dials.bet_step)


def _check_stakes(stakes: Sequence[int], step: int) -> None:
    first = stakes[0]
    if min(stakes) < 1:
        raise not_now("bet-too-small", least=step)
    check_equal(stakes)
    if first % step:
        raise not_now("bet-off-step", step=step)


def start(setup: Setup[Dials]) -> Step[State]:
    """Deal one card to each seat in order, then the second likewise; go on to a decision (HF-1)."""
    check(setup)
    dials, stakes = setup.dials, setup.stakes
    draft = Draft(State(dials, stakes[0], (Hand(),) * len(stakes), setup.deck))
    for face in (dials.player_first_card, dials.player_second_card):
        for seat in draft.state.seats:
            draft.give(seat, face)
    for seat in draft.state.seats:
        _close(draft, seat)
    _go_on(draft, before=())
    return draft.step()


# --- what a seat may do -----------------------------------------------------------------------


def actors(state: State) -> tuple[Seat, ...]:
    """Return the seats that may decide now, in order."""
    if state.phase is Phase.OVER:
        return ()
    return state.playing[:1] if state.dials.turns is Turns.IN_ORDER else state.playing


def allowed(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action that a seat may take now, the way out last."""
    quits = (Action.LEAVE,) if _may_leave(state, seat) else ()
    if seat not in actors(state):
        return quits
    if draws_no_more(state.hands[seat], state.dials):
        return (Action.STAND, *quits)  # decision 3: what lies face down waits for its owner's word
    return (Action.HIT, Action.STAND, *quits)


def _may_leave(state: State, seat: Seat) -> bool:
    return state.phase is not Phase.OVER and seat in state.seats and not state.hands[seat].left


def forfeited(state: State, seat: Seat) -> int:
    """Return the chips that a seat gives up by leaving now (decision 8)."""
    stands = state.dials.escape_player is EscapePlayer.AUTO_STAND
    return 0 if stands or state.hands[seat].end else state.stake


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    """Let a seat act, and go on to the next decision; raises why it may not."""
    if action not in allowed(state, seat):
        raise _refusal(state, seat, action)
    draft = Draft(state)
    draft.events.append(Acted(seat, action))
    match action:
        case Action.HIT:
            draft.give(seat, state.dials.hit_cards)
        case Action.STAND:
            draft.put(seat, replace(state.hands[seat], end=End.STOOD))
        case Action.LEAVE:
            _leave(draft, seat)
    _close(draft, seat)
    _go_on(draft, before=actors(state))
    return draft.step()


def _refusal(state: State, seat: Seat, action: Action) -> Refusal:
    """Return why a seat may not take an action now."""
    if seat not in state.seats:
        return not_now("unknown-seat")
    if state.phase is Phase.OVER:
        return not_now("no-round")
    if action is Action.LEAVE:
        return not_now("already-left")
    if seat not in actors(state):
        ended = state.hands[seat].end
        return not_now("hand-finished", hands=1) if ended else not_now("not-your-turn")
    return not_now("only-stand")


def _leave(draft: Draft, seat: Seat) -> None:
    """Leave: a finished hand stays as it is, another stands or is forfeited (decision 8)."""
    hand = draft.state.hands[seat]
    stands = draft.state.dials.escape_player is EscapePlayer.AUTO_STAND
    end = hand.end or (End.STOOD if stands else End.LEFT)
    draft.put(seat, replace(hand, end=end, left=True))


# --- what follows of itself -------------------------------------------------------------------


def _close(draft: Draft, seat: Seat) -> None:
    """End a hand that ends of itself, and show a bust (HF-3, A-QQ-8).

    Decision 3: a 21 with a face-down card in it waits for its owner; five cards are there for
    everyone to count (HF-4).
    """
    hand, dials = draft.state.hands[seat], draft.state.dials
    full = dials.max_cards is not None and len(hand.cards) >= dials.max_cards
    shown = not hand.face_down and draws_no_more(hand, dials)
    if hand.end is not None:
        return
    if hand.total.points > TWENTY_ONE:
        draft.put(seat, replace(hand, end=End.BUST))
        draft.reveal(seat, Why.BUST)
    elif full or shown:
        draft.put(seat, replace(hand, end=End.STOOD))


def _go_on(draft: Draft, before: tuple[Seat, ...]) -> None:
    """Finish the round if it is decided, else say who is asked, if that is news."""
    if is_decided(draft.state):
        _finish(draft)
        return
    asked = actors(draft.state)
    in_order = draft.state.dials.turns is Turns.IN_ORDER
    if not before or (in_order and asked != before):
        draft.events.append(Turn(asked))


def _finish(draft: Draft) -> None:
    """Show every hidden card, let those who are equal draw, and settle."""
    for seat in draft.state.seats:
        draft.reveal(seat, Why.SHOWDOWN)
    for seat in tied(draft.state):
        draft.break_tie(seat)
    draft.state = replace(draft.state, phase=Phase.OVER)
    draft.events.append(Settled(result_of(draft.state).net))
