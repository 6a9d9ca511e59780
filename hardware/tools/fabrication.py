"""For the board maker and whoever solders: gerbers, drill files, placement page, renders; KiCad's checks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hardware.tools.facts import BOARD, OUT, SCHEMATIC
from hardware.tools.kicad import cli, environment

IBOM = "InteractiveHtmlBom>=2.9"
DEBIAN_PYTHON = "/usr/bin/python3"  # it has KiCad's pcbnew
COPPER_AND_CO = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,Edge.Cuts"


def gerbers(folder: Path = OUT / "gerbers") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    cli("pcb", "export", "gerbers", "--layers", COPPER_AND_CO, "-o", f"{folder}/", BOARD)
    cli("pcb", "export", "drill", "--format", "excellon", "-o", f"{folder}/", BOARD)
    return folder


def placement_page(folder: Path = OUT / "placement") -> Path:
    """InteractiveHtmlBom, without its wxPython: Debian's Python brings that along with KiCad."""
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
        [DEBIAN_PYTHON, "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser",
         "--dest-dir", str(folder), "--name-format", "placement", "--include-tracks", "--dark-mode",
         "--show-fields", "Value,Build", "--group-fields", "Value,Build", "--extra-data-file", str(BOARD),
         str(BOARD)],
        env={**environment(), "PYTHONPATH": str(tools), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
        check=True,
        capture_output=True,
    )  # fmt: skip
    return folder / "placement.html"


def render(target: Path, side: str = "top") -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    cli("pcb", "render", "-o", target, "--side", side, "--width", "1400", "--height", "980", "--zoom", "1.15",
        "--background", "opaque", BOARD)  # fmt: skip
    return target


def schematic_svg(target: Path) -> Path:
    folder = OUT / "schematic"
    folder.mkdir(parents=True, exist_ok=True)
    cli("sch", "export", "svg", "-o", folder, SCHEMATIC)
    drawn = (folder / "slamomatic.svg").read_text(encoding="utf-8")
    # Without the date, the same sheet is the same file.
    target.write_text(re.sub(r"<title>.*?</title>", "<title>slamomatic</title>", drawn), encoding="utf-8")
    return target


def electrical_rules(schematic: Path = SCHEMATIC, report: Path = OUT / "erc.txt") -> list[str]:
    """ERC at every severity; its violations, one line each."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("sch", "erc", "--severity-all", "-o", report, schematic)
    return _violations(report)


def design_rules(board: Path = BOARD, report: Path = OUT / "drc.txt") -> list[str]:
    """DRC with schematic parity at every severity."""
    report.parent.mkdir(parents=True, exist_ok=True)
    cli("pcb", "drc", "--severity-all", "--schematic-parity", "-o", report, board)
    return _violations(report)


def _violations(report: Path) -> list[str]:
    lines = report.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("[")]
