"""`python3 hardware` makes everything, into a folder that git ignores; committed pictures are up to date."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hardware.tools import mechanics, pictures, schematic
from hardware.tools.facts import HARDWARE, OUT, PICTURES, ROOT
from hardware.tools.parts import VARIANTS
from PIL import Image, ImageDraw

import needs
from hardware import __main__ as command

pytestmark = pytest.mark.hardware


@pytest.mark.long
def test_one_command_makes_everything_and_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    for program, package in (
        ("kicad-cli", "kicad"), ("openscad", ""), ("ngspice", ""), ("dot", "graphviz"), ("xvfb-run", "xvfb"),
    ):  # fmt: skip
        needs.program(program, package)
    for made in ("gerbers", "placement", "stl", "laser", "pictures", "renders", "manual"):
        shutil.rmtree(OUT / made, ignore_errors=True)
    before = {name: (PICTURES / name).read_bytes() for name in pictures.MADE}
    done = subprocess.run(
        [sys.executable, str(HARDWARE)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]

    needed = {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gbo", ".gm1", ".drl"}
    assert needed <= {path.suffix for path in (OUT / "gerbers").iterdir()}
    assert needed | {".gtp"} <= {path.suffix for path in (OUT / "gerbers-smd").iterdir()}
    drill = (OUT / "gerbers" / "slamomatic.drl").read_text(encoding="utf-8")
    assert len(re.findall(r"^X", drill, re.MULTILINE)) > 190, "every leg of every part has its hole"
    page = (OUT / "placement" / "placement.html").read_text(encoding="utf-8")
    assert len(page) > 100_000 and "pcbdata" in page
    assert {path.stem for path in (OUT / "stl").glob("*.stl")} == set(mechanics.PRINTED)
    for kind in ("svg", "dxf"):
        assert {path.stem for path in (OUT / "laser").glob(f"*.{kind}")} == set(mechanics.CUT)
    names = {f"{variant.name}-bottom.png" for variant in VARIANTS}
    assert {path.name for path in (OUT / "renders").iterdir()} == names
    assert {path.name for path in (OUT / "manual").iterdir()} >= {"manual.html"}

    assert [reason for name in pictures.MADE
            if (reason := pictures.stale(name, OUT / "pictures" / name, PICTURES / name))] == []  # fmt: skip
    assert before == {name: (PICTURES / name).read_bytes() for name in pictures.MADE}, (
        "it changes nothing here"
    )


@pytest.mark.parametrize("name", ["schematic.svg", "wiring.svg"])
def test_the_drawings_are_up_to_date(name: str, tmp_path: Path) -> None:
    """The renders of the boards are compared in the long command, where everything is made."""
    needs.program("kicad-cli", "kicad")
    needs.program("dot", "graphviz")
    assert pictures.stale(name, pictures.MADE[name](tmp_path / name), PICTURES / name) == ""


def test_a_word_makes_one_part() -> None:
    done = subprocess.run([sys.executable, str(HARDWARE), "bom"], capture_output=True, text=True, check=True)
    assert "point-to-point: 39.07 EUR required" in done.stdout


def test_files_draws_the_boards_with_a_program_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing itself takes too long here; test_release.py holds the boards against their description."""
    needs.program("kicad-cli", "kicad")
    real, drawn = subprocess.run, []

    def run(words: list[str], **more: Any) -> Any:
        if not words[-1].endswith("board.py"):
            return real(words, **more)
        drawn.append(words)
        return subprocess.CompletedProcess(words, 1, "", "stopped here")

    monkeypatch.setattr(schematic, "write", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(RuntimeError, match="stopped here"):
        command.files()
    assert [Path(word).is_file() for word in drawn[0]] == [True, True]


def test_git_ignores_what_is_made() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    for name in ("gerbers/slamomatic.drl", "stl/base.stl", "placement/placement.html"):
        found = subprocess.run(["git", "check-ignore", "-q", f"hardware/out/{name}"], cwd=ROOT, check=False)
        assert found.returncode == 0, name
    committed = subprocess.run(["git", "check-ignore", "-q", "hardware/bom.csv"], cwd=ROOT, check=False)
    assert committed.returncode == 1


def test_a_stale_picture_is_found(tmp_path: Path) -> None:
    for name in ("schematic.svg", "wiring.svg"):
        changed = tmp_path / name
        source = (PICTURES / name).read_text(encoding="utf-8")
        assert source.count("RED") + source.count("red slap") > 0
        changed.write_text(source.replace("RED", "RUST").replace("red slap", "rust slap"), encoding="utf-8")
        assert pictures.stale(name, changed, PICTURES / name)
        assert pictures.stale(name, PICTURES / name, PICTURES / name) == ""
    with Image.open(PICTURES / "board.png") as picture:
        changed_picture = picture.convert("RGB")
    ImageDraw.Draw(changed_picture).rectangle((450, 400, 750, 700), fill=(255, 255, 255))
    changed_picture.save(tmp_path / "board.png")
    assert pictures.stale("board.png", tmp_path / "board.png", PICTURES / "board.png")
    assert pictures.stale("board.png", PICTURES / "board.png", tmp_path / "missing.png")


def test_an_unknown_word_is_explained() -> None:
    done = subprocess.run(
        [sys.executable, str(HARDWARE), "nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "gerbers" in done.stdout


def test_a_missing_tool_is_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HARDWARE), "gerbers"],
        env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "kicad-cli is not installed" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
