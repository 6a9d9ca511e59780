"""Every figure of a timing passport again, from the file alone: by docs/bench.md, sharing no code."""

from __future__ import annotations

import base64
import json
import math
import re
import zlib
from fractions import Fraction
from itertools import pairwise
from typing import Any

NAMES = ("red", "yellow", "green", "blue")


def figures_again(page: str) -> dict[str, float | None]:
    """Read the file, unpack its raw data and calculate."""
    found = re.search(r'id="slamomatic-passport">(.*?)</script>', page, re.S)
    assert found
    raw = json.loads(zlib.decompress(base64.b64decode(json.loads(found[1])["raw"])))
    exact = _Again(raw).all()
    return {key: None if value is None else round(float(value), 3) for key, value in exact.items()}


class _Again:
    def __init__(self, raw: dict[str, Any]) -> None:
        self.lines = [(Fraction(repr(at)), body.split(",")) for at, body in raw["lines"]]
        self.sent = {token: Fraction(repr(at)) for token, at in raw["pings"]}
        self.steps = {step["step"]: step for step in raw["steps"]}

    def of(self, kind: str, part: dict[str, Any] | None = None) -> list[tuple[Fraction, list[str]]]:
        lines = self.lines[part["first"] : part["end"]] if part else self.lines
        return [(at, fields) for at, fields in lines if fields[0] == kind]

    def setting(self, key: str) -> int | None:
        return next((int(f[3]) for _, f in self.of("OK") if f[1:3] == ["GET", key]), None)

    def all(self) -> dict[str, Any]:
        return {
            **self.clock(),
            **self.quiet(),
            **self.order(),
            **self.latency(),
            **self.bounce(),
            **self.board(),
        }

    # -- clock

    def intervals(self) -> list[tuple[int, Fraction, Fraction]]:
        """(unit's time, least offset, most offset) of each ping."""
        found = []
        for at, fields in self.of("PONG"):
            if fields[1] in self.sent:
                heard, known = int(fields[2]), int(fields[4])
                found.append((heard, self.sent[fields[1]] - heard - 1, at - max(heard, known) + 1))
        return sorted(found)

    def rates(self) -> tuple[Fraction, Fraction] | None:
        pings = self.intervals()
        least, most = [], []
        for n, (t, low, high) in enumerate(pings):
            for later, low_then, high_then in pings[n + 1 :]:
                if later - t >= 5_000_000:
                    least.append((low - high_then) / (later - t))
                    most.append((high - low_then) / (later - t))
        if not least or max(least) > min(most):
            return None
        return max(least) * 1_000_000, min(most) * 1_000_000

    def clock(self) -> dict[str, Any]:
        pings, rates = self.intervals(), self.rates()
        low, high = rates or (None, None)
        return {
            "drift_ppm": rates and (rates[0] + rates[1]) / 2,
            "drift_error_ppm": rates and (rates[1] - rates[0]) / 2,
            "drift_low_ppm": low,
            "drift_high_ppm": high,
            "clock_bound_us": min(((most - least) / 2 for _, least, most in pings), default=None),
            "pings": len(pings),
        }

    # -- the steps

    def quiet(self) -> dict[str, Any]:
        step = self.steps.get("quiet")
        beats = self.of("BEAT", step) if step else []
        if len(beats) < 2:
            return {"quiet_s": None, "quiet_spikes": None, "quiet_slaps": None}
        first, last = beats[0][1], beats[-1][1]
        assert step
        return {
            "quiet_s": Fraction(int(last[1]) - int(first[1]), 1_000_000),
            "quiet_spikes": int(last[4]) - int(first[4]),
            "quiet_slaps": len(self.of("DOWN", step)),
        }

    def order(self) -> dict[str, Any]:
        step = self.steps.get("order")
        keys = (
            "pairs",
            "wrong",
            "ties",
            "missed",
            "invented",
            "smallest_told_us",
            "widest_not_told_us",
            "gap_error_us",
        )
        if step is None or not step["trials"]:
            return {f"order_{key}": None for key in keys}
        right: list[Fraction] = []
        ties: list[Fraction] = []
        wrong: list[Fraction] = []
        errors: list[Fraction] = []
        missed = invented = pairs = 0
        for trial in step["trials"]:
            stamps: dict[int, int] = {}
            for _, fields in self.of("DOWN", trial):
                paddle = int(fields[2])
                if paddle in stamps or all(paddle != whose for _, whose in trial["slaps"]):
                    invented += 1
                else:
                    stamps[paddle] = int(fields[3])
            seen = [(Fraction(repr(at)), stamps[whose]) for at, whose in trial["slaps"] if whose in stamps]
            missed += len(trial["slaps"]) - len(seen)
            for (at, stamp), (later, then) in pairwise(seen):
                pairs += 1
                gap = later - at
                errors.append(abs(then - stamp - gap))
                if gap:
                    (right if then > stamp else ties if then == stamp else wrong).append(gap)
        return {
            "order_pairs": pairs,
            "order_wrong": len(wrong),
            "order_ties": len(ties),
            "order_missed": missed,
            "order_invented": invented,
            "order_smallest_told_us": min(right, default=None),
            "order_widest_not_told_us": max(ties + wrong, default=None),
            "order_gap_error_us": max(errors, default=None),
        }

    def latency(self) -> dict[str, Any]:
        step, pings, rates = self.steps.get("latency"), self.intervals(), self.rates()
        drift = (rates[0] + rates[1]) / 2_000_000 if rates else Fraction(0)
        loose = (rates[1] - rates[0]) / 2_000_000 if rates else Fraction(200, 1_000_000)
        delays, bounds = [], []
        for at, fields in self.of("DOWN", step) if step and pings else []:
            stamp = int(fields[3])
            five = sorted(pings, key=lambda ping, stamp=stamp: abs(ping[0] - stamp))[:5]  # type: ignore[misc]
            t, low, high = min(five, key=lambda ping: (ping[2] - ping[1], ping[0]))
            delays.append(at - stamp - (low + high) / 2 + drift * (stamp - t))
            bounds.append((high - low) / 2 + loose * abs(stamp - t))
        most = [delay + bound for delay, bound in zip(delays, bounds, strict=True)]
        return {
            "latency_slaps": len(delays) if step else None,
            **spread("latency", delays),
            "latency_bound_us": max(bounds, default=None),
            **spread("latency_most", most),
            "hold_us": self.setting("hold_us"),
        }

    def bounce(self) -> dict[str, Any]:
        step = self.steps.get("bounce")
        edges = [edges_of(self.of("EDGES", step) if step else [], paddle) for paddle in range(4)]
        found: dict[str, Any] = {}
        stills: list[int] = []
        spikes, anything = 0, False
        for name, mine in zip(NAMES, edges, strict=True):
            lengths = []
            closed = False
            for movement in movements(mine):
                anything = True
                stills.append(max((b - a for (a, _), (b, _) in pairwise(movement)), default=0))
                if movement[-1][1] and not closed:
                    lengths.append(movement[-1][0] - movement[0][0])
                spikes += movement[-1][1] == closed
                closed = movement[-1][1]
            found[f"bounce_{name}_presses"] = len(lengths) if step else None
            found |= spread(f"bounce_{name}", lengths)
        moved = self.moved_stills(edges)
        enough = math.ceil(2 * max(moved, default=0) / 1000 / 5) * 5
        known = anything and None not in (self.setting("lockout_ms"), self.setting("hold_us"))
        return found | {
            "bounce_longest_still_us": max(stills, default=None),
            "bounce_spikes": spikes if step else None,
            "bounce_lost_edges": sum(int(f[-1]) for _, f in self.of("EDGES", step)) if step else None,
            "lockout_ms": self.setting("lockout_ms"),
            "lockout_advised_ms": min(100, max(10, enough)) if known else None,
        }

    def moved_stills(self, edges: list[list[tuple[int, bool]]]) -> list[int]:
        """The longest stillness of each press and release: spikes ask for no lockout."""
        found = []
        for mine in edges:
            closed = False
            for movement in movements(mine):
                if movement[-1][1] != closed:
                    found += [b - a for (a, _), (b, _) in pairwise(movement)]
                closed = movement[-1][1]
        return found

    def board(self) -> dict[str, Any]:
        step = self.steps.get("offsets")
        quarters = step["quarters"] if step else []
        each = len(quarters[0]) if quarters else 0
        found: dict[str, Any] = {"offset_drops": sum(map(len, quarters)) if step else None}
        whole = len(quarters) == 4 and each and all(len(drops) == each for drops in quarters)
        for paddle, name in enumerate(NAMES):
            found[f"offset_{name}_us"] = found[f"offset_{name}_error_us"] = None
            if not whole:
                continue
            late = {
                (turn, n): [Fraction(t) - Fraction(sum(map(Fraction, drop)), 4) for t in drop]
                for turn, drops in enumerate(quarters)
                for n, drop in enumerate(drops)
            }
            own = sum((row[paddle] for row in late.values()), Fraction(0)) / len(late)
            squares = Fraction(0)
            for (turn, _), row in late.items():
                corner = (paddle + turn) % 4
                there = [other[(corner - turned) % 4] for (turned, _), other in late.items()]
                under = sum(there, Fraction(0)) / len(late)
                squares += (row[paddle] - own - under) ** 2
            found[f"offset_{name}_us"] = own
            found[f"offset_{name}_error_us"] = math.sqrt(squares / Fraction(3 * len(late) - 6, 3) / len(late))
        return found


