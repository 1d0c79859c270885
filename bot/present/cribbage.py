"""Cribbage in words: the board, the count, what a card pegged, the show, who won by how much."""

from collections.abc import Sequence

from bot.basics import Seat
from bot.cards import OpenCard
from bot.games.base import Result
from bot.games.cribbage.actions import DEALT, LAID_AWAY, Move, Verb
from bot.games.cribbage.dials import Dials
from bot.games.cribbage.state import other
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic, Phase
from bot.games.cribbage.vocabulary import Rule
from bot.message import Fixed, Line, OpenFace, OpenLine, Plain, card_text
from bot.notices import HandShown, TablePhase, TableShown
from bot.present.choices import Offer, Rows, in_rows
from bot.present.common import AWAITED, RESTING, Unit, Words, dotted, joined, marked, open_run
from bot.present.cribbage_board import track
from bot.present.cribbage_hand import OwnView, starter_and_count
from bot.present.cribbage_rules import PAGE
from bot.present.cribbage_show import show_lines
from bot.present.cribbage_story import last_moves, peg_behind
from bot.present.games import Names
from bot.present.hands import BySeat, by_seat, late, net_of, seconds_left, waiting_for
from bot.present.rules_page import RulesTeller

_KEPT = DEALT - LAID_AWAY
_SHOWS = 3
"""So many hands are counted, the crib among them (CR-X10)."""

_PLACES_IN_A_ROW = {Verb.DISCARD: 5, Verb.PLAY: 6}
_CARDS_IN_A_ROW = {Verb.DISCARD: 3, Verb.PLAY: 4}


