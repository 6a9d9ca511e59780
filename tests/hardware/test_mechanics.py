"""The printed parts: measured on the mesh, and refused by the model's own asserts when a measure is wrong."""

from __future__ import annotations

import io
import math
import subprocess
from pathlib import Path
from typing import Any

import numpy
import pytest
import trimesh
from hardware.tools import checks, mechanics, solid
from hardware.tools.unit import Unit
from manifold3d import Manifold

import needs

pytestmark = pytest.mark.hardware


@pytest.fixture
def openscad() -> None:
    needs.program("openscad")


def mesh_of(name: str, scale: tuple[float, float, float] = (1, 1, 1), **overrides: str) -> trimesh.Trimesh:
    """The part as a slicer reads it from its file."""
    data = solid.stl_bytes(mechanics.printed(name, Unit(values=overrides)))
    mesh = trimesh.load(io.BytesIO(data), file_type="stl")
    assert isinstance(mesh, trimesh.Trimesh)
    return trimesh.Trimesh(mesh.vertices * numpy.asarray(scale), mesh.faces)


def sound(mesh: trimesh.Trimesh, bed_mm: float = mechanics.BED_MM) -> list[str]:
    """Watertight, of one piece, flat on the bed and no larger than it."""
    wrong = []
    if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0):
        wrong.append("not watertight")
    if mesh.body_count != 1:
        wrong.append(f"{mesh.body_count} pieces")
    if max(mesh.extents[:2]) > bed_mm:
        wrong.append(f"{max(mesh.extents[:2]):.1f} mm does not fit the bed")
    if abs(mesh.bounds[0][2]) > 1e-3:
        wrong.append("does not lie on the bed")
    return wrong


def hanging_mm2(mesh: trimesh.Trimesh) -> float:
    """Area that would print in the air: flat, facing down, above the bed; narrow bridges apart."""
    down = mesh.face_normals[:, 2] < -0.9
    above = mesh.triangles_center[:, 2] > 0.3
    return float(mesh.area_faces[down & above].sum())


@pytest.mark.parametrize("name", mechanics.PRINTED)
def test_a_printed_part_is_sound(openscad: None, name: str) -> None:
    mesh = mesh_of(name)
    assert sound(mesh) == []
    # Left over: nut pockets, screw holes lying down, the ceiling of a sign, notches for leads: all bridges.
    assert hanging_mm2(mesh) < 350, "needs supports"


def test_an_open_oversized_lifted_or_hanging_mesh_is_found(openscad: None) -> None:
    mesh = mesh_of("anvil")
    assert sound(trimesh.Trimesh(mesh.vertices, mesh.faces[:-1])) == ["not watertight"]
    assert sound(mesh_of("anvil", (20, 20, 20))) == ["340.0 mm does not fit the bed"]
    lifted = trimesh.Trimesh(numpy.add(mesh.vertices, (0, 0, 3)), mesh.faces)
    assert sound(lifted) == ["does not lie on the bed"]
    paddle = mesh_of("paddle-red")
    turned_over = trimesh.Trimesh(28 - paddle.vertices, paddle.faces[:, ::-1])
    assert hanging_mm2(turned_over) > 1000


@pytest.mark.parametrize("name", ["anvil", pytest.param("arm", marks=pytest.mark.long)])
def test_our_solids_are_openscads(openscad: None, name: str, tmp_path: Path) -> None:
    """The quick way from OpenSCAD's tree to a solid gives the same as OpenSCAD's own slow way."""
    target = tmp_path / "part.stl"
    words = ["openscad", "-o", str(target), "-D", f'part="{name}"', str(mechanics.SCAD / "parts.scad")]
    subprocess.run(words, check=True, capture_output=True)
    own, theirs = mesh_of(name), trimesh.load(target)
    assert isinstance(theirs, trimesh.Trimesh)
    assert own.volume == pytest.approx(theirs.volume, rel=1e-5)
    assert own.center_mass == pytest.approx(theirs.center_mass, abs=1e-3)
    assert own.extents == pytest.approx(theirs.extents, abs=1e-3)


