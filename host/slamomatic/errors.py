"""Errors in words that a user understands: what happened, why it matters, what to do next."""

from collections.abc import Iterator
from contextlib import contextmanager


class Told(Exception):
    """An exception that is one sentence with named placeholders: `Told("there is no {name}", name=word)`.

    Its text is English, for logs and JSON. `slamomatic.words.said` tells it in the reader's language.
    """

    def __init__(self, sentence: str, /, **fields: object) -> None:
        super().__init__(sentence.format(**self.spelled(fields)) if fields else sentence)
        self.sentence = sentence
        self.fields = fields

    def spelled(self, fields: dict[str, object]) -> dict[str, object]:
        """Return the fields as the English text writes them. A kind of error may write some another way."""
        return fields


class UserError(Told):
    """Something that the user can fix; shown as its sentence, never as a traceback."""

    exit_code = 1


class UsageError(UserError):
    """A command that was written wrongly."""

    exit_code = 2


@contextmanager
def explained(sentence: str, kind: type[UserError] = UserError, **fields: object) -> Iterator[None]:
    """Turn an OSError inside a `with` block into an error of this kind with this sentence.

    {why} or {strerror} in the sentence is the system's reason.
    """
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise kind(sentence, why=why, strerror=why, **fields) from error
