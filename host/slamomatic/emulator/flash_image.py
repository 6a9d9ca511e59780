"""The Pico's file system: a littlefs image holding given files, and its place in the flash chip."""

from collections.abc import Mapping
from functools import partial
from pathlib import PurePosixPath

from littlefs import LittleFS, UserContext

# The RP2040's MicroPython keeps its files in the last 1,408 KiB of the Pico's 2 MiB.
FLASH_BYTES = 2 * 1024 * 1024
START = 0xA0000
BLOCK_BYTES = 4096
BLOCKS = 352
# Older MicroPythons refuse anything newer; newer ones bring it up to date at their first write.
_WRITTEN_VERSION = 0x00020000
_disk = partial(LittleFS, block_size=BLOCK_BYTES, prog_size=256, read_size=256)


def file_system(files: Mapping[str, bytes], blocks: int = BLOCKS) -> bytes:
    """The image of a file system of so many blocks that holds exactly `files` (path -> contents)."""
    context = UserContext(buffsize=BLOCK_BYTES * blocks)
    # this formats it
    disk = _disk(context=context, block_count=blocks, disk_version=_WRITTEN_VERSION)
    for path, contents in files.items():
        folder = PurePosixPath(path).parent
        if folder != PurePosixPath("."):
            disk.makedirs(str(folder), exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(contents)
    disk.unmount()
    return bytes(context.buffer)


def read_back(image: bytes) -> dict[str, bytes]:
    """Return the files in an image: path -> contents."""
    context = UserContext(buffsize=len(image))
    context.buffer[:] = image
    disk = _disk(context=context, block_count=len(image) // BLOCK_BYTES, mount=False)
    disk.mount()
    found: dict[str, bytes] = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = (PurePosixPath(folder) / name).relative_to("/").as_posix()
            with disk.open(path, "rb") as file:
                found[path] = file.read()
    disk.unmount()
    return found
