"""Faults put into sheets, boards, wiring and parts list on purpose, each with the check that must find it.

`python3 hardware/tools/electronic_faults.py` writes the list with what each check said.
"""

from __future__ import annotations

import copy
import csv
import pickle
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import yaml  # type: ignore[import-untyped]

from hardware.tools import board_checks, checks, copper, fabrication, facts, netlist, placement, spice, wiring
from hardware.tools.checks import Row
from hardware.tools.netlist import Netlist
from hardware.tools.parts import SMD, TEST_POINTS, THROUGH_HOLE, Variant
from hardware.tools.sexpr import Node, child, children, dump, parse

LIST = facts.HARDWARE / "faults-electronics.csv"
GUIDE = facts.HARDWARE / "guide" / "wiring.md"
Legs = tuple[str, str]


@dataclass
class Bench:
    """What can be broken; each question gives a fresh copy."""

    variant: Variant = THROUGH_HOLE

    @cached_property
    def _sheet(self) -> Netlist:
        return netlist.of(self.variant.schematic)

    @cached_property
    def _board(self) -> bytes:
        """The board's tree, pickled: much faster to copy than to parse."""
        return pickle.dumps(parse(self.variant.board.read_text(encoding="utf-8")))

    def sheet(self) -> Netlist:
        return Netlist(dict(self._sheet.parts), dict(self._sheet.nets))

    def tree(self) -> Node:
        tree: Node = pickle.loads(self._board)
        return tree

    def rows(self) -> list[Row]:
        return copy.deepcopy(checks.bom_rows())

    def pins(self) -> dict[str, Any]:
        return copy.deepcopy(facts.pins())

    def harness(self) -> dict[str, Any]:
        loaded = yaml.safe_load(wiring.SOURCE.read_text(encoding="utf-8"))
        assert isinstance(loaded, dict)
        return loaded


@dataclass(frozen=True)
class Fault:
    """What is wrong, which check is to find it, and how both are done."""

    what: str
    check: str
    find: Callable[[Bench], list[str]]
    variant: Variant = THROUGH_HOLE


# ---- how a sheet is broken


def renamed(sheet: Netlist, names: dict[str, str]) -> Netlist:
    return Netlist(sheet.parts, {names.get(net, net): nodes for net, nodes in sheet.nets.items()})


def swapped(sheet: Netlist, one: Legs, other: Legs) -> Netlist:
    """Two legs change places."""
    legs = {one: other, other: one}
    return Netlist(
        sheet.parts, {net: frozenset(legs.get(n, n) for n in nodes) for net, nodes in sheet.nets.items()}
    )


def relaid(sheet: Netlist, leg: Legs, net: str) -> Netlist:
    """One leg on another net."""
    nets = {name: frozenset(n for n in nodes if n != leg) for name, nodes in sheet.nets.items()}
    return Netlist(sheet.parts, {**nets, net: nets.get(net, frozenset()) | {leg}})


def without(sheet: Netlist, ref: str) -> Netlist:
    return Netlist(
        {name: part for name, part in sheet.parts.items() if name != ref},
        {net: frozenset(node for node in nodes if node[0] != ref) for net, nodes in sheet.nets.items()},
    )


def valued(sheet: Netlist, ref: str, value: str) -> Netlist:
    return Netlist({**sheet.parts, ref: (value, *sheet.parts[ref][1:])}, sheet.nets)


# ---- how a board is broken


def part(tree: Node, ref: str) -> Node:
    return next(
        found
        for found in children(tree, "footprint")
        if any(p[1] == "Reference" and p[2] == ref for p in children(found, "property"))
    )


def moved(tree: Node, ref: str, dx: float, dy: float = 0.0) -> None:
    at = child(part(tree, ref), "at")
    at[1], at[2] = str(float(at[1]) + dx), str(float(at[2]) + dy)


def pad_of(tree: Node, ref: str, number: str) -> Node:
    return next(pad for pad in children(part(tree, ref), "pad") if pad[1] == number)


def spread(tree: Node, ref: str, number: str, mm: float) -> None:
    at = child(pad_of(tree, ref, number), "at")
    at[1] = str(float(at[1]) + mm)


