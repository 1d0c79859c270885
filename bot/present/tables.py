"""The table message: head, what the game says, what can be done; an older one that is overtaken."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.basics import BANKER, PlayerId, Seat
from bot.games import is_banked
from bot.games.base import TableRules
from bot.message import Button, Fixed, GroupMessage, OpenLine, Strong
from bot.notices import SeatLine, TablePhase, TableShown
from bot.present.choices import Buttons, Rows, buttons_of, offer
from bot.present.common import RESTING, Unit, Words, dotted, joined, marked, mentions, side_bet
from bot.present.games import GamePresenter, Names
from bot.present.menu import menu_rows
from bot.requests import Seen, format_payload

_LOBBY_ROWS = (("join", "less", "more"), ("bank", "deal", "leave"), ("rules", "pairs", "balance"))
_CHANGES_TOLD_MAX = 5
"""More changed rules than this would hide the table among them; the page tells them all."""

_SETTLED_ROWS = (("again", "change", "leave"),)
_BETWEEN_DEALS = (("deal", "leave"),)
_ABSENT_ROWS = (("claim", "calloff"),)


def table_message(
    words: Words, game: GamePresenter, shown: TableShown, unreachable: Collection[PlayerId]
) -> GroupMessage:
    """Return the table as everyone sees it; ``unreachable`` are those without a private chat."""
    names = mentions(shown.seats)
    lines = [_title(words, shown)]
    lines += _changes(words, game, shown)
    match shown.phase:
        case TablePhase.LOBBY:
            lines += _lobby(words, game, shown, names)
            lines += [words.line("settings-hint")] if shown.menu else []
        case TablePhase.PLAY:
            lines += _yielded(words, shown, names)
            lines += game.play(words, shown, names)
            lines += _absent(words, shown, names)
            lines += _joining(words, shown, names)
        case TablePhase.SETTLED:
            lines += game.results(words, shown, names)
            lines += _absent(words, shown, names)
            lines += _joining(words, shown, names)
            lines += _side_bets(words, shown, names)
            lines += _sitting_out(words, shown, names)
            lines += _next_bank(words, shown, names)
        case TablePhase.CLOSED:
            lines += game.results(words, shown, names) if shown.result else []
            lines.append(words.line("table-is-closed"))
    lines += _footer(words, shown)
    return GroupMessage(tuple(lines), _buttons(words, game, shown, unreachable))


def overtaken_message(
    words: Words, game: GamePresenter, before: TableShown, after: TableShown
) -> GroupMessage | None:
    """Return what an older message of a table is edited to, ``None``: its words stay.

    Results stay, unless they have moved down, and so does the commitment that stood before anyone
    bet. Those of a deal no longer say how its match goes on.
    """
    if before.result is not None and after.result is not None and before.round == after.round:
        return GroupMessage((words.line("overtaken-moved"),))
    if before.result is not None and _goes_on(before):
        return GroupMessage(tuple(_counted(words, game, before)))
    if before.result is not None:
        return None
    lines: list[OpenLine] = [words.line("overtaken-moved")]
    if after.round > before.round and not _rules(after).is_match:
        lines = [_goes_on_below(words, Unit.ROUND, after.round)]
    elif after.round > before.round and after.match is not None:
        lines = [_goes_on_below(words, Unit.DEAL, after.match.deal)]
    if before.commitment and before.phase is TablePhase.LOBBY:
        lines.append(_commitment(words, before))
    return GroupMessage(tuple(lines))


def _goes_on_below(words: Words, unit: Unit, number: int) -> OpenLine:
    return words.line("overtaken-round", round=_number(number), unit=unit.value)


def _counted(words: Words, game: GamePresenter, shown: TableShown) -> list[OpenLine]:
    """Return the points of a deal after which its match has gone on, with what was committed to."""
    closed = replace(shown, phase=TablePhase.CLOSED)
    lines = [_title(words, shown), *_changes(words, game, shown)]
    return [*lines, *game.results(words, closed, mentions(shown.seats)), *_footer(words, shown)]


def _number(number: int) -> str:
    """Write a number that names something, without separators."""
    return str(number)


def _title(words: Words, shown: TableShown) -> OpenLine:
    """Return the head: which rules, which round, what is going on."""
    number = _number_of(shown)
    phase = shown.phase.value
    if shown.phase is TablePhase.PLAY and shown.view is not None:
        phase = shown.view.phase
    name = (Strong(words.rules_name(shown.rules)),)
    counted = words.line("table-round", round=_number(number))
    return dotted(name, counted if number else "", words.text(f"table-{phase}"))


def _number_of(shown: TableShown) -> int:
    """Return which round of the chat is shown, or which deal of its match; 0 for none.

    No match has begun while bets are open for it: its first round stands with the commitment.
    """
    if _rules(shown).is_match:
        return shown.match.deal if shown.match is not None else 0
    if shown.phase is TablePhase.CLOSED and shown.result is None:
        return 0  # the round that bets were open for was never dealt
    return shown.round + 1 if shown.phase is TablePhase.LOBBY else shown.round


def _changes(words: Words, game: GamePresenter, shown: TableShown) -> list[OpenLine]:
    """Return what an admin changed, in the words of the rules page as long as that is short.

    While bets are open the card below says some of it.
    """
    said = game.on_card if shown.phase is TablePhase.LOBBY else ()
    names = [name for name in shown.options if name not in said]
    told = game.changes(words, _dials(shown), names)
    if len(told) > _CHANGES_TOLD_MAX:
        return [words.line("rules-changed-much", count=len(told))]
    return [words.line("rules-changed", changes=" ".join(told))] if told else []


# --- between rounds ---------------------------------------------------------------------------


def _lobby(words: Words, game: GamePresenter, shown: TableShown, names: Names) -> list[OpenLine]:
    rules = _rules(shown)
    seats = [seat for seat in shown.seats if not seat.banks]
    lines: list[OpenLine] = [_in_lobby(words, shown, seat, names) for seat in seats]
    if not lines:
        lines.append(words.line("lobby-nobody"))
    lines += _side_bets(words, shown, names)
    if is_banked(rules):
        lines.append(marked(RESTING, _lobby_bank(words, shown, names, rules)))
    lines += game.card(words, _dials(shown))
    lines.append(_lobby_hint(words, shown, rules))
    return [*lines, words.line("lobby-soon", seconds=shown.seconds)] if shown.seconds else lines


def _lobby_hint(words: Words, shown: TableShown, rules: TableRules) -> OpenLine:
    """Return what can be bet and how; where nobody banks, the first bet is everyone's."""
    stakes = _stakes(shown)
    if not is_banked(rules) and stakes:
        of_what = "-match" if rules.is_match else ""
        return words.line(f"lobby-hint-stake{of_what}", stake=stakes[0])
    limits = {"least": shown.bet_min, "most": shown.bet_max}
    if rules.is_match:
        return words.line("lobby-hint-match", **limits)
    pot = "" if is_banked(rules) else "-pot"
    if rules.stake_step > 1:
        return words.line(f"lobby-hint{pot}-step", step=rules.stake_step, **limits)
    return words.line(f"lobby-hint{pot}", **limits)


