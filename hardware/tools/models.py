"""Simple solid bodies of the boards' parts, for the pictures of populated boards.

Debian has KiCad without its 3D models. Sizes follow the parts' data sheets roughly: to see, not to measure.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path

Colour = tuple[float, float, float]
Solid = tuple[Colour, list[tuple[float, float, float]], list[list[int]]]

BLACK, GREY, METAL, GOLD = (0.1, 0.1, 0.1), (0.3, 0.3, 0.32), (0.5, 0.5, 0.52), (0.6, 0.46, 0.18)
WHITE, BEIGE, ORANGE, YELLOW = (0.56, 0.55, 0.5), (0.52, 0.45, 0.33), (0.55, 0.3, 0.08), (0.58, 0.46, 0.1)
BLUE, GREEN, BROWN = (0.1, 0.2, 0.4), (0.04, 0.27, 0.13), (0.33, 0.22, 0.14)
MM = 1 / 2.54  # a VRML unit is a tenth of an inch for KiCad


def box(colour: Colour, x: float, y: float, z: float, dx: float, dy: float, dz: float) -> Solid:
    """Its middle in x and y, its foot in z."""
    corners = [
        (x + sx * dx / 2, y + sy * dy / 2, z + sz * dz) for sz in (0, 1) for sy in (-1, 1) for sx in (-1, 1)
    ]
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return colour, corners, faces


def rod(
    colour: Colour, start: tuple[float, float, float], along: str, length: float, d: float, n: int = 24
) -> Solid:
    """A cylinder along x or z."""
    x, y, z = start
    ring = [(math.cos(2 * math.pi * k / n) * d / 2, math.sin(2 * math.pi * k / n) * d / 2) for k in range(n)]
    if along == "x":
        points = [(x + end, y + a, z + b) for end in (0.0, length) for a, b in ring]
    else:
        points = [(x + a, y + b, z + end) for end in (0.0, length) for a, b in ring]
    sides = [[k, (k + 1) % n, n + (k + 1) % n, n + k] for k in range(n)]
    if along == "z":
        return colour, points, [*sides, list(range(n - 1, -1, -1)), list(range(n, 2 * n))]
    return colour, points, [*sides, list(range(n - 1, -1, -1)), list(range(n, 2 * n))]


def axial(span: float, body: float, d: float, colour: Colour, band: Colour | None) -> list[Solid]:
    found = [
        rod(METAL, (0, 0, d / 2), "x", span, 0.6),
        rod(METAL, (0, 0, 0), "z", d / 2, 0.6),
        rod(METAL, (span, 0, 0), "z", d / 2, 0.6),
        rod(colour, ((span - body) / 2, 0, d / 2), "x", body, d),
    ]
    if band:
        found.append(rod(band, ((span - body) / 2 + 0.7, 0, d / 2), "x", 0.9, d + 0.05))
    return found


def resistor() -> list[Solid]:
    found = axial(10.16, 6.3, 2.5, BEIGE, None)
    return found + [rod(BROWN, (5.08 + x, 0, 1.25), "x", 0.5, 2.55) for x in (-2.0, -1.0, 0.0, 1.6)]


def plug(pins: int) -> list[Solid]:
    width, middle = 2.5 * (pins - 1) + 4.9, 2.5 * (pins - 1) / 2
    walls = [
        box(WHITE, middle, -0.525, 0, width, 5.75, 1.2),
        box(WHITE, middle, 2.0, 0, width, 0.7, 7.0),
        box(WHITE, middle, -3.05, 0, width, 0.7, 7.0),
        box(WHITE, middle - width / 2 + 0.4, -0.525, 0, 0.8, 5.75, 7.0),
        box(WHITE, middle + width / 2 - 0.4, -0.525, 0, 0.8, 5.75, 7.0),
    ]
    return walls + [box(METAL, 2.5 * n, 0, -3.4, 0.64, 0.64, 9.8) for n in range(pins)]


def chip(legs: int, pitch: float, span: float, body: tuple[float, float, float], foot: float) -> list[Solid]:
    """Legs on two sides, pin 1 at the top left, its middle at the origin; an odd one misses on the right."""
    width, length, height = body
    rows = (legs + 1) // 2
    found = [box(BLACK, 0, 0, foot, width, length, height)]
    for n in range(rows):
        y = pitch * (rows - 1) / 2 - pitch * n
        sides = (-1,) if legs % 2 and n == rows // 2 else (-1, 1)
        found += [box(METAL, side * span / 2, y, 0, span - width, 0.4, foot + 0.3) for side in sides]
    found.append(rod(GREY, (-width / 2 + 0.6, length / 2 - 0.6, foot + height), "z", 0.03, 0.6))
    return found


def moved(solids: list[Solid], dx: float, dy: float, dz: float = 0.0) -> list[Solid]:
    return [(c, [(x + dx, y + dy, z + dz) for x, y, z in points], faces) for c, points, faces in solids]


def dip() -> list[Solid]:
    socket = [box(BLACK, side * 3.81 + 3.81, -7.62, 0.5, 2.6, 17.8, 4.2) for side in (-1, 1)] + [
        box(BLACK, 3.81, y, 0.5, 5.5, 1.2, 4.0) for y in (-0.4, -14.8)
    ]
    return socket + moved(chip(14, 2.54, 7.8, (6.4, 19.3, 3.4), 1.2), 3.81, -7.62, 4.2)


def small(length: float, width: float, height: float, colour: Colour) -> list[Solid]:
    end = length * 0.2
    caps = [box(METAL, side * (length - end) / 2, 0, 0, end, width, height) for side in (-1, 1)]
    return [box(colour, 0, 0, 0, length - 2 * end, width, height), *caps]


def pico() -> list[Solid]:
    """A Pico H on 8.5 mm sockets; its header's plastic adds 2.54 mm."""
    sockets = [box(BLACK, x, -24.13, 0, 2.5, 50.8, 8.5) for x in (0, 17.78)]
    strips = [box(BLACK, x, -24.13, 8.5, 2.5, 50.8, 2.54) for x in (0, 17.78)]
    z = 8.5 + 2.54
    board = [
        box(GREEN, 8.89, -24.13, z, 21.0, 51.0, 1.0),
        box(METAL, 8.89, -0.4, z + 1, 7.5, 5.6, 2.6),
        box(BLACK, 8.89, -25.5, z + 1, 7.0, 7.0, 0.9),
        box(WHITE, 4.6, -13.4, z + 1, 3.5, 4.5, 1.6),
        box(METAL, 8.89, -35.5, z + 1, 3.2, 2.5, 0.8),
    ]
    pins = [rod(GOLD, (x, -2.54 * n, z + 1), "z", 0.4, 1.5, 12) for n in range(20) for x in (0, 17.78)]
    return moved(sockets + strips + board + pins, -8.89, 24.13)  # the footprint puts its middle there


