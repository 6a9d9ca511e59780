"""The finished board as KiCad's file has it: pads, tracks, planes, words; in mm from its top left corner."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hardware.tools.facts import BOARD
from hardware.tools.sexpr import Node, child, children, parse

COPPER = ("F.Cu", "B.Cu")
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pad:
    """One pad, or a bare hole: then its net is empty and its number too."""

    ref: str
    number: str
    net: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    layers: frozenset[str]

    def distance(self, other: Pad) -> float:
        return math.hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Track:
    net: str
    layer: str
    start: Point
    end: Point
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    text: str
    layer: str
    x: float
    y: float


class Plane:
    """The copper that was filled on one layer for one net."""

    def __init__(self, outlines: list[list[Point]]) -> None:
        self.outlines = [np.array(outline) for outline in outlines]

    @property
    def area_mm2(self) -> float:
        total = 0.0
        for points in self.outlines:
            x, y = points[:, 0], points[:, 1]
            total += abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2
        return total

    def covers(self, at: list[Point]) -> list[bool]:
        """Whether there is copper at each point (even-odd rule)."""
        where = np.array(at)
        inside = np.zeros(len(at), dtype=bool)
        for points in self.outlines:
            x0, y0 = points[:, 0], points[:, 1]
            x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
            for n, (x, y) in enumerate(where):
                crossing = (y0 > y) != (y1 > y)
                at_x = x0[crossing] + (y - y0[crossing]) / (y1[crossing] - y0[crossing]) * (
                    x1[crossing] - x0[crossing]
                )
                inside[n] ^= bool(np.count_nonzero(at_x > x) % 2)
        return [bool(value) for value in inside]


@dataclass(frozen=True)
class Board:
    """What the checks ask about a board."""

    width: float
    height: float
    footprints: dict[str, str]
    places: dict[str, Point]
    turns: dict[str, float]  # degrees
    origin: Point  # its top left corner in KiCad's own coordinates
    pads: list[Pad]
    tracks: list[Track]
    vias: list[Track]
    words: list[Words]
    planes: dict[tuple[str, str], Plane]  # (net, layer)
    outline: list[Point]  # its corners
    holes: list[tuple[float, float, float]]  # cut in its edge layer: x, y, diameter

    def pads_of(self, ref: str) -> list[Pad]:
        return [pad for pad in self.pads if pad.ref == ref]

    def pad(self, ref: str, number: str) -> Pad | None:
        return next((pad for pad in self.pads_of(ref) if pad.number == number), None)


def _numbers(node: Node) -> list[float]:
    return [float(value) for value in node[1:] if not isinstance(value, list)]


def _property(part: Node, name: str) -> str:
    return next((str(p[2]) for p in children(part, "property") if p[1] == name), "")


def _pads(part: Node, origin: Point) -> list[Pad]:
    """Return the pads of a part with their places on the board, in mm from `origin`, as it is turned."""
    x, y, *turn = _numbers(child(part, "at"))
    angle = math.radians(turn[0]) if turn else 0.0
    found = []
    for pad in children(part, "pad"):
        dx, dy, *pad_turn = _numbers(child(pad, "at"))
        width, height = _numbers(child(pad, "size"))[:2]
        if pad_turn and round(pad_turn[0]) % 180 == 90:
            width, height = height, width
        drill = max([*map(float, (v for d in children(pad, "drill") for v in d[1:2])), 0.0])
        net = children(pad, "net")
        names = {str(name) for name in child(pad, "layers")[1:]}
        found.append(
            Pad(
                _property(part, "Reference"), str(pad[1]), str(net[0][2]).removeprefix("/") if net else "",
                x + dx * math.cos(angle) + dy * math.sin(angle) - origin[0],
                y - dx * math.sin(angle) + dy * math.cos(angle) - origin[1],
                width, height, drill,
                frozenset(layer for layer in COPPER if layer in names or "*.Cu" in names),
            )
        )  # fmt: skip
    return found


def _edges(tree: Node) -> list[Point]:
    drawn = [item for kind in ("gr_line", "gr_arc") for item in children(tree, kind)]
    return [
        (float(child(item, end)[1]), float(child(item, end)[2]))
        for item in drawn
        if child(item, "layer")[1] == "Edge.Cuts"
        for end in ("start", "end")
    ]


def read(path: Path = BOARD) -> Board:
    return of(parse(path.read_text(encoding="utf-8")))


def of(tree: Node) -> Board:
    """The board in a parsed .kicad_pcb."""
    edges = _edges(tree)
    left, top = min(x for x, _ in edges), min(y for _, y in edges)
    right, bottom = max(x for x, _ in edges), max(y for _, y in edges)
    nets = {str(net[1]): str(net[2]).removeprefix("/") for net in children(tree, "net")}

    def at(node: Node) -> Point:
        return float(node[1]) - left, float(node[2]) - top

    parts = children(tree, "footprint")
    planes: dict[tuple[str, str], list[list[Point]]] = {}
    for zone in children(tree, "zone"):
        for fill in children(zone, "filled_polygon"):
            outline = [at(xy) for xy in children(child(fill, "pts"), "xy")]
            name = str(child(zone, "net_name")[1]).removeprefix("/")
            planes.setdefault((name, str(child(fill, "layer")[1])), []).append(outline)
    return Board(
        round(right - left, 3),
        round(bottom - top, 3),
        {_property(part, "Reference"): str(part[1]) for part in parts},
        {_property(part, "Reference"): at(child(part, "at")) for part in parts},
        {_property(part, "Reference"): sum(_numbers(child(part, "at"))[2:]) for part in parts},
        (left, top),
        list(itertools.chain.from_iterable(_pads(part, (left, top)) for part in parts)),
        [
            Track(nets[str(child(t, "net")[1])], str(child(t, "layer")[1]), at(child(t, "start")),
                  at(child(t, "end")), float(child(t, "width")[1]))
            for t in children(tree, "segment")
        ],
        [
            Track(nets[str(child(v, "net")[1])], "via", at(child(v, "at")), at(child(v, "at")),
                  float(child(v, "size")[1]))
            for v in children(tree, "via")
        ],
        [
            Words(str(item[1]), str(child(item, "layer")[1]), *at(child(item, "at")))
            for item in children(tree, "gr_text")
        ],
        {key: Plane(outlines) for key, outlines in planes.items()},
        sorted({(x - left, y - top) for x, y in edges}),
        [
            (*at(child(c, "center")), 2 * math.dist(at(child(c, "center")), at(child(c, "end"))))
            for c in children(tree, "gr_circle") if child(c, "layer")[1] == "Edge.Cuts"
        ],
    )  # fmt: skip