def _stakes(shown: TableShown) -> list[int]:
    """Return what lies on the table for the next round."""
    return [seat.bet for seat in shown.seats if seat.again and not seat.banks]


def _in_lobby(words: Words, shown: TableShown, seat: SeatLine, names: Names) -> OpenLine:
    bet = words.text("lobby-not-in")
    if seat.again:
        # Only a match can be played for nothing.
        bet = words.text("stake", {"chips": seat.bet}) if seat.bet else words.text("stake-nothing")
    elif shown.seconds and seat.bet:
        bet = words.text("lobby-chooses", {"bet": seat.bet})
    wish = words.text("lobby-would-bank") if seat.wants_bank else ""
    rests = words.text("lobby-sits-out") if seat.sits_out else ""
    return marked(RESTING, (names[seat.player],), rests or bet, wish)


def _lobby_bank(words: Words, shown: TableShown, names: Names, rules: TableRules) -> OpenLine:
    banker = next((seat for seat in shown.seats if seat.banks), None)
    if banker is not None:
        bank = words.line("bank-player", name=names[banker.player], chips=shown.bank or 0)
        unready = shown.seconds and not banker.again
        return dotted(bank, words.text("lobby-bank-unready") if unready else "")
    if rules.house_banks:
        return words.line("lobby-bank-house")
    if rules.first_is_asked and shown.seats:
        return words.line("lobby-bank-offered", name=names[shown.seats[0].player])
    return words.line("lobby-bank-wanted" if rules.player_banks else "bank-house")


