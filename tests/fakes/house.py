"""A house to talk to, so that a test reads like a conversation.

    room = Room(deck="Ts As Th 9d Kd 8c", rules="hk_casino")
    ann, bob = room.player("ann"), room.player("bob")
    await ann.says("/join 100")
    await bob.says("/join 50")
    await ann.presses("deal")
    await room.passes(45)
    assert await room.chips() == {"ann": 1_100, "bob": 1_075}

Requests are built as adapters build them: ids that never repeat, and on a button what its presser
last saw.
"""

import asyncio
import itertools
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.basics import ChatId, PlayerId, community_of
from bot.clocks import ManualClock
from bot.house.decision import DeckMaker
from bot.house.house import House
from bot.house.settings import HouseSettings
from bot.house.table import Table
from bot.ledger import Account, Reason, escrow, house, mint, move, wallet
from bot.notices import HandShown, Notice, Said, TablePhase, TableShown, Urgency
from bot.ports import Commit, Entropy, Store, StoredAnswer
from bot.requests import Place, Reply, Request, Rights, Seen, Target
from storage.memory import MemoryStore
from tests.fakes.chance import CountedEntropy, LaidDecks

NOON = 1_700_000_000.0
"""When every test begins, in seconds since 1970."""

CLUB = ChatId("test:club")


def seen_under(shown: TableShown) -> Seen:
    """Return what the buttons under a table message carry."""
    playing = shown.phase is TablePhase.PLAY and shown.view is not None
    phase = shown.view.phase if playing and shown.view else shown.phase
    return Seen(shown.table, shown.round, str(phase))


def seen_on(hand: HandShown) -> Seen:
    """Return what the buttons of a hand panel carry."""
    return Seen(hand.table, hand.round, counter=hand.counter)


def newest_tables(notices: Iterable[Notice]) -> dict[ChatId, TableShown]:
    """Return the newest message of every open table, whatever it was told for."""
    newest = {notice.chat: notice for notice in notices if isinstance(notice, TableShown)}
    return {
        chat: replace(shown, fresh=False, urgency=Urgency.TURN)
        for chat, shown in newest.items()
        if shown.phase is not TablePhase.CLOSED
    }


async def hands_in(house: House, room: "Room") -> dict[str, HandShown]:
    """Return what My cards of a house shows to everybody in a room who has some, in every chat."""
    hands = {}
    for player in room.people.values():
        for chat in room.chats:
            request = Request("look", chat, player.id, player.name, "hand")
            hand = await house.hand_of(request)
            if hand is not None:
                hands[f"{player.name} {chat}"] = hand
    return hands


