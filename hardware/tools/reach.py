"""What must reach its place, and what must not: USB plug, leads, the spring's hooks, a player's finger."""

from __future__ import annotations

import math

import numpy
from manifold3d import Manifold

from hardware.tools import assembly, sexpr
from hardware.tools.unit import Unit, overlap_mm3

PLUG_PLAY_MM = 0.5  # around the largest plug
XHP4_MM = (12.4, 5.8)
FINGER_D_MM = 12.0  # the test finger of IEC 61032
FINGER_LENGTH_MM = 60.0


def plug_complaints(unit: Unit) -> list[str]:
    """A plug of the largest size allowed, with play, in the Pico of either build."""
    n, wrong = unit.n, []
    solid_parts = unit.base() + unit.part("lid").translate((0, 0, -n["lid_t"]))
    width, height = (size + 2 * PLUG_PLAY_MM for size in n["usb_plug"])
    for build, z in (("point-to-point", n["pico_post"]), ("board", n["pico_z"] - n["lid_t"])):
        middle = z + 1 + n["usb_h"] / 2
        start = n["board_top_y"] - n.get("pico_edge", 0) + 1.5  # the socket stands out 1.3 mm
        plug = Manifold.cube((width, 40, height)).translate(
            (n["usb_x"] - width / 2, start, middle - height / 2)
        )
        if overlap_mm3(plug, solid_parts) > 0.01:
            wrong.append(f"{build}: a plug of {n['usb_plug'][0]} x {n['usb_plug'][1]} mm does not go in")
    return wrong


def board_complaints(unit: Unit) -> list[str]:
    """The circuit board's holes lie over the lid's posts, and its Pico before the opening for the plug."""
    n = unit.n
    tree = sexpr.parse(unit.board.read_text(encoding="utf-8"))
    parts = [node for node in tree if isinstance(node, list) and node[0] == "footprint"]
    edges = [
        [float(v) for v in point[1:3]]
        for node in tree if isinstance(node, list) and ["layer", "Edge.Cuts"] in node
        for point in node if isinstance(point, list) and point[0] in ("start", "mid", "end")
    ]  # fmt: skip
    left, top = (min(point[axis] for point in edges) for axis in (0, 1))
    right = max(point[0] for point in edges)

    def places(word: str) -> list[tuple[float, float]]:
        found = []
        for node in parts:
            if word in node[1]:
                at = next(child for child in node if isinstance(child, list) and child[0] == "at")
                found.append((float(at[1]) - (left + right) / 2, n["board_top_y"] - (float(at[2]) - top)))
        return found

    lid, wrong = unit.part("lid"), []
    for x, y in places("MountingHole"):
        screw = Manifold.cylinder(n["board_post"] - 1, 1.3, 1.3, 24).translate((x, y, n["lid_t"] + 0.5))
        around = Manifold.cylinder(n["board_post"] - 1, 2.2, 2.2, 24).translate((x, y, n["lid_t"] + 0.5))
        if overlap_mm3(screw, lid) > 0.5 or overlap_mm3(around, lid) < 0.4 * around.volume():
            wrong.append(f"no post of the lid below the board's hole at {x:.1f}, {y:.1f}")
    first_pin = (n["usb_x"] - 8.89, n["board_top_y"] - n["pico_edge"] - 1.37)  # of a Pico, from its USB edge
    for x, y in places("RaspberryPi_Pico"):
        if math.dist((x, y), first_pin) > 0.5:
            wrong.append(
                f"the board's Pico is {math.dist((x, y), first_pin):.1f} mm from the opening for its plug"
            )
    if len(places("MountingHole")) < 4:
        wrong.append("the board has fewer than four holes")
    return wrong


def lead_complaints(unit: Unit) -> list[str]:
    """An XHP-4 housing goes down through arm and deck, and the leads pass the inner walls."""
    n = unit.n
    wrong = []
    width, depth = XHP4_MM
    around = unit.arm(0) + unit.base()
    x, y = n["lead_at"]
    way = Manifold.cube((depth, width, 60), True).translate((x - n["hinge_r"], y, n["deck_z"]))
    if overlap_mm3(way, around) > 0.01:
        wrong.append("an XHP-4 does not go down through the slot for the leads")
    bundle = Manifold.cube((12, 12, 5), True)
    for at in n["wall_notches"]:
        if overlap_mm3(bundle.translate((at[0], at[1], 3.5)), unit.base()) > 0.01:
            wrong.append(f"the leads do not pass the wall at {at}")
    return wrong


