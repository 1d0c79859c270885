"""Insurance and the look at the hole card: what happens between the deal and the players."""

from bot.basics import Seat
from bot.games.points import value_of
from bot.games.twentyone.dials import Dials, HoleCard, Insurance, Peek
from bot.games.twentyone.ending import decide_insurance, finish
from bot.games.twentyone.events import Answered, Insured, Peeked, Why
from bot.games.twentyone.hands import Hand, is_natural
from bot.games.twentyone.settling import early_verdict, times
from bot.games.twentyone.state import Box, Draft, seats_of
from bot.games.twentyone.views import Phase


def offer(draft: Draft) -> None:
    """Ask everyone whose hand is not paid yet, if the upcard is an ace (HC-11, CN-12, A-CN-14)."""
    dials = draft.dials
    if dials.insurance is Insurance.NONE or upcard_rank(draft.bank, dials) != "A":
        return
    for seat in seats_of(draft):
        box = draft.boxes[seat]
        if early_verdict(box.hands[0], dials) is None:
            draft.boxes[seat] = box._replace(asked=True)
    if any(box.asked for box in draft.boxes):
        draft.phase = Phase.INSURANCE


def upcard_rank(bank: Hand, dials: Dials) -> str:
    """Return the rank of the banker's upcard: his second card, or the only one (decision 7)."""
    place = 0 if dials.hole_card is HoleCard.AFTER_PLAYERS else 1
    return bank.cards[place].rank


def premium_of(box: Box, dials: Dials) -> int:
    """Return what insuring a box costs: exactly this part of the bet (A-HC-6, CN-13)."""
    return times(box.bet, dials.insurance_amount)


def answer(draft: Draft, seat: Seat, *, insured: bool) -> None:
    """Take one seat's answer; it stays between the seat and the rules until all have answered."""
    box = draft.boxes[seat]
    premium = premium_of(box, draft.dials) if insured else 0
    draft.boxes[seat] = box._replace(premium=premium)
    if premium:
        draft.put_up(seat, premium)
    draft.events.append(Answered(seat, insured))


def close(draft: Draft) -> None:
    """Tell who is insured once all have answered; the hole card is looked at next."""
    boxes = draft.boxes
    seats = tuple(seat for seat in seats_of(draft) if boxes[seat].premium)
    draft.events.append(Insured(seats))
    draft.phase = Phase.PLAYERS
    draft.insurance_open = bool(seats)
    peek(draft)


def peek(draft: Draft) -> None:
    """Look at the hole card where the rules say so; a natural ends the round (A-HC-2, A-CN-5)."""
    if not peeks(draft.dials, upcard_rank(draft.bank, draft.dials)):
        return
    natural = is_natural(draft.bank, draft.dials)
    draft.events.append(Peeked(natural))
    if natural:
        finish(draft, Why.NATURAL)
    else:
        decide_insurance(draft)


def peeks(dials: Dials, upcard: str) -> bool:
    """Whether the banker looks for a natural under that upcard."""
    if dials.hole_card is HoleCard.AFTER_PLAYERS or dials.peek is Peek.NONE:
        return False
    return upcard == "A" or (dials.peek is Peek.ACE_TEN and value_of(upcard) == 10)
