"""A timing passport as a file: a page with its document inside, back again, and what of it holds. Pure.

The document stands in a script element that no browser runs. It holds the figures, the raw data (zlib,
base64) and three hashes: of the raw data, of itself, and of the page around it.
"""

import base64
import binascii
import hashlib
import json
import math
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

from slamomatic import __version__
from slamomatic.bench.passport.figures import passport_figures
from slamomatic.bench.passport.page import CLOSES, OPENS, passport_page, shown
from slamomatic.bench.passport.raw import VERSION, DamagedError, Raw, contradictions, raw_of
from slamomatic.bench.result import Finding, checked
from slamomatic.words import N_, Sentence, counted

DATE = "%Y-%m-%dT%H:%M:%SZ"
MOST_RAW_BYTES = 100_000_000
FIRST_DAY = datetime(2025, 1, 1, tzinfo=UTC)  # there was no unit before
CLOCKS_APART = timedelta(days=1)  # between two computers, time zones set wrong included
WRITTEN_WITHIN = timedelta(hours=1)  # of the end of the run

NOT_ONE = N_("This is not a timing passport. Make one with `slamomatic bench passport`.")
CUT = N_("The file is cut off or damaged. Ask for the file again.")
FUTURE = N_(
    "The passport has version {version}, and this program knows versions up to {known}. Update the program."
)
NO_RAW = N_("The raw data are missing, so no figure can be calculated again. Ask for the whole file.")
RAW_HASH = N_("The raw data are not those that were measured: their hash differs.")
NO_NUMBER = N_("A number in the passport is not finite. No measurement gives that.")


@dataclass(frozen=True, slots=True)
class Passport:
    """The contents of the file, unchecked."""

    document: Mapping[str, Any]
    raw: Raw
    page: str  # all of the file but the document


def written(raw: Raw, made_at: datetime) -> tuple[dict[str, Any], str]:
    """The document of a run, and the whole file: there it has the page's hash too, which is known last."""
    packed = zlib.compress(_canonical(raw.to_json()), 9)
    document = {
        "passport": VERSION,
        "slamomatic": __version__,
        "made_at": made_at.astimezone(UTC).strftime(DATE),
        **raw.unit(),
        "figures": passport_figures(raw),
        "raw_sha256": hashlib.sha256(packed).hexdigest(),
        "raw": base64.b64encode(packed).decode(),
    }
    page = passport_page(document, raw)
    whole = document | {"page_sha256": hashlib.sha256(page.encode()).hexdigest()}
    whole["sha256"] = seal_of(whole)
    before, opens, after = page.partition(OPENS)
    # A browser must not find an end tag in it, whatever a unit calls itself.
    return document, before + opens + json.dumps(whole, indent=0).replace("<", "\\u003c") + after


def seal_of(document: Mapping[str, Any]) -> str:
    """The hash of a document, but for the hash itself."""
    return hashlib.sha256(_canonical({k: v for k, v in document.items() if k != "sha256"})).hexdigest()


def opened(text: str) -> Passport:
    """The passport in this text; DamagedError says why it can't be read."""
    before, opens, rest = text.partition(OPENS)
    inside, closes, after = rest.partition(CLOSES)
    if not opens:
        raise DamagedError(NOT_ONE)
    if not closes or not after.rstrip().endswith("</html>"):
        raise DamagedError(CUT)
    document = _json(inside)
    if not isinstance(document, dict):
        raise DamagedError(CUT)
    version = document.get("passport")
    if type(version) is not int or version < 1:
        raise DamagedError(NOT_ONE)
    if version > VERSION:
        raise DamagedError(FUTURE, version=version, known=VERSION)
    return Passport(document, _unpacked(document), before + opens + closes + after)


def _unpacked(document: Mapping[str, Any]) -> Raw:
    packed = document.get("raw")
    if not isinstance(packed, str) or not packed:
        raise DamagedError(NO_RAW)
    try:
        data = base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError) as error:
        raise DamagedError(RAW_HASH) from error
    if hashlib.sha256(data).hexdigest() != document.get("raw_sha256"):
        raise DamagedError(RAW_HASH)
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(data, MOST_RAW_BYTES)
    except zlib.error as error:
        raise DamagedError(CUT) from error
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise DamagedError(CUT)
    return raw_of(_json(plain))


