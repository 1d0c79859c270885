"""Whatever is written as a bet is read, or refused with the reason; it never fails."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.house.bets import parse_amount
from bot.present.l10n import Localizer
from bot.present.presenter import Presenter
from tests.fakes.house import Room

PRESENTER = Presenter(Localizer())

MEANT = {
    *["amount-unreadable", "amount-too-large", "amount-zero", "bet-below-minimum"],
    *["bet-above-maximum", "bet-off-step", "bet-beyond-chips"],
}
"""Why a bet is refused; each says what to do instead."""

DIGITS = ["0123456789", "０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "๐๑๒๓๔๕๖๗๘๙"]

words = st.one_of(
    st.text(min_size=1, max_size=40),
    st.integers().map(str),
    st.integers(0, 10**20).map(str),
    st.from_regex(r"[-+−]?[0-9]{1,20}([.,_ ][0-9]{1,3}){0,3}[kKmM%]?", fullmatch=True),
    st.sampled_from(["all", "ALL", "half", "max", "1e9", "inf", "nan", "0x10", "1k", "½", "万"]),
)


@pytest.mark.report("D12", "D16", "D17")
@pytest.mark.row(98)
@pytest.mark.parametrize("command", ["join", "bet"])
@pytest.mark.parametrize("rules", ["qq21", "hk_casino"])
@given(word=words)
@example(word="9" * 5_000)
@example(word="\ud800")
@example(word="\x00")
async def test_any_word_is_a_bet_within_the_limits_or_a_refusal_that_says_why(rules, command, word):
    room = Room(rules=rules)
    ann = room.player("ann")
    await ann.says("/join 20")
    request = replace(ann.typed(f"/{command}"), args=(word,))
    reply = await room.asks(request)
    answer = PRESENTER.answer(request, reply, None)
    staked = (await room.staked())[1]
    if reply.accepted:
        assert reply.facts == {"bet": staked}
        assert 10 <= staked <= 1_000
    else:
        assert (reply.key in MEANT, staked) == (True, 20)
        assert len(answer.alert.split()) > 3
    assert await room.chips() == {"ann": 1_000 - staked}


@pytest.mark.row(98)
@given(amount=st.integers(1, 10**12), digits=st.sampled_from(DIGITS))
def test_an_amount_reads_alike_in_the_digits_of_every_script(amount, digits):
    written = "".join(digits[int(digit)] for digit in str(amount))
    assert parse_amount(written, 0) == amount
    assert parse_amount(f"{written}K", 0) == amount * 1_000


@pytest.mark.row(98)
@given(amount=st.integers(1, 10**15 - 1), digits=st.sampled_from(DIGITS))
def test_an_amount_reads_as_it_is_shown_with_its_thousands_set_apart(amount, digits):
    shown = "".join(digits[int(sign)] if sign != "," else sign for sign in f"{amount:,}")
    assert parse_amount(shown, 0) == amount


@pytest.mark.parametrize(
    "line", ["ann: /join 1,000", "ann: /bet 1,000", "root: /grant ann 1,000", "ann: /bank 1,000"]
)
async def test_a_thousand_may_be_written_with_its_comma_wherever_an_amount_is(line):
    room = Room()
    await room.hears("ann: /join 10")
    who, words = line.split(": ")
    reply = await room.player(who, admin=who == "root").says(words)
    assert reply.accepted
    assert 1_000 in reply.facts.values()
