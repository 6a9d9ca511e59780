"""Look up a sentence in the language that is spoken now, and fill in its placeholders."""

from __future__ import annotations

from slamomatic.errors import Told
from slamomatic.words.catalogues import catalogue
from slamomatic.words.english import Sentence
from slamomatic.words.formats import number
from slamomatic.words.language import program, reader

# Every slap is told in words at once: these say `reader.get() or program[0]` for `language()`, a call less.


def N_(sentence: str) -> str:
    """Mark a constant for the catalogue. It is translated where it is shown, by `gettext`."""
    return sentence


def gettext(sentence: str, /, **fields: object) -> str:
    if not sentence:
        return ""  # the catalogue's own heading is filed under the empty sentence
    translated = catalogue(reader.get() or program[0]).gettext(sentence)
    return translated.format(**fields) if fields else translated


def ngettext(one: str, many: str, n: int, /, **fields: object) -> str:
    """The sentence for so many things; {n} is the number."""
    return catalogue(reader.get() or program[0]).ngettext(one, many, n).format(n=number(n), **fields)


def pgettext(context: str, sentence: str, /, **fields: object) -> str:
    """A sentence whose English could mean several things; `context` says which."""
    translated = catalogue(reader.get() or program[0]).pgettext(context, sentence)
    return translated.format(**fields) if fields else translated


def said(words: Told | str, **known: object) -> str:
    """An error or a `Sentence` in the language that is spoken now.

    `known` replaces fields, such as a seat by its player.
    """
    if isinstance(words, Sentence):
        return _in_this_language(words)
    if isinstance(words, str):
        return gettext(words)
    if not words.fields:
        return said(words.sentence)
    fields = {
        **words.spelled(words.fields),
        **{name: value for name, value in known.items() if name in words.fields},
    }
    return gettext(words.sentence, **{name: _told(value) for name, value in fields.items()})


def _in_this_language(sentence: Sentence) -> str:
    fields = {name: _told(value) for name, value in sentence.fields.items()}
    if sentence.many:
        return ngettext(sentence.one, sentence.many, sentence.n, **fields)
    return gettext(sentence.one, **fields)


def _told(value: object) -> object:
    return said(value) if isinstance(value, Told | Sentence) else value
