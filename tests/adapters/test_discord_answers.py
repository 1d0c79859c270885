"""Every interaction has one answer, in time, that only its asker sees."""

import pytest

from tests.fakes.discord.interactions import Ack
from tests.fakes.discord.live import Live, swiftly


@pytest.mark.row(66)
@swiftly
async def test_my_cards_is_for_the_presser_alone_from_the_first_response_on(live: Live):
    await live.deal()
    press = await live.press(live.ann, "My cards")
    assert press.acks == [Ack.MESSAGE]
    assert press.private is not None
    assert "Your hand" in press.private.text
    assert press.private.seen_by(live.ann)
    assert not press.private.seen_by(live.bob)
    assert "Hit" in press.private.labels
