"""What must hold between firmware, sheet, board, hub, wiring, guides and parts list: lists of complaints."""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path
from typing import Any

from hardware.mechanics import parts as printed
from hardware.mechanics.dimensions import Dimensions
from hardware.tools.copper import Board
from hardware.tools.facts import GROUND_PINS, HARDWARE, PICO_PIN, UNIT_PADDLES, carried, contacts, signals
from hardware.tools.netlist import Netlist

BOM = HARDWARE / "bom.csv"
BUILDS = ("point-to-point", "carrier")
NEEDED = {"pull-up": "2k2", "series": "1k", "filter": "10n"}
ARRAY = "SP0504BAHT"
VALUES = {**dict.fromkeys(("R31", "R32", "R33", "R34", "R41"), "330"), "C11": "100n", "C13": "4u7"}


def inputs(table: dict[str, Any]) -> list[str]:
    """Consecutive GPIOs: one look of the state machine sees them all."""
    found = [*table["paddles"], *table["touch"], table["next"]]
    if found != list(range(found[0], found[0] + len(found))):
        return [f"inputs are not consecutive: {found}"]
    return []


def sheet_pins(netlist: Netlist, table: dict[str, Any]) -> list[str]:
    """Return the Pico's pins that carry something else than the firmware thinks."""
    wrong = []
    wanted = carried(table)
    for gpio, pin in PICO_PIN.items():
        net = netlist.net_of("A1", str(pin)) or ""
        found = "" if net.startswith("unconnected-") else net
        if wanted.get(gpio, "") != found:
            wrong.append(
                f"GP{gpio} (pin {pin}) is on {found or 'nothing'}, "
                f"firmware wants {wanted.get(gpio) or 'nothing'}"
            )
    if not (netlist.net_of("A1", "33") or "").startswith("unconnected-"):
        wrong.append("AGND (pin 33) must stay free")
    return wrong


def sheet_contacts(netlist: Netlist) -> list[str]:
    """Return the contacts that lack one of their four parts, and plugs that carry something else."""
    wrong = []
    for net in contacts():
        lead = f"{net}_LEAD"
        for kind, ends in (("pull-up", ("+3V3", lead)), ("series", (lead, net)), ("filter", (net, "GND"))):
            values = [netlist.parts[ref][0] for ref in netlist.between(*ends)]
            if values != [NEEDED[kind]]:
                wrong.append(f"{net}: {kind} between {ends[0]} and {ends[1]} is {values}, not {NEEDED[kind]}")
        guards = [netlist.parts[ref][0] for ref in netlist.between(lead, "GND") if ref.startswith("D")]
        if guards != [ARRAY]:
            wrong.append(f"{net}: its lead is guarded by {guards}, not {ARRAY}")
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        name = paddle.name.upper()
        wrong += _legs(netlist, {
            (f"J{n}", "1"): "GND", (f"J{n}", "2"): f"{name}_SLAP_LEAD", (f"SW{n}", "C"): "GND",
            (f"SW{n}", "NO"): f"{name}_SLAP_LEAD", (f"R{30 + n}", "1"): f"{name}_JIG",
            ("J7", str(2 * n)): f"{name}_SLAP_LEAD",
        })  # fmt: skip
        if not (netlist.net_of(f"SW{n}", "NC") or "").startswith("unconnected-"):
            wrong.append(f"NC of SW{n} must stay free")
        if netlist.net_of("J7", str(2 * n - 1)) != netlist.net_of(f"R{30 + n}", "2"):
            wrong.append(f"J7 pin {2 * n - 1} does not meet R{30 + n}")
    return wrong


def _legs(netlist: Netlist, wanted: dict[tuple[str, str], str]) -> list[str]:
    return [
        f"{ref} leg {pin} is on {found or 'nothing'}, not {net}"
        for (ref, pin), net in wanted.items()
        if (found := netlist.net_of(ref, pin)) != net
    ]


def sheet_legs(netlist: Netlist) -> list[str]:
    """Return what is turned round: supply, fuse, ring, buffer, plugs, leg by leg; and wrong values."""
    wrong = _legs(netlist, {
        ("A1", "36"): "+3V3", ("A1", "40"): "VBUS", ("F1", "1"): "VBUS", ("F1", "2"): "+5V",
        ("C11", "1"): "+5V", ("C11", "2"): "GND", ("C13", "1"): "+5V", ("C13", "2"): "GND",
        ("U1", "1"): "GND", ("U1", "2"): "RING", ("U1", "3"): "GND", ("U1", "5"): "+5V",
        ("R41", "2"): "RING_DATA", ("J5", "1"): "GND", ("J5", "2"): "NEXT_LEAD",
        ("SW9", "1"): "GND", ("SW9", "2"): "NEXT_LEAD", ("D1", "2"): "GND", ("D2", "2"): "GND",
        **{(ref, pin): net for ref in ("J6", "LS1")
           for pin, net in (("1", "+5V"), ("2", "RING_DATA"), ("3", "GND"))},
    })  # fmt: skip
    if netlist.net_of("U1", "4") is None or netlist.net_of("U1", "4") != netlist.net_of("R41", "1"):
        wrong.append("U1's output does not meet R41")
    wrong += [
        f"{ref} is {found}, not {value}"
        for ref, value in VALUES.items()
        if (found := netlist.parts.get(ref, ("missing",))[0]) != value
    ]
    return wrong


