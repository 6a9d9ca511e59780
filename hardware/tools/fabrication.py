"""Files for the board maker and for soldering: gerbers, drills, placement page, renders; KiCad's checks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hardware.tools import models
from hardware.tools.facts import OUT
from hardware.tools.kicad import MODELS, cli, environment, python
from hardware.tools.parts import THROUGH_HOLE, Variant

IBOM = "InteractiveHtmlBom>=2.9"
COPPER_AND_CO = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"


def folder_of(what: str, variant: Variant) -> Path:
    """hardware/out/gerbers for the board that is soldered at home, hardware/out/gerbers-smd for the other."""
    folder = OUT / (what if variant is THROUGH_HOLE else f"{what}-{variant.build}")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def gerbers(variant: Variant, folder: Path | None = None) -> Path:
    folder = folder or folder_of("gerbers", variant)
    folder.mkdir(parents=True, exist_ok=True)
    cli("pcb", "export", "gerbers", "--layers", layers_of(variant), "-o", f"{folder}/", variant.board)
    cli("pcb", "export", "drill", "--format", "excellon", "-o", f"{folder}/", variant.board)
    return folder


def layers_of(variant: Variant) -> str:
    return f"{COPPER_AND_CO},F.Paste" if variant.arrays else COPPER_AND_CO


def placement_page(variant: Variant, folder: Path | None = None) -> Path:
    """InteractiveHtmlBom, without its wxPython: the Python that has pcbnew has that too."""
    tools = OUT / "tools"
    if not (tools / "InteractiveHtmlBom").exists():
        fetched = subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tools), IBOM],
            capture_output=True,
            check=False,
        )
        if fetched.returncode != 0:
            raise RuntimeError(f"{IBOM} could not be fetched from PyPI: connect once and run it again.")
    folder = folder or folder_of("placement", variant)
    folder.mkdir(parents=True, exist_ok=True)
    board = str(variant.board)
    subprocess.run(
        [python(), "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser",
         "--dest-dir", str(folder), "--name-format", "placement", "--include-tracks", "--dark-mode",
         "--show-fields", "Value,Build", "--group-fields", "Value,Build", "--extra-data-file", board, board],
        env={**environment(), "PYTHONPATH": str(tools), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
        check=True,
        capture_output=True,
    )  # fmt: skip
    return folder / "placement.html"


def render(target: Path, variant: Variant, side: str = "top", size: int = 1400) -> Path:
    """The populated board."""
    target.parent.mkdir(parents=True, exist_ok=True)
    models.write(MODELS)
    # The stock footprints name STEP models; ours are VRML, which needs no CAD kernel.
    dressed = target.with_suffix(".kicad_pcb")
    dressed.write_text(variant.board.read_text("utf-8").replace('.step"', '.wrl"'), encoding="utf-8")
    try:
        cli("pcb", "render", "-o", target, "--side", side, "--width", str(size), "--height", str(size),
            "--zoom", "0.9", "--background", "opaque", dressed)  # fmt: skip
    finally:
        for suffix in (".kicad_pcb", ".kicad_prl", ".kicad_pro"):
            target.with_suffix(suffix).unlink(missing_ok=True)
    return target


def schematic_svg(target: Path, variant: Variant = THROUGH_HOLE) -> Path:
    folder = OUT / "schematic"
    folder.mkdir(parents=True, exist_ok=True)
    cli("sch", "export", "svg", "-o", folder, variant.schematic)
    drawn = (folder / f"{variant.name}.svg").read_text(encoding="utf-8")
    # Without the date, the same sheet is the same file.
    target.write_text(
        re.sub(r"<title>.*?</title>", f"<title>{variant.name}</title>", drawn), encoding="utf-8"
    )
    return target


def electrical_rules(schematic: Path = THROUGH_HOLE.schematic, report: Path = OUT / "erc.txt") -> list[str]:
    """ERC at every severity; its violations, one line each."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("sch", "erc", "--severity-all", "-o", report, schematic)
    return _violations(report)


def design_rules(board: Path = THROUGH_HOLE.board, report: Path = OUT / "drc.txt") -> list[str]:
    """DRC with schematic parity at every severity."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("pcb", "drc", "--severity-all", "--schematic-parity", "-o", report, board)
    return _violations(report)


def _violations(report: Path) -> list[str]:
    lines = report.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("[")]
