"""A recording of what a copy does to an emulated Pico's flash, and the flash as a cut leaves it."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rp2040py.peripherals.ssi import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_SECTOR_ERASE,
    FLASH_BLOCK_SIZE,
    FLASH_SECTOR_SIZE,
)

from slamomatic.emulator import flash_image
from slamomatic.emulator.pico import Pico

ERASED = 0xFF
_ERASES = {CMD_SECTOR_ERASE: FLASH_SECTOR_SIZE, CMD_BLOCK_ERASE: FLASH_BLOCK_SIZE}
_HEAD = 4  # the command and its address


@dataclass
class Tape:
    """The flash as it was, and each command that changed it."""

    before: bytes
    commands: list[bytes] = field(default_factory=list)

    def cuts(self) -> Iterator[tuple[float, bytes]]:
        """After how many commands the plug was pulled, half ones too, and the flash as that left it."""
        flash = bytearray(self.before)
        yield 0, bytes(flash)
        for done, command in enumerate(self.commands):
            torn = bytearray(flash)
            _do(torn, command, 0.5)
            yield done + 0.5, bytes(torn)
            _do(flash, command, 1.0)
            yield done + 1, bytes(flash)


def _do(flash: bytearray, command: bytes, share: float) -> None:
    """Program or erase as the chip does, or only the first `share` of it."""
    at = int.from_bytes(command[1:_HEAD], "big")
    size = _ERASES.get(command[0])
    if size is not None:
        at -= at % size
        done = int(size * share)
        flash[at : at + done] = bytes([ERASED]) * done
        return
    data = command[_HEAD : _HEAD + int((len(command) - _HEAD) * share)]
    for offset, byte in enumerate(data):  # programming only clears bits
        flash[at + offset] &= byte


def record(pico: Pico) -> Tape:
    """From now on; the tape grows as the Pico writes."""
    tape = Tape(bytes(pico.chip.flash[: flash_image.FLASH_BYTES]))
    ssi = pico.chip.ssi
    apply = ssi._apply_command

    def recorded() -> None:
        command = bytes(ssi._tx_buffer)
        if command and ssi._write_enabled and command[0] in {CMD_PAGE_PROGRAM, *_ERASES}:
            tape.commands.append(command)
        apply()

    ssi._apply_command = recorded  # type: ignore[method-assign]
    return tape


def save(tape: Tape, path: Path) -> None:
    path.write_bytes(pickle.dumps((tape.before, tape.commands)))


def load(path: Path) -> Tape:
    before, commands = pickle.loads(path.read_bytes())
    return Tape(before, commands)
