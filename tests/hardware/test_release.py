"""What is ordered and built from: the same bytes from any folder, whole, in a board house's form."""

from __future__ import annotations

import csv
import io
import json
import platform
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import trimesh
from hardware.tools import (
    checks,
    copper,
    fab,
    facts,
    kicad,
    manual_pages,
    pack,
    placement,
    ready,
    release,
    solids,
)
from hardware.tools.facts import HARDWARE, ROOT
from hardware.tools.parts import SMD, THROUGH_HOLE, VARIANTS, Variant
from hardware.tools.unit import Unit

import needs
from slamomatic.pico import uf2

pytestmark = pytest.mark.hardware
MAKE = """
import json, sys
from pathlib import Path
from hardware.tools import fab, pack, parts
print(json.dumps({n: pack.sha256(c) for n, c in fab.files(parts.SMD, Path(sys.argv[1])).items()}))
"""


@pytest.mark.long
def test_two_folders_give_the_same_files(tmp_path: Path) -> None:
    needs.program("kicad-cli", "kicad")
    elsewhere = tmp_path / "another place"
    for name in ("hardware", "host", "firmware"):
        shutil.copytree(
            ROOT / name, elsewhere / name, ignore=shutil.ignore_patterns("out", "__pycache__", "pictures")
        )
    found = []
    for folder in (ROOT, elsewhere):
        done = subprocess.run(
            [sys.executable, "-c", MAKE, str(tmp_path / f"work of {folder.name}")],
            cwd=folder, env={"PYTHONPATH": f"{folder}:{folder / 'host'}", "PATH": "/usr/bin:/bin"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-800:]
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert set(found[0]) == {
        "gerbers.zip", "parts-list.csv", "sheet.pdf", "board.step", "placement.html", "house-parts.csv",
        "house-positions.csv",
    }  # fmt: skip


def test_a_moment_in_a_file_becomes_the_releases_date() -> None:
    assert fab.timeless(b"%TF.CreationDate,2031-01-02T03:04:05+02:00*%") == (
        f"%TF.CreationDate,{facts.DATE}T00:00:00+00:00*%".encode()
    )
    day = facts.DATE.replace("-", "")
    assert fab.timeless(b"(D:20310102030405)") == f"(D:{day}000000)".encode()
    assert fab.timeless(b"(D:20310102030405-08'00')") == f"(D:{day}000000-00'00')".encode()


def written(mesh: trimesh.Trimesh) -> bytes:
    found = mesh.export(file_type="stl")
    assert isinstance(found, bytes)
    return found


def test_the_order_of_openscads_triangles_does_not_matter() -> None:
    mesh = trimesh.creation.box((1.0, 2.0, 3.0))
    shuffled = list(range(len(mesh.faces)))
    random.Random(1).shuffle(shuffled)
    other = trimesh.Trimesh(mesh.vertices, mesh.faces[shuffled][:, [1, 2, 0]], process=False)
    one, two = (solids.read(written(shape)) for shape in (mesh, other))
    assert solids.stl(one) == solids.stl(two)
    assert solids.three_mf(one, "box") == solids.three_mf(two, "box")
    taller = solids.read(written(trimesh.creation.box((1.0, 2.0, 3.1))))
    assert solids.stl(taller) != solids.stl(one)


def test_slicers_read_both_files() -> None:
    mesh = solids.read(written(trimesh.creation.box((10.0, 20.0, 30.0))))
    again = solids.read(solids.stl(mesh))
    assert again.volume == pytest.approx(6000) and again.is_watertight
    model = ready.unpacked(solids.three_mf(mesh, "box"))["3D/3dmodel.model"].decode()
    assert model.count("<triangle ") == 12 and 'unit="millimeter"' in model


def test_the_archive_holds_what_its_answer_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "PARTS", (release.guides,))
    answers = [release.make(tmp_path / folder / "release.zip") for folder in ("one", "two")]
    assert answers[0] == answers[1]
    archive = (tmp_path / "one" / "release.zip").read_bytes()
    assert answers[0]["sha256"] == pack.sha256(archive)
    content = ready.unpacked(archive)
    assert answers[0]["files"] == {name: pack.sha256(content[name]) for name in sorted(content)}
    assert {"README.md", "bom.csv", "guide/order.md", "SHA256SUMS"} <= set(content)
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        assert {info.date_time[:3] for info in found.infolist()} == {
            tuple(int(part) for part in facts.DATE.split("-"))
        }
    assert content["SHA256SUMS"].decode().splitlines() == [
        f"{pack.sha256(content[name])}  {name}" for name in sorted(content) if name != "SHA256SUMS"
    ]


