"""A report as a file that holds its raw data: sealed as it is written, and verified by anybody. Pure.

The page has a script element that no browser runs, with a JSON document: all runs with their raw numbers,
and two hashes, of the document and of the page around it. Every figure that the page shows is named by its
series, so that it can be calculated again.
"""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

from slamomatic import __version__
from slamomatic.bench.result import Finding, Result, checked, from_json
from slamomatic.words import N_, Sentence, counted, listed

OPENS = '<script type="application/json" id="slamomatic-report">'
CLOSES = "</script>"
VERSION = 1
FIGURE_NAMES = ("min", "median", "p95", "p99", "max", "count")
FIRST_DAY = datetime(2025, 1, 1, tzinfo=UTC)  # there was no unit before
CLOCKS_APART = timedelta(days=1)  # between two computers, time zones set wrong included

NOT_ONE = N_("This is no report that can be verified. Make one with `slamomatic bench report`.")
CUT = N_("The file is cut off or damaged. Ask for the file again.")
FUTURE = N_(
    "The report has version {version}, and this program knows versions up to {known}. Update the program."
)

Document = dict[str, Any]


class _DamagedError(ValueError):
    """The file can't be read; `says` tells why."""

    def __init__(self, says: str) -> None:
        self.says = says


def sealed(page: str, runs: Sequence[Result], before: Sequence[Result]) -> str:
    """Return the page with the runs and their hashes in its script element, which was empty."""
    document: Document = {
        "report": VERSION,
        "slamomatic": __version__,
        "runs": [run.to_json() for run in runs],
        "before": [run.to_json() for run in before],
        "page_sha256": _sha256(page.encode()),
    }
    document["sha256"] = seal_of(document)
    head, opens, tail = page.partition(OPENS)
    # "<" is escaped: a unit's name must not end the script element.
    return head + opens + json.dumps(document).replace("<", "\\u003c") + tail


def seal_of(document: Mapping[str, Any]) -> str:
    """Return the hash of everything in a document but the hash itself."""
    kept = {key: value for key, value in document.items() if key != "sha256"}
    return _sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode())


def shown_figures(runs: Sequence[Result], before: Sequence[Result]) -> Iterator[tuple[str, str]]:
    """Yield the name of each figure that a report of these runs shows, and its digits."""
    for when, some in (("run", runs), ("before", before)):
        for run in some:
            for name, series in run.series.items():
                found = series.figures()
                for figure in FIGURE_NAMES if found else ():
                    yield f"{when}/{run.instrument}/{name}/{figure}", f"{getattr(found, figure):g}"


def verify(text: str, now: datetime) -> list[Finding]:
    """Check a report: its hashes, its dates, and its figures, calculated again from the raw data."""
    try:
        document, page = _opened(text)
        runs, before = ([from_json(run) for run in document[key]] for key in ("runs", "before"))
    except _DamagedError as error:
        return [Finding(False, Sentence("readable"), error.says)]
    except (KeyError, TypeError, AttributeError, ValueError):
        return [Finding(False, Sentence("readable"), Sentence(CUT))]
    return list(_findings(document, page, runs, before, now))


def _opened(text: str) -> tuple[Document, str]:
    """Return the document in a page, and the page without it.

    Raise _DamagedError if there is none to read; ValueError or KeyError if somebody has changed its form.
    """
    head, opens, rest = text.partition(OPENS)
    inside, closes, tail = rest.partition(CLOSES)
    if not opens:
        raise _DamagedError(Sentence(NOT_ONE))
    if not closes or not tail.rstrip().endswith("</html>"):
        raise _DamagedError(Sentence(CUT))
    document = json.loads(inside, parse_constant=_finite, parse_float=_finite)
    version = document["report"]
    if type(version) is not int or version < 1:
        raise _DamagedError(Sentence(NOT_ONE))
    if version > VERSION:
        raise _DamagedError(Sentence(FUTURE, version=version, known=VERSION))
    return document, head + opens + closes + tail


def _findings(
    document: Document, page: str, runs: Sequence[Result], before: Sequence[Result], now: datetime
) -> Iterator[Finding]:
    """Yield a finding for the hash of the data, the hash of the page, the dates, and the figures."""
    units = sorted({run.unit.name_and_id for run in runs})
    yield Finding(
        True, Sentence("readable"), Sentence("the raw data are there: {units}", units=listed(units))
    )
    yield checked(
        document.get("sha256") == seal_of(document),
        Sentence("document"),
        Sentence("the document is as it was written"),
        Sentence("the document was changed after it was written: its own hash differs"),
    )
    yield checked(
        document.get("page_sha256") == _sha256(page.encode()),
        Sentence("page"),
        Sentence("the page around it is as it was written"),
        Sentence("the page was changed after it was written: its hash differs"),
    )
    early = [run.instrument for run in (*runs, *before) if not _date_possible(run, now)]
    yield checked(
        not early,
        Sentence("date"),
        Sentence("every run has a possible date"),
        Sentence("{runs}: the date is in the future, or before any unit", runs=listed(early)),
    )
    yield from _figures(page, runs, before)


def _date_possible(run: Result, now: datetime) -> bool:
    """Return whether the run ended between the first unit and now."""
    try:
        ended = datetime.fromtimestamp(run.started + run.seconds, UTC)
    except (ValueError, OverflowError, OSError, TypeError):
        return False
    return FIRST_DAY <= ended <= now + CLOCKS_APART


def _figures(page: str, runs: Sequence[Result], before: Sequence[Result]) -> Iterator[Finding]:
    """Compare each figure on the page with the same one calculated again; yield each difference."""
    on_page = _ShownFigures()
    on_page.feed(page)
    what, again = Sentence("figures"), dict(shown_figures(runs, before))
    bad = 0
    for key in sorted(again.keys() | on_page.figures.keys()):
        words = on_page.figures.get(key, "-")
        if words != again.get(key):
            bad += 1
            says = Sentence(
                "{key}: the page shows {words}, the raw data give {again}",
                key=key,
                words=words,
                again=again.get(key, "-"),
            )
            yield Finding(False, what, says)
    if not bad:
        says = counted(
            "{n} figure calculated again from the raw data: the same",
            "{n} figures calculated again from the raw data: all the same",
            len(again),
        )
        yield Finding(True, what, says)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _finite(digits: str) -> float:
    """Return a JSON number; ValueError for NaN and infinities."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits} is not finite")
    return number


class _ShownFigures(HTMLParser):
    """The figures that a reader of the page sees, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.figures: dict[str, str] = {}
        self._key: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        key = dict(attributes).get("data-figure")
        if key:
            self._key = key
            self.figures[key] = ""

    def handle_endtag(self, tag: str) -> None:
        self._key = None

    def handle_data(self, data: str) -> None:
        if self._key is not None:
            self.figures[self._key] += data
