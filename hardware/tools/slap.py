"""A slap, moment by moment: hand, paddle, spring, rubber dome and hard rim; when does the switch click?

The hand is a mass behind soft flesh; the paddle turns about its hinge with the inertia of its mesh. What a
contact does by itself (its chatter) is not in here: only how often the paddle takes it over its click.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import trimesh

from hardware.tools import reach, solid
from hardware.tools.unit import PETG_G_PER_MM3, Unit

# All of these are assumptions: nobody has measured a slap on this unit.
HAND_KG = 0.5
FLESH_N_PER_M = 15_000.0
FLESH_NS_PER_M = 60.0
PALM_R_MM = 45.0  # where the palm meets the blade, from the hinge
PUSH_N = 20.0  # the arm goes on pressing
DOMES_N_PER_M = 90_000.0  # both rubber domes
RIMS_N_PER_M = 3e6
STOP_NS_PER_M = 120.0
STEP_S = 5e-6
LENGTH_S = 0.12


@dataclass(frozen=True, slots=True)
class Slap:
    """What one slap does."""

    hand_m_per_s: float
    click_m_per_s: float  # the pusher's speed where the switch clicks
    rebound_deg: float  # how far the paddle comes back from its stop
    edges_us: list[int] = field(default_factory=list)  # closes, opens, closes ..., from the first click on


def inertia_kg_m2(unit: Unit) -> float:
    """Of a paddle about its hinge axis."""
    body = trimesh.Trimesh(*solid.mesh(unit.level()))
    body.density = PETG_G_PER_MM3 / 1000  # kg for each mm3
    x, _, z = body.center_mass
    return float(body.moment_inertia[1, 1] + body.mass * (x**2 + z**2)) * 1e-6


def slap(unit: Unit, hand_m_per_s: float) -> Slap:
    """One paddle from its rest to its stop and after."""
    n = unit.n
    inertia, stop_m, palm_m = inertia_kg_m2(unit), n["stop_x"] / 1000, PALM_R_MM / 1000
    angle, turning = math.radians(n["rest"]), 0.0  # the angle falls
    torques = [
        reach.spring_torque_nmm(unit, deg) - reach.weight_torque_nmm(unit, deg) for deg in range(0, 46, 15)
    ]
    hand, speed = palm_m * math.sin(angle), hand_m_per_s
    click = math.asin((n["gauge_go"] + n["gauge_no"]) / 2 / n["stop_x"])
    release = math.asin(math.sin(click) + n["switch_md"] / n["lever_r"])
    closed, click_speed, lowest, rebound = False, 0.0, angle, 0.0
    edges: list[int] = []
    for step in range(int(LENGTH_S / STEP_S)):
        squeeze = palm_m * math.sin(angle) - hand
        press = (
            max(0.0, FLESH_N_PER_M * squeeze + FLESH_NS_PER_M * (speed + palm_m * turning))
            if squeeze > 0
            else 0.0
        )
        height = stop_m * math.sin(angle)  # of the blade above the rims
        depth = n["bumper_give"] / 1000 - height
        back = 0.0
        if depth > 0:
            back = DOMES_N_PER_M * depth + RIMS_N_PER_M * max(0.0, -height) - STOP_NS_PER_M * turning * stop_m
        deg = min(max(math.degrees(angle), 0.0), 44.9)
        low = int(deg // 15)
        lift = (torques[low] + (torques[low + 1] - torques[low]) * (deg % 15) / 15) / 1000
        turning += (lift - press * palm_m + max(0.0, back) * stop_m) / inertia * STEP_S
        angle = min(angle + turning * STEP_S, math.radians(n["rest"]))
        speed += (PUSH_N - press) / HAND_KG * STEP_S
        hand -= speed * STEP_S
        if not closed and angle <= click:
            click_speed = click_speed or n["lever_r"] / 1000 * -turning
            closed = True
            edges.append(round(step * STEP_S * 1e6))
        elif closed and angle >= release:
            closed = False
            edges.append(round(step * STEP_S * 1e6))
        lowest = min(lowest, angle)
        if edges:
            rebound = max(rebound, angle - lowest) if lowest < 0.01 else rebound
    first = edges[0] if edges else 0
    return Slap(hand_m_per_s, float(click_speed), math.degrees(rebound), [edge - first for edge in edges])


def rows(unit: Unit) -> list[str]:
    """The table of slaps for the page with the figures."""
    found = []
    for hand in (1.0, 2.0, 3.0, 4.0):
        one = slap(unit, hand)
        again = f"opens after {one.edges_us[1] / 1000:.0f} ms" if len(one.edges_us) > 1 else "stays closed"
        again += f", closes after {one.edges_us[2] / 1000:.0f} ms" if len(one.edges_us) > 2 else ""
        found.append(
            f"| {hand:.0f} m/s | {one.click_m_per_s:.2f} m/s | {one.rebound_deg:.0f} degrees | {again} |"
        )
    return found
