"""Pictures of solids by POV-Ray: the same scene gives the same picture."""

from __future__ import annotations

import math
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.mechanics.places import Piece

COLOURS = {
    "red": (0.80, 0.06, 0.07), "yellow": (0.95, 0.68, 0.02), "green": (0.05, 0.50, 0.18),
    "blue": (0.04, 0.22, 0.70), "base": (0.13, 0.14, 0.16), "steel": (0.62, 0.64, 0.67),
    "rubber": (0.06, 0.06, 0.07), "switch": (0.05, 0.05, 0.06), "brass": (0.80, 0.62, 0.25),
    "white": (0.92, 0.92, 0.90), "pcb": (0.02, 0.32, 0.14), "cover": (0.93, 0.93, 0.90),
    "grey": (0.55, 0.57, 0.60), "card": (0.90, 0.89, 0.86),
    "wood": (0.36, 0.23, 0.13), "wire red": (0.75, 0.05, 0.05),
    "wire black": (0.03, 0.03, 0.03),
    "wire yellow": (0.95, 0.70, 0.03), "wire green": (0.04, 0.48, 0.16), "wire blue": (0.05, 0.20, 0.72),
    "wire orange": (0.95, 0.38, 0.03), "wire white": (0.95, 0.95, 0.95), "solder": (0.78, 0.79, 0.80),
}  # fmt: skip


# A table of oak boards, in POV-Ray's words: long grain, and a seam every 150 mm.
WOOD = (
    "texture { pigment { bozo turbulence 0.35 octaves 5 scale <190,4.5,9> rotate z*28 "
    "color_map { [0 rgb <0.23,0.125,0.055>] [0.45 rgb <0.30,0.17,0.08>] [0.7 rgb <0.34,0.20,0.10>] "
    "[1 rgb <0.20,0.105,0.045>] } } "
    "finish { ambient 0 diffuse 0.8 specular 0.18 roughness 0.03 } } "
    "texture { pigment { gradient y scale 150 rotate z*28 "
    "color_map { [0 rgbt <0.05,0.02,0.01,0.25>] [0.006 rgbt <0.05,0.02,0.01,0.25>] "
    "[0.012 rgbt 1] [1 rgbt 1] } } finish { ambient 0 diffuse 0.8 } }"
)


def _lit(colour: str) -> str:
    """Return the cover's texture with eight lights behind it: bright over them, darker to the edge."""
    r, g, b = (0.15 + 0.85 * part for part in COLOURS[colour])
    dark = f"<{r * 0.45:.2f},{g * 0.22:.2f},{b * 0.22:.2f}>"
    pale = f"<1,{0.62 + 0.3 * g:.2f},{0.55 + 0.3 * b:.2f}>"
    return (
        "texture { pigment { function { min(1, 0.75*exp(-pow((sqrt(x*x+y*y)-12)/3.2,2))"
        "*pow(0.5+0.5*cos(8*atan2(y,x)+pi),1.4) + 0.55*exp(-pow(sqrt(x*x+y*y)/33,2))) } "
        f"color_map {{ [0 rgb {dark}] [0.45 rgb <{r:.2f},{g * 0.45:.2f},{b * 0.45:.2f}>] "
        f"[1 rgb {pale}] }} }} "
        "finish { ambient 0 diffuse 0.35 emission 0.85 specular 0.2 roughness 0.02 } }"
    )


@dataclass(frozen=True)
class View:
    """From where a picture is taken: angles in degrees, `across` in mm for a flat view."""

    azimuth: float = -60
    elevation: float = 35
    across: float = 300
    look_at: tuple[float, float, float] = (0, 0, 12)
    size: tuple[int, int] = (900, 675)
    flat: bool = True
    glow: str = ""  # a colour that the cover is lit in
    fine: bool = False  # with soft shadows and light from all around
    shadows: bool = True  # without, where the shadow of a part in the air would look like a hole


def _mesh(piece: Piece, view: View) -> str:
    """Return one piece as text for POV-Ray: its triangles, and a texture by its colour and the view."""
    mesh = piece.solid.to_mesh()
    points, faces = mesh.vert_properties[:, :3], mesh.tri_verts
    vectors = ",".join(f"<{x:.3f},{y:.3f},{z:.3f}>" for x, y, z in points)
    triangles = ",".join(f"<{a},{b},{c}>" for a, b, c in faces)
    r, g, b = COLOURS[piece.colour]
    pigment, finish = f"rgb <{r},{g},{b}>", "ambient 0.14 diffuse 0.72 specular 0.16 roughness 0.04"
    if view.fine:
        finish = "ambient 0 diffuse 0.75 specular 0.25 roughness 0.02 reflection { 0.01, 0.06 fresnel on }"
    inside = "interior { ior 1.45 }" if view.fine else ""
    if piece.colour == "steel" or piece.colour == "brass":
        finish += " metallic"
    if piece.colour == "cover" and view.glow and view.fine:
        return _mesh_of(points, faces, vectors, triangles, _lit(view.glow))
    if piece.colour == "cover":
        if view.glow:
            gr, gg, gb = COLOURS[view.glow]
            pigment = f"rgb <{0.4 + gr * 0.6},{0.35 * (1 - gr) + gg * 0.6},{0.35 * (1 - gr) + gb * 0.6}>"
            finish = (
                f"ambient rgb <{gr * 1.1 + 0.15},{gg + 0.05},{gb + 0.05}> "
                f"emission rgb <{gr * 0.55},{gg * 0.55},{gb * 0.55}> diffuse 0.5"
            )
        else:
            pigment += " transmit 0.10" if view.fine else " transmit 0.35"
    if piece.colour == "wood" and view.fine:
        return _mesh_of(points, faces, vectors, triangles, WOOD)
    texture = f"texture {{ pigment {{ color {pigment} }} finish {{ {finish} }} }} {inside}"
    return _mesh_of(points, faces, vectors, triangles, texture)


