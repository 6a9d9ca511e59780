"""Draws the sheet: every net name and pin comes from the firmware's table, every part from parts.py."""

from __future__ import annotations

from hardware.tools.facts import UNIT_PADDLES, contacts, pins, signals
from hardware.tools.parts import (
    ARRAY_PINS,
    OPTIONAL_FROM_CONTACT,
    TEST_POINTS,
    VARIANTS,
    Variant,
    build_of,
    contact_refs,
)
from hardware.tools.sheet import Sheet

GRID = 1.27
Point = tuple[float, float]


def mm(units: float) -> float:
    return round(units * GRID, 4)


def at(x: float, y: float) -> Point:
    return mm(x), mm(y)


class Drawing(Sheet):
    """The sheet with this project's parts on it; coordinates in grid units of 1.27 mm."""

    def __init__(self, variant: Variant, paper: str, comments: list[str]) -> None:
        super().__init__(variant.name, "slam-o-matic slap unit", paper, comments)
        self.variant = variant

    def part(self, kind: str, ref: str, x: float, y: float, **how: object) -> dict[str, Point]:
        what = self.variant.kinds[kind]
        value = str(how.pop("value", what.value))
        bare = kind in ("hole", "test point")  # nothing is bought for it
        return self.place(
            what.symbol, ref, value, *at(x, y),
            footprint=what.footprint,
            fields={} if bare else {"Build": build_of(ref)},
            on_board=bool(what.footprint),
            in_bom=not bare,
            **how,  # type: ignore[arg-type]
        )  # fmt: skip

    def line(self, *points: tuple[float, float]) -> None:
        self.wire(*[(mm(x), mm(y)) for x, y in points])

    def dot(self, x: float, y: float) -> None:
        self.junction(*at(x, y))

    def name(self, text: str, x: float, y: float, angle: int = 0) -> None:
        self.label(text, *at(x, y), angle)

    def supply(self, name: str, x: float, y: float, angle: int = 0) -> None:
        self.power(name, *at(x, y), angle)

    def box(
        self, title: str, x: float, y: float, width: float, height: float, optional: bool = False
    ) -> None:
        self.frame(*at(x, y), *at(width, height), dashed=optional)
        self.text(("OPTIONAL: " if optional else "") + title, *at(x + 1, y + 1), size=1.6, bold=True)


def contact(draw: Drawing, n: int, net: str, x: float, y: float) -> None:
    """One protected input: lead on the left, pin on the right."""
    refs = contact_refs(n)
    draw.name(f"{net}_LEAD", x, y)
    draw.line((x, y), (x + 14, y), (x + 17, y))
    draw.part("pull-up", refs["pull-up"], x + 17, y - 7)
    draw.supply("+3V3", x + 17, y - 10)
    draw.line((x + 17, y - 4), (x + 17, y))
    if not draw.variant.arrays:
        draw.part(
            "tvs", refs["tvs"], x + 14, y + 7, ref_at=(-2.54, -1.27, "right"), value_at=(-2.54, 1.27, "right")
        )
        draw.line((x + 14, y), (x + 14, y + 4))
        draw.supply("GND", x + 14, y + 10)
        draw.dot(x + 14, y)
    draw.dot(x + 17, y)
    draw.line((x + 17, y), (x + 20, y))
    draw.part("series", refs["series"], x + 23, y, angle=90, ref_at=(0, -2.286, ""), value_at=(0, 2.286, ""))
    draw.line((x + 26, y), (x + 29, y))
    draw.part("filter", refs["filter"], x + 29, y + 7)
    draw.line((x + 29, y), (x + 29, y + 4))
    draw.supply("GND", x + 29, y + 10)
    draw.dot(x + 29, y)
    draw.line((x + 29, y), (x + 42, y))
    draw.name(net, x + 42, y, 180)


def pico(draw: Drawing, x: float, y: float) -> None:
    ends = draw.part("pico", "A1", x, y, ref_at=(-19.05, -35.56, "left"), value_at=(11.43, -35.56, "left"))
    nets = signals(pins())
    used = {"VBUS", "3V3", "GND"}
    for gpio, net in nets.items():
        name = f"GPIO{gpio}"
        used.add(name)
        px, py = ends[name]
        left = px < x * GRID
        step = -1 if left else 1
        draw.wire((px, py), (px + step * 13 * GRID, py))
        draw.label(net, px + step * 13 * GRID, py, 0 if left else 180)
    numbers = draw.library.pins(draw.variant.kinds["pico"].symbol, 1)
    for number, (_, _, name) in numbers.items():
        if name not in used:  # AGND too: joined on the module already
            draw.no_connect(*ends[number])
    vx, vy = ends["VBUS"]
    draw.wire((vx, vy), (vx, vy - 3 * GRID))
    draw.label("VBUS", vx, vy - 3 * GRID, 180)
    draw.power("+3V3", *ends["3V3"])
    draw.power("GND", *ends["GND"])