def _json(text: str | bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise DamagedError(CUT) from error


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise DamagedError(NO_NUMBER)
    return number


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


# -- what of it holds, calculated again from its raw data


def verify(text: str, now: datetime) -> tuple[list[Finding], Passport | None]:
    """All findings, and the passport if the file can be read at all."""
    try:
        passport = opened(text)
    except DamagedError as error:
        return [Finding(False, Sentence("readable"), Sentence(error.sentence, **error.fields))], None
    return list(_findings(passport, now)), passport


def _findings(passport: Passport, now: datetime) -> Iterator[Finding]:
    document, raw = passport.document, passport.raw
    yield Finding(True, Sentence("readable"), Sentence("the raw data are there, and their hash is right"))
    yield checked(
        document.get("sha256") == seal_of(document),
        Sentence("document"),
        Sentence("the document is as it was written"),
        Sentence("the document was changed after it was written: its own hash differs"),
    )
    yield checked(
        document.get("page_sha256") == hashlib.sha256(passport.page.encode()).hexdigest(),
        Sentence("page"),
        Sentence("the page around it is as it was written"),
        Sentence("the page was changed after it was written: its hash differs"),
    )
    told = document.get("made_at")
    impossible = _impossible(told, raw.started + raw.seconds, now)
    yield Finding(not impossible, Sentence("date"), impossible or Sentence("{date} fits the run", date=told))
    another = _another_unit(passport)
    unit = Sentence("the raw data are of unit {unit_id}", unit_id=document.get("unit_id"))
    emulated = Sentence("the raw data are of an emulated unit, and the passport says so")
    yield Finding(not another, Sentence("unit"), another or (emulated if raw.emulated else unit))
    wrong = contradictions(raw)
    for says in wrong:
        yield Finding(False, Sentence("raw data"), Sentence(says))
    if not wrong:
        yield Finding(True, Sentence("raw data"), Sentence("the raw data do not contradict themselves"))
    yield from _figures(passport)


def _impossible(told: object, ended: float, now: datetime) -> Sentence | None:
    """Why a passport can't have been made on this date."""
    try:
        made_at = datetime.strptime(str(told), DATE).replace(tzinfo=UTC)
        run_ended = datetime.fromtimestamp(ended, UTC)
    except (ValueError, OverflowError, OSError):
        return Sentence("{date} is no date", date=told)
    if not FIRST_DAY <= made_at <= now + CLOCKS_APART:
        return Sentence("{date} can't be: it is in the future, or before any unit", date=told)
    if not timedelta(0) <= made_at - run_ended + timedelta(seconds=1) <= WRITTEN_WITHIN:
        ended_at = run_ended.strftime(DATE)
        return Sentence("{date} can't be: the run ended at {ended_at}", date=told, ended_at=ended_at)
    return None


def _another_unit(passport: Passport) -> Sentence | None:
    """Where the unit's own HELLO among the raw lines contradicts the passport."""
    if passport.raw.hello() is None:
        return Sentence("the raw data are of no unit, or of several")
    for key, measured in passport.raw.unit().items():
        told = passport.document.get(key)
        if told != measured:
            return Sentence(
                "{key}: the passport says {told}, the raw data say {measured}",
                key=key,
                told=told,
                measured=measured,
            )
    return None


def _figures(passport: Passport) -> Iterator[Finding]:
    what = Sentence("figures")
    told = passport.document.get("figures")
    if not isinstance(told, dict):
        yield Finding(False, what, Sentence("the passport has no figures"))
        return
    again = passport_figures(passport.raw)
    on_page = _Shown()
    on_page.feed(passport.page)
    bad = 0
    for key in [*again, *sorted(told.keys() - again.keys())]:
        if key not in again or key not in told or json.dumps(told[key]) != json.dumps(again[key]):
            says = Sentence(
                "{key}: the passport says {told}, the raw data give {again}",
                key=key,
                told=_spoken(told.get(key)),
                again=_spoken(again.get(key)),
            )
        elif any(words != shown(again[key]) for words in on_page.figures.get(key, [])):
            words = on_page.figures[key][0]
            says = Sentence(
                "{key}: the page shows {words}, the raw data give {again}",
                key=key,
                words=words,
                again=_spoken(again[key]),
            )
        else:
            continue
        bad += 1
        yield Finding(False, what, says)
    if not bad:
        says = counted(
            "{n} figure calculated again from the raw data: the same",
            "{n} figures calculated again from the raw data: all the same",
            len(again),
        )
        yield Finding(True, what, says)


def _spoken(value: object) -> str:
    return "-" if value is None else str(value)


class _Shown(HTMLParser):
    """The figures that a reader of the page sees."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: dict[str, list[str]] = {}
        self._key: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        key = dict(attributes).get("data-figure")
        if tag == "data" and key:
            self._key = key
            self.figures.setdefault(key, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "data":
            self._key = None

    def handle_data(self, data: str) -> None:
        if self._key is not None:
            self.figures[self._key][-1] += data
