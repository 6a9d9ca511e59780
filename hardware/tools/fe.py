"""A small finite-element solver: boxes of one size, cut out of a solid, in linear elasticity.

Each box is an eight-node brick with incompatible modes (Wilson, Taylor). It bends as a beam does even when a
wall is only one box thick. A test compares a cantilever with the beam formula.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy
import scipy.optimize
import scipy.sparse
import scipy.sparse.linalg
from manifold3d import CrossSection, Manifold

# PETG as printed: the stiffness that the kit's first review used, and the lower end of what was found for
# strength ("44-56 MPa along the layers, 25-38 MPa across", additive.tools/materials/petg).
PETG_E_MPA = 1700.0
PETG_POISSON = 0.38
PETG_YIELD_MPA = 45.0
PETG_LAYERS_MPA = 25.0

_SIGNS = numpy.array([(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], dtype=float)


Layers = float | tuple[float, ...]  # the height of all layers, or the heights that part them


def voxels(shape: Manifold, size: tuple[float, float], layers: Layers) -> tuple[Any, list[Any]]:
    """Which boxes of a grid have their middle inside the solid, and the grid's lines in x, y and z."""
    box = numpy.array(shape.bounding_box()).reshape(2, 3)
    lines = []
    for axis, step in enumerate((*size, layers)):
        if isinstance(step, tuple):
            lines.append(numpy.asarray(step, dtype=float))
        else:
            count = max(1, round((box[1, axis] - box[0, axis]) / step))
            lines.append(box[0, axis] + numpy.arange(count + 1) * step)
    xs, ys, zs = ((line[1:] + line[:-1]) / 2 for line in lines)
    filled = numpy.zeros((len(xs), len(ys), len(zs)), dtype=bool)
    for layer, z in enumerate(zs):
        filled[:, :, layer] = inside(paths(shape.slice(z)), xs + 1e-4, ys + 1e-4)
    return filled, lines


def paths(section: CrossSection) -> list[list[tuple[float, float]]]:
    """Return the rings of a section."""
    return [[(float(x), float(y)) for x, y in ring] for ring in section.to_polygons()]


def inside(rings: list[list[tuple[float, float]]], xs: Any, ys: Any) -> Any:
    """Even-odd test of a grid of points, one row of crossings at a time."""
    found = numpy.zeros((len(xs), len(ys)), dtype=bool)
    for ring in rings:
        start = numpy.asarray(ring)
        end = numpy.roll(start, -1, axis=0)
        for n, y in enumerate(ys):
            cross = (start[:, 1] > y) != (end[:, 1] > y)
            if cross.any():
                a, b = start[cross], end[cross]
                at = a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
                found[:, n] ^= (numpy.searchsorted(numpy.sort(at), xs) % 2).astype(bool)
    return found


def _elastic(young: float, poisson: float) -> Any:
    lam = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    shear = young / (2 * (1 + poisson))
    matrix = numpy.zeros((6, 6))
    matrix[:3, :3] = lam
    matrix[range(6), range(6)] += [2 * shear] * 3 + [shear] * 3
    return matrix


def _strain(gradients: Any) -> Any:
    """Strain from movement, for shape functions with these gradients."""
    rows = numpy.zeros((6, 3 * len(gradients)))
    for n, (x, y, z) in enumerate(gradients):
        rows[:, 3 * n : 3 * n + 3] = [[x, 0, 0], [0, y, 0], [0, 0, z], [y, x, 0], [0, z, y], [z, 0, x]]
    return rows


def _gradients(at: Any, size: Any) -> tuple[Any, Any]:
    """Gradients of the eight corner functions and of the three incompatible modes."""
    ones = 1 + _SIGNS * at
    corner = numpy.stack(
        [_SIGNS[:, 0] * ones[:, 1] * ones[:, 2], _SIGNS[:, 1] * ones[:, 0] * ones[:, 2],
         _SIGNS[:, 2] * ones[:, 0] * ones[:, 1]], axis=1,
    ) / 8  # fmt: skip
    return corner * 2 / size, numpy.diag(-2 * at) * 2 / size


@dataclass(frozen=True)
class Stops:
    """Nodes that land on something: how far it is below each, and how stiff it is there, in N/mm."""

    nodes: Any
    gap: Any
    stiffness: Any


