"""The help pages of the shell, as its commands show them."""

from typing import Any, cast

from typer.core import TyperCommand, TyperGroup, TyperOption

CONSOLE_HELP = """Play in this terminal, or play a script from standard input.

[bold]ann: /join 50[/] is Ann in the group, [bold]ann> /hand[/] is Ann in private. \
[bold]ann: (Hit)[/] presses the button with that label under the newest message that has one, \
[bold]ann> (Hit)[/] one of her own. A line without a name speaks as the last person. \
[bold]# ...[/] is a comment.

[bold]!clock 60[/] lets 60 seconds pass, [bold]!repeat[/] sends the last request again as a \
network would, [bold]!restart[/] throws the house away and recovers it from its store. Time stands \
still otherwise, but each spoken line lets one second pass, so that two presses are no double tap.
"""


class QuietHelp(TyperGroup):
    """Commands that say of ``--help`` what it does, and not that it is a ``<bool>``."""

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option of the program itself."""
        return _untyped(super().get_help_option(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """Return a command, whose option is made now and kept."""
        command = cast("TyperCommand | None", super().get_command(ctx, cmd_name))
        if command is not None:
            _untyped(command.get_help_option(ctx))
        return command


def _untyped(option: TyperOption | None) -> TyperOption | None:
    if option is not None:
        option.metavar = ""
    return option
