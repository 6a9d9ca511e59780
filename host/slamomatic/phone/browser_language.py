"""Which language a browser reads: the first of its list that the program speaks, else the table's. Pure."""

from slamomatic.words import first_spoken, language

MOST_WISHES = 16  # nobody reads more languages; a longer header is somebody playing with us


def language_of(accept_language: str, kept: str = "") -> str:
    """`accept_language` as browsers send it: "de-AT,de;q=0.9,en;q=0.8". `kept`: what the page was made in."""
    wishes = accept_language.split(",")[:MOST_WISHES]
    in_order = sorted(wishes, key=_rank)  # those of equal rank stay in their order
    return first_spoken([kept, *(wish.partition(";")[0].strip() for wish in in_order), language()])


def _rank(wish: str) -> float:
    """The best comes first; a wish without a number is one that is wanted fully."""
    _, _, quality = wish.partition(";q=")
    try:
        return -float(quality or 1)
    except ValueError:
        return 0.0
