"""Can the Pico's port be found and opened: rights, groups, the udev rule, and who else reaches for it."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path

from slamomatic.errors import UserError, explained
from slamomatic.pico.checkup.check import Check, looked_at
from slamomatic.units.ports import PortTrouble, find_picos, open_port
from slamomatic.words import Sentence, kept

RULES_NAME = "70-slamomatic.rules"  # before 71-73, where systemd hands out what is tagged `uaccess`
RULES_FOLDER = Path("/etc/udev/rules.d")
RULES_PLACES = (RULES_FOLDER, Path("/run/udev/rules.d"), Path("/usr/lib/udev/rules.d"))
# -P: what lies in the current folder must not run as root.
INSTALL = " ".join(["sudo", sys.executable, *["-P", "-m", "slamomatic.cli", "doctor", "--udev-install"]])


def rules_text() -> str:
    """The rules file that the package carries."""
    return (files("slamomatic.pico.checkup") / RULES_NAME).read_text("utf-8")


def install_rules(folder: Path = RULES_FOLDER) -> Path:
    """Put the rules file where udev reads it, and have it read."""
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
    """Write a file in one step, never through a link: this may run as root."""
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
    """`port` None: whatever Picos are plugged in."""
    names = [port] if port else [pico.name for pico in find_picos()]
    yield _ports(names)
    for name in names:
        yield looked_at(Sentence("permission {port}", port=name), partial(_opens, name))
    if names and sys.platform.startswith("linux"):
        yield modem_manager_check()


def _ports(names: Sequence[str]) -> Check:
    hint = Sentence("Ports to look at: {names}.", names=", ".join(names))
    if not names:
        hint = Sentence(
            "No Pico is plugged in, so you play with the keys. If one should be here, use a cable that "
            "carries data. A new Pico needs MicroPython first: hold BOOTSEL while you plug it in. Then copy "
            "the .uf2 from https://micropython.org/download/?mcu=rp2040 onto its drive."
        )
    return Check("ports", True, hint)  # keys do


def _opens(name: str) -> str:
    try:
        open_port(name, 0.1).close()
    except PortTrouble as trouble:
        rights = _rights(name)
        if rights is None:
            raise
        wrong = kept(trouble)
        raise UserError("{what_is_wrong} {what_to_do}", what_is_wrong=wrong, what_to_do=rights) from trouble
    return Sentence("{port} can be opened.", port=name)


def _rights(name: str) -> Sentence | None:
    """Which group would do, and which rule, where the port is a device of this system."""
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
    """It opens every new serial port and talks to it as to a modem, for seconds."""
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
