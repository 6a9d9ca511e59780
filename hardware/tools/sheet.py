"""Drawing on a KiCad sheet: symbols, wires, labels, text; each pin's place follows from its library."""

from __future__ import annotations

import itertools
import math

from hardware.tools.facts import DATE, ELECTRONICS, REVISION
from hardware.tools.kicad import share
from hardware.tools.sexpr import Node, Text, child, children, dump, parse, steady_uuid

OWN_LIBRARY = "slamomatic"
FONT: Node = ["effects", ["font", ["size", 1.27, 1.27]]]


def _font(size: float = 1.27, justify: str = "", hide: bool = False, bold: bool = False) -> Node:
    font: Node = ["font", ["size", size, size]]
    if bold:
        font.append(["bold", "yes"])
    effects: Node = ["effects", font]
    if justify:
        effects.append(["justify", *justify.split()])
    if hide:
        effects.append(["hide", "yes"])
    return effects


class Library:
    """Symbols by `Library:Name`; derived ones are filled in from what they extend, as a sheet stores them."""

    def __init__(self) -> None:
        self.used: dict[str, Node] = {}

    def _raw(self, lib: str, name: str) -> Node:
        """One symbol of a library: cut out by its indent, since whole libraries take seconds to parse."""
        folder = ELECTRONICS if lib == OWN_LIBRARY else share() / "symbols"
        source = (folder / f"{lib}.kicad_sym").read_text(encoding="utf-8")
        start = source.index(f'\n\t(symbol "{name}"')
        return parse(source[start : source.index("\n\t)", start) + 3])

    def get(self, lib_id: str) -> Node:
        if lib_id in self.used:
            return self.used[lib_id]
        lib, name = lib_id.split(":")
        node = self._raw(lib, name)
        if children(node, "extends"):
            parent = child(node, "extends")[1]
            own = {item[1]: item for item in children(node, "property")}
            base = self._raw(lib, parent)
            merged: Node = ["symbol", Text(name)]
            for item in base[2:]:
                if item[0] == "property":
                    merged.append(own.pop(item[1], item))
                elif item[0] == "symbol":
                    merged.append(["symbol", Text(item[1].replace(parent, name, 1)), *item[2:]])
                else:
                    merged.append(item)
            node = merged
        self.used[lib_id] = ["symbol", Text(lib_id), *node[2:]]
        return self.used[lib_id]

    def pins(self, lib_id: str, unit: int) -> dict[str, tuple[float, float, str]]:
        """Pin number -> x, y (y upwards) and name, for one unit and what all units share."""
        found: dict[str, tuple[float, float, str]] = {}
        for part in children(self.get(lib_id), "symbol"):
            part_unit = int(part[1].rsplit("_", 2)[1])
            if part_unit not in (0, unit):
                continue
            for pin in children(part, "pin"):
                at = child(pin, "at")
                found[child(pin, "number")[1]] = (float(at[1]), float(at[2]), child(pin, "name")[1])
        return found


