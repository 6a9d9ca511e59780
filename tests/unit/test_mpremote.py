"""The real mpremote against the emulated Pico: an empty board from the shop becomes a unit."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

import needs
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_sources

pytestmark = pytest.mark.emulator
LIMIT_S = 900  # a guard against hanging, not a measure


@pytest.fixture
def port(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty emulated Pico on a port of its own."""
    try:
        find_image()
    except UserError as error:
        needs.left_out(str(error))
    words = [sys.executable, "-m", "slamomatic.cli", "emulate", "--empty", request.param]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as emulator:
        try:
            assert emulator.stdout is not None
            yield emulator.stdout.readline().strip()
        finally:
            emulator.terminate()


def mpremote(port: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", port, *words],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def wait_for_the_unit(port: str) -> None:
    """Ask as a person would until it answers: a Ctrl-C sent before the firmware runs would be lost on it."""
    heard = b""
    end_s = time.monotonic() + LIMIT_S
    with serial.serial_for_url(port, timeout=1) as program:
        while b"$HELLO," not in heard:
            assert time.monotonic() < end_s, heard[-300:]
            program.write(b"HELLO,1\n")
            heard += program.read(300)


@pytest.mark.parametrize("port", ["--pty", pytest.param("--tcp=0", marks=pytest.mark.long)], indirect=True)
def test_mpremote_copies_files_resets_and_gets_its_prompt_back(port: str, tmp_path: Path) -> None:
    files = firmware_sources()
    copied(port, {name: files[name] for name in ("slap/settings.py", "slap/wire.py")}, tmp_path)
    mpremote(port, "exec", "kept = 1")
    mpremote(port, "reset")
    assert mpremote(port, "exec", "print('kept' in globals())") == "False"


@pytest.mark.long
@pytest.mark.parametrize("port", ["--pty"], indirect=True)
def test_mpremote_copies_the_whole_firmware_and_it_runs(port: str, tmp_path: Path) -> None:
    copied(port, firmware_sources(), tmp_path)
    mpremote(port, "reset")
    wait_for_the_unit(port)
    assert mpremote(port, "exec", "import slap; print(slap.VERSION)")


def copied(port: str, files: dict[str, bytes], tmp_path: Path) -> None:
    """Copy the files as a person would, and see that they are there, whole."""
    folders = sorted({str(Path(name).parent) for name in files} - {"."})
    copies: list[str] = []
    for name in folders:
        (tmp_path / name).mkdir()
        copies += ["mkdir", f":{name}", "+"]
    for name, contents in files.items():
        (tmp_path / name).write_bytes(contents)
        copies += ["cp", str(tmp_path / name), f":{name}", "+"]
    mpremote(port, *copies[:-1])
    on_board = "import os; print(sorted((n, os.stat('slap/' + n)[6]) for n in os.listdir('slap')))"
    expected = sorted((Path(n).name, len(c)) for n, c in files.items() if n.startswith("slap/"))
    assert mpremote(port, "exec", on_board) == str(expected)
