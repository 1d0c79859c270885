"""Turns notices and replies into messages, in the language of chat or person."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.basics import PlayerId
from bot.commands import is_about_hand
from bot.games import GAMES
from bot.message import (
    ChatName,
    GroupMessage,
    Line,
    OpenLine,
    Plain,
    PrivateMessage,
    Strong,
    plain_text,
)
from bot.notices import HandShown, Nudged, Said, TablePhase, TableShown
from bot.ports import Answer
from bot.present.answers import reply_alert, reply_buttons, reply_lines
from bot.present.asking import QUESTIONS
from bot.present.choices import Buttons, buttons_of
from bot.present.common import Unit, Words, alert_of, dotted, joined, mentions
from bot.present.cribbage import CribbagePresenter
from bot.present.fivecard import FiveCardPresenter
from bot.present.games import GamePresenter
from bot.present.l10n import Localizer
from bot.present.menu import menu_rows
from bot.present.tables import overtaken_message, table_message
from bot.present.twentyone import TwentyOnePresenter
from bot.requests import Reply, Request, Seen
from bot.trouble import log_failure

log = logging.getLogger(__name__)

PRESENTERS: Mapping[str, GamePresenter] = {
    "21": TwentyOnePresenter(),
    "fivecard": FiveCardPresenter(),
    "cribbage": CribbagePresenter(),
}

_SHOWS_HAND = {"acted", "hand", "hand-over"}
"""Accepted replies that show the asker's cards as they are at that moment."""

SILENT = {
    "acted": "the table counts the cards, and the panel shows them",
    "bet-changed": "the lobby shows the new bet",
    "bet-chosen": "the lobby shows the amount as not in yet",
    "change-bet": "bets are open in a message of their own",
    "dealt": "the cards are out in a message of their own",
    "joined": "the table names who is in, and with how much",
}
"""Accepted replies that a press can do without, and where its presser sees at once what became of
it. Everything else is said: a warning, what a later moment brings, what only the asker may know."""

_WARNINGS = {"leave-match", "leave-forfeits", "leave-costs"}
"""Accepted replies that ask for the same once more, which then costs chips."""

_OUTDATED = {"outdated", "no-table-in-private"}
"""Refusals of a press whose moment is over, or whose table its presser has left."""


