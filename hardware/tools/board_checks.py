"""What must hold on the finished board beyond KiCad's rules: planes, holes, packages."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from hardware.tools.checks import Row, builds_of, references
from hardware.tools.copper import COPPER, Board, Pad, Point
from hardware.tools.facts import dimension
from hardware.tools.netlist import Netlist
from hardware.tools.spice import number

GROUND = "GND"
PLANE_SHARE = 0.5  # of the board, on each layer
JOINS = 2  # of a ground pad with the planes, by spokes and tracks: one may break
INTO_GAP_MM = 0.15  # half of the gap round a pad: copper there is a spoke
HOLE_OFF_MM = 0.1  # an M3 screw has 0.2 mm of play
USB_OFF_MM = 0.3
PIN_TO_EDGE_MM = 1.37  # the Pico ends this far beyond its pin 1


def ground_planes(board: Board) -> list[str]:
    """Both layers carry a ground plane, and each ground pad is joined to it more than once."""
    wrong = []
    for layer in COPPER:
        plane = board.planes.get((GROUND, layer))
        share = plane.area_mm2 / (board.width * board.height) if plane else 0.0
        if share < PLANE_SHARE:
            wrong.append(f"ground plane on {layer} covers {share:.0%} of the board, not {PLANE_SHARE:.0%}")
    for pad in board.pads:
        if pad.net == GROUND and (count := spokes(board, pad) + _tracks_at(board, pad)) < JOINS:
            wrong.append(f"{pad.ref} pad {pad.number} is joined to ground {count} times, not {JOINS}")
    return wrong


def _tracks_at(board: Board, pad: Pad) -> int:
    """How many tracks of its net end in a pad."""
    return sum(
        abs(x - pad.x) <= pad.width / 2 and abs(y - pad.y) <= pad.height / 2
        for track in board.tracks
        if track.net == pad.net and track.layer in pad.layers
        for x, y in (track.start, track.end)
    )


def spokes(board: Board, pad: Pad) -> int:
    """How many bridges of plane cross the gap round a pad, on all its layers; a solid join counts as four."""
    ring = _ring(pad)
    count = 0
    for layer in pad.layers:
        plane = board.planes.get((pad.net, layer))
        if plane is None:
            continue
        covered = plane.covers(ring)
        starts = sum(
            now and not before for before, now in zip([covered[-1], *covered], covered, strict=False)
        )
        count += 4 if all(covered) else starts
    return count


def _ring(pad: Pad, points: int = 96) -> list[Point]:
    """Points round a pad, in its thermal gap."""
    a, b = pad.width / 2 + INTO_GAP_MM, pad.height / 2 + INTO_GAP_MM
    found = []
    for n in range(points):
        angle = 2 * math.pi * (n + 0.5) / points
        c, s = math.cos(angle), math.sin(angle)
        reach = 1.0 if pad.drill and abs(pad.width - pad.height) < 0.01 else 1 / max(abs(c), abs(s))
        found.append((pad.x + a * c * reach, pad.y + b * s * reach))
    return found


def fits_the_lid(board: Board) -> list[str]:
    """Its size, its four holes and its USB socket are where the enclosure's model has them."""
    wrong = []
    width, height = dimension("board")
    pitch_x, pitch_y = dimension("board_hole")
    (usb_x,) = dimension("usb_x")
    if abs(board.width - width) > HOLE_OFF_MM or abs(board.height - height) > HOLE_OFF_MM:
        wrong.append(f"the board is {board.width} x {board.height} mm, the enclosure's {width} x {height}")
    posts = {
        f"H{n}": (width / 2 + x * pitch_x / 2, (height - pitch_y) / 2 + y * pitch_y)
        for n, (x, y) in enumerate(((-1, 0), (1, 0), (-1, 1), (1, 1)), start=1)
    }
    for ref, (x, y) in posts.items():
        hole = board.pad(ref, "")
        if hole is None:
            wrong.append(f"{ref}: no hole for the lid's post")
            continue
        if math.hypot(hole.x - x, hole.y - y) > HOLE_OFF_MM:
            wrong.append(f"{ref} is at {hole.x:.1f}, {hole.y:.1f}; the lid's post is at {x:.1f}, {y:.1f}")
        if not 3.0 < hole.drill <= 3.5:
            wrong.append(f"{ref} is {hole.drill} mm wide; the lid takes M3 screws")
    pins = [board.pad("A1", number) for number in ("1", "40")]
    if None in pins:
        wrong.append("A1 has no pins 1 and 40")
        return wrong
    middle = sum(pin.x for pin in pins if pin) / 2 - board.width / 2
    if abs(middle - usb_x) > USB_OFF_MM:
        wrong.append(f"the Pico's USB is {middle:.1f} mm beside the middle, the enclosure's opening {usb_x}")
    edge = min(pin.y for pin in pins if pin) - PIN_TO_EDGE_MM
    (pico_edge,) = dimension("pico_edge")
    if abs(edge - pico_edge) > USB_OFF_MM:
        wrong.append(f"the Pico ends {edge:.1f} mm inside the board, not {pico_edge}: no USB plug goes in")
    return wrong


