"""Make catalogues with Babel: a template from the source, a file for each language, and what is compiled."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from words.source import PACKAGE, marked

FOLDER = PACKAGE / "words"
HEADING = "# Every sentence a player reads, collected from the source by `python3 tests/words`."
# JSON is for programs: it stays English.
NOT_FOR_PEOPLE = ("engine/words.py", "ai/", "bench/lab/description.py")
WIDTH = 110


class Plain(Catalog):
    """A catalogue without dates and names of tools: the same sentences always make the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Transfer-Encoding", "8bit")]
        if self.locale is not None:
            headers += [("Language", str(self.locale)), ("Plural-Forms", self.plural_forms)]
        return headers


def empty(code: str | None) -> Plain:
    return Plain(code, header_comment=HEADING, project="slamomatic", fuzzy=False)


def copied(messages: Iterable[Message], code: str | None) -> Plain:
    plain = empty(code)
    for message in messages:
        if message.id:
            plain[message.id] = message.clone()
    return plain


def collected(package: Path = PACKAGE) -> Plain:
    """The template: every marked sentence of the package, in the order of the source."""
    template = empty(None)
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if name.startswith(NOT_FOR_PEOPLE):
            continue
        for sentence in sorted(marked(path), key=lambda found: found.line):
            template.add(
                (sentence.one, sentence.many) if sentence.many else sentence.one,
                locations=[(name, 0)],
                auto_comments=[sentence.note] if sentence.note else [],
                context=sentence.context or None,
            )
    return template


def read(path: Path) -> Plain:
    with path.open("rb") as file:
        return copied(read_po(file, locale=path.stem), path.stem)


def updated(old: Plain, template: Plain) -> Plain:
    """The sentences of today; a translation whose English has changed is kept as a guess, marked fuzzy."""
    with_guesses = Catalog(old.locale)
    for message in old:
        if message.id:
            with_guesses[message.id] = message
    with_guesses.update(template)
    return copied(with_guesses, str(old.locale))


def missing(catalogue: Plain) -> list[Message]:
    """The sentences that still need a translator."""
    return [message for message in catalogue if message.id and (message.fuzzy or not all(strings(message)))]


def strings(message: Message) -> tuple[str, ...]:
    """The translation; of one and many, both."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (str(message.string or ""),)


def written(catalogue: Plain) -> bytes:
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalogue: Plain) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
