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
_UF2_FAMILY_RP2040, _FLASH_START = "0xe48bff56", "0x10000000"
# Only what the firmware can use is frozen in: drivers and network code would need further downloads.
_MANIFEST = 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n'


def possible() -> bool:
    """On Debian, with an apt that knows where its packages come from."""
    return bool(shutil.which("apt-get")) and suite_sources() is not None


def suite_sources() -> tuple[str, str] | None:
    """(file name, contents) of an apt source like the machine's own, with the suite changed."""
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


class Builder:
    """One build in one folder; every command's words go to a log that an error can point to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    def run(self, step: str, words: Sequence[str], *, cwd: Path | None = None, **environment: str) -> None:
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"--- {step}: {' '.join(words)}\n")
            log.flush()
            try:
                done = subprocess.run(
                    words,
                    cwd=cwd or self.folder,
                    env={**os.environ, **environment},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    check=False,
                )
                worked = done.returncode == 0
            except OSError as error:
                log.write(f"{error}\n")
                worked = False
        if not worked:
            lines = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise UserError(
                "Building the MicroPython image failed at '{step}' ({why}). Check the network and the disk, "
                "then run the same command again. Or name a downloaded .uf2 in SLAMOMATIC_MICROPYTHON.",
                step=step,
                why=lines[-1] if lines else Sentence("no output"),
            )


def _provide_tools(builder: Builder) -> None:
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
    builder.run("apt update", ["apt-get", "-q", "update"])
    install = ["apt-get", "-q", "install", "-y", "--no-install-recommends", *missing]
    builder.run("apt install", install, DEBIAN_FRONTEND="noninteractive")


def _fetch(builder: Builder, sources: tuple[str, str]) -> Path:
    """The four packages into one folder, through an apt whose state is all inside the build folder."""
    apt, packages = builder.folder / "apt", builder.folder / "packages"
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
    builder.run("apt update", [*apt_get, "update"])
    source = [*apt_get, "source", "--download-only", *SOURCES]
    builder.run(Sentence("download sources"), source, cwd=packages)
    builder.run(Sentence("download libraries"), [*apt_get, "download", *BINARIES], cwd=packages)
    return packages


def _only(packages: Path, pattern: str) -> str:
    found = sorted(packages.glob(pattern))
    if not found:
        raise UserError(
            "Building the MicroPython image failed: Debian's {suite} has no {pattern} any more.",
            suite=SUITE,
            pattern=pattern,
        )
    return str(found[0])


def _unpack(builder: Builder, packages: Path) -> tuple[Path, Path, Path]:
    """The folders of MicroPython, the Pico's SDK and the board."""
    micropython, sdk, tinyusb = (builder.folder / name for name in ("micropython", "sdk", "tinyusb"))
    mbedtls = micropython / "lib" / "mbedtls"
    micropython.mkdir()
    untar = ["tar", "--strip-components=1", "-xf"]
    builder.run("unpack", [*untar, _only(packages, "micropython_*.orig.tar.*"), "-C", str(micropython)])
    for library in (mbedtls, micropython / "lib" / "tinyusb"):
        shutil.rmtree(library, ignore_errors=True)
    mbedtls.mkdir(parents=True)
    builder.run("unpack", [*untar, _only(packages, "mbedtls_*.orig.tar.*"), "-C", str(mbedtls)])
    builder.run("unpack", ["dpkg", "-x", _only(packages, "pico-sdk-source_*.deb"), str(sdk)])
    builder.run("unpack", ["dpkg", "-x", _only(packages, "tinyusb-source_*.deb"), str(tinyusb)])
    (micropython / "lib" / "tinyusb").symlink_to(tinyusb / "usr/src/tinyusb")
    micropython_lib = micropython / "lib" / "micropython-lib"
    micropython_lib.mkdir(exist_ok=True)
    (micropython_lib / "README.md").touch()  # what the build looks for to know that the library is there
    board = builder.folder / "BENCH"
    shutil.copytree(micropython / "ports/rp2/boards/RPI_PICO", board)
    (board / "manifest.py").write_text(_MANIFEST, encoding="utf-8")
    with (board / "mpconfigboard.cmake").open("a", encoding="utf-8") as file:
        file.write("\nset(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/manifest.py)\n")
    return micropython, sdk / "usr/src/pico-sdk", board


def _compile(builder: Builder, micropython: Path, sdk: Path, board: Path, version: str) -> Path:
    out, image = builder.folder / "out", builder.folder / "firmware.uf2"
    builder.run("mpy-cross", ["make", "-C", str(micropython / "mpy-cross"), f"-j{os.cpu_count() or 1}"])
    definitions = {
        "MICROPY_BOARD": "BENCH",
        "MICROPY_BOARD_DIR": str(board),
        "PICO_SDK_PATH_OVERRIDE": str(sdk),
        "PICO_NO_PICOTOOL": "1",
        "MICROPY_GIT_TAG": f"v{version}",
    }
    configure = ["cmake", "-S", str(micropython / "ports/rp2"), "-B", str(out), "-GNinja"]
    builder.run("cmake", [*configure, *(f"-D{name}={value}" for name, value in definitions.items())])
    builder.run("compile", ["ninja", "-C", str(out)])
    convert = [sys.executable, str(micropython / "tools/uf2conv.py"), "-f", _UF2_FAMILY_RP2040]
    convert += ["-b", _FLASH_START, "-c", str(out / "firmware.bin"), "-o", str(image)]
    builder.run("uf2", convert)
    return image


def build(target: Path, version: str) -> None:
    """Fetch, compile and put the image at `target`; UserError with the failing step otherwise."""
    sources = suite_sources()
    if sources is None:
        raise UserError("The MicroPython image can be built on Debian only; this is not one.")
    with tempfile.TemporaryDirectory(prefix="slamomatic-micropython-") as folder:
        builder = Builder(Path(folder))
        _provide_tools(builder)
        folders = _unpack(builder, _fetch(builder, sources))
        DISK.save(target, _compile(builder, *folders, version).read_bytes())
