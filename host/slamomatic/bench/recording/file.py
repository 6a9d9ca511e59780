"""One evening with one unit in one file, without names: `slamomatic record` writes it, tests replay it. Pure.

The file is JSON. `run` has the unit's own lines, pings and steps (raw.py). `journal` has
the entries of one whole game. `sha256` is that of everything else, as JSON with sorted keys and no spaces.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from slamomatic.bench.recording.raw import Raw, contradictions, raw_of
from slamomatic.engine.log import replay
from slamomatic.errors import UserError
from slamomatic.words import N_

VERSION = 1
_MARK = "slamomatic_recording"
_KEYS = {_MARK, "emulated", "versions", "checks", "run", "journal", "not_recorded", "sha256"}

NOT_JSON = N_("{name} is not a recording, or it was cut short. Copy the file again.")
OTHER_FILE = N_("{name} is not a recording of `slamomatic record`. Choose another file.")
NEWER = N_("{name} was made by a newer slamomatic. Install the newest one, then read the file again.")
CHANGED = N_("{name} was changed or damaged after it was made. Copy the file again.")
DAMAGED = N_("{name} does not hold what a recording needs ({why}). Record the evening again.")


@dataclass(frozen=True, slots=True)
class Recording:
    """The contents of a recording, and why something was not recorded."""

    versions: Mapping[str, str]
    checks: Sequence[Mapping[str, Any]]  # of the doctor: name, ok, hint
    run: Raw
    journal: Sequence[dict[str, Any]]  # entries of one game, [] if there was none
    not_recorded: Mapping[str, str] = field(default_factory=dict)

    @property
    def emulated(self) -> bool:
        return self.run.emulated


def written(recording: Recording) -> str:
    """Return the file's text; the same recording always makes the same text."""
    document = {
        _MARK: VERSION,
        "emulated": recording.emulated,
        "versions": dict(recording.versions),
        "checks": [dict(check) for check in recording.checks],
        "run": recording.run.to_json(),
        "journal": [dict(entry) for entry in recording.journal],
        "not_recorded": dict(recording.not_recorded),
    }
    return json.dumps({**document, "sha256": digest(document)}, indent=0, sort_keys=True) + "\n"


def digest(document: Mapping[str, Any]) -> str:
    """Return the hash of everything in the document but the hash itself."""
    kept = {key: value for key, value in document.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(text: str, name: str) -> Recording:
    """Return the recording in a file's text. UserError if it is no recording, damaged, or too new."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(NOT_JSON, name=name) from error
    if not isinstance(document, dict) or not isinstance(document.get(_MARK), int):
        raise UserError(OTHER_FILE, name=name)
    if document[_MARK] > VERSION:
        raise UserError(NEWER, name=name)
    if set(document) != _KEYS or document["sha256"] != digest(document):
        raise UserError(CHANGED, name=name)
    try:
        return _recording(document)
    except (UserError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise UserError(DAMAGED, name=name, why=str(error) or type(error).__name__) from error


def _recording(document: Mapping[str, Any]) -> Recording:
    """Return the recording in a document; ValueError and the like if its parts are wrong or contradict."""
    run = raw_of(document["run"])
    if run.hello() is None:
        raise ValueError("no HELLO of one unit")
    if wrong := contradictions(run):
        raise ValueError(wrong[0])
    if run.emulated is not document["emulated"]:
        raise ValueError("emulated or not?")
    checks = [{key: check[key] for key in ("name", "ok", "hint")} for check in document["checks"]]
    journal = [dict(entry) for entry in document["journal"]]
    if journal:
        for _ in replay(journal):  # raises if the journal is damaged
            pass
    return Recording(dict(document["versions"]), checks, run, journal, dict(document["not_recorded"]))


# -- without names


def nameless(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a journal's entries with a letter in place of every player's name.

    Only names of players are replaced: a card may have the same word.
    """
    names: dict[str, str] = {}
    for entry in entries:
        for name in _names(entry):
            names.setdefault(name, chr(ord("A") + len(names)))
    return [_replaced(entry, names) for entry in entries]


def _names(value: Any) -> Iterator[str]:
    """Yield the names of players anywhere in a value, in order."""
    if isinstance(value, Mapping):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for inner in value.values():
            yield from _names(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _names(inner)


def _replaced(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value with every player's name replaced by its letter."""
    if isinstance(value, Mapping):
        return {
            key: names[inner] if key == "name" and isinstance(inner, str) else _replaced(inner, names)
            for key, inner in value.items()
        }
    return [_replaced(inner, names) for inner in value] if isinstance(value, list | tuple) else value


def without_words(text: str, private: Sequence[str]) -> str:
    """Return the text without these private words, such as the user's name.

    Long ones go first: they may hold others.
    """
    for word in sorted(filter(None, private), key=len, reverse=True):
        text = text.replace(word, "…")
    return text


def check_json(check: Any, private: Sequence[str]) -> dict[str, Any]:
    """Return a check of the doctor as the file keeps it, without private words."""
    told = {key: value for key, value in asdict(check).items() if key in ("name", "ok", "hint")}
    return {
        key: without_words(str(value), private) if isinstance(value, str) else value
        for key, value in told.items()
    }
