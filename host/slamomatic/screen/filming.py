"""Films a game that is over in a program of its own, so that the window goes on drawing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.store.places import films_folder
from slamomatic.words import gettext, language, said

LOOK_US = 200_000  # how often the scene asks whether it is done


class Filming:
    """One film at a time. `words` says how far it is, or why there is none."""

    def __init__(self) -> None:
        self.words = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def busy(self) -> bool:
        return self._process is not None

    def start(self, journal: Path, home: Path | None) -> None:
        """Film this journal, unless a film is being made."""
        if self.busy:
            return
        try:
            folder = films_folder(home)
        except UserError as error:
            self.words = said(error)
            return
        command = [sys.executable, "-P", "-m", "slamomatic.cli", "film", str(journal), "--out", str(folder)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANGUAGE": language()},  # the film speaks as the window does
        )
        self.words = gettext("Making the film. This takes about half a minute.")

    def look(self) -> None:
        """Ask whether it is done; it may go on after the window was closed."""
        if self._process is None or self._process.poll() is None:
            return
        made, trouble = self._process.communicate()
        failed, self._process = self._process.returncode != 0, None
        if failed:
            lines = trouble.strip().splitlines()
            self.words = lines[-1].removeprefix("slamomatic: ") if lines else gettext("There is no film.")
        else:
            self.words = gettext("Your film: {path}", path=made.splitlines()[0])
