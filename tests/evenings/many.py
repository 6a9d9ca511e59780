"""Evenings by the thousand: on all cores, counted, and each failure with the line that replays it."""

from __future__ import annotations

import multiprocessing as mp
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty
from typing import Any

from evenings import evening, ledger, plan
from evenings.plan import Plan
from evenings.verdicts import Finding

SHOWN = 20  # failures told in full
PER_TURN = 4  # evenings a worker plays before it reports


@dataclass
class Failure:
    """An evening in which something was found, with no fault more than it takes."""

    plan: Plan
    kept: tuple[int, ...]
    finding: Finding

    def replay(self, game: str | None) -> str:
        forced = f" --game {game}" if game else ""
        kept = ",".join(map(str, self.kept)) or "none"
        return f"python3 tests/evenings --seed {self.plan.seed}{forced} --replay {kept}"

    @property
    def options(self) -> str:
        """What was drawn, and the faults that it takes."""
        faults = [f"fault {index}: {self.plan.faults[index]}" for index in self.kept]
        return "\n".join([f"seed {self.plan.seed}: {self.plan.options}", *faults])


@dataclass
class Tally:
    """The outcome of many evenings."""

    evenings: int = 0
    slaps: int = 0
    judged: int = 0
    voided: int = 0
    ties: int = 0
    found: Counter[str] = field(default_factory=Counter)  # evenings by what was found in them
    of_kind: dict[str, Counter[str]] = field(default_factory=dict)  # by fault: evenings, judged, voided
    failures: list[Failure] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)  # evenings by situation of the ledger
    took_s: float = 0.0

    def add(self, outcome: evening.Outcome) -> None:
        self.evenings += 1
        self.slaps += outcome.slaps
        self.judged += outcome.judged
        self.voided += outcome.voided
        self.ties += outcome.ties
        self.met.update(outcome.met)
        for what in {finding.what for finding in outcome.findings}:
            self.found[what] += 1
        for kind in set(outcome.happened) or {"nothing"}:
            count = self.of_kind.setdefault(kind, Counter())
            count.update(evenings=1, judged=outcome.judged, voided=outcome.voided)

    def join(self, other: Tally) -> None:
        for name in ("evenings", "slaps", "judged", "voided", "ties"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.found += other.found
        self.met += other.met
        for kind, count in other.of_kind.items():
            self.of_kind.setdefault(kind, Counter()).update(count)
        self.failures += other.failures

    @property
    def per_hour(self) -> int:
        return round(self.evenings / self.took_s * 3600) if self.took_s else 0

    def to_json(self, game: str | None) -> dict[str, Any]:
        return {
            "evenings": self.evenings,
            "wrong": self.found["wrong"],
            "lost": self.found["lost"],
            "leaked": self.found["leaked"],
            "found": dict(self.found),
            "voided": self.voided,
            "judged": self.judged,
            "ties": self.ties,
            "slaps": self.slaps,
            "evenings_per_hour": self.per_hour,
            "void_rate_by_fault": {
                kind: round(count["voided"] / max(1, count["voided"] + count["judged"]), 4)
                for kind, count in sorted(self.of_kind.items())
            },
            "ledger": {name: self.met[name] for name in ledger.SITUATIONS},
            "failures": [failure.replay(game) for failure in self.failures],
            "seeds": sorted(failure.plan.seed for failure in self.failures),
        }


def play(drawn: Plan) -> evening.Outcome:
    """One evening; a crash of the host's code is a finding too."""
    try:
        return evening.play(drawn)
    except Exception:
        text = traceback.format_exc(limit=-4).strip().replace("\n", " | ")
        return evening.Outcome(drawn, [Finding("crashed", text)])


def shrunk(drawn: Plan) -> tuple[tuple[int, ...], evening.Outcome]:
    """The faults that it takes, and what is then found."""
    kept = tuple(range(len(drawn.faults)))
    outcome = play(drawn)
    dropped = True
    while dropped:
        dropped = False
        for index in kept:
            fewer = tuple(one for one in kept if one != index)
            smaller = play(drawn.keeping(fewer))
            if smaller.findings:
                kept, outcome, dropped = fewer, smaller, True
                break
    return kept, outcome


def some(seeds: Sequence[int], game: str | None, shrinks: bool = True) -> Tally:
    """These evenings, one after the other."""
    tally = Tally()
    for seed in seeds:
        drawn = plan.draw(seed, game)
        outcome = play(drawn)
        tally.add(outcome)
        if outcome.findings:
            kept, smallest = shrunk(drawn) if shrinks else (tuple(range(len(drawn.faults))), outcome)
            tally.failures.append(Failure(drawn, kept, smallest.findings[0]))
    return tally


def _work(turns: Any, results: Any, game: str | None, shrinks: bool, parent: int) -> None:
    """Until the one who began it is gone."""
    while os.getppid() == parent:
        with suppress(Empty):
            results.put(some(turns.get(timeout=1.0), game, shrinks))


def many(
    first_seed: int,
    *,
    minutes: float | None = None,
    evenings: int | None = None,
    game: str | None = None,
    cores: int | None = None,
    shrinks: bool = True,
    without: Sequence[int] = (),
    progress: Callable[[Tally], None] = lambda tally: None,
    failed: Callable[[Failure], None] = lambda failure: None,
    enough: Callable[[Tally], bool] = lambda tally: False,
) -> Tally:
    """Seeds from `first_seed` on, until the time is up or so many were played."""
    cores = cores or os.cpu_count() or 1
    context = mp.get_context("fork")
    turns: Any = context.Queue(2 * cores)
    results: Any = context.Queue()
    words = (turns, results, game, shrinks, os.getpid())
    workers = [context.Process(target=_work, args=words, daemon=True) for _ in range(cores)]
    for worker in workers:
        worker.start()
    tally = Tally()
    began_s = time.monotonic()
    ends_s = began_s + 60 * minutes if minutes else float("inf")
    waiting, under_way = _portions(first_seed, evenings, frozenset(without)), 0
    told_s = began_s
    try:
        while True:
            while under_way < 2 * cores and time.monotonic() < ends_s and not enough(tally):
                seeds = next(waiting, None)
                if seeds is None:
                    break
                turns.put(seeds)
                under_way += 1
            if not under_way:
                break
            try:
                fresh = results.get(timeout=1.0)
                under_way -= 1
                tally.join(fresh)
                for failure in fresh.failures:
                    failed(failure)
            except Empty:
                if not all(worker.is_alive() for worker in workers):
                    raise RuntimeError("a worker is gone; what it played is not counted") from None
            tally.took_s = time.monotonic() - began_s
            if time.monotonic() - told_s >= 2:
                told_s = time.monotonic()
                progress(tally)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
    return tally


def _portions(first_seed: int, evenings: int | None, without: Set[int]) -> Iterator[Sequence[int]]:
    last = first_seed + evenings if evenings is not None else None
    seed = first_seed
    while last is None or seed < last:
        stop = seed + PER_TURN if last is None else min(seed + PER_TURN, last)
        yield [one for one in range(seed, stop) if one not in without]
        seed = stop
