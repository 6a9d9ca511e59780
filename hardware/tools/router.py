"""A small grid router: two layers, net after net, A* with vias; what failed goes first on the next try."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

STEP_MM = 0.635
TRACK_MM, VIA_MM, CLEARANCE_MM = 0.35, 0.8, 0.25
VIA_COST, TURN_COST, WRONG_WAY_COST = 12.0, 0.4, 0.6
Cell = tuple[int, int, int]  # layer, column, row
LAYERS = (0, 1)


@dataclass(frozen=True, slots=True)
class Pad:
    """A through-hole pad or a bare hole (no net: nothing may come near)."""

    net: str
    x: float
    y: float
    width: float
    height: float


@dataclass
class Route:
    tracks: list[tuple[int, tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    vias: list[tuple[float, float]] = field(default_factory=list)


class Router:
    """Owner per cell: '' free, a net's name, or '#' for nobody. A cell is a track's centre line."""

    def __init__(self, width_mm: float, height_mm: float, pads: list[Pad]) -> None:
        self.columns, self.rows = int(width_mm / STEP_MM) + 1, int(height_mm / STEP_MM) + 1
        self.pads = pads
        self.width_mm, self.height_mm = width_mm, height_mm
        self.reset()

    def reset(self) -> None:
        self.owner = [[[""] * self.rows for _ in range(self.columns)] for _ in LAYERS]
        self.via_owner = [[""] * self.rows for _ in range(self.columns)]
        self.routes: dict[str, Route] = {}
        edge = math.ceil((0.5 + TRACK_MM) / STEP_MM)
        for column in range(self.columns):
            for row in range(self.rows):
                near_edge = not (edge <= column < self.columns - edge and edge <= row < self.rows - edge)
                if near_edge:
                    self._take(0, column, row, "#")
                    self._take(1, column, row, "#")
        for pad in self.pads:
            for layer in LAYERS:
                self._claim(layer, pad.net or "#", pad.x, pad.y, pad.width / 2, pad.height / 2)

    def _take(self, layer: int, column: int, row: int, net: str) -> None:
        held = self.owner[layer][column][row]
        self.owner[layer][column][row] = net if held in ("", net) else "#"

    def _claim(self, layer: int, net: str, x: float, y: float, half_w: float, half_h: float) -> None:
        """Copper there: no track of another net may come closer than the clearance, no via either."""
        for own, reach in ((True, TRACK_MM / 2 + CLEARANCE_MM), (False, VIA_MM / 2 + CLEARANCE_MM)):
            reach -= 1e-6
            for column in range(*self._span(x, half_w + reach, self.columns)):
                for row in range(*self._span(y, half_h + reach, self.rows)):
                    dx = max(abs(column * STEP_MM - x) - half_w, 0.0)
                    dy = max(abs(row * STEP_MM - y) - half_h, 0.0)
                    if math.hypot(dx, dy) >= reach:
                        continue
                    if own:
                        self._take(layer, column, row, net)
                    else:
                        held = self.via_owner[column][row]
                        self.via_owner[column][row] = net if held in ("", net) else "#"

    @staticmethod
    def _span(at: float, reach: float, limit: int) -> tuple[int, int]:
        return max(0, math.ceil((at - reach) / STEP_MM)), min(limit, math.floor((at + reach) / STEP_MM) + 1)

    def _cells_of(self, pad: Pad) -> list[Cell]:
        column, row = round(pad.x / STEP_MM), round(pad.y / STEP_MM)
        return [(layer, column, row) for layer in LAYERS]

    def _search(self, net: str, sources: set[Cell], targets: set[Cell]) -> list[Cell] | None:
        goals = [(c, r) for _, c, r in targets]

        def guess(cell: Cell) -> float:
            return min(abs(cell[1] - c) + abs(cell[2] - r) for c, r in goals[:6])

        open_: list[tuple[float, float, Cell, int]] = [(guess(s), 0.0, s, -1) for s in sources]
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
                if not (0 <= c < self.columns and 0 <= r < self.rows):
                    continue
                if self.owner[layer][c][r] not in ("", net):
                    continue
                step = 1.0 + (TURN_COST if heading not in (-1, way) else 0.0)
                # Rows on the front, columns on the back: fewer dead ends.
                step += WRONG_WAY_COST if (way < 2) == bool(layer) else 0.0
                moves.append(((layer, c, r), step, way))
            other: Cell = (1 - layer, column, row)
            if self.via_owner[column][row] in ("", net) and self.owner[1 - layer][column][row] in ("", net):
                moves.append((other, VIA_COST, -1))
            for there, step, way in moves:
                total = cost + step
                if total < best.get(there, math.inf):
                    best[there] = total
                    came[there] = cell
                    heapq.heappush(open_, (total + guess(there), total, there, way))
        return None

    def _lay(self, net: str, path: list[Cell], pads: dict[tuple[int, int], Pad]) -> None:
        route = self.routes.setdefault(net, Route())
        points = [(layer, c * STEP_MM, r * STEP_MM) for layer, c, r in path]
        for end in (path[0], path[-1]):
            pad = pads.get((end[1], end[2]))
            if pad is not None:  # the last bit, from the grid to the pad's middle
                x, y = end[1] * STEP_MM, end[2] * STEP_MM
                if math.hypot(pad.x - x, pad.y - y) > 1e-6:
                    route.tracks.append((end[0], (pad.x, pad.y), (x, y)))
        start = 0
        for i in range(1, len(points)):
            if points[i][0] != points[i - 1][0]:
                x, y = points[i][1], points[i][2]
                self._straight(route, points[start:i])
                start = i
                if (path[i][1], path[i][2]) not in pads:  # a pad joins both layers by itself
                    route.vias.append((x, y))
                    for layer in LAYERS:
                        self._claim(layer, net, x, y, VIA_MM / 2, VIA_MM / 2)
        self._straight(route, points[start:])
        for layer, c, r in path:
            self._claim(layer, net, c * STEP_MM, r * STEP_MM, TRACK_MM / 2, TRACK_MM / 2)

    @staticmethod
    def _straight(route: Route, points: list[tuple[int, float, float]]) -> None:
        """Cells in a line become one track."""
        if len(points) < 2:
            return
        start = 0
        for i in range(1, len(points)):
            last = i == len(points) - 1
            turns = not last and (
                (points[i + 1][1] - points[i][1], points[i + 1][2] - points[i][2])
                != (points[i][1] - points[i - 1][1], points[i][2] - points[i - 1][2])
            )
            if last or turns:
                route.tracks.append((points[i][0], points[start][1:], points[i][1:]))
                start = i

    def connect(self, net: str) -> bool:
        """Join all pads of a net; whether it worked."""
        pads = [pad for pad in self.pads if pad.net == net]
        at = {(round(p.x / STEP_MM), round(p.y / STEP_MM)): p for p in pads}
        tree: set[Cell] = set(self._cells_of(pads[0]))
        waiting = pads[1:]
        while waiting:
            targets = {cell for pad in waiting for cell in self._cells_of(pad)}
            path = self._search(net, tree, targets)
            if path is None:
                return False
            self._lay(net, path, at)
            tree.update(path)
            reached = at[path[0][1], path[0][2]]
            tree.update(self._cells_of(reached))
            waiting.remove(reached)
        return True


def route(router: Router, nets: list[str], tries: int = 25) -> dict[str, Route]:
    """Route all; a net that fails goes to the front of the next try."""

    def size(net: str) -> float:
        pads = [pad for pad in router.pads if pad.net == net]
        xs, ys = [p.x for p in pads], [p.y for p in pads]
        return max(xs) - min(xs) + max(ys) - min(ys)

    order = sorted(nets, key=size)
    failed: list[str] = []
    for _ in range(tries):
        router.reset()
        failed = [net for net in order if not router.connect(net)]
        if not failed:
            return router.routes
        print("again, first:", " ".join(failed), flush=True)
        order = failed + [net for net in order if net not in failed]
    raise RuntimeError(f"not routed after {tries} tries: {' '.join(failed)}")
