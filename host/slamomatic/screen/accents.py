"""Dead keys: an accent that is typed before its letter waits for that letter."""

import unicodedata

# Keyboards send a dead key as an accent on its own, or as the mark that goes onto a letter.
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
        """Return the text that a key adds to a name, with the accent that waited for it.

        "": the key is an accent, or has no letter.
        """
        mark = MARKS.get(typed, typed if typed and unicodedata.combining(typed[0]) else "")
        if mark:
            self._mark = mark
            return ""
        if not typed or not typed.isprintable():
            return ""
        waiting, self._mark = self._mark, ""
        accented = unicodedata.normalize("NFC", typed + waiting)
        # It is longer if there is no such letter with this accent: then the accent is left out.
        return accented if len(accented) == len(typed) else typed
