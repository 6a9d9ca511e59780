"""The guides' pictures, drawn from the model: parts, wires with their colours, right beside wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from manifold3d import Manifold

from hardware.mechanics import bought, parts, places
from hardware.mechanics.dimensions import Dimensions
from hardware.mechanics.places import Piece
from hardware.mechanics.shapes import box, join, lying, rod, slab, upright
from hardware.tools.facts import PICO_PIN, pins
from hardware.tools.render import Label, View, picture

D = Dimensions()
Spot = tuple[float, float, float]
SMALL = (760, 520)
GROUND_PIN = {"red": 3, "yellow": 8, "green": 13, "blue": 18}


def wire(colour: str, *spots: Spot, d: float = 1.5) -> Piece:
    """Return a wire along some spots."""
    balls = [Manifold.sphere(d / 2, 10).translate(list(spot)) for spot in spots]
    pieces = [(a + b).hull() for a, b in pairwise(balls)]
    return Piece("wire", f"wire {colour}", join(pieces))


def tint(pieces: Sequence[Piece], colour: str) -> list[Piece]:
    return [Piece(p.name, colour, p.solid, p.printed) for p in pieces]


def move(pieces: Sequence[Piece], by: Spot, turn: float = 0.0) -> list[Piece]:
    """Turn about z, then shift."""
    return [
        Piece(p.name, p.colour, p.solid.rotate([0, 0, turn]).translate(list(by)), p.printed) for p in pieces
    ]


def pico_pin(number: int) -> Spot:
    """Return a pin of the Pico on its pegs, in the unit's frame."""
    row = number - 1 if number <= 20 else 40 - number
    side = 8.89 if number <= 20 else -8.89
    x, y = parts.turn45(D.pico_end - 1.37 - 2.54 * row, side)
    return x, y, D.pico_bottom


def bare_switch() -> list[Piece]:
    tints = {"body": "switch", "terminals": "brass", "lever": "steel", "plunger": "white"}
    return [Piece(name, tints[name], part) for name, part in bought.switch_parts(D.switch, 2.5).items()]


def bare_pico() -> list[Piece]:
    """Return the Pico flat, its socket to +y, pin 1 at the upper left."""
    tints = {"pico board": "pcb", "pads": "brass", "usb": "steel", "chip": "switch", "button": "white"}
    flat = [Piece(name, tints[name], part.rotate([0, 0, 45])) for name, part in bought.pico(D).items()]
    return move(flat, (0, -D.pico_middle, -D.pico_bottom))


def flat_pin(number: int) -> Spot:
    row = number - 1 if number <= 20 else 40 - number
    return (-8.89 if number <= 20 else 8.89), D.pico[0] / 2 - 1.37 - 2.54 * row, 1.0


def cross(at: Spot, size: float, upright: bool) -> list[Piece]:
    """Return a red cross: this is wrong."""
    bar = box((-size, size), (-1, 1), (-1, 1))
    both = (
        bar.rotate([0, 45, 0]) + bar.rotate([0, -45, 0])
        if upright
        else bar.rotate([0, 0, 45]) + bar.rotate([0, 0, -45])
    )
    return [Piece("wrong", "red", both.translate(list(at)))]


def tick(at: Spot, size: float, upright: bool) -> list[Piece]:
    """Return a green tick: this is right."""
    a, b, c = (-size, 0, 0), (-size * 0.3, 0, -size * 0.7), (size, 0, size * 0.8)
    if not upright:
        a, b, c = ((x, z, 0) for x, _, z in (a, b, c))  # type: ignore[assignment]
    return move([Piece("right", "green", wire("green", a, b, c, d=2.2).solid)], at)


def arrow(tip: Spot, length: float) -> Piece:
    """Return an arrow that points down: press here."""
    x, y, z = tip
    return Piece(
        "arrow", "wire orange", rod(0.2, (z, z + 9), (x, y), 8.0) + rod(3.0, (z + 9, z + length), (x, y))
    )


