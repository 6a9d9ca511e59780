"""Read a compiled catalogue (`.mo`) a sentence at a time: `--help` needs only some of its sentences."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations, c2py

MAGIC = 0x950412DE
CONTEXT, PLURAL = "\x04", "\x00"


class CompiledCatalogue(NullTranslations):
    """What it does not know, its fallback translates, and in the end the English stays."""

    def __init__(self, path: str) -> None:
        super().__init__()
        with open(path, "rb") as file:
            data = file.read()
        numbers = memoryview(data)[: len(data) // 4 * 4].cast("I")
        if numbers[0] != MAGIC:
            raise OSError(f"{path} is not a compiled catalogue")
        count, here, there = numbers[2], numbers[3] // 4, numbers[4] // 4
        self._data = data
        self._places: dict[bytes, tuple[int, int]] = {}
        for at in range(0, 2 * count, 2):
            length, start = numbers[here + at], numbers[here + at + 1]
            # The English about one thing finds the translations about one and many.
            english = data[start : start + length].partition(b"\x00")[0]
            self._places[english] = numbers[there + at + 1], numbers[there + at]
        self._which: Callable[[int], int] | None = None

    def gettext(self, message: str) -> str:
        found = self._find(message)
        return super().gettext(message) if found is None else found.partition(PLURAL)[0]

    def pgettext(self, context: str, message: str) -> str:
        found = self._find(context + CONTEXT + message)
        return super().pgettext(context, message) if found is None else found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        found = self._find(msgid1)
        if found is None:
            return super().ngettext(msgid1, msgid2, n)
        if self._which is None:
            heading = self._find("") or ""
            self._which = c2py(heading.partition("plural=")[2].partition(";")[0] or "n != 1")
        return found.split(PLURAL)[self._which(n)]

    def _find(self, english: str) -> str | None:
        place = self._places.get(english.encode())
        return None if place is None else self._data[place[0] : sum(place)].decode()