@dataclass(repr=False)
class Room:
    """A house with its store, its clock and everybody who talks to it.

    ``deck`` are the first cards of the first deal, ``deck_maker`` makes decks in another way,
    ``rules`` are those of every chat that does not ask for others, ``notices`` what the house told
    so far.
    """

    deck: str = ""
    rules: str = "qq21"
    settings: HouseSettings = field(default_factory=HouseSettings)
    store: Store = field(default_factory=MemoryStore)
    notices: list[Notice] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    people: dict[PlayerId, "Player"] = field(default_factory=dict)
    deck_maker: DeckMaker | None = None
    entropy: Entropy = field(default_factory=CountedEntropy)

    def __post_init__(self) -> None:
        self.settings = replace(self.settings, rules=self.rules)
        self.clock = ManualClock(NOON)
        self.decks = LaidDecks()
        self.house = self._new_house()
        self._ids = itertools.count(1)
        self._read = 0
        if self.deck:
            self.decks.lay(self.deck)

    def _new_house(self) -> House:
        make_deck = self.deck_maker or self.decks
        return House(
            self.store, self.clock, self.entropy, make_deck, self.notices.append, self.settings
        )

    # --- people -----------------------------------------------------------------------------

    def player(self, name: str, chat: ChatId = CLUB, *, admin: bool = False) -> "Player":
        """Return somebody who talks in a chat; the same name is the same person everywhere."""
        player = Player(self, name, chat, admin)
        self.people.setdefault(player.id, player)
        return player

    def request(self, player: "Player", text: str, place: Place, seen: Seen | None) -> Request:
        """Return what an adapter makes of a typed or pressed command."""
        verb, *words = text.removeprefix("/").split()
        return Request(
            id=f"test:{next(self._ids)}",
            chat=player.chat if place is Place.GROUP else None,
            player=player.id,
            name=player.name.capitalize(),
            verb=verb,
            args=tuple(words),
            targets=tuple(player.mentioned(words)),
            place=place,
            rights=Rights(admin=player.admin),
            seen=seen,
        )

    async def asks(self, request: Request) -> Reply:
        """Bring a request to the door."""
        self.requests.append(request)
        return await self.house.handle(request)

    async def repeats(self, number: int = 1) -> Reply:
        """Bring an old request again under its id: the last, or the last but some."""
        return await self.house.handle(self.requests[-number])

    async def at_once(self, *requests: Request) -> list[Reply]:
        """Bring several requests in the same instant."""
        return list(await asyncio.gather(*map(self.asks, requests)))

    async def hears(self, *lines: str) -> list[Reply]:
        """Bring what people type in the chat: ``ann: /join 50``."""
        said = (line.split(": ") for line in lines)
        return [await self.player(name).says(text) for name, text in said]

    # --- time -------------------------------------------------------------------------------

    async def passes(self, seconds: float) -> None:
        """Let time pass, with everything that falls due."""
        until = self.clock.now() + seconds
        while self.clock.step_to(until):
            await self.house.drain()

    async def restart(self, shown: Container[int] = ()) -> None:
        """Kill the house and bring it back from its store; its timers die with it.

        ``shown`` are the tables that people still see open.
        """
        self.clock = ManualClock(self.clock.now())
        self.house = self._new_house()
        await self.house.recover(shown)

    # --- what can be seen -------------------------------------------------------------------

    def shown(self, chat: ChatId = CLUB) -> TableShown:
        """Return the newest table message of a chat."""
        found = [n for n in self.notices if isinstance(n, TableShown) and n.chat == chat]
        return found[-1]

    def told_hands(self, chat: ChatId = CLUB) -> list[HandShown]:
        """Return every hand that was shown to its owner, oldest first."""
        return [n for n in self.notices if isinstance(n, HandShown) and n.chat == chat]

    def said(self, chat: ChatId = CLUB) -> list[str]:
        """Return the keys of every sentence to a chat."""
        return [n.key for n in self.notices if isinstance(n, Said) and n.chat == chat]

    def news(self) -> list[Notice]:
        """Return what was told since the last time this was asked."""
        new = self.notices[self._read :]
        self._read = len(self.notices)
        return new

    def table(self, chat: ChatId = CLUB) -> Table:
        """Return a chat's table as the house holds it."""
        table = self.house.table_of(chat)
        assert table is not None
        return table

    def playing(self, chat: ChatId = CLUB) -> list["Player"]:
        """Return who plays in the running round, in the order of play, a banker last."""
        running = self.table(chat).running
        assert running is not None
        banker = [running.banker] if running.banker else []
        return [replace(self.people[player], chat=chat) for player in (*running.players, *banker)]

    async def hands(self) -> dict[str, HandShown]:
        """Return everybody's cards and choices, by name and chat, of all who have some."""
        return await hands_in(self.house, self)

    def tables(self) -> dict[ChatId, TableShown]:
        """Return the newest message of every open table, as it would look if told again now."""
        return newest_tables(self.notices)

    @property
    def chats(self) -> list[ChatId]:
        """Return every chat in which something was asked."""
        return list(dict.fromkeys(r.chat for r in self.requests if r.chat is not None))

    # --- chips ------------------------------------------------------------------------------

    async def chips(self, chat: ChatId = CLUB) -> dict[str, int]:
        """Return what everybody who spoke has in the wallet of a chat's community."""
        community = community_of(chat)
        accounts = {p.name: wallet(community, p.id) for p in self.people.values()}
        held = await self.store.balances(accounts.values())
        return {name: held[account] for name, account in accounts.items()}

    async def staked(self, chat: ChatId = CLUB) -> tuple[int, int]:
        """Return what lies in escrow for the running round and for the next."""
        table = self.table(chat)
        held = await self.store.balances([table.running_escrow, table.next_escrow])
        return held[table.running_escrow], held[table.next_escrow]

    async def ledger(self) -> Mapping[Account, int]:
        """Return every account that can hold chips: wallets, house, mint, every escrow ever."""
        accounts: list[Account] = []
        for chat in self.chats:
            table = self.table(chat)
            community = table.community
            accounts += [house(community), mint(community)]
            accounts += [wallet(community, player) for player in self.people]
            accounts += [
                escrow(community, f"{table.number}.{number}")
                for number in range(1, table.round + 3)
            ]
        return await self.store.balances(dict.fromkeys(accounts))

    async def gives(self, player: "Player", chips: int) -> None:
        """Change a wallet from outside: a grant, or (negative) chips that were given away."""
        community = community_of(player.chat)
        source, target = mint(community), wallet(community, player.id)
        if chips < 0:
            source, target, chips = target, source, -chips
        transfer = move(chips, source, target, Reason.GRANT)
        answer = StoredAnswer(accepted=True, key="granted")
        await self.store.commit(Commit(self.clock.now(), None, answer, (transfer,)))


