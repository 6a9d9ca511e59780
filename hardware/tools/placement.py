"""Where each part sits on the boards, in mm from the top left corner, and what is printed beside it.

Both boards share size, holes, plugs and the Pico's place: the enclosure takes either.
"""

from __future__ import annotations

from hardware.tools.parts import TEST_POINTS, Variant, contact_refs

WIDTH_MM, HEIGHT_MM = 100.0, 100.0
HOLES = {"H1": (4.0, 4.0), "H2": (96.0, 4.0), "H3": (4.0, 96.0), "H4": (96.0, 96.0)}
ROW_MM, FIRST_ROW_MM = 10.16, 9.525
PLUG_X_MM = 6.35

Place = tuple[float, float, int]
Silk = tuple[str, float, float, float, str]


def row_y(n: int) -> float:
    """Contact n's row: each paddle's slap and touch lie side by side, at its plug; NEXT comes last."""
    row = 8 if n == 9 else 2 * ((n - 1) % 4) + (n - 1) // 4
    return FIRST_ROW_MM + ROW_MM * row


# Plug -> where its pin 1 is, and which way the others follow: down on the left edge, up on the right.
PLUGS: dict[str, Place] = {
    **{f"J{n}": (PLUG_X_MM, row_y(n) + ROW_MM / 2 - 3.75, 270) for n in range(1, 5)},
    "J5": (PLUG_X_MM, 85.4, 270),
    "J6": (93.4, 88.9, 90),
}
PLUG_WORDS = {
    **{f"J{n}": ("GND", "SLAP", "TOUCH", "LED") for n in range(1, 5)},
    "J5": ("GND", "NEXT"),
    "J6": ("+5V", "DATA", "GND"),
}
PIN_MM = 2.5

SHARED: dict[str, Place] = {
    "A1": (58.11, 2.87, 0),  # the Pico ends 1.5 mm inside the board: its USB socket is at the edge
    "J7": (93.98, 38.1, 0),
    "TP1": (81.28, 21.59, 0),
    "TP2": (86.36, 21.59, 0),
    "TP3": (91.44, 21.59, 0),
    "TP4": (52.705, 96.52, 0),
    **PLUGS,
    **{ref: (x, y, 0) for ref, (x, y) in HOLES.items()},
}


def through_hole() -> dict[str, Place]:
    """Reference -> x, y of its pin 1, and turn in degrees."""
    where: dict[str, Place] = {
        **SHARED,
        "U1": (57.15, 71.12, 90),
        "C11": (53.34, 63.5, 270),
        "R21": (54.61, 78.105, 0),
        "R22": (67.31, 78.105, 0),
        "R23": (54.61, 83.82, 0),
        "R24": (67.31, 83.82, 0),
        "U2": (81.28, 58.42, 0),
        "C12": (92.71, 58.42, 270),
        "R41": (81.28, 77.47, 0),
        "F1": (80.645, 8.89, 0),
        "C13": (83.82, 85.09, 0),
    }
    for n in range(1, 10):
        refs, y = contact_refs(n), row_y(n)
        where[refs["tvs"]] = (13.335, y, 0)
        where[refs["pull-up"]] = (39.37, y - 2.54, 180)
        where[refs["series"]] = (29.21, y + 2.54, 0)
        where[refs["filter"]] = (42.545, y + 2.54, 0)
    for n in range(1, 5):
        where[f"R{30 + n}"] = (80.01, 33.02 + 5.08 * n, 0)
    return where


def smd() -> dict[str, Place]:
    """The same for the board with surface-mounted parts."""
    where: dict[str, Place] = {
        **SHARED,
        "U1": (63.5, 66.04, 90),
        "C11": (57.15, 64.45, 270),
        "R21": (59.69, 74.93, 90),
        "R22": (63.5, 74.93, 90),
        "R23": (67.31, 74.93, 90),
        "R24": (71.12, 74.93, 90),
        "U2": (84.455, 66.04, 0),
        "C12": (89.535, 63.1825, 270),
        "R41": (84.455, 77.47, 0),
        "F1": (83.82, 8.89, 0),
        "C13": (84.455, 86.36, 90),
        "D5": (16.51, 86.36, 180),
    }
    for n in range(1, 10):
        refs, y = contact_refs(n), row_y(n)
        where[refs["pull-up"]] = (26.67, y, 0)
        where[refs["series"]] = (33.02, y, 0)
        where[refs["filter"]] = (39.37, y, 0)
    for n in range(1, 5):
        where[f"D{n}"] = (16.51, row_y(n) + ROW_MM / 2, 180)
        where[f"R{30 + n}"] = (83.82, 33.02 + 5.08 * n, 0)
    return where


def shape_x(variant: Variant) -> float:
    """Where a paddle's sign and name are printed, between its two rows."""
    return 23.5 if variant.arrays else 18.0


def places(variant: Variant) -> dict[str, Place]:
    return smd() if variant.arrays else through_hole()


def pin_words() -> list[Silk]:
    """What each pin of a plug carries, printed beside it."""
    found: list[Silk] = []
    for ref, words in PLUG_WORDS.items():
        x, y, turn = PLUGS[ref]
        way = 1 if turn == 270 else -1
        for n, word in enumerate(words):
            found.append((word, x + way * 2.9, y + way * n * PIN_MM, 0.8, "left" if way > 0 else "right"))
    return found


def silk(variant: Variant) -> list[Silk]:
    """Words, x, y, height, and on which side they start."""
    found: list[Silk] = [
        ("slam-o-matic slap unit, rev 2", 9.2, 2.9, 1.5, "left"),
        ("CERN-OHL-P-2.0", 57.0, 92.3, 0.9, "left"),
        ("optional: ring", 81.5, 96.8, 1.0, "left"),
        ("optional: jig", 84.5, 33.8, 1.0, "left"),
        ("optional: NEXT", 9.8, 96.8, 1.0, "left"),
        *pin_words(),
    ]
    for ref, net in TEST_POINTS.items():
        x, y, _ = SHARED[ref]
        found.append((net, x, y + 2.2, 0.9, ""))
    if not variant.arrays:
        found.append(("optional: rows D5 to D8 (touch), D9 (NEXT)", 57.0, 94.2, 0.9, "left"))
    return found
