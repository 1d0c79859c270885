"""A crowd that does anything at any time, and what must hold whatever it does.

Several people, three chats of two communities, every registered preset. After every step chips are
conserved and lie where the tables say, no wallet is below zero, and every request has one answer.
"""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.basics import ChatId, CommunityId, PlayerId, community_of
from bot.games import GAMES
from bot.house.house import House
from bot.house.rules import in_force
from bot.ledger import Account, AccountKind, escrow, mint, wallet
from bot.message import GroupMessage, PrivateMessage
from bot.notices import HandShown, TablePhase
from bot.ports import Store
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from bot.requests import Place, Reply, Request, parse_payload
from tests.fakes.chance import ClockedEntropy
from tests.fakes.house import Player, Room
from tests.fakes.stores import TroubledStore
from tests.fakes.twin import SpicyDecks

_T = TypeVar("_T")

CHATS = [ChatId("test:club:1"), ChatId("test:club:2"), ChatId("test:other")]
NAMES = ["ann", "bob", "cat", "dan"]
PRESETS = [
    *(f"{game.name} {preset}" for game in GAMES.values() for preset in game.presets),
    "21 qq21 banker_natural_collects=2 insurance=ace",
    "21 hk_banker banker_natural_collects=2",
]

names = st.sampled_from(NAMES)
chats = st.sampled_from(CHATS)
amounts = st.sampled_from(["10", "20", "50", "200", "600", "all", "half", "7", "0", "1k", "x"])
rulings = st.sampled_from(
    [
        *["", "done", "cn4deck", "hk_home5", "natural_payout=6/5", "ties=banker", "seats_max=3"],
        *["bet_min=20", "bet_max=100", "qq21 bet_min=0 bet_max=0"],
        *["banker_natural_collects=2", "banker_natural_collects=1"],
    ]
)
typed = st.one_of(
    st.builds("/join {}".format, amounts),
    st.builds("/bet {}".format, amounts),
    st.builds("/bank {}".format, amounts),
    st.builds("/pair {} {}".format, st.sampled_from([*NAMES, "1", "@@bob"]), amounts),
    st.builds("/new {}".format, st.sampled_from(PRESETS)),
    st.builds("/settings {}".format, rulings),
    st.sampled_from(
        [
            *["/join", "/bank", "/pass_bank", "/leave", "/deal", "/table", "/stop", "/stop void"],
            *["/hit", "/stand", "/double", "/split", "/insure", "/insure no", "/fly", "/new"],
            *["/balance", "/hand", "/top", "/daily", "/refill", "/grant @@ann 300"],
        ]
    ),
)
spending = st.sampled_from(["/join 600", "/join all", "/bank", "/bet 600", "/bet all"])
besides = st.sampled_from(
    ["/leave", "/bet 50", "/stop void", "/join 20", "/stop", "/bank", "/pass_bank", "/bet all"]
)
common = st.sampled_from(["/join 10", "/join 50", "/bank", "/deal", "/hit", "/stand", "/double"])
words = st.one_of(common, typed)

AT_THE_DOOR = {
    *["one-at-a-time", "too-many-waiting", "only-in-group", "only-admins", "unknown-command"],
    *["wrong-arguments"],
}
"""Refusals that are not stored: the same request may be carried out later."""
QUESTIONS = {"balance", "hand", "top", "rules", "help", "pairs"}


