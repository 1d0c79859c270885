"""21 in words: hands, the bank, what is awaited, how it ended and by which rule."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from bot.basics import BANKER, Seat
from bot.games.base import Acted, Dealt, HandResult, PublicEvent, Result, ResultLine
from bot.games.points import HandSeen, HandState, OwnHand
from bot.games.reading import all_written
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.events import Insured, Peeked
from bot.games.twentyone.views import Phase, TwentyOnePrivate, TwentyOnePublic
from bot.message import Line, OpenLine, Strong
from bot.notices import HandShown, TableShown
from bot.present.common import AWAITED, RESTING, Words, dotted, joined, marked, open_run, own_run
from bot.present.games import Names
from bot.present.rules_page import changes_in_words, part_of, ratio, rules_lines, short_rules

BELOW = "   "
"""How a line begins that belongs to the one above."""

BySeat = Mapping[Seat, OpenLine]


class TwentyOnePresenter:
    """See ``GamePresenter``."""

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view = _public(shown.view)
        people = _by_seat(shown, names)
        lines = [_seat_line(words, shown, view, hand, people) for hand in view.hands]
        lines.append(_bank_line(words, shown, view, people))
        lines.append(_happened(words, shown.events, people))
        lines.append(_offered(words, view))
        lines.append(_awaited(words, shown, view, people))
        return [line for line in lines if line]

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view, result = _public(shown.view), shown.result
        people = _by_seat(shown, names)
        if result is None:
            return []
        lines: list[OpenLine] = []
        for seat in dict.fromkeys(hand.seat for hand in result.hands):
            late = _late(words, shown, seat)
            lines += _seat_results(words, view, result, people[seat], seat, late)
        net = _net(words, result.net[BANKER])
        bank = (
            words.line("result-bank-player", name=people[BANKER], net=net)
            if BANKER in people
            else words.line("result-bank-house", net=net)
        )
        ended = _bank_ended(words, view.bank)
        return [*lines, marked(RESTING, bank, open_run(view.bank.cards), ended)]

    def hand(self, words: Words, hand: HandShown) -> list[Line]:
        """See ``GamePresenter``."""
        view, public = _private(hand.view), _public(hand.public)
        lines = [_own_line(words, view, own) for own in view.hands]
        if view.premium is not None:
            key = "own-premium" if view.premium else "own-no-premium"
            lines.append(words.line(key, chips=view.premium))
        if view.seat != BANKER:
            bank = public.bank
            lines.append(dotted(words.line("own-table"), open_run(bank.cards), _state(words, bank)))
        if hand.result is None:
            return [*lines, _own_prompt(words, hand)]
        return [*lines, *_own_results(words, view, public, hand.result), *_own_chips(words, hand)]

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """See ``GamePresenter``."""
        view, bank = _private(hand.view), _public(hand.public).bank
        own: list[Line] = [
            words.line("short-hand", cards=own_run(each.cards), total=_total(words, each))
            for each in view.hands
        ]
        counts: list[Line] = [
            words.line("short-hand-count", count=len(each.cards), total=_total(words, each))
            for each in view.hands
        ]
        beside: Line = dotted(words.text("own-table"), open_run(bank.cards), _state(words, bank))
        full: list[Line] = [
            dotted(line, _bet(words, each)) for line, each in zip(own, view.hands, strict=True)
        ]
        return ([*full, *([beside] if view.seat != BANKER else [])], full, own, counts)

    def rules(self, words: Words, dials: object) -> list[Line]:
        """See ``GamePresenter``."""
        return rules_lines(words, _dials(dials))

    def changes(self, words: Words, dials: object, names: Iterable[str]) -> list[str]:
        """See ``GamePresenter``."""
        return changes_in_words(words, _dials(dials), names)

    def written(self, dials: object) -> Mapping[str, str]:
        """See ``GamePresenter``."""
        return all_written(_dials(dials))

    def short_rules(self, words: Words, name: str, dials: object) -> Line:
        """See ``GamePresenter``."""
        return short_rules(words, name, _dials(dials))


def _public(view: object) -> TwentyOnePublic:
    if not isinstance(view, TwentyOnePublic):
        raise TypeError("not a table of 21")
    return view


def _private(view: object) -> TwentyOnePrivate:
    if not isinstance(view, TwentyOnePrivate):
        raise TypeError("not a hand of 21")
    return view


def _dials(dials: object) -> Dials:
    if not isinstance(dials, Dials):
        raise TypeError("not rules of 21")
    return dials


def _by_seat(shown: TableShown, names: Names) -> dict[Seat, OpenLine]:
    """Return who sits where."""
    return {line.seat: (names[line.player],) for line in shown.seats if line.seat is not None}


def _late(words: Words, shown: TableShown, seat: Seat) -> str:
    """Return that somebody's time ran out, where it did."""
    late = any(line.late for line in shown.seats if line.seat == seat)
    return words.text("late") if late else ""


# --- hands ------------------------------------------------------------------------------------


