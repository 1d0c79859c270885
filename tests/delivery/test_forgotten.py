"""Who is forgotten sees how the round ended, and nothing is noted of what they were sent."""

from bot.ports import Later
from tests.fakes.delivering import DeliveringRoom
from tests.fakes.messenger import TELEGRAM, Kind, text_of

LOW = "2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d"


async def dealt(*, paced: bool = False) -> DeliveringRoom:
    """A round is dealt to Ann and Bob, and Ann asks to be forgotten."""
    club = DeliveringRoom(LOW, pacing=TELEGRAM if paced else None)
    await club.player("ann").says("/join 100")
    await club.player("bob").says("/join 50")
    await club.player("ann").presses("deal")
    await club.passes(5)
    await club.player("ann").whispers("/forgetme yes")
    await club.passes(5)
    return club


def private(club: DeliveringRoom) -> list[str]:
    """Return how Ann was sent what she was sent beside answers."""
    ann = club.player("ann").id
    return [
        call.kind.value
        for call in club.messenger.of_kind(Kind.WHISPER, Kind.REWRITE)
        if call.place == ann
    ]


def panel(club: DeliveringRoom) -> str:
    return text_of(club.messenger.newest(club.player("ann").id))


async def places(club: DeliveringRoom) -> set[str]:
    return {ref.place for ref in await club.store.refs()}


async def test_a_message_is_noted_until_its_owner_is_forgotten():
    club = await dealt()
    assert await places(club) == {"test:club", "test:ann", "test:bob"}
    await club.player("bob").says("/stand")
    await club.passes(1)
    assert await places(club) == {"test:club", "test:bob"}


async def test_the_panel_of_who_was_forgotten_shows_the_end():
    club = await dealt()
    await club.player("bob").says("/stand")
    await club.passes(1)
    assert "5 loses to 17" in panel(club)
    assert private(club).count("whisper") == 1


async def test_what_has_to_wait_goes_out_later_and_is_not_noted_then():
    club = await dealt(paced=True)
    club.messenger.fail(Later(30), Kind.REWRITE, club.player("ann").id)
    await club.player("bob").says("/stand")
    await club.passes(5)
    assert "5 loses to 17" not in panel(club)
    await club.passes(60)
    assert "5 loses to 17" in panel(club)
    assert "test:ann" not in await places(club)


async def test_who_comes_back_gets_a_panel_of_its_own():
    club = await dealt()
    await club.player("bob").says("/stand")
    await club.passes(24 * 3_600)
    await club.player("ann").says("/daily")
    await club.player("ann").says("/join 100")
    await club.player("bob").says("/join 50")
    await club.player("ann").presses("deal")
    assert private(club).count("whisper") == 2
    assert await places(club) == {"test:club", "test:ann", "test:bob"}


async def test_after_a_restart_nobody_looks_for_who_was_forgotten():
    club = await dealt()
    await club.player("bob").says("/stand")
    await club.passes(1)
    sent = len(private(club))
    await club.restart()
    assert len(private(club)) == sent
    assert await places(club) == {"test:club", "test:bob"}
