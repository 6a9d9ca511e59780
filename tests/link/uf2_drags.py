"""The one file, dragged onto Picos in any state: `python tests/link/uf2_drags.py boots|cuts N [SEED]`.

boots: the whole file over a random state of the flash; each Pico must come up as the unit, whole.
cuts:  a copy that was cut short over such a state. What boots must be one whole firmware, say that it is half
       copied, wait at its prompt, or wait for the next copy. A second drag must make it the unit. Where
       the cut left a hole in MicroPython itself nothing is started: it may do anything, and BOOTSEL helps.
--real: the real firmware. It takes the emulated Pico about 45 s of processor time to compile, for each boot.
       Without this word a small firmware stands in for it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from littlefs import LittleFS, UserContext  # noqa: E402

from link.flash_boot import heard_at_boot  # noqa: E402
from link.small_firmware import SMALL  # noqa: E402
from slamomatic.emulator import flash_image  # noqa: E402
from slamomatic.emulator.image import find_image  # noqa: E402
from slamomatic.firmware_files import firmware_files  # noqa: E402
from slamomatic.pico import uf2  # noqa: E402
from slamomatic.pico.flashing import BOOT, SETTINGS, version_of  # noqa: E402
from slamomatic.units.prompt import HALF, NO_FIRMWARE, STAYS  # noqa: E402

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
    disk.makedirs("slap", exist_ok=True)
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
    """Which whole firmware is in it, by its files."""
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


def main(what: str, count: int, seed: int, files: Files) -> int:
    began, chance = time.process_time(), random.Random(seed)
    kinds: Counter[str] = Counter()
    bad: list[str] = []
    for number in range(count):
        kind, wrong = DRAGS[what](chance, files)
        kinds[kind] += 1
        bad += wrong
        print(f"{number}: {kind} {wrong or ''}", flush=True)
    print(
        f"{count} {what}, {len(bad)} wrong, {time.process_time() - began:.0f} s of processor time",
        *kinds.items(),
        *bad,
        sep="\n",
    )
    return 1 if bad else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--real"]
    real = firmware_files() if "--real" in sys.argv else SMALL
    sys.exit(main(words[0], int(words[1]), int(words[2]) if len(words) > 2 else 1, real))