def _total(words: Words, hand: HandSeen | OwnHand) -> str:
    if isinstance(hand, OwnHand) and hand.natural:
        return words.text("hand-natural")
    return _points(words, hand.total or 0, soft=hand.soft)


def _points(words: Words, total: int, *, soft: bool) -> str:
    """Return a total, soft ones named (reports A12); a 21 is one thing, soft or not."""
    key = "total-soft" if soft and total < 21 else "total-hard"
    return words.text(key, {"total": total})


def _state(words: Words, hand: HandSeen) -> str:
    """Return what everyone may know of a hand; a face-down card leaves the total out.

    The bank's first card alone needs no counting.
    """
    if hand.total is None or len(hand.cards) == 1:
        return words.text(f"hidden-{hand.state}")
    total = _points(words, hand.total, soft=hand.soft)
    return words.text(f"hand-{hand.state}", {"total": total})


def _seat_line(
    words: Words, shown: TableShown, view: TwentyOnePublic, hand: HandSeen, people: BySeat
) -> OpenLine:
    name = people[hand.seat]
    if sum(other.seat == hand.seat for other in view.hands) > 1:
        name = words.line("seat-hand", name=name, hand=hand.hand + 1)
    mark = AWAITED if _is_awaited(view, hand) else RESTING
    insured = words.text("insured") if hand.seat in view.insured else ""
    stake = words.text("stake", {"chips": hand.stake})
    cards, late = open_run(hand.cards), _late(words, shown, hand.seat)
    return marked(mark, name, stake, cards, _state(words, hand), insured, late)


def _is_awaited(view: TwentyOnePublic, hand: HandSeen) -> bool:
    """Whether a hand is the one that its seat is asked about."""
    if hand.seat not in view.waiting:
        return False
    playing = (
        other.hand
        for other in (*view.hands, view.bank)
        if other.seat == hand.seat and other.state is HandState.PLAYING
    )
    return hand.hand == next(playing, -1)


def _bank_line(words: Words, shown: TableShown, view: TwentyOnePublic, people: BySeat) -> OpenLine:
    mark = AWAITED if BANKER in view.waiting else RESTING
    bank: OpenLine = words.line("bank-house")
    if BANKER in people:
        bank = words.line("bank-player", name=people[BANKER], chips=shown.bank or 0)
    return marked(mark, bank, open_run(view.bank.cards), _state(words, view.bank))


# --- what happened, what is awaited -----------------------------------------------------------


def _happened(words: Words, events: Sequence[PublicEvent], people: BySeat) -> OpenLine:
    """Return the last act that everyone saw, before the first one what came of the deal."""
    places = [place for place, event in enumerate(events) if isinstance(event, Acted)]
    if places:
        return _act(words, events[places[-1] :], people)
    said = [_answered(words, event, people) for event in events if isinstance(event, Insured)]
    if any(isinstance(event, Peeked) and not event.natural for event in events):
        said.append(words.line("happened-peeked"))
    return joined(" ", said)


def _answered(words: Words, insured: Insured, people: BySeat) -> OpenLine:
    if not insured.seats:
        return words.line("happened-uninsured")
    names = joined(", ", [people[seat] for seat in insured.seats])
    return words.line("happened-insured", names=names)


def _act(words: Words, events: Sequence[PublicEvent], people: BySeat) -> OpenLine:
    """Return the act that ``events`` begin with, and the open cards that its seat drew."""
    acted, *later = events
    if not isinstance(acted, Acted):
        raise TypeError("no act to tell")
    drawn = [event.card for event in later if isinstance(event, Dealt) and event.seat == acted.seat]
    line = words.line(f"happened-{acted.words}", name=people[acted.seat])
    return joined(" ", [line, open_run(drawn)]) if drawn else line


def _offered(words: Words, view: TwentyOnePublic) -> OpenLine:
    """Return what insurance costs and pays while everyone is asked."""
    if view.phase != Phase.INSURANCE:
        return ()
    part, pays = part_of(view.dials.insurance_amount), ratio(view.dials.insurance_payout)
    return words.line("waiting-insurance", part=part, pays=pays)


def _awaited(words: Words, shown: TableShown, view: TwentyOnePublic, people: BySeat) -> OpenLine:
    """Return who has to decide what, and how long that may take in all."""
    seconds = words.text("seconds", {"seconds": shown.seconds}) if shown.seconds else ""
    if view.waiting == (BANKER,):
        return dotted(words.line("waiting-for-bank", name=people[BANKER]), seconds)
    names = joined(", ", [people[seat] for seat in view.waiting])
    key = "waiting-for-answers" if view.phase == Phase.INSURANCE else "waiting-for"
    return dotted(words.line(key, names=names), seconds)


# --- how it ended -----------------------------------------------------------------------------


