"""What happens to the chats in which the bot deals."""

import pytest

from bot.basics import CommunityId, PlayerId
from bot.ports import Store
from tests.fakes.telegram.chats import Chat
from tests.fakes.telegram.live import Live

pytest_plugins = ["tests.fakes.telegram.living"]
pytestmark = pytest.mark.usefixtures("freely")


async def chips_in(store: Store, chat: Chat) -> dict[PlayerId, int]:
    return dict(await store.top(CommunityId(f"telegram:{chat.id}"), 9))


async def dealt_in_a_basic_group(live: Live) -> Chat:
    """Let Ann and Bob play in a group that can be upgraded."""
    group = live.telegram.group("Small", members=[live.ann, live.bob])
    live.group = group
    await live.starts(live.ann, live.bob)
    await live.deal()
    return group


@pytest.mark.report("H1")
@pytest.mark.row(19, 21)
@pytest.mark.parametrize("new_first", [False, True])
async def test_an_upgraded_group_plays_on_under_its_new_id(live: Live, new_first):
    group = await dealt_in_a_basic_group(live)
    there = live.group = group.migrate(new_first=new_first)
    await live.telegram.until(lambda: "cards are out" in there.view())
    for who in (live.ann, live.bob):
        if "Stand" in there.newest.labels:
            await live.press(who, "Stand")
    await live.telegram.until(lambda: "Again" in there.newest.labels)
    assert not await chips_in(live.store, group)
    assert set(await chips_in(live.store, there)) == {
        f"telegram:{live.ann.id}",
        f"telegram:{live.bob.id}",
    }
    assert len([row for row in await live.store.tables() if row.live]) == 1


@pytest.mark.report("H1", "H3")
@pytest.mark.row(20)
async def test_an_upgrade_that_only_an_error_tells_of_is_followed_once(live: Live):
    group = await dealt_in_a_basic_group(live)
    there = live.group = group.migrate(silently=True)
    await live.press(live.ann, "Stand", live.ann.private)
    await live.telegram.until(lambda: "QQ 21" in there.view())
    assert len([call for call in live.telegram.calls.refused() if "upgraded" in str(call)]) == 1
    assert len(there.posted()) == 1


@pytest.mark.row(22, 24)
@pytest.mark.parametrize("end", ["kick", "restrict"])
async def test_put_out_or_silenced_in_mid_round_it_gives_everything_back_and_is_silent(
    live: Live, end
):
    await live.starts(live.ann, live.bob)
    await live.deal()
    getattr(live.group, end)(live.telegram.bot)
    before = len(live.telegram.calls.counted(live.group.id))
    await live.beat()
    assert set((await chips_in(live.store, live.group)).values()) == {1_000}
    assert len(live.telegram.calls.counted(live.group.id)) == before
    assert not [row for row in await live.store.tables() if row.live]


@pytest.mark.row(23)
async def test_added_again_it_greets_and_shows_no_old_table(live: Live):
    await live.starts(live.ann, live.bob)
    await live.deal()
    live.group.kick(live.telegram.bot)
    await live.beat()
    live.group.add(live.telegram.bot, by=live.ann)
    await live.telegram.until(lambda: "Type /join 50" in live.group.newest.text)
    await live.beat()
    assert "cards are out" not in live.group.view()


@pytest.mark.row(25)
async def test_a_channel_is_left_in_peace(live: Live):
    channel = live.telegram.channel("News", members=[live.ann])
    live.telegram.channel("More", members=[live.ann], with_bot=False).add(live.telegram.bot)
    await live.ann.says(channel, "/join 50")
    await live.beat()
    assert not channel.posted()


@pytest.mark.report("H8")
@pytest.mark.row(26, 28)
async def test_each_topic_has_its_own_table_and_all_share_their_chips(live: Live):
    await live.starts(live.ann)
    forum = live.telegram.supergroup("Forum", members=[live.ann, live.bob], forum=True)
    cards, more = forum.topic("Cards"), forum.topic("More")
    for place in (cards, more, forum):
        await live.ann.says(place, "/join 100")
        await live.telegram.until(place.posted)
    assert all("bets are open" in place.newest.text for place in (cards, more, forum))
    await live.press(live.bob, "Join", cards)
    await live.telegram.until(lambda: "Bob" in cards.newest.text)
    assert "Bob" not in more.newest.text
    ann = PlayerId(f"telegram:{live.ann.id}")
    assert (await chips_in(live.store, forum))[ann] == 700
    assert not live.telegram.calls.refused(400)


