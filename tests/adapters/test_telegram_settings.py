"""An admin changes the rules of a group: by the menu under its table, and typed in mid-round."""

from tests.fakes.telegram.live import Live, swiftly


async def shows(live: Live, words: str) -> None:
    """Wait until the table shows these words."""
    await live.telegram.until(lambda: words in live.group.having("My chips").text)


def offered(live: Live) -> set[str]:
    """Return the buttons under the newest message that has some."""
    return set([message for message in live.group.posted() if message.labels][-1].labels)


@swiftly
async def test_an_admin_turns_rules_and_limits_in_the_menu_and_others_cannot(live: Live):
    live.group.promote(live.ann)
    await live.starts(live.ann)
    await live.lobby()
    await live.ann.says(live.group, "/settings")
    await live.telegram.until(lambda: "Bets from 10" in live.group.newest.labels)
    refused = await live.press(live.bob, "Bets from 10")
    assert refused.text == "Only admins of this chat may do that. Ask one of them."
    await live.press(live.ann, "Bets from 10")
    await shows(live, "Bets 20 to 100,000")
    await live.press(live.ann, "Ties: bet back")
    await shows(live, "the bank wins ties")
    await live.press(live.ann, "Done")
    await live.telegram.until(lambda: "Ann changed the rules of this table." in live.group.view())
    await live.telegram.until(lambda: "Ties: the bank" not in live.group.having("Join").labels)


@swiftly
async def test_what_an_admin_types_in_mid_round_counts_when_the_round_is_over(live: Live):
    live.group.promote(live.cat)
    await live.starts(live.cat)
    await live.deal()
    await live.cat.says(live.group, "/settings hk_casino bet_max=500")
    await live.telegram.until(lambda: "They count at the next bets." in live.group.view())
    while "Again" not in offered(live):
        for who in (live.ann, live.bob):
            if "Stand" in offered(live):
                await live.press(who, "Stand")
        await live.telegram.until(lambda: {"Stand", "Again"} & offered(live))
    assert "QQ 21 · round 1 · results" in live.group.having("Again").text
    again = await live.press(live.bob, "Again")
    assert again.text
    assert again.text.startswith("The rules have changed, and bets are open.")
    await shows(live, "Hong Kong 21 · round 2 · bets are open")
    await shows(live, "Bets 10 to 500")