def _seat_results(
    words: Words, view: TwentyOnePublic, result: Result, name: OpenLine, seat: Seat, late: str
) -> list[OpenLine]:
    """Return one line a seat; more where it had several hands or bets beside the game."""
    hands = [hand for hand in result.hands if hand.seat == seat]
    beside = [line for line in result.lines if line.seat == seat]
    head = words.line("result-seat", name=name, net=_net(words, result.net[seat]))
    if len(hands) == 1 and not beside:
        ended = _ended(words, view, hands[0])
        return [marked(RESTING, head, open_run(hands[0].cards), ended, late)]
    lines: list[OpenLine] = [marked(RESTING, head, late)]
    for number, hand in enumerate(hands, start=1):
        which = words.text("result-hand", {"hand": number}) if len(hands) > 1 else ""
        part = joined(" ", [each for each in (which, _net(words, hand.net)) if each])
        lines.append(marked(BELOW, part, open_run(hand.cards), _ended(words, view, hand)))
    lines += [marked(BELOW, _beside(words, line)) for line in beside]
    return lines


def _ended(words: Words, view: TwentyOnePublic, hand: HandResult) -> str:
    """Return the rule that decided a hand, in words."""
    bank = view.bank
    facts = {
        "total": _points(words, hand.total, soft=hand.soft),
        "bank": _points(words, bank.total or 0, soft=bank.soft),
        "pays": ratio(Fraction(abs(hand.net), hand.stake)) if hand.stake else "0",
    }
    key = f"ended-{hand.outcome}-{hand.rule}"
    return words.text(key if words.texts.has(key) else f"ended-{hand.outcome}", facts)


def _bank_ended(words: Words, bank: HandSeen) -> str:
    total = _points(words, bank.total or 0, soft=bank.soft)
    telling = {HandState.BUST, HandState.NATURAL, HandState.CHARLIE, HandState.LEFT}
    return words.text(f"hand-{bank.state}", {"total": total}) if bank.state in telling else total


def _beside(words: Words, line: ResultLine) -> OpenLine:
    won = "won" if line.net > 0 else "lost"
    return words.line(f"beside-{line.rule}-{won}", net=_net(words, line.net))


# --- your own hand ----------------------------------------------------------------------------


def _bet(words: Words, own: OwnHand) -> str:
    return words.text("own-bet", {"chips": own.stake}) if own.stake else ""


def _own_line(words: Words, view: TwentyOnePrivate, own: OwnHand) -> Line:
    name = words.text("own-bank" if view.seat == BANKER else "own-hand")
    several = len(view.hands) > 1
    if several:
        name = words.text("own-hand-numbered", {"hand": own.hand + 1})
    mark = AWAITED if several and own.current else ""
    return dotted(
        joined("", [mark, name] if mark else [name]),
        own_run(own.cards),
        _own_state(words, own),
        _bet(words, own),
    )


def _own_state(words: Words, own: OwnHand) -> str:
    if own.natural:
        return words.text("hand-natural")
    return words.text(f"hand-{own.state}", {"total": _points(words, own.total, soft=own.soft)})


def _own_prompt(words: Words, hand: HandShown) -> Line:
    """Return what the person can do now, and what that would put up."""
    if hand.voided:
        return words.line("own-voided")
    if hand.over:
        return words.line("own-over")
    if not hand.choices:
        return words.line("own-wait")
    costs: dict[int, list[str]] = {}
    for choice in hand.choices:
        label = f"button-{hand.game.format(choice.action)}"
        if choice.stake and words.texts.has(label):
            costs.setdefault(choice.stake, []).append(words.text(label))
    told = [
        words.text("own-costs", {"actions": _either(words, labels), "chips": chips})
        for chips, labels in costs.items()
    ]
    return joined(" ", [words.text("own-move"), *told])


def _either(words: Words, labels: Sequence[str]) -> str:
    return reduce(lambda one, other: words.text("own-or", {"one": one, "other": other}), labels)


def _own_results(
    words: Words, view: TwentyOnePrivate, public: TwentyOnePublic, result: Result
) -> list[Line]:
    """Return what the person won or lost by which rule; of several things the sum first."""
    net = _net(words, result.net[view.seat])
    if view.seat == BANKER:
        return [words.line("own-bank-net", net=net)]
    hands = [hand for hand in result.hands if hand.seat == view.seat]
    beside = [_beside(words, line) for line in result.lines if line.seat == view.seat]
    if len(hands) == 1 and not beside:
        return [dotted(net, _ended(words, public, hands[0]))]
    lines: list[Line] = [words.line("own-in-all", net=net)]
    for number, hand in enumerate(hands, start=1):
        which = words.text("result-hand", {"hand": number}) if len(hands) > 1 else ""
        part = joined(" ", [each for each in (which, _net(words, hand.net)) if each])
        lines.append(marked(BELOW, part, _ended(words, public, hand)))
    return [*lines, *(marked(BELOW, line) for line in beside)]


def _net(words: Words, net: int) -> tuple[Strong]:
    return (Strong(words.signed(net)),)


def _own_chips(words: Words, hand: HandShown) -> list[Line]:
    if hand.chips is None:
        return []
    key = "answer-balance-staked" if hand.staked else "answer-balance"
    return [words.line(key, chips=hand.chips, staked=hand.staked)]
