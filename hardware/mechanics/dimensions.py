"""Every measure of the slap unit, in millimetres and degrees. SPDX: CERN-OHL-P-2.0

A module's own frame: x outwards from the hub's face, y to the left, z up from its underside. Heights hold for
a paddle that is down, when its blade is level; a paddle at rest is turned up by `rest_deg` about its pin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True)
class Switch:
    """Omron SS-5GL and SS-01GL, as their data sheet has them; the parts list names the texts."""

    body: tuple[float, float, float] = (19.8, 6.4, 10.2)  # length, thickness, height
    spread: float = 0.4  # of every length that has no tolerance of its own
    hole_d: float = 2.35
    hole_above_bottom: float = 2.5
    first_hole: float = 5.1  # from the end with the terminal C
    hole_pitch: float = 9.5
    terminal_from_first: tuple[float, float, float] = (-3.25, 5.55, 12.85)  # C, NO, NC along the body
    terminal: tuple[float, float] = (0.5, 3.2)  # thickness, width
    terminal_down: float = 3.9  # below the body
    plunger_from_second: float = 7.5
    lever: tuple[float, float, float] = (14.5, 3.6, 0.3)  # end to the first hole, width, thickness
    op: float = 8.8  # the lever's end above the holes' line where it clicks
    op_spread: float = 0.8
    fp: float = 13.6  # the same when free, at most
    ot: float = 1.2  # travel after the click that it can take, at least
    md: float = 0.8  # between click and click back, at most
    of_n: float = 0.49  # force at the lever's end, at most
    rf_n: float = 0.06


@dataclass(frozen=True)
class Dimensions:
    """One set of measures; `dataclasses.replace` gives another."""

    switch: Switch = field(default_factory=Switch)

    # Outline of a module: a round at each corner, mirrored, hulled
    corners: tuple[tuple[float, float, float], ...] = ((4, 25, 4), (62, 24, 20), (86, 20, 24))  # x, y, radius
    wall: float = 2.0
    gap: float = 0.8  # between blade and wall
    floor: float = 1.6
    wall_top: float = 25.2
    edge: float = 1.0  # rounding of a wall's edges, chamfer where it stands on the bed
    foot: tuple[float, float] = (8.0, 2.2)  # self-adhesive rubber: diameter, height
    feet: tuple[Point, ...] = ((26, 17), (86.7, 39.0), (102.5, 29.5))  # mirrored; two round each outer corner
    foot_pad: tuple[float, float] = (13.0, 2.6)  # the floor over the outer feet is thicker: diameter, top
    hub_feet: tuple[Point, ...] = ((27, 27),)  # turned round four times
    dimple: tuple[float, float] = (2.0, 0.35)  # below, where each foot's middle comes: diameter, depth

    # Paddle
    blade: float = 8.0
    blade_bottom: float = 19.0
    blade_edge: float = 3.0  # rounding of its upper edge
    blade_chamfer: float = 0.6  # of its lower edge, which stands on the bed
    axis_x: float = 8.0
    pin_d: float = 5.0
    axis_up: float = 3.6  # above the blade's underside
    bore: float = 5.3
    pin_length: float = 57.0
    pin_flat: float = 0.5  # it lies on the bed with it
    notch: tuple[float, float] = (3.0, 0.45)  # across the pin's middle, opposite its flat: width, depth
    tongue: tuple[float, float, float] = (9.0, 8.0, 0.45)  # below the bore: length, width, its nose
    tongue_slit: float = 0.6
    ear_y: float = 23.2  # inner face of the ears that the pin goes through
    ear_x: float = 15.0  # their end
    ear_top: float = 27.4
    ear_edge: float = 1.2
    ear_mouth: float = 0.8  # chamfer of the bore, outside
    ledge: tuple[float, float, float] = (8.6, 19.5, 3.5)  # on each ear, below the paddle: x, y, height
    rest_deg: float = 2.5
    lip: tuple[float, float, float] = (1.2, 1.8, 15.0)  # at the blade's end: height, depth, half its width
    nib: float = 0.9  # on the wall, that far over the lip: it ends the way up
    mark: tuple[float, float, float] = (
        66.0,
        7.0,
        0.6,
    )  # the paddle's shape, where a palm lands: x, size, depth

    # Stops: the blade lands on two long ribs and an end rib; rubber domes take it up a little earlier
    rib: float = 3.0
    rib_y: float = 16.0
    rib_x: tuple[float, float] = (24.0, 98.0)
    post_x: tuple[float, float] = (
        51.0,
        61.0,
    )  # two short ribs beside the switch: the blade can't bend onto it
    post_y: float = 8.6
    brace: float = 1.6  # walls that join each post to its rib at both ends
    prop_x: tuple[float, ...] = (66.0, 90.0)  # walls that take up a slap beside the ribs
    prop: tuple[float, float] = (2.4, 0.2)  # thickness, and how much lower than the ribs
    dome: tuple[float, float] = (8.0, 2.2)  # the same rubber as the feet
    dome_at: tuple[Point, ...] = ((82.0, 9.0),)  # mirrored
    dome_give: float = 0.7  # that much above the ribs

    # Switch and what presses it
    press_x: float = 54.0  # the grub screw
    press_from_tip: float = 1.6  # from the lever's end
    terminal_room: float = 3.0  # below the terminals: joints and leads
    rest_gap: float = (
        1.3  # from a terminal to the rests beside it: a switch the wrong way round does not go in
    )
    pocket: tuple[float, float, float] = (30.0, 11.0, 2.5)  # in the blade: length, width, depth
    grub_d: float = 2.7  # M3 cuts its own thread
    grub_clear: float = 3.4
    grub_length: float = 6.0
    pitch: float = 0.5
    quarters: int = 4  # quarter turns after the click at the stop
    cheek: tuple[float, float] = (1.2, 0.6)  # thickness at its root and at the nubs
    cheek_beyond: float = 2.4  # from a nub's middle to the cheek's end
    cheek_window: tuple[float, float] = (4.4, 0.4)  # for a lead: width, and its top that far below the switch
    cheek_gap: float = 0.15
    nub: float = 0.5  # that far into the switch's holes

    # Spring under the blade
    spring: tuple[float, float, float] = (0.5, 6.0, 15.0)  # wire, diameter outside, free length
    spring_turns: float = 6.0  # that give way
    spring_x: float = 27.0
    spring_seat: float = 11.0
    spring_pocket: tuple[float, float] = (7.4, 2.5)  # in the blade: diameter, depth
    spring_post: tuple[float, float] = (4.0, 4.0)

    # Hub
    hub: float = 40.0  # half its width
    hub_corner: float = 45.5  # its corner faces to the middle
    hub_wall: float = 2.2
    hub_floor: float = 1.6
    hub_top: float = 21.0
    rail: tuple[float, float, float] = (14.0, 18.0, 6.0)  # at the module's end, at its top: neck, tip, depth
    rail_taper: float = 0.8  # so much narrower at its foot: a module finds its way down
    rail_foot: float = 1.8  # its underside at the joint; from there it rises by 45 degrees
    rail_fit: float = 0.15
    rail_wall: float = 2.2
    lead_hole: tuple[float, float, float, float] = (12.0, 19.0, 3.0, 11.0)  # y from, y to, z from, z to
    blank: tuple[float, float, float] = (3.0, -14.0, 21.5)  # closes an empty side: thickness, y from, y to

    # Pico on its pegs, turned by 45 degrees; along is towards the USB socket
    pico: tuple[float, float, float] = (51.0, 21.0, 1.0)
    pico_end: float = 42.0  # its edge with the socket to the hub's middle
    pico_bottom: float = 10.2
    pico_hole: tuple[float, float] = (47.0, 11.4)
    pico_hole_d: float = 2.1
    peg: float = 3.5  # the carrier's holes of 3.9 pass over it
    pillars: tuple[float, float, float] = (
        4.5,
        3.0,
        5.0,
    )  # on the Pico: beside its middle line, diameter, from its end
    usb: tuple[float, float, float] = (8.0, 2.7, 1.3)  # width, height, beyond the Pico's edge
    usb_plug: tuple[float, float] = (10.6, 8.5)
    usb_hole: tuple[float, float] = (13.0, 10.5)

    # Cover and ring
    cover_top: float = 31.0
    cover_skin: float = 1.6
    cover_rib: tuple[float, float, float] = (
        2.0,
        8.0,
        43.0,
    )  # eight, between the lights: thickness, depth, reach
    cover_edge: float = 4.0
    cover_fit: float = 0.25
    ring: tuple[float, float, float] = (32.0, 16.0, 1.6)  # WS2812 x8: outer and least inner diameter, board
    ring_z: float = 16.4  # underside of its board

    bed: float = 175.0

    @property
    def reach(self) -> float:
        """A module's length."""
        return max(x + r for x, _, r in self.corners)

    @property
    def half(self) -> float:
        """Half a module's width."""
        return max(y + r for _, y, r in self.corners)

    @property
    def axis_z(self) -> float:
        """The pin's height."""
        return self.blade_bottom + self.axis_up

    @property
    def blade_end(self) -> float:
        """Where the blade ends."""
        return self.reach - self.wall - self.gap

    @property
    def switch_bottom(self) -> float:
        """Underside of the switch's body."""
        return self.floor + self.terminal_room + self.switch.terminal_down

    @property
    def holes_z(self) -> float:
        """Height of the switch's holes."""
        return self.switch_bottom + self.switch.hole_above_bottom

    @property
    def switch_x(self) -> float:
        """Where the switch's first hole lies, beside its terminal C."""
        return self.press_x + self.press_from_tip - self.switch.lever[0]

    @property
    def press_radius(self) -> float:
        """From the pin to the grub screw."""
        return self.press_x - self.axis_x

    @property
    def rest_travel(self) -> float:
        """How far the grub screw travels from rest to the stop."""
        return self.press_radius * math.tan(math.radians(self.rest_deg))

    @property
    def end_travel(self) -> float:
        """How far the blade's end travels."""
        return (self.blade_end - self.axis_x) * math.tan(math.radians(self.rest_deg))

    @property
    def nib_edge(self) -> Point:
        """The nib's inner edge, x and z; below it the nib falls away at 45 degrees."""
        lip_top = self.blade_bottom + self.lip[0] + self.end_travel
        return self.blade_end - self.nib, lip_top + self.nib

    @property
    def set_before(self) -> float:
        """How far before the stop the switch clicks, at the grub screw, once it is set."""
        return self.quarters * self.pitch / 4

    @property
    def pico_middle(self) -> float:
        """The Pico's middle, along."""
        return self.pico_end - self.pico[0] / 2