def paddle_lead(draw: Drawing, n: int, x: float, y: float) -> None:
    """Plug, snap switches and LED of one paddle; the right-hand side hangs on the lead."""
    name = UNIT_PADDLES[n - 1].name.upper()
    draw.text(f"{UNIT_PADDLES[n - 1].name} ({UNIT_PADDLES[n - 1].shape})", *at(x, y - 5), size=1.6, bold=True)
    draw.part("paddle plug", f"J{n}", x + 24, y + 2, ref_at=(2.54, 0, "left"), value_at=(2.54, 2.54, "left"))
    for row, net in enumerate(("GND", f"{name}_SLAP_LEAD", f"{name}_TOUCH_LEAD", f"{name}_LED_LEAD")):
        py = y + 2 * row
        if net == "GND":
            draw.line((x + 20, py), (x + 17, py))
            draw.supply("GND", x + 17, py, 180)
        else:
            draw.line((x + 20, py), (x, py))
            draw.name(net, x, py)
    for ref, contact_pin, other, net, dy in (
        (f"SW{n}", "NO", "NC", f"{name}_SLAP_LEAD", 18.0),
        (f"SW{4 + n}", "NC", "NO", f"{name}_TOUCH_LEAD", 33.0),
    ):
        ends = draw.part("switch", ref, x + 11, y + dy, ref_at=(0, -7.62, ""), value_at=(0, 7.0, ""))
        draw.power("GND", *ends["COM"])
        px, py = ends[contact_pin]
        draw.wire((px, py), (px + 19 * GRID, py))
        draw.label(net, px + 19 * GRID, py, 180)
        draw.no_connect(*ends[other])
    ends = draw.part("led", f"D{20 + n}", x + 11, y + 44, ref_at=(0, -2.9, ""), value_at=(0, 4.6, ""),
                     value=f"LED {UNIT_PADDLES[n - 1].name}")  # fmt: skip
    draw.power("GND", *ends["K"], angle=270)
    ax, ay = ends["A"]
    draw.wire((ax, ay), (ax + 23 * GRID, ay))
    draw.label(f"{name}_LED_LEAD", ax + 23 * GRID, ay, 180)


def gate(draw: Drawing, ref: str, unit: int, x: float, y: float) -> dict[str, Point]:
    """One of a buffer's four gates, always on."""
    ends = draw.part(
        "buffer", ref, x, y, unit=unit, ref_at=(1.27, -6.35, "left"), value_at=(1.27, -4.318, "left")
    )
    enable = {1: "1", 2: "4", 3: "10", 4: "13"}[unit]
    draw.power("GND", *ends[enable])
    return {
        "in": ends[{1: "2", 2: "5", 3: "9", 4: "12"}[unit]],
        "out": ends[{1: "3", 2: "6", 3: "8", 4: "11"}[unit]],
    }


def led_buffer(draw: Drawing, x: float, y: float) -> None:
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        gy = y + (n - 1) * 15
        ends = gate(draw, "U1", n, x + 15, gy)
        net = f"{paddle.name.upper()}_LED"
        draw.wire(ends["in"], (mm(x), ends["in"][1]))
        draw.label(net, mm(x), ends["in"][1])
        px, py = ends["out"]
        draw.wire((px, py), (px + 2 * GRID, py))
        r = draw.part("led resistor", f"R{20 + n}", px / GRID + 5, gy, angle=90,
                      ref_at=(0, -2.286, ""), value_at=(0, 2.286, ""))  # fmt: skip
        ex, ey = max(r.values())
        draw.wire((ex, ey), (ex + 14 * GRID, ey))
        draw.label(f"{net}_LEAD", ex + 14 * GRID, ey, 180)