def first_slap(target: Path) -> Path:
    """Pico from above, one switch, two wires."""
    s = D.switch
    laid = [
        Piece(p.name, p.colour, p.solid.rotate([90, 0, 0]).rotate([0, 0, 90]).mirror([1, 0, 0]))
        for p in bare_switch()
    ]
    at = (-50.0, -4.0, 3.2)
    found = bare_pico() + move(laid, at)
    # lying, terminals point to +x: along the body is y
    low = s.hole_above_bottom + s.terminal_down
    c = (at[0] + low - 1.5, at[1] + s.terminal_from_first[0], 3.2)
    no = (at[0] + low - 1.5, at[1] + s.terminal_from_first[1], 3.2)
    gp, ground = flat_pin(PICO_PIN[pins()["paddles"][0]]), flat_pin(3)
    found += [
        wire("black", c, (c[0] + 4, c[1], 3), (-26, -12, 1), (-21, 8, 1), (-16, ground[1], 1), ground),
        wire("red", no, (no[0] + 4, no[1], 3), (-29, 2, 1), (-26, 6, 1), (-17, gp[1], 1), gp),
    ]
    nc = (at[0] + low, at[1] + s.terminal_from_first[2], 3.2)
    labels: list[Label] = [(str(n), flat_pin(n), (-34, 0)) for n in (1, 2, 5)]
    labels += [("3", ground, (34, -8)), ("4", gp, (34, 8))]
    labels += [("C", c, (22, 30)), ("NO", no, (30, -26)), ("NC", nc, (34, -14))]
    view = View(azimuth=-90, elevation=89.9, across=105, look_at=(-22, 0, 0), size=SMALL)
    return picture(found, view, target, labels=labels)


def switch_wires(target: Path) -> Path:
    """Right: C and NO. Wrong: C and NC."""
    found: list[Piece] = []
    labels: list[Label] = []
    s = D.switch
    for shift, second, mark in ((0.0, 1, tick), (42.0, 2, cross)):
        sw = move(bare_switch(), (shift, 0, 0))
        z = -s.hole_above_bottom - s.terminal_down + 1.2
        for n, colour in ((0, "black"), (second, "red")):
            x = shift + s.terminal_from_first[n]
            sw.append(wire(colour, (x, -0.5, z), (x, -1.2, z - 5), (x + (n - 1), -1.2, z - 14)))
        found += sw + mark((shift + 4.7, -4, 17), 4, True)
        names = zip(("C", "NO", "NC"), s.terminal_from_first, strict=True)
        labels += [(name, (shift + x, -3.3, -1.4), (0, 0)) for name, x in names]
    view = View(azimuth=-90, elevation=6, across=88, look_at=(25, 0, -3), size=SMALL)
    return picture(found, view, target, labels=labels)


def printed_parts(target: Path) -> Path:
    """All printed parts of one unit."""
    found: list[Piece] = []
    for n, colour in enumerate(places.COLOURS):
        found.append(Piece("base", "base", parts.on_bed("base", D).translate([-190 + 125 * n, 105, 0]), True))
        found.append(
            Piece(
                "paddle", colour, parts.on_bed(f"paddle-{colour}", D).translate([-190 + 125 * n, 5, 0]), True
            )
        )
        found.append(
            Piece(
                "pin",
                "base",
                parts.on_bed("pin", D).rotate([0, 0, 90]).translate([-190 + 70 * n, -60, 0]),
                True,
            )
        )
    found.append(Piece("hub", "base", parts.on_bed("hub", D).translate([110, -95, 0]), True))
    found.append(Piece("cover", "white", parts.on_bed("cover", D).translate([200, -95, 0]), True))
    found.append(
        Piece("blank", "base", parts.on_bed("blank", D).rotate([0, 0, 90]).translate([30, -95, 0]), True)
    )
    view = View(azimuth=-90, elevation=55, across=520, look_at=(0, 20, 0), size=(900, 560))
    labels: list[Label] = [
        ("4 x", (-225, 155, 0), (0, 0)), ("4 x 1", (-225, 45, 0), (0, 0)), ("4 x", (-228, -60, 0), (0, 0)),
        ("1 x", (110, -150, 0), (0, 0)), ("1 x", (200, -150, 0), (0, 0)),
        ("0 - 2 x", (30, -150, 0), (0, 0)),
    ]  # fmt: skip
    return picture(found, view, target, labels=labels)