class Presenter:
    """Words for everything that is shown."""

    def __init__(self, texts: Localizer) -> None:
        self._texts = texts

    # --- for the group ----------------------------------------------------------------------

    def table(self, shown: TableShown, unreachable: Collection[PlayerId] = ()) -> GroupMessage:
        """Return the table message; ``unreachable`` are people without a private chat."""
        words = self._words(shown.language, shown.game.name)
        return table_message(words, PRESENTERS[shown.game.name], shown, unreachable)

    def overtaken(self, before: TableShown, after: TableShown) -> GroupMessage | None:
        """Return what an older table message is edited to; ``None``: it only loses its buttons."""
        words = self._words(before.language, before.game.name)
        return overtaken_message(words, PRESENTERS[before.game.name], before, after)

    def bets_overtaken(self, played: TableShown) -> GroupMessage | None:
        """Return what the bets for a round are edited to that is played now (``overtaken``).

        After a restart nothing else is known of them.
        """
        bets = replace(played, phase=TablePhase.LOBBY, round=played.round - 1, result=None)
        return self.overtaken(bets, played)

    def said(self, said: Said) -> GroupMessage:
        """Return one sentence to the chat."""
        return GroupMessage((self._texts.line(said.language, f"said-{said.key}", **said.facts),))

    def nudge(self, nudged: Nudged) -> GroupMessage:
        """Return the sentence that reminds those who are waited for, by a notification."""
        names = mentions(nudged.seats)
        players = {line.seat: line.player for line in nudged.seats}
        people: list[OpenLine] = [
            (replace(names[players[seat]], ping=True),) for seat in nudged.waiting
        ]
        line: OpenLine = self._texts.line(nudged.language, "nudge", names=joined(", ", people))
        return GroupMessage((line,))

    def plain(self, language: str, key: str) -> GroupMessage:
        """Return one text that needs no facts."""
        return GroupMessage((self._texts.line(language, key),))

    def see_my_cards(self, language: str, name: str) -> GroupMessage:
        """Return the sentence for who cannot be written to in private."""
        return GroupMessage((self._texts.line(language, "see-my-cards", name=name),))

    def named(self, language: str, name: str, answer: str) -> GroupMessage:
        """Return an answer in the group, for who cannot be written to; no card is in it."""
        first, *more = answer.splitlines()
        line = self._texts.line(language, "named-answer", name=name, answer=first)
        return GroupMessage((line, *((Plain(text),) for text in more)))

    # --- for one person ---------------------------------------------------------------------

    def hand(self, hand: HandShown) -> PrivateMessage:
        """Return the hand panel."""
        words = self._words(hand.language, hand.game.name)
        return PrivateMessage(
            (self._head(words, hand), *PRESENTERS[hand.game.name].hand(words, hand)),
            self._choices(words, hand),
        )

    def _words(self, language: str, game: str | None) -> Words:
        """Return texts in a language, in the words of a game."""
        return Words(self._texts, language, PRESENTERS[game].unit if game else Unit.ROUND)

    def _head(self, words: Words, hand: HandShown) -> Line:
        name, chat = words.rules_name(hand.rules), (ChatName(hand.chat),)
        number = str(hand.deal or hand.round)
        return dotted((Strong(name),), words.line("table-round", round=number), chat)

    def _choices(self, words: Words, hand: HandShown) -> Buttons:
        seen = Seen(hand.table, hand.round, counter=hand.counter)
        return buttons_of(seen, PRESENTERS[hand.game.name].panel_rows(words, hand))

    def answer(
        self,
        request: Request,
        reply: Reply,
        hand: HandShown | None,
        *,
        reachable: bool = True,
        game: str | None = None,
    ) -> Answer:
        """Return the answer to the one who asked; ``hand`` are their cards at this moment.

        ``game`` is what is played where they asked, as far as that is known.
        """
        words = self._words(request.language, hand.game.name if hand is not None else game)
        try:
            return self._answer(words, request, reply, hand, reachable=reachable)
        except Exception as failure:
            # A fault of ours must not leave anybody without an answer.
            log_failure(log, f"no words for {reply.key}", failure)
            line = words.line("answer-acted" if reply.accepted else "refusal-other")
            return Answer(reply.accepted, PrivateMessage((line,)), plain_text(line))

    def standing(
        self, request: Request, hand: HandShown | None, shown: TableShown | None
    ) -> PrivateMessage | None:
        """Return what a panel would show now of what was asked about, ``None`` for nothing.

        ``hand`` are the asker's cards at this moment, ``shown`` is the table where they asked.
        """
        try:
            if request.verb == "settings" and shown is not None and shown.menu:
                return self._menu(request, shown)
            return self.hand(hand) if hand is not None and is_about_hand(request.verb) else None
        except Exception as failure:
            log_failure(log, f"no panel for {request.verb}", failure)
            return None

    def _menu(self, request: Request, shown: TableShown) -> PrivateMessage:
        words = Words(self._texts, request.language)
        game, seen = PRESENTERS[shown.game.name], Seen(shown.table, shown.round, shown.phase.value)
        return PrivateMessage((words.line("settings-hint"),), menu_rows(words, game, shown, seen))

    def _answer(
        self,
        words: Words,
        request: Request,
        reply: Reply,
        hand: HandShown | None,
        *,
        reachable: bool,
    ) -> Answer:
        if reply.accepted and reply.key in _SHOWS_HAND and hand is not None:
            return self._with_hand(words, request, reply, hand, reachable=reachable)
        if reply.accepted and reply.key == "rules":
            return self._rules(words, reply, reachable=reachable)
        if not reply.accepted and reply.key in QUESTIONS:
            message = QUESTIONS[reply.key](words, reply.facts)
            alert = plain_text(words.line(f"refusal-{reply.key}", **reply.facts))
            return Answer(
                accepted=False, message=message, alert=alert, reachable=reachable, asks=True
            )
        outdated = not reply.accepted and reply.key in _OUTDATED and request.seen is not None
        lines = reply_lines(words, reply)
        if outdated and request.verb == "settings":
            lines = [words.line("settings-outdated")]  # it may be under no table
        return Answer(
            reply.accepted,
            PrivateMessage(tuple(lines), reply_buttons(words, reply)),
            reply_alert(words, reply, lines),
            reachable=reachable,
            silent=_is_silent(reply),
            warns=reply.accepted and reply.key in _WARNINGS,
            outdated=outdated,
        )

    def _with_hand(
        self, words: Words, request: Request, reply: Reply, hand: HandShown, *, reachable: bool
    ) -> Answer:
        game = PRESENTERS[hand.game.name]
        alert = alert_of(*game.short_hands(words, hand))
        lines = (self._head(words, hand), *game.hand(words, hand))
        pressed = request.seen is not None
        buttons = self._choices(words, hand) if pressed and reply.key == "hand" else ()
        acted = reply.key == "acted"
        message = PrivateMessage(lines, buttons)
        return Answer(
            reply.accepted,
            message,
            alert,
            panel=acted and reachable,
            reachable=reachable,
            silent=_is_silent(reply),
        )

    def _rules(self, words: Words, reply: Reply, *, reachable: bool) -> Answer:
        game = GAMES[str(reply.facts["game"])]
        rules = str(reply.facts["rules"])
        options = dict(pair.split("=", 1) for pair in str(reply.facts["options"]).split())
        dials: object = game.with_options(rules, options)
        presenter, name = PRESENTERS[game.name], words.rules_name(rules)
        lines = ((Strong(name),), *presenter.rules(words, dials))
        alert = plain_text(presenter.short_rules(words, name, dials))
        return Answer(
            accepted=True, message=PrivateMessage(lines), alert=alert, reachable=reachable
        )


def _is_silent(reply: Reply) -> bool:
    """Whether a press can do without this reply; what is held beyond a bet no table shows."""
    joined_for_more = reply.key == "joined" and "held" in reply.facts
    return reply.accepted and reply.key in SILENT and not joined_for_more
