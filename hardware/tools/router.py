"""A small grid router: two layers, net after net, A* with vias. Nets that failed go first on the next try."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

STEP_MM = 0.3175
CLEARANCE_MM = 0.25
TRACK_MM, POWER_MM = 0.35, 1.0
VIA_MM, VIA_DRILL_MM, VIA_GAP_MM = 0.8, 0.4, 0.05
VIA_COST, TURN_COST, WRONG_WAY_COST = 16.0, 0.6, 0.6
EDGE_MM = 0.5
LAYERS = (0, 1)  # front, back
FREE, NOBODY = 0, -1

Cell = tuple[int, int, int]  # layer, column, row


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad on one or both layers, or what everybody keeps away from (then it has no net)."""

    net: str
    x: float
    y: float
    width: float
    height: float
    layers: tuple[int, ...] = LAYERS


@dataclass
class Route:
    tracks: list[tuple[int, tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    vias: list[tuple[float, float]] = field(default_factory=list)


class Router:
    """Who may have a track's centre in a cell: nobody yet, one net, or nobody at all.

    That depends on how wide the track is, so there is one such map for each width, and one for vias.
    """

    def __init__(
        self, width_mm: float, height_mm: float, pads: list[Pad], widths_mm: dict[str, float]
    ) -> None:
        self.columns, self.rows = int(width_mm / STEP_MM) + 1, int(height_mm / STEP_MM) + 1
        self.pads = pads
        self.widths_mm = widths_mm
        self.ids = {name: n for n, name in enumerate(sorted({pad.net for pad in pads if pad.net}), start=1)}
        self._reach_mm = {width: width / 2 for width in {TRACK_MM, *widths_mm.values()}}
        self.reset()

    def width_mm(self, net: str) -> float:
        return self.widths_mm.get(net, TRACK_MM)

    def reset(self) -> None:
        size = self.columns * self.rows
        self.owner = {width: [[FREE] * size for _ in LAYERS] for width in self._reach_mm}
        self.via_owner = [FREE] * size
        self.routes: dict[str, Route] = {}
        for width in self._reach_mm:
            edge = math.ceil((EDGE_MM + width / 2) / STEP_MM)
            for column in range(self.columns):
                for row in range(self.rows):
                    if not (edge <= column < self.columns - edge and edge <= row < self.rows - edge):
                        for layer in LAYERS:
                            self.owner[width][layer][column * self.rows + row] = NOBODY
        edge = math.ceil((EDGE_MM + VIA_MM / 2) / STEP_MM)
        for column in range(self.columns):
            for row in range(self.rows):
                if not (edge <= column < self.columns - edge and edge <= row < self.rows - edge):
                    self.via_owner[column * self.rows + row] = NOBODY
        for pad in self.pads:
            holder = self.ids[pad.net] if pad.net else NOBODY
            self._claim(pad.layers, holder, pad.x, pad.y, pad.width / 2, pad.height / 2)
        for pad in self.pads:
            if len(pad.layers) == 1:  # a via in a flat pad would drink its solder
                for cell in self._near(pad.x, pad.y, pad.width / 2, pad.height / 2, VIA_MM / 2 + VIA_GAP_MM):
                    self.via_owner[cell] = NOBODY

    def _claim(
        self, layers: tuple[int, ...], net: int, x: float, y: float, half_w: float, half_h: float
    ) -> None:
        """Copper there: no track of another net may come closer than the clearance, no via either."""
        for width, maps in self.owner.items():
            cells = self._near(x, y, half_w, half_h, width / 2 + CLEARANCE_MM)
            for layer in layers:
                _take(maps[layer], cells, net)
        _take(self.via_owner, self._near(x, y, half_w, half_h, VIA_MM / 2 + CLEARANCE_MM), net)

    def _near(self, x: float, y: float, half_w: float, half_h: float, reach: float) -> list[int]:
        """The cells that are closer than `reach` to a rectangle."""
        reach -= 1e-6
        found = []
        for column in range(*_span(x, half_w + reach, self.columns)):
            dx = max(abs(column * STEP_MM - x) - half_w, 0.0)
            for row in range(*_span(y, half_h + reach, self.rows)):
                dy = max(abs(row * STEP_MM - y) - half_h, 0.0)
                if dx * dx + dy * dy < reach * reach:
                    found.append(column * self.rows + row)
        return found

    def _cells_of(self, pad: Pad) -> list[Cell]:
        column, row = round(pad.x / STEP_MM), round(pad.y / STEP_MM)
        return [(layer, column, row) for layer in pad.layers]

    def _search(self, net: str, sources: set[Cell], targets: set[Cell]) -> list[Cell] | None:
        goals = sorted({(c, r) for _, c, r in targets})
        mine, maps, vias, rows = self.ids[net], self.owner[self.width_mm(net)], self.via_owner, self.rows

        def guess(cell: Cell) -> float:
            return min(abs(cell[1] - c) + abs(cell[2] - r) for c, r in goals[:6])

        open_: list[tuple[float, float, Cell, int]] = [(guess(s), 0.0, s, -1) for s in sorted(sources)]
        heapq.heapify(open_)
        best: dict[Cell, float] = dict.fromkeys(sources, 0.0)
        came: dict[Cell, Cell] = {}
        while open_:
            _, cost, cell, heading = heapq.heappop(open_)
            if cell in targets:
                path = [cell]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path
            if cost > best.get(cell, math.inf):
                continue
            layer, column, row = cell
            moves: list[tuple[Cell, float, int]] = []
            for way, (dc, dr) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
                c, r = column + dc, row + dr
                if not (0 <= c < self.columns and 0 <= r < rows):
                    continue
                if maps[layer][c * rows + r] not in (FREE, mine):
                    continue
                step = 1.0 + (TURN_COST if heading not in (-1, way) else 0.0)
                # Rows on the front, columns on the back: fewer dead ends.
                step += WRONG_WAY_COST if (way < 2) == bool(layer) else 0.0
                moves.append(((layer, c, r), step, way))
            at = column * rows + row
            if vias[at] in (FREE, mine) and maps[1 - layer][at] in (FREE, mine):
                moves.append(((1 - layer, column, row), VIA_COST, -1))
            for there, step, way in moves:
                total = cost + step
                if total < best.get(there, math.inf):
                    best[there] = total
                    came[there] = cell
                    heapq.heappush(open_, (total + guess(there), total, there, way))
        return None

    def _lay(self, net: str, path: list[Cell], pads: dict[Cell, Pad]) -> None:
        route = self.routes.setdefault(net, Route())
        mine, half = self.ids[net], self.width_mm(net) / 2
        for end in (path[0], path[-1]):
            pad = pads.get(end)
            if pad is not None:  # the last bit, from the grid to the pad's middle
                x, y = end[1] * STEP_MM, end[2] * STEP_MM
                if math.hypot(pad.x - x, pad.y - y) > 1e-6:
                    route.tracks.append((end[0], (pad.x, pad.y), (x, y)))
        start = 0
        for i in range(1, len(path)):
            if path[i][0] != path[i - 1][0]:
                _straight(route, path[start:i])
                start = i
                here = (path[i][1], path[i][2])
                if not all((layer, *here) in pads for layer in LAYERS):  # a leg joins both layers by itself
                    x, y = here[0] * STEP_MM, here[1] * STEP_MM
                    route.vias.append((x, y))
                    self._claim(LAYERS, mine, x, y, VIA_MM / 2, VIA_MM / 2)
        _straight(route, path[start:])
        for layer, c, r in path:
            self._claim((layer,), mine, c * STEP_MM, r * STEP_MM, half, half)

    def connect(self, net: str) -> bool:
        """Join all pads of a net; whether it worked."""
        pads = [pad for pad in self.pads if pad.net == net]
        at = {cell: pad for pad in pads for cell in self._cells_of(pad)}
        tree: set[Cell] = set(self._cells_of(pads[0]))
        waiting = pads[1:]
        while waiting:
            targets = {cell for pad in waiting for cell in self._cells_of(pad)}
            path = self._search(net, tree, targets)
            if path is None:
                return False
            self._lay(net, path, at)
            tree.update(path)
            reached = at[path[0]]
            tree.update(self._cells_of(reached))
            waiting.remove(reached)
        return True

    def stitches(self, pitch_mm: float) -> list[tuple[float, float]]:
        """Places of a coarse grid where a via is in the way of nothing; they are taken."""
        step = round(pitch_mm / STEP_MM)
        found = []
        for column in range(step // 2, self.columns, step):
            for row in range(step // 2, self.rows, step):
                if self.via_owner[column * self.rows + row] == FREE:
                    x, y = column * STEP_MM, row * STEP_MM
                    found.append((x, y))
                    self._claim(LAYERS, NOBODY, x, y, VIA_MM / 2, VIA_MM / 2)
        return found


def _take(cells: list[int], which: list[int], net: int) -> None:
    for cell in which:
        held = cells[cell]
        if held != net:
            cells[cell] = net if held == FREE else NOBODY


def _span(at: float, reach: float, limit: int) -> tuple[int, int]:
    return max(0, math.ceil((at - reach) / STEP_MM)), min(limit, math.floor((at + reach) / STEP_MM) + 1)


def _straight(route: Route, path: list[Cell]) -> None:
    """Cells in a line become one track."""
    start = 0
    for i in range(1, len(path)):
        last = i == len(path) - 1
        (_, c0, r0), (layer, c1, r1) = path[i - 1], path[i]
        if last or (path[i + 1][1] - c1, path[i + 1][2] - r1) != (c1 - c0, r1 - r0):
            first = path[start]
            route.tracks.append(
                (layer, (first[1] * STEP_MM, first[2] * STEP_MM), (c1 * STEP_MM, r1 * STEP_MM))
            )
            start = i


def route(router: Router, nets: list[str], last: str, tries: int = 25) -> dict[str, Route]:
    """Route all, the wide ones first; a net that fails goes to the front of the next try."""

    def size(net: str) -> float:
        pads = [pad for pad in router.pads if pad.net == net]
        xs, ys = [p.x for p in pads], [p.y for p in pads]
        return max(xs) - min(xs) + max(ys) - min(ys)

    order = sorted(nets, key=lambda net: (net == last, -router.width_mm(net), size(net), net))
    failed: list[str] = []
    for _ in range(tries):
        router.reset()
        failed = [net for net in order if not router.connect(net)]
        if not failed:
            return router.routes
        print("again, first:", " ".join(failed), flush=True)
        order = failed + [net for net in order if net not in failed]
    raise RuntimeError(f"not routed after {tries} tries: {' '.join(failed)}")