def rubbers(target: Path) -> Path:
    """Six feet below, two domes in their seats."""
    pieces = [p for p in places.module(D, "red") if p.name in ("base", "domes", "feet")]
    pieces = [Piece(p.name, "white" if p.name != "base" else "grey", p.solid) for p in pieces]
    below = [Piece(p.name, p.colour, p.solid.rotate([180, 0, 0])) for p in pieces]
    found = move(pieces, (-60, 0, 0)) + move(below, (65, 0, 26))
    return picture(
        found, View(azimuth=-90, elevation=50, across=260, look_at=(55, 0, 10), size=SMALL), target
    )


def lead(colour: str) -> list[Piece]:
    """Return a module's lead, from its switch to where it leaves."""
    s, x = D.switch, D.switch_x
    z = D.switch_bottom - s.terminal_down + 1.0
    y = sum(D.lead_hole[:2]) / 2
    found = []
    for n, tone, aside in ((0, "black", 0.9), (1, colour, -0.9)):
        t = x + s.terminal_from_first[n]
        found.append(wire(tone, (t, 0.8, z), (t, 6.5, z), (t - 6, 8 + aside, 4), (26, 10 + aside, 3.6),
                          (21, y - 1.5 + aside, 3.4), (12, y + aside, 4.5), (-14, y + aside, 5)))  # fmt: skip
    return found


def switch_lead(target: Path) -> Path:
    """The lead's way from the terminals to the hole, drawn without the switch's body; a cable tie."""
    s, y = D.switch, sum(D.lead_hole[:2]) / 2
    module = [p for p in places.module(D, "red") if p.name in ("base", "switch terminals")]
    module = [Piece(p.name, "grey" if p.name == "base" else p.colour, p.solid) for p in module]
    module = [
        Piece(p.name, p.colour, p.solid.trim_by_plane([-1, 0, 0], -70).trim_by_plane([0, 1, 0], -22))
        for p in module
    ]
    hoop = box((23.2, 25.4), (8.6, 13.6), (D.floor, 6.4)) - box((23.0, 25.6), (9.5, 12.7), (2.4, 5.5))
    tie = Piece("cable tie", "white", hoop + box((22.9, 25.7), (9.4, 12.6), (5.6, 9.0)))
    middle = D.switch_x + s.terminal_from_first[1]
    labels: list[Label] = [
        ("C", (D.switch_x + s.terminal_from_first[0], 0, D.switch_bottom - 1), (0, 34)),
        ("NO", (middle, 0, D.switch_bottom - 1), (0, 34)),
        ("NC", (D.switch_x + s.terminal_from_first[2], 0, D.switch_bottom - 1), (0, 34)),
        ("1", (middle, s.body[1] / 2 + D.cheek[0], 5), (22, -66)),
        ("2", (D.spring_x, 0, D.spring_seat + D.spring_post[1]), (0, 70)),
        ("3", (20.7, y - 1.5, 6), (-14, -64)), ("4", (1.0, y, 6), (-40, -66)),
    ]  # fmt: skip
    view = View(azimuth=-90, elevation=58, across=84, look_at=(31, 5, 6), size=SMALL)
    return picture([*module, *lead("red"), tie], view, target, labels=labels)


