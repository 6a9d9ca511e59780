"""English text that can still be told in another language: for what is kept and written as JSON first."""

from __future__ import annotations

from slamomatic.errors import Told


class Sentence(str):
    """English text that remembers its placeholders: `Sentence("{n} ms", n=5)` is "5 ms" in JSON and in logs.

    `slamomatic.words.said` tells it in the reader's language. A field may be such a sentence too.
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
    """A sentence about so many things; {n} is the number."""
    made = Sentence(one if n == 1 else many, n=n, **fields)
    made.one, made.many, made.n, made.fields = one, many, n, fields
    return made


def kept(error: Told) -> Sentence:
    """What an error says, to be told later."""
    return Sentence(error.sentence, **error.spelled(error.fields))
