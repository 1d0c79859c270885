"""Turns notices and replies into messages, in the language of chat or person."""

from collections.abc import Mapping

from bot.basics import BANKER, Fact
from bot.games.twentyone.views import TwentyOnePrivate, TwentyOnePublic
from bot.message import (
    Button,
    CardFace,
    GroupMessage,
    Line,
    Mention,
    Plain,
    PrivateMessage,
    Span,
    plain_text,
)
from bot.notices import HandShown, Said, SeatLine, TablePhase, TableShown
from bot.ports import ALERT_LENGTH_MAX, Answer
from bot.present.l10n import Localizer
from bot.requests import Reply, Seen, format_payload


class Presenter:
    """Words for everything that is shown."""

    def __init__(self, texts: Localizer) -> None:
        self._texts = texts

    def table(self, shown: TableShown) -> GroupMessage:
        """Return the table message."""
        lines = [self._line(shown, "table-title", rules=shown.rules, round=shown.round)]
        lines += [self._seat(shown, seat) for seat in shown.seats]
        if isinstance(shown.view, TwentyOnePublic):
            cards = tuple(CardFace(card) for card in shown.view.bank.cards)
            lines.append(self._line(shown, "table-bank", cards=_spaced(cards)))
        if shown.phase is not TablePhase.CLOSED:
            lines.append(self._line(shown, "table-commitment", commitment=shown.commitment))
        return GroupMessage(tuple(lines), self._buttons(shown))

    def _line(self, shown: TableShown, key: str, **facts: Fact | Span | Line) -> Line:
        return self._texts.line(shown.language, key, **facts)

    def _seat(self, shown: TableShown, seat: SeatLine) -> Line:
        cards: tuple[Span, ...] = ()
        if isinstance(shown.view, TwentyOnePublic) and seat.seat is not None:
            hands = [hand for hand in shown.view.hands if hand.seat == seat.seat]
            cards = tuple(CardFace(card) for hand in hands for card in hand.cards)
        net = 0
        if shown.result is not None and seat.seat is not None:
            net = shown.result.net.get(seat.seat, 0)
        mention = Mention(seat.player, seat.name)
        key = "table-seat-net" if shown.result else "table-seat"
        return self._line(shown, key, name=mention, bet=seat.bet, cards=_spaced(cards), net=net)

    def _buttons(self, shown: TableShown) -> tuple[tuple[Button, ...], ...]:
        phase = shown.view.phase if shown.view and shown.phase is TablePhase.PLAY else shown.phase
        verbs: list[str] = []
        if shown.phase is TablePhase.LOBBY:
            verbs = ["join", "less", "more", "bank", "deal", "leave", "rules", "balance"]
        elif shown.phase is TablePhase.PLAY and shown.view is not None:
            choices = shown.game.public_choices(shown.view)
            verbs = [*(shown.game.format(choice) for choice in choices), "hand"]
        elif shown.phase is TablePhase.SETTLED:
            verbs = ["again", "change", "leave"]
        seen = Seen(shown.table, shown.round, str(phase))
        row = tuple(
            Button(self._texts.text(shown.language, f"button-{verb}"), format_payload(seen, verb))
            for verb in verbs
        )
        return (row,) if row else ()

    def hand(self, shown: HandShown) -> PrivateMessage:
        """Return the hand panel."""
        lines = [
            self._texts.line(shown.language, "hand-title", rules=shown.rules, round=shown.round)
        ]
        if isinstance(shown.view, TwentyOnePrivate):
            for hand in shown.view.hands:
                cards = tuple(CardFace(card) for card in hand.cards)
                lines.append(
                    self._texts.line(
                        shown.language, "hand-cards", cards=_spaced(cards), total=hand.total
                    )
                )
        seen = Seen(shown.table, shown.round, counter=shown.counter)
        row = tuple(
            Button(
                self._texts.text(shown.language, f"button-{shown.game.format(choice.action)}"),
                format_payload(seen, shown.game.format(choice.action)),
            )
            for choice in shown.choices
        )
        return PrivateMessage(tuple(lines), (row,) if row else ())

    def said(self, said: Said) -> GroupMessage:
        """Return one sentence to the chat."""
        return GroupMessage((self._texts.line(said.language, said.key, **said.facts),))

    def see_my_cards(self, language: str, name: str) -> GroupMessage:
        """Return the sentence for who cannot be written to in private."""
        return GroupMessage((self._texts.line(language, "see-my-cards", name=name),))

    def answer(self, language: str, reply: Reply, hand: HandShown | None) -> Answer:
        """Return the answer to the one who asked."""
        lines: tuple[Line, ...]
        if reply.key in {"acted", "hand", "hand-over"} and hand is not None:
            lines = self.hand(hand).lines
        else:
            lines = (self._reply_line(language, reply.key, reply.facts),)
        alert = "\n".join(map(plain_text, lines))[:ALERT_LENGTH_MAX]
        return Answer(reply.accepted, PrivateMessage(lines), alert, panel=reply.key == "acted")

    def _reply_line(self, language: str, key: str, facts: Mapping[str, Fact]) -> Line:
        if self._texts.has(f"reply-{key}"):
            return self._texts.line(language, f"reply-{key}", **facts)
        return (Plain(f"{key} {dict(facts)}"),)


def _spaced(cards: tuple[Span, ...]) -> Line:
    spaced: list[Span] = []
    for card in cards:
        spaced += [Plain(" "), card] if spaced else [card]
    return tuple(spaced) or (Plain(""),)


_ = BANKER