def switch_in(target: Path) -> Path:
    """The switch in its cradle, its lead to the middle; wrong: turned round."""
    base = [p for p in places.module(D, "red") if p.name in ("base", "domes") or p.name.startswith("switch")]
    base = [Piece(p.name, "grey" if p.name == "base" else p.colour, p.solid) for p in base]
    base = [
        Piece(p.name, p.colour, p.solid.trim_by_plane([-1, 0, 0], -76).trim_by_plane([1, 0, 0], 14))
        for p in base
    ]
    base = [p for p in base if not p.solid.is_empty()]
    right = base + lead("red") + tick((58, 0, 34), 5, True)
    plain = [p for p in base if not p.name.startswith("switch")]
    middle = D.switch_x + D.switch.hole_pitch / 2
    turned = [
        Piece(p.name, p.colour,
              p.solid.translate([-middle, 0, 2.5]).rotate([0, 0, 180]).translate([middle, 0, 0]))
        for p in base if p.name.startswith("switch")
    ]  # fmt: skip
    found = move(right, (0, 0, 0)) + move(plain + turned + cross((58, 0, 34), 5, True), (74, 0, 0))
    view = View(azimuth=-90, elevation=38, across=150, look_at=(80, 0, 9), size=(1000, 520))
    return picture(found, view, target)


def paddle_pin(target: Path) -> Path:
    """The pin slides into the paddle, the grub screw into its hole."""
    paddle = [p for p in places.module(D, "red", True) if p.name in ("paddle", "pin", "grub")]
    found = [
        Piece(p.name, "white" if p.name == "pin" else p.colour,
              p.solid.translate({"pin": [0, -62, 0], "grub": [0, 0, 18]}.get(p.name, [0, 0, 0])))
        for p in paddle
    ]  # fmt: skip
    return picture(
        found,
        View(azimuth=-120, elevation=38, across=170, look_at=(50, -16, 20), size=SMALL, shadows=False),
        target,
    )


def snap(target: Path) -> Path:
    """Left, cut: the lip goes under the nib. Right: the narrow end is down, the pin goes in from the side."""
    module = [p for p in places.module(D, "red") if p.name not in ("paddle", "pin", "grub", "feet")] + lead(
        "red"
    )
    module = [Piece(p.name, "grey" if p.name == "base" else p.colour, p.solid) for p in module]
    lifted = [
        Piece(p.name, p.colour, p.solid.translate([-107, 0, -22]).rotate([0, 16, 0]).translate([105, 0, 24]))
        for p in places.module(D, "red", True) if p.name in ("paddle", "grub")
    ]  # fmt: skip
    cut = [Piece(p.name, p.colour, p.solid.trim_by_plane([0, 1, 0], -0.001)) for p in module + lifted]
    whole = [
        Piece(p.name, {"base": "grey", "pin": "white"}.get("pin" if p.name == "pin" else p.colour, p.colour),
              p.solid.translate([0, -44, 0]) if p.name == "pin" else p.solid)
        for p in places.module(D, "red")
    ]  # fmt: skip
    tip = Manifold.cylinder(9, 0.1, 4.0) + Manifold.cylinder(24, 1.5, 1.5).translate([0, 0, 9])
    whole.append(Piece("arrow", "wire orange", tip.rotate([90, 0, 0]).translate([D.axis_x, -76, D.axis_z])))
    found = move(cut, (-70, 0, 0)) + move(whole, (72, 26, 0))
    nib_x, nib_z = D.nib_edge
    labels: list[Label] = [
        ("1", (D.spring_x - 70, 0, D.spring_seat + 4), (-66, -46)), ("2", (35.2, -1, 23.4), (40, 40)),
        ("3", (nib_x - 68, 1, nib_z + 1), (34, -44)), ("4", (D.axis_x - 70, D.ear_y, D.ear_top), (-50, -24)),
    ]  # fmt: skip
    return picture(
        found,
        View(azimuth=-80, elevation=24, across=275, look_at=(52, -6, 18), size=(1000, 480), shadows=False),
        target,
        labels=labels,
    )


