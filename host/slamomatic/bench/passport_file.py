"""A timing passport as a file: one HTML page with its document inside, and back again. Pure.

The document stands in a script element that no browser runs. It holds the figures, the raw data (zlib,
base64) and three hashes: of the raw data, of itself, and of the page around it.
"""

import base64
import binascii
import hashlib
import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from slamomatic import __version__
from slamomatic.bench.passport_figures import passport_figures
from slamomatic.bench.passport_raw import VERSION, DamagedError, Raw, raw_of
from slamomatic.words import N_

OPENS = '<script type="application/json" id="slamomatic-passport">'
CLOSES = "</script>"
DATE = "%Y-%m-%dT%H:%M:%SZ"
MOST_RAW_BYTES = 100_000_000

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


def document_of(raw: Raw, made_at: datetime) -> dict[str, Any]:
    """The document but for the page's hash, which is known last."""
    packed = zlib.compress(_canonical(raw.to_json()), 9)
    return {
        "passport": VERSION,
        "slamomatic": __version__,
        "made_at": made_at.astimezone(UTC).strftime(DATE),
        **raw.unit(),
        "figures": passport_figures(raw),
        "raw_sha256": hashlib.sha256(packed).hexdigest(),
        "raw": base64.b64encode(packed).decode(),
    }


def sealed(document: Mapping[str, Any], page: str) -> str:
    """The page with the document in it. `page` has the empty script element."""
    whole = dict(document)
    whole["page_sha256"] = hashlib.sha256(page.encode()).hexdigest()
    whole["sha256"] = seal_of(whole)
    before, opens, after = page.partition(OPENS)
    # A browser must not find an end tag in it, whatever a unit calls itself.
    return before + opens + json.dumps(whole, indent=0).replace("<", "\\u003c") + after


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
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise DamagedError(CUT) from error


def _no_number(word: str) -> float:
    raise DamagedError(NO_NUMBER)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise DamagedError(NO_NUMBER)
    return number


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
