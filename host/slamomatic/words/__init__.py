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
need another order. `python3 tests/words` collects the sentences and compiles the catalogues.
"""

from slamomatic.words.catalogues import add_catalogues, languages, name_of
from slamomatic.words.dates import date_and_time
from slamomatic.words.english import Sentence, counted, kept
from slamomatic.words.formats import COARSE_US, duration, listed, number
from slamomatic.words.language import language, speaking, use
from slamomatic.words.sentences import N_, capital, gettext, ngettext, pgettext, said
from slamomatic.words.system import first_spoken, system_language

__all__ = [
    "COARSE_US",
    "N_",
    "Sentence",
    "add_catalogues",
    "capital",
    "counted",
    "date_and_time",
    "duration",
    "first_spoken",
    "gettext",
    "kept",
    "language",
    "languages",
    "listed",
    "name_of",
    "ngettext",
    "number",
    "pgettext",
    "said",
    "speaking",
    "system_language",
    "use",
]
