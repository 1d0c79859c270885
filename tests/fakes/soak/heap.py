"""What a process holds in memory, by the C library's own books.

Read right where Python asks for its memory there (``PYTHONMALLOC=malloc``): then all that is alive
is counted to the byte, of Python, SQLite and everything else, and nothing that was given back.
"""

import ctypes
import gc
from collections.abc import Sequence
from pathlib import Path


class _Books(ctypes.Structure):
    """``struct mallinfo2`` of glibc 2.33 and later."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    )


def live_bytes() -> int:
    """Return how many bytes are alive, after whatever is garbage has been collected."""
    read_books = ctypes.CDLL(None).mallinfo2
    read_books.restype = _Books
    gc.collect()
    books = read_books()
    return int(books.uordblks + books.hblkhd)


def resident_bytes() -> int:
    """Return how much of the machine's memory the process takes."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4096


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return how much the second grows with each unit of the first: the median of all pairs' rises.

    One sample that is off says little in it (Theil and Sen).
    """
    rises = sorted(
        (later - earlier) / (after - before)
        for at, (before, earlier) in enumerate(points)
        for after, later in points[at + 1 :]
    )
    middle = len(rises) // 2
    return rises[middle] if len(rises) % 2 else (rises[middle - 1] + rises[middle]) / 2