def click(target: Path) -> Path:
    """A cut through a module whose paddle is held down, a key in the grub screw."""
    pieces = places.module(D, "red", True)
    pieces = [
        Piece(p.name, "grey" if p.name == "base" else p.colour, p.solid.trim_by_plane([0, 1, 0], 0))
        for p in pieces
    ]
    top = D.blade_bottom + D.blade
    key = rod(1.5, (top - 3, top + 26), (D.press_x, 0)) + lying(1.5, (0, 22), D.press_x, top + 26)
    pieces.append(Piece("key", "steel", key))
    pieces.append(arrow((94, -2, top + 2), 24))
    return picture(
        pieces, View(azimuth=-90, elevation=4, across=130, look_at=(52, 0, 22), size=(900, 460)), target
    )


def leads_in() -> list[Piece]:
    """Return the four leads from the hub's gaps to the Pico's pins, and the ring's."""
    found = []
    for n, colour in enumerate(places.COLOURS):
        side = places.SIDES[n]
        y = sum(D.lead_hole[:2]) / 2
        for aside, tone, pin in (
            (0.9, "black", GROUND_PIN[colour]),
            (-0.9, colour, PICO_PIN[pins()["paddles"][n]]),
        ):
            start = [
                tuple(v) for v in (
                    _turn(D.hub + 12, y + aside, side, 5.0), _turn(D.hub - 4, y + aside, side, 5.0),
                    _turn(D.hub - 9, y + aside * 1.5, side, 4.0),
                )
            ]  # fmt: skip
            end = pico_pin(pin)
            outside = parts.turn45(D.pico_end - 1.37 - 2.54 * (pin - 1), 13.5)
            found.append(wire(tone, *start, (*outside, 5.0), (end[0], end[1], end[2] - 1), end, d=1.3))  # type: ignore[arg-type]
    return found


def _turn(x: float, y: float, deg: float, z: float) -> Spot:
    import math

    a = math.radians(deg)
    return x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a), z


def _beside(pin: int, v: float) -> tuple[float, float]:
    """Return the place beside a pin, across the Pico."""
    row = pin - 1 if pin <= 20 else 40 - pin
    return parts.turn45(D.pico_end - 1.37 - 2.54 * row, v)


def hub_wires(target: Path) -> Path:
    """The hub from above: Pico on its pegs, each wire at its pin; the ring's three go up."""
    pieces = [p for p in places.middle(D, False) if not p.name.startswith(("ring", "lights"))]
    pieces = [Piece(p.name, "grey" if p.name == "hub" else p.colour, p.solid) for p in pieces]
    ring = [
        wire(tone, pico_pin(pin), (*_beside(pin, side * 15.0), 12.0),
             (*parts.turn45(0.0, side * (17 + n)), 19.0), d=1.3)
        for n, (tone, pin, side) in enumerate(
            (("red", 40, -1), ("white", PICO_PIN[pins()["ws2812"]], 1), ("black", 38, -1)))
    ]  # fmt: skip
    view = View(azimuth=-45, elevation=89.9, across=104, look_at=(4, 4, 0), size=(1000, 920))
    used = [*GROUND_PIN.values(), *(PICO_PIN[gpio] for gpio in pins()["paddles"]), PICO_PIN[pins()["ws2812"]]]
    labels: list[Label] = [("1", pico_pin(1), (0, -72))]
    labels += [
        (str(pin), pico_pin(pin), (0, -38 if pin in GROUND_PIN.values() or pin == 20 else -72))
        for pin in used
    ]
    labels += [(str(pin), pico_pin(pin), (0, -24)) for pin in (38, 40)]
    return picture(pieces + leads_in() + ring, view, target, labels=labels)