def board_fits(board: Board, d: Dimensions) -> list[str]:
    """Return what keeps the carrier out of the hub: its outline, its holes over the pegs, its Pico."""
    wrong = []
    one, forty = board.pad("A1", "1"), board.pad("A1", "40")
    if one is None or forty is None:
        return ["A1 has no pins 1 and 40"]
    # from the board's own frame into the hub's: its first pins lie 1.37 mm from its edge with the socket
    middle, first = (one.x + forty.x) / 2, one.y

    def at(x: float, y: float) -> tuple[float, float]:
        return printed.turn45(d.pico_end - 1.37 - (y - first), middle - x)

    room = printed.hub_room(d)
    for x, y in board.outline:
        hx, hy = at(x, y)
        if not room(hx, hy):
            wrong.append(f"the carrier's corner at {x:.1f}, {y:.1f} meets the hub")
    pegs = printed.pico_holes(d)
    for px, py in pegs:
        fits = [
            hole for hole in board.holes
            if math.dist(at(hole[0], hole[1]), (px, py)) + d.peg / 2 + 0.1 <= hole[2] / 2
        ]  # fmt: skip
        if not fits:
            wrong.append(f"no hole of the carrier lets the peg at {px:.1f}, {py:.1f} through")
    return wrong


def wiring(harness: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """Return the point-to-point wires that end at another pin than the firmware's, or at no ground."""
    labels = {
        name: dict(zip(item["pins"], item["pinlabels"], strict=True))
        for name, item in harness["connectors"].items()
    }
    ends: dict[tuple[str, str], list[int]] = {}
    for run in harness["connections"]:
        (pico, legs), (part, feet) = next(iter(run[0].items())), next(iter(run[-1].items()))
        if pico != "PICO":
            continue
        for leg, foot in zip(legs, feet, strict=True):
            ends.setdefault((part, labels[part][foot].split()[0]), []).append(leg)
    wrong = []
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        gpio = table["paddles"][n - 1]
        if ends.get((f"SW{n}", "NO")) != [PICO_PIN[gpio]]:
            wrong.append(f"SW{n} NO ({paddle.name}) is on {ends.get((f'SW{n}', 'NO'))}, not GP{gpio}")
        if not set(ends.get((f"SW{n}", "C"), [0])) <= set(GROUND_PINS):
            wrong.append(f"SW{n} C ({paddle.name}) is not on a GND pin")
        if paddle.shape not in harness["connectors"][f"SW{n}"]["type"]:
            wrong.append(f"SW{n} does not show {paddle.name}'s shape")
    for leg, pin in (("5V", 40), ("DI", PICO_PIN[table["ws2812"]])):
        if ends.get(("LS1", leg)) != [pin]:
            wrong.append(f"the ring's {leg} is on {ends.get(('LS1', leg))}, not pin {pin}")
    if not set(ends.get(("LS1", "GND"), [0])) <= set(GROUND_PINS):
        wrong.append("the ring's GND is not on a GND pin")
    return wrong


_PIN_ROW = re.compile(r"^\|\s*GP(\d+)\s*\|\s*(\d+)\s*\|\s*`?([A-Z_]+)`?\s*\|", re.MULTILINE)


def guide_pins(markdown: str, table: dict[str, Any]) -> list[str]:
    """A guide's pin table: `| GP2 | 4 | RED_SLAP | ...`."""
    rows = {int(gpio): (int(pin), net) for gpio, pin, net in _PIN_ROW.findall(markdown)}
    wanted = signals(table)
    wrong = [
        f"guide: GP{gpio} is given as pin {pin}, {net}; it is pin {PICO_PIN.get(gpio)}, {wanted.get(gpio)}"
        for gpio, (pin, net) in rows.items()
        if (pin, net) != (PICO_PIN.get(gpio), wanted.get(gpio))
    ]
    wrong += [f"guide: GP{gpio} ({net}) is missing" for gpio, net in wanted.items() if gpio not in rows]
    return wrong


Row = dict[str, str]


def bom_rows(path: Path = BOM) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def references(row: Row) -> list[str]:
    return row["reference"].split()


def builds_of(row: Row) -> tuple[str, ...]:
    """Return a row's builds: `both` is every build."""
    return BUILDS if row["build"] == "both" else (row["build"],)


def bom_rows_whole(rows: list[Row]) -> list[str]:
    """Return the rows that lack something: each has what one unit uses, what a shop sells, and a text."""
    wrong = []
    with_price = {row["reference"].split()[0] for row in rows if row["pack_eur"] not in ("", "0.00")}
    for row in rows:
        name = row["reference"]
        if row["build"] not in ("both", *BUILDS):
            wrong.append(f"{name}: build is {row['build']!r}")
        if row["need"] not in ("required", "optional"):
            wrong.append(f"{name}: neither required nor optional")
        for column in ("value", "part_number", "note", "pack", "text"):
            if not row[column]:
                wrong.append(f"{name}: {column} is empty")
        if not re.fullmatch(r"\d+\.\d\d", row["pack_eur"]):
            wrong.append(f"{name}: no price for a pack")
        elif float(row["pack_eur"]) <= 0 and row["pack_with"] not in with_price:
            wrong.append(f"{name}: no price, and none for what it is sold with")
        if not re.fullmatch(r"\d{4}-\d\d(-\d\d)?", row["read"]):
            wrong.append(f"{name}: no date when its text was read")
        if not row["quantity"].isdigit() or not row["pack"].isdigit():
            wrong.append(f"{name}: quantity and pack are whole numbers")
        elif not name.startswith("M") and int(row["quantity"]) != len(references(row)):
            wrong.append(f"{name}: quantity {row['quantity']} for {len(references(row))} references")
    return wrong


def bom_against_sheet(rows: list[Row], netlist: Netlist, build: str = "carrier") -> list[str]:
    """Both ways: what the sheet has is bought, what is bought for the board is on the sheet."""
    wrong = []
    bought: dict[str, Row] = {}
    for row in rows:
        if build not in builds_of(row) or row["reference"].startswith("M"):
            continue
        for ref in references(row):
            if ref in bought:
                wrong.append(f"{ref} is in the bill of materials twice")
            bought[ref] = row
    on_sheet = dict(netlist.parts)
    wrong += [f"{ref} is on the sheet, not in the bill of materials" for ref in on_sheet if ref not in bought]
    wrong += [f"{ref} is in the bill of materials, not on the sheet" for ref in bought if ref not in on_sheet]
    for ref, row in bought.items():
        value, _, need = on_sheet.get(ref, (row["value"], "", row["need"]))
        if row["value"] != value:
            wrong.append(f"{ref} is {value} on the sheet, {row['value']} in the bill of materials")
        if row["need"] != need:
            wrong.append(f"{ref} is {need} on the sheet, {row['need']} in the bill of materials")
    return wrong


def guide_counts(rows: list[Row]) -> list[str]:
    """Return printed parts that the list and the model count differently."""
    wanted = {name: count for name, (_, count) in printed.PARTS.items() if count}
    found = {
        Path(row["part_number"]).stem: int(row["quantity"])
        for row in rows
        if row["value"].startswith("printed ") and row["need"] == "required"
    }
    return [
        f"printed {name}: the list has {found.get(name, 0)}, the model {wanted.get(name, 0)}"
        for name in sorted(wanted | found)
        if wanted.get(name) != found.get(name)
    ]


def packs(row: Row, together: int) -> int:
    """Return how many packs one buys for `together` pieces."""
    return -(-together // int(row["pack"]))


def totals(rows: list[Row]) -> dict[str, tuple[float, float]]:
    """Return for each build what one pays for whole packs and what a unit uses of them, in euros."""
    found = {}
    for build in BUILDS:
        paid = used = 0.0
        for row in rows:
            if build in builds_of(row) and row["need"] == "required":
                each = float(row["pack_eur"])
                paid += packs(row, int(row["quantity"])) * each if row["pack_with"] == "" else 0.0
                used += int(row["quantity"]) / int(row["pack"]) * each
        found[build] = (round(paid, 2), round(used, 2))
    return found


def unread(rows: list[Row], build: str = "point-to-point") -> list[str]:
    """Return the required rows of a build whose price stands in no text; a page of search results is none."""
    read = re.compile(r"price[^;]*https?://(?!\S*[?&][kq]=)")
    return [
        row["reference"]
        for row in rows
        if build in builds_of(row) and row["need"] == "required" and not row["pack_with"]
        if not read.search(row["text"])
    ]