@pytest.mark.long
def test_the_archive_holds_the_manual_and_the_file_to_drag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.program("openscad")
    needs.program("chromium")
    monkeypatch.setattr(release, "PARTS", (release.handbook, release.firmware))
    answer = release.make(tmp_path / "release.zip")
    assert answer["without"] == []
    content = ready.unpacked((tmp_path / "release.zip").read_bytes())
    assert set(content) == {"manual.html", "manual.pdf", "slamomatic.uf2", "SHA256SUMS"}
    assert content["manual.html"] == manual_pages.page(Unit()).encode()
    assert content["manual.pdf"].startswith(b"%PDF") and content["manual.pdf"].count(b"/Type /Page\n") > 10
    made = [page for _, page in uf2.blocks(content["slamomatic.uf2"])]
    assert sum(map(len, made)) > 300_000
    assert fab.timeless(content["manual.pdf"]) == content["manual.pdf"]


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("Windows", ("winget install KiCad.KiCad", "winget install OpenSCAD.OpenSCAD")),
        ("Darwin", ("brew install --cask kicad", "brew install --cask openscad")),
        ("Linux", ("KiCad 9", "openscad")),
    ],
)
def test_what_is_missing_is_said_for_each_system(
    system: str, words: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = release.missing()
    assert len(found) == 2
    assert all(word in line for word, line in zip(words, found, strict=True))


def program(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho {says}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_an_old_kicad_is_not_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin" / "kicad-cli", "6.0.11")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert "KiCad 6.0.11 is too old" in release.missing()[0]


@pytest.mark.parametrize(
    ("system", "cli", "libraries"),
    [
        ("Windows", "9.0/bin/kicad-cli.exe", "9.0/share/kicad"),
        ("Darwin", "KiCad.app/Contents/MacOS/kicad-cli", "KiCad.app/Contents/SharedSupport"),
    ],
)
def test_kicad_is_found_where_an_installer_leaves_it(
    system: str, cli: str, libraries: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / cli, "9.0.8")
    (tmp_path / libraries).mkdir(parents=True)
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setitem(kicad._INSTALLED, system, (str(tmp_path), kicad._INSTALLED[system][1]))
    monkeypatch.setenv("PATH", str(tmp_path))
    kicad.share.cache_clear()
    try:
        assert kicad.program() == tmp_path / cli
        assert kicad.share() == tmp_path / libraries
    finally:
        kicad.share.cache_clear()


def test_nothing_is_missing_where_all_is_installed() -> None:
    needs.program("kicad-cli", "kicad")
    needs.program("openscad")
    assert release.missing() == []


def test_no_tool_knows_kicads_folder_by_heart() -> None:
    for path in (HARDWARE / "tools").glob("*.py"):
        assert "/usr/share/kicad" not in path.read_text(encoding="utf-8"), path.name


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_the_board_house_finds_a_number_and_a_place_for_each_part() -> None:
    board = copper.read(SMD.board)
    parts, places = table(fab.house_parts(SMD, board)), table(fab.positions(board))
    named = [ref for row in parts for ref in row["Designator"].split(",")]
    assert sorted(named) == sorted(row["Designator"] for row in places)
    assert len(named) == len(set(named)) == 47
    assert [row["Comment"] for row in parts if not row["LCSC Part #"].startswith("C")] == []
    left, top = board.origin
    for row in places:
        x, y = (float(row[column].removesuffix("mm")) for column in ("Mid X", "Mid Y"))
        assert 0 < x - left < board.width and 0 < -y - top < board.height, row["Designator"]


def test_positions_are_the_middle_of_the_pads() -> None:
    board = copper.read(SMD.board)
    of = {row["Designator"]: row for row in table(fab.positions(board))}
    one, two = board.pads_of("F1")
    assert float(of["F1"]["Mid X"].removesuffix("mm")) == pytest.approx((one.x + two.x) / 2 + board.origin[0])
    assert float(of["F1"]["Mid Y"].removesuffix("mm")) == pytest.approx(
        -(one.y + two.y) / 2 - board.origin[1]
    )
    assert of["U2"]["Rotation"] == "270" and of["R1"]["Rotation"] == "0"


def test_what_is_soldered_by_hand_is_not_for_the_machine() -> None:
    named = fab.house_parts(SMD, copper.read(SMD.board)).decode()
    assert not any(ref in named for ref in ("J1", "A1", "TP1", "H1"))
    assert fab.house_parts(THROUGH_HOLE, copper.read(THROUGH_HOLE.board)).count(b"\n") == 1


def test_the_files_to_order_are_of_today_and_a_stale_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.program("kicad-cli", "kicad")
    fresh = ready.files(tmp_path / "work")
    monkeypatch.setattr(ready, "files", lambda work: fresh)
    assert ready.stale(tmp_path) == [], "run `python3 hardware files`"
    folder = tmp_path / "ready"
    shutil.copytree(ready.FOLDER, folder)
    assert ready.stale(tmp_path, folder) == []
    gerbers = ready.unpacked((folder / "gerbers-board.zip").read_bytes())
    gerbers["slamomatic-F_Cu.gtl"] += b"G04 changed*\n"
    (folder / "gerbers-board.zip").write_bytes(pack.packed(gerbers))
    (folder / "house-parts-smd.csv").unlink()
    assert ready.stale(tmp_path, folder) == ["gerbers-board.zip", "house-parts-smd.csv"]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_committed_board_is_what_its_description_says(variant: Variant) -> None:
    """Places and words; KiCad compares the nets with the sheet, and checks the tracks."""
    board, wanted = copper.read(variant.board), placement.places(variant)
    assert set(board.places) == set(wanted)
    for ref, (x, y, turn) in wanted.items():
        assert board.places[ref] == pytest.approx((x, y), abs=0.001), ref
        assert board.turns[ref] % 360 == turn % 360, ref
    for text, x, y, *_ in placement.silk(variant):
        assert any(
            words.text == text and (words.x, words.y) == pytest.approx((x, y), abs=0.01)
            for words in board.words
        ), text


def test_each_row_of_the_electronics_says_where_it_was_looked_up() -> None:
    for row in checks.bom_rows():
        if row["reference"].startswith("M") and row["build"] == "both" and not row.get("sources"):
            continue  # the enclosure's rows
        assert row.get("sources"), row["reference"]
        looked_up = "http" in row["sources"] or row["sources"].startswith("as ")
        assert looked_up or row["sources"] == "not checked", row["reference"]
        assert not row.get("lcsc") or looked_up, row["reference"]
