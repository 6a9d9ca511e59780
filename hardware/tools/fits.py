"""Do the parts go together: nothing meets at rest, down and while a module is let into the hub."""

from __future__ import annotations

from itertools import combinations

from manifold3d import Manifold

from hardware.mechanics import bought, parts, places
from hardware.mechanics.dimensions import Dimensions

TOUCH_MM3 = 0.6  # faces that touch may share a sliver
# Pairs that press into one another: a thread, a spring in its pocket, nubs in a switch's holes, rubber, a
# lever and a plunger under the screw, a nib that a lip rests on.
PRESSED = (
    {"grub", "paddle"}, {"spring", "paddle"}, {"spring", "base"}, {"switch body", "base"},
    {"domes", "paddle"},
    {"domes", "base"}, {"feet", "base"}, {"grub", "switch lever"}, {"switch lever", "switch plunger"},
    {"switch body", "switch plunger"}, {"switch body", "switch terminals"}, {"switch body", "switch lever"},
)  # fmt: skip


def _meet(a: Manifold, b: Manifold) -> float:
    return float((a ^ b).volume())


def module_clashes(d: Dimensions) -> list[str]:
    """Return parts of a module that share room, its paddle at rest and down."""
    wrong = []
    for down in (False, True):
        pieces = places.module(d, "red", down)
        for one, other in combinations(pieces, 2):
            if {one.name, other.name} in PRESSED:
                continue
            if (shared := _meet(one.solid, other.solid)) > TOUCH_MM3:
                where = "down" if down else "at rest"
                wrong.append(f"{one.name} and {other.name} share {shared:.1f} mm3 with the paddle {where}")
    return wrong


def hub_clashes(d: Dimensions) -> list[str]:
    """Return what meets in the middle, and on a module's way down into the hub."""
    wrong = []
    pieces = places.middle(d)
    for one, other in combinations(pieces, 2):
        if {one.name, other.name} & {"hub feet"} or {one.name, other.name} <= {
            "pico board",
            "pads",
            "usb",
            "chip",
            "button",
        }:
            continue
        if {one.name, other.name} in ({"ring board", "lights"}, {"ring board", "cover"}):
            continue
        if (shared := _meet(one.solid, other.solid)) > TOUCH_MM3:
            wrong.append(f"{one.name} and {other.name} share {shared:.1f} mm3")
    inner = Manifold.cylinder(60, (d.ring[0] + d.ring[1]) / 4)  # its hooks hold the ring outside of this
    if (shared := _meet(bought.ring(d)["ring board"] ^ inner, parts.cover(d))) > TOUCH_MM3 / 10:
        wrong.append(f"a pillar of the cover shares {shared:.1f} mm3 with the ring")
    middle, base = parts.hub(d), parts.base(d).translate([d.hub, 0, 0])
    for high in (0.0, 0.05, 2.0, 8.0, 20.0):
        if (shared := _meet(middle, base.translate([0, 0, high]))) > TOUCH_MM3:
            wrong.append(f"hub and module share {shared:.1f} mm3, the module {high} mm above its seat")
    if _meet(middle, base.translate([0, 0, -1.5])) < TOUCH_MM3 * 4:
        wrong.append("nothing holds a module that sinks below the hub")
    blank = parts.blank(d).translate([d.hub, 0, 0])
    for high in (0.0, 8.0):
        if (shared := _meet(middle, blank.translate([0, 0, high]))) > TOUCH_MM3:
            wrong.append(f"hub and blank share {shared:.1f} mm3, the blank {high} mm above its seat")
    roof = parts.cover(d)
    if _meet(roof, blank) > TOUCH_MM3 or _meet(roof, blank.translate([0, 0, 1.5])) < TOUCH_MM3:
        wrong.append("the cover does not hold a blank down")
    if _meet(roof, base.translate([0, 0, 1.5])) < TOUCH_MM3 * 4:
        wrong.append("the cover does not hold a module down")
    return wrong


def turned_switch(d: Dimensions) -> list[str]:
    """Return what is wrong if a switch goes down into its cradle the wrong way round."""
    middle = d.switch_x - d.switch.first_hole + d.switch.body[0] / 2
    parts_of = bought.switch(d)
    turned = parts_of["terminals"].translate([-middle, 0, 0]).rotate([0, 0, 180]).translate([middle, 0, 0])
    if _meet(turned, parts.base(d)) < TOUCH_MM3:
        return ["a switch that is turned round goes into its cradle"]
    return []


def way_up(d: Dimensions) -> list[str]:
    """Return what is wrong if the nib does not stop the paddle at rest, or stops it before."""
    base, paddle = parts.base(d), parts.paddle(d)
    wrong = []
    if _meet(base, places.turned(paddle, d, d.rest_deg - 0.12)) > TOUCH_MM3:
        wrong.append("the paddle does not come up to its rest")
    if _meet(base, places.turned(paddle, d, d.rest_deg + 0.5)) < TOUCH_MM3:
        wrong.append("nothing ends the paddle's way up")
    return wrong


