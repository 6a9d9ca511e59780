"""Builds the MicroPython image from Debian's own packages, for machines that reach nothing else."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.store.disk import DISK
from slamomatic.words import Sentence, gettext

# The first suite whose MicroPython is new enough; the compiler comes from the machine's own suite.
SUITE = "trixie"
SOURCES = ("micropython", "mbedtls")
BINARIES = ("pico-sdk-source", "tinyusb-source")
# package -> a file it brings
TOOLS = {
    "gcc-arm-none-eabi": "/usr/bin/arm-none-eabi-gcc",
    "libnewlib-arm-none-eabi": "/usr/lib/arm-none-eabi/newlib",
    "libstdc++-arm-none-eabi-newlib": "/usr/lib/arm-none-eabi/include/c++",
    "cmake": "/usr/bin/cmake",
    "ninja-build": "/usr/bin/ninja",
    "make": "/usr/bin/make",
    "gcc": "/usr/bin/gcc",
    "xz-utils": "/usr/bin/xz",
    "bzip2": "/usr/bin/bzip2",
}
SOURCES_FILE = Path("/etc/apt/sources.list.d/debian.sources")
SOURCES_LIST = Path("/etc/apt/sources.list")
_FLASH_START = "0x10000000"
_FAMILIES = {"RPI_PICO": "0xe48bff56", "RPI_PICO2": "0xe48bff59"}  # boards that need no wireless sources
_RELEASED = "1744675200"  # 15 April 2025: a date of the build would make each image another one
# Only what the firmware can use is frozen in: drivers and network code would need further downloads.
_MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'


def possible() -> bool:
    """Return whether the image can be built here: on Debian, with an apt that knows its sources."""
    return bool(shutil.which("apt-get")) and apt_source_of_suite() is not None


def apt_source_of_suite() -> tuple[str, str] | None:
    """Return an apt source like the machine's own, but for SUITE and with source packages.

    It is (file name, contents); None if the machine's own sources are not Debian's.
    """
    if SOURCES_FILE.exists():
        stanza = SOURCES_FILE.read_text(encoding="utf-8").split("\n\n")[0]
        stanza = re.sub(r"(?m)^Types:.*", "Types: deb deb-src", stanza)
        return "suite.sources", re.sub(r"(?m)^Suites:.*", f"Suites: {SUITE}", stanza) + "\n"
    if SOURCES_LIST.exists():
        found = re.search(
            r"(?m)^deb\s+(\[[^]]*\]\s+)?(\S*debian\S*)\s", SOURCES_LIST.read_text(encoding="utf-8")
        )
        if found:
            options, address = found.group(1) or "", found.group(2)
            lines = [f"{kind} {options}{address} {SUITE} main\n" for kind in ("deb", "deb-src")]
            return "suite.list", "".join(lines)
    return None


def run(folder: Path, step: str, words: Sequence[str], cwd: Path | None = None, **environment: str) -> None:
    """Run one command of the build in this folder; UserError with its last line if it fails."""
    said = f"--- {step}: {' '.join(words)}\n"
    try:
        subprocess.run(
            words,
            check=True,
            cwd=cwd or folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        return
    except subprocess.CalledProcessError as error:
        said += error.stdout
    except OSError as error:
        said += str(error)
    raise UserError(
        "Building the MicroPython image failed at '{step}' ({why}). Check the network and the disk, "
        "then run the same command again. Or name a downloaded .uf2 in SLAMOMATIC_MICROPYTHON.",
        step=step,
        why=said.strip().splitlines()[-1],
    )


def _provide_tools(folder: Path) -> None:
    """Install the missing build tools. UserError with the command to run, if this is not root."""
    missing = [package for package, file in TOOLS.items() if not os.path.exists(file)]
    if not missing:
        return
    names = " ".join(missing)
    if os.geteuid() != 0:
        raise UserError(
            "Building the MicroPython image needs more packages. Run: sudo apt install {names}",
            names=names,
        )
    print(gettext("Installing {names} …", names=names), file=sys.stderr, flush=True)
    run(folder, "apt update", ["apt-get", "-q", "update"])
    install = ["apt-get", "-q", "install", "-y", "--no-install-recommends", *missing]
    run(folder, "apt install", install, DEBIAN_FRONTEND="noninteractive")


def _fetch(folder: Path, sources: tuple[str, str]) -> Path:
    """Download the four packages into a folder, and return it. The machine's own apt is not changed."""
    apt, packages = folder / "apt", folder / "packages"
    for part in ("parts", "lists/partial", "cache/archives/partial"):
        (apt / part).mkdir(parents=True)
    packages.mkdir()
    name, contents = sources
    (apt / "parts" / name).write_text(contents, encoding="utf-8")
    apt_get = [
        "apt-get",
        f"-oDir::Etc::sourcelist={os.devnull}",
        f"-oDir::Etc::sourceparts={apt / 'parts'}",
        f"-oDir::State::lists={apt / 'lists'}",
        f"-oDir::Cache={apt / 'cache'}",
        "-oAPT::Sandbox::User=root",  # apt's own user may not enter a private folder
        "-q",
    ]
    run(folder, "apt update", [*apt_get, "update"])
    source = [*apt_get, "source", "--download-only", *SOURCES]
    run(folder, Sentence("download sources"), source, cwd=packages)
    run(folder, Sentence("download libraries"), [*apt_get, "download", *BINARIES], cwd=packages)
    return packages