@dataclass(frozen=True)
class Player:
    """Somebody in a chat."""

    room: Room = field(repr=False, compare=False)
    name: str
    chat: ChatId
    admin: bool = False

    @property
    def id(self) -> PlayerId:
        """Who this is on the platform."""
        return PlayerId(f"test:{self.name}")

    def typed(self, text: str) -> Request:
        """Return the request of a command typed in the chat."""
        return self.room.request(self, text, Place.GROUP, None)

    def whispered(self, text: str) -> Request:
        """Return the request of a command typed in private."""
        return self.room.request(self, text, Place.PRIVATE, None)

    def pressed(self, command: str, on: TableShown | None = None) -> Request:
        """Return the request of a button under the table message seen last, or an older one."""
        seen = seen_under(on or self.room.shown(self.chat))
        return self.room.request(self, command, Place.GROUP, seen)

    def tapped(self, command: str, on: HandShown | None = None) -> Request:
        """Return the request of a button on this player's newest panel, or an older one."""
        return self.room.request(self, command, Place.PRIVATE, seen_on(on or self.panel))

    async def says(self, text: str) -> Reply:
        """Type a command in the chat."""
        return await self.room.asks(self.typed(text))

    async def leaves(self) -> Reply:
        """Type that one leaves, and once more after a moment where that was a question."""
        reply = await self.says("/leave")
        if reply.key in {"leave-forfeits", "leave-match"}:
            await self.room.passes(self.room.settings.leave_sure_seconds)
            reply = await self.says("/leave")
        return reply

    async def whispers(self, text: str) -> Reply:
        """Type a command in private."""
        return await self.room.asks(self.whispered(text))

    async def presses(self, command: str, on: TableShown | None = None) -> Reply:
        """Press a button under the table message."""
        return await self.room.asks(self.pressed(command, on))

    async def taps(self, command: str, on: HandShown | None = None) -> Reply:
        """Press a button on the own panel."""
        return await self.room.asks(self.tapped(command, on))

    @property
    def panel(self) -> HandShown:
        """The newest panel this player was shown."""
        return [n for n in self.room.notices if isinstance(n, HandShown) and n.player == self.id][
            -1
        ]

    async def looks(self) -> HandShown | None:
        """Return what My cards shows this player now."""
        return await self.room.house.hand_of(self.typed("/hand"))

    @property
    def wallet(self) -> Account:
        """This player's wallet in the community of the chat."""
        return wallet(community_of(self.chat), self.id)

    async def chips(self) -> int:
        """Return what this player has in the wallet."""
        return (await self.room.store.balances([self.wallet]))[self.wallet]

    def mentioned(self, words: Iterable[str]) -> list[Target]:
        """Return whom ``@@name`` in a command points at: a mention that carries an id."""
        return [
            Target(PlayerId(f"test:{word[2:]}"), word[2:].capitalize())
            for word in words
            if word.startswith("@@")
        ]
