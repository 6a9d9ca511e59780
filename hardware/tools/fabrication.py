"""What KiCad makes of the carrier's files: rules, gerbers and drills, placement page, pictures."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hardware.tools.facts import BOARD, OUT, SCHEMATIC
from hardware.tools.kicad import cli, environment, python

IBOM = "InteractiveHtmlBom>=2.9"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts,F.Paste"


def gerbers(folder: Path = OUT / "gerbers", board: Path = BOARD) -> Path:
    """Write gerber and drill files."""
    folder.mkdir(parents=True, exist_ok=True)
    cli("pcb", "export", "gerbers", "--layers", LAYERS, "-o", f"{folder}/", board)
    cli("pcb", "export", "drill", "--format", "excellon", "-o", f"{folder}/", board)
    return folder


def placement_page(folder: Path = OUT / "placement") -> Path:
    """Write InteractiveHtmlBom's page, without its wxPython: the Python that has pcbnew has that too."""
    tools = OUT / "tools"
    if not (tools / "InteractiveHtmlBom").exists():
        fetched = subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(tools), IBOM],
            capture_output=True,
            check=False,
        )
        if fetched.returncode != 0:
            raise RuntimeError(f"{IBOM} could not be fetched from PyPI: connect once and run it again.")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [python(), "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser",
         "--dest-dir", str(folder), "--name-format", "placement", "--include-tracks", "--dark-mode",
         "--show-fields", "Value,Build", "--group-fields", "Value,Build",
         "--extra-data-file", str(BOARD), str(BOARD)],
        env={**environment(), "PYTHONPATH": str(tools), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
        check=True,
        capture_output=True,
    )  # fmt: skip
    return folder / "placement.html"


def schematic_svg(target: Path) -> Path:
    """Write the sheet as a picture; without its date the same sheet is the same file."""
    folder = OUT / "schematic"
    folder.mkdir(parents=True, exist_ok=True)
    cli("sch", "export", "svg", "-o", folder, SCHEMATIC)
    drawn = (folder / "carrier.svg").read_text(encoding="utf-8")
    target.write_text(re.sub(r"<title>.*?</title>", "<title>carrier</title>", drawn), encoding="utf-8")
    return target


def board_svg(target: Path) -> Path:
    """Write the board from above: outline, pads, words."""
    OUT.mkdir(parents=True, exist_ok=True)
    made = OUT / "board.svg"
    cli("pcb", "export", "svg", "--layers", "F.Mask,F.Silkscreen,F.Courtyard,Edge.Cuts",
        "--mode-single", "--black-and-white", "--page-size-mode", "2",
        "--exclude-drawing-sheet", "-o", made, BOARD)  # fmt: skip
    text = re.sub(r"<title>.*?</title>", "<title>carrier</title>", made.read_text(encoding="utf-8"))
    target.write_text(re.sub(r"<desc>.*?</desc>", "", text, flags=re.DOTALL), encoding="utf-8")
    return target


def electrical_rules(schematic: Path = SCHEMATIC, report: Path = OUT / "erc.txt") -> list[str]:
    """Return what KiCad's ERC finds, at every severity."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("sch", "erc", "--severity-all", "-o", report, schematic)
    return _violations(report)


def design_rules(board: Path = BOARD, report: Path = OUT / "drc.txt") -> list[str]:
    """Return what KiCad's DRC finds, with the sheet compared, at every severity."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("pcb", "drc", "--severity-all", "--schematic-parity", "-o", report, board)
    return _violations(report)


def _violations(report: Path) -> list[str]:
    lines = report.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("[")]