def test_the_committed_prints_are_of_today(openscad: None, tmp_path: Path) -> None:
    assert mechanics.stale_prints() == []
    assert {path.stem for path in mechanics.PRINTS.glob("*.stl")} == set(mechanics.PRINTED)
    for path in mechanics.PRINTS.glob("*.stl"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    mechanics.stl("jig", tmp_path, gauge_go="4.1")
    assert [line.split()[0] for line in mechanics.stale_prints(tmp_path)] == ["jig.stl"]


@pytest.mark.parametrize(
    ("name", "overrides", "words"),
    [
        ("arm", {"switch_pitch": "[22.2, 9.5]"}, "22.2 x 10.3"),
        ("arm", {"switch_pitch": "[21, 10.3]"}, "22.2 x 10.3"),
        ("lid", {"pico_hole": "[11.4, 45]"}, "Pico"),
        ("lid", {"pico": "[21, 60]"}, "Pico"),
        ("arm", {"switch_ot": "0.8"}, "overtravel"),
        ("arm", {"pusher_gap": "0.5"}, "overtravel"),
        ("arm", {"foot_at": "[90, 71.5]"}, "outside hinge and tail"),
        ("paddle-red", {"tongue_gap": "-2"}, "before the opposite blade"),
        ("paddle-red", {"rest": "20"}, "pretravel|clear each other|first third"),
        ("base", {"half": "115"}, "bed"),
        ("base", {"wall": "1.2"}, "walls"),
        ("arm", {"pusher_len": "21"}, "clears the arm"),
        ("arm", {"arm_screw_y": "31"}, "beside the switches"),
        ("lid", {"board_hole": "[100, 78]"}, "board's holes"),
        ("arm", {"hinge_screw": "16"}, "hinge screws end"),
        ("arm", {"lead_slot": "[9, 9]"}, "XHP-4"),
        ("anvil", {"anvil_d": "[17, 14]"}, "clear the anvil"),
        ("base", {"button_at": "[58, 58]"}, "over its plugs"),
    ],
)
def test_a_wrong_measure_is_refused(
    openscad: None, name: str, overrides: dict[str, str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(RuntimeError, match=f"Assertion.*(?s:.*)({words})"):
        mechanics.stl(name, tmp_path, **overrides)


def hole_centres(mesh: trimesh.Trimesh, height: float, largest_mm: float) -> list[tuple[float, float]]:
    """Centres of the round holes that a cut at this height shows."""
    section = mesh.section(plane_origin=[0, 0, height], plane_normal=[0, 0, 1])
    assert section is not None
    found = []
    for ring in clusters(numpy.asarray(section.vertices)[:, :2]):
        if len(ring) >= 24 and max(numpy.ptp(ring, axis=0)) <= largest_mm:
            x, y = (ring.min(axis=0) + ring.max(axis=0)) / 2
            found.append((float(x), float(y)))
    return found


def clusters(points: Any, link_mm: float = 0.5) -> list[Any]:
    """Points of one round hole lie close together; holes lie further apart."""
    left = points
    groups = []
    while len(left):
        group, fresh, left = left[:1], left[:1], left[1:]
        while len(fresh) and len(left):
            near = (numpy.linalg.norm(left[:, None] - fresh[None], axis=2) < link_mm).any(axis=1)
            fresh, left = left[near], left[~near]
            group = numpy.concatenate([group, fresh])
        groups.append(group)
    return groups


def test_the_sleeves_go_over_a_switchs_terminals_and_shrink_onto_them(unit: Unit) -> None:
    row = next(row for row in checks.bom_rows() if row["value"].startswith("heat-shrink tube"))
    around_mm = math.pi * float(row["value"].split()[-2])
    whole = unit.piece("bought.scad", what="D3V-014-1C23")
    out_mm = whole.bounding_box()[0]
    tab = (whole ^ Manifold.cube((2, 4.9, 40), True).translate((out_mm + 1, 0, 0))).bounding_box()
    girth_mm = 2 * (tab[4] - tab[1] + tab[5] - tab[2])
    assert girth_mm == pytest.approx(11.2, abs=0.1)
    assert 1.3 * girth_mm < around_mm < 2 * girth_mm, "with solder below it, and tight when shrunk to half"


def pitches(centres: list[tuple[float, float]]) -> tuple[float, float]:
    """The two spacings of four holes in a rectangle, smaller first."""
    xs, ys = numpy.ptp(numpy.asarray(centres), axis=0)
    return float(min(xs, ys)), float(max(xs, ys))


def holes_in_the_jig(mesh: trimesh.Trimesh) -> list[tuple[float, float]]:
    """Without the notches at its edges, which tell its ends apart."""
    edge_mm = float(mesh.bounds[1][1])
    return [at for at in hole_centres(mesh, 1.5, 3.6) if abs(at[1]) < edge_mm - 1]


def test_the_switch_fits_the_holes_as_printed(openscad: None) -> None:
    jig = holes_in_the_jig(mesh_of("jig"))
    assert len(jig) == 4
    assert pitches(jig) == pytest.approx((10.3, 22.2), abs=0.02)
    touch = hole_centres(mesh_of("arm"), 8.5, 3.0)
    assert pitches(touch) == pytest.approx((10.3, 22.2), abs=0.02)


def test_a_wrong_pitch_shows_on_the_mesh(openscad: None) -> None:
    mesh = mesh_of("jig", (1, 0.97, 1))
    assert pitches(holes_in_the_jig(mesh)) != pytest.approx((10.3, 22.2), abs=0.02)


@pytest.mark.parametrize("name", mechanics.CUT)
def test_a_laser_outline_has_a_cut_line(openscad: None, name: str, tmp_path: Path) -> None:
    svg = mechanics.outline(name, tmp_path).read_text(encoding="utf-8")
    assert "<path" in svg and svg.count("z") >= 1