def module_in(target: Path) -> Path:
    """A module is let down into the hub's slot, its lead into the gap beside it; right, an empty side."""
    found = [
        Piece(p.name, "grey" if p.name == "hub" else p.colour, p.solid)
        for p in places.middle(D, False)
        if not p.name.startswith(("ring", "lights"))
    ]
    for n, colour in ((0, "red"), (1, "yellow")):
        pieces = [places.outwards(p, D, places.SIDES[n]) for p in places.module(D, colour) + lead(colour)]
        found += move(pieces, (0, 0, 26 if n == 0 else 0))
    gap = sum(D.lead_hole[:2]) / 2
    labels: list[Label] = [
        ("1", (0, -D.hub + 4, 26 + D.hub_top), (-40, -50)),
        ("2", (D.hub - 3, 0, 12), (60, 60)), ("3", (D.hub - 1, gap, 12), (70, 30)),
    ]  # fmt: skip
    view = View(azimuth=-28, elevation=40, across=250, look_at=(-16, -24, 15), size=SMALL)
    return picture(found, view, target, labels=labels)


def cover_ring(target: Path) -> Path:
    """The cover from below, the ring in its four hooks, its three wires upwards."""
    ring = [Piece(n, {"ring board": "pcb", "lights": "white"}[n], p) for n, p in bought.ring(D).items()]
    pieces = [Piece("cover", "white", parts.cover(D)), *ring]
    pieces = [Piece(p.name, p.colour, p.solid.rotate([180, 0, 0])) for p in pieces]
    top = -D.ring_z
    for n, tone in enumerate(("red", "white", "black")):
        x, y = 9.5 + 1.5 * n, 8.0 - 4.0 * n
        pieces.append(
            wire(tone, (x, y, top), (x, y, top + 4), (x + 12, y + 4, top + 9), (x + 38, y + 9, top + 8))
        )
    hook = D.ring[0] / 2 + 1
    labels: list[Label] = [
        ("1", (x, y, 1.8 - D.ring_z), off)
        for x, y, off in (
            (hook, 0, (40, 44)), (0, -hook, (-30, 48)), (-hook, 0, (-40, -40)), (0, hook, (20, -44)),
        )
    ]  # fmt: skip
    labels += [("2", (x, -y, -D.pico_bottom), (44, -8)) for x, y in parts.pico_holes(D)[2:]]
    view = View(azimuth=-60, elevation=48, across=122, look_at=(2, -2, -22), size=SMALL)
    return picture(pieces, view, target, labels=labels)


def players(target: Path) -> Path:
    """Units for two, three and four."""
    found: list[Piece] = []
    for n, shift in ((2, -290.0), (3, 0.0), (4, 300.0)):
        found += move(places.unit(D, n) + marks(n), (shift, 0, 0))
    return picture(
        found, View(azimuth=-90, elevation=48, across=840, look_at=(54, 0, 0), size=(1200, 440)), target
    )


def exploded(target: Path) -> Path:
    """One module and the middle, taken apart upwards."""
    lifts = {"base": 0, "feet": -14, "domes": 22, "spring": 34, "switch": 30, "paddle": 62, "grub": 88}
    module = places.module(D, "red", True)
    found = [
        Piece(p.name, {"base": "grey"}.get(p.name, p.colour),
              p.solid.translate([0, 0, next((h for n, h in lifts.items() if p.name.startswith(n)), 0)]))
        for p in module if p.name != "pin"
    ]  # fmt: skip
    pin = next(p for p in module if p.name == "pin")
    found.append(Piece("pin", "white", pin.solid.translate([0, -62, 62])))
    found = [places.outwards(p, D, 0) for p in [*found, Piece("mark", "white", filled_mark("red", True).solid
                                                             .translate([0, 0, 62]))]]  # fmt: skip
    heights = {"hub feet": -14, "hub": 0, "ring": 52, "lights": 52, "cover": 74}
    for p in places.middle(D):
        high = next((h for n, h in heights.items() if p.name.startswith(n)), 24)
        colour = {"hub": "grey", "cover": "white"}.get(p.name, p.colour)
        found.append(Piece(p.name, colour, p.solid.translate([-60, 0, high])))
    view = View(azimuth=-75, elevation=22, across=285, look_at=(28, 0, 42), size=(1000, 600), shadows=False)
    return picture(found, view, target)


