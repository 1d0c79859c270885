"""21 in words: hands, the bank, what is awaited, how it ended and by which rule."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.basics import BANKER, Seat
from bot.games.base import HandResult, PublicEvent, Result, ResultLine
from bot.games.points import HandSeen, HandState
from bot.games.twentyone.dials import Dials
from bot.games.twentyone.events import Insured, Peeked, SideBetsDecided
from bot.games.twentyone.views import Phase, TwentyOnePrivate, TwentyOnePublic
from bot.games.twentyone.vocabulary import Rule
from bot.message import Line, OpenLine
from bot.notices import HandShown, TableShown
from bot.present.choices import ChoicesInOneRow
from bot.present.common import (
    AWAITED,
    BELOW,
    RESTING,
    Words,
    dotted,
    joined,
    marked,
    mentions,
    open_run,
    side_bet,
)
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
    seconds_left,
    short_forms,
    waiting_for,
)
from bot.present.rules_page import RulesTeller, part_of, ratio
from bot.present.twentyone_rules import PAGE


class TwentyOnePresenter(ChoicesInOneRow, RulesTeller[Dials]):
    """See ``GamePresenter``."""

    def __init__(self) -> None:
        super().__init__(PAGE, Dials)

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view = _public(shown.view)
        people = by_seat(shown, names)
        lines = [_seat_line(words, shown, view, hand, people) for hand in view.hands]
        lines.append(_bank_line(words, shown, view, people))
        lines += [
            marked(RESTING, side_bet(words, people[bet.by], people[bet.on], bet.chips))
            for bet in view.side_bets
        ]
        lines.append(_happened(words, shown.events, people))
        lines.append(_offered(words, view))
        lines.append(_awaited(words, shown, view, people))
        return [line for line in lines if line]

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view, result = _public(shown.view), shown.result
        people = by_seat(shown, names)
        if result is None:
            return []
        lines: list[OpenLine] = []
        for seat in dict.fromkeys(hand.seat for hand in result.hands):
            lates = [late(words, shown, seat, place) for place in range(len(view.hands))]
            lines += _seat_results(words, view, result, people, seat, lates)
        net = net_of(words, result.net[BANKER])
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
        name = words.text("own-bank" if view.seat == BANKER else "own-hand")
        several = len(view.hands) > 1
        over = hand.result is not None
        lines = [
            dotted(
                own_line(words, own, name=name, several=several),
                () if over else _paid_of(words, public, view.seat, own.hand),
            )
            for own in view.hands
        ]
        if view.premium is not None:
            lines.append(_premium(words, view.premium, hand.too_dear))
        if view.seat != BANKER:
            lines.append(_bank_beside(words, public.bank))
        people = by_seat(hand, mentions(hand.seats))
        if hand.result is None:
            lines += [
                side_bet(words, people[bet.by], people[bet.on], bet.chips)
                for bet in public.side_bets
                if bet.by == view.seat
            ]
            return [*lines, own_prompt(words, hand), *_hint(words, hand)]
        results = _own_results(words, view, public, hand.result, people)
        return [*lines, *results, *own_chips(words, hand)]

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """See ``GamePresenter``."""
        view, bank = _private(hand.view), _public(hand.public).bank
        full, own, counts = short_forms(words, view)
        beside = [_bank_beside(words, bank)] if view.seat != BANKER else []
        return ([*full, *beside, *_hint(words, hand)], [*full, *beside], full, own, counts)


def _public(view: object) -> TwentyOnePublic:
    if not isinstance(view, TwentyOnePublic):
        raise TypeError("not a table of 21")
    return view


def _private(view: object) -> TwentyOnePrivate:
    if not isinstance(view, TwentyOnePrivate):
        raise TypeError("not a hand of 21")
    return view


# --- hands ------------------------------------------------------------------------------------


def _seat_line(
    words: Words, shown: TableShown, view: TwentyOnePublic, hand: HandSeen, people: BySeat
) -> OpenLine:
    name = people[hand.seat]
    if sum(other.seat == hand.seat for other in view.hands) > 1:
        name = words.line("seat-hand", name=name, hand=hand.hand + 1)
    mark = AWAITED if _is_awaited(view, hand) else RESTING
    insured = words.text("insured") if hand.seat in view.insured else ""
    head = dotted(name, words.text("stake", {"chips": hand.stake}))
    if hand.won:
        head = words.line("result-seat", name=name, net=net_of(words, hand.won))
    cards, is_late = open_run(hand.cards), late(words, shown, hand.seat, hand.hand)
    return marked(mark, head, cards, _stands(words, hand), insured, is_late)


def _stands(words: Words, hand: HandSeen) -> str:
    """Return where a hand stands, and what it is paid if the bank cannot change that any more."""
    if not hand.won:
        return hand_state(words, hand)
    return words.text(f"ended-win-{hand.state}", {"pays": _pays(hand)})


def _pays(hand: HandSeen) -> str:
    return ratio(Fraction(hand.won, hand.stake))


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
    return marked(mark, bank, open_run(view.bank.cards), hand_state(words, view.bank))


# --- what happened, what is awaited -----------------------------------------------------------


def _happened(words: Words, events: Sequence[PublicEvent], people: BySeat) -> OpenLine:
    """Return the last act that everyone saw, before the first one what came of the deal."""
    acted = last_act(words, events, people)
    if acted:
        return acted
    said = [_answered(words, event, people) for event in events if isinstance(event, Insured)]
    if any(isinstance(event, Peeked) and not event.natural for event in events):
        said.append(words.line("happened-peeked"))
    said += [_pairs(words, event, people) for event in events if isinstance(event, SideBetsDecided)]
    return joined(" ", said)


def _pairs(words: Words, decided: SideBetsDecided, people: BySeat) -> OpenLine:
    """Return who won and lost how much on pairs that everyone can see."""
    told = [joined(" ", [people[seat], net_of(words, net)]) for seat, net in decided.net.items()]
    return words.line("happened-pairs", nets=joined(", ", told))


def _answered(words: Words, insured: Insured, people: BySeat) -> OpenLine:
    if not insured.seats:
        return words.line("happened-uninsured")
    names = joined(", ", [people[seat] for seat in insured.seats])
    return words.line("happened-insured", names=names)


def _offered(words: Words, view: TwentyOnePublic) -> OpenLine:
    """Return what insurance costs and pays while everyone is asked."""
    if view.phase != Phase.INSURANCE:
        return ()
    part, pays = part_of(view.dials.insurance_amount), ratio(view.dials.insurance_payout)
    mode = view.dials.insurance_mode.value
    return words.line("waiting-insurance", part=part, pays=pays, mode=mode)


def _awaited(words: Words, shown: TableShown, view: TwentyOnePublic, people: BySeat) -> OpenLine:
    """Return who has to decide what, and how long that may take in all."""
    if view.waiting == (BANKER,):
        plays = words.line("waiting-for-bank", name=people[BANKER])
        return dotted(plays, seconds_left(words, shown))
    key = "waiting-for-answers" if view.phase == Phase.INSURANCE else "waiting-for"
    return waiting_for(words, shown, view.waiting, people, key)


# --- how it ended -----------------------------------------------------------------------------


def _seat_results(
    words: Words,
    view: TwentyOnePublic,
    result: Result,
    people: BySeat,
    seat: Seat,
    lates: Sequence[str],
) -> list[OpenLine]:
    """Return one line a seat; more where it had several hands or bets beside the game.

    ``lates`` say of each of its hands, at least, whether time ran out with it.
    """
    hands = [hand for hand in result.hands if hand.seat == seat]
    beside = _beside(words, view, result, seat, people)
    head = words.line("result-seat", name=people[seat], net=net_of(words, result.net[seat]))
    if len(hands) == 1 and not beside:
        cards, ended = open_run(hands[0].cards), _ended(words, view, hands[0])
        return [marked(RESTING, head, cards, _doubled(words, view, hands[0]), ended, lates[0])]
    lines: list[OpenLine] = [marked(RESTING, head)]
    for (won, hand), is_late in zip(_one_by_one(words, hands), lates, strict=False):
        cards, doubled = open_run(hand.cards), _doubled(words, view, hand)
        lines.append(marked(BELOW, won, cards, doubled, _ended(words, view, hand), is_late))
    return [*lines, *(marked(BELOW, line) for line in beside)]


def _doubled(words: Words, view: TwentyOnePublic, hand: HandResult) -> str:
    """Return that the bet of a hand was doubled where what came of it does not show that."""
    hidden = hand.stake > view.bets[hand.seat] and hand.net == 0
    return words.text("result-doubled") if hidden else ""


def _one_by_one(words: Words, hands: Sequence[HandResult]) -> Iterator[tuple[OpenLine, HandResult]]:
    """Yield what each hand of a seat won, by its number where there are several."""
    for number, hand in enumerate(hands, start=1):
        which = words.text("result-hand", {"hand": number}) if len(hands) > 1 else ""
        yield joined(" ", [each for each in (which, net_of(words, hand.net)) if each]), hand


def _ended(words: Words, view: TwentyOnePublic, hand: HandResult) -> str:
    """Return the rule that decided a hand, in words."""
    bank = view.bank
    facts = {
        "total": points(words, hand.total, soft=hand.soft),
        "bank": points(words, bank.total or 0, soft=bank.soft),
        "pays": ratio(Fraction(abs(hand.net), hand.stake)) if hand.stake else "0",
    }
    key = f"ended-{hand.outcome}-{hand.rule}"
    return words.text(key if words.texts.has(key) else f"ended-{hand.outcome}", facts)


def _bank_ended(words: Words, bank: HandSeen) -> str:
    total = points(words, bank.total or 0, soft=bank.soft)
    telling = {HandState.BUST, HandState.NATURAL, HandState.CHARLIE, HandState.LEFT}
    return words.text(f"hand-{bank.state}", {"total": total}) if bank.state in telling else total


def _beside(
    words: Words, view: TwentyOnePublic, result: Result, seat: Seat, people: BySeat
) -> list[OpenLine]:
    """Return what a seat won and lost beside its hands; results tell pair bets in their order."""
    bet_on = iter([bet.on for bet in view.side_bets if bet.by == seat])
    lines: list[OpenLine] = []
    for line in result.lines:
        if line.seat == seat:
            on = people[next(bet_on)] if line.rule == Rule.PAIR else people[seat]
            key, net = f"beside-{line.rule}-{_came_to(view, line)}", net_of(words, line.net)
            lines.append(words.line(key, net=net, on=on))
    return lines


def _came_to(view: TwentyOnePublic, line: ResultLine) -> str:
    """Return how a bet beside the hands ended: what brought a bet back is spent, not lost."""
    if line.net > 0:
        return "won"
    spent = line.rule == Rule.INSURANCE and view.bank.state is HandState.NATURAL
    return "spent" if spent else "lost"


# --- your own hand ----------------------------------------------------------------------------


def _premium(words: Words, premium: int, too_dear: int) -> Line:
    """Return what a person answered about insurance, and why where it was for want of chips."""
    if premium:
        return words.line("own-premium", chips=premium)
    return words.line("own-premium-too-dear" if too_dear else "own-no-premium", chips=too_dear)


def _hint(words: Words, hand: HandShown) -> list[Line]:
    """Return what one more card does to a 21 of one's own."""
    view, dials = _private(hand.view), _public(hand.public).dials
    counts = dials.bonus_after_split or len(view.hands) == 1
    five = dials.five_card_payout if counts else None
    return hint_on_21(words, hand, view, ratio(five) if five else "")


