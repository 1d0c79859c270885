"""How bank or first move pass on between rounds (A-QQ-12, A-HF-2, A-HB-13, CN-28, A-CN-9)."""

from collections.abc import Collection, Mapping

from bot.games.base import Rotation


def order_of_bankers(
    seat_count: int, banker: int, next_place: int, *, clockwise: bool
) -> tuple[int, ...]:
    """Return every place in the order in which it is asked to bank.

    ``next_place`` comes first; the others follow as the bank moves, the old banker last.
    """
    step = 1 if clockwise else -1
    others = tuple((banker + step * distance) % seat_count for distance in range(1, seat_count))
    return tuple(dict.fromkeys((next_place, *others, banker)))


def next_banker(
    rotation: Rotation,
    seat_count: int,
    banker: int,
    main_results: Mapping[int, int],
    unable: Collection[int] = (),
    *,
    clockwise: bool = False,
    rounds_held: int = 1,
) -> int:
    """Return the place that banks next, the banker's own where the bank stays.

    Places count clockwise from 0. ``main_results`` are the chips each place won or lost with its
    hands alone, ``unable`` the places that cannot or will not bank, ``rounds_held`` how many
    rounds the banker has held the bank.
    """
    if not _passes(rotation, seat_count, main_results, rounds_held):
        return banker
    return next_able(seat_count, banker, unable, clockwise=clockwise)


def next_able(seat_count: int, banker: int, unable: Collection[int], *, clockwise: bool) -> int:
    """Return the first able place after the banker's, the banker's own where there is none."""
    step = 1 if clockwise else -1
    places = ((banker + step * distance) % seat_count for distance in range(1, seat_count))
    return next((place for place in places if place not in unable), banker)


def _passes(
    rotation: Rotation, seat_count: int, main_results: Mapping[int, int], rounds_held: int
) -> bool:
    match rotation:
        case Rotation.NONE:
            return False
        case Rotation.EACH_ROUND:
            return True
        case Rotation.EVERY_N_ROUNDS:
            return rounds_held >= seat_count
        case Rotation.ON_FULL_PAYOUT:
            # A-CN-9: everybody who took part has a strictly positive main result.
            return bool(main_results) and all(net > 0 for net in main_results.values())
