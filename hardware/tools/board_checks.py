"""What must hold on the finished board beyond KiCad's rules: planes, holes, packages."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from hardware.tools.checks import Row, references
from hardware.tools.copper import COPPER, Board, Pad, Point
from hardware.tools.facts import dimension

GROUND = "GND"
PLANE_SHARE = 0.5  # of the board, on each layer
SPOKES = 2  # that join a ground pad to the planes: one may break
INTO_GAP_MM = 0.15  # half of the gap round a pad: copper there is a spoke
HOLE_OFF_MM = 0.1  # an M3 screw has 0.2 mm of play
USB_OFF_MM = 0.5


def ground_planes(board: Board) -> list[str]:
    """Both layers carry a ground plane, and each ground pad hangs on it by more than one spoke."""
    wrong = []
    for layer in COPPER:
        plane = board.planes.get((GROUND, layer))
        share = plane.area_mm2 / (board.width * board.height) if plane else 0.0
        if share < PLANE_SHARE:
            wrong.append(f"ground plane on {layer} covers {share:.0%} of the board, not {PLANE_SHARE:.0%}")
    for pad in board.pads:
        if pad.net == GROUND and (count := spokes(board, pad)) < SPOKES:
            wrong.append(f"{pad.ref} pad {pad.number} hangs on the ground planes by {count} spokes")
    return wrong


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
    "radial 8 mm, 3.5 mm pitch": Package(2, 3.5, 3.5, 0.6),
    "DIP-14": Package(14, 2.54, 7.62, 0.53),
    "XH-2": Package(2, 2.5, 2.5, 0.7),
    "XH-3": Package(3, 2.5, 5.0, 0.7),
    "XH-4": Package(4, 2.5, 7.5, 0.7),
    "header 2x4": Package(8, 2.54, 8.03, 0.8),
    "Pico": Package(40, 2.54, 17.78, 0.8),
    "0ZRE0075": Package(2, 5.4, 5.4, 0.81),
}
# Part number -> the package that its maker's data sheet names.
PART_PACKAGE = {
    "P6KE12A": "DO-15",
    "SN74AHCT125N": "DIP-14",
    "B2B-XH-A(LF)(SN)": "XH-2",
    "B3B-XH-A(LF)(SN)": "XH-3",
    "B4B-XH-A(LF)(SN)": "XH-4",
    "SC0917": "Pico",
    "0ZRE0075FF1A": "0ZRE0075",
}


def packages(board: Board, rows: list[Row], build: str = "board") -> list[str]:
    """Each part that is bought fits the pads that it is soldered to."""
    wrong = []
    for row in rows:
        if row["build"] not in (build, "both"):
            continue
        name = row.get("package") or ""
        wanted = PART_PACKAGE.get(row["part_number"])
        if wanted and name != wanted:
            wrong.append(f"{row['part_number']} comes in {wanted}, the parts list says {name or 'nothing'}")
        for ref in references(row):
            pads = [pad for pad in board.pads_of(ref) if pad.number]
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
    if first.drill and not package.lead_mm + 0.1 <= first.drill <= package.lead_mm + 0.6:
        wrong.append(f"{ref}: holes of {first.drill} mm for leads of {package.lead_mm}")
    return wrong


def counts(board: Board, rows: list[Row], build: str = "board") -> list[str]:
    """What the board takes but no sheet shows: sockets, plugs' other halves, screws, jumpers."""
    plugs: dict[int, list[str]] = {}
    for ref, footprint in board.footprints.items():
        if found := re.search(r"JST_XH_B(\d)B", footprint):
            plugs.setdefault(int(found[1]), []).append(ref)
    needed = {
        "circuit board": 1,
        "socket 1x20": len([pad for pad in board.pads_of("A1") if pad.number]) // 20,
        "screw M3 x 10": len([ref for ref in board.footprints if re.fullmatch(r"H\d", ref)]),
        **{f"XHP-{legs}": len(refs) for legs, refs in plugs.items()},
    }
    wrong = []
    for value, count in needed.items():
        bought = sum(int(row["quantity"]) for row in rows if row["value"] == value and row["build"] == build)
        if bought != count:
            wrong.append(f"{value}: {count} needed by the board, {bought} in the parts list")
    return wrong
