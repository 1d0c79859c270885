"""How people write an amount: ``50``, ``1,000``, ``1k``, ``all``, ``half``, in any digits."""

import re
import unicodedata

from bot.basics import Refusal, unreadable

_DIGITS_MAX = 15
_WORDS = {"all", "half"}
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")
"""Thousands set apart, as amounts are shown."""


def parse_amount(text: str, chips: int, step: int = 1) -> int:
    """Read an amount of at least 1 chip; ``chips`` is what ``all`` and ``half`` refer to.

    These two are rounded down to whole ``step``s. Digits of any script count, ``k`` is a thousand,
    and commas may stand where amounts are shown with them. Raises ``Refusal(unreadable)``:
    ``amount-unreadable`` (signs, points, other commas, letters, superscripts, hexadecimal),
    ``amount-too-large`` or ``amount-zero``.
    """
    word = text.strip().lower()
    if word in _WORDS:
        return _at_least_one((chips if word == "all" else chips // 2) // step * step)
    thousands = word.endswith("k")
    digits = _ungrouped(word).removesuffix("k")
    if not digits or not all(unicodedata.category(letter) == "Nd" for letter in digits):
        raise unreadable("amount-unreadable", text=text[:16])
    if len(digits) > _DIGITS_MAX:
        raise unreadable("amount-too-large")
    amount = int("".join(str(unicodedata.digit(letter)) for letter in digits))
    return _at_least_one(amount * 1000 if thousands else amount)


def _ungrouped(word: str) -> str:
    """Return a number without its commas, if they stand where they should."""
    grouped = _GROUPED.fullmatch(word) and unicodedata.digit(word[0])
    return word.replace(",", "") if grouped else word


def _at_least_one(amount: int) -> int:
    if amount < 1:
        raise unreadable("amount-zero")
    return amount


def is_nothing(text: str) -> bool:
    """Whether a word reads as zero, in digits of any script: that takes something back."""
    word = text.strip()
    return bool(word) and all(unicodedata.decimal(letter, -1) == 0 for letter in word)


def is_share(text: str) -> bool:
    """Whether a word names a part of one's chips, not a number of them."""
    return text.strip().lower() in _WORDS


def is_amount(text: str) -> bool:
    """Whether a word reads as an amount."""
    try:
        parse_amount(text, 2)
    except Refusal:
        return False
    return True
