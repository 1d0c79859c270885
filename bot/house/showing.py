"""What the house tells delivery: the table for everyone, a hand for its owner."""

from bot import fairness
from bot.basics import BANKER, PlayerId, is_forgotten
from bot.cards import face_up, parse_cards
from bot.games import times_held
from bot.house.decision import Live, Purse
from bot.house.play import absent_seat, payable
from bot.house.questions import staked_at
from bot.house.rules import in_force
from bot.house.settings import HouseSettings
from bot.house.staking import bet_limits
from bot.house.table import Acts, Running, Sitter, Table, Wallets, is_between_deals
from bot.notices import (
    HandShown,
    MatchLine,
    SeatLine,
    SideBetLine,
    TablePhase,
    TableShown,
    Urgency,
)


def table_shown(
    table: Table,
    live: Live | None,
    settings: HouseSettings,
    urgency: Urgency,
    *,
    fresh: bool = False,
) -> TableShown:
    """Return the table as everyone may see it, built from public views alone."""
    rules, live = in_force(table), cards_of(table, live)
    least, most = bet_limits(table, settings)
    running = table.running
    phase = TablePhase.SETTLED if is_between_deals(table) else table.phase
    playing = phase is TablePhase.PLAY
    return TableShown(
        chat=table.chat,
        language=table.language,
        urgency=urgency,
        table=table.number,
        round=table.round,
        phase=phase,
        game=rules.game,
        rules=table.rules,
        options=dict(table.options),
        seats=seat_lines(table),
        bank=_bank(table),
        bet_min=least,
        bet_max=most,
        seconds=table.wait_seconds,
        commitment=fairness.shown_commitment(bytes.fromhex(table.seed)) if table.seed else "",
        closing=table.closing,
        fresh=fresh,
        voids=table.voids,
        view=live.view if live else None,
        events=live.events if live else (),
        result=live.result if live and not playing else None,
        side_bets=tuple(SideBetLine(bet.by, bet.on, bet.chips) for bet in table.side_bets),
        menu=table.menu is not None,
        match=_match_line(running, settings) if live and running else None,
        bank_by_again=table.bank_by_again,
        yielded=running.yielded if running and playing else None,
    )


def cards_of(table: Table, live: Live | None) -> Live | None:
    """Return the cards of the table's round, ``None`` where there is none.

    Raises ``AssertionError`` for those of another round: its seats are other people's.
    """
    if live is None or table.running is None:
        return None
    if live.round != table.round:
        raise AssertionError(f"cards of round {live.round} at a table in round {table.round}")
    return live


def _match_line(running: Running, settings: HouseSettings) -> MatchLine | None:
    match = running.match
    if match is None:
        return None
    cut = tuple(map(face_up, parse_cards(match.cut)))
    absent = absent_seat(running, settings)
    return MatchLine(match.deal, running.bets[0], cut, absent, match.scores)


def _bank(table: Table) -> int | None:
    if table.phase is TablePhase.PLAY and table.running is not None:
        return table.running.bank_chips if table.running.banker else None
    return table.bank if table.banker else None


def seat_lines(table: Table) -> tuple[SeatLine, ...]:
    """Return everyone at the table: in a round its order of play, banker last; then the others.

    Who was in the round and has left since is still named.
    """
    running = table.running
    lines = [_seat_line(table, sitter) for sitter in table.sitters]
    if running is None:
        return tuple(lines)
    lines += [
        _gone_line(running, player, name)
        for player, name in zip(running.everyone, running.names, strict=True)
        if table.sitter(player) is None
    ]
    dealt = sorted(
        (line for line in lines if line.seat is not None),
        key=lambda line: (line.seat == BANKER, line.seat),
    )
    return (*dealt, *(line for line in lines if line.seat is None))


def _gone_line(running: Running, player: PlayerId, name: str) -> SeatLine:
    return SeatLine(player, name, bet=0, seat=running.seat_of(player), sits_out=True, gone=True)


def _seat_line(table: Table, sitter: Sitter) -> SeatLine:
    running = table.running
    seat = running.seat_of(sitter.player) if running else None
    bet, banks = sitter.staked or sitter.bet, sitter.player == table.banker
    acts = running.acts[seat] if running is not None and seat is not None else Acts()
    late = acts.timed_out > 0 and not sitter.leaving
    if running is not None and table.phase is TablePhase.PLAY:
        bet = running.bets[seat] if seat is not None and seat != BANKER else sitter.staked
        banks = sitter.player == running.banker
    return SeatLine(
        player=sitter.player,
        name=sitter.name,
        bet=bet,
        seat=seat,
        banks=banks,
        wants_bank=sitter.wants_bank and in_force(table).rules.player_banks,
        sits_out=sitter.sits_out,
        again=sitter.again or (running is not None and sitter.player in running.ready),
        late=late,
        late_hand=acts.late_hand,
    )


def hand_shown(
    table: Table,
    live: Live | None,
    player: PlayerId,
    wallets: Wallets,
    *,
    voided: bool = False,
) -> HandShown | None:
    """Return one person's own cards and choices, ``None`` for who is not in the round (any more).

    ``voided`` shows the last of a round that ended without a result.
    """
    running, sitter, live = table.running, table.sitter(player), cards_of(table, live)
    seat = running.seat_of(player) if running else None
    if live is None or running is None or seat is None or is_forgotten(player):
        return None
    over = voided or table.phase is not TablePhase.PLAY or is_between_deals(table)
    deciding = not over and seat in live.actors
    return HandShown(
        chat=table.chat,
        player=player,
        language=sitter.language if sitter else table.language,
        table=table.number,
        round=table.round,
        counter=running.acts[seat].count,
        game=live.game,
        rules=table.rules,
        view=live.game.private_view(live.state, seat),
        public=live.view,
        seats=seat_lines(table),
        choices=payable(table, live, seat, Purse(wallets)) if deciding else (),
        times_held=times_held(in_force(table).rules, live.view) if deciding else 1,
        over=over,
        voided=voided,
        result=live.result if over and not voided else None,
        chips=wallets.get(player) if over else None,
        staked=staked_at(table, player) if over else 0,
        too_dear=dict(running.too_dear).get(seat, 0),
        deal=running.match.deal if running.match else 0,
    )
