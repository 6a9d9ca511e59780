"""The netlist that KiCad makes of the sheet, and questions to it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from hardware.tools.facts import OUT, SCHEMATIC
from hardware.tools.kicad import cli


@dataclass(frozen=True)
class Netlist:
    """Parts by reference: value, footprint, build. Nets by name, without the slash: (reference, pin)."""

    parts: dict[str, tuple[str, str, str]]
    nets: dict[str, frozenset[tuple[str, str]]]

    def net_of(self, ref: str, pin: str) -> str | None:
        return next((name for name, nodes in self.nets.items() if (ref, pin) in nodes), None)

    def between(self, first: str, second: str) -> list[str]:
        """References of the two-legged parts that join two nets."""
        refs = {ref for ref, _ in self.nets.get(first, frozenset())}
        others = {ref for ref, _ in self.nets.get(second, frozenset())}
        return sorted(ref for ref in refs & others if ref[0] in "RCD")


def read(path: Path) -> Netlist:
    """Read a netlist that KiCad has written as XML: parts by their names, and nets by theirs."""
    root = ET.parse(path).getroot()
    parts = {}
    for comp in root.iterfind("components/comp"):
        fields = {item.get("name"): item.text or "" for item in comp.iterfind("fields/field")}
        parts[comp.get("ref", "")] = (
            comp.findtext("value", ""),
            comp.findtext("footprint", ""),
            fields.get("Build", ""),
        )
    nets = {
        net.get("name", "").removeprefix("/"): frozenset(
            (node.get("ref", ""), node.get("pin", "")) for node in net.iterfind("node")
        )
        for net in root.iterfind("nets/net")
    }
    return Netlist(parts, nets)


def of(schematic: Path = SCHEMATIC, work: Path = OUT) -> Netlist:
    work.mkdir(parents=True, exist_ok=True)
    path = work / f"{schematic.stem}-netlist.xml"
    cli("sch", "export", "netlist", "--format", "kicadxml", "-o", path, schematic)
    return read(path)
