"""The printed parts go together, take no finger, click in time and stand a slap."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy
import pytest
import trimesh
from hardware.mechanics import parts
from hardware.mechanics.dimensions import Dimensions
from hardware.mechanics.shapes import box
from hardware.tools import checks, fe, fits, gaps, kit, loads, prints, solids, tolerance
from hardware.tools.facts import HARDWARE, PRINTS

import needs
from support import length

pytestmark = pytest.mark.hardware
D = Dimensions()


def test_the_kit_passes_its_quick_checks() -> None:
    assert kit.mechanics(D, units=length.count(2_000, 10_000), quick=True) == []


@pytest.mark.long
def test_the_kit_stands_a_slap() -> None:
    assert loads.complaints(D) == []
    assert loads.bending_mm(D) <= loads.TYPICAL_BENDING_MM


@pytest.mark.long
def test_the_readme_says_what_is_calculated() -> None:
    text = (HARDWARE / "README.md").read_text(encoding="utf-8")
    assert [line for line in kit.figures() if f"- {line}" not in text] == []


@pytest.fixture(scope="module")
def files() -> dict[str, Any]:
    return {name: trimesh.load(PRINTS / f"{name}.stl") for name in parts.PARTS}


def test_the_committed_files_are_todays_parts(tmp_path: Path) -> None:
    for path in prints.write(tmp_path):
        assert path.read_bytes() == (PRINTS / path.name).read_bytes(), "run `python3 hardware print`"


def test_every_file_is_closed_and_fits_a_small_bed(files: dict[str, Any]) -> None:
    for name, mesh in files.items():
        assert mesh.is_watertight and mesh.body_count == 1, name
        assert max(mesh.extents[:2]) <= 175, name
        assert abs(mesh.bounds[0][2]) < 1e-4, name


def _top(mesh: Any, x: float, y: float) -> float:
    """Return how high a mesh is at one place: the highest triangle over it, not the model's own words."""
    a, b, c = (mesh.triangles[:, n] for n in range(3))
    e, f, g = b[:, :2] - a[:, :2], c[:, :2] - a[:, :2], numpy.array([x, y]) - a[:, :2]
    area = e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]
    flat = numpy.abs(area) > 1e-9
    u = (g[:, 0] * f[:, 1] - g[:, 1] * f[:, 0])[flat] / area[flat]
    v = (e[:, 0] * g[:, 1] - e[:, 1] * g[:, 0])[flat] / area[flat]
    over = (u >= 0) & (v >= 0) & (u + v <= 1)
    z = a[flat, 2] + u * (b - a)[flat, 2] + v * (c - a)[flat, 2]
    return float(z[over].max())


def test_the_stops_measured_from_the_file(files: dict[str, Any]) -> None:
    """Ribs, posts, end rib and the ears' ledges are level: the blade lands on all, not on a tongue."""
    base = files["base"]
    shift = base.bounds[1][0] - D.reach
    heights = [
        _top(base, x + shift, y)
        for x, y in ((30, D.rib_y), (60, D.rib_y), (92, D.rib_y), (30, -D.rib_y), (60, -D.rib_y),
                     (D.rib_x[1] - D.rib / 2, 0), (56, D.post_y), (56, -D.post_y), (12, 21), (12, -21))
    ]  # fmt: skip
    assert max(heights) - min(heights) < 0.01
    assert heights[0] == pytest.approx(D.blade_bottom, abs=0.01)
    props = [_top(base, x + shift, side * 30.0) for x in D.prop_x for side in (1, -1)]
    assert props == pytest.approx([D.blade_bottom - 0.2] * 4, abs=0.01), "one layer lower: ribs come first"


def test_the_blades_edges_are_round_measured_from_the_file(files: dict[str, Any]) -> None:
    """No edge of a paddle's upper side turns by more than 20 degrees at once, but at mark and hole."""
    mesh = files["paddle-red"]
    angles = numpy.degrees(mesh.face_adjacency_angles)
    ends = mesh.vertices[mesh.face_adjacency_edges]
    middle = ends.mean(axis=1)
    upper = middle[:, 2] > D.blade - D.blade_edge - 0.1
    convex = mesh.face_adjacency_convex
    x0 = mesh.bounds[1][0] - D.blade_end
    holes = [(D.press_x + x0, 0.0, 4.0), (D.mark[0] + x0, 0.0, D.mark[1] + 1.0)]
    away = numpy.all([numpy.hypot(middle[:, 0] - x, middle[:, 1] - y) > r for x, y, r in holes], axis=0)
    inside = (numpy.abs(middle[:, 1]) > 21) | (middle[:, 2] < D.blade - 0.4)  # beside the ears, or in it
    bore = (numpy.abs(middle[:, 0] - x0 - D.axis_x) < 3.5) & inside
    assert angles[upper & convex & away & ~bore].max() < 20, "a sharp edge where a palm lands"


def test_no_gap_takes_a_finger() -> None:
    assert gaps.widest(D) < 4.0 and gaps.under(D) == 0.0


