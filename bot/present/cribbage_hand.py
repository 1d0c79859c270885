"""A player's own cards of cribbage: in hand, played, in whose crib; what can be done with them."""

from collections.abc import Iterable

from bot.games.base import Result
from bot.games.cribbage.points import THIRTY_ONE
from bot.games.cribbage.state import other
from bot.games.cribbage.views import CribbagePrivate, CribbagePublic, Phase
from bot.message import CardFace, Line, OpenFace, OpenLine, Plain
from bot.notices import HandShown
from bot.present.common import Words, dotted, joined, mentions, open_run, own_run
from bot.present.cribbage_show import counted
from bot.present.hands import by_seat, net_of, own_chips

_NUMBERS = dict(enumerate("①②③④⑤⑥", start=1))
"""How places in the deal are written beside cards: a group's buttons have the same numbers."""


class OwnView:
    """What is said to one player of the own hand, beside what everyone sees."""

    def __init__(self, words: Words, hand: HandShown) -> None:
        if not isinstance(hand.view, CribbagePrivate) or not isinstance(
            hand.public, CribbagePublic
        ):
            raise TypeError("not a hand of cribbage")
        self._words, self._hand = words, hand
        self._view, self._public = hand.view, hand.public
        people = by_seat(hand, mentions(hand.seats))
        self._dealer = people[self._public.dealer]
        self._across = people[other(self._view.seat)]

    def panel(self) -> list[Line]:
        """Return the panel without its head."""
        if self._hand.result is None:
            return [*self._cards(), *self._table(), self._scores(), self._prompt()]
        chips = own_chips(self._words, self._hand)
        return [*self._counted(), self._scores(), self._ended(self._hand.result), *chips]

    def short(self) -> tuple[list[Line], ...]:
        """Return ever shorter layouts for a pop-up."""
        cards, table, prompt = self._cards(), self._table(), self._prompt()
        held = [self._numbered(self.held)] if self.held else [self._scores()]
        full = [*cards, *table, self._scores(), prompt]
        return full, [*cards, *table, prompt], [*held, *table, prompt], [*held, *table], held

    @property
    def held(self) -> list[int]:
        """The places of the cards that are still in hand."""
        gone = {*self._view.laid_away, *self._view.played}
        return [place for place in range(1, len(self._view.cards) + 1) if place not in gone]

    def _numbered(self, places: Iterable[int]) -> Line:
        cards = self._view.cards
        return joined(" ", [(Plain(_NUMBERS[at]), CardFace(cards[at - 1])) for at in places])

    def _cards(self) -> list[Line]:
        """Return what is in hand, what was played, what lies in whose crib."""
        words, view = self._words, self._view
        lines: list[Line] = []
        if self.held:
            lines.append(dotted(words.text("own-hand"), self._numbered(self.held)))
        if view.played:
            lines.append(dotted(words.text("cribbage-own-played"), self._numbered(view.played)))
        if view.laid_away:
            away = own_run(view.cards[at - 1] for at in view.laid_away)
            lines.append(dotted(self._whose_crib(), away))
        return lines

    def _whose_crib(self) -> Line:
        if self._view.seat == self._public.dealer:
            return self._words.line("cribbage-own-crib")
        return self._words.line("cribbage-their-crib", name=self._dealer)

    def _table(self) -> list[OpenLine]:
        return starter_and_count(self._words, self._public)

    def _scores(self) -> Line:
        seat, scores = self._view.seat, self._public.scores
        facts = {"own": scores[seat], "theirs": scores[other(seat)], "target": self._public.target}
        return self._words.line("cribbage-scores", name=self._across, **facts)

    def _prompt(self) -> Line:
        """Return what the person can do now."""
        words, view, public = self._words, self._view, self._public
        if self._hand.voided:
            return words.line("own-voided")
        if self._hand.over or public.phase == Phase.OVER:
            return words.line("own-over")
        if public.phase == Phase.DISCARD and not view.laid_away:
            mine = view.seat == public.dealer
            key = "cribbage-lay-away-own" if mine else "cribbage-lay-away"
            return words.line(key, name=self._dealer)
        if not view.playable:
            return words.line("cribbage-wait", name=self._across)
        if len(view.playable) == len(self.held):
            return words.line("cribbage-move-any")
        fits = own_run(view.cards[at - 1] for at in view.playable)
        most, count = THIRTY_ONE - public.count, len(view.playable)
        return words.line("cribbage-move", most=most, cards=fits, count=count)

    def _counted(self) -> list[Line]:
        """Return the own hands as they were counted, or else where the cards were."""
        public, seat = self._public, self._view.seat
        lines: list[Line] = []
        for shown in public.shows:
            if shown.seat == seat:
                name = self._words.text("cribbage-own-crib" if shown.crib else "own-hand")
                lines.append(dotted(name, *counted(self._words, shown, public.starter)))
        return lines or self._cards()

    def _ended(self, result: Result) -> Line:
        """Return who has won the match, and what it brought; else that it goes on."""
        words, seat, scores = self._words, self._view.seat, self._public.scores
        if self._public.winner is None:
            return words.line("cribbage-own-next")
        told: Line = words.line(
            "cribbage-own-ended",
            won="yes" if self._public.winner == seat else "no",
            own=scores[seat],
            theirs=scores[other(seat)],
            rule=result.lines[0].rule,
            name=self._across,
        )
        net = result.net[seat]
        return dotted(net_of(words, net) if net else "", told)


def starter_and_count(words: Words, view: CribbagePublic) -> list[OpenLine]:
    """Return the starter, then the count and the cards that make it."""
    if view.starter is None:
        return []
    lines: list[OpenLine] = [words.line("cribbage-starter", card=OpenFace(view.starter))]
    if view.phase == Phase.PLAY:
        pile = open_run(laid.card for laid in view.played[view.reset_at :])
        lines.append(dotted(words.line("cribbage-count", count=view.count), pile))
    return lines
