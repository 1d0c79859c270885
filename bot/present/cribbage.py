"""Cribbage in words: the board, the count, what a card pegged, the show, who won by how much."""

from collections.abc import Iterable, Sequence

from bot.basics import Seat
from bot.cards import Card
from bot.games.base import Result
from bot.games.cribbage.actions import Move, Verb
from bot.games.cribbage.dials import Dials
from bot.games.cribbage.points import THIRTY_ONE
from bot.games.cribbage.state import other
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic, Phase
from bot.games.cribbage.vocabulary import Rule
from bot.message import CardFace, Fixed, Line, OpenFace, OpenLine, Plain, card_text
from bot.notices import HandShown, MatchLine, TablePhase, TableShown
from bot.present.choices import Offer, Rows, in_rows
from bot.present.common import (
    AWAITED,
    RESTING,
    Words,
    dotted,
    joined,
    marked,
    mentions,
    open_run,
    own_run,
)
from bot.present.cribbage_board import track
from bot.present.cribbage_rules import PAGE
from bot.present.cribbage_show import show_lines
from bot.present.cribbage_story import last_gains, last_moves
from bot.present.games import Names
from bot.present.hands import BySeat, by_seat, late, net_of, own_chips, waiting_for
from bot.present.rules_page import RulesTeller

_PAIRS_IN_A_ROW = {"group": 5, "panel": 3}
_CARDS_IN_A_ROW = 6


class CribbagePresenter(RulesTeller[Dials]):
    """See ``GamePresenter``."""

    def __init__(self) -> None:
        super().__init__(PAGE, Dials)

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view = _public(shown.view)
        people = by_seat(shown, names)
        lines: list[OpenLine] = []
        for seat in people:
            lines += [_seat_line(words, shown, view, seat, people), _track(shown, view, seat)]
        lines += _cut(words, shown.match, view, people)
        lines += _starter_and_count(words, view)
        lines += last_moves(words, shown.events, people)
        return [*lines, waiting_for(words, shown, view.waiting, people)]

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view, result = _public(shown.view), shown.result
        people = by_seat(shown, names)
        if result is None:
            return []
        lines = last_moves(words, shown.events, people)
        for counted in view.shows:
            lines += show_lines(words, counted, view.starter, people)
        for seat in people:
            lines.append(_score_line(words, shown, view, result, seat, people))
            lines.append(_track(shown, view, seat))
        if view.winner is not None:
            return [*lines, _won(words, shown, view, result, people)]
        if shown.phase is TablePhase.SETTLED:
            lines.append(words.line("cribbage-next-deal", name=people[other(view.dealer)]))
        return lines

    def hand(self, words: Words, hand: HandShown) -> list[Line]:
        """See ``GamePresenter``."""
        view, public = _private(hand.view), _public(hand.public)
        people = by_seat(hand, mentions(hand.seats))
        lines: list[Line] = [*_own_cards(words, view, public, people)]
        lines += _starter_and_count(words, public)
        lines.append(_both_scores(words, view, public, people))
        if hand.result is None:
            return [*lines, _prompt(words, hand, view, public, people)]
        net = hand.result.net[view.seat]
        won = [net_of(words, net)] if net else []
        return [*lines, *won, *own_chips(words, hand)]

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """See ``GamePresenter``."""
        view, public = _private(hand.view), _public(hand.public)
        people = by_seat(hand, mentions(hand.seats))
        own = _own_cards(words, view, public, people)
        beside: list[Line] = [*_starter_and_count(words, public)]
        prompt = _prompt(words, hand, view, public, people)
        held: list[Line] = [_numbered(view, _held(view))]
        return ([*own, *beside, prompt], [*own, *beside], [*own], held)

    def group_rows(self, words: Words, shown: TableShown) -> Rows:  # noqa: ARG002 -- see below
        """See ``GamePresenter``: places alone, which need no words, for cards would tell."""
        choices: Sequence[Move] = (
            () if shown.view is None else shown.game.public_choices(shown.view)
        )
        offers = [Offer("·".join(map(str, move.places)), str(move)) for move in choices]
        return _rows(offers, choices, _PAIRS_IN_A_ROW["group"])

    def panel_rows(self, words: Words, hand: HandShown) -> Rows:  # noqa: ARG002 -- cards need none
        """See ``GamePresenter``: cards by their names, for their owner."""
        view = _private(hand.view)
        moves = [each.action for each in hand.choices if not each.quits]
        choices = [move for move in moves if isinstance(move, Move)]
        offers = [
            Offer(" ".join(card_text(view.cards[at - 1]) for at in move.places), str(move))
            for move in choices
        ]
        return _rows(offers, choices, _PAIRS_IN_A_ROW["panel"])


