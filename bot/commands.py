"""The one registry of commands; menus, help, README and tests derive from it.

Specs only: what a verb is, where it may be said and by whom. What it does is the house's business,
what it is called in a language is in the locales (``command-<verb>``).
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.basics import not_now, unreadable
from bot.requests import Place, Request


class Kind(StrEnum):
    """How the house treats a verb."""

    TABLE = "table"  # changes the table between rounds, under its lock
    PLAY = "play"  # an action of the running game, under the table's lock
    CHIPS = "chips"  # moves chips outside any table
    QUESTION = "question"  # reads the frozen state; neither locked nor recorded
    PERSON = "person"  # about the asker, whatever the table; not recorded


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One verb: how many words may follow, where it is allowed, whether it is typed or a button's.

    ``usage`` shows the arguments in help and README. ``button_only`` verbs appear in no menu.
    ``admin_only`` verbs are for the group: in private no platform tells who is an admin where.
    ``stakes_nothing`` marks those that change a table and never take chips for its rounds.
    """

    verb: str
    kind: Kind
    usage: str = ""
    args_min: int = 0
    args_max: int = 0
    places: frozenset[Place] = frozenset(Place)
    admin_only: bool = False
    button_only: bool = False
    stakes_nothing: bool = False

    @property
    def takes_chips(self) -> bool:
        """Whether chips may be taken for a round that has yet to be shown."""
        return self.kind is Kind.TABLE and not self.stakes_nothing

    @property
    def is_about_somebody(self) -> bool:
        """Whether a person may be named: by a mention, or by answering one of their messages."""
        return "PLAYER" in self.usage


_GROUP = frozenset({Place.GROUP})

COMMANDS: tuple[CommandSpec, ...] = (
    CommandSpec("new", Kind.TABLE, "[game] [rules] [dial=value ...]", 0, 40, _GROUP),
    CommandSpec("join", Kind.TABLE, "[bet]", 0, 1, _GROUP),
    CommandSpec("bet", Kind.TABLE, "N", 1, 1),
    CommandSpec("bank", Kind.TABLE, "[N]", 0, 1),
    CommandSpec("pass_bank", Kind.TABLE, stakes_nothing=True),
    CommandSpec("pair", Kind.TABLE, "[PLAYER] N", 1, 2),
    CommandSpec("pairs", Kind.QUESTION, button_only=True),
    CommandSpec("deal", Kind.TABLE),
    CommandSpec("table", Kind.TABLE, places=_GROUP, stakes_nothing=True),
    CommandSpec("leave", Kind.TABLE, stakes_nothing=True),
    CommandSpec("stop", Kind.TABLE, "[void]", 0, 1, stakes_nothing=True),
    CommandSpec("more", Kind.TABLE, button_only=True),
    CommandSpec("less", Kind.TABLE, button_only=True, stakes_nothing=True),
    CommandSpec("again", Kind.TABLE, button_only=True),
    CommandSpec("change", Kind.TABLE, button_only=True, stakes_nothing=True),
    CommandSpec("hit", Kind.PLAY),
    CommandSpec("stand", Kind.PLAY),
    CommandSpec("double", Kind.PLAY),
    CommandSpec("split", Kind.PLAY),
    CommandSpec("insure", Kind.PLAY, "[no]", 0, 1),
    CommandSpec("no-insurance", Kind.PLAY, button_only=True),
    CommandSpec("crib", Kind.PLAY, "CARD CARD", 2, 2),
    CommandSpec("discard", Kind.PLAY, "CARD CARD", 2, 2, button_only=True),
    CommandSpec("play", Kind.PLAY, "CARD", 1, 1),
    CommandSpec("go", Kind.PLAY),
    CommandSpec("claim", Kind.TABLE, button_only=True),
    CommandSpec("calloff", Kind.TABLE, button_only=True),
    CommandSpec("hand", Kind.QUESTION),
    CommandSpec("balance", Kind.QUESTION),
    CommandSpec("daily", Kind.CHIPS),
    CommandSpec("refill", Kind.CHIPS),
    CommandSpec("grant", Kind.CHIPS, "PLAYER N", 1, 2, _GROUP, admin_only=True),
    CommandSpec(
        "settings",
        Kind.TABLE,
        "[rules] [dial=value ...]",
        0,
        40,
        _GROUP,
        admin_only=True,
        stakes_nothing=True,
    ),
    CommandSpec("top", Kind.QUESTION),
    CommandSpec("rules", Kind.QUESTION, "[rules]", 0, 2),
    CommandSpec("help", Kind.QUESTION),
    CommandSpec("privacy", Kind.QUESTION),
    CommandSpec("forgetme", Kind.PERSON, "[yes]", 0, 1),
)

BY_VERB: dict[str, CommandSpec] = {spec.verb: spec for spec in COMMANDS}


def is_about_hand(verb: str) -> bool:
    """Whether a verb plays or shows the asker's cards."""
    spec = BY_VERB.get(verb)
    return spec is not None and (spec.kind is Kind.PLAY or spec.verb == "hand")


def admit(request: Request) -> CommandSpec:
    """Return the spec of a request that may pass the door (design, section 4, step 1).

    Raises ``Refusal``: ``unknown-command``, ``only-in-group``, ``only-in-private``,
    ``only-admins``, ``button-only`` or ``wrong-arguments``.
    """
    spec = BY_VERB.get(request.verb)
    if spec is None:
        raise unreadable("unknown-command", verb=request.verb[:32])
    if spec.button_only and request.seen is None:
        raise unreadable("unknown-command", verb=spec.verb)
    if request.place not in spec.places:
        raise not_now(f"only-in-{'group' if Place.GROUP in spec.places else 'private'}")
    if spec.admin_only and not request.rights.admin:
        raise not_now("only-admins")
    if not spec.args_min <= len(request.args) <= spec.args_max:
        raise unreadable("wrong-arguments", verb=spec.verb, usage=spec.usage)
    return spec