def spread(name: str, values: list[Any]) -> dict[str, Any]:
    """The smallest value that half, or 99 of 100, do not exceed; and the largest."""
    ordered = sorted(values)

    def at(percent: int) -> Any:
        return next(v for n, v in enumerate(ordered, 1) if 100 * n >= percent * len(ordered))

    keys = [f"{name}_{which}_us" for which in ("median", "p99", "max")]
    return dict(zip(keys, (at(50), at(99), ordered[-1]) if ordered else (None,) * 3, strict=True))


def edges_of(lines: list[tuple[Fraction, list[str]]], paddle: int) -> list[tuple[int, bool]]:
    """When this contact changed, and whether it was closed then."""
    found: list[tuple[int, bool]] = []
    was: int | None = None
    for _, fields in lines:
        now = int(fields[1])
        for change in fields[2:-1]:
            levels, after = change.split(":")
            now += int(after)
            level = int(levels, 16)
            if (level if was is None else level ^ was) >> paddle & 1:
                found.append((now, bool(level >> paddle & 1)))
            was = level
    return found


def movements(edges: list[tuple[int, bool]]) -> list[list[tuple[int, bool]]]:
    """Cut where a contact stayed closed for 30 ms, or open for 60."""
    found: list[list[tuple[int, bool]]] = []
    for edge in edges:
        last = found[-1][-1] if found else None
        if last is None or edge[0] - last[0] >= (30_000 if last[1] else 60_000):
            found.append([])
        found[-1].append(edge)
    return found