def _rows(offers: Sequence[Offer], choices: Sequence[Move], pairs_in_a_row: int) -> Rows:
    pairs = any(move.verb is Verb.DISCARD for move in choices)
    return in_rows(offers, pairs_in_a_row if pairs else _CARDS_IN_A_ROW)


def _public(view: object) -> CribbagePublic:
    if not isinstance(view, CribbagePublic):
        raise TypeError("not a table of cribbage")
    return view


def _private(view: object) -> CribbagePrivate:
    if not isinstance(view, CribbagePrivate):
        raise TypeError("not a hand of cribbage")
    return view


# --- the table --------------------------------------------------------------------------------


def _seat_line(
    words: Words, shown: TableShown, view: CribbagePublic, seat: Seat, people: BySeat
) -> OpenLine:
    """Return a player with the score and the cards in front of them, face down while held."""
    mark = AWAITED if seat in view.waiting else RESTING
    deals = words.text("cribbage-deals") if seat == view.dealer else ""
    is_late = late(words, shown, seat)
    cards: OpenLine | str = _in_front(view, seat)
    if view.phase == Phase.DISCARD:
        cards = words.text("cribbage-laid-away") if seat in view.laid_away else ""
    return marked(mark, people[seat], str(view.scores[seat]), deals, cards, is_late)


def _in_front(view: CribbagePublic, seat: Seat) -> OpenLine:
    played = [laid.card for laid in view.played if laid.seat == seat]
    return open_run([*played, *[None] * (_KEPT - len(played))])


_KEPT = 4
"""So many cards each plays (CR-2, CR-3)."""


def _track(shown: TableShown, view: CribbagePublic, seat: Seat) -> OpenLine:
    dials: object = shown.game.with_options(shown.rules, shown.options)
    if not isinstance(dials, Dials):
        raise TypeError("not rules of cribbage")
    score = view.scores[seat]
    before = max(score - last_gains(shown.events).get(seat, 0), 0)
    line = track(
        score,
        before,
        view.target,
        skunk_line=dials.skunk_line,
        double_skunk_line=dials.double_skunk_line,
    )
    return (Fixed(line),)


def _cut(
    words: Words, match: MatchLine | None, view: CribbagePublic, people: BySeat
) -> list[OpenLine]:
    """Return who cut what for the first deal, before its starter is turned."""
    if match is None or not match.cut or view.phase != Phase.DISCARD:
        return []
    pairs = [match.cut[at : at + 2] for at in range(0, len(match.cut), 2)]
    cuts: list[OpenLine] = [
        joined(", ", [joined(" ", [people[Seat(seat)], (OpenFace(card),)]) for seat, card in pair])
        for pair in map(enumerate, pairs)
    ]
    again = words.text("cribbage-cut-again")
    told: OpenLine = joined(again, cuts)
    return [words.line("cribbage-cut", cuts=told, name=people[view.dealer])]


def _starter_and_count(words: Words, view: CribbagePublic) -> list[OpenLine]:
    """Return the starter, then the count and the cards that make it."""
    if view.starter is None:
        return []
    lines: list[OpenLine] = [words.line("cribbage-starter", card=(OpenFace(view.starter),))]
    if view.phase == Phase.PLAY:
        pile = open_run(laid.card for laid in view.played[view.reset_at :])
        lines.append(dotted(words.line("cribbage-count", count=view.count), pile))
    return lines


# --- how it ended -----------------------------------------------------------------------------