def ring(draw: Drawing, x: float, y: float) -> None:
    ends = gate(draw, "U2", 1, x + 13, y)
    draw.wire(ends["in"], (mm(x), ends["in"][1]))
    draw.label("RING", mm(x), ends["in"][1])
    px, py = ends["out"]
    draw.wire((px, py), (px + 2 * GRID, py))
    r = draw.part(
        "data resistor", "R41", px / GRID + 5, y, angle=90, ref_at=(0, -2.286, ""), value_at=(0, 2.286, "")
    )
    ex, ey = max(r.values())
    draw.wire((ex, ey), (ex + 12 * GRID, ey))
    draw.label("RING_DATA", ex + 12 * GRID, ey, 180)
    for unit in (2, 3, 4):
        gx = x + 14 + (unit - 2) * 20
        idle = gate(draw, "U2", unit, gx, y + 15)
        ix, iy = idle["in"]
        draw.power("GND", ix, iy, 270)
        draw.no_connect(*idle["out"])
    plug = draw.part(
        "ring plug", "J6", x + 57, y + 2, ref_at=(2.54, -1.27, "left"), value_at=(2.54, 1.27, "left")
    )
    lights = draw.part("ring", "LS1", x + 92, y + 2, ref_at=(0, -8.89, ""), value_at=(0, -6.6, ""))
    for pin, net in (("1", "+5V"), ("2", "RING_DATA"), ("3", "GND")):
        for (px, py), way in ((plug[pin], -1), (lights[pin], -1)):
            if net == "RING_DATA":
                draw.wire((px, py), (px + way * 9 * GRID, py))
                draw.label(net, px + way * 9 * GRID, py)
            else:
                reach = 3 * GRID if net == "+5V" else 2 * GRID
                draw.wire((px, py), (px - reach, py))
                draw.power(net, px - reach, py)


def jig(draw: Drawing, x: float, y: float) -> None:
    header = draw.part(
        "jig header", "J7", x + 45, y + 3, ref_at=(0, -6.35, "left"), value_at=(0, 8.89, "left")
    )
    for n, paddle in enumerate(UNIT_PADDLES, start=1):
        name = paddle.name.upper()
        px, py = header[str(2 * n - 1)]
        qx, qy = header[str(2 * n)]
        # Staggered, so that four resistors fit beside a header of 2.54 mm rows.
        rx = x + 18 + (n - 1) % 2 * 11
        draw.part(
            "jig resistor",
            f"R{30 + n}",
            rx,
            py / GRID,
            angle=90,
            ref_at=(-5.2, -1.0, ""),
            value_at=(5.2, -1.0, ""),
        )
        draw.line((x, py / GRID), (rx - 3, py / GRID))
        draw.name(f"{name}_JIG", x, py / GRID)
        draw.line((rx + 3, py / GRID), (px / GRID, py / GRID))
        draw.wire((qx, qy), (qx + 17 * GRID, qy))
        draw.label(f"{name}_SLAP_LEAD", qx + 17 * GRID, qy, 180)


def power(draw: Drawing, x: float, y: float) -> None:
    draw.name("VBUS", x, y)
    draw.line((x, y), (x + 5, y))
    draw.part("fuse", "F1", x + 8, y, angle=90, ref_at=(0, -2.286, ""), value_at=(0, 2.286, ""))
    draw.line(*[(x + stop, y) for stop in (11, 13, 16, 21, 24, 32)])  # a wire ends wherever another joins it
    draw.supply("+5V", x + 13, y - 2)
    draw.line((x + 13, y - 2), (x + 13, y))
    draw.dot(x + 13, y)
    draw.supply("PWR_FLAG", x + 21, y)
    for kind, ref, cx in (("decoupling", "C11", 16), ("decoupling", "C12", 24), ("bulk", "C13", 32)):
        draw.line((x + cx, y), (x + cx, y + 3))
        draw.part(kind, ref, x + cx, y + 6)
        draw.supply("GND", x + cx, y + 9)
        if cx != 32:
            draw.dot(x + cx, y)
    draw.dot(x + 21, y)
    for ref, cx in (("U1", 6), ("U2", 28)):
        ends = draw.part(
            "buffer", ref, x + cx, y + 24, unit=5, ref_at=(6.35, -1.27, "left"), value_at=(6.35, 1.27, "left")
        )
        draw.power("+5V", *ends["VCC"])
        draw.power("GND", *ends["GND"])
    for n in range(1, 5):
        draw.part(
            "hole",
            f"H{n}",
            x + 11 * n - 7,
            y + 41,
            ref_at=(2.54, -1.27, "left"),
            value_at=(2.54, 1.27, "left"),
        )


def guarded(n: int) -> list[str]:
    """The leads that ESD array n guards: those of plug n; the fifth guards NEXT and the ring."""
    if n == 5:
        return ["NEXT_LEAD", "RING_DATA"]
    return [f"{UNIT_PADDLES[n - 1].name.upper()}_{what}_LEAD" for what in ("SLAP", "TOUCH", "LED")]


