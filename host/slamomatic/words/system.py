"""The language of the system, for the first start."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping

from slamomatic.words.catalogues import languages
from slamomatic.words.language import SOURCE

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


def system_language(environ: Mapping[str, str] | None = None) -> str:
    """The first language of the system's list that the program speaks, else English."""
    return first_spoken(_wished(os.environ if environ is None else environ))


def first_spoken(wishes: Iterable[str]) -> str:
    """The first of these that the program speaks: of `de_AT.UTF-8` or `de-AT` it is `de`."""
    spoken = languages()
    codes = (wish.partition(".")[0].replace("-", "_").partition("_")[0].lower() for wish in wishes)
    return next((code for code in codes if code in spoken), SOURCE)


def _wished(environ: Mapping[str, str]) -> Iterator[str]:
    decided = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    if decided.partition(".")[0] not in ("C", "POSIX"):
        yield from environ.get("LANGUAGE", "").split(":")
    yield decided
    if sys.platform == "win32":
        import ctypes  # both only where there are no such variables
        import locale

        yield locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
