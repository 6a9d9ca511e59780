"""One file to drag onto a Pico's drive: MicroPython and the firmware's file system joined. Pure.

The file system's blocks come first. They hold a boot.py that runs once and checks every file of the firmware:
a copy that was cut short can leave new names over old contents. Then the unit says at boot that it is only
half copied. The flash's first sector comes last: without it an empty Pico waits for the next copy by itself.
"""

import struct
from collections.abc import Iterator, Mapping

from slamomatic.emulator.flash_image import BLOCK_BYTES, file_system
from slamomatic.errors import UserError
from slamomatic.pico.boards import PICO, Board, board_of, without_wireless
from slamomatic.pico.flashing import BOOT, BOOT_MARK, MAIN, MAIN_NEW, STAND_IN, digest_of
from slamomatic.words import N_

BLOCK = 512
PAGE = 256  # of flash in each block
FLASH = 0x10000000  # where both chips see their flash
_MAGIC = (0x0A324655, 0x9E5D5157)
_END_MAGIC = struct.pack("<I", 0x0AB16F30)
_HAS_FAMILY = 0x2000
_ABSOLUTE = 0xE48BFF57
_HEAD = "<8I"
# A folder's records are a pair of blocks, and only one of them may be written yet. The other one is erased
# too: something older in it could be taken for newer.
_PAIR_BLOCKS = 8
_ERASED = b"\xff"

NO_IMAGE = N_(
    "{name} is not a complete MicroPython image for the {board}. Download the .uf2 of {download} again, "
    "from https://micropython.org/download/{download}/."
)
OTHER_BOARD = N_(
    "{name} is for another board ({found}). For the {board} download the .uf2 of {download} from "
    "https://micropython.org/download/{download}/."
)

_BOOT = """{mark}
import os, hashlib, binascii

WANTED = {wanted}


def whole(path):
    digest = hashlib.sha256()
    try:
        with open(path, 'rb') as file:
            piece = file.read(512)
            while piece:
                digest.update(piece)
                piece = file.read(512)
    except OSError:
        return False
    return binascii.hexlify(digest.digest()).decode() == WANTED[path]


if not all([whole(path) for path in WANTED]):
    with open({new!r}, 'w') as file:
        file.write({stand_in!r})
    os.rename({new!r}, {main!r})
os.remove({boot!r})
"""


def once_at_boot(files: Mapping[str, bytes]) -> bytes:
    """Return a boot.py that replaces main.py by the stand-in if any file is damaged, and removes itself."""
    wanted = {path: digest_of(data) for path, data in sorted(files.items())}
    return _BOOT.format(
        mark=BOOT_MARK, wanted=wanted, new=MAIN_NEW, main=MAIN, stand_in=STAND_IN, boot=BOOT
    ).encode()


def pages_of(image: bytes, name: str, board: Board = PICO) -> dict[int, bytes]:
    """Return the pages of a MicroPython image: address in flash -> 256 bytes.

    UserError if the image is incomplete or not for this board; `name` is how the sentence calls it.
    """
    pages: dict[int, bytes] = {}
    families: set[int] = set()
    many, rest = divmod(len(image), BLOCK)
    whole = not rest
    # MicroPython's own files for the RP2350 begin with a block that no chip takes (RP2350-E10).
    skipped = 1 if image[28:32] == struct.pack("<I", _ABSOLUTE) else 0
    for number in range(skipped, many):
        block = image[number * BLOCK : (number + 1) * BLOCK]
        *magic, flags, address, size, its_number, count, family = struct.unpack_from(_HEAD, block)
        whole = whole and (*magic, block[-4:]) == (*_MAGIC, _END_MAGIC) and bool(flags & _HAS_FAMILY)
        whole = whole and (size, its_number, count) == (PAGE, number - skipped, many - skipped)
        families.add(family)
        pages[address - FLASH] = block[32 : 32 + PAGE]
    made_for = board_of(_joined(pages))
    if not whole or min(pages, default=None) != 0 or len(families) != 1 or made_for is None:
        raise UserError(NO_IMAGE, name=name, board=board.name, download=board.download)
    layout = layout_of(pages, board)
    if layout is None or families != {board.family} or max(pages) >= layout.files_at:
        raise UserError(
            OTHER_BOARD, name=name, board=board.name, download=board.download, found=made_for.name
        )
    return pages


def layout_of(pages: Mapping[int, bytes], board: Board) -> Board | None:
    """Return the board whose flash layout the image has: this one or the one without wireless; else None."""
    found = board_of(_joined(pages))
    return found if found in (board, without_wireless(board)) else None


def _joined(pages: Mapping[int, bytes]) -> bytes:
    return b"".join(page for _, page in sorted(pages.items()))


def join(image: bytes, files: Mapping[str, bytes], name: str, board: Board = PICO) -> bytes:
    """Join MicroPython and the firmware's files into one UF2 file. UserError if they don't fit together.

    `name` is how a sentence calls the image.
    """
    micropython = pages_of(image, name, board)
    layout = layout_of(micropython, board) or board
    disk = file_system({**files, BOOT: once_at_boot(files)}, layout.files_bytes // BLOCK_BYTES)
    used = len(disk.rstrip(_ERASED))
    end = min(len(disk), (used // BLOCK_BYTES + 1 + _PAIR_BLOCKS) * BLOCK_BYTES)
    if layout.files_at + end > layout.flash_bytes:
        raise UserError("The firmware does not fit into the Pico's flash.")
    # The order matters: files first, then MicroPython, and the flash's first sector last.
    pages = {layout.files_at + at: disk[at : at + PAGE] for at in range(0, end, PAGE)}
    pages |= {at: page for at, page in micropython.items() if at >= BLOCK_BYTES}
    pages |= {at: page for at, page in micropython.items() if at < BLOCK_BYTES}
    return b"".join(
        struct.pack(_HEAD, *_MAGIC, _HAS_FAMILY, FLASH + address, PAGE, number, len(pages), board.family)
        + data.ljust(BLOCK - 36, b"\0")
        + _END_MAGIC
        for number, (address, data) in enumerate(pages.items())
    )


def blocks(uf2: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (address in flash, 256 bytes) of a UF2 file, in the order in which they are written."""
    for at in range(0, len(uf2), BLOCK):
        address = struct.unpack_from("<I", uf2, at + 12)[0]
        yield address - FLASH, uf2[at + 32 : at + 32 + PAGE]