@dataclass(frozen=True, slots=True)
class Package:
    """What a part's data sheet asks of its pads: how many, from first to second and to last, lead's width."""

    pads: int
    second_mm: float
    last_mm: float
    lead_mm: float


PACKAGES = {
    "axial 6.3 x 2.5": Package(2, 10.16, 10.16, 0.6),
    "DO-15": Package(2, 12.7, 12.7, 0.9),
    "disc 5 x 2.5, 5 mm pitch": Package(2, 5.0, 5.0, 0.6),
    "DIP-14": Package(14, 2.54, 7.62, 0.53),
    "XH-2": Package(2, 2.5, 2.5, 0.7),
    "XH-3": Package(3, 2.5, 5.0, 0.7),
    "XH-4": Package(4, 2.5, 7.5, 0.7),
    "header 2x4": Package(8, 2.54, 8.03, 0.8),
    "Pico": Package(40, 2.54, 17.78, 0.8),
    "radial 5 mm, 2.5 mm pitch": Package(2, 2.5, 2.5, 0.5),
    "radial 7.4 x 3.1, 5.1 mm pitch": Package(2, 5.1, 5.1, 0.51),
    "0805": Package(2, 1.9, 1.9, 0.0),
    "1206": Package(2, 2.8, 2.8, 0.0),
    "SOT-23-5": Package(5, 0.95, 2.275, 0.0),
    "SOIC-14": Package(14, 1.27, 4.95, 0.0),
}
# Part number -> the package that its maker's data sheet names.
PART_PACKAGE = {
    "P6KE12A": "DO-15",
    "SN74AHCT125N": "DIP-14",
    "B2B-XH-A(LF)(SN)": "XH-2",
    "B3B-XH-A(LF)(SN)": "XH-3",
    "B4B-XH-A(LF)(SN)": "XH-4",
    "SC0917": "Pico",
    "MF-R025": "radial 7.4 x 3.1, 5.1 mm pitch",
    "SN74AHCT125DR": "SOIC-14",
    "SP0504BAHTG": "SOT-23-5",
    "1206L020YR": "1206",
    "0805W8F2201T5E": "0805",
    "0805W8F1001T5E": "0805",
    "0805W8F4700T5E": "0805",
    "0805W8F3300T5E": "0805",
    "CL21B103KBANNNC": "0805",
    "CC0805KRX7R9BB104": "0805",
    "CL21A475KAQNNNE": "0805",
}


NEAR_MM = 5.0
POWER_NETS = ("VBUS", "+5V", "+3V3")
POWER_WIDTH_MM = 0.8
INRUSH_LIMIT_F = 10e-6  # across VBUS, for a device on a USB port
TOLERANCE = 1.2  # of an electrolytic or a large ceramic capacitor
PORT_A = 0.5
SUPPLY_PINS = {"U1": "14", "U2": "14"}


def capacitor_mm(board: Board) -> dict[str, float]:
    """Chip -> how far its supply pin is from the nearest capacitor."""
    found = {}
    for ref, leg in SUPPLY_PINS.items():
        pin = board.pad(ref, leg)
        others = [pad for pad in board.pads if pad.ref.startswith("C") and pin and pad.net == pin.net]
        found[ref] = min((pin.distance(pad) for pad in others), default=math.inf) if pin else math.inf
    return found