def spring_complaints(unit: Unit) -> list[str]:
    """The spring is stretched at rest, lifts the paddle, and its hooks go through both eyes."""
    n = unit.n
    wire, across, free = n["spring"]
    wrong = []
    if spring_torque_nmm(unit, n["rest"]) < 1.4 * weight_torque_nmm(unit, n["rest"]):
        wrong.append(f"the spring lifts with {spring_torque_nmm(unit, n['rest']):.0f} Nmm, "
                     f"the paddle weighs {weight_torque_nmm(unit, n['rest']):.0f}")  # fmt: skip
    longest = free + 0.9 * free  # beyond this such a spring stays long
    if spring_length_mm(unit, 0) > longest or spring_length_mm(unit, n["rest"]) < free + 0.5:
        wrong.append("the spring is slack at rest or stretched too far when down")
    inner = across - 2 * wire
    paddle, arm = unit.level(), unit.part("arm")
    (x, z), (post_x, post_z) = unit.spring_ends(0)
    up = n["sheet"] + n["axis_h"]
    for name, part, at in (("paddle", paddle, (x, z)), ("arm", arm, (post_x, post_z + up))):
        wire_way = Manifold.cylinder(8, wire / 2 + 0.2, wire / 2 + 0.2, 16, True).rotate((90, 0, 0))
        if overlap_mm3(wire_way.translate((at[0], n["spring_y"], at[1])), part) > 0.01:
            wrong.append(f"the hook does not go through the eye of the {name}")
        # what the loop goes around is thinner than the loop is wide
        plate = part ^ Manifold.cube((3.4, 20, 3.4), True).translate((at[0], n["spring_y"], at[1]))
        thick = plate.bounding_box()[4] - plate.bounding_box()[1]
        if thick > inner - 0.4:
            wrong.append(f"{name}: {thick:.1f} mm thick at the eye, the loop is {inner:.1f} mm wide inside")
        # around the eye the material is thin enough for the hook's loop
        ring = (
            Manifold.cylinder(20, 8, 8, 48, True).rotate((90, 0, 0)).translate((at[0], n["spring_y"], at[1]))
        )
        near = part ^ ring ^ Manifold.cube((60, 12, 60), True).translate((at[0], n["spring_y"], at[1]))
        least = min(_edge_mm(near, at, n["spring_y"], math.radians(turn)) for turn in range(0, 360, 15))
        if least > inner - wire:
            wrong.append(
                f"{name}: {least:.1f} mm from the eye to the edge, the hook spans {inner - wire:.1f}"
            )
    return wrong


def _edge_mm(part: Manifold, at: tuple[float, float], y: float, turn: float) -> float:
    """How much material lies beside the eye in one direction."""
    ray = Manifold.cube((8, 0.1, 0.1)).translate((0.9, -0.05, -0.05)).rotate((0, -math.degrees(turn), 0))
    cut = part ^ ray.translate((at[0], y, at[1]))
    box = cut.bounding_box()
    if cut.is_empty():
        return 0.0
    return max(math.hypot(px - at[0], pz - at[1]) for px in (box[0], box[3]) for pz in (box[2], box[5]))


def spring_length_mm(unit: Unit, angle: float) -> float:
    (x, z), (post_x, post_z) = unit.spring_ends(angle)
    return math.hypot(post_x - x, post_z - z)


def spring_rate(unit: Unit) -> tuple[float, float]:
    """Of a steel spring of these measures: N/mm, and the tension in N that it is wound with."""
    wire, across, _ = unit.n["spring"]
    mean = across - wire
    rate = 79_300 * wire**4 / (8 * mean**3 * unit.n["spring_turns"])
    wound = 70 * math.pi * wire**3 / (8 * mean)  # 70 MPa of initial stress, the low end for an index of 7
    return float(rate), float(wound)


def spring_force_n(unit: Unit, angle: float) -> float:
    rate, wound = spring_rate(unit)
    return float(wound + rate * (spring_length_mm(unit, angle) - unit.n["spring"][2]))


def spring_torque_nmm(unit: Unit, angle: float) -> float:
    """Positive lifts the paddle."""
    (x, z), (post_x, post_z) = unit.spring_ends(angle)
    length = math.hypot(post_x - x, post_z - z)
    force = spring_force_n(unit, angle)
    return force * (x * (post_z - z) - z * (post_x - x)) / length


def weight_torque_nmm(unit: Unit, angle: float) -> float:
    import trimesh

    from hardware.tools import solid
    from hardware.tools.unit import PETG_G_PER_MM3

    corners, faces = solid.mesh(unit.level().rotate((0, -angle, 0)))
    body = trimesh.Trimesh(corners, faces)
    return float(body.volume * PETG_G_PER_MM3 / 1000 * 9.81 * body.center_mass[0])


def finger_complaints(unit: Unit) -> list[str]:
    """A straight test finger must not reach a slap switch's terminal, with the paddle at rest or pressed."""
    wrong = []
    keys = {"base", "arm", "slap switch", "cover", "cover screw", "lid"}
    row = next(place for place in unit.places if place.key == "slap switch")
    x, y, z = row.at
    n = unit.n
    tip = x - n["switch_edge"] - n["switch_tab"]
    spots = [(px, y + dy, z + n["switch_body"][2] / 2) for px in (tip, tip + 4) for dy in (-8.0, 0.0, 8.0)]
    for angle in (0.0, n["rest"]):
        around = assembly.union(p.shape for p in assembly.pieces(unit, angle, (0,), keys | {"paddle"}))
        around = around ^ Manifold.cube((70, 100, 90), True).translate(
            (-n["hinge_r"] - 25, y, n["deck_z"] + 10)
        )
        for spot in spots:
            at = numpy.array([spot[0] - n["hinge_r"], spot[1], spot[2] + n["deck_z"]])
            if any(_finger_fits(at, way, around) for way in _directions()):
                wrong.append(f"a finger reaches the slap switch's terminal at {spot[1] - y:+.0f} mm")
    return sorted(set(wrong))


def _directions() -> list[tuple[float, float]]:
    """Turns about y and z: from above and from all sides, every 15 degrees."""
    return [
        (float(up), float(around))
        for up in range(-30, 91, 15)
        for around in range(0, 360, 15 if up < 90 else 360)
    ]


def _finger_fits(at: numpy.ndarray, way: tuple[float, float], around: Manifold) -> bool:
    """A cylinder whose round tip touches the spot, coming from this direction."""
    radius = FINGER_D_MM / 2
    tip = Manifold.sphere(radius, 24).translate((radius + 0.5, 0, 0))
    body = (
        Manifold.cylinder(FINGER_LENGTH_MM, radius, radius, 24)
        .rotate((0, 90, 0))
        .translate((radius + 0.5, 0, 0))
    )
    for shape in (tip, body):
        placed = shape.rotate((0, -way[0], way[1])).translate(tuple(at))
        if overlap_mm3(placed, around) > 0.5:
            return False
    return True