@dataclass(eq=False)
class Part:
    """One solid in boxes, held and loaded at its nodes."""

    shape: Manifold
    size: tuple[float, float]
    layers: Layers
    young: float = PETG_E_MPA
    poisson: float = PETG_POISSON
    core: Manifold | None = None  # what is only infill
    core_share: float = 0.06  # its stiffness, of solid plastic
    _held: list[tuple[Any, int, float]] = field(default_factory=list)
    _loads: list[tuple[Any, tuple[float, float, float]]] = field(default_factory=list)

    @cached_property
    def _grid(self) -> tuple[Any, Any, Any, Any]:
        """Return the nodes, the eight corners of each box, its height, and whether it is infill."""
        filled, lines = voxels(self.shape, self.size, self.layers)
        counts = numpy.array(filled.shape) + 1
        cells = numpy.argwhere(filled)
        corners = cells[:, None, :] + ((_SIGNS + 1) / 2).astype(int)[None]
        numbers = (corners[..., 0] * counts[1] + corners[..., 1]) * counts[2] + corners[..., 2]
        used, packed = numpy.unique(numbers, return_inverse=True)
        where = numpy.unravel_index(used, tuple(counts))
        xyz = numpy.stack([line[at] for line, at in zip(lines, where, strict=True)], axis=1)
        heights = numpy.round(numpy.diff(lines[2]), 6)[cells[:, 2]]
        if self.core is None:
            soft = numpy.zeros(len(cells), dtype=bool)
        else:
            soft = numpy.zeros(len(cells), dtype=bool)
            middles = [(line[1:] + line[:-1]) / 2 for line in lines]
            for layer, z in enumerate(middles[2]):
                grid = inside(paths(self.core.slice(z)), middles[0] + 1e-4, middles[1] + 1e-4)
                here = cells[:, 2] == layer
                soft[here] = grid[cells[here, 0], cells[here, 1]]
        return xyz, packed.reshape(numbers.shape), heights, soft

    @property
    def nodes(self) -> Any:
        return self._grid[0]

    def near(self, low: tuple[float, ...], high: tuple[float, ...]) -> Any:
        """Return the nodes inside a box; there must be some."""
        inside = ((self.nodes >= numpy.asarray(low) - 1e-6) & (self.nodes <= numpy.asarray(high) + 1e-6)).all(
            axis=1
        )
        if not inside.any():
            raise LookupError(f"nothing of the part lies between {low} and {high}")
        return numpy.flatnonzero(inside)

    def below(self, at: tuple[float, float], reach: float, z: tuple[float, float]) -> Any:
        """Return the nodes round an upright line, between two heights; there must be some."""
        far = numpy.hypot(self.nodes[:, 0] - at[0], self.nodes[:, 1] - at[1])
        inside = (far <= reach) & (self.nodes[:, 2] >= z[0] - 1e-6) & (self.nodes[:, 2] <= z[1] + 1e-6)
        if not inside.any():
            raise LookupError(f"nothing of the part lies within {reach} mm of {at} between {z} in height")
        return numpy.flatnonzero(inside)

    def hold(self, nodes: Any, directions: str = "xyz", stiffness: float = 1e7) -> None:
        """Hold nodes, together as stiff as given (N/mm); the default is as good as fixed."""
        for letter in directions:
            self._held.append((nodes, "xyz".index(letter), stiffness / len(nodes)))

    def push(self, nodes: Any, force: tuple[float, float, float]) -> None:
        self._loads.append((nodes, force))

    def _element(self, height: float) -> tuple[Any, Any, Any]:
        """Stiffness of a box of this height, how its inner modes follow its corners, and its size."""
        size = numpy.array([*self.size, height])
        elastic = _elastic(self.young, self.poisson)
        kuu, kua, kaa = numpy.zeros((24, 24)), numpy.zeros((24, 9)), numpy.zeros((9, 9))
        for at in _SIGNS / numpy.sqrt(3):
            outer, inner = (_strain(g) for g in _gradients(at, size))
            weight = size.prod() / 8
            kuu += outer.T @ elastic @ outer * weight
            kua += outer.T @ elastic @ inner * weight
            kaa += inner.T @ elastic @ inner * weight
        follow = -numpy.linalg.solve(kaa, kua.T)
        return kuu + kua @ follow, follow, size

    @cached_property
    def _solver(self) -> Any:
        """The factored stiffness matrix of all elements and of the springs that hold the body; made once."""
        _, boxes, heights, soft = self._grid
        count = 3 * len(self.nodes)
        matrix = scipy.sparse.csc_matrix((count, count))
        for height, infill in sorted(set(zip(heights.tolist(), soft.tolist(), strict=True))):
            some = boxes[(heights == height) & (soft == infill)]
            free = (3 * some[:, :, None] + numpy.arange(3)).reshape(len(some), 24)
            rows, columns = numpy.repeat(free, 24, axis=1).ravel(), numpy.tile(free, (1, 24)).ravel()
            stiff = self._element(height)[0] * (self.core_share if infill else 1.0)
            values = numpy.tile(stiff.ravel(), len(some))
            matrix = matrix + scipy.sparse.coo_matrix((values, (rows, columns)), shape=(count, count)).tocsc()
        springs = numpy.zeros(count)
        for nodes, direction, each in self._held:
            numpy.add.at(springs, 3 * nodes + direction, each)
        return scipy.sparse.linalg.splu(
            matrix + scipy.sparse.diags(springs, format="csc"),
            permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True},
        )  # fmt: skip

    def under(self, loads: list[tuple[Any, tuple[float, float, float]]]) -> Any:
        """How far each node moves under these forces, in mm; a second case costs little."""
        force = numpy.zeros(3 * len(self.nodes))
        for nodes, whole in loads:
            for direction in range(3):
                numpy.add.at(force, 3 * nodes + direction, whole[direction] / len(nodes))
        return self._solver.solve(force).reshape(-1, 3)

    def landed(self, loads: list[tuple[Any, tuple[float, float, float]]], stops: Stops) -> tuple[Any, Any]:
        """Return how far each node moves where stops push up what comes down onto them, and each push in N.

        The pushes are the ones that cost least energy (a stop never pulls).
        """
        free = self.under(loads)
        each = self._ways(tuple(stops.nodes.tolist()))
        gives = each[:, stops.nodes, 2].T + numpy.diag(1 / stops.stiffness)
        lower = numpy.linalg.cholesky((gives + gives.T) / 2)
        wanted = -numpy.linalg.solve(lower, free[stops.nodes, 2] + stops.gap)
        pushes = scipy.optimize.nnls(lower.T, wanted)[0]
        return free + numpy.tensordot(pushes, each, axes=1), pushes

    @lru_cache(maxsize=4)  # noqa: B019 - a part is as short-lived as its check
    def _ways(self, nodes: tuple[int, ...]) -> Any:
        """Return how far each node moves under 1 N upwards at each of these."""
        forces = numpy.zeros((3 * len(self.nodes), len(nodes)))
        forces[3 * numpy.array(nodes) + 2, range(len(nodes))] = 1.0
        return self._solver.solve(forces).T.reshape(len(nodes), -1, 3)

    @cached_property
    def moved(self) -> Any:
        """How far each node moves under what pushes it, in mm."""
        return self.under(self._loads)

    @cached_property
    def stress(self) -> Any:
        """Von Mises stress at each node under what pushes it."""
        return self.stress_of(self.moved)

    def stress_of(self, moved: Any) -> Any:
        """Return the von Mises stress at each node, in MPa, averaged over the boxes that meet there."""
        _, boxes, heights, soft = self._grid
        elastic = _elastic(self.young, self.poisson)
        total, meet = numpy.zeros((len(self.nodes), 6)), numpy.zeros(len(self.nodes))
        for height in numpy.unique(heights):
            some = boxes[(heights == height) & ~soft]  # the skin's stress: infill carries next to none
            if not len(some):
                continue
            _, follow, size = self._element(height)
            corners = moved[some].reshape(len(some), 24)
            inner = corners @ follow.T
            for n, at in enumerate(_SIGNS):
                outer_strain, inner_strain = (_strain(g) for g in _gradients(at, size))
                here = (corners @ outer_strain.T + inner @ inner_strain.T) @ elastic.T
                numpy.add.at(total, some[:, n], here)
                numpy.add.at(meet, some[:, n], 1)
        s = total / numpy.maximum(meet, 1)[:, None]
        spread = (s[:, 0] - s[:, 1]) ** 2 + (s[:, 1] - s[:, 2]) ** 2 + (s[:, 2] - s[:, 0]) ** 2
        return numpy.sqrt(spread / 2 + 3 * (s[:, 3:] ** 2).sum(axis=1))

    def move(self, nodes: Any) -> Any:
        """The mean movement of some nodes."""
        return self.moved[nodes].mean(axis=0)