def decoupling(board: Board) -> list[str]:
    """Each chip has a capacitor at its supply pin."""
    return [
        f"{ref}: the nearest capacitor is {away:.1f} mm from its supply pin, not {NEAR_MM}"
        for ref, away in capacitor_mm(board).items()
        if away > NEAR_MM
    ]


def vias_beside_pads(board: Board) -> list[str]:
    """No via stands in a flat pad: it would drink the solder while the board house's oven melts it."""
    wrong = []
    flat = [pad for pad in board.pads if len(pad.layers) == 1]
    for via in board.vias:
        x, y = via.start
        for pad in flat:
            away = math.hypot(
                max(abs(x - pad.x) - pad.width / 2, 0.0), max(abs(y - pad.y) - pad.height / 2, 0.0)
            )
            if away < via.width / 2:
                wrong.append(f"a via stands in {pad.ref} pad {pad.number}")
    return wrong


def power_mm(board: Board) -> dict[str, float]:
    """Supply net -> its narrowest track."""
    return {
        net: min((track.width for track in board.tracks if track.net == net), default=0.0)
        for net in POWER_NETS
    }


def power_tracks(board: Board) -> list[str]:
    """What carries the lights' current is wide."""
    return [
        f"{net} has tracks {width} mm wide, not {POWER_WIDTH_MM}"
        for net, width in power_mm(board).items()
        if width < POWER_WIDTH_MM
    ]


def inrush_f(sheet: Netlist) -> float:
    """What charges at once when the USB cable goes in; the Pico's own capacitors are behind its diode."""
    total = 0.0
    for ref, (value, _, _) in sheet.parts.items():
        nets = {net for net, nodes in sheet.nets.items() if (ref, "1") in nodes or (ref, "2") in nodes}
        if ref.startswith("C") and nets in ({"+5V", GROUND}, {"VBUS", GROUND}):
            total += number(value.split()[0])
    return total * TOLERANCE


def inrush(sheet: Netlist) -> list[str]:
    """No more charges at once than USB allows."""
    most = inrush_f(sheet)
    if not 0 < most <= INRUSH_LIMIT_F:
        return [f"{most * 1e6:.1f} uF charge from VBUS at once; USB allows {INRUSH_LIMIT_F * 1e6:.0f}"]
    return []


# Part number -> the current it holds and the one it trips at, in ampere, as its data sheet says.
FUSES = {"MF-R025": (0.25, 0.50), "1206L020YR": (0.20, 0.42), "0ZRE0075FF1A": (0.75, 1.50)}


def fuse(rows: list[Row], build: str, lights_ma: int) -> list[str]:
    """It trips before a port of 500 mA is overloaded, and holds what the firmware lets the lights draw."""
    row = next((row for row in rows if "F1" in references(row) and build in builds_of(row)), None)
    if row is None or row["part_number"] not in FUSES:
        return [f"F1 of the {build} build has no part number whose currents are known"]
    hold, trip = FUSES[row["part_number"]]
    wrong = []
    if trip > PORT_A:
        wrong.append(f"F1 trips at {trip} A; a USB port gives {PORT_A}")
    if hold < lights_ma / 1000:
        wrong.append(f"F1 holds {hold} A; the lights may draw {lights_ma} mA")
    if row["value"] != f"{hold:g}A":
        wrong.append(f"F1 is called {row['value']}, {row['part_number']} holds {hold:g}A")
    return wrong


def labels(board: Board, words: dict[str, tuple[str, ...]], test_points: dict[str, str]) -> list[str]:
    """Beside each pin of a plug and each test point stands what it carries."""
    wanted = {(ref, str(n)): word for ref, pins in words.items() for n, word in enumerate(pins, start=1)}
    wanted |= {(ref, "1"): net for ref, net in test_points.items()}
    wrong = []
    for (ref, pin), word in wanted.items():
        pad = board.pad(ref, pin)
        if pad is None:
            wrong.append(f"{ref} has no pin {pin}")
            continue
        near = [w for w in board.words if w.layer == "F.SilkS" and math.hypot(w.x - pad.x, w.y - pad.y) < 3.5]
        nearest = min(near, key=lambda w: math.hypot(w.x - pad.x, w.y - pad.y), default=None)
        if nearest is None or nearest.text != word:
            wrong.append(f"{ref} pin {pin}: {nearest.text if nearest else 'nothing'} is printed, not {word}")
        elif not _carries(pad.net, word):
            wrong.append(f"{ref} pin {pin} is called {word} and carries {pad.net}")
    return wrong