def way_in(d: Dimensions) -> list[str]:
    """Return what is wrong if the paddle can't go in as the guide says: its lip under the nib, then down."""
    base = parts.base(d) + bought.switch(d)["body"]
    edge = (d.blade_end, d.blade_bottom + d.lip[0])
    paddle = parts.paddle(d).translate([-edge[0], 0, -edge[1]])
    for tilt in (12.0, 8.0, 4.0, 1.5, 0.0):
        turned = paddle.rotate([0, tilt, 0])
        places_tried = (
            turned.translate([edge[0] + back, 0, edge[1] + d.end_travel])
            for back in (-0.8, -0.4, 0.0)  # within the gap at its narrow end
        )
        if all(_meet(base, tried) > TOUCH_MM3 for tried in places_tried):
            return [f"the paddle does not go in: tilted by {tilt:.0f} degrees it meets its base"]
    return []


def pin_stays(d: Dimensions) -> list[str]:
    """Return what is wrong if the pin can't go through both ears, or can slide out of the paddle again."""
    base, paddle, pin = parts.base(d), parts.paddle(d), parts.pin(d)
    wrong = []
    if any(_meet(base, pin.translate([0, away, 0])) > TOUCH_MM3 for away in (0.0, 4.0, 25.0, 60.0)):
        wrong.append("the pin does not go through the ears")
    if _meet(paddle, pin) > TOUCH_MM3 / 10:
        wrong.append("the pin does not turn freely in the paddle")
    if any(
        _meet(paddle, pin.translate([0, side * (d.notch[0] / 2 + 1), 0])) < TOUCH_MM3 / 2 for side in (-1, 1)
    ):
        wrong.append("nothing keeps the pin from sliding out")
    return wrong


def landing(d: Dimensions) -> list[str]:
    """Return what is wrong where the blade lands: on ledges and along both ribs, after domes and click."""
    base, paddle = parts.base(d), parts.paddle(d)
    deep = 0.15  # not so deep that the lower props count
    met = paddle.translate([0, 0, -deep]) ^ base
    sunk = met.trim_by_plane([1, 0, 0], d.ear_x + 1.0)
    wrong = []
    ledges = (met.volume() - sunk.volume()) / deep
    if ledges < 20:
        wrong.append(f"beside the hub the blade lands on {ledges:.0f} mm2 only, else on the pin")
    box = sunk.bounding_box()
    area = sunk.volume() / deep
    if area < 250 or box[3] - box[0] < 45 or box[4] - box[1] < 30:
        wrong.append(
            f"the blade lands on {area:.0f} mm2 only, {box[3] - box[0]:.0f} x {box[4] - box[1]:.0f} mm apart"
        )
    at_dome = d.dome_give * d.press_radius / (max(x for x, _ in d.dome_at) - d.axis_x)
    if d.set_before <= at_dome:
        wrong.append(
            f"the domes take the paddle up {at_dome:.2f} mm before the stop, "
            f"the click comes at {d.set_before:.2f}"
        )
    if d.dome_give < 0.3:
        wrong.append("the paddle lands hard: no dome stands above the ribs")
    return wrong


def spring_lifts(d: Dimensions) -> list[str]:
    """Return what is wrong if the spring does not lift the paddle with something to spare."""
    wire, across, free = d.spring
    rate = 79_000 * wire**4 / (8 * (across - wire) ** 3 * d.spring_turns)
    arm = d.spring_x - d.axis_x
    seat_to_roof = d.blade_bottom + d.spring_pocket[1] - d.spring_seat
    rest = seat_to_roof + arm * d.end_travel / (d.blade_end - d.axis_x)
    lift = rate * (free - rest) * arm
    weight = 0.0287 * 9.81 * (d.reach / 2 + 4 - d.axis_x)
    wrong = []
    if lift < 2 * weight:
        wrong.append(f"the spring lifts with {lift:.0f} Nmm at rest, the paddle weighs {weight:.0f} Nmm")
    if seat_to_roof < (d.spring_turns + 2) * wire + 0.5:
        wrong.append("the spring is pressed solid before the stop")
    return wrong


def complaints(d: Dimensions) -> list[str]:
    """Return all that keeps the parts from going together and working."""
    found: list[str] = []
    for check in (
        module_clashes,
        hub_clashes,
        turned_switch,
        way_up,
        way_in,
        pin_stays,
        landing,
        spring_lifts,
    ):
        found += check(d)
    for name in parts.PARTS:
        solid = parts.on_bed(name, d)
        if len(solid.decompose()) != 1:
            found.append(f"{name} is in {len(solid.decompose())} pieces")
        box = solid.bounding_box()
        if max(box[3] - box[0], box[4] - box[1]) > d.bed:
            found.append(f"{name} is larger than {d.bed:.0f} mm")
    return found
