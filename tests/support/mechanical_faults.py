"""Faults put into the kit's mechanics, each in a copy of the files."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from hardware.tools import kit
from hardware.tools.facts import HARDWARE, ROOT
from hardware.tools.unit import Unit

LIST = ROOT / "tests" / "hardware" / "mechanical_faults.yml"
FOUND = HARDWARE / "faults-mechanics.csv"
FAULTS: list[dict[str, Any]] = yaml.safe_load(LIST.read_text(encoding="utf-8"))["faults"]


def copy_of(folder: Path) -> Unit:
    today = Unit()
    shutil.copytree(today.folder, folder / "mechanics")
    for path in (today.manual, today.bom):
        shutil.copy(path, folder / path.name)
    return Unit(folder / "mechanics", manual=folder / today.manual.name, bom=folder / today.bom.name)


def put_in(fault: dict[str, Any], folder: Path) -> None:
    """Change one place of one file; a fault that no longer finds its place is an error of the list."""
    path = folder / "mechanics" / fault["in"]
    path = path if path.exists() else folder / fault["in"]
    text = path.read_text(encoding="utf-8")
    if "swap" in fault:
        manual = yaml.safe_load(text)
        one, other = (
            next(n for n, s in enumerate(manual["steps"]) if s["title"] == title) for title in fault["swap"]
        )
        manual["steps"][one], manual["steps"][other] = manual["steps"][other], manual["steps"][one]
        path.write_text(yaml.safe_dump(manual), encoding="utf-8")
        return
    assert text.count(fault["find"]) == 1, f"{fault['find']} stands {text.count(fault['find'])} times"
    path.write_text(text.replace(fault["find"], fault["put"]), encoding="utf-8")


def caught(fault: dict[str, Any], unit: Unit) -> list[str]:
    """What its checks say; where the model's own asserts refuse the measure, that."""
    try:
        return kit.complaints(unit, fault["checks"])
    except RuntimeError as refused:
        return [f"refused: {refused}"]
