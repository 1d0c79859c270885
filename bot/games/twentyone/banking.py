"""The banker's turn: what he must do happens at once, he is asked for choices (decision 6)."""

from bot.basics import BANKER
from bot.games.base import Acted
from bot.games.dials import Face
from bot.games.points import TWENTY_ONE, value_of
from bot.games.twentyone.actions import Action
from bot.games.twentyone.dials import BankerDraws, BankerSoft, Dials, Winner
from bot.games.twentyone.ending import finish
from bot.games.twentyone.events import Why
from bot.games.twentyone.hands import End, Hand, is_natural
from bot.games.twentyone.insurance import upcard_rank
from bot.games.twentyone.settling import early_verdict, is_banker_charlie
from bot.games.twentyone.state import Draft, Round

_BOTH = (Action.HIT, Action.STAND)
_HIT = (Action.HIT,)
_STAND = (Action.STAND,)
SOFT_17 = 17
"""From here up a soft total is a matter of ``banker_soft``."""


def options(bank: Hand, dials: Dials) -> tuple[Action, ...]:
    """Return what the banker may do with a hand that is not bust: draw, stand, or either."""
    points, soft = bank.total
    full = dials.max_cards is not None and len(bank.cards) >= dials.max_cards  # A-HB-15
    if full or is_banker_charlie(bank, dials) or points == TWENTY_ONE:
        return _STAND  # A-CN-2: drawing on 21 is never sensible
    if dials.banker_draws is BankerDraws.FREE:
        return _BOTH  # A-QQ-1
    if points < dials.banker_stands_on:
        return _HIT  # HC-6, HB-10, CN-9
    if dials.banker_draws is BankerDraws.FREE_FROM_17:
        return _BOTH  # decision 10
    return _soft_options(points, dials) if soft else _STAND


def _soft_options(points: int, dials: Dials) -> tuple[Action, ...]:
    if dials.banker_soft is BankerSoft.CHOICE and points >= SOFT_17:
        return _BOTH  # CN-10, A-CN-2
    hits = dials.banker_soft is BankerSoft.HIT_SOFT_17 and points == SOFT_17
    return _HIT if hits else _STAND


def policy(bank: Hand, dials: Dials) -> Action:
    """Return what the house, or a banker whose time is up, does with a choice (decision 5)."""
    return Action.HIT if bank.total.points < dials.banker_stands_on else Action.STAND


def play(draft: Draft) -> None:
    """Play the bank as far as nobody need be asked, and finish the round if that is the end."""
    if _second_card_matters(draft) or points_matter(draft):
        draft.reveal(BANKER, 0, Why.TURN)
        if len(draft.bank.cards) == 1:
            draft.give(BANKER, 0, Face.OPEN)  # decision 7
    while points_matter(draft) and draft.bank.total.points <= TWENTY_ONE:
        choices = options(draft.bank, draft.dials)
        if choices == _BOTH and not draft.bank_left:
            return
        if choices == _BOTH:
            choices = (policy(draft.bank, draft.dials),)
        if choices == _STAND:
            break
        draft.give(BANKER, 0, Face.OPEN)
    finish(draft)


def points_matter(state: Round) -> bool:
    """Whether a card of the banker's could change how some hand is settled (A-GEN-8)."""
    return state.bank.end is None and any(
        is_contested(hand, state.dials) for box in state.boxes for hand in box.hands
    )


def is_contested(hand: Hand, dials: Dials) -> bool:
    """Whether a hand is settled by points."""
    return early_verdict(hand, dials) is None and not is_natural(hand, dials)


def _second_card_matters(state: Round) -> bool:
    """Whether a natural or insurance waits for the card that the banker has still to get."""
    if not may_turn_natural(state.bank, state.dials):
        return False
    return state.insurance_open or any(
        waits_for_natural(hand, state.dials) for box in state.boxes for hand in box.hands
    )


def may_turn_natural(bank: Hand, dials: Dials) -> bool:
    """Whether one more card can make the bank's only one a natural (decision 7)."""
    return len(bank.cards) == 1 and value_of(upcard_rank(bank, dials)) in {1, 10}


def waits_for_natural(hand: Hand, dials: Dials) -> bool:
    """Whether a player's natural is worth less, should the bank have one too."""
    beaten = dials.natural_vs_banker_natural is not Winner.PLAYER
    return beaten and is_natural(hand, dials) and hand.end is End.STOOD


def act(draft: Draft, action: Action) -> None:
    """Let the banker draw or stand; ``play`` goes on from there."""
    draft.events.append(Acted(BANKER, action))
    if action is Action.HIT:
        draft.give(BANKER, 0, Face.OPEN)
    else:
        draft.put(BANKER, 0, draft.bank.ended(End.STOOD))
