"""Sends what the house tells: tables to their chats, hands to their owners, answers to askers."""

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.basics import ChatId, PlayerId, clean_name, is_within
from bot.commands import is_about_hand
from bot.delivery.lanes import Lane
from bot.delivery.outlet import Outlet
from bot.delivery.panels import PersonLane
from bot.delivery.pump import oldest
from bot.delivery.refs import NUDGE, OLD, PANEL, TABLE, Refs
from bot.message import GroupMessage
from bot.notices import Forgotten, HandShown, Notice, Nudged, Said, TablePhase, TableShown
from bot.ports import Answer, Clock, Later, Messenger, PlatformError, Store, Unreachable
from bot.present.presenter import Presenter
from bot.requests import Reply, Request
from bot.trouble import log_failure

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits to go out: for how many chats and people, and how much it is in all.

    ``oldest_seconds`` is how long the oldest of what people wait for has waited.
    """

    lanes: int
    messages: int
    oldest_seconds: float


class Delivery:
    """Joins notices to one platform's messenger.

    ``moved`` is told when a chat goes on under another id: the old one and the new. ``platform``
    is how the ids of this platform begin; what was sent on others is left alone.
    """

    def __init__(
        self,
        messenger: Messenger,
        store: Store,
        clock: Clock,
        presenter: Presenter,
        moved: Callable[[ChatId, ChatId], None] | None = None,
        platform: str = "",
    ) -> None:
        self._presenter = presenter
        pacing = messenger.pacing
        refs = Refs(store, repeats_are_known=pacing is not None and pacing.repeats_are_known)
        self._outlet = Outlet(messenger, clock, presenter, refs)
        self._moved = moved
        self._platform = platform
        self._lanes: dict[ChatId, Lane] = {}
        self._people: dict[PlayerId, PersonLane] = {}
        self._unreachable: set[PlayerId] = set()
        # A dictionary for each table, not a set: panels go out in the order of the hands.
        self._holders: dict[int, dict[PlayerId, None]] = {}
        self._new_ids: dict[ChatId, ChatId] = {}
        self._stopped = False

    # --- life -------------------------------------------------------------------------------

    async def recover(self) -> None:
        """Read what was sent before; to be awaited before the house recovers and tells."""
        await self._outlet.refs.load(self._platform)
        for ref in self._outlet.refs.of_kind(OLD):
            if ref.message is not None:
                self._lane(ChatId(ref.place)).recall_old(ref.message)
        for ref in self._outlet.refs.of_kind(NUDGE):
            await self._lane(ChatId(ref.place)).recall_nudge(ref)
        for ref in self._outlet.refs.of_kind(PANEL):
            self._holders.setdefault(int(ref.key), {})[PlayerId(ref.place)] = None

    def shown_tables(self) -> frozenset[int]:
        """Return the numbers of the tables that a chat or a person still sees open."""
        refs = (*self._outlet.refs.of_kind(TABLE), *self._outlet.refs.of_kind(PANEL))
        return frozenset(int(ref.key) for ref in refs)

    def waiting_since(self) -> float | None:
        """Return when the oldest was told of what people wait for, ``None`` if all has gone out."""
        groups = (lane.waiting_since for lane in self._lanes.values())
        people = (person.waiting_since for person in self._people.values())
        return oldest((*groups, *people))

    def backlog(self) -> Backlog:
        """Return how much waits to go out, what nobody waits for included."""
        lanes = [lane.waiting for lane in self._lanes.values()]
        lanes += [person.waiting for person in self._people.values()]
        since, now = self.waiting_since(), self._outlet.clock.now()
        seconds = max(0.0, now - since) if since is not None else 0.0
        return Backlog(sum(waiting > 0 for waiting in lanes), sum(lanes), seconds)

    async def drain(self) -> None:
        """Wait until everything has gone out that may go now: all of it where nothing is paced."""
        await self._outlet.tasks.drain()

    async def finish(self, seconds: float = math.inf) -> None:
        """Send for so long at most what may go now, then begin nothing more.

        What still waits of tables and hands goes out after the next start: what is to be seen and
        what was sent are in the store. Sentences, and results that were overtaken, are not.
        """
        await self._outlet.tasks.drain(seconds)
        self._stop()
        await self.drain()

    async def close(self) -> None:
        """Send nothing more, and call off what is under way: it waits for a connection."""
        self._stop()
        await self._outlet.tasks.call_off()

    def _stop(self) -> None:
        self._stopped = True
        for lane in self._lanes.values():
            lane.stop()
        for person in self._people.values():
            person.stop()

    # --- notices ----------------------------------------------------------------------------

    def receive(self, notice: Notice) -> None:
        """Take a notice; it goes out in the background. Never raises: the house has moved on."""
        try:
            self._take(notice)
        except Exception as failure:
            log_failure(log, "a notice was not worded", failure)

    def _take(self, notice: Notice) -> None:
        match notice:
            case TableShown():
                self._lane(notice.chat).show(notice)
                if notice.phase in {TablePhase.LOBBY, TablePhase.CLOSED}:
                    self._end_panels(notice.table, forget=notice.phase is TablePhase.CLOSED)
            case Said():
                self._lane(notice.chat).say(notice)
            case Nudged():
                self._lane(notice.chat).nudge(notice)
            case HandShown():
                self._holders.setdefault(notice.table, {})[notice.player] = None
                self._person(notice.player).show(notice)
            case Forgotten():
                self._forget(notice.player)

    def _forget(self, player: PlayerId) -> None:
        """Note nothing more of what is sent to a person: what waits for them still goes out.

        The store drops what it has of them in the same step as everything else.
        """
        for holders in self._holders.values():
            holders.pop(player, None)
        self._unreachable.discard(player)
        self._outlet.refs.forget_place(player)
        self._people.pop(player, None)

    def _end_panels(self, table: int, *, forget: bool) -> None:
        for player in self._holders.get(table, ()):
            self._person(player).end(table, forget=forget)
        if forget:
            self._holders.pop(table, None)

    def note_traffic(self, chat: ChatId, messages: int = 1) -> None:
        """Note that others wrote in a chat: a table too far up is posted anew."""
        self._lane(chat).note_traffic(messages)

    # --- what happens to chats and people -----------------------------------------------------

    def reached(self, player: PlayerId) -> None:
        """Note that a person can be written to (again): what they missed is sent."""
        if player in self._unreachable:
            self._person(player).note_reached()

    def tell(self, chat: ChatId, key: str, language: str) -> None:
        """Say one text of an adapter to a chat, as a reply: dropped where replies are."""
        lane = self._lane(chat)
        lane.revive()
        lane.reply(self._presenter.plain(lane.language or language, key))

    def move(self, old: ChatId, new: ChatId) -> None:
        """Let everything for a chat go on under another id."""
        self._outlet.tasks.start(lambda: self._move(self._lane(old), new))

    def lose(self, chat: ChatId) -> None:
        """Send nothing more to a chat and what is in it, until somebody asks something there."""
        self._outlet.away = {away for away in self._outlet.away if not is_within(away, chat)}
        for lane in self._lanes_in(chat):
            lane.lose()

    def suspend(self, chat: ChatId) -> None:
        """Send nothing to a chat and what is in it that is out of reach for a while."""
        self._outlet.away.add(chat)

    def resume(self, chat: ChatId) -> None:
        """Send what a chat that is within reach again has missed: the latest of it.

        What was suspended by itself within it stays so.
        """
        self._outlet.away.discard(chat)
        for lane in self._lanes_in(chat):
            lane.resume()

    def _lanes_in(self, chat: ChatId) -> list[Lane]:
        return [lane for place, lane in self._lanes.items() if is_within(place, chat)]

    # --- answers ----------------------------------------------------------------------------

    async def answer(self, request: Request, reply: Reply, hand: HandShown | None) -> None:
        """Answer the one who asked, exactly once, whatever the platform makes of it.

        Answers that are messages of their own keep the person's window; of somebody who asks much
        faster than that, some are dropped.
        """
        lane = self._lane(request.chat) if request.chat is not None else None
        if lane is not None:
            lane.revive()
            if request.seen is not None and request.pressed is not None:
                await lane.pressed(request.seen, request.pressed)
        reachable = self._is_reachable(request.player)
        game = lane.game if lane is not None else None
        answer = self._presenter.answer(request, reply, hand, reachable=reachable, game=game)
        if self._outlet.answers_are_panels:
            shown = lane.shown if lane is not None else None
            standing = self._presenter.standing(request, hand, shown)
            answer = replace(answer, standing=standing)
        counts = self._counts(request, answer)
        if not counts or await self._asker(request.player).turn_to_answer():
            await self._answer(request, answer, hand, lane)
        else:
            log.info("an answer was dropped: too many wait for one person")

    async def _answer(
        self, request: Request, answer: Answer, hand: HandShown | None, lane: Lane | None
    ) -> None:
        try:
            await self._outlet.messenger.answer(request, answer)
        except Unreachable:
            if hand is not None:
                self._person(request.player).note_unreachable((hand.table, hand.round))
            if lane is not None:
                language = lane.language or request.language
                lane.reply(self._in_group(request, answer, language))
        except PlatformError as failure:
            if isinstance(failure, Later):
                self._asker(request.player).hold(failure.seconds)
            # The effect stands; a second answer would say something else.
            log.info("an answer was not delivered: %s", type(failure).__name__)
        except Exception as failure:
            log_failure(log, "an answer was not delivered", failure)

    def _counts(self, request: Request, answer: Answer) -> bool:
        """Whether the answer is a message of its own, which the platform counts."""
        pacing = self._outlet.pacing
        own = request.seen is None and answer.reachable and not answer.panel
        return own and pacing is not None and pacing.answers_count

    def _in_group(self, request: Request, answer: Answer, language: str) -> GroupMessage:
        """Return the sentence for who cannot be written to.

        For a game verb it is the same whether accepted or refused: the difference could tell a
        card.
        """
        name = clean_name(request.name)
        if is_about_hand(request.verb):
            return self._presenter.see_my_cards(language, name)
        return self._presenter.named(language, name, answer.alert)

    # --- lanes ------------------------------------------------------------------------------

    def _lane(self, chat: ChatId) -> Lane:
        while chat in self._new_ids:
            chat = self._new_ids[chat]
        lane = self._lanes.get(chat)
        if lane is None:
            lane = self._lanes[chat] = Lane(chat, self._outlet, self._unreachable, self._move)
            if self._stopped:
                lane.stop()
        return lane

    def _person(self, player: PlayerId) -> PersonLane:
        self._outlet.refs.know_place(player)
        return self._asker(player)

    def _asker(self, player: PlayerId) -> PersonLane:
        """Return the lane of who is only answered: of that nothing is noted."""
        lane = self._people.get(player)
        if lane is None:
            lane = self._people[player] = PersonLane(player, self._outlet, self._reach_changed)
            if self._stopped:
                lane.stop()
        return lane

    def _is_reachable(self, player: PlayerId) -> bool:
        return player not in self._unreachable

    def _reach_changed(self, player: PlayerId, *, reachable: bool) -> None:
        """The tables at which a person sits say how to see one's cards without private messages."""
        (self._unreachable.discard if reachable else self._unreachable.add)(player)
        for lane in self._lanes.values():
            lane.refresh_for(player)

    async def _move(self, lane: Lane, chat: ChatId) -> None:
        """Let a lane go on under a new id; the platform may say so more than once."""
        old = lane.chat
        if old == chat or self._lanes.get(old) is not lane:
            return
        del self._lanes[old]
        self._new_ids.pop(chat, None)
        self._new_ids[old] = chat
        await self._outlet.refs.drop_place(old)
        there = self._lanes.get(chat)
        if there is None:
            self._lanes[chat] = lane
            lane.move_to(chat)
        else:
            lane.stop()
        if self._moved is not None:
            self._moved(old, chat)