def drilled(tree: Node, ref: str, mm: float) -> None:
    for pad in children(part(tree, ref), "pad"):
        child(pad, "drill")[1] = str(mm)


def no_planes(tree: Node, *layers: str) -> None:
    for zone in children(tree, "zone"):
        if children(zone, "layer") and child(zone, "layer")[1] in layers:
            tree.remove(zone)


def unfilled(tree: Node) -> None:
    for zone in children(tree, "zone"):
        for fill in children(zone, "filled_polygon"):
            zone.remove(fill)


def thin(tree: Node, net: str, mm: float) -> None:
    number = next(n[1] for n in children(tree, "net") if n[2].removeprefix("/") == net)
    child(next(t for t in children(tree, "segment") if child(t, "net")[1] == number), "width")[1] = str(mm)


def via_in_pad(tree: Node, ref: str) -> None:
    at, via = child(part(tree, ref), "at"), children(tree, "via")[0]
    dx, dy = (float(v) for v in child(pad_of(tree, ref, "1"), "at")[1:3])
    child(via, "at")[1:3] = [str(float(at[1]) + dx), str(float(at[2]) + dy)]


def unlabelled(tree: Node, word: str) -> None:
    tree.remove(next(text for text in children(tree, "gr_text") if text[1] == word))


def stretched(tree: Node, factor: float) -> None:
    for line in children(tree, "gr_line"):
        if child(line, "layer")[1] == "Edge.Cuts":
            for end in ("start", "end"):
                child(line, end)[1] = str(float(child(line, end)[1]) * factor)


def other_net(tree: Node, ref: str, number: str, name: str) -> None:
    child(pad_of(tree, ref, number), "net")[2] = name


def swap_pads(tree: Node, ref: str, one: str, other: str) -> None:
    here, there = (child(pad_of(tree, ref, n), "net") for n in (one, other))
    here[1:], there[1:] = there[1:], here[1:]


def cut(tree: Node) -> None:
    """The longest track that no plane can replace."""
    ground = next(net[1] for net in children(tree, "net") if net[2] == "GND")

    def length(track: Node) -> float:
        (ax, ay), (bx, by) = ([float(v) for v in child(track, end)[1:3]] for end in ("start", "end"))
        return abs(ax - bx) + abs(ay - by)

    tree.remove(max((t for t in children(tree, "segment") if child(t, "net")[1] != ground), key=length))


def design_rules(bench: Bench, tree: Node) -> list[str]:
    """KiCad's own check of a broken copy."""
    with tempfile.TemporaryDirectory() as folder:
        for source in facts.ELECTRONICS.iterdir():
            if source.is_file() and source.suffix != ".kicad_pcb":
                (Path(folder) / source.name).write_bytes(source.read_bytes())
        board = Path(folder) / bench.variant.board.name
        board.write_text(dump(tree), encoding="utf-8")
        return fabrication.design_rules(board, Path(folder) / "drc.txt")


def electrical_rules(bench: Bench, tree: Node) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for source in facts.ELECTRONICS.iterdir():
            if source.is_file() and source.suffix != ".kicad_pcb":
                (Path(folder) / source.name).write_bytes(source.read_bytes())
        sheet = Path(folder) / bench.variant.schematic.name
        sheet.write_text(dump(tree), encoding="utf-8")
        return fabrication.electrical_rules(sheet, Path(folder) / "erc.txt")


# ---- the list


def on_sheet(
    what: str, change: Callable[[Netlist], Netlist], check: str, variant: Variant = THROUGH_HOLE
) -> Fault:
    def find(bench: Bench) -> list[str]:
        sheet = change(bench.sheet())
        return {
            "pins": lambda: checks.sheet_pins(sheet, facts.pins()),
            "contacts": lambda: checks.sheet_contacts(sheet, bench.variant),
            "legs": lambda: checks.sheet_legs(sheet, bench.variant),
            "input network": lambda: spice.checked(sheet),
            "inrush": lambda: board_checks.inrush(sheet),
            "parts list": lambda: checks.bom_against_sheet(bench.rows(), sheet, bench.variant.build),
        }[check]()

    return Fault(what, check, find, variant)


