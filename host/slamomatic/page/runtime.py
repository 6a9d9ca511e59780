"""Python for the browser: the core of Pyodide, fetched once, checked by its checksums and kept."""

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
from contextlib import suppress
from pathlib import Path

from slamomatic.errors import UserError
from slamomatic.store.disk import DISK, data_folder, private_folder

VERSION = "314.0.7"
ADDRESS = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"
SHA256 = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
PATIENCE_S = 120  # for the whole package, by npm
STARTS_WITHIN_S = 20  # each file, from the address


class NotFetched(UserError):
    """Python for the page is not kept here, and nothing came over the network."""


def files(home: Path | None = None) -> dict[str, bytes]:
    """Return Pyodide's files by their names: those that are kept in `home`, or else from the network.

    NotFetched: they are not kept, and nothing came. UserError: another file came than the right one.
    """
    folder = private_folder((home or data_folder()) / "page" / VERSION)
    kept = _right_files(folder)
    if len(kept) < len(SHA256):
        found = _fetch_by_npm() or _fetch_all()
        wrong = [name for name in SHA256 if not _is_right(name, found.get(name, b""))]
        if wrong:
            raise UserError(
                "{name} came from the network as another file than the one that pages are made of. Try again "
                "on another network, or put Pyodide {version} into the folder {folder}.",
                name=wrong[0],
                version=VERSION,
                folder=folder,
            )
        for name in SHA256:
            DISK.save(folder / name, found[name])
        kept = found
    return kept


def _right_files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, by their names, that have the right checksum."""
    there = {name: (folder / name).read_bytes() for name in SHA256 if (folder / name).is_file()}
    return {name: data for name, data in there.items() if _is_right(name, data)}


def _is_right(name: str, data: bytes) -> bool:
    return hashlib.sha256(data).hexdigest() == SHA256[name]


def _fetch_by_npm() -> dict[str, bytes]:
    """Let npm fetch the files; {}: npm is not installed, or has failed.

    It goes first because it may be set up for this computer's network.
    """
    npm = shutil.which("npm")
    if npm is None:
        return {}
    with (
        tempfile.TemporaryDirectory() as folder,
        suppress(OSError, subprocess.SubprocessError, tarfile.TarError),
    ):
        once_more = ("--fetch-retries=1", "--fetch-retry-mintimeout=2000")
        command = [npm, "pack", "--silent", *once_more, f"pyodide@{VERSION}"]
        subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=PATIENCE_S)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            members = {name: archive.extractfile(f"package/{name}") for name in SHA256}
            return {name: member.read() for name, member in members.items() if member is not None}
    return {}


def _fetch_all() -> dict[str, bytes]:
    """Fetch the files from their own address; NotFetched: that failed."""
    try:
        return {name: _fetch(ADDRESS + name) for name in SHA256}
    except OSError as error:
        raise NotFetched(
            "Python for the page can't be fetched ({why}). Connect this computer to the internet once: "
            "it is kept, and the page itself needs no network.",
            why=getattr(error, "reason", error),
        ) from error


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=STARTS_WITHIN_S) as answer:
        data: bytes = answer.read()
        return data