def _find_package(packages: Path, pattern: str) -> str:
    """Return the package file of this pattern. UserError if Debian has none."""
    found = sorted(packages.glob(pattern))
    if not found:
        raise UserError(
            "Building the MicroPython image failed: Debian's {suite} has no {pattern} any more.",
            suite=SUITE,
            pattern=pattern,
        )
    return str(found[0])


def _unpack(folder: Path, packages: Path, name: str) -> tuple[Path, Path, Path]:
    """Unpack the packages, and describe a board with little frozen in; return MicroPython, SDK and board."""
    micropython, sdk, tinyusb = (folder / name for name in ("micropython", "sdk", "tinyusb"))
    mbedtls = micropython / "lib" / "mbedtls"
    micropython.mkdir()
    untar = ["tar", "--strip-components=1", "-xf"]
    run(
        folder,
        "unpack",
        [*untar, _find_package(packages, "micropython_*.orig.tar.*"), "-C", str(micropython)],
    )
    for library in (mbedtls, micropython / "lib" / "tinyusb"):
        shutil.rmtree(library, ignore_errors=True)
    mbedtls.mkdir(parents=True)
    run(folder, "unpack", [*untar, _find_package(packages, "mbedtls_*.orig.tar.*"), "-C", str(mbedtls)])
    run(folder, "unpack", ["dpkg", "-x", _find_package(packages, "pico-sdk-source_*.deb"), str(sdk)])
    run(folder, "unpack", ["dpkg", "-x", _find_package(packages, "tinyusb-source_*.deb"), str(tinyusb)])
    (micropython / "lib" / "tinyusb").symlink_to(tinyusb / "usr/src/tinyusb")
    micropython_lib = micropython / "lib" / "micropython-lib"
    micropython_lib.mkdir(exist_ok=True)
    (micropython_lib / "README.md").touch()  # what the build looks for to know that the library is there
    board = folder / "BENCH"
    shutil.copytree(micropython / "ports/rp2/boards" / name, board)
    (board / "manifest.py").write_text(_MANIFEST, encoding="utf-8")
    with (board / "mpconfigboard.cmake").open("a", encoding="utf-8") as file:
        file.write("\nset(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)\n")
    return micropython, sdk / "usr/src/pico-sdk", board


def _compile(folder: Path, micropython: Path, sdk: Path, board: Path, version: str, family: str) -> Path:
    """Compile MicroPython for the board and return the .uf2 file."""
    out, image = folder / "out", folder / "firmware.uf2"
    run(folder, "mpy-cross", ["make", "-C", str(micropython / "mpy-cross"), f"-j{os.cpu_count() or 1}"])
    definitions = {
        "MICROPY_BOARD": "BENCH",
        "MICROPY_BOARD_DIR": str(board),
        "PICO_SDK_PATH_OVERRIDE": str(sdk),
        "PICO_NO_PICOTOOL": "1",
        "MICROPY_GIT_TAG": f"v{version}",
    }
    configure = ["cmake", "-S", str(micropython / "ports/rp2"), "-B", str(out), "-GNinja"]
    run(folder, "cmake", [*configure, *(f"-D{name}={value}" for name, value in definitions.items())])
    # The same image each time: its scripts write down the date, and walk over sets.
    ninja = ["ninja", "-C", str(out)]
    run(folder, "compile", ninja, SOURCE_DATE_EPOCH=_RELEASED, PYTHONHASHSEED="0")
    convert = [sys.executable, str(micropython / "tools/uf2conv.py"), "-f", family]
    convert += ["-b", _FLASH_START, "-c", str(out / "firmware.bin"), "-o", str(image)]
    run(folder, "uf2", convert)
    return image


def can_build(board: str) -> bool:
    """Return whether an image for this board can be built here.

    Debian lacks the driver of wireless boards.
    """
    return board in _FAMILIES and possible()


def build(target: Path, version: str, board: str = "RPI_PICO") -> None:
    """Fetch, compile and put the image at `target`; UserError with the failing step otherwise."""
    sources = apt_source_of_suite()
    if sources is None:
        raise UserError("The MicroPython image can be built on Debian only; this is not one.")
    with tempfile.TemporaryDirectory(prefix="slamomatic-micropython-") as name:
        folder = Path(name)
        _provide_tools(folder)
        folders = _unpack(folder, _fetch(folder, sources), board)
        DISK.save(target, _compile(folder, *folders, version, _FAMILIES[board]).read_bytes())
