"""Numbers and lists as the language that is spoken now writes them."""

from collections.abc import Sequence

from slamomatic.words.catalogues import catalogue
from slamomatic.words.language import SOURCE, language


def number(value: float, digits: int = 0) -> str:
    """A number with so many digits behind the decimal mark."""
    written = f"{value:,.{digits}f}"
    if language() == SOURCE:
        return written
    words = catalogue(language())
    # Translators: what stands between thousands and before decimals, as in 1,234.5
    marks = {",": words.pgettext("between thousands", ","), ".": words.pgettext("before decimals", ".")}
    return "".join(marks.get(sign, sign) for sign in written)


def listed(things: Sequence[str]) -> str:
    """ "Ada, Bob and Cleo"."""
    if len(things) < 2:
        return "".join(things)
    words = catalogue(language())
    # Translators: what stands between the names of a list, all but the last
    comma = words.pgettext("in a list", ", ")
    # Translators: the end of a list of names, such as "Ada, Bob and Cleo"
    last = words.pgettext("in a list", "{others} and {last}")
    return last.format(others=comma.join(things[:-1]), last=things[-1])


COARSE_US = 1_000  # times that are good to no less are told in seconds


def duration(time_us: int, good_to_us: int, in_seconds: bool = False) -> str:
    """A time with no more digits than it is good for: hundredths of a second, or parts of a millisecond.

    `in_seconds`: it stands in one list with times that are told in seconds.
    """
    words = catalogue(language())
    coarse = good_to_us >= COARSE_US
    if coarse or in_seconds:
        return words.gettext("{seconds} s").format(seconds=number(time_us / 1_000_000, 2 if coarse else 3))
    digits = len(str(1_000 // max(1, good_to_us))) - 1
    return words.gettext("{milliseconds} ms").format(milliseconds=number(time_us / 1_000, digits))
