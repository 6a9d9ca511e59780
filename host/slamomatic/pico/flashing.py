"""Putting the firmware on a Pico: what differs, in which order it is copied, and the proof that it runs."""

import hashlib
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.pico.connected import ConnectedPico, Survey
from slamomatic.units.base import Link
from slamomatic.units.prompt import HALF_COPIED
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from slamomatic.words import N_, Sentence

MAIN = "main.py"
MAIN_NEW = "main.new"
BOOT = "boot.py"
BOOT_MARK = "# slamomatic: runs once, after the .uf2 was copied"  # its first line; see pico/uf2.py
SETTINGS = "settings.json"
BLOCK = 4096  # the Pico's file system hands out space in these
SPARE_BYTES = 4 * BLOCK  # for the folder's own records while files change
HELLO_LIMIT_S = 90.0  # a Pico takes one second; an emulated one compiles for a minute

OURS_IMPORTS = re.compile(rb"^\s*(?:from|import)\s+slap\b", re.MULTILINE)
PACKAGE = "slap"
OLD = ".old"
FOREIGN = N_(
    "The Pico on {port} holds another program (main.py), so nothing was changed. Is it the right Pico? "
    "Then run `slamomatic flash --replace`. The old program stays on the Pico as {kept}."
)

# A main.py that boots while files are being copied. It only prints what to do, and does not restart again and
# again.
STAND_IN = f"print({HALF_COPIED + ': run `slamomatic flash` again'!r})\n"

# Runs on the Pico. What the .uf2 left to run once would hold the new files against its own list. A boot.py
# that is no Python at all (a .uf2 whose copy was cut short leaves that) would keep main.py from running.
_CLEAR_BOOT = f"""
if {BOOT!r} in os.listdir():
 with open({BOOT!r}, 'rb') as file: text = file.read()
 if text.startswith({BOOT_MARK.encode()!r}): os.remove({BOOT!r})
 else:
  try: compile(text.decode(), {BOOT!r}, 'exec')
  except Exception: os.rename({BOOT!r}, {BOOT + OLD!r})
"""