def test_units_for_two_three_and_four_stand() -> None:
    for players in (2, 3, 4):
        assert math.isinf(loads.tipping_n(D, players, loads.PALM_MM))
        assert loads.tipping_n(D, players, 0.5) > 60


def test_paddles_are_alike() -> None:
    drawn = tolerance.draw(D, loads.TYPICAL_BENDING_MM, 10_000)
    assert set(drawn.counts().values()) == {0}
    assert tolerance.differences_ms(D, drawn)[1.0][1] < 0.7


def test_the_slicers_table() -> None:
    rows = prints.read_table()
    assert [row["part"] for row in rows] == list(parts.PARTS)
    assert prints.complaints(rows) == []
    text = (HARDWARE / "guide" / "order.md").read_text(encoding="utf-8")
    for row in rows:
        size = f"{row['x_mm']} x {row['y_mm']} x {row['z_mm']}"
        line = f"| `hardware/prints/{row['part']}.stl` | {row['count']} | {size} |"
        assert f"{line} {row['grams']} | {row['minutes']} | none |" in text
    assert f"{prints.grams(rows):.0f} g" in text


@pytest.mark.long
@pytest.mark.parametrize("name", ["base", "paddle-red", "hub", "cover", "pin"])
def test_the_slicer_says_it_again(name: str) -> None:
    needs.program("prusa-slicer")
    row = next(row for row in prints.read_table() if row["part"] == name)
    again = prints.sliced(PRINTS / f"{name}.stl")
    assert again["supports"] == "0"
    assert float(again["grams"]) == pytest.approx(float(row["grams"]), rel=0.02, abs=0.1)


def test_a_part_that_is_too_heavy_large_or_propped_is_found() -> None:
    rows = prints.read_table()
    assert prints.complaints([{**rows[0], "supports": "3"}, *rows[1:]])
    assert prints.complaints([{**rows[0], "x_mm": "190.0"}, *rows[1:]])
    assert prints.complaints([{**rows[0], "grams": "80.0"}, *rows[1:]])


def test_screws_and_parts_are_few() -> None:
    rows = checks.bom_rows()
    screws = sum(
        int(row["quantity"]) for row in rows if "screw" in row["value"] and row["need"] == "required"
    )
    assert screws == 4
    assert sum(count for _, count in parts.PARTS.values()) == 14


def test_a_cantilever_bends_as_the_beam_formula_says() -> None:
    beam = box((0, 100), (0, 10), (0, 4))
    part = fe.Part(beam, (2.0, 2.0), 1.0)
    part.hold(part.near((0, 0, 0), (0, 10, 4)))
    end = part.near((100, 0, 0), (100, 10, 4))
    part.push(end, (0, 0, -10.0))
    wanted = 10.0 * 100**3 / (3 * fe.PETG_E_MPA * 10 * 4**3 / 12)
    assert -part.move(end)[2] == pytest.approx(wanted, rel=0.03)


def test_a_beam_lands_on_a_stop_that_only_pushes() -> None:
    part = fe.Part(box((0, 100), (0, 10), (0, 4)), (2.0, 2.0), 1.0)
    part.hold(part.near((0, 0, 0), (0, 10, 4)))
    end, below = part.near((100, 0, 0), (100, 10, 4)), part.near((100, 0, 0), (100, 10, 0))
    stop = fe.Stops(below, numpy.full(len(below), 0.2), numpy.full(len(below), 1e6))
    moved, pushes = part.landed([(end, (0, 0, -10.0))], stop)
    bends_with = 3 * fe.PETG_E_MPA * 10 * 4**3 / 12 / 100**3  # N for each mm
    assert moved[below, 2].mean() == pytest.approx(-0.2, abs=0.01)
    assert sum(pushes) == pytest.approx(10.0 - bends_with * 0.2, rel=0.03)
    moved, pushes = part.landed([(end, (0, 0, 1.0))], stop)
    assert moved[below, 2].mean() > 1.0 and max(pushes) == pytest.approx(0.0, abs=1e-6)


def test_a_load_beside_the_part_is_an_error() -> None:
    """The nearest node was taken once, silently: a foot stood under a hole."""
    part = fe.Part(box((0, 10), (0, 10), (0, 4)), (2.0, 2.0), 1.0)
    with pytest.raises(LookupError, match="nothing of the part"):
        part.near((20, 20, 0), (21, 21, 1))
    with pytest.raises(LookupError, match="nothing of the part"):
        part.below((50.0, 0.0), 3.0, (0, 4))


def test_the_same_shape_gives_the_same_bytes() -> None:
    mesh = prints.mesh(parts.on_bed("pin", D))
    turned = solids.ordered(mesh.vertices[::-1], len(mesh.vertices) - 1 - mesh.faces[::-1][:, [1, 2, 0]])
    assert solids.stl(mesh) == solids.stl(turned)
    assert solids.three_mf(mesh, "pin") == solids.three_mf(turned, "pin")


def test_nothing_of_the_checks_is_left_out() -> None:
    assert set(kit.CHECKS) == {"electronics", "mechanics", "slicer"}
    assert fits.complaints(D) == []