class CribbagePresenter(RulesTeller[Dials]):
    """See ``GamePresenter``."""

    unit = Unit.DEAL

    def __init__(self) -> None:
        super().__init__(PAGE, Dials)

    def play(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``."""
        view = _public(shown.view)
        people = by_seat(shown, names)
        lines: list[OpenLine] = []
        for seat in people:
            lines += [_seat_line(words, shown, view, seat, people), _track(shown, view, seat)]
        if view.phase == Phase.DISCARD:
            lines += _before_the_play(words, shown, view, people)
        lines += starter_and_count(words, view)
        lines += last_moves(words, shown.events, people)
        return [*lines, waiting_for(words, shown, view.waiting, people)]

    def results(self, words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
        """See ``GamePresenter``: what the play ended with, the show, the scores, who has won."""
        view, result = _public(shown.view), shown.result
        people = by_seat(shown, names)
        if result is None:
            return []
        lines = [*last_moves(words, shown.events, people), *starter_and_count(words, view)]
        for counted in view.shows:
            lines += show_lines(words, counted, view.starter, people)
        if view.winner is not None and result.lines[0].rule != Rule.RESIGNED:
            lines += [words.line("cribbage-not-counted")] if len(view.shows) < _SHOWS else []
        for seat in people:
            lines.append(_score_line(words, shown, view, result, seat, people))
            lines.append(_track(shown, view, seat))
        if view.winner is not None:
            return [*lines, _won(words, shown, view, result, people)]
        if shown.phase is TablePhase.SETTLED:
            dealer: OpenLine = words.line("cribbage-next-dealer", name=people[other(view.dealer)])
            lines.append(dotted(dealer, seconds_left(words, shown)))
            lines.append(words.line("cribbage-next-deal"))
        return lines

    def hand(self, words: Words, hand: HandShown) -> list[Line]:
        """See ``GamePresenter``."""
        return OwnView(words, hand).panel()

    def short_hands(self, words: Words, hand: HandShown) -> tuple[list[Line], ...]:
        """See ``GamePresenter``."""
        return OwnView(words, hand).short()

    def group_rows(self, words: Words, shown: TableShown) -> Rows:  # noqa: ARG002 -- as below
        """See ``GamePresenter``: places need no words; cards would tell whose they are."""
        choices: Sequence[Move] = ()
        if shown.view is not None:
            choices = shown.game.public_choices(shown.view)
        offers = [Offer("·".join(map(str, move.places)), str(move)) for move in choices]
        return in_rows(offers, _PLACES_IN_A_ROW[choices[0].verb]) if choices else ()

    def panel_rows(self, words: Words, hand: HandShown) -> Rows:  # noqa: ARG002 -- cards need none
        """See ``GamePresenter``: cards by their names, for their owner."""
        cards = _private(hand.view).cards
        moves = [each.action for each in hand.choices if not each.quits]
        choices = [move for move in moves if isinstance(move, Move)]
        offers = [
            Offer(" ".join(card_text(cards[at - 1]) for at in move.places), str(move))
            for move in choices
        ]
        return in_rows(offers, _CARDS_IN_A_ROW[choices[0].verb]) if choices else ()


def _public(view: object) -> CribbagePublic:
    if not isinstance(view, CribbagePublic):
        raise TypeError("not a table of cribbage")
    return view


def _private(view: object) -> CribbagePrivate:
    if not isinstance(view, CribbagePrivate):
        raise TypeError("not a hand of cribbage")
    return view


def _dials(shown: TableShown) -> Dials:
    dials: object = shown.game.with_options(shown.rules, shown.options)
    if not isinstance(dials, Dials):
        raise TypeError("not rules of cribbage")
    return dials


# --- the table --------------------------------------------------------------------------------


def _seat_line(
    words: Words, shown: TableShown, view: CribbagePublic, seat: Seat, people: BySeat
) -> OpenLine:
    """Return a player with the score and the cards in front of them, face down while held."""
    mark = AWAITED if seat in view.waiting else RESTING
    deals = words.text("cribbage-deals") if seat == view.dealer else ""
    cards: OpenLine | str = _in_front(view, seat)
    if view.phase == Phase.DISCARD:
        cards = words.text("cribbage-laid-away") if seat in view.laid_away else ""
    is_late = late(words, shown, seat)
    return marked(mark, people[seat], str(view.scores[seat]), deals, cards, is_late)


def _in_front(view: CribbagePublic, seat: Seat) -> OpenLine:
    played = [laid.card for laid in view.played if laid.seat == seat]
    return open_run([*played, *[None] * (_KEPT - len(played))])


def _track(shown: TableShown, view: CribbagePublic, seat: Seat) -> OpenLine:
    dials, score = _dials(shown), view.scores[seat]
    before = peg_behind(shown.events, seat, score, _opened(shown, seat), view.target)
    skunk, double = dials.skunk_line, dials.double_skunk_line
    return (Fixed(track(score, before, view.target, skunk, double)),)


def _opened(shown: TableShown, seat: Seat) -> int | None:
    """Return a player's score before this deal, ``None`` where that is not told."""
    match = shown.match
    if match is None or not match.scores:
        return 0 if match is not None and match.deal == 1 else None
    return match.scores[seat]


def _before_the_play(
    words: Words, shown: TableShown, view: CribbagePublic, people: BySeat
) -> list[OpenLine]:
    """Return how it came that somebody deals first, and whose crib it is."""
    dealer = people[view.dealer]
    lines: list[OpenLine] = []
    if shown.match is not None and shown.match.deal == 1:
        lines += _cuts(words, shown.match.cut, people)
        key = "cribbage-cut-lower" if shown.match.cut else "cribbage-loser-deals"
        lines.append(words.line(key, name=dealer))
    return [*lines, words.line("cribbage-to-crib", name=dealer)]


def _cuts(words: Words, cut: Sequence[OpenCard], people: BySeat) -> list[OpenLine]:
    """Return who cut what, a line a cut."""
    lines: list[OpenLine] = []
    for first in range(0, len(cut), len(people)):
        cards = enumerate(cut[first : first + len(people)])
        said: list[OpenLine] = [
            (*people[Seat(seat)], Plain(" "), OpenFace(card)) for seat, card in cards
        ]
        told: OpenLine = joined(", ", said)
        key = "cribbage-cut-again" if lines else "cribbage-cut"
        lines.append(dotted(words.text(key), told))
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
    """Return a player's score, with the chips that a match brought or whether it may go on."""
    net, head = result.net[seat], people[seat]
    if net:
        head = words.line("result-seat", name=head, net=net_of(words, net))
    dealt = words.text("cribbage-dealt") if seat == view.dealer else ""
    ready = words.text("cribbage-ready") if result.scores and _asks(shown, seat) else ""
    is_late = late(words, shown, seat)
    return marked(RESTING, head, _score(words, shown, view, seat), dealt, ready, is_late)


def _score(words: Words, shown: TableShown, view: CribbagePublic, seat: Seat) -> str:
    """Return a player's score, and by how much it grew in this deal."""
    score, opened = view.scores[seat], _opened(shown, seat)
    if opened is None:
        return str(score)
    return words.text("cribbage-up", {"score": score, "up": score - opened})


def _asks(shown: TableShown, seat: Seat) -> bool:
    """Whether somebody has asked for the next deal."""
    return shown.phase is TablePhase.SETTLED and any(
        line.again for line in shown.seats if line.seat == seat
    )


def _won(
    words: Words, shown: TableShown, view: CribbagePublic, result: Result, people: BySeat
) -> OpenLine:
    """Return who won, by how much, and whether that is a skunk."""
    if view.winner is None:
        raise AssertionError("nobody has won")
    loser, dials, rule = other(view.winner), _dials(shown), result.lines[0].rule
    line = dials.double_skunk_line if rule == Rule.DOUBLE_SKUNK else dials.skunk_line
    ours, theirs = view.scores[view.winner], view.scores[loser]
    facts = {"ours": ours, "theirs": theirs, "ahead": ours - theirs, "line": line or 0}
    name = people[view.winner]
    return words.line(f"cribbage-won-{rule}", name=name, loser=people[loser], **facts)
