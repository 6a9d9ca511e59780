"""Picos whose `flash` was cut off: started from the flash as it was at many moments of one copy."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from link.emulated_pico import EmulatedPico
from link.flash_boot import heard_at_boot
from link.flash_tape import Tape
from slamomatic.emulator import flash_image
from slamomatic.pico.connected import ConnectedPico
from slamomatic.pico.flashing import MAIN_NEW, SETTINGS, make_plan, put, version_of
from slamomatic.units.prompt import HALF, NO_FIRMWARE

Files = Mapping[str, bytes]
OLD_VERSION = b'VERSION = "0.0.9"'


def older_version(files: Files) -> dict[str, bytes]:
    """Another version, no file of it like the new one's, and one more."""
    version = b'VERSION = "%s"' % version_of(files).encode()
    older = {path: data.replace(version, OLD_VERSION) + b"\n# older\n" for path, data in files.items()}
    return {**older, "slap/gone.py": b"GONE = 1\n"}


def record(before: Files, files: Files) -> tuple[Tape, dict[float, str]]:
    """The whole copy, and after how many commands to the flash which file was done."""
    marks: dict[float, str] = {}
    with tempfile.TemporaryDirectory() as folder, EmulatedPico(Path(folder), before) as pico:
        connected = ConnectedPico(pico.port)

        def note(text: str) -> None:
            marks[pico.written()] = f"before {text}"
            print(text, flush=True)

        put(connected, files, make_plan(files, connected.survey()), note)
        return pico.tape(Path(folder) / "tape"), marks


def cut_anywhere(before: Files, files: Files, every: int = 1) -> list[str]:
    """Say what is wrong with the Picos that were started."""
    tape, marks = record(before, files)
    wholes = {version_of(one): _firmware(one) for one in (before, files) if one}
    heard: Counter[str] = Counter()
    wrong = []
    connected: dict[str, str] = {}  # compiling takes long: whole firmware is started once
    for done, flash in tape.cuts():
        if done not in marks and int(done) % every and done != len(tape.commands):
            continue
        there = _files(flash)
        if there.get(SETTINGS) != before.get(SETTINGS):
            wrong.append(f"after {done:g} commands the player's settings are gone")
        found = _firmware(there)
        whole = next((version for version, one in wholes.items() if found == one), None)
        if whole is None:
            said = heard_at_boot(flash)
            well = said in (HALF, NO_FIRMWARE)
        else:
            said = connected[whole] = connected.get(whole) or heard_at_boot(flash)
            well = said == f"connected {whole}"
        heard[said] += 1
        if done in marks:
            print(f"after {done:g} commands, {marks[done]}: {said}", flush=True)
        if not well:
            wrong.append(f"after {done:g} commands, with {sorted(found)}: {said}")
    if found != _firmware(files):
        wrong.append("the copy is not whole at its end")
    print(f"{sum(heard.values())} Picos started, {len(tape.commands)} commands to the flash: {dict(heard)}")
    return wrong


def _files(flash: bytes) -> dict[str, bytes]:
    end = flash_image.START + flash_image.BLOCKS * flash_image.BLOCK_BYTES
    return flash_image.read_back(flash[flash_image.START : end])


def _firmware(files: Files) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path not in (SETTINGS, MAIN_NEW)}
