"""A language made by code, 40 % longer than English: it shows what would be cut off or stay English."""

from __future__ import annotations

import re

from words.catalogues import Plain, copied

CODE = "qps"
LONGER = 0.4
ACCENTS = str.maketrans("aeiouyAEIOUY", "äéîöüÿÄÉÎÖÜŸ")
ACCENTED = re.compile("[äéîöüÿÄÉÎÖÜŸ]")
_HOLE = re.compile(r"(\{[^}]*\}|%(?:\(\w+\))?[rs])")


def longer(sentence: str) -> str:
    """Make a sentence 40 % longer: double its vowels, and add words until it is long enough."""
    parts = _HOLE.split(sentence)
    letters = sum(len(part) for part in parts[::2])
    room = -int(-letters * LONGER)
    for at in range(0, len(parts), 2):
        grown = ""
        for letter in parts[at]:
            vowel = letter.lower() in "aeiou" and room > 0
            grown += letter.translate(ACCENTS) * (1 + vowel)
            room -= vowel
        parts[at] = grown
    while room > 0:
        parts[-1] += (" " if room > 2 else "") + "ö" * min(room, 7)
        room -= 8
    return "".join(parts)


def made_from(template: Plain) -> Plain:
    catalogue = copied(template, None)
    for message in catalogue:
        if isinstance(message.id, str):
            message.string = longer(message.id) if message.id else ""
        else:
            message.string = tuple(longer(sentence) for sentence in message.id)
    return catalogue
