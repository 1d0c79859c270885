"""`croupier` and its subcommands."""

import asyncio

import typer

app = typer.Typer(no_args_is_help=False, add_completion=False)


@app.command()
def console(deck: str = "", as_admin: str = "") -> None:
    """Play in this terminal."""
    from bot.app import ConsoleApp, stdin_lines  # noqa: PLC0415 -- keeps --help fast
    from bot.cards import parse_cards  # noqa: PLC0415 -- keeps --help fast

    async def play() -> None:
        await ConsoleApp(parse_cards(deck), frozenset(as_admin.split())).run(stdin_lines())

    asyncio.run(play())


@app.callback()
def root() -> None:
    """Deal cards in group chats."""


def main() -> None:
    """Run the command line."""
    app()
