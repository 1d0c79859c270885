"""What presenters of games of points say alike: totals, hands, who acted, who is waited for."""

from collections.abc import Mapping, Sequence
from functools import reduce

from bot.basics import Seat
from bot.games.base import Acted, Dealt, PublicEvent
from bot.games.points import TWENTY_ONE, HandSeen, HandState, OwnHand, OwnHands
from bot.message import Line, OpenLine, Strong
from bot.notices import HandShown, TableShown
from bot.present.common import AWAITED, Words, dotted, joined, open_run, own_run
from bot.present.games import Names

_MINUTE, _HOUR = 60, 3600
"""In seconds."""

BySeat = Mapping[Seat, OpenLine]
"""Who sits where."""


def by_seat(shown: TableShown | HandShown, names: Names) -> dict[Seat, OpenLine]:
    """Return how whoever sits in each seat is called."""
    return {line.seat: (names[line.player],) for line in shown.seats if line.seat is not None}


def late(words: Words, shown: TableShown, seat: Seat, hand: int = 0) -> str:
    """Return that somebody's time ran out with a hand, where it did."""
    is_late = any(line.late and hand >= line.late_hand for line in shown.seats if line.seat == seat)
    return words.text("late") if is_late else ""


def points(words: Words, total: int, *, soft: bool) -> str:
    """Return a total, soft ones named (reports A12); a 21 is one thing, soft or not."""
    key = "total-soft" if soft and total < 21 else "total-hard"
    return words.text(key, {"total": total})


def hand_state(words: Words, hand: HandSeen) -> str:
    """Return what everyone may know of a hand; a face-down card leaves the total out.

    A first card alone needs no counting.
    """
    if hand.total is None or len(hand.cards) == 1:
        return words.text(f"hidden-{hand.state}")
    return _state(words, hand.state, hand.total, soft=hand.soft)


def _state(words: Words, state: HandState, total: int, *, soft: bool) -> str:
    return words.text(f"hand-{state}", {"total": points(words, total, soft=soft)})


# --- what happened, what is awaited -----------------------------------------------------------


def last_act(words: Words, events: Sequence[PublicEvent], people: BySeat) -> OpenLine:
    """Return the last act that everyone saw and the open cards that its seat drew, if any was."""
    places = [place for place, event in enumerate(events) if isinstance(event, Acted)]
    return _act(words, events[places[-1] :], people) if places else ()


def _act(words: Words, events: Sequence[PublicEvent], people: BySeat) -> OpenLine:
    """Return the act that ``events`` begin with, and the open cards that its seat drew."""
    acted, *later = events
    if not isinstance(acted, Acted):
        raise TypeError("no act to tell")
    drawn = [event.card for event in later if isinstance(event, Dealt) and event.seat == acted.seat]
    line = words.line(f"happened-{acted.words}", name=people[acted.seat], drawn=len(drawn))
    return joined(" ", [line, open_run(drawn)]) if drawn else line


def seconds_left(words: Words, shown: TableShown) -> str:
    """Return how long a decision may take in all, long times in minutes or hours."""
    seconds = shown.seconds
    if seconds < 2 * _MINUTE:
        return words.text("seconds", {"seconds": seconds}) if seconds else ""
    if seconds < 2 * _HOUR:
        return words.text("minutes", {"minutes": seconds // _MINUTE})
    return words.text("hours", {"hours": seconds // _HOUR})


def waiting_for(
    words: Words, shown: TableShown, seats: Sequence[Seat], people: BySeat, key: str = "waiting-for"
) -> OpenLine:
    """Return whose decision is awaited, and how long that may take in all."""
    names = joined(", ", [people[seat] for seat in seats])
    return dotted(words.line(key, names=names), seconds_left(words, shown))


# --- your own hand ----------------------------------------------------------------------------


def own_total(words: Words, own: OwnHand) -> str:
    """Return what an own hand is worth, a natural by its name."""
    if own.natural:
        return words.text("hand-natural")
    return points(words, own.total, soft=own.soft)


def own_state(words: Words, own: OwnHand) -> str:
    """Return where an own hand stands."""
    if own.natural:
        return words.text("hand-natural")
    return _state(words, own.state, own.total, soft=own.soft)


def own_bet(words: Words, own: OwnHand) -> str:
    """Return what is at stake on an own hand, if anything is."""
    return words.text("own-bet", {"chips": own.stake}) if own.stake else ""


def own_line(words: Words, own: OwnHand, *, name: str, several: bool = False) -> Line:
    """Return an own hand called ``name``; one of ``several`` by its number, the current marked."""
    if several:
        name = words.text("own-hand-numbered", {"hand": own.hand + 1})
    mark = AWAITED if several and own.current else ""
    return dotted(
        joined("", [mark, name] if mark else [name]),
        own_run(own.cards),
        own_state(words, own),
        own_bet(words, own),
    )


def short_own(words: Words, own: OwnHand) -> Line:
    """Return an own hand in what a pop-up may hold."""
    return words.line("short-hand", cards=own_run(own.cards), total=own_total(words, own))


def short_forms(words: Words, view: OwnHands) -> tuple[list[Line], list[Line], list[Line]]:
    """Return own hands for a pop-up: with what is at stake, without, and their totals alone."""
    own: list[Line] = [short_own(words, each) for each in view.hands]
    counts: list[Line] = [
        words.line("short-hand-count", count=len(each.cards), total=own_total(words, each))
        for each in view.hands
    ]
    full: list[Line] = [
        dotted(line, own_bet(words, each)) for line, each in zip(own, view.hands, strict=True)
    ]
    return full, own, counts


def own_prompt(words: Words, hand: HandShown) -> Line:
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
    key = "own-costs" if hand.times_held == 1 else "own-costs-held"
    told = [
        words.text(
            key,
            {
                "actions": _either(words, labels),
                "chips": chips,
                "held": chips * hand.times_held,
            },
        )
        for chips, labels in costs.items()
    ]
    return joined(" ", [words.text("own-move"), *told])


def hint_on_21(words: Words, hand: HandShown, view: OwnHands, five_pay: str = "") -> list[Line]:
    """Return what another card does to a 21 that may take one (A-HB-4: a hint, no automatic stand).

    ``five_pay`` is what a fifth card would make the hand pay, nothing for no more than another.
    """
    if "hit" not in [hand.game.format(choice.action) for choice in hand.choices]:
        return []
    own = next((own for own in view.hands if own.current), None)
    if own is None or own.total != TWENTY_ONE:
        return []
    if not own.soft:
        return [words.line("own-21-hard")]
    five = bool(five_pay) and len(own.cards) == 4
    return [words.line("own-21-five", pays=five_pay) if five else words.line("own-21-soft")]


def _either(words: Words, labels: Sequence[str]) -> str:
    return reduce(lambda one, other: words.text("own-or", {"one": one, "other": other}), labels)


def net_of(words: Words, net: int) -> tuple[Strong]:
    """Return what was won or lost, so that it stands out."""
    return (Strong(words.signed(net)),)


def own_chips(words: Words, hand: HandShown) -> list[Line]:
    """Return what a person has in all after the round, where that is told."""
    if hand.chips is None:
        return []
    key = "answer-balance-staked" if hand.staked else "answer-balance"
    return [words.line(key, chips=hand.chips, staked=hand.staked)]