def esd_arrays(draw: Drawing, x: float, y: float) -> None:
    """One array at each plug; a channel that nothing needs stays open."""
    for n in range(1, 6):
        gx = x + 36 * (n - 1)
        ends = draw.part(
            "esd array", f"D{n}", gx + 20, y, ref_at=(7.62, 2.54, "left"), value_at=(7.62, 5.08, "left")
        )
        leads = guarded(n)
        for row, pin in enumerate(ARRAY_PINS):
            px, py = ends[pin]
            if row >= len(leads):
                draw.no_connect(px, py)
                continue
            ly = mm(y - 9 - 3 * row)
            draw.wire((px, py), (px, ly), (mm(gx), ly))
            draw.label(leads[row], mm(gx), ly)
        draw.power("GND", *ends["2"])


def draw_sheet(variant: Variant) -> Drawing:
    draw = Drawing(
        variant,
        "A3",
        [
            "Nobody has built this board yet.",
            "Net names and pins follow firmware/slap/settings.py.",
        ],
    )
    surge = "ESD array" if variant.arrays else "TVS"
    draw.box(
        f"paddle contacts: pull-up, series resistor, 10 nF at the pin, {surge} at the plug", 10, 10, 190, 34
    )
    draw.box("touch contacts (hand on the paddle, not yet down)", 10, 46, 190, 34, optional=True)
    draw.box("NEXT button", 10, 82, 60, 34, optional=True)
    draw.box("loop-back jig: four jumpers on J7 join it", 72, 82, 128, 34, optional=True)
    for n, net in enumerate(contacts(), start=1):
        if n < 9:
            contact(draw, n, net, 14 + 47 * ((n - 1) % 4), 28 if n < OPTIONAL_FROM_CONTACT else 64)
        else:
            contact(draw, n, net, 14, 100)
    jig(draw, 86, 97)
    draw.text(
        "Open-drain outputs: 330 ohm keeps a pressed\npaddle from ever shorting a driven pin.", *at(86, 108)
    )
    pico(draw, 237, 62)
    draw.box("power, decoupling, mounting", 271, 10, 47, 54)
    power(draw, 274, 20)
    draw.box("paddle LEDs, buffered to 5 V", 271, 66, 47, 66)
    led_buffer(draw, 273, 76)
    draw.box(
        "paddle leads: plug on the board; switches and LED on the lead (SW5 to SW8 optional)",
        10,
        118,
        190,
        66,
    )
    for n in range(1, 5):
        paddle_lead(draw, n, 14 + 47 * (n - 1), 130)
    draw.box("WS2812 ring at 5 V", 208, 134, 110, 42, optional=True)
    ring(draw, 213, 147)
    draw.box("NEXT lead", 208, 178, 60, 20, optional=True)
    plug = draw.part("next plug", "J5", 231, 188, ref_at=(2.54, 0, "left"), value_at=(2.54, 2.54, "left"))
    button = draw.part("next switch", "SW9", 252, 188, ref_at=(0, -4.2, ""), value_at=(0, 2.54, ""))
    gx, gy = plug["1"]
    draw.wire((gx, gy), (gx - 4 * GRID, gy))
    draw.power("GND", gx - 4 * GRID, gy, 180)
    draw.power("GND", *button["1"], angle=270)
    draw.wire(plug["2"], (plug["2"][0] - 11 * GRID, plug["2"][1]))
    draw.label("NEXT_LEAD", plug["2"][0] - 11 * GRID, plug["2"][1])
    draw.wire(
        button["2"],
        (button["2"][0], button["2"][1] + 3 * GRID),
        (button["2"][0] + 10 * GRID, button["2"][1] + 3 * GRID),
    )
    draw.label("NEXT_LEAD", button["2"][0] + 10 * GRID, button["2"][1] + 3 * GRID, 180)
    draw.box("test points", 271, 178, 47, 20)
    for n, (ref, net) in enumerate(TEST_POINTS.items()):
        px = 274 + 11 * n
        draw.part("test point", ref, px, 190, ref_at=(0, -5.3, ""), value_at=(1.27, 0, "left"))
        draw.line((px, 190), (px + 4, 190))
        draw.supply(net, px + 4, 190)
    if variant.arrays:
        draw.box("ESD arrays, each right at its plug", 10, 188, 190, 30)
        esd_arrays(draw, 14, 208)
    return draw


def write() -> None:
    for variant in VARIANTS:
        variant.schematic.write_text(draw_sheet(variant).source(), encoding="utf-8")


if __name__ == "__main__":
    write()
