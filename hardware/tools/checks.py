"""What must hold between firmware, sheet, wiring, guides and bill of materials: lists of complaints."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from hardware.tools.facts import HARDWARE, PICO_PIN, UNIT_PADDLES, contacts, signals
from hardware.tools.netlist import Netlist
from hardware.tools.parts import TEST_POINTS, THROUGH_HOLE, VARIANTS, Variant

BOM = HARDWARE / "bom.csv"
BUILDS = (*(variant.build for variant in VARIANTS), "point-to-point")
NEEDED = {"pull-up": "2k2", "series": "1k", "filter": "10n", "jig": "330"}
SURGE = {"board": "P6KE12A", "smd": "SP0504BAHT"}


def inputs(table: dict[str, Any]) -> list[str]:
    """Consecutive GPIOs: one look of the state machine sees them all."""
    found = [*table["paddles"], *table["touch"], table["next"]]
    if found != list(range(found[0], found[0] + len(found))):
        return [f"inputs are not consecutive: {found}"]
    return []


def sheet_pins(netlist: Netlist, table: dict[str, Any]) -> list[str]:
    """Every pin of the Pico carries what the firmware thinks it does, and nothing else."""
    wrong = []
    wanted = signals(table)
    for gpio, pin in PICO_PIN.items():
        net = netlist.net_of("A1", str(pin)) or ""
        want = wanted.get(gpio, "")
        if want != ("" if net.startswith("unconnected-") else net):
            wrong.append(f"GP{gpio} (pin {pin}) is on {net or 'nothing'}, firmware wants {want or 'nothing'}")
    if not (netlist.net_of("A1", "33") or "").startswith("unconnected-"):
        wrong.append("AGND (pin 33) must stay free")
    return wrong


def sheet_contacts(netlist: Netlist, variant: Variant = THROUGH_HOLE) -> list[str]:
    """Each contact has its four parts, and each paddle its plug, switch, LED and jig resistor."""
    wrong = []
    needed = {**NEEDED, "tvs": SURGE[variant.build]}
    for net in contacts():
        lead = f"{net}_LEAD"
        for kind, ends in (
            ("pull-up", ("+3V3", lead)),
            ("series", (lead, net)),
            ("filter", (net, "GND")),
            ("tvs", (lead, "GND")),
        ):
            refs = netlist.between(*ends)
            values = [netlist.parts[ref][0] for ref in refs]
            if values != [needed[kind]]:
                wrong.append(f"{net}: {kind} between {ends[0]} and {ends[1]} is {values}, not {needed[kind]}")
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        name = paddle.name.upper()
        plug = [netlist.net_of(f"J{n}", pin) for pin in "1234"]
        if plug != ["GND", f"{name}_SLAP_LEAD", f"{name}_TOUCH_LEAD", f"{name}_LED_LEAD"]:
            wrong.append(f"J{n} carries {plug}")
        if (f"SW{n}", "NO") not in netlist.nets.get(f"{name}_SLAP_LEAD", ()):
            wrong.append(f"SW{n}'s NO should be on {name}_SLAP_LEAD")
        if (f"SW{n + 4}", "NC") not in netlist.nets.get(f"{name}_TOUCH_LEAD", ()):
            wrong.append(f"SW{n + 4}'s NC should be on {name}_TOUCH_LEAD")
        jig = [net for net, nodes in netlist.nets.items() if (f"R{30 + n}", "2") in nodes]
        if not jig or (f"R{30 + n}", "1") not in netlist.nets.get(f"{name}_JIG", ()):
            wrong.append(f"{name}_JIG does not reach J7 through R{30 + n}")
        if netlist.parts.get(f"R{30 + n}", ("",))[0] != NEEDED["jig"]:
            wrong.append(f"R{30 + n} must be {NEEDED['jig']} ohm")
        if netlist.net_of("J7", str(2 * n)) != f"{name}_SLAP_LEAD":
            wrong.append(f"J7 pin {2 * n} is not on {name}_SLAP_LEAD")
    return wrong


# Part -> the net on each of its legs, for what is the same on every sheet: supply, ring, NEXT.
_LEGS = {
    "A1": {"36": "+3V3", "40": "VBUS"},
    "F1": {"1": "VBUS", "2": "+5V"},
    "C11": {"1": "+5V", "2": "GND"},
    "C12": {"1": "+5V", "2": "GND"},
    "C13": {"1": "+5V", "2": "GND"},
    "U1": {"14": "+5V", "7": "GND"},
    # the gates of U2 that do nothing have no open inputs
    "U2": {"14": "+5V", "7": "GND", "1": "GND", "2": "RING", **dict.fromkeys(("5", "9", "12"), "GND")},
    "R41": {"2": "RING_DATA"},
    "J5": {"1": "GND", "2": "NEXT_LEAD"},
    "SW9": {"1": "GND", "2": "NEXT_LEAD"},
    "J6": {"1": "+5V", "2": "RING_DATA", "3": "GND"},
    "LS1": {"1": "+5V", "2": "RING_DATA", "3": "GND"},
}
# What the lights' current, the ring's edges and the chips' supply rest on.
_VALUES = {**dict.fromkeys(("R21", "R22", "R23", "R24"), "470"), "R41": "330", "C11": "100n", "C12": "100n"}
_GATES = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))  # enable, in, out


# An ESD array's pins and what each guards: the leads of a paddle's plug. The fifth guards NEXT and the ring.
_GUARDS = (("1", "SLAP_LEAD"), ("3", "TOUCH_LEAD"), ("4", "LED_LEAD"))


def _surge_legs(variant: Variant) -> dict[tuple[str, str], str]:
    """The protection at the plugs, leg by leg."""
    if not variant.arrays:
        diodes = enumerate(contacts(), start=1)
        return {
            (f"D{n}", leg): net for n, name in diodes for leg, net in (("1", f"{name}_LEAD"), ("2", "GND"))
        }
    legs = {(f"D{n}", "2"): "GND" for n in range(1, 6)}
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        legs |= {(f"D{n}", pin): f"{paddle.name.upper()}_{lead}" for pin, lead in _GUARDS}
    return legs | {("D5", "1"): "NEXT_LEAD", ("D5", "3"): "RING_DATA"}


def sheet_legs(netlist: Netlist, variant: Variant = THROUGH_HOLE) -> list[str]:
    """What can be turned round is not: diodes, LEDs, buffers, plugs and commons, leg by leg."""
    wanted = {(ref, pin): net for ref, legs in _LEGS.items() for pin, net in legs.items()}
    joined = [(("U2", "3"), ("R41", "1"))]
    wanted |= _surge_legs(variant)
    wanted |= {(ref, "1"): net for ref, net in TEST_POINTS.items()}
    for n, (paddle, (enable, gate, out)) in enumerate(zip(UNIT_PADDLES, _GATES, strict=True), start=1):
        name = paddle.name.upper()
        wanted |= {(f"SW{n}", "C"): "GND", (f"SW{n + 4}", "C"): "GND"}
        wanted |= {(f"D2{n}", "1"): "GND", (f"D2{n}", "2"): f"{name}_LED_LEAD"}  # K at ground
        wanted |= {("U1", enable): "GND", ("U1", gate): f"{name}_LED", (f"R2{n}", "2"): f"{name}_LED_LEAD"}
        joined += [(("U1", out), (f"R2{n}", "1")), (("J7", str(2 * n - 1)), (f"R{30 + n}", "2"))]
    wrong = [
        f"{ref} leg {pin} is on {found or 'nothing'}, not {net}"
        for (ref, pin), net in wanted.items()
        if (found := netlist.net_of(ref, pin)) != net
    ]
    wrong += [
        f"{ref} is {found}, not {value}"
        for ref, value in _VALUES.items()
        if (found := netlist.parts.get(ref, ("missing",))[0]) != value
    ]
    wrong += [
        f"{one[0]} leg {one[1]} does not meet {other[0]} leg {other[1]}"
        for one, other in joined
        if (met := netlist.net_of(*one)) is None or met != netlist.net_of(*other)
    ]
    return wrong


def wiring(harness: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """The point-to-point wires, one by one: which Pico pin ends at which leg."""
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
    grounds = {3, 8, 13, 18, 23, 28, 38}
    wrong = []
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        for part, hot, cold, key in ((f"SW{n}", "NO", "COM", "paddles"), (f"D2{n}", "A", "K", "leds")):
            gpio = table[key][n - 1]
            if ends.get((part, hot)) != [PICO_PIN[gpio]]:
                wrong.append(f"{part} {hot} ({paddle.name}) is on {ends.get((part, hot))}, not GP{gpio}")
            if not set(ends.get((part, cold), [0])) <= grounds:
                wrong.append(f"{part} {cold} ({paddle.name}) is not on a GND pin")
        if paddle.shape not in harness["connectors"][f"SW{n}"]["type"]:
            wrong.append(f"SW{n} does not show {paddle.name}'s shape")
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
    """A row's builds: `both` is every build, `boards` are the two with a circuit board."""
    if row["build"] == "both":
        return BUILDS
    return tuple(v.build for v in VARIANTS) if row["build"] == "boards" else (row["build"],)