def _absent(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return that who is waited for has been away so long that the other may end the match."""
    away = _away(shown)
    if away is None:
        return []
    seated = [seat for seat in shown.seats if seat.seat is not None]
    absent = joined(", ", [(names[seat.player],) for seat in seated if seat.seat == away])
    other = joined(", ", [(names[seat.player],) for seat in seated if seat.seat != away])
    return [words.line("match-absent", absent=absent, other=other)]


def _joining(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return who is not in this round but in the next, with a stake or for nothing."""
    return [
        marked(RESTING, (names[seat.player],), words.text("lobby-next", {"bet": seat.bet}))
        for seat in shown.seats
        if seat.seat is None and seat.again and not seat.banks
    ]


def _side_bets(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return the bets on what somebody is dealt in the next round."""
    after = shown.phase is TablePhase.SETTLED
    told = [
        side_bet(words, (names[bet.by],), (names[bet.on],), bet.chips) for bet in shown.side_bets
    ]
    next_round = words.text("side-bet-next") if after else ""
    return [marked(RESTING, bet, next_round) for bet in told]


def _sitting_out(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return who was not there for a whole round and is not waited for in the next."""
    away: list[OpenLine] = [
        (names[seat.player],) for seat in shown.seats if seat.sits_out and not seat.gone
    ]
    return [words.line("settled-sits-out", names=joined(", ", away))] if away else []


def _next_bank(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return who banks the next round, where that can change."""
    rules = _rules(shown)
    banker = next((seat for seat in shown.seats if seat.banks), None)
    if banker is not None:
        name, chips = names[banker.player], shown.bank or 0
        by_again = "-by-again" if shown.bank_by_again else ""
        return [words.line(f"settled-bank-player{by_again}", name=name, chips=chips)]
    held = any(seat.seat == BANKER for seat in shown.seats)
    return [words.line("settled-bank-house")] if held and rules.house_banks else []


def _yielded(words: Words, shown: TableShown, names: Names) -> list[OpenLine]:
    """Return who banks in whose place, where somebody was to bank and did not press Again."""
    late = names.get(shown.yielded) if shown.yielded else None
    if late is None:
        return []  # or they have left since
    banker = next((names[seat.player] for seat in shown.seats if seat.banks), None)
    if banker is None:
        return [words.line("yielded-to-house", name=late)]
    return [words.line("yielded-to-player", name=late, banker=banker)]


def _dials(shown: TableShown) -> object:
    return shown.game.with_options(shown.rules, shown.options)


def _rules(shown: TableShown) -> TableRules:
    return shown.game.table_rules(_dials(shown))


def _footer(words: Words, shown: TableShown) -> list[OpenLine]:
    lines: list[OpenLine] = []
    if shown.closing:
        on = shown.match is not None and (shown.result is None or shown.result.scores)
        lines.append(words.line("table-closing-match" if on else "table-closing"))
    if shown.voids and shown.phase is TablePhase.LOBBY:
        lines.append(words.line("table-voids", voids=shown.voids))
    if shown.commitment and shown.phase in {TablePhase.LOBBY, TablePhase.SETTLED}:
        lines.append(_commitment(words, shown))
    return lines


def _commitment(words: Words, shown: TableShown) -> OpenLine:
    commitment, number = Fixed(shown.commitment), _number(shown.round + 1)
    return words.line("table-commitment", commitment=commitment, round=number)


# --- buttons ----------------------------------------------------------------------------------


def _buttons(
    words: Words, game: GamePresenter, shown: TableShown, unreachable: Collection[PlayerId]
) -> Buttons:
    """Return the buttons of a table, from what everyone can see alone."""
    rows = _rows(words, game, shown)
    phase = shown.phase.value
    if shown.phase is TablePhase.PLAY and shown.view is not None:
        phase = shown.view.phase
    seen = Seen(shown.table, shown.round, phase)
    buttons = [*buttons_of(seen, rows)]
    if shown.menu:
        buttons += menu_rows(words, game, shown, seen)
    playing = shown.phase is TablePhase.PLAY
    if playing and any(seat.player in unreachable for seat in shown.seats if seat.seat is not None):
        label = words.text("button-private")
        buttons.append((Button(label, format_payload(seen, "hand"), opens_private=True),))
    return tuple(buttons)


def _rows(words: Words, game: GamePresenter, shown: TableShown) -> Rows:
    match shown.phase:
        case TablePhase.LOBBY:
            hidden = _without(shown)
            rows = [[verb for verb in row if verb not in hidden] for row in _LOBBY_ROWS]
            return _named(words, rows)
        case TablePhase.PLAY if shown.view is not None:
            own = _named(words, (("hand",), *_ending(shown)))
            return (*game.group_rows(words, shown), *own)
        case TablePhase.SETTLED:
            rows_after = _BETWEEN_DEALS if _goes_on(shown) else _SETTLED_ROWS
            return _named(words, (*rows_after, *_ending(shown)))
        case _:
            return ()


def _named(words: Words, rows: Sequence[Sequence[str]]) -> Rows:
    return tuple(tuple(offer(words, verb) for verb in row) for row in rows)


def _ending(shown: TableShown) -> tuple[tuple[str, ...], ...]:
    """Return how a match can be ended without who is absent, where somebody is."""
    return () if _away(shown) is None else _ABSENT_ROWS


def _away(shown: TableShown) -> Seat | None:
    """Return who is absent from a match that goes on."""
    return shown.match.absent if shown.match is not None and _goes_on(shown) else None


def _goes_on(shown: TableShown) -> bool:
    """Whether a match is on: in a deal, or between two."""
    return shown.match is not None and (shown.result is None or bool(shown.result.scores))


def _without(shown: TableShown) -> set[str]:
    """Return the verbs of a lobby that nobody can use: no bank to take, no stake to change."""
    rules = _rules(shown)
    hidden = set() if rules.player_banks else {"bank"}
    hidden |= set() if rules.side_bets else {"pairs"}
    is_set = not is_banked(rules) and len(_stakes(shown)) > 1
    return hidden | ({"less", "more"} if is_set else set())
