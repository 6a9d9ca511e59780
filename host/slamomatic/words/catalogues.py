"""Find and open catalogues: one compiled file for each language, here or in the package of a game."""

import os
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations

from slamomatic.words.language import SOURCE

# The first that knows a sentence translates it. Plain names of folders: `pathlib` would slow down `--help`.
_folders = [os.path.dirname(os.path.abspath(__file__))]
SUFFIX = ".mo"


def add_catalogues(package: str) -> None:
    """A game from another package brings its own catalogues: `package` is the folder that holds them."""
    from importlib.util import find_spec  # not needed by `--help`

    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        add_folder(folder)


def add_folder(folder: str) -> None:
    if folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


def remove_folder(folder: str) -> None:
    _folders.remove(folder)
    catalogue.cache_clear()


def languages() -> list[str]:
    """Every language that the program speaks, English first. A new one needs its catalogue, nothing else."""
    files = [file for folder in _folders if os.path.isdir(folder) for file in os.listdir(folder)]
    return [SOURCE, *sorted({file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX)})]


def name_of(code: str) -> str:
    """What this language calls itself."""
    # Translators: the name of your own language, written in it, as players find it in Settings.
    return catalogue(code).pgettext("name of this language", "English")


def _file(folder: str, code: str) -> str:
    return os.path.join(folder, code + SUFFIX)


@lru_cache(maxsize=16)
def catalogue(code: str) -> NullTranslations:
    """Open the catalogues of this language. A sentence that none of them knows stays English."""
    found = NullTranslations()
    for folder in _folders if code != SOURCE else ():
        if os.path.isfile(_file(folder, code)):
            with open(_file(folder, code), "rb") as file:
                found.add_fallback(GNUTranslations(file))
    return found
