"""Dead keys: an accent that is typed before its letter waits for it; a name never shows it alone."""

import unicodedata

# What keyboards send for a dead key: the accent on its own, or the mark that goes onto a letter.
MARKS = {
    "\u00b4": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "\u00a8": "\u0308",
    "\u00b8": "\u0327",
}


class Accents:
    """The accent that waits for its letter."""

    def __init__(self) -> None:
        self._mark = ""

    def take(self, typed: str) -> str:
        """Return the text that a key adds to a name; "" for an accent, which waits for its letter."""
        mark = MARKS.get(typed, typed if typed and unicodedata.combining(typed[0]) else "")
        if mark:
            self._mark = mark
            return ""
        if not typed or not typed.isprintable():
            return ""
        waiting, self._mark = self._mark, ""
        worn = unicodedata.normalize("NFC", typed + waiting)
        return worn if len(worn) == len(typed) else typed
