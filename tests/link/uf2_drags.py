"""The one file, dragged onto Picos whose flash is in any state, whole or cut short."""

from __future__ import annotations

import random
from collections.abc import Mapping

from littlefs import LittleFS, UserContext

from link.flash_boot import heard_at_boot
from link.small_firmware import SMALL
from slamomatic.emulator import flash_image
from slamomatic.emulator.image import find_image
from slamomatic.pico import uf2
from slamomatic.pico.flashing import BOOT, SETTINGS, version_of
from slamomatic.units.prompt import HALF, NO_FIRMWARE, STAYS

Files = Mapping[str, bytes]
SECTOR = 4096
ERASED = b"\xff"
WAITS_FOR_A_COPY = "the Pico's drive"  # its first sector is no program: the boot ROM offers the drive
HOLE = "a hole in MicroPython"
AT_PROMPT = "nothing"  # what a host hears of a MicroPython that has no answer to give


def older(files: Files = SMALL) -> dict[str, bytes]:
    """The version before, of the same shape: its contents lie where the new ones go."""
    now = version_of(files)
    before = now[:-1] + ("1" if now.endswith("0") else "0")
    return {path: data.replace(f'"{now}"'.encode(), f'"{before}"'.encode()) for path, data in files.items()}


def image() -> bytes:
    return find_image().read_bytes()


def joined(files: Files) -> bytes:
    return uf2.join(image(), files, "the image")


def drag(flash: bytes, file: bytes, blocks: float | None = None) -> bytes:
    """The flash as the boot ROM leaves it, which erases a sector when its first page comes.

    `blocks`: how many of the file arrived; half a one is torn.
    """
    after = bytearray(flash)
    touched: set[int] = set()
    for number, (address, page) in enumerate(uf2.blocks(file)):
        if blocks is not None and number >= blocks:
            break
        sector = address // SECTOR
        if sector not in touched:
            touched.add(sector)
            after[sector * SECTOR : (sector + 1) * SECTOR] = ERASED * SECTOR
        share = len(page) if blocks is None or number + 1 <= blocks else len(page) // 2
        after[address : address + share] = page[:share]
    return bytes(after)


def empty() -> bytes:
    return ERASED * flash_image.FLASH_BYTES


def noise(chance: random.Random) -> bytes:
    return chance.randbytes(flash_image.FLASH_BYTES)


def used(chance: random.Random, files: Files) -> bytes:
    """A file system that has been written to for long: high revisions, records in many places."""
    context = UserContext(buffsize=flash_image.BLOCK_BYTES * flash_image.BLOCKS)
    size, count = flash_image.BLOCK_BYTES, flash_image.BLOCKS
    disk = LittleFS(context=context, block_size=size, block_count=count, prog_size=256, read_size=256)
    disk.makedirs("slap/source", exist_ok=True)
    for path, data in files.items():
        with disk.open(path, "wb") as file:
            file.write(data)
    for number in range(chance.randint(10, 400)):
        with disk.open(chance.choice([SETTINGS, "log.txt", f"slap/x{number % 40}.py"]), "wb") as file:
            file.write(chance.randbytes(chance.randint(1, 5000)))
    disk.unmount()
    return bytes(context.buffer)


def state(chance: random.Random, new: Files) -> tuple[str, bytes]:
    """A name for this state, and a whole flash in it."""
    kind = chance.choice(
        ["empty", "noise", "dragged before", "used", "the file before", "noise in the files"]
    )
    flash = bytearray(empty())
    if kind == "noise":
        return kind, noise(chance)
    if kind == "the file before":
        return kind, drag(noise(chance), joined(older(new)))
    if kind != "empty":
        flash = bytearray(drag(bytes(flash), image()))
        end = flash_image.START + flash_image.BLOCK_BYTES * flash_image.BLOCKS
        if kind == "noise in the files":
            flash[flash_image.START : end] = chance.randbytes(end - flash_image.START)
        else:
            files = (
                {**older(new), SETTINGS: b'{"hold_us": 200}'}
                if kind == "dragged before"
                else {"main.py": b"1"}
            )
            flash[flash_image.START : end] = used(chance, files)
    return kind, bytes(flash)


def files_of(flash: bytes) -> dict[str, bytes]:
    end = flash_image.START + flash_image.BLOCKS * flash_image.BLOCK_BYTES
    try:
        return flash_image.read_back(flash[flash_image.START : end])
    except Exception:  # no file system at all: littlefs has many words for that
        return {}


_HEARD: dict[bytes, str] = {}


def heard(flash: bytes) -> str:
    """As the Pico boots; a state that was seen before is not started again."""
    pages = uf2.pages_of(image(), "the image")
    if flash[: uf2.PAGE] != pages[0]:  # the boot ROM tells by a checksum there whether there is a program
        return WAITS_FOR_A_COPY
    if any(flash[at : at + uf2.PAGE] != page for at, page in pages.items()):
        return HOLE
    if flash not in _HEARD:
        _HEARD[flash] = heard_at_boot(flash)
    return _HEARD[flash]


def firmware_in(flash: bytes, new: Files) -> str:
    """Name the whole firmware in this flash, by its files."""
    there = files_of(flash)
    for files in (new, older(new)):
        if all(there.get(path) == data for path, data in files.items()):
            return f"connected {version_of(files)}"
    return ""


def whole_drag(chance: random.Random, files: Files = SMALL) -> tuple[str, list[str]]:
    """The whole file over some state: what it was, and what is wrong."""
    kind, before = state(chance, files)
    after = drag(before, joined(files))
    wrong = [] if set(files_of(after)) == {*files, BOOT} else [f"{kind}: files {sorted(files_of(after))}"]
    said = heard(after)
    if said != f"connected {version_of(files)}":
        wrong.append(f"{kind}: {said}")
    return kind, wrong


def cut_drag(chance: random.Random, files: Files = SMALL) -> tuple[str, list[str]]:
    """A copy cut short over some state, its boot, and a second drag."""
    kind, before = state(chance, files)
    file = joined(files)
    blocks = len(file) // uf2.BLOCK
    # Most of the file is MicroPython; what can go wrong is mostly in the file system before it.
    disk_blocks = sum(address >= flash_image.START for address, _ in uf2.blocks(file))
    cut = chance.randrange(2 * (disk_blocks if chance.random() < 0.8 else blocks)) / 2
    torn = drag(before, file, cut)
    wrong = []
    said = heard(torn)
    if said.startswith("connected") and said != firmware_in(torn, files):
        wrong.append(f"{kind}, cut after {cut:g} blocks: {said}, but the files are mixed")
    known = said in (HALF, NO_FIRMWARE, WAITS_FOR_A_COPY, HOLE, AT_PROMPT)
    if not known and not said.startswith(("connected", STAYS.partition("(")[0])):
        wrong.append(f"{kind}, cut after {cut:g} blocks: {said}")
    again = heard(drag(torn, file))
    if again != f"connected {version_of(files)}":
        wrong.append(f"{kind}, cut after {cut:g} blocks, dragged again: {again}")
    return f"{kind}: {said[:40]}", wrong


DRAGS = {"boots": whole_drag, "cuts": cut_drag}