def filled_mark(colour: str, down: bool) -> Piece:
    """Return the paint in a paddle's sunk shape."""
    top = D.blade_bottom + D.blade
    shape = parts._mark(D, parts.PADDLE_MARKS[colour]).trim_by_plane([0, 0, -1], -top + 0.25)
    return Piece("mark", "white", places.turned(shape, D, 0.0 if down else D.rest_deg))


def marks(players: int = 4, down: tuple[int, ...] = ()) -> list[Piece]:
    """Return the paint of all paddles, in the unit's frame."""
    return [
        places.outwards(filled_mark(places.COLOURS[n], n in down), D, places.SIDES[n])
        for n in places.PLAYERS[players]
    ]


def _pip(at: tuple[float, float], size: float, z: float) -> Manifold:
    x, y = at
    return upright([(x, y + 1.35 * size), (x + size, y), (x, y - 1.35 * size), (x - size, y)], (z, z + 0.2))


def card(at: Spot, turn: float, face: str) -> list[Piece]:
    """Return a playing card on the table: coloured pips on white, or a back."""
    white = slab([(26.5, 39.0, 5.0)], (0, 0.5)) + slab([(-26.5, 39.0, 5.0)], (0, 0.5))
    sheet = Piece("card", "card", white.hull())
    small = [_pip((side * 24.5, side * 37), 2.6, 0.4) for side in (1, -1)]
    large = [_pip((x, y), 6.5, 0.4) for x, y in ((-11, 22), (11, 22), (0, 0), (-11, -22), (11, -22))]
    across = [box((-40, 40), (-0.7, 0.7), (0.45, 0.65)).rotate([0, 0, turned]).translate([0, 9.0 * n, 0])
              for n in range(-8, 9) for turned in (45, -45)]  # fmt: skip
    inner = sheet.solid.scale([0.86, 0.9, 1.0]).translate([0, 0, 0.1])
    back = [Piece("back", "blue", inner), Piece("lines", "card", join(across) ^ inner.translate([0, 0, 0.1]))]
    pieces = [sheet, *(back if face == "back" else [Piece("pips", face, join(small + large))])]
    return move(pieces, at, turn)


def hero(target: Path) -> Path:
    """The unit in play: red was last."""
    table = Piece("table", "wood", box((-900, 900), (-900, 900), (-6, -2.2)))
    on_table = [table, *marks(4, (0,))]
    on_table += card((-140, -112, -2.2), 58, "red") + card((-118, -116, -1.6), 24, "red")
    for n in range(9):
        on_table += card((118 + 0.4 * n, 112 - 0.3 * n, -2.2 + 0.5 * n), -38 + 2 * (n % 3), "back")
    view = View(
        azimuth=-60,
        elevation=33,
        across=356,
        look_at=(-2, -4, 4),
        size=(1200, 800),
        flat=False,
        glow="red",
        fine=True,
    )
    return picture([*places.unit(D, 4, (0,)), *on_table], view, target)


MADE: dict[str, Callable[[Path], Path]] = {
    "hero.png": hero, "players.png": players, "exploded.png": exploded, "parts.png": printed_parts,
    "first-slap.png": first_slap,
    "switch-wires.png": switch_wires, "rubber.png": rubbers, "switch-in.png": switch_in,
    "switch-lead.png": switch_lead,
    "pin.png": paddle_pin,
    "snap.png": snap, "click.png": click, "hub-wires.png": hub_wires, "module-in.png": module_in,
    "cover-ring.png": cover_ring,
}  # fmt: skip


def make(folder: Path) -> list[Path]:
    """Draw all pictures."""
    return [draw(folder / name) for name, draw in MADE.items()]
