"""The release archive: the same bytes for the same sources, and what its answer says of it."""

from __future__ import annotations

import csv
import io
import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hardware.tools import copper, fab, fabrication, facts, kicad, release
from hardware.tools.facts import HARDWARE

import needs
from slamomatic import packing

pytestmark = pytest.mark.hardware


def unpacked(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist()}


def test_a_moment_in_a_file_becomes_the_releases_date() -> None:
    assert fab.timeless(b"%TF.CreationDate,2031-01-02T03:04:05+02:00*%") == (
        f"%TF.CreationDate,{facts.DATE}T00:00:00+00:00*%".encode()
    )
    assert fab.timeless(b"/ID (node00000024) /ID (node00000031)") == b"/ID (node00000001) /ID (node00000002)"
    day = facts.DATE.replace("-", "")
    assert fab.timeless(b"(D:20310102030405-08'00')") == f"(D:{day}000000-00'00')".encode()


def test_the_archive_holds_what_its_answer_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "PARTS", (release.guides, release.printed))
    answers = [release.make(tmp_path / folder / "release.zip") for folder in ("one", "two")]
    assert answers[0] == answers[1]
    archive = (tmp_path / "one" / "release.zip").read_bytes()
    assert archive == (tmp_path / "two" / "release.zip").read_bytes()
    assert answers[0]["sha256"] == packing.sha256(archive)
    content = unpacked(archive)
    assert answers[0]["files"] == {name: packing.sha256(content[name]) for name in sorted(content)}
    assert {
        "README.md",
        "bom.csv",
        "guide/build.md",
        "SHA256SUMS",
        "print/base-x4.stl",
        "print/base-x4.3mf",
    } <= set(content)
    assert content["print/base-x4.stl"] == (facts.PRINTS / "base.stl").read_bytes()


def test_the_carriers_files_are_the_same_twice(tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    one, two = fab.gerbers_zip(tmp_path / "one"), fab.gerbers_zip(tmp_path / "two")
    assert one == two
    names = {Path(name).suffix for name in unpacked(one)}
    assert {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gbo", ".gm1", ".drl", ".gtp"} <= names


def test_the_files_to_order_are_todays(tmp_path: Path) -> None:
    """Another version of KiCad names itself in its files: that alone is no difference."""
    needs.program("kicad-cli", "kicad")

    def words(content: dict[str, bytes]) -> dict[str, bytes]:
        return {name: re.sub(rb"KiCad[^*\r\n]*", b"", made) for name, made in content.items()}

    for name, made in fab.order(tmp_path).items():
        kept = (fab.ORDER / name).read_bytes()
        same = words(unpacked(made)) == words(unpacked(kept)) if name.endswith(".zip") else made == kept
        assert same, "run `python3 hardware gerbers`"


@pytest.mark.long
def test_the_whole_archive_is_the_same_twice(tmp_path: Path) -> None:
    for program, package in (("kicad-cli", "kicad"), ("chromium", "")):
        needs.program(program, package)
    answers = [release.make(tmp_path / f"{n}.zip") for n in (1, 2)]
    assert answers[0] == answers[1] | {"file": answers[0]["file"]}
    assert answers[0]["without"] == []


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_the_board_house_finds_a_place_for_each_part() -> None:
    board = copper.read()
    parts, places = table(fab.house_parts(board)), table(fab.positions(board))
    named = [ref for row in parts for ref in row["Designator"].split(",")]
    assert sorted(named) == sorted(row["Designator"] for row in places)
    assert len(named) == len(set(named)) and "A1" not in named and "J1" not in named
    left, top = board.origin
    for row in places:
        x, y = (float(row[column].removesuffix("mm")) for column in ("Mid X", "Mid Y"))
        assert 0 < x - left < board.width and 0 < -y - top < board.height, row["Designator"]


@pytest.mark.parametrize(
    ("system", "words"), [("Windows", "winget install KiCad.KiCad"), ("Linux", "KiCad 9")]
)
def test_what_is_missing_is_said_for_each_system(
    system: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = release.missing()
    assert len(found) == 1 and words in found[0]


def test_an_old_kicad_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kicad-cli"
    path.write_text("#!/bin/sh\necho 6.0.11\n", encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "KiCad 6.0.11 is too old" in release.missing()[0]


def test_an_unknown_word_is_explained() -> None:
    done = subprocess.run(
        [sys.executable, str(HARDWARE), "nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "gerbers" in done.stdout


def test_a_missing_tool_is_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HARDWARE), "gerbers"],
        env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "kicad-cli is not installed" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "draw"), [("schematic.svg", fabrication.schematic_svg), ("carrier.svg", fabrication.board_svg)]
)
def test_the_pictures_of_sheet_and_board_are_todays(name: str, draw: object, tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    assert kicad.program() is not None and callable(draw)
    draw(tmp_path / name)
    assert (tmp_path / name).read_bytes() == (facts.PICTURES / name).read_bytes(), (
        "run `python3 hardware pictures`"
    )