_BESIDE = """
import os
def beside(path):
 folder = path.rpartition('/')[0]
 return [(folder + '/' if folder else '') + name for name in os.listdir(folder or '/')]
"""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that a flash would make on the Pico."""

    changed: tuple[str, ...]  # to be copied, main.py last
    stale: tuple[str, ...]  # of an older version, to be removed

    @property
    def files(self) -> list[str]:
        return [*self.stale, *self.changed]


def make_plan(files: Mapping[str, bytes], found: Survey) -> Plan:
    """Plan a copy of the files that differ by their hash."""
    changed = [path for path, data in files.items() if found.hashes.get(path) != digest_of(data)]
    stale = [path for path in found.hashes if path not in files and path != SETTINGS]
    return Plan(tuple(sorted(changed, key=lambda path: (path == MAIN, path))), tuple(sorted(stale)))


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def holds_other_program(found: Survey) -> bool:
    """Return whether main.py is another program: not ours, not left by a broken-off copy, not empty."""
    main = found.main.strip()
    firmware = OURS_IMPORTS.search(main) and any(path.startswith(f"{PACKAGE}/") for path in found.hashes)
    return bool(main) and not firmware and HALF_COPIED.encode() not in main


def kept_names(found: Survey) -> dict[str, str]:
    """Return the files that the firmware would replace, each with a free name to keep it under.

    Main.py last.
    """
    kept = {}
    for name in (PACKAGE, SETTINGS, MAIN):
        if name in found.names:
            free = [name + OLD, *[f"{name}{OLD}{number}" for number in range(2, len(found.names) + 3)]]
            kept[name] = next(each for each in free if each not in found.names)
    return kept


def without(found: Survey, names: Iterable[str]) -> Survey:
    """Return the survey of the Pico after these files were renamed. They still take their space."""
    hashes = {path: digest for path, digest in found.hashes.items() if path.partition("/")[0] not in names}
    sizes = {path: size for path, size in found.sizes.items() if path in hashes}
    return replace(found, hashes=hashes, sizes=sizes)


def set_aside(pico: ConnectedPico, kept: Mapping[str, str]) -> None:
    """Rename the files of another program.

    Main.py goes last: cut off before, the program is still recognized.
    """
    pico.execute("import os\n" + "\n".join(f"os.rename({name!r}, {new!r})" for name, new in kept.items()))


def missing_bytes(files: Mapping[str, bytes], plan: Plan, found: Survey) -> int:
    """Return the bytes that the Pico lacks for the plan; 0 if it fits.

    The largest file counts twice: a new copy may need its space before the old one is free.
    """
    grows = sum(_space_of(len(files[path])) - _space_of(found.sizes.get(path, 0)) for path in plan.changed)
    biggest = max((_space_of(len(files[path])) for path in plan.changed), default=0)
    return max(0, grows + biggest + SPARE_BYTES - found.free_bytes)


def _space_of(size: int) -> int:
    """Return the space that a file of this size takes: whole blocks."""
    return -(-size // BLOCK) * BLOCK


def put(pico: ConnectedPico, files: Mapping[str, bytes], plan: Plan, say: Say) -> None:
    """Carry out the plan. If it breaks off anywhere, the Pico says at boot that it is half copied.

    main.py is always copied, under another name: it takes its place last, once every file is verified.
    """
    folders = sorted({path.rpartition("/")[0] for path in files if "/" in path})
    pico.execute(_prepare(folders, plan.stale))
    with tempfile.TemporaryDirectory() as folder:
        local = Path(folder) / "file"
        for number, path in enumerate(dict.fromkeys([*plan.changed, MAIN]), 1):
            if path in plan.changed:
                say(f"[{number}/{len(plan.changed)}] {path}")
            local.write_bytes(files[path])
            pico.copy(local, MAIN_NEW if path == MAIN else path)
    _verify(pico, files)
    pico.execute(f"import os; os.rename({MAIN_NEW!r}, {MAIN!r})")


def _prepare(folders: list[str], stale: tuple[str, ...]) -> str:
    """Return the code that prepares the Pico: the stand-in replaces main.py before any other file changes."""
    return "\n".join(
        [
            _BESIDE,
            _CLEAR_BOOT,
            f"with open({MAIN_NEW!r}, 'w') as file: file.write({STAND_IN!r})",
            f"os.rename({MAIN_NEW!r}, {MAIN!r})",
            *[f"if {name!r} not in beside({name!r}): os.mkdir({name!r})" for name in folders],
            *[f"os.remove({path!r})" for path in stale if path != MAIN_NEW],
        ]
    )


def _verify(pico: ConnectedPico, files: Mapping[str, bytes]) -> None:
    """Raise UserError if a file on the Pico differs from the firmware.

    The new main.py has its own name yet.
    """
    found = pico.survey().hashes
    for path, data in files.items():
        if found.get(MAIN_NEW if path == MAIN else path) != digest_of(data):
            raise UserError(
                "{path} did not arrive whole on {port}. Run `slamomatic flash` again. If it happens again, "
                "try another cable.",
                path=path,
                port=pico.port,
            )


def clear_settings(pico: ConnectedPico) -> None:
    """Remove the saved settings, so that the firmware's defaults apply."""
    names = (SETTINGS, SETTINGS + ".new")
    pico.execute(f"import os\nfor name in {names!r}:\n if name in os.listdir(): os.remove(name)")


def version_of(files: Mapping[str, bytes]) -> str:
    """Return the version that firmware of these files reports. UserError if they have none."""
    found = re.search(rb'^VERSION = "([^"]+)"', files["slap/__init__.py"], re.MULTILINE)
    if found is None:
        raise UserError("The firmware's files have no version number. Install slamomatic again.")
    return found.group(1).decode()


def wait_for_hello(port: str, version: str) -> None:
    """Wait until the unit says that it runs `version`; UserError with the reason if it doesn't."""
    with SerialUnit(OnePort(port)) as unit:
        state = unit.state()
        give_up = time.monotonic() + HELLO_LIMIT_S
        while time.monotonic() < give_up:
            state = unit.state()  # the last one is needed after the port is closed
            if state.link is Link.CONNECTED and state.firmware == version:
                return
            time.sleep(0.05)
    if state.firmware and state.firmware != version:
        raise UserError(
            "The unit on {port} still runs version {firmware} and not {version}. Unplug it, plug it in "
            "again, and run `slamomatic flash --check`.",
            port=port,
            firmware=state.firmware,
            version=version,
        )
    raise UserError(
        "All files are on {port}, but the unit does not start. {text} Run `slamomatic doctor` next.",
        port=port,
        text=Sentence(state.text),
    )
