"""Whole evenings in the console, compared with what a reader was shown."""

from bot.app import ConsoleApp
from bot.cards import parse_cards

FIRST_ROUND = """
ann: /new 21 hk_casino
ann: /join 100
bob: /join 50
ann: /deal
ann: /stand
ann: /balance
bob: /balance
"""


async def test_a_round_of_hk_casino_ends_with_the_right_chips(capsys):
    app = ConsoleApp(parse_cards("Ts As Th 9d Kd 8c"), frozenset())
    await app.run(iter(FIRST_ROUND.splitlines()))
    shown = capsys.readouterr().out.splitlines()
    assert shown[-2:] == ["[ann] You have 1,100 chips.", "[bob] You have 1,075 chips."]
