"""Every sentence a player reads, in the player's language.

English is the source and stands in the code. A catalogue (`de.mo`, made from `de.po`) translates it:

    gettext("{seat} plays a pair of {number}s", seat=name, number=card)  # now, where it is shown.
    ngettext("{n} card", "{n} cards", count)  # one or many.
    pgettext("on a card", "wild")  # when the English alone is unclear.
    TITLE = N_("Pass")  # a constant: marked here,
    gettext(TITLE)  # and translated where it is shown.
    Sentence("{gap} us apart", gap=5)  # English in JSON; `said` tells it in the player's language.
    counted("{n} spike", "{n} spikes", 3)  # the same, one or many.

Always write the whole sentence with named placeholders. Never join sentences from halves: other languages
need another order. `python3 tests/words` collects the sentences, compiles the catalogues and prints what is
not translated yet. For a sentence that is like an older one it puts in the older translation and marks it
`fuzzy`: correct it, and remove that word, or the sentence stays English.

A new language is its catalogue and nothing else. `python3 tests/words --add pl` begins `pl.po`. Translate it
with any editor for such files, and run `python3 tests/words` again. Settings calls the language by what
translates "name of this language". The tests ask for every sentence, with the placeholders of the English
one; what is missing stays English. `LANG=pl slamomatic gallery --out DIR` shows whether all words fit.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from slamomatic.errors import Told
from slamomatic.words.languages import SOURCE, catalogue, language, program, reader

COARSE_US = 1_000  # times that are good to no less are told in seconds

# Every slap is told in words at once: these say `reader.get() or program[0]` for `language()`, a call less.


def N_(sentence: str) -> str:
    """Mark a constant for the catalogue. It is translated where it is shown, by `gettext`."""
    return sentence


def gettext(sentence: str, /, **fields: object) -> str:
    """Translate a sentence into the language that is spoken now, and fill in its fields."""
    if not sentence:
        return ""  # the catalogue's own heading is filed under the empty sentence
    translated = catalogue(reader.get() or program[0]).gettext(sentence)
    return translated.format(**_all_told(fields)) if fields else translated


def ngettext(one: str, many: str, n: int, /, **fields: object) -> str:
    """Translate a sentence about `n` things; {n} is filled in with that number."""
    translated = catalogue(reader.get() or program[0]).ngettext(one, many, n)
    return translated.format(n=number(n), **_all_told(fields))


def pgettext(context: str, sentence: str, /, **fields: object) -> str:
    """Translate a sentence whose English could mean several things; `context` says which one is meant."""
    translated = catalogue(reader.get() or program[0]).pgettext(context, sentence)
    return translated.format(**_all_told(fields)) if fields else translated


def capital(words: str) -> str:
    """Begin these words with a capital letter, as at the start of a sentence."""
    return words[:1].upper() + words[1:]


def said(words: Told | str, **known: object) -> str:
    """Return an error's words or a `Sentence` in the language that is spoken now.

    Other text is translated if the catalogue knows it. `known` replaces fields of an error that have these
    names, such as a seat by its player.
    """
    if isinstance(words, Sentence) and words.many:
        return ngettext(words.one, words.many, words.n, **words.fields)
    if isinstance(words, Sentence):
        return gettext(words.one, **words.fields)
    if isinstance(words, str):
        return gettext(words)
    if not words.fields:
        return said(words.sentence)
    replaced = {name: value for name, value in known.items() if name in words.fields}
    return gettext(words.sentence, **(words.spelled(words.fields) | replaced))


def _all_told(fields: dict[str, object]) -> dict[str, object]:
    """Return the fields with those translated that are sentences of their own, such as a unit's name."""
    return {
        name: said(value) if isinstance(value, Told | Sentence) else value for name, value in fields.items()
    }


# --- kept and written as JSON first, told later -----------------------------------------------------


class Sentence(str):
    """English text that remembers its placeholders: `Sentence("{n} ms", n=5)` is "5 ms" in JSON and in logs.

    `said` tells it in the reader's language. A field may be such a sentence too.
    """

    one: str
    many: str
    n: int
    fields: dict[str, object]

    def __new__(cls, one: str, /, **fields: object) -> Sentence:
        made = super().__new__(cls, one.format(**fields) if fields else one)
        made.one, made.many, made.n, made.fields = one, "", 1, fields
        return made


def counted(one: str, many: str, n: int, /, **fields: object) -> Sentence:
    """Return a `Sentence` about `n` things; {n} is that number. `said` chooses the form of each language."""
    made = Sentence(one if n == 1 else many, n=n, **fields)
    made.one, made.many, made.n, made.fields = one, many, n, fields
    return made


def as_sentence(error: Told) -> Sentence:
    """Return the sentence of an error, to be kept and shown later."""
    return Sentence(error.sentence, **error.spelled(error.fields))


# --- numbers, lists and dates -----------------------------------------------------------------------


def number(value: float, digits: int = 0) -> str:
    """Write a number with so many digits behind the decimal mark, in the marks of the language."""
    written = f"{value:,.{digits}f}"
    if language() == SOURCE:
        return written
    # Translators: what stands between thousands and before decimals, as in 1,234.5
    marks = {",": pgettext("between thousands", ","), ".": pgettext("before decimals", ".")}
    return "".join(marks.get(sign, sign) for sign in written)


def listed(things: Sequence[str]) -> str:
    """Join names as a sentence does: "Ada, Bob and Cleo"."""
    if len(things) < 2:
        return "".join(things)
    # Translators: what stands between the names of a list, all but the last
    comma = pgettext("in a list", ", ")
    # Translators: the end of a list of names, such as "Ada, Bob and Cleo"
    return pgettext("in a list", "{others} and {last}", others=comma.join(things[:-1]), last=things[-1])


def duration(time_us: int, good_to_us: int, in_seconds: bool = False) -> str:
    """Write a time with no more digits than it is good for: in hundredths of a second, or in milliseconds.

    `good_to_us`: how exact the time is. `in_seconds`: write seconds in any case, as the times beside it.
    """
    coarse = good_to_us >= COARSE_US
    if coarse or in_seconds:
        return gettext("{seconds} s", seconds=number(time_us / 1_000_000, 2 if coarse else 3))
    digits = len(str(1_000 // max(1, good_to_us))) - 1
    return gettext("{milliseconds} ms", milliseconds=number(time_us / 1_000, digits))


MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)


def date_and_time(t_s: float) -> str:
    """Write a time of day such as "19 Nov, 20:15", by this computer's clock.

    `time.strftime` would write it in the system's language.
    """
    then = time.localtime(t_s)
    return gettext(
        "{day} {month}, {clock}",
        day=then.tm_mday,
        month=gettext(MONTHS[then.tm_mon - 1]),
        clock=f"{then.tm_hour:02}:{then.tm_min:02}",
    )
