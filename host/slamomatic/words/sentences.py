"""Look up a sentence in the language that is spoken now, and fill in its placeholders."""

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
    return translated.format(**_all_told(fields)) if fields else translated


def ngettext(one: str, many: str, n: int, /, **fields: object) -> str:
    """The sentence for so many things; {n} is the number."""
    return (
        catalogue(reader.get() or program[0]).ngettext(one, many, n).format(n=number(n), **_all_told(fields))
    )


def pgettext(context: str, sentence: str, /, **fields: object) -> str:
    """A sentence whose English could mean several things; `context` says which."""
    translated = catalogue(reader.get() or program[0]).pgettext(context, sentence)
    return translated.format(**_all_told(fields)) if fields else translated


def capital(words: str) -> str:
    """The same with a capital letter: what stands at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


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
    return gettext(words.sentence, **fields)


def _in_this_language(sentence: Sentence) -> str:
    if sentence.many:
        return ngettext(sentence.one, sentence.many, sentence.n, **sentence.fields)
    return gettext(sentence.one, **sentence.fields)


def _all_told(fields: dict[str, object]) -> dict[str, object]:
    """A field may be a sentence of its own, such as the name of a unit."""
    return {
        name: said(value) if isinstance(value, Told | Sentence) else value for name, value in fields.items()
    }
