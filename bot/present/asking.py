"""Questions to one person that buttons answer: which table is meant, how much is banked."""

from collections.abc import Callable, Mapping

from bot.basics import ChatId, Fact
from bot.message import Button, ChatName, PrivateMessage
from bot.notices import TablePhase
from bot.present.common import DOT, Unit, Words
from bot.requests import PayloadTooLong, Seen, format_payload

_NAME_ON_BUTTON = 16
"""More of a name would leave no room for the amount beside it."""


def which_table(words: Words, facts: Mapping[str, Fact]) -> PrivateMessage:
    """Ask which table is meant by a button for each; what fits on none is said in the group."""
    buttons = _buttons_for_tables(words, facts)
    line = words.line("which-table" if buttons else "refusal-several-tables")
    return PrivateMessage((line,), buttons)


def _buttons_for_tables(words: Words, facts: Mapping[str, Fact]) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each table that a command may mean, none if the command fits on none."""
    try:
        places = range(1, int(facts["count"]) + 1)
        return tuple((_button_for_table(words, facts, place),) for place in places)
    except PayloadTooLong:
        return ()


def _button_for_table(words: Words, facts: Mapping[str, Fact], place: int) -> Button:
    phase, dealt = str(facts[f"phase{place}"]), int(facts[f"round{place}"])
    payload = format_payload(Seen(int(facts[f"table{place}"]), dealt, phase), str(facts["command"]))
    number = dealt + 1 if phase == TablePhase.LOBBY else dealt
    label = words.text("table-round", {"round": str(number), "unit": Unit.ROUND.value})
    deal = facts.get(f"deal{place}")
    if deal is not None:
        told = {"round": str(deal), "unit": Unit.DEAL.value}
        label = words.text("table-round", told) if deal else words.text("table-lobby")
    staked = int(facts[f"staked{place}"])
    if staked:
        label += DOT + words.text("which-table-staked", {"chips": staked})
    return Button(label, payload, chat=ChatId(str(facts[f"chat{place}"])))


def how_much_to_bank(words: Words, facts: Mapping[str, Fact]) -> PrivateMessage:
    """Ask with how much somebody takes the bank, by a button for each amount that is enough."""
    chat, held = ChatName(ChatId(str(facts["chat"]))), int(facts["all"])
    seen = Seen(int(facts["table"]), int(facts["round"]), str(facts["phase"]))
    amounts = {"all": "all", "half": str(facts["half"]), "quarter": str(facts["quarter"])}
    buttons = tuple(
        Button(
            words.text(f"bank-{part}", {"chips": int(facts[part])}),
            format_payload(seen, f"bank {amount}"),
        )
        for part, amount in amounts.items()
        if facts[part]
    )
    asked = words.line("bank-how-much", chat=chat, chips=held, typed=str(facts["typed"]))
    return PrivateMessage((asked,), (buttons,))


def on_whose_pair(words: Words, facts: Mapping[str, Fact]) -> PrivateMessage:
    """Ask on whose pair somebody bets, by a row of amounts for each player."""
    chat = ChatName(ChatId(str(facts["chat"])))
    places = range(1, int(facts["count"]) + 1)
    rows = tuple(row for place in places if (row := _pair_buttons(words, facts, place)))
    return PrivateMessage((words.line("pair-whom", chat=chat),), rows)


def _pair_buttons(words: Words, facts: Mapping[str, Fact], place: int) -> tuple[Button, ...]:
    seen = Seen(int(facts["table"]), int(facts["round"]), str(facts["phase"]))
    own = "own" if facts[f"own{place}"] else "on"
    told = {"name": str(facts[f"name{place}"])[:_NAME_ON_BUTTON]}
    buttons = []
    for amount in map(int, str(facts[f"amounts{place}"]).split()):
        key = f"pair-{own}" if amount else f"pair-{own}-back"
        label = words.text(key, {**told, "chips": amount})
        payload = format_payload(seen, f"pair {facts[f'mark{place}']} {amount}")
        buttons.append(Button(label, payload))
    return tuple(buttons)


QUESTIONS: Mapping[str, Callable[[Words, Mapping[str, Fact]], PrivateMessage]] = {
    "several-tables": which_table,
    "bank-how-much": how_much_to_bank,
    "pair-whom": on_whose_pair,
}
"""Refusals that ask something, by their keys; the alert says how to answer without a button."""