def bom_rows_whole(rows: list[Row]) -> list[str]:
    """Each row priced, counted, and with a number or the word generic."""
    wrong = []
    for row in rows:
        name = row["reference"]
        if row["build"] not in ("both", "boards", *BUILDS):
            wrong.append(f"{name}: build is {row['build']!r}")
        if row["need"] not in ("required", "optional"):
            wrong.append(f"{name}: neither required nor optional")
        if not row["part_number"]:
            wrong.append(f"{name}: the part number is empty; write generic if any part will do")
        if not re.fullmatch(r"\d+\.\d\d", row["price_eur"]) or float(row["price_eur"]) <= 0:
            wrong.append(f"{name}: no price")
        if not row["quantity"].isdigit() or (
            row["quantity"] != str(len(references(row))) and not name.startswith("M")
        ):
            wrong.append(f"{name}: quantity {row['quantity']} for {len(references(row))} references")
        if not row["note"]:
            wrong.append(f"{name}: no note")
    return wrong


def bom_against_sheet(rows: list[Row], netlist: Netlist, build: str = "board") -> list[str]:
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
    on_sheet = {ref: part for ref, part in netlist.parts.items() if not ref.startswith(("H", "TP"))}
    wrong += [f"{ref} is on the sheet, not in the bill of materials" for ref in on_sheet if ref not in bought]
    wrong += [f"{ref} is in the bill of materials, not on the sheet" for ref in bought if ref not in on_sheet]
    for ref, row in bought.items():
        value, _, need = on_sheet.get(ref, (row["value"], "", row["need"]))
        if row["value"] != value:
            wrong.append(f"{ref} is {value} on the sheet, {row['value']} in the bill of materials")
        if row["need"] != need:
            wrong.append(f"{ref} is {need} on the sheet, {row['need']} in the bill of materials")
    return wrong


def printed_g(row: Row) -> float:
    """What one printed part of a row weighs; 0 for what is not printed."""
    found = re.search(r"^about (\d+) g of PETG", row["note"])
    return float(found[1]) if found else 0.0


def filament_g(rows: list[Row]) -> float:
    return sum(int(row["quantity"]) * printed_g(row) for row in rows)


def totals(rows: list[Row]) -> dict[str, tuple[float, float]]:
    """Build -> what the required parts cost, and what all parts cost, in euros."""
    sums = {build: [0.0, 0.0] for build in BUILDS}
    for row in rows:
        cost = int(row["quantity"]) * float(row["price_eur"])
        for build in builds_of(row):
            sums[build][1] += cost
            if row["need"] == "required":
                sums[build][0] += cost
    return {build: (round(need, 2), round(every, 2)) for build, (need, every) in sums.items()}