class Failures(logging.Handler):
    """Hears what the house only logs: a request or a clock that failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """See ``logging.Handler``."""
        self.heard.append(record.getMessage())


class Crowd(RuleBasedStateMachine):
    """People, what they do, and the books."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = Failures()
        logging.getLogger("bot").addHandler(self.failures)
        self.loop = asyncio.new_event_loop()
        self.presenter = Presenter(Localizer())
        self.answers: dict[str, Reply] = {}
        self.made: dict[CommunityId, int] = {}
        self.refills: dict[CommunityId, int] = {}
        self.looker: Player | None = None
        self.looked: list[HandShown] = []

    @initialize(
        presets=st.lists(st.sampled_from(PRESETS), min_size=3, max_size=3),
        pauses=st.lists(st.integers(0, 2), min_size=1, max_size=5),
    )
    def opens(self, presets: list[str], pauses: list[int]) -> None:
        """Open a table in every chat, each by its own rules."""
        self.pauses = pauses
        self.decks = SpicyDecks()
        chance = ClockedEntropy(self.now)
        self.room = Room(store=self.new_store(), deck_maker=self.decks, entropy=chance)
        self.settled_in()
        for chat, preset in zip(CHATS, presets, strict=True):
            self.ask(self.room.player("ann", chat, admin=True).typed(f"/new {preset}"))

    def new_store(self) -> Store:
        return TroubledStore()

    def now(self) -> float:
        return self.room.clock.now()

    def settled_in(self) -> None:
        """The house stands and nobody has come yet."""

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        return self.loop.run_until_complete(work)

    # --- what people do ---------------------------------------------------------------------

    @rule(name=names, chat=chats, text=words, admin=st.booleans(), private=st.booleans())
    def types(self, name: str, chat: ChatId, text: str, admin: bool, private: bool) -> None:
        player = self.room.player(name, chat, admin=admin)
        self.ask(player.whispered(text) if private else player.typed(text))

    @rule(name=names, chat=chats, number=st.integers(0, 11))
    def presses(self, name: str, chat: ChatId, number: int) -> None:
        request = self.button(name, chat, number)
        if request is not None:
            self.ask(request)

    @precondition(lambda self: self.panels())
    @rule(number=st.integers(0, 7))
    def taps_an_old_panel(self, number: int) -> None:
        panels = self.panels()
        request = self.tap(panels[-1 - number % min(len(panels), 4)], number)
        if request is not None:
            self.ask(request)

    @precondition(lambda self: self.in_play())
    @rule(data=st.data(), number=st.integers(0, 7), pause=st.sampled_from([0, 1]))
    def somebody_plays(self, data: st.DataObject, number: int, pause: int) -> None:
        """Whoever may act does one of the things their panel offers, in one of three ways."""
        player, hand = self.deciding(data.draw(st.sampled_from(self.in_play())), number)
        self.wait(pause)
        if hand is not None:
            request = self.tap(hand, data.draw(st.integers(0, 7)))
            assert request is not None
            ways = [player.typed(request.verb), player.pressed(request.verb), request]
            self.ask(ways[data.draw(st.integers(0, 2))])

    @precondition(lambda self: self.in_play())
    @rule(data=st.data(), numbers=st.lists(st.integers(0, 7), min_size=1, max_size=12))
    def a_round_is_played_on(self, data: st.DataObject, numbers: list[int]) -> None:
        """One act after the other, perhaps to the end of the round."""
        chat = data.draw(st.sampled_from(self.in_play()))
        for number in numbers:
            if chat in self.in_play():
                _, hand = self.deciding(chat, number)
                request = self.tap(hand, number) if hand is not None else None
                if request is not None:
                    self.ask(request)

    @precondition(lambda self: self.in_play())
    @rule(data=st.data(), number=st.integers(0, 7), text=besides)
    def somebody_in_a_round_says(self, data: st.DataObject, number: int, text: str) -> None:
        """What is done in the middle of a round beside playing: the next bet, leaving, voting."""
        playing = self.room.playing(data.draw(st.sampled_from(self.in_play())))
        self.ask(playing[number % len(playing)].typed(text))

    @precondition(lambda self: self.in_play())
    @rule(data=st.data(), text=rulings)
    def an_admin_changes_the_rules_in_the_middle_of_a_round(
        self, data: st.DataObject, text: str
    ) -> None:
        """They count for what is bet after it, and the round plays on by its own."""
        chat = data.draw(st.sampled_from(self.in_play()))
        before = self.room.shown(chat)
        self.ask(self.room.player("root", chat, admin=True).typed(f"/settings {text}"))
        assert self.room.table(chat).phase is TablePhase.PLAY
        assert self.room.shown(chat).options == before.options

    @precondition(lambda self: len(self.in_play()) < len(CHATS))
    @rule(
        data=st.data(),
        bets=st.lists(st.sampled_from(["10", "20", "50", "200"]), max_size=3),
        bank=st.sampled_from(["", "/bank", "/bank 300"]),
        pairs=st.lists(
            st.tuples(names, st.builds("/pair {} {}".format, names, st.sampled_from([2, 10, 20]))),
            max_size=3,
        ),
    )
    def a_round_is_dealt(
        self, data: st.DataObject, bets: list[str], bank: str, pairs: list[tuple[str, str]]
    ) -> None:
        """One may bank, others join and bet on pairs, and everyone there asks for the cards."""
        chat = data.draw(st.sampled_from([chat for chat in CHATS if chat not in self.in_play()]))
        if bank:
            self.ask(self.room.player("ann", chat).typed(bank))
        for name, bet in zip(reversed(NAMES), bets, strict=False):
            [reply] = self.ask(self.room.player(name, chat).typed(f"/join {bet}"))
            if reply.key == "stake-is-set":
                self.ask(self.room.player(name, chat).typed("/join"))
        if in_force(self.room.table(chat)).rules.side_bets:
            for name, pair in pairs:
                self.ask(self.room.player(name, chat).typed(pair))
        for player in self.seated(chat):
            if chat not in self.in_play():
                self.ask(player.typed("/deal"))

    @rule(data=st.data(), first=names, second=names, chat=chats, other=chats)
    def two_at_once(
        self, data: st.DataObject, first: str, second: str, chat: ChatId, other: ChatId
    ) -> None:
        here, there = self.room.player(first, chat), self.room.player(second, other)
        requests = [here.typed(data.draw(words)), there.typed(data.draw(words))]
        if data.draw(st.booleans()):
            requests[1] = self.button(second, other, data.draw(st.integers(0, 11))) or requests[1]
        self.ask(*requests)

    @rule(name=names, other=names, chat=chats, text=words)
    def somebody_looks_while_another_acts(
        self, name: str, other: str, chat: ChatId, text: str
    ) -> None:
        """They see their own cards, as they were before or are after."""
        looker = self.room.player(other, chat)
        hands, self.looker = [self.run(looker.looks())], looker
        self.ask(self.room.player(name, chat).typed(text))
        hands.append(self.run(looker.looks()))
        own = [(hand.round, hand.view) for hand in hands if hand is not None]
        assert all((hand.round, hand.view) in own for hand in self.looked)

    @rule(name=names, words=st.lists(spending, min_size=2, max_size=2))
    def one_wallet_is_spent_twice_at_once(self, name: str, words: list[str]) -> None:
        """Two topics share the wallets of their community."""
        topics = [self.room.player(name, chat) for chat in CHATS[:2]]
        self.ask(*(player.typed(text) for player, text in zip(topics, words, strict=True)))

    @precondition(lambda self: self.answers)
    @rule(number=st.integers(1, 6))
    def a_request_is_repeated(self, number: int) -> None:
        """Accepted or refused: the same answer, and nothing changes."""
        asked = [request for request in self.room.requests if request.id in self.answers]
        request = asked[-min(number, len(asked))]
        before = self.state()
        assert self.repeat(request) == self.answers[request.id]
        assert self.state() == before

    @rule(seconds=st.sampled_from([0.2, 1, 5, 10, 15, 45, 45, 600, 3_600]))
    def time_passes(self, seconds: float) -> None:
        self.wait(seconds)

    @rule(chat=chats)
    def the_dealer_is_put_out_of_a_chat(self, chat: ChatId) -> None:
        self.abandon(chat)
        assert self.room.table(chat).phase is TablePhase.CLOSED

    @rule(name=names, chat=chats, text=words, seconds=st.sampled_from([1, 45, 3_600]))
    def a_chat_is_out_of_reach(self, name: str, chat: ChatId, text: str, seconds: float) -> None:
        """Its table waits, whatever time it is and whatever is asked there meanwhile."""
        before = self.room.table(chat)
        self.freeze(chat)
        self.wait(seconds)
        self.ask(self.room.player(name, chat).typed(text))
        self.wait(1)
        assert self.room.table(chat) == before
        self.thaw(chat)

    @rule()
    def the_house_restarts(self) -> None:
        before = self.views()
        self.restart()
        assert self.views() == before

    # --- how they do it ---------------------------------------------------------------------

    def ask(self, *requests: Request) -> list[Reply]:
        """Bring requests to the door, at once if there are several; each has one answer."""
        replies = self.run(self.looked_at(self.room.at_once(*requests)))
        for request, reply in zip(requests, replies, strict=True):
            if request.verb not in QUESTIONS and reply.key not in AT_THE_DOOR:
                self.answers[request.id] = reply
            if reply.accepted and request.verb in {"daily", "grant", "refill"}:
                self.count(request, reply)
        return replies

    async def looked_at(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do work while somebody looks at their cards again and again, if anybody does."""
        looker, self.looker = self.looker, None
        looks: list[asyncio.Future[HandShown | None]] = []
        doing = asyncio.ensure_future(work)
        while looker is not None and not doing.done():
            looks.append(asyncio.ensure_future(looker.looks()))
            await asyncio.sleep(0)
        done = await doing
        self.looked = [hand for hand in await asyncio.gather(*looks) if hand is not None]
        return done

    def repeat(self, request: Request) -> Reply:
        return self.run(self.room.house.handle(request))

    def restart(self) -> None:
        self.run(self.room.restart())

    def abandon(self, chat: ChatId) -> None:
        self.run(self.room.house.abandon(chat))

    def freeze(self, chat: ChatId) -> None:
        self.room.house.freeze(chat)

    def thaw(self, chat: ChatId) -> None:
        self.run(self.awaited(self.room.house, chat))

    async def awaited(self, house: House, chat: ChatId) -> None:
        await house.thaw(chat)

    def wait(self, seconds: float) -> None:
        self.run(self.room.passes(seconds))

    def count(self, request: Request, reply: Reply) -> None:
        """Keep in mind which chips were made."""
        community = community_of(request.chat or self.table_in_private(request.player))
        chips = reply.facts["chips"]
        assert isinstance(chips, int)
        if request.verb == "refill":
            self.refills[community] = self.refills.get(community, 0) + 1
        else:
            self.made[community] = self.made.get(community, 0) + chips

    def table_in_private(self, player: PlayerId) -> ChatId:
        return next(
            chat
            for chat in CHATS
            if self.room.table(chat).phase is not TablePhase.CLOSED
            and self.room.table(chat).sitter(player)
        )

    def seated(self, chat: ChatId) -> list[Player]:
        people = self.room.people
        return [replace(people[s.player], chat=chat) for s in self.room.table(chat).sitters]

    def in_play(self) -> list[ChatId]:
        tables = [(chat, self.room.house.table_of(chat)) for chat in CHATS]
        return [chat for chat, table in tables if table and table.phase is TablePhase.PLAY]

    def panels(self) -> list[HandShown]:
        return [notice for notice in self.room.notices if isinstance(notice, HandShown)]

    def deciding(self, chat: ChatId, number: int) -> tuple[Player, HandShown | None]:
        """Return somebody in the running round with their choices, if there are any."""
        playing = self.room.playing(chat)
        order = playing[number % len(playing) :] + playing[: number % len(playing)]
        hands = [(player, self.run(player.looks())) for player in order]
        able = [(player, hand) for player, hand in hands if hand is not None and hand.choices]
        return able[0] if able else (order[0], None)

    def button(self, name: str, chat: ChatId, number: int) -> Request | None:
        """Press one of the buttons under the newest table message, as it is rendered."""
        message = self.presenter.table(self.room.shown(chat))
        return pressed(self.room.player(name, chat), message, number)

    def tap(self, hand: HandShown, number: int) -> Request | None:
        player = replace(self.room.people[hand.player], chat=hand.chat)
        return pressed(player, self.presenter.hand(hand), number)

    # --- what must hold ---------------------------------------------------------------------

    @invariant()
    def nothing_fails(self) -> None:
        assert self.failures.heard == []

    @invariant()
    def the_books_are_right(self) -> None:
        ledger = self.run(self.room.ledger())
        assert sum(ledger.values()) == 0
        assert all(chips >= 0 for account, chips in ledger.items() if not account.may_owe)
        staked = {a: c for a, c in ledger.items() if a.kind is AccountKind.ESCROW and c}
        assert staked == self.staked_at_tables()
        for community in {community_of(chat) for chat in CHATS}:
            refills = -ledger[mint(community)] - self.run(self.given(community))
            most = self.refills.get(community, 0) * self.room.settings.refill_chips
            assert 0 <= refills <= most

    async def given(self, community: CommunityId) -> int:
        """Return the chips that were made, those of refills aside."""
        wallets = [wallet(community, player) for player in self.room.people]
        welcomed = sum([await self.room.store.has_account(account) for account in wallets])
        return welcomed * self.room.settings.welcome_chips + self.made.get(community, 0)

    def staked_at_tables(self) -> dict[Account, int]:
        """Return what should lie in each escrow, as the tables say; nothing else is staked."""
        staked = {}
        for chat in CHATS:
            table = self.room.table(chat)
            running = table.running if table.phase is TablePhase.PLAY else None
            loss = in_force(table).rules.loss
            waiting = sum(sitter.staked * loss for sitter in table.sitters) + table.bank
            waiting += sum(bet.chips for bet in table.side_bets)
            playing = sum(running.staked) + running.bank_chips if running else 0
            staked[escrow(table.community, table.next_match)] = waiting
            staked[escrow(table.community, table.running_match)] = playing
        return {account: chips for account, chips in staked.items() if chips}

    def views(self) -> object:
        return self.room.tables(), self.run(self.room.hands())

    def state(self) -> object:
        tables = [self.room.table(chat) for chat in CHATS]
        in_groups = [n for n in self.room.notices if not isinstance(n, HandShown)]
        return self.run(self.room.ledger()), tables, len(in_groups)

    def teardown(self) -> None:
        logging.getLogger("bot").removeHandler(self.failures)
        if hasattr(self, "room"):
            self.run(self.room.house.drain())
            self.run(self.room.store.close())
        self.loop.close()


def pressed(player: Player, message: GroupMessage | PrivateMessage, number: int) -> Request | None:
    """Return the request of one of a message's buttons, read back from its payload."""
    buttons = [button for row in message.buttons for button in row]
    if not buttons:
        return None
    seen, verb, args = parse_payload(buttons[number % len(buttons)].payload)
    place = Place.GROUP if isinstance(message, GroupMessage) else Place.PRIVATE
    return player.room.request(player, " ".join((verb, *args)), place, seen)