def header() -> list[Solid]:
    base = [box(BLACK, 1.27, -3.81, 0, 5.0, 10.16, 2.54)]
    return base + [box(GOLD, x, -2.54 * n, -3, 0.64, 0.64, 11.5) for n in range(4) for x in (0, 2.54)]


MODELS: dict[str, Callable[[], list[Solid]]] = {
    "Resistor_THT.3dshapes/R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal": resistor,
    "Diode_THT.3dshapes/D_DO-15_P12.70mm_Horizontal": lambda: axial(12.7, 7.6, 3.6, BLACK, METAL),
    "Capacitor_THT.3dshapes/C_Disc_D5.0mm_W2.5mm_P5.00mm": lambda: [box(ORANGE, 2.5, 0, 0.8, 5.0, 2.4, 5.0)],
    "Capacitor_THT.3dshapes/CP_Radial_D5.0mm_P2.50mm": lambda: [
        rod(BLUE, (1.25, 0, 0.3), "z", 11, 5.0), rod(METAL, (1.25, 0, 11.3), "z", 0.1, 4.2),
    ],
    "Capacitor_THT.3dshapes/C_Rect_L7.2mm_W3.0mm_P5.00mm_FKS2_FKP2_MKS2_MKP2": lambda: [
        box(YELLOW, 2.5, 0, 3.0, 7.4, 3.1, 9.7), *(rod(METAL, (x, 0, 0), "z", 3, 0.5, 12) for x in (0, 5)),
    ],
    **{
        f"Connector_JST.3dshapes/JST_XH_B{n}B-XH-A_1x0{n}_P2.50mm_Vertical": functools.partial(plug, n)
        for n in (2, 3, 4)
    },
    "Connector_PinHeader_2.54mm.3dshapes/PinHeader_2x04_P2.54mm_Vertical": header,
    "Package_DIP.3dshapes/DIP-14_W7.62mm_Socket": dip,
    "Module.3dshapes/RaspberryPi_Pico_H": pico,
    "Resistor_SMD.3dshapes/R_0805_2012Metric": lambda: small(2.0, 1.25, 0.5, BLACK),
    "Capacitor_SMD.3dshapes/C_0805_2012Metric": lambda: small(2.0, 1.25, 1.0, BROWN),
    "Fuse.3dshapes/Fuse_1206_3216Metric": lambda: small(3.2, 1.6, 0.7, GREEN),
    "Package_TO_SOT_SMD.3dshapes/SOT-23-5": lambda: chip(5, 0.95, 2.8, (1.6, 2.9, 1.1), 0.1),
    "Package_SO.3dshapes/SOIC-14_3.9x8.7mm_P1.27mm": lambda: chip(14, 1.27, 6.0, (3.9, 8.7, 1.5), 0.15),
}  # fmt: skip


def vrml(solids: list[Solid]) -> str:
    shapes = []
    for colour, points, faces in solids:
        shade = " ".join(f"{c:.3f}" for c in colour)
        where = ", ".join(f"{x * MM:.4f} {y * MM:.4f} {z * MM:.4f}" for x, y, z in points)
        index = ", ".join(", ".join(map(str, face)) + ", -1" for face in faces)
        shapes.append(
            f"Shape {{ appearance Appearance {{ material Material {{ diffuseColor {shade} "
            f"specularColor 0.1 0.1 0.1 shininess 0.2 ambientIntensity 0.4 }} }}\n"
            f" geometry IndexedFaceSet {{ solid FALSE coord Coordinate {{ point [ {where} ] }}\n"
            f" coordIndex [ {index} ] }} }}"
        )
    return "#VRML V2.0 utf8\n" + "\n".join(shapes) + "\n"


def write(folder: Path) -> Path:
    for name, make in MODELS.items():
        target = folder / f"{name}.wrl"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(vrml(make()), encoding="utf-8")
    return folder
