"""Filming of a game that is over, in a program of its own, so that the window goes on drawing."""

import os
import subprocess
import sys
from pathlib import Path

import slamomatic
from slamomatic.command_name import VARIABLE
from slamomatic.errors import UserError
from slamomatic.store.disk import films_folder
from slamomatic.words import N_, gettext, said
from slamomatic.words.languages import language

LOOK_US = 200_000  # how often the scene looks whether the film is done
CHECKOUT = Path(slamomatic.__file__).parents[1]


class Filming:
    """Makes one film at a time. `words` says how far it is, and `trouble` why it failed; both may be ""."""

    def __init__(self) -> None:
        self.words = self.trouble = ""
        self.made: Path | None = None  # the newest film
        self._process: subprocess.Popen[str] | None = None

    @property
    def busy(self) -> bool:
        return self._process is not None

    def start(self, journal: Path, home: Path | None) -> None:
        """Begin to film this journal, unless a film is being made; `trouble` says why it can't."""
        if self.busy:
            return
        try:
            folder = str(films_folder(home))
        except UserError as error:
            self.trouble = said(error)
            return
        # `python3 host film` fetches what films need the first time.
        checkout = VARIABLE in os.environ and (CHECKOUT / "__main__.py").is_file()
        program = [str(CHECKOUT)] if checkout else ["-m", "slamomatic.cli"]
        self._process = subprocess.Popen(
            [sys.executable, "-P", *program, "film", str(journal), "--out", folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANGUAGE": language()},  # the film speaks as the window does
        )
        self.words, self.trouble = gettext("Making the film. This takes about half a minute."), ""

    def look(self) -> None:
        """If the film is done, note where it is, or why it failed. A closed window does not stop the film."""
        if self._process is None or self._process.poll() is None:
            return
        made, trouble = self._process.communicate()
        failed, self._process = self._process.returncode != 0, None
        if failed:
            lines = trouble.strip().splitlines()
            self.trouble = lines[-1].removeprefix("slamomatic: ") if lines else gettext("There is no film.")
        else:
            self.made = Path(made.splitlines()[0])
            says = N_("Your film {name} is in the folder {folder}.")
            self.words = gettext(says, name=self.made.name, folder=_for_people(self.made.parent))

    def show(self) -> None:
        """Open the newest film in this computer's own player; if it has none, `trouble` says what to do."""
        if self.made is None:
            return
        try:
            if sys.platform == "win32":
                os.startfile(self.made)
            else:
                opener = "open" if sys.platform == "darwin" else "xdg-open"
                subprocess.Popen([opener, str(self.made)], stdin=subprocess.DEVNULL, start_new_session=True)
        except OSError:
            self.trouble = gettext("Nothing here plays films. Copy {path} to a phone.", path=self.made)


def _for_people(folder: Path) -> str:
    """Return a folder's path, without the user's own folder where it begins with that."""
    home = Path.home()
    return str(folder.relative_to(home)) if folder.is_relative_to(home) else str(folder)
