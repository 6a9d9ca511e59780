"""The one file for the Pico's drive: on an empty Pico, over anything that was there, and cut short."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from link import uf2_drags
from link.emulated_pico import EmulatedPico
from link.small_firmware import SMALL
from slamomatic.cli import main
from slamomatic.commands import flash
from slamomatic.emulator import flash_image
from slamomatic.emulator.image import find_image
from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.pico import uf2
from slamomatic.pico.checkup import unit_checks
from slamomatic.pico.flashing import BOOT, version_of
from slamomatic.units.open import open_unit
from slamomatic.units.prompt import HALF
from support.length import count


def test_command_writes_the_file_and_says_how_long_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "slamomatic.uf2"
    assert main(["uf2", "--out", str(out), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["bytes"] == out.stat().st_size
    assert answer["version"] == version_of(firmware_files())
    assert answer["board"] == "pico"
    there = uf2_drags.files_of(uf2_drags.drag(uf2_drags.empty(), out.read_bytes()))
    assert {path: there[path] for path in there if path != BOOT} == firmware_files()
    first = out.read_bytes()
    assert main(["uf2", "--out", str(out)]) == 0
    assert "it replaces the programs and settings that are on that Pico" in capsys.readouterr().out
    assert out.read_bytes() == first, "the same file each time"


def test_file_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["uf2", "--out", str(tmp_path / "nowhere/slamomatic.uf2")]) == 1
    assert "Name another place with --out" in capsys.readouterr().err


def test_micropython_is_in_it_page_for_page_and_its_first_sector_comes_last() -> None:
    image = find_image().read_bytes()
    pages = list(uf2.blocks(uf2.join(image, SMALL, "image")))
    assert [page for page in pages if page[0] < flash_image.START][-1][0] < 4096
    assert dict(pages).items() >= uf2.pages_of(image, "image").items()
    assert len(dict(pages)) == len(pages), "no page twice"
    assert pages[-1][0] < 4096, "an empty Pico whose copy is cut short waits for the next one"


@pytest.mark.parametrize(
    ("at", "byte", "said"),
    [
        (0, b"X", "not a complete"),
        (28, b"\x00", "not a complete"),
        (-1, b"X", "not a complete"),
        (14, b"\x1a", "another board"),
    ],
)
def test_image_of_something_else_is_refused(at: int, byte: bytes, said: str) -> None:
    image = bytearray(find_image().read_bytes())
    at = len(image) - 512 + at if at == 14 else at % len(image)
    image[at : at + 1] = byte
    with pytest.raises(UserError, match=said):
        uf2.pages_of(bytes(image), "image")
    with pytest.raises(UserError, match="not a complete"):
        uf2.pages_of(bytes(image[:-100]), "image")


@pytest.mark.emulator
def test_sample_of_whole_and_cut_copies() -> None:
    """`python tools/uf2_drags.py boots 200` and `cuts 200` are the whole of it."""
    chance = random.Random(2)
    for _ in range(count(1, 10)):
        assert uf2_drags.whole_drag(chance)[1] == []
    for _ in range(count(3, 20)):
        assert uf2_drags.cut_drag(chance)[1] == []


@pytest.mark.emulator
def test_new_names_over_old_contents_are_said_to_be_half_copied() -> None:
    """The version before was dragged too, so its contents lie exactly where the new ones belong."""
    before = uf2_drags.drag(uf2_drags.empty(), uf2_drags.joined(uf2_drags.older()))
    after = bytearray(uf2_drags.drag(before, uf2_drags.joined(SMALL)))
    version = after.index(b'VERSION = "0.2.0"')
    after[version : version + 17] = b'VERSION = "0.1.0"'
    assert uf2_drags.heard(bytes(after)) == HALF


@pytest.mark.emulator
def test_flash_and_doctor_know_a_unit_that_was_dragged_onto_an_empty_pico(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "flash.bin"
    whole.write_bytes(uf2_drags.drag(uf2_drags.empty(), uf2_drags.joined(SMALL)))
    monkeypatch.setattr(flash, "firmware_files", lambda: SMALL)
    with EmulatedPico(tmp_path, {}, flash=whole) as pico:
        checks = {one.name: one for one in unit_checks(open_unit(f"serial:{pico.port}"), False, print, 90)}
        assert checks["unit"].ok and checks["micropython"].ok
        assert main(["flash", "--port", pico.port, "--check"]) == 0
        assert "Nothing differs" in capsys.readouterr().out
        assert set(pico.files()) == set(SMALL), "what ran once is gone"


@pytest.mark.emulator
def test_flash_revives_a_pico_whose_copy_was_cut_in_what_runs_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flash, "firmware_files", lambda: SMALL)
    with EmulatedPico(tmp_path, {**uf2_drags.older(), BOOT: b"\x01\x02 no python\n"}) as pico:
        assert main(["flash", "--port", pico.port]) == 0
        assert {path: pico.files()[path].encode() for path in SMALL} == SMALL
        assert BOOT not in pico.files()