def _carries(net: str, word: str) -> bool:
    return net == word or word in net.split("_")


def packages(board: Board, rows: list[Row], build: str = "board") -> list[str]:
    """Each part that is bought fits the pads that it is soldered to."""
    wrong = []
    for row in rows:
        if build not in builds_of(row):
            continue
        name = row.get("package") or ""
        wanted = PART_PACKAGE.get(row["part_number"])
        if wanted and name != wanted:
            wrong.append(f"{row['part_number']} comes in {wanted}, the parts list says {name or 'nothing'}")
        for ref in references(row):
            pads = [pad for pad in board.pads_of(ref) if pad.number]
            if pads and not wanted and row["part_number"] != "generic":
                wrong.append(f"{ref}: nobody has looked up the package of {row['part_number']}")
            if pads:
                wrong += _fits(ref, pads, name)
    return wrong


def _fits(ref: str, pads: list[Pad], name: str) -> list[str]:
    package = PACKAGES.get(name)
    if package is None:
        return [f"{ref}: no known package in the parts list ({name or 'empty'})"]
    by_number = {int(pad.number): pad for pad in pads if pad.number.isdigit()}
    if len(by_number) != package.pads:
        return [f"{ref} has {len(by_number)} pads, {name} has {package.pads} legs"]
    wrong = []
    first = by_number[1]
    for other, wanted in ((2, package.second_mm), (package.pads, package.last_mm)):
        found = first.distance(by_number[other])
        if abs(found - wanted) > 0.15:
            wrong.append(f"{ref}: pads 1 and {other} are {found:.2f} mm apart, {name} needs {wanted}")
    if bool(first.drill) != bool(package.lead_mm):
        wrong.append(f"{ref}: {name} needs {'holes' if package.lead_mm else 'flat pads'}")
    elif first.drill and not package.lead_mm + 0.1 <= first.drill <= package.lead_mm + 0.6:
        wrong.append(f"{ref}: holes of {first.drill} mm for leads of {package.lead_mm}")
    return wrong


def board_screw(row: Row) -> bool:
    return row["value"].startswith("screw") and row["note"].startswith("hold the circuit board")


def counts(board: Board, rows: list[Row], build: str = "board") -> list[str]:
    """What the board takes but no sheet shows: sockets, plugs' other halves, screws, jumpers."""
    plugs: dict[int, list[str]] = {}
    for ref, footprint in board.footprints.items():
        if found := re.search(r"JST_XH_B(\d)B", footprint):
            plugs.setdefault(int(found[1]), []).append(ref)
    needed = {
        "circuit board": 1,
        "socket 1x20": len([pad for pad in board.pads_of("A1") if pad.number]) // 20,
        **{f"XHP-{legs}": len(refs) for legs, refs in plugs.items()},
        "SXH-001T-P0.6": sum(legs * len(refs) for legs, refs in plugs.items()),
    }
    wrong = []
    holes = len([ref for ref in board.footprints if re.fullmatch(r"H\d", ref)])
    screws = [row for row in rows if board_screw(row) and build in builds_of(row)]
    if sum(int(row["quantity"]) for row in screws) != holes:
        wrong.append(f"screws for the circuit board: {holes} needed, not as many in the parts list")
    for value, count in needed.items():
        # Rows of `both` are the enclosure's: its screws are counted there.
        mine = [row for row in rows if row["build"] != "both" and build in builds_of(row)]
        bought = sum(int(row["quantity"]) for row in mine if row["value"] == value)
        if bought != count:
            wrong.append(f"{value}: {count} needed by the board, {bought} in the parts list")
    return wrong
