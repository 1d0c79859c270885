"""Five cards in words: hands, the pot, who is awaited, who took it by which rule."""

from bot.basics import Seat
from bot.games.base import HandResult, Result
from bot.games.fivecard.dials import Dials
from bot.games.fivecard.views import FiveCardPrivate, FiveCardPublic
from bot.games.points import HandSeen
from bot.message import Line, OpenFace, OpenLine
from bot.notices import HandShown, TableShown
from bot.present.choices import ChoicesInOneRow
from bot.present.common import AWAITED, RESTING, Words, dotted, marked, mentions, open_run
from bot.present.fivecard_rules import PAGE
from bot.present.games import Names
from bot.present.hands import (
    BySeat,
    by_seat,
    hand_state,
    hint_on_21,
    last_act,
    late,
    net_of,
    own_chips,
    own_line,
    own_prompt,
    points,
    short_forms,
    waiting_for,
)
from bot.present.rules_page import RulesTeller


class FiveCardPresenter(ChoicesInOneRow, RulesTeller[Dials]):
    """See ``GamePresenter``."""

    def __init__(self) -> None:
        super().__init__(PAGE, Dials)

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view = _public(shown.view)
        people = by_seat(shown, names)
        lines = [_seat_line(words, shown, view, hand, people) for hand in view.hands]
        pot = sum(hand.stake for hand in view.hands)
        lines.append(marked(RESTING, words.text("pot", {"chips": pot})))
        lines.append(last_act(words, shown.events, people))
        lines.append(waiting_for(words, shown, view.waiting, people))
        return [line for line in lines if line]

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view, result = _public(shown.view), shown.result
        people = by_seat(shown, names)
        if result is None:
            return []
        lines = []
        for hand in result.hands:
            head = words.line("result-seat", name=people[hand.seat], net=net_of(words, hand.net))
            ended = _ended(words, view, result, hand)
            is_late = late(words, shown, hand.seat)
            lines.append(marked(RESTING, head, open_run(hand.cards), ended, is_late))
        return lines

    def hand(self, words: Words, hand: HandShown) -> list[Line]:
        """See ``GamePresenter``."""
        view = _private(hand.view)
        own = [own_line(words, each, name=words.text("own-hand")) for each in view.hands]
        lines = [*own, *_others(words, hand)]
        if hand.result is None:
            return [*lines, own_prompt(words, hand), *hint_on_21(words, hand, view)]
        return [*lines, *_own_result(words, hand, hand.result), *own_chips(words, hand)]

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """See ``GamePresenter``."""
        view = _private(hand.view)
        full, own, counts = short_forms(words, view)
        return ([*full, *_others(words, hand)], full, own, counts)


def _public(view: object) -> FiveCardPublic:
    if not isinstance(view, FiveCardPublic):
        raise TypeError("not a table of five cards")
    return view


def _private(view: object) -> FiveCardPrivate:
    if not isinstance(view, FiveCardPrivate):
        raise TypeError("not a hand of five cards")
    return view


def _seat_line(
    words: Words, shown: TableShown, view: FiveCardPublic, hand: HandSeen, people: BySeat
) -> OpenLine:
    mark = AWAITED if hand.seat in view.waiting else RESTING
    cards, is_late = open_run(hand.cards), late(words, shown, hand.seat)
    return marked(mark, people[hand.seat], cards, hand_state(words, hand), is_late)


def _others(words: Words, hand: HandShown) -> list[Line]:
    """Return what everyone sees of the other hands, beside one's own."""
    people = by_seat(hand, mentions(hand.seats))
    return [
        dotted(people[other.seat], open_run(other.cards), hand_state(words, other))
        for other in _public(hand.public).hands
        if other.seat != hand.view.seat
    ]


# --- how it ended -----------------------------------------------------------------------------


def _ended(words: Words, view: FiveCardPublic, result: Result, hand: HandResult) -> OpenLine:
    """Return the rule that decided a hand, in words, and the card that it drew in a tie."""
    total = points(words, hand.total, soft=hand.soft)
    drawn = dict(view.tie_cards).get(hand.seat)
    if drawn is not None:
        tie = words.line("fivecard-tie", total=total)
        card = OpenFace(drawn)
        return dotted(tie, words.line(f"drew-{hand.outcome}-{hand.rule}", card=card))
    if hand.rule in {"bust", "left"}:
        return words.line(f"ended-lose-{hand.rule}", total=total)
    key = f"fivecard-{hand.outcome}-{hand.rule}"
    return words.line(key, total=total, other=_compared(words, result, hand.seat))


def _own_result(words: Words, hand: HandShown, result: Result) -> list[Line]:
    """Return what a person won or lost by which rule."""
    view = _public(hand.public)
    return [
        dotted(net_of(words, own.net), _ended(words, view, result, own))
        for own in result.hands
        if own.seat == hand.view.seat
    ]


def _compared(words: Words, result: Result, seat: Seat) -> str:
    """Return what the best of the other hands is worth that were not out."""
    others = [
        (other.total, other.soft)
        for other in result.hands
        if other.seat != seat and other.rule not in {"bust", "left"}
    ]
    total, soft = max(others, default=(0, False))
    return points(words, total, soft=soft)
