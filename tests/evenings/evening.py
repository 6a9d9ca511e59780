"""One evening, from its plan to what was found in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from evenings.faults import Misfortune
from evenings.people import Manner
from evenings.plan import Plan
from evenings.table import Table
from evenings.twin import NEW, OLD
from evenings.verdicts import Finding, Verdicts, judge
from evenings.world import World
from slamomatic.bots import Nature
from slamomatic.games.vocabulary import Effect
from slamomatic.unit.base import UnitNotice

BOTS_NATURE = Nature(think_ms=700)
REARM_MS = 600
CALLS_US = 4_000_000


@dataclass
class Outcome:
    """What came of one evening."""

    plan: Plan
    findings: list[Finding] = field(default_factory=list)
    slaps: int = 0
    judged: int = 0
    voided: int = 0
    ties: int = 0
    happened: tuple[str, ...] = ()  # kinds of the faults that came about
    lasted_us: int = 0
    digest: str = ""  # of the journal: the same evening has the same


class Evening:
    """Plays a plan to its end."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.world = World(f"{plan.seed}")
        self.table = Table(
            self.world,
            plan.seats,
            units_ppm=plan.units_ppm,
            host_ppm=plan.host_ppm,
            firmware=OLD if plan.old_firmware else NEW,
        )
        self._asked: list[int] = []

    def play(self) -> Outcome:
        plan, table = self.plan, self.table
        table.connect()
        misfortune = Misfortune(table, plan.faults)
        self._misfortune = misfortune
        table.judges.append(self)
        nature = Nature(think_ms=600, reaction_ms=340, error=plan.hasty, temper=0.3)
        people = [seat for seat, sits in enumerate(plan.seats) if not sits.bot]
        table.begin(
            plan.game,
            plan.seed,
            {seat: Manner(nature) for seat in people},
            {"rearm_ms": REARM_MS},
            BOTS_NATURE,
        )
        for person in table.people.values():
            person.on_slap = misfortune.slapped
        ends_us = self.world.now_us + plan.limit_us
        self.world.run(ends_us, self._done)
        return self._outcome(people)

    def watch(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        asked = self.table.sitting.view(None)["asked"] if effects else self._asked
        if asked and not self._asked:
            self._misfortune.called()
        self._asked = asked

    def _done(self) -> bool:
        return len(self.table.truth.presses) >= self.plan.slaps or self.table.sitting.over

    def _outcome(self, people: Sequence[int]) -> Outcome:
        table = self.table
        table.record.end()
        verdicts: Verdicts = judge(table.record.game, table.record.pieces, table.truth, people)
        findings = verdicts.findings
        if table.record.lost_cards:
            findings.append(Finding("lost", table.record.lost_cards))
        findings += [Finding("invented", f"{event}") for event in table.truth.invented]
        return Outcome(
            self.plan,
            findings,
            slaps=len(table.truth.presses),
            judged=verdicts.judged,
            voided=verdicts.voided,
            ties=verdicts.ties,
            happened=tuple(fault.kind for fault in self._misfortune.happened),
            lasted_us=self.world.now_us,
            digest=hashlib.sha256("\n".join(table.journal.lines).encode()).hexdigest()[:16],
        )


def play(plan: Plan) -> Outcome:
    return Evening(plan).play()