def _paid_of(words: Words, public: TwentyOnePublic, seat: Seat, index: int) -> OpenLine:
    """Return what one's own hand is paid before the bank plays, if it is."""
    for hand in public.hands:
        if (hand.seat, hand.hand) == (seat, index) and hand.won:
            return words.line("paid-at-once", pays=_pays(hand), net=net_of(words, hand.won))
    return ()


def _own_results(
    words: Words,
    view: TwentyOnePrivate,
    public: TwentyOnePublic,
    result: Result,
    people: BySeat,
) -> list[Line]:
    """Return what the person won or lost by which rule; of several things the sum first."""
    net = net_of(words, result.net[view.seat])
    if view.seat == BANKER:
        return [words.line("own-bank-net", net=net)]
    hands = [hand for hand in result.hands if hand.seat == view.seat]
    beside = _beside(words, public, result, view.seat, people)
    if len(hands) == 1 and not beside:
        return [dotted(net, _ended(words, public, hands[0]))]
    lines: list[Line] = [words.line("own-in-all", net=net)]
    for won, hand in _one_by_one(words, hands):
        lines.append(marked(BELOW, won, _ended(words, public, hand)))
    return [*lines, *(marked(BELOW, line) for line in beside)]


def _bank_beside(words: Words, bank: HandSeen) -> OpenLine:
    """Return the bank as it is shown beside an own hand."""
    return dotted(words.line("own-table"), open_run(bank.cards), hand_state(words, bank))
