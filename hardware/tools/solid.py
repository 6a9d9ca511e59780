"""Solids from the OpenSCAD model: OpenSCAD works out the tree, manifold3d the geometry, much faster.

OpenSCAD writes its evaluated tree (`.csg`) in a twentieth of a second; its own geometry kernel takes
minutes for the base. A test compares one part with OpenSCAD's own mesh.
"""

from __future__ import annotations

import ast
import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any

import manifold3d
import numpy
from manifold3d import CrossSection, JoinType, Manifold

from hardware.tools import kept

Shape = Any  # a Manifold or a CrossSection


@dataclass(slots=True)
class Node:
    """One line of the tree: a word, its arguments and what stands inside its braces."""

    word: str
    args: list[Any] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)


def definitions(values: dict[str, str]) -> list[str]:
    """`-D name=value` for each; what is no number, list or truth value is put in quotes."""
    words = []
    for name, value in values.items():
        bare = value.startswith("[") or re.fullmatch(r"-?[\d.]+|true|false", value)
        words += ["-D", f"{name}={value}" if bare else f'{name}="{value}"']
    return words


def evaluate(source: Path, values: dict[str, str], suffix: str = "csg") -> str:
    """What OpenSCAD makes of a file in its own words: the tree (`csg`) or what it says (`echo`)."""
    words = ["--hardwarnings", *definitions(values)]
    asked = kept.question("openscad", [*words, suffix], source, (".scad",))
    if known := kept.answer(asked):
        return (known / f"tree.{suffix}").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"tree.{suffix}"
        command = ["openscad", "-o", str(target), *words, str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        text = target.read_text(encoding="utf-8") if target.exists() else ""
        trouble = re.search(r"^(?:ERROR|WARNING): .*", done.stderr + text, re.MULTILINE)
        if done.returncode != 0 or trouble:
            raise RuntimeError(
                f"openscad {source.name} {values}: {trouble[0] if trouble else done.stderr[-800:]}"
            )
        kept.keep(asked, [target])
    return text


def numbers(
    folder: Path, values: dict[str, str] | None = None, file: str = "dimensions.scad"
) -> dict[str, Any]:
    """Every measure of `dimensions.scad` by name, worked out by OpenSCAD itself."""
    source = folder / file
    names = re.findall(r"^(\w+) = ", source.read_text(encoding="utf-8"), re.MULTILINE)
    with tempfile.TemporaryDirectory() as place:
        for path in folder.glob("*.scad"):
            shutil.copy(path, place)
        asking = Path(place) / "asking.scad"
        echoes = "".join(f"echo(the_{n} = {n});\n" for n in names)
        asking.write_text(f"include <{file}>\n{echoes}", encoding="utf-8")
        said = evaluate(asking, values or {}, "echo")
    rows = re.findall(r"^ECHO: the_(\w+) = (.*)$", said, re.MULTILINE)
    return {name: ast.literal_eval(_python(value)) for name, value in rows}


def solid(source: Path, **values: str) -> Manifold:
    """The solid that an OpenSCAD file describes with these definitions."""
    tree = parse(evaluate(source, values))
    made = _union([shape for node in tree if (shape := build(node)) is not None])
    if not isinstance(made, Manifold):
        raise RuntimeError(f"{source.name} {values} has no solid in it")
    return made


def _python(text: str) -> str:
    return re.sub(
        r"\b(true|false|undef)\b", lambda m: {"true": "True", "false": "False"}.get(m[0], "None"), text
    )


def parse(text: str) -> list[Node]:
    """The tree of a `.csg` text."""
    stack = [Node("top")]
    for head, end in re.findall(r"\s*([^{};]*?)\s*([{};])", text):
        if end == "}":
            stack.pop()
            continue
        if not head:
            continue
        node = _node(head)
        stack[-1].children.append(node)
        if end == "{":
            stack.append(node)
    return stack[0].children


def _node(head: str) -> Node:
    call = ast.parse(_python(head.lstrip("#!").replace("$", "_")), mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    named = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}
    return Node(call.func.id, [ast.literal_eval(arg) for arg in call.args], named)


def _union(shapes: list[Shape]) -> Shape | None:
    if not shapes:
        return None
    if isinstance(shapes[0], Manifold):
        return Manifold.batch_boolean(shapes, manifold3d.OpType.Add)
    return reduce(lambda one, other: one + other, shapes)


def build(node: Node) -> Shape | None:
    """The shape of one node. None means an empty drawing."""
    if node.word in _LEAVES:
        return _LEAVES[node.word](node.named)
    shapes = [shape for child in node.children if (shape := build(child)) is not None]
    if not shapes:
        return None
    if node.word == "difference":
        rest = _union(shapes[1:]) if build(node.children[0]) is not None else None
        return shapes[0] if rest is None else shapes[0] - rest
    if node.word == "intersection":
        return reduce(lambda one, other: one ^ other, shapes)
    if node.word == "hull":
        return type(shapes[0]).batch_hull(shapes)
    whole = _union(shapes)
    if node.word in ("group", "union", "render", "color"):
        return whole
    return _CHANGES[node.word](whole, node)


def _fragments(named: dict[str, Any], radius: float) -> int:
    if named["_fn"] >= 3:
        return int(named["_fn"])
    wanted = min(float(360 / named["_fa"]), float(radius * 2 * math.pi / named["_fs"]))
    return max(5, math.ceil(wanted))


def _circle(named: dict[str, Any]) -> CrossSection:
    count = _fragments(named, named["r"])
    turns = [2 * math.pi * n / count for n in range(count)]
    return CrossSection([[(named["r"] * math.cos(turn), named["r"] * math.sin(turn)) for turn in turns]])


def _square(named: dict[str, Any]) -> CrossSection:
    return CrossSection.square(tuple(named["size"]), named["center"])


def _polygon(named: dict[str, Any]) -> CrossSection:
    points = named["points"]
    paths = named["paths"] or [list(range(len(points)))]
    return CrossSection([[tuple(points[n]) for n in path] for path in paths], manifold3d.FillRule.EvenOdd)


def _cylinder(named: dict[str, Any]) -> Manifold:
    count = _fragments(named, max(named["r1"], named["r2"]))
    return Manifold.cylinder(named["h"], named["r1"], named["r2"], count, named["center"])


def _cube(named: dict[str, Any]) -> Manifold:
    return Manifold.cube(tuple(named["size"]), named["center"])


_LEAVES = {"circle": _circle, "square": _square, "polygon": _polygon, "cylinder": _cylinder, "cube": _cube}


def _moved(shape: Shape, node: Node) -> Shape:
    matrix = numpy.asarray(node.args[0], dtype=float)
    flat = isinstance(shape, CrossSection)
    return shape.transform(matrix[:2][:, [0, 1, 3]] if flat else matrix[:3])


def _extruded(shape: Shape, node: Node) -> Manifold:
    named = node.named
    made = shape.extrude(named["height"], scale_top=tuple(named.get("scale", (1, 1))))
    return made.translate((0, 0, -named["height"] / 2)) if named["center"] else made


def _turned(shape: Shape, node: Node) -> Manifold:
    return shape.revolve(_fragments(node.named, shape.bounds()[2]), node.named.get("angle") or 360)


def _offset(shape: Shape, node: Node) -> CrossSection:
    named = node.named
    if "r" in named:
        return shape.offset(named["r"], JoinType.Round, 2, _fragments(named, abs(named["r"])))
    return shape.offset(named["delta"], JoinType.Square if named["chamfer"] else JoinType.Miter, 4)


_CHANGES = {"multmatrix": _moved, "linear_extrude": _extruded, "rotate_extrude": _turned, "offset": _offset}


def mesh(shape: Manifold) -> tuple[Any, Any]:
    """Corners and triangles of a solid."""
    found = shape.to_mesh()
    return numpy.asarray(found.vert_properties)[:, :3].astype(float), numpy.asarray(found.tri_verts)


def stl_bytes(shape: Manifold) -> bytes:
    """A binary STL, its triangles sorted: the same solid gives the same bytes."""
    corners, triangles = mesh(shape)
    faces = numpy.round(corners, 4)[triangles].astype("<f4")
    first = numpy.lexsort(faces.transpose(2, 1, 0).reshape(9, -1)[::-1])
    faces = faces[first]
    normals = numpy.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    lengths = numpy.linalg.norm(normals, axis=1, keepdims=True)
    rows = numpy.zeros(len(faces), dtype=[("n", "<f4", 3), ("v", "<f4", (3, 3)), ("a", "<u2")])
    rows["n"], rows["v"] = normals / numpy.where(lengths > 0, lengths, 1), faces
    return b"slamomatic".ljust(80) + numpy.uint32(len(faces)).tobytes() + rows.tobytes()


def write_stl(shape: Manifold, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(stl_bytes(shape))
    return target


def paths(shape: CrossSection) -> Iterator[list[tuple[float, float]]]:
    """The outlines of a flat shape."""
    for ring in shape.to_polygons():
        yield [(float(x), float(y)) for x, y in ring]
