"""Where each part sits on the board, in mm from its top left corner, and what is printed beside it."""

from __future__ import annotations

from hardware.tools.parts import contact_refs

WIDTH_MM, HEIGHT_MM = 126.0, 86.0
HOLES = {"H1": (4.0, 4.0), "H2": (122.0, 4.0), "H3": (4.0, 82.0), "H4": (122.0, 82.0)}
ROW_MM, FIRST_ROW_MM = 7.62, 12.0


def row_y(n: int) -> float:
    """Contact n's row: each paddle's slap and touch lie side by side, at its plug; NEXT comes last."""
    row = 8 if n == 9 else 2 * ((n - 1) % 4) + (n - 1) // 4
    return FIRST_ROW_MM + ROW_MM * row


def places() -> dict[str, tuple[float, float, int]]:
    """Reference -> x, y of its pin 1, and turn in degrees."""
    where: dict[str, tuple[float, float, int]] = {
        "A1": (71.12, 3.2, 0),
        "U1": (68.58, 71.12, 90),
        "C11": (88.9, 66.04, 90),
        "R21": (67.31, 75.57, 0),
        "R22": (80.645, 75.57, 0),
        "R23": (67.31, 80.01, 0),
        "R24": (80.645, 80.01, 0),
        "U2": (97.79, 57.15, 0),
        "C12": (109.22, 71.12, 90),
        "R41": (109.22, 59.055, 0),
        "J6": (119.38, 72.39, 90),
        "F1": (97.79, 8.89, 0),
        "C13": (109.22, 13.97, 0),
        "J7": (113.03, 36.83, 0),
        "J5": (6.35, row_y(9) - 1.25, 270),
    }
    where |= {ref: (x, y, 0) for ref, (x, y) in HOLES.items()}
    for n in range(1, 10):
        refs, y = contact_refs(n), row_y(n)
        where[refs["tvs"]] = (13.335, y, 0)
        where[refs["pull-up"]] = (40.64, y, 180)
        where[refs["series"]] = (43.815, y, 0)
        where[refs["filter"]] = (57.15, y, 0)
    for n in range(1, 5):
        where[f"J{n}"] = (6.35, row_y(n) + ROW_MM / 2 - 3.75, 270)
        where[f"R{30 + n}"] = (94.615, 31.75 + 5.08 * n, 0)
    return where


# words, x, y, height, on which side they start
SILK = (
    ("slam-o-matic slap unit, rev 1", 23.0, 3.4, 1.6, "left"),
    ("J1 to J4: GND SLAP TOUCH LED", 23.0, 5.9, 0.9, "left"),
    ("CERN-OHL-P-2.0", 48.0, 5.9, 0.9, "left"),
    ("optional: rows D5 to D8 (touch) and D9 (NEXT)", 23.0, 7.8, 0.9, "left"),
    ("optional: ring", 108.0, 77.2, 1.0, "left"),
    ("optional: jig", 105.5, 49.6, 1.0, "left"),
    ("optional: NEXT", 9.8, 78.2, 1.0, "left"),
)
