"""Rounds by the thousand: every form that a hand can take is looked at by the rules once.

What the rules say of a hand hangs on its ranks, not on their order or their suits (but for a run of
one suit). So the hands of a strategy make a graph: a card leads from one form to the next, and at
each form the rules have said what is done there and what it wins against which bank. Playing is
walking. The forms hold real hands, and every answer is that of the rules that tables play by.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.cards import Card
from bot.games.dials import Face
from bot.games.points import TWENTY_ONE
from bot.games.twentyone.acting import end_of, hand_actions
from bot.games.twentyone.actions import Action
from bot.games.twentyone.banking import (
    is_contested,
    may_turn_natural,
    options,
    policy,
    waits_for_natural,
)
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import Dials, HoleCard
from bot.games.twentyone.hands import End, Hand, run_suit
from bot.games.twentyone.insurance import peeks, upcard_rank
from bot.games.twentyone.settling import Standing, standing_of, times, verdicts
from bot.games.twentyone.strategies import Strategy, choice

Draw = Callable[[], Card]
"""Where the next card comes from."""


@dataclass(slots=True, eq=False)
class Form:
    """A player's hand, what the strategy does with it, and where that leads.

    ``action`` is ``None`` where the hand has ended. ``then`` is the form after the action as far as
    no card is needed for it: doubled, stood, or the two halves of a split. ``net`` grows as the
    hand meets banks; a natural looks at all hands of a box together.
    """

    hand: Hand
    action: Action | None
    contested: bool
    waits_for_natural: bool
    then: tuple["Form", ...] = ()
    following: dict[Card, "Form"] = field(default_factory=dict)
    net: dict[Standing, int] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class BankForm:
    """The bank's hand, whether it draws, and what players' hands are settled against."""

    hand: Hand
    draws: bool
    standing: Standing
    following: dict[Card, "BankForm"] = field(default_factory=dict)


class Forms:
    """Every form of hands under some dials and one strategy, built as they are met."""

    def __init__(self, dials: Dials, strategy: Strategy) -> None:
        self.bet = stake_step(dials)
        self._dials = dials
        self._strategy = strategy
        self._forms: dict[object, Form] = {}
        self._bank_forms: dict[object, BankForm] = {}
        self._empty = self._form(Hand(bet=self.bet, stake=self.bet))
        self._empty_bank = self._bank_form(Hand())

    def play(self, players: int, draw: Draw) -> list[int]:
        """Play one round of so many players and return what each wins, with bets of ``bet``.

        Cards come in the order of a table where each seat finishes before the next. Nobody
        insures; the bank plays its fixed policy.
        """
        forms = [self._after(self._empty, draw()) for _ in range(players)]
        bank = self._bank_after(self._empty_bank, draw())
        forms = [self._after(form, draw()) for form in forms]
        if self._dials.hole_card is HoleCard.AT_DEAL:
            bank = self._bank_after(bank, draw())
        if bank.standing.natural and self._peeks(bank.hand):
            boxes = [[form] for form in forms]
        else:
            boxes = [self._played(form, draw) for form in forms]
            bank = self._bank_played(boxes, bank, draw)
        return [self._won(box, bank.standing) for box in boxes]

    def _played(self, form: Form, draw: Draw) -> list[Form]:
        """Return a box as it ends: the hand, or those that splits made of it."""
        played, waiting = [], [form]
        while waiting:
            form = waiting.pop()
            while form.action is not None:
                if form.action is Action.SPLIT:
                    form, second = (self._after(half, draw()) for half in form.then)
                    waiting.append(second)
                elif form.action is Action.STAND:
                    form = form.then[0]
                else:
                    form = self._after(form.then[0], draw())
            played.append(form)
        return played

    def _bank_played(self, boxes: list[list[Form]], bank: BankForm, draw: Draw) -> BankForm:
        """Return the bank as it ends; it draws only where that matters (A-GEN-8)."""
        contested = any(form.contested for box in boxes for form in box)
        if len(bank.hand.cards) == 1 and (contested or self._second_card_matters(boxes, bank)):
            bank = self._bank_after(bank, draw())
        while contested and bank.draws:
            bank = self._bank_after(bank, draw())
        return bank

    def _second_card_matters(self, boxes: list[list[Form]], bank: BankForm) -> bool:
        return may_turn_natural(bank.hand, self._dials) and any(
            form.waits_for_natural for box in boxes for form in box
        )

    def _peeks(self, bank: Hand) -> bool:
        return peeks(self._dials, upcard_rank(bank, self._dials))

    def _won(self, box: list[Form], bank: Standing) -> int:
        if bank.natural and len(box) > 1:
            return self._net([form.hand for form in box], bank)
        won = 0
        for form in box:
            net = form.net.get(bank)
            if net is None:
                net = form.net[bank] = self._net([form.hand], bank)
            won += net
        return won

    def _net(self, hands: list[Hand], bank: Standing) -> int:
        return sum(each.net for each in verdicts(hands, bank, self._dials, insured=False))

    # --- the graph --------------------------------------------------------------------------

    def _after(self, form: Form, card: Card) -> Form:
        following = form.following.get(card)
        if following is None:
            hand = form.hand.taking(card, self._face(form.hand))
            following = form.following[card] = self._form(hand)
        return following

    def _face(self, hand: Hand) -> Face:
        """Return how the next card of a hand lies."""
        if hand.split and len(hand.cards) == 1:
            return Face.OPEN
        dials = self._dials
        faces = (dials.player_first_card, dials.player_second_card, dials.hit_cards)
        return faces[min(len(hand.cards), 2)]

    def _form(self, hand: Hand) -> Form:
        key = (_key(hand), hand.stake, hand.split, hand.split_ace, bool(hand.face_down), hand.end)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = self._looked_at(hand)
        return form

    def _looked_at(self, hand: Hand) -> Form:
        """Ask the rules and the strategy about a hand that was not met before."""
        hands = 2 if hand.split else 1  # strategies split once
        if len(hand.cards) < 2:
            return Form(hand, None, contested=True, waits_for_natural=False)
        end = hand.end or end_of(hand, self._dials, hands=hands)
        if end is not None:
            hand = hand.ended(end)
            contested = is_contested(hand, self._dials)
            return Form(hand, None, contested, waits_for_natural(hand, self._dials))
        allowed = hand_actions(hand, self._dials, hands=hands)
        action = choice(self._strategy, hand.cards, allowed, split=hand.split)
        form = Form(hand, action, contested=True, waits_for_natural=False)
        form.then = self._then(form, action)
        return form

    def _then(self, form: Form, action: Action) -> tuple[Form, ...]:
        hand = form.hand
        match action:
            case Action.STAND:
                return (self._form(hand.ended(End.STOOD)),)
            case Action.SPLIT:
                return tuple(map(self._form, hand.halves()))
            case Action.DOUBLE:
                return (
                    Form(
                        hand.raised(times(hand.bet, self._dials.double_amount)), None, True, False
                    ),
                )
            case _:
                return (form,)

    def _bank_after(self, bank: BankForm, card: Card) -> BankForm:
        following = bank.following.get(card)
        if following is None:
            following = self._bank_form(bank.hand.taking(card, Face.OPEN))
            bank.following[card] = following
        return following

    def _bank_form(self, hand: Hand) -> BankForm:
        """Return the form of a bank; while it is dealt its upcard matters, afterwards its ranks."""
        key = hand.cards if len(hand.cards) <= 2 else _key(hand)
        form = self._bank_forms.get(key)
        if form is None:
            form = BankForm(hand, self._draws(hand), standing_of(hand, self._dials))
            self._bank_forms[key] = form
        return form

    def _draws(self, bank: Hand) -> bool:
        if len(bank.cards) < 2 or bank.total.points > TWENTY_ONE:
            return False
        choices = options(bank, self._dials)
        return (choices[0] if len(choices) == 1 else policy(bank, self._dials)) is Action.HIT


def _key(hand: Hand) -> tuple[str, str]:
    """Return what the rules look at in a hand's cards: ranks, and the suit of a coming 6-7-8."""
    return "".join(sorted(card.rank for card in hand.cards)), run_suit(hand.cards)