class Sheet:
    """One schematic page. Coordinates in mm, y downwards, on the 1.27 mm grid."""

    def __init__(self, project: str, title: str, paper: str, comments: list[str]) -> None:
        self.library = Library()
        self.items: list[Node] = []
        self.project = project
        self.root = steady_uuid("sheet")
        self._count = 0
        self._units: dict[str, int] = {}
        self._title: Node = [
            "title_block",
            ["title", Text(title)],
            ["rev", Text(REVISION)],
            ["date", Text(DATE)],
            ["company", Text("slam-o-matic, CERN-OHL-P-2.0")],
            *[["comment", i + 1, Text(line)] for i, line in enumerate(comments)],
        ]
        self._paper = paper

    def _uuid(self, what: str) -> Node:
        self._count += 1
        return ["uuid", steady_uuid(f"{what}{self._count}")]

    def place(
        self,
        lib_id: str,
        ref: str,
        value: str,
        x: float,
        y: float,
        *,
        angle: int = 0,
        unit: int = 1,
        footprint: str = "",
        fields: dict[str, str] | None = None,
        ref_at: tuple[float, float, str] | None = None,
        value_at: tuple[float, float, str] | None = None,
        on_board: bool = True,
        in_bom: bool = True,
    ) -> dict[str, tuple[float, float]]:
        """Put a symbol down; gives back where each pin ended up, by number and by name."""
        power = lib_id.startswith("power:")
        self.library.get(lib_id)
        ref_dx, ref_dy, ref_just = ref_at or (2.54, -1.27, "left")
        val_dx, val_dy, val_just = value_at or (2.54, 1.27, "left")
        # Text turns with its symbol: undo that, so that it always reads from left to right.
        text_angle = 90 if angle in (90, 270) else 0
        properties: list[Node] = [
            ["property", Text("Reference"), Text(ref), ["at", x + ref_dx, y + ref_dy, text_angle],
             _font(justify=ref_just, hide=power)],
            ["property", Text("Value"), Text(value), ["at", x + val_dx, y + val_dy, text_angle],
             _font(justify=val_just)],
            ["property", Text("Footprint"), Text(footprint), ["at", x, y, 0], _font(hide=True)],
            ["property", Text("Datasheet"), Text("~"), ["at", x, y, 0], _font(hide=True)],
            ["property", Text("Description"), Text(""), ["at", x, y, 0], _font(hide=True)],
        ]  # fmt: skip
        for name, text in (fields or {}).items():
            properties.append(["property", Text(name), Text(text), ["at", x, y, 0], _font(hide=True)])
        pins = self.library.pins(lib_id, unit)
        key = f"{ref}/{unit}"
        self.items.append(
            [
                "symbol",
                ["lib_id", Text(lib_id)],
                ["at", x, y, angle],
                ["unit", unit],
                ["exclude_from_sim", "no"],
                ["in_bom", "no" if power or not in_bom else "yes"],
                ["on_board", "yes" if on_board else "no"],
                ["dnp", "no"],
                ["uuid", steady_uuid(f"symbol {key}")],
                *properties,
                *[["pin", Text(number), ["uuid", steady_uuid(f"pin {key} {number}")]] for number in pins],
                [
                    "instances",
                    [
                        "project",
                        Text(self.project),
                        ["path", Text(f"/{self.root}"), ["reference", Text(ref)], ["unit", unit]],
                    ],
                ],
            ]
        )
        turn = math.radians(angle)
        ends: dict[str, tuple[float, float]] = {}
        for number, (px, py, name) in pins.items():
            rx = px * math.cos(turn) - py * math.sin(turn)
            ry = px * math.sin(turn) + py * math.cos(turn)
            ends[number] = ends[name] = (round(x + rx, 4), round(y - ry, 4))
        return ends

    def power(self, name: str, x: float, y: float, angle: int = 0) -> None:
        self._units[name] = self._units.get(name, 0) + 1
        ref = f"#{'FLG' if name == 'PWR_FLAG' else 'PWR'}{sum(self._units.values()):03d}"
        at = {
            ("GND", 0): (0.0, 3.81, ""),
            ("GND", 180): (0.0, -3.81, ""),
            ("GND", 270): (-3.048, 0.0, "right"),
        }.get((name, angle), (0.0, -3.556, ""))
        self.place(f"power:{name}", ref, name, x, y, angle=angle, ref_at=at, value_at=at)

    def wire(self, *points: tuple[float, float]) -> None:
        for start, end in itertools.pairwise(points):
            self.items.append(
                ["wire", ["pts", ["xy", *start], ["xy", *end]], ["stroke", ["width", 0], ["type", "default"]],
                 self._uuid("wire")]
            )  # fmt: skip

    def junction(self, x: float, y: float) -> None:
        self.items.append(
            ["junction", ["at", x, y], ["diameter", 0], ["color", 0, 0, 0, 0], self._uuid("dot")]
        )

    def label(self, text: str, x: float, y: float, angle: int = 0) -> None:
        justify = "right bottom" if angle in (180, 270) else "left bottom"
        self.items.append(
            ["label", Text(text), ["at", x, y, angle], _font(justify=justify), self._uuid("label")]
        )

    def no_connect(self, x: float, y: float) -> None:
        self.items.append(["no_connect", ["at", x, y], self._uuid("nc")])

    def text(self, words: str, x: float, y: float, size: float = 1.27, bold: bool = False) -> None:
        self.items.append(
            ["text", Text(words), ["exclude_from_sim", "no"], ["at", x, y, 0],
             _font(size, "left top", bold=bold), self._uuid("text")]
        )  # fmt: skip

    def frame(self, x: float, y: float, width: float, height: float, dashed: bool = False) -> None:
        self.items.append(
            ["rectangle", ["start", x, y], ["end", x + width, y + height],
             ["stroke", ["width", 0.2], ["type", "dash" if dashed else "default"],
              ["color", 120, 120, 120, 1]], ["fill", ["type", "none"]], self._uuid("frame")]
        )  # fmt: skip

    def source(self) -> str:
        """The .kicad_sch file."""
        return (
            dump(
                [
                    "kicad_sch",
                    ["version", 20250114],
                    ["generator", Text("eeschema")],
                    ["generator_version", Text("9.0")],
                    ["uuid", self.root],
                    ["paper", Text(self._paper)],
                    self._title,
                    ["lib_symbols", *[self.library.used[key] for key in sorted(self.library.used)]],
                    *self.items,
                    ["sheet_instances", ["path", Text("/"), ["page", Text("1")]]],
                    ["embedded_fonts", "no"],
                ]
            )
            + "\n"
        )