def on_board(what: str, change: Callable[[Node], None], check: str, variant: Variant = THROUGH_HOLE) -> Fault:
    def find(bench: Bench) -> list[str]:
        tree = bench.tree()
        change(tree)
        if check == "KiCad's design rules":
            return design_rules(bench, tree)
        board = copper.of(tree)
        return {
            "ground planes": lambda: board_checks.ground_planes(board),
            "lid": lambda: board_checks.fits_the_lid(board),
            "packages": lambda: board_checks.packages(board, bench.rows(), bench.variant.build),
            "decoupling": lambda: board_checks.decoupling(board),
            "vias": lambda: board_checks.vias_beside_pads(board),
            "power tracks": lambda: board_checks.power_tracks(board),
            "labels": lambda: board_checks.labels(board, placement.PLUG_WORDS, TEST_POINTS),
        }[check]()

    return Fault(what, check, find, variant)


def in_list(what: str, change: Callable[[list[Row]], list[Row]], check: str) -> Fault:
    def find(bench: Bench) -> list[str]:
        rows = change(bench.rows())
        board = copper.of(bench.tree()) if check in ("counts", "packages") else None
        if board is not None:
            ask = board_checks.counts if check == "counts" else board_checks.packages
            return ask(board, rows, bench.variant.build)
        return {
            "rows": lambda: checks.bom_rows_whole(rows),
            "parts list": lambda: checks.bom_against_sheet(rows, bench.sheet(), bench.variant.build),
            "fuse": lambda: board_checks.fuse(rows, bench.variant.build, facts.light_cap_ma()),
        }[check]()

    return Fault(what, check, find)


