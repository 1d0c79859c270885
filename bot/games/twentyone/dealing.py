"""The deal: who may sit, what may be staked, the first two rounds of cards."""

from bot.basics import BANKER, Seat, not_now
from bot.games.base import Bank, Setup, SideBet
from bot.games.dials import Face
from bot.games.twentyone import insurance
from bot.games.twentyone.acting import close_hands
from bot.games.twentyone.checking import stake_step
from bot.games.twentyone.dials import Dials, HoleCard, PairBet, PairSettled
from bot.games.twentyone.ending import decide_pairs
from bot.games.twentyone.hands import Hand
from bot.games.twentyone.state import Box, Draft, seats_of
from bot.games.twentyone.views import Phase


def check(setup: Setup[Dials]) -> None:
    """Refuse a setup that the dials do not allow.

    Raises ``Refusal(not_now)``: ``bank-wanted``, ``too-few-players``, ``too-many-players``,
    ``bet-too-small``, ``bet-off-step``, ``side-bet-not-offered``.
    """
    dials, players = setup.dials, len(setup.stakes)
    banks = {Bank.HOUSE: dials.house_banks, Bank.PLAYER: dials.player_banks}
    if not banks.get(setup.bank, False):
        raise not_now("bank-wanted", banker=dials.banker)
    if players < dials.players_min:
        raise not_now("too-few-players", least=dials.players_min)
    if players > dials.players_max:
        raise not_now("too-many-players", most=dials.players_max)
    step = stake_step(dials)
    for chips in (*setup.stakes, *(bet.chips for bet in setup.side_bets)):
        if chips < 1:
            raise not_now("bet-too-small", least=step)
        if chips % step:
            raise not_now("bet-off-step", step=step)  # A-GEN-1, decision 11
    for bet in setup.side_bets:
        _check_pair(dials, players, bet)


def _check_pair(dials: Dials, players: int, bet: SideBet) -> None:
    """Pairs are bet by players on players' boxes, their own or others' (CN-19)."""
    seats = range(players)
    if dials.pair_bet is PairBet.NONE or bet.by not in seats or bet.on not in seats:
        raise not_now("side-bet-not-offered")


def deal(setup: Setup[Dials]) -> Draft:
    """Deal one card to each seat in order and to the banker, then the second card likewise."""
    check(setup)
    dials = setup.dials
    boxes = [Box(bet, (Hand(bet=bet, stake=bet),)) for bet in setup.stakes]
    pairs = bool(setup.side_bets)
    draft = Draft(dials, setup.bank, boxes, Hand(), setup.deck, setup.side_bets, pairs_open=pairs)
    single = dials.hole_card is HoleCard.AFTER_PLAYERS
    _round(draft, dials.player_first_card, Face.OPEN if single else dials.banker_first_card)
    _round(draft, dials.player_second_card, None if single else dials.banker_second_card)
    for seat in seats_of(draft):
        box = draft.boxes[seat]
        draft.boxes[seat] = box._replace(dealt=box.hands[0].cards)
    _report(draft)
    return draft


def _round(draft: Draft, players: Face, banker: Face | None) -> None:
    for seat in seats_of(draft):
        draft.give(seat, 0, players)
    if banker is not None:
        draft.give(BANKER, 0, banker)  # HB-4, HB-5, decision 7


def _report(draft: Draft) -> None:
    """Do what the first cards call for: open pairs, reported naturals, insurance, the peek."""
    dials = draft.dials
    shown = all(not box.hands[0].face_down for box in draft.boxes)
    if dials.pair_settled is PairSettled.AT_DEAL and shown:
        decide_pairs(draft)
    for seat in seats_of(draft):
        close_hands(draft, Seat(seat))
    insurance.offer(draft)
    if draft.phase is not Phase.INSURANCE:
        insurance.peek(draft)
