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

OLDEST_PYTHON = (3, 11)
LOOK_LIMIT_S = 30

# Each in a process of its own: a broken driver can take its process down.
_WINDOW = (
    "import sys, pygame; pygame.display.init(); driver = pygame.display.get_driver();"
    "driver in ('dummy', 'offscreen') and sys.exit('no screen');"
    "print('.'.join(map(str, pygame.version.SDL)), driver)"
)
_SOUND = "import pygame; pygame.mixer.init(); print(pygame.mixer.get_init()[0], 'Hz')"
_NO_WINDOW = (
    "No window can be opened ({why}): sit at the machine itself, or set DISPLAY or WAYLAND_DISPLAY; "
    "`slamomatic gallery` works without."
)
_NO_SOUND = "No sound ({why}): look whether the speakers are on and chosen; the table plays without."


def machine_checks() -> Iterator[Check]:
    yield _python()
    yield _packages()
    yield _look("window (SDL)", _WINDOW, "SDL {found}.", _NO_WINDOW)
    yield _look("sound", _SOUND, "{found}.", _NO_SOUND)
    yield _data()


def _python() -> Check:
    spoken = ".".join(str(part) for part in sys.version_info[:3])
    ok = sys.version_info >= OLDEST_PYTHON
    return Check("python", ok, f"Python {spoken}." if ok else f"Python {spoken}: install 3.11 or newer.")


def _packages() -> Check:
    found, missing = [], []
    for name in ("pyserial", "mpremote", "rp2040py", "platformdirs"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Check("packages", False, f"Missing: {', '.join(missing)}. Install slamomatic again.")
    return Check("packages", True, ", ".join(found) + ".")


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
        return Check(name, False, ill.format(why="no answer"))
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit {done.returncode}"]
        return Check(name, False, ill.format(why=last[0]))
    return Check(name, True, well.format(found=done.stdout.strip()))


def _data() -> Check:
    try:
        folder = data_folder()
    except UserError as error:
        return Check("data folder", False, str(error))
    if not os.access(folder, os.W_OK):
        return Check(
            "data folder", False, f"{folder} can't be written: make it yours, or set SLAMOMATIC_HOME."
        )
    return Check("data folder", True, f"Games and settings are kept in {folder}.")
