"""The languages of the program, the one spoken now, and its catalogues.

A catalogue is one compiled file for each language, here or in the package of a game.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations

SOURCE = "en"  # the language of the sentences in the code; it needs no catalogue
SUFFIX = ".mo"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
MOST_WISHES = 16  # nobody reads more languages; a longer header is somebody playing with us

# The first that knows a sentence translates it. Plain names of folders: `pathlib` would slow down `--help`.
_folders = [os.path.dirname(os.path.abspath(__file__))]

# --- which languages there are ----------------------------------------------------------------------


def add_catalogues(package: str) -> None:
    """Add the catalogues in the folder of this package, which a game from outside brings."""
    from importlib.util import find_spec  # not needed by `--help`

    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        add_folder(folder)


def add_folder(folder: str) -> None:
    """Look into this folder too for catalogues from now on."""
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


def remove_folder(folder: str) -> None:
    _folders.remove(folder)
    catalogue.cache_clear()


def languages() -> list[str]:
    """Return every language that the program speaks, English first. A new one needs its catalogue alone."""
    files = [file for folder in _folders if os.path.isdir(folder) for file in os.listdir(folder)]
    return [SOURCE, *sorted({file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX)})]


def name_of(code: str) -> str:
    """Return the language's own name for itself."""
    # Translators: the name of your own language, written in it, as players find it in Settings.
    return catalogue(code).pgettext("name of this language", "English")


@lru_cache(maxsize=16)
def catalogue(code: str) -> NullTranslations:
    """Open the catalogues of this language, as one. A sentence that none of them knows stays English."""
    found = NullTranslations()
    for folder in _folders if code != SOURCE else ():
        path = os.path.join(folder, code + SUFFIX)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found.add_fallback(GNUTranslations(file))
    return found


# --- which one is spoken now: one for the program, and another for each reader on a phone -----------

program = [SOURCE]
reader: ContextVar[str] = ContextVar("reader", default="")


def language() -> str:
    """Return the language that is spoken now: the reader's own, else the program's."""
    return reader.get() or program[0]


def use(code: str) -> None:
    """Let the program speak this language from now on."""
    program[0] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak another language inside this block; other threads and tasks don't notice."""
    token = reader.set(code)
    try:
        yield
    finally:
        reader.reset(token)


# --- which one somebody wishes ----------------------------------------------------------------------


def first_spoken(wishes: Iterable[str]) -> str:
    """Return the first of these languages that the program speaks, else English.

    A wish such as `de_AT.UTF-8` or `de-AT` is for `de`.
    """
    spoken = languages()
    codes = (wish.partition(".")[0].replace("-", "_").partition("_")[0].lower() for wish in wishes)
    return next((code for code in codes if code in spoken), SOURCE)


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the first language of the system's list that the program speaks, else English."""
    return first_spoken(_wished_languages(environ))


def _wished_languages(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the languages that the system asks for, the most wanted first; some may be "" or unknown.

    LANGUAGE is a list and comes before the other variables, as in all GNU programs. It does not count while
    they say C or POSIX, which is no language.
    """
    decided = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    if decided.partition(".")[0] not in ("C", "POSIX"):
        yield from environ.get("LANGUAGE", "").split(":")
    yield decided
    if sys.platform == "win32":
        import ctypes  # both are needed only where there are no such variables
        import locale

        yield locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def browser_language(accept_language: str, kept: str = "") -> str:
    """Return the first language of a browser's list that the program speaks, else the table's.

    `accept_language` is a list as browsers send it: "de-AT,de;q=0.9,en;q=0.8". `kept`: the language that the
    page was made in, which comes first.
    """
    wishes = accept_language.split(",")[:MOST_WISHES]
    in_order = sorted(wishes, key=_rank)  # those of equal rank stay in their order
    return first_spoken([kept, *(wish.partition(";")[0].strip() for wish in in_order), language()])


def _rank(wish: str) -> float:
    """Return a number to sort wishes by, the most wanted first. A wish without a number is wanted fully."""
    _, _, quality = wish.partition(";q=")
    try:
        return -float(quality or 1)
    except ValueError:
        return 0.0  # a number that can't be read: wanted least