@pytest.mark.row(27)
@pytest.mark.parametrize("end", ["close", "delete"])
async def test_a_topic_that_is_closed_or_deleted_is_tried_no_more_than_twice(live: Live, end):
    await live.starts(live.ann)
    forum = live.telegram.supergroup("Forum", members=[live.ann, live.bob], forum=True)
    cards = forum.topic("Cards")
    await live.ann.says(cards, "/join 100")
    await live.telegram.until(cards.posted)
    table = cards.newest
    getattr(cards, end)()
    press = await live.bob.forges(table, table.content.button("Join").data or "")
    await live.telegram.until(lambda: press.alert)
    await live.beat()
    assert len(live.telegram.calls.refused()) <= 2


@pytest.mark.row(29)
async def test_a_deleted_table_is_posted_anew_once(live: Live):
    await live.lobby()
    table = live.group.newest
    live.group.delete(table)
    await live.ann.says(live.group, "/bet 70")
    await live.telegram.until(lambda: live.group.posted() and "70" in live.group.newest.text)
    assert live.group.newest.id > table.id
    await live.beat()
    assert live.group.view().count("bets are open") == 1


@pytest.mark.row(30)
async def test_a_press_on_an_old_table_is_refused_and_strips_it_once(live: Live):
    await live.lobby()
    old = live.group.newest.copy()
    await live.ann.says(live.group, "/table")
    await live.telegram.until(lambda: len(live.group.posted()) == 2)
    press = await live.bob.presses(old, "Deal")
    await live.telegram.until(lambda: press.alert)
    assert press.alert
    assert press.alert.shown
    await live.telegram.until(lambda: not live.group.posted()[0].labels)


@pytest.mark.row(31)
async def test_a_press_on_a_message_that_is_gone_goes_by_its_data_alone(live: Live):
    forum = live.telegram.supergroup("Forum", members=[live.ann, live.bob], forum=True)
    cards = forum.topic("Cards")
    await live.ann.says(cards, "/join 100")
    await live.telegram.until(cards.posted)
    table = cards.newest
    data = table.content.button("Join").data or ""
    forum.delete(table)
    press = await live.bob.forges(table, data)
    await live.telegram.until(lambda: press.alert)
    assert press.text == "You are in with 10."
    nowhere = await live.cat.forges(None, data)
    await live.telegram.until(lambda: nowhere.alert)
    assert nowhere.alert
    assert nowhere.alert.shown


@pytest.mark.row(32)
async def test_whoever_cannot_be_known_to_be_an_admin_is_none(live: Live):
    live.group.promote(live.ann)
    fault = live.telegram.faults.fail("getChatAdministrators", times=None)
    await live.starts(live.ann)
    for _ in range(2):
        await live.ann.says(live.group, "/new qq21 hand_max=4")
    await live.telegram.until(lambda: live.ann.private.view().count("admin") == 2)
    assert fault.taken == 1


async def test_an_admin_may_grant_to_whom_they_answer(live: Live):
    live.group.promote(live.ann)
    await live.starts(live.ann)
    await live.lobby()
    said = await live.bob.says(live.group, "/bet 10")
    await live.ann.says(live.group, "/grant 500", reply_to=said)
    await live.telegram.until(lambda: "Bob got 500" in live.ann.private.view())
    await live.ann.says(live.group, "/grant Bob 500", mentions=[live.bob])
    await live.telegram.until(lambda: live.ann.private.view().count("Bob got 500") == 2)


async def test_in_a_topic_a_message_that_answers_nothing_is_about_nobody(live: Live):
    forum = live.telegram.supergroup("Forum", members=[live.ann, live.bob], forum=True)
    forum.promote(live.ann)
    cards = forum.topic("Cards")
    await live.starts(live.ann)
    await live.ann.says(cards, "/grant 500")
    await live.telegram.until(lambda: "I do not know whom you mean" in live.ann.private.view())