def no_row(value: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [row for row in rows if row["value"] != value or row["build"] == "both"]


def edited(reference: str, **changes: str) -> Callable[[list[Row]], list[Row]]:
    def change(rows: list[Row]) -> list[Row]:
        for row in rows:
            if checks.references(row)[0] == reference and row["build"] in ("board", "boards", "both"):
                row.update(changes)
        return rows

    return change


def in_wiring(what: str, change: Callable[[dict[str, Any]], None]) -> Fault:
    def find(bench: Bench) -> list[str]:
        harness = bench.harness()
        change(harness)
        return checks.wiring(harness, facts.pins())

    return Fault(what, "wiring", find)


def in_firmware(what: str, change: Callable[[dict[str, Any]], None], check: str) -> Fault:
    def find(bench: Bench) -> list[str]:
        table = bench.pins()
        change(table)
        return {
            "inputs": lambda: checks.inputs(table),
            "pins": lambda: checks.sheet_pins(bench.sheet(), table),
            "wiring": lambda: checks.wiring(bench.harness(), table),
            "guide": lambda: checks.guide_pins(GUIDE.read_text(encoding="utf-8"), table),
        }[check]()

    return Fault(what, check, find)


def swap_key(key: str) -> Callable[[dict[str, Any]], None]:
    def change(table: dict[str, Any]) -> None:
        first, second, *rest = table[key]
        table[key] = (second, first, *rest)

    return change


def swap_runs(harness: dict[str, Any]) -> None:
    first, second = harness["connections"][0][0]["PICO"], harness["connections"][2][0]["PICO"]
    first[0], second[0] = second[0], first[0]


def cut_run(harness: dict[str, Any]) -> None:
    for end in harness["connections"][1]:
        for legs in end.values():
            del legs[0]


def to_3v3(harness: dict[str, Any]) -> None:
    harness["connections"][0][0]["PICO"][1] = 36


def other_sign(harness: dict[str, Any]) -> None:
    harness["connectors"]["SW1"]["type"] = harness["connectors"]["SW2"]["type"]


def cut_wire(bench: Bench) -> list[str]:
    tree = parse(bench.variant.schematic.read_text(encoding="utf-8"))
    tree.remove(children(tree, "wire")[0])
    return electrical_rules(bench, tree)


FAULTS = [
    on_sheet("Red's and yellow's slap pins swapped", lambda s: swapped(s, ("A1", "4"), ("A1", "5")), "pins"),
    on_sheet("Red's and yellow's touch swapped", lambda s: swapped(s, ("A1", "9"), ("A1", "10")), "pins"),
    on_sheet("Red's and yellow's LED pins swapped", lambda s: swapped(s, ("A1", "15"), ("A1", "16")), "pins"),
    on_sheet("Red's and yellow's jig pins swapped", lambda s: swapped(s, ("A1", "21"), ("A1", "22")), "pins"),
    on_sheet("Ring's data and blue's LED swapped", lambda s: swapped(s, ("A1", "20"), ("A1", "19")), "pins"),
    on_sheet("NEXT and blue's touch swapped", lambda s: swapped(s, ("A1", "14"), ("A1", "12")), "pins"),
    on_sheet("AGND joined to GND", lambda s: relaid(s, ("A1", "33"), "GND"), "pins"),
    on_sheet("Nets red slap and yellow slap renamed alike on sheet and board",
             lambda s: renamed(s, {"RED_SLAP": "YELLOW_SLAP", "YELLOW_SLAP": "RED_SLAP"}), "input network"),
    on_sheet("Nets +5V and +3V3 renamed alike on sheet and board",
             lambda s: renamed(s, {"+5V": "+3V3", "+3V3": "+5V"}), "legs"),
    on_sheet("Red's pull-up R1 missing", lambda s: without(s, "R1"), "contacts"),
    on_sheet("Yellow's series resistor R12 missing", lambda s: without(s, "R12"), "contacts"),
    on_sheet("Green's filter C3 missing", lambda s: without(s, "C3"), "contacts"),
    on_sheet("Blue's TVS D4 missing", lambda s: without(s, "D4"), "contacts"),
    on_sheet("NEXT's TVS D9 missing", lambda s: without(s, "D9"), "contacts"),
    on_sheet("Jig resistor R33 is 10k", lambda s: valued(s, "R33", "10k"), "contacts"),
    on_sheet("R1 is 22k: a release is seen late", lambda s: valued(s, "R1", "22k"), "input network"),
    on_sheet("R12 is 10k: a press is seen late", lambda s: valued(s, "R12", "10k"), "input network"),
    on_sheet("C3 is 100n", lambda s: valued(s, "C3", "100n"), "input network"),
    on_sheet("C3 is 1n: a discharge gets through", lambda s: valued(s, "C3", "1n"), "input network"),
    on_sheet("R13 is 1k2: one paddle has an advantage", lambda s: valued(s, "R13", "1k2"), "input network"),
    on_sheet("D4 is a 1N4148", lambda s: valued(s, "D4", "1N4148"), "input network"),
    on_sheet("TVS D1 turned round", lambda s: swapped(s, ("D1", "1"), ("D1", "2")), "legs"),
    on_sheet("LED D22 turned round", lambda s: swapped(s, ("D22", "1"), ("D22", "2")), "legs"),
    on_sheet("C13 turned round", lambda s: swapped(s, ("C13", "1"), ("C13", "2")), "legs"),
    on_sheet("U1's supply turned round", lambda s: swapped(s, ("U1", "14"), ("U1", "7")), "legs"),
    on_sheet("U2's input and output swapped", lambda s: swapped(s, ("U2", "2"), ("U2", "3")), "legs"),
    on_sheet("J6's +5V and GND swapped", lambda s: swapped(s, ("J6", "1"), ("J6", "3")), "legs"),
    on_sheet("J1's slap and touch swapped", lambda s: swapped(s, ("J1", "2"), ("J1", "3")), "contacts"),
    on_sheet("SW2's COM and NO swapped", lambda s: swapped(s, ("SW2", "C"), ("SW2", "NO")), "legs"),
    on_sheet("SW6 on NO instead of NC", lambda s: swapped(s, ("SW6", "NC"), ("SW6", "NO")), "contacts"),
    on_sheet("J7's rows shifted", lambda s: swapped(s, ("J7", "1"), ("J7", "3")), "legs"),
    on_sheet("Fuse F1 bridged", lambda s: relaid(s, ("F1", "1"), "+5V"), "legs"),
    on_sheet("Test point +5V on 3.3 V", lambda s: relaid(s, ("TP1", "1"), "+3V3"), "legs"),
    on_sheet("470 uF straight on VBUS", lambda s: valued(s, "C13", "470u"), "inrush"),
    on_sheet("A part on the sheet that nobody buys",
             lambda s: Netlist({**s.parts, "R99": ("1k", "", "required")}, s.nets), "parts list"),
    on_sheet("Array D3 guards the wrong leads", lambda s: swapped(s, ("D3", "1"), ("D3", "5")), "legs", SMD),
    on_sheet("Array D2 without ground", lambda s: relaid(s, ("D2", "2"), "open"), "legs", SMD),
    on_sheet("Array D1 left out", lambda s: without(s, "D1"), "contacts", SMD),
    on_board("Both ground planes removed", lambda t: no_planes(t, "F.Cu", "B.Cu"), "ground planes"),
    on_board("Front ground plane removed", lambda t: no_planes(t, "F.Cu"), "ground planes"),
    on_board("Back ground plane removed", lambda t: no_planes(t, "B.Cu"), "ground planes", SMD),
    on_board("Planes never filled", unfilled, "ground planes"),
    on_board("C5's ground pad beside the planes", lambda t: moved(t, "C5", 0, 200), "ground planes"),
    on_board("Mounting hole H1 moved 2 mm", lambda t: moved(t, "H1", 2), "lid"),
    on_board("Mounting hole H3 moved 2 mm", lambda t: moved(t, "H3", 0, -2), "lid", SMD),
    on_board("Mounting hole H4 left out", lambda t: t.remove(part(t, "H4")), "lid"),
    on_board("Mounting hole H2 for M2", lambda t: drilled(t, "H2", 2.2), "lid"),
    on_board("Board 10 % wider", lambda t: stretched(t, 1.1), "lid"),
    on_board("Pico 2 mm beside its opening", lambda t: moved(t, "A1", 2), "lid"),
    on_board("Pico 2 mm from the edge", lambda t: moved(t, "A1", 0, 2), "lid"),
    on_board("TVS D1 on pads for DO-41", lambda t: spread(t, "D1", "2", -2.54), "packages"),
    on_board("Fuse on pads of another pitch", lambda t: spread(t, "F1", "2", 5), "packages"),
    on_board("U1 on a wide row", lambda t: spread(t, "U1", "14", 7.62), "packages"),
    on_board("J3's holes too narrow", lambda t: drilled(t, "J3", 0.6), "packages"),
    on_board("Array D2 on SOT-23-6's pads",
             lambda t: part(t, "D2").append(["pad", "6", "smd", "rect", ["at", "1", "1"], ["size", "1", "1"],
                                             ["layers", "F.Cu"]]), "packages", SMD),
    on_board("C11 14.5 mm from U1", lambda t: moved(t, "C11", -14.5), "decoupling"),
    on_board("C12 20.5 mm from U2", lambda t: moved(t, "C12", 0, 20.5), "decoupling", SMD),
    on_board("+5V 0.35 mm wide", lambda t: thin(t, "+5V", 0.35), "power tracks"),
    on_board("VBUS 0.35 mm wide", lambda t: thin(t, "VBUS", 0.35), "power tracks", SMD),
    on_board("A via in R1's pad", lambda t: via_in_pad(t, "R1"), "vias", SMD),
    on_board("J6's DATA not labelled", lambda t: unlabelled(t, "DATA"), "labels"),
    on_board("Test point +3V3 not labelled", lambda t: unlabelled(t, "+3V3"), "labels"),
    on_board("J5's NEXT carries red's slap", lambda t: other_net(t, "J5", "2", "/RED_SLAP_LEAD"), "labels"),
    on_board("Pico's pads 4 and 5 swapped on the board", lambda t: swap_pads(t, "A1", "4", "5"),
             "KiCad's design rules"),
    on_board("A track cut", cut, "KiCad's design rules"),
    on_board("D2 left off the board", lambda t: t.remove(part(t, "D2")), "KiCad's design rules", SMD),
    Fault("A wire cut on the sheet", "KiCad's electrical rules", cut_wire),
    in_list("Pico's sockets not bought", no_row("socket 1x20"), "counts"),
    in_list("Housings XHP-4 not bought", no_row("XHP-4"), "counts"),
    in_list("Housing XHP-3 not bought", no_row("XHP-3"), "counts"),
    in_list("Crimp contacts not bought", no_row("SXH-001T-P0.6"), "counts"),
    in_list("Circuit board not bought", no_row("circuit board"), "counts"),
    in_list("Board's screws not bought",
            lambda rows: [r for r in rows if not board_checks.board_screw(r)], "counts"),
    in_list("Three housings instead of four", edited("M2", quantity="3"), "counts"),
    in_list("U1 not bought", lambda rows: [r for r in rows if r["reference"] != "U1"], "parts list"),
    in_list("J5 bought twice",
            lambda rows: [*rows, next(r for r in rows if r["reference"] == "J5")], "parts list"),
    in_list("R1 of another value bought", edited("R1", value="22k"), "parts list"),
    in_list("U2 called required", edited("U2", need="required"), "parts list"),
    in_list("The bidirectional TVS bought", edited("D1", part_number="P6KE12CA"), "packages"),
    in_list("The SMD buffer bought for the socket", edited("U1", part_number="SN74AHCT125DR"), "packages"),
    in_list("D1's package called axial", edited("D1", package="axial 6.3 x 2.5"), "packages"),
    in_list("The old fuse of 0.75 A bought", edited("F1", part_number="0ZRE0075FF1A"), "fuse"),
    in_list("A fuse that nobody looked up", edited("F1", part_number="XYZ"), "fuse"),
    in_list("Fuse's value not its own", edited("F1", value="0.5A"), "fuse"),
    in_list("A row without price", edited("R1", price_eur=""), "rows"),
    in_list("A row without part number", edited("SW1", part_number=""), "rows"),
    in_list("Quantity does not match", edited("C1", quantity="3"), "rows"),
    in_wiring("Red's and yellow's wires swapped", swap_runs),
    in_wiring("Red LED's wire cut", cut_run),
    in_wiring("Red switch's COM on 3.3 V", to_3v3),
    in_wiring("Red switch bears yellow's sign", other_sign),
    in_firmware("Paddles' pins swapped in the firmware: sheet", swap_key("paddles"), "pins"),
    in_firmware("LEDs' pins swapped in the firmware: wiring", swap_key("leds"), "wiring"),
    in_firmware("Touch pins swapped in the firmware: guide", swap_key("touch"), "guide"),
    in_firmware("A gap between the inputs", lambda t: t.update(next=t["next"] + 1), "inputs"),
    # a second attack, by hand
    on_sheet("LED resistor R21 is 47 ohm", lambda s: valued(s, "R21", "47"), "legs"),
    on_sheet("Ring's data resistor R41 is 33k", lambda s: valued(s, "R41", "33k"), "legs", SMD),
    on_sheet("C11 is 1n", lambda s: valued(s, "C11", "1n"), "legs"),
    on_sheet("C12 has both legs at ground", lambda s: relaid(s, ("C12", "1"), "GND"), "legs", SMD),
    on_sheet("An unused gate's input is open", lambda s: relaid(s, ("U2", "5"), "nothing"), "legs"),
    on_sheet("NEXT joins ground to ground", lambda s: relaid(s, ("SW9", "2"), "GND"), "legs"),
    on_sheet("U1's first gate never opens", lambda s: relaid(s, ("U1", "1"), "+5V"), "legs"),
]  # fmt: skip


def benches() -> dict[str, Bench]:
    return {variant.name: Bench(variant) for variant in (THROUGH_HOLE, SMD)}


def table() -> list[tuple[str, str, str, str]]:
    """Fault, board, check and the first thing it said; nothing, when nobody found it."""
    of = benches()
    return [
        (fault.what, fault.variant.build, fault.check, next(iter(fault.find(of[fault.variant.name])), ""))
        for fault in FAULTS
    ]


if __name__ == "__main__":
    with LIST.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [("fault", "board", "check", "what it said"), *table()]
        )
