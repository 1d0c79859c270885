"""Answers and refusals in words, for the one who asked."""

from collections.abc import Mapping, Sequence

from bot.basics import Fact
from bot.commands import BY_VERB
from bot.games import GAMES
from bot.message import Button, Line, Strong, plain_text
from bot.present.common import Words, alert_of, fits_alert
from bot.requests import Reply, Seen, format_payload

_PRIVACY = ("privacy-kept", "privacy-long", "privacy-where", "privacy-points", "privacy-forget")
_FORGET = ("forget-loses", "forget-rounds", "forget-returns", "forget-confirm")
_SHORT = {"help": "help-short", "privacy": "privacy-short", "forget-what": "forget-short"}
"""What a pop-up says in place of answers of several lines."""


def reply_lines(words: Words, reply: Reply) -> list[Line]:
    """Return a reply in words. Raises ``MissingText`` for one that has none."""
    match reply.key:
        case "top":
            return _top(words, reply.facts)
        case "help":
            return _help(words, reply.facts)
        case "unknown-rules":
            return _rules_to_choose(words, reply.facts)
        case "privacy":
            return [words.line(key, **reply.facts) for key in _PRIVACY]
        case "forget-what":
            return [words.line(key, **reply.facts) for key in _FORGET]
        case _:
            kind = "answer" if reply.accepted else "refusal"
            return [words.line(f"{kind}-{reply.key}", **reply.facts), *_held(words, reply.facts)]


def _held(words: Words, facts: Mapping[str, Fact]) -> list[Line]:
    """Return what the table holds for a bet, where that is more than the bet."""
    return [words.line("held-for-bet", chips=facts["held"])] if "held" in facts else []


def reply_alert(words: Words, reply: Reply, lines: Sequence[Line]) -> str:
    """Return a reply in what a pop-up holds."""
    if reply.key in _SHORT and reply.accepted:
        return plain_text(words.line(_SHORT[reply.key]))
    if reply.key == "unknown-rules":
        return plain_text(words.line("refusal-unknown-rules", **reply.facts))
    kept = list(lines)
    while len(kept) > 1 and not fits_alert("\n".join(map(plain_text, kept))):
        kept.pop()
    return alert_of(kept)


def reply_buttons(words: Words, reply: Reply) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons below a reply: what it asks to be confirmed, at no table."""
    if reply.key != "forget-what":
        return ()
    payload = format_payload(Seen(0, 0), "forgetme yes")
    return ((Button(words.text("button-forgetme"), payload),),)


def _top(words: Words, facts: Mapping[str, Fact]) -> list[Line]:
    lines: list[Line] = [words.line("answer-top")]
    for place in range(1, int(facts["count"]) + 1):
        name, chips = facts[f"name{place}"], facts[f"chips{place}"]
        lines.append(words.line("answer-top-line", place=place, name=name, chips=chips))
    return lines


def _rules_to_choose(words: Words, facts: Mapping[str, Fact]) -> list[Line]:
    """Return each game in a sentence and its rules in one line each, for who named none of them."""
    lines: list[Line] = [words.line("rules-unknown", rules=facts["rules"])]
    for game in GAMES.values():
        lines.append(words.line(f"game-what-{game.name}"))
        lines += [_rules_in_short(words, preset) for preset in game.presets]
    return [*lines, words.line("rules-choose")]


def _rules_in_short(words: Words, preset: str) -> Line:
    name, what = words.rules_name(preset), words.text(f"rules-what-{preset}")
    return words.line("rules-choice", rules=Strong(preset), name=name, what=what)


def _help(words: Words, facts: Mapping[str, Fact]) -> list[Line]:
    lines = [words.line("help-title"), words.line(f"help-start-{facts['place']}")]
    for verb in str(facts["verbs"]).split():
        usage = BY_VERB[verb].usage
        command = f"{verb} {usage}" if usage else verb
        what = words.text(f"command-{verb}")
        lines.append(words.line("help-line", command=command, what=what))
    return [*lines, words.line("help-bets"), words.line("help-wallets")]