def _mesh_of(points: np.ndarray, faces: np.ndarray, vectors: str, triangles: str, texture: str) -> str:
    return (
        f"mesh2 {{ vertex_vectors {{ {len(points)},{vectors} }} "
        f"face_indices {{ {len(faces)},{triangles} }} {texture} }}"
    )


def scene(pieces: Iterable[Piece], view: View, extra: str = "") -> str:
    """Return the picture as POV-Ray's own words."""
    a, e = math.radians(view.azimuth), math.radians(view.elevation)
    eye = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    right = np.array([-math.sin(a), math.cos(a), 0])
    up = np.cross(eye, right)
    ratio = view.size[0] / view.size[1]
    at = np.array(view.look_at, dtype=float)

    def vector(v: np.ndarray) -> str:
        return f"<{v[0]:.5f},{v[1]:.5f},{v[2]:.5f}>"

    if view.flat:
        camera = (
            f"camera {{ orthographic location {vector(at + eye * 900)} direction {vector(-eye)} "
            f"right {vector(right * view.across)} up {vector(up * view.across / ratio)} }}"
        )
    else:
        far = view.across / (2 * math.tan(math.radians(17)))
        camera = (
            f"camera {{ location {vector(at + eye * far)} direction {vector(-eye)} "
            f"right {vector(right * 2 * math.tan(math.radians(17)))} "
            f"up {vector(up * 2 * math.tan(math.radians(17)) / ratio)} }}"
        )
    lamp = at + 700 * (0.55 * eye + 0.55 * up - 0.45 * right)
    lines = ["#version 3.7; global_settings { assumed_gamma 1.0 max_trace_level 12"]
    if view.fine:
        lines[0] += (
            " radiosity { count 180 error_bound 0.6 recursion_limit 2 brightness 1 pretrace_end 0.01 }"
        )
    lines[0] += " }"
    lines.append(camera)
    if view.fine:
        lines.append("background { rgb <0.20,0.20,0.22> }")
        lines.append(
            f"light_source {{ {vector(lamp + np.array([0, 0, 250]))} rgb <0.66,0.60,0.52> "
            "area_light <180,0,0>,<0,180,0>,7,7 adaptive 1 circular orient }"
        )
        if view.glow:
            r, g, b = COLOURS[view.glow]
            lines.append(
                f"light_source {{ <0,0,75> rgb <{r * 1.5:.2f},{g * 1.5:.2f},{b * 1.5:.2f}> "
                "fade_distance 60 fade_power 2 area_light <40,0,0>,<0,40,0>,4,4 circular orient }"
            )
    else:
        lines.append("background { rgb <0.96,0.965,0.97> }")
        lines.append(f"light_source {{ {vector(lamp)} rgb 0.85 {'' if view.shadows else 'shadowless'} }}")
        lines.append(f"light_source {{ {vector(at + eye * 900)} rgb 0.30 shadowless }}")
    lines += [_mesh(piece, view) for piece in pieces]
    return "\n".join([*lines, extra])


Label = tuple[
    str, tuple[float, float, float], tuple[int, int]
]  # words, spot, and how far beside it in pixels


def _labelled(target: Path, labels: Sequence[Label], view: View) -> None:
    """Write pin numbers and the like onto a flat picture, each with a line to its spot."""
    a, e = math.radians(view.azimuth), math.radians(view.elevation)
    eye = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    right = np.array([-math.sin(a), math.cos(a), 0])
    up = np.cross(eye, right)
    scale = view.size[0] / view.across
    image = Image.open(target).convert("RGB")
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(files("font_manrope") / "files" / "Manrope-Bold.ttf"), 19)
    for words, spot, (dx, dy) in labels:
        off = np.array(spot) - np.array(view.look_at)
        x, y = view.size[0] / 2 + off @ right * scale, view.size[1] / 2 - off @ up * scale
        at = (x + dx, y + dy)
        draw.line([(x, y), at], fill=(40, 44, 52), width=1)
        left, top, far, low = draw.textbbox(at, words, font=font, anchor="mm")
        draw.rounded_rectangle(
            (left - 5, top - 4, far + 5, low + 4), 5, fill=(255, 255, 255), outline=(40, 44, 52)
        )
        draw.text(at, words, font=font, anchor="mm", fill=(20, 22, 28))
    image.save(target, optimize=True)


def picture(
    pieces: Iterable[Piece], view: View, target: Path, extra: str = "", labels: Sequence[Label] = ()
) -> Path:
    """Write a PNG."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "scene.pov"
        source.write_text(scene(pieces, view, extra), encoding="utf-8")
        words = ["povray", f"+I{source}", f"+O{target}", f"+W{view.size[0]}", f"+H{view.size[1]}",
                 "+FN8", "+A0.2", "-D", "-GA", "+WT2"]  # fmt: skip
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"POV-Ray made no picture: {done.stderr[-400:]}")
    if labels:
        _labelled(target, labels, view)
    return target