def _score_line(
    words: Words,
    shown: TableShown,
    view: CribbagePublic,
    result: Result,
    seat: Seat,
    people: BySeat,
) -> OpenLine:
    """Return a player's score, behind what the match brought if it is over and for chips."""
    net = result.net[seat]
    head: OpenLine = people[seat]
    if net:
        head = words.line("result-seat", name=head, net=net_of(words, net))
    dealt = words.text("cribbage-dealt") if seat == view.dealer else ""
    is_late = late(words, shown, seat)
    return marked(RESTING, head, str(view.scores[seat]), dealt, is_late)


def _won(
    words: Words, shown: TableShown, view: CribbagePublic, result: Result, people: BySeat
) -> OpenLine:
    """Return who won, by how much, and whether that is a skunk."""
    if view.winner is None:
        raise AssertionError("nobody has won")
    loser = other(view.winner)
    rule = result.lines[0].rule
    dials: object = shown.game.with_options(shown.rules, shown.options)
    if not isinstance(dials, Dials):
        raise TypeError("not rules of cribbage")
    line = dials.double_skunk_line if rule == Rule.DOUBLE_SKUNK else dials.skunk_line
    ours, theirs = view.scores[view.winner], view.scores[loser]
    return words.line(
        f"cribbage-won-{rule}",
        name=people[view.winner],
        loser=people[loser],
        ours=ours,
        theirs=theirs,
        ahead=ours - theirs,
        line=line or 0,
    )


# --- your own hand ----------------------------------------------------------------------------


def _held(view: CribbagePrivate) -> list[int]:
    """Return the places of the cards that are still in hand."""
    gone = {*view.laid_away, *view.played}
    return [place for place in range(1, len(view.cards) + 1) if place not in gone]


def _numbered(view: CribbagePrivate, places: Iterable[int]) -> Line:
    """Return own cards behind the numbers that a group's buttons know them by."""
    return joined(" ", [(Plain(_NUMBERS[at]), CardFace(view.cards[at - 1])) for at in places])


_NUMBERS = dict(enumerate("①②③④⑤⑥", start=1))


def _own_cards(
    words: Words, view: CribbagePrivate, public: CribbagePublic, people: BySeat
) -> list[Line]:
    """Return what is in hand, what was played, what lies in whose crib."""
    lines: list[Line] = []
    held = _held(view)
    if held:
        lines.append(dotted(words.text("own-hand"), _numbered(view, held)))
    if view.played:
        lines.append(dotted(words.text("cribbage-own-played"), _numbered(view, view.played)))
    if view.laid_away:
        away = own_run(view.cards[at - 1] for at in view.laid_away)
        lines.append(dotted(_whose_crib(words, view, public, people), away))
    return lines


def _whose_crib(
    words: Words, view: CribbagePrivate, public: CribbagePublic, people: BySeat
) -> Line:
    if view.seat == public.dealer:
        return words.line("cribbage-own-crib")
    return words.line("cribbage-their-crib", name=people[public.dealer])


def _both_scores(
    words: Words, view: CribbagePrivate, public: CribbagePublic, people: BySeat
) -> Line:
    across = other(view.seat)
    return words.line(
        "cribbage-scores",
        own=public.scores[view.seat],
        name=people[across],
        theirs=public.scores[across],
        target=public.target,
    )


def _prompt(
    words: Words,
    hand: HandShown,
    view: CribbagePrivate,
    public: CribbagePublic,
    people: BySeat,
) -> Line:
    """Return what the person can do now."""
    if hand.voided:
        return words.line("own-voided")
    if hand.over or public.phase == Phase.OVER:
        return words.line("own-over")
    if public.phase == Phase.DISCARD and not view.laid_away:
        mine = view.seat == public.dealer
        key = "cribbage-lay-away-own" if mine else "cribbage-lay-away"
        return words.line(key, name=people[public.dealer])
    if not view.playable:
        return words.line("cribbage-wait", name=people[other(view.seat)])
    fits: list[Card] = [view.cards[at - 1] for at in view.playable]
    if len(fits) == len(_held(view)):
        return words.line("cribbage-move-any")
    most = THIRTY_ONE - public.count
    return words.line("cribbage-move", most=most, cards=own_run(fits))
