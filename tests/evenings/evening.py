"""One evening, from its plan to what was found in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from evenings import leaks, ledger
from evenings.conduct import Conduct
from evenings.evening_table import Table
from evenings.faults import Misfortune
from evenings.people import Manner
from evenings.plan import ENDS_A_RUN, REPAIRED, Plan
from evenings.twin import NEW, OLD
from evenings.verdicts import TIMED_AGAIN_US, Finding, judge
from evenings.world import World
from slamomatic.engine import find
from slamomatic.engine.bots import Nature
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect
from slamomatic.face.faces import face_for
from slamomatic.units.base import UnitNotice

BOTS_NATURE = Nature(think_ms=500)
PACE_MS = 600  # between two cards that the table turns
REARM_MS = 600
MOVES_ON_US = 15_000_000
LONGEST_WAIT_US = 100_000  # for what units have to say, when nothing is wrong
STATIC_US = 700
LOOK_US = 2  # whole microseconds of two clocks
LONGEST_WAIT_OF_SLOW_US = 400_000  # of units that do not say what they know, and of phones


@dataclass
class Outcome:
    """The outcome of one evening."""

    plan: Plan
    findings: list[Finding] = field(default_factory=list)
    slaps: int = 0
    judged: int = 0
    voided: int = 0
    ties: int = 0
    happened: tuple[str, ...] = ()  # kinds of the faults that came about
    met: frozenset[str] = frozenset()  # situations of the ledger
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
            corrections_us=plan.corrections_us,
            firmware=OLD if plan.old_firmware else NEW,
            keeps_states=any(fault.kind in ENDS_A_RUN for fault in plan.faults),
            phones=plan.phones,
        )
        self.table.pace_ms = PACE_MS
        self._asked: list[int] = []
        self._moved_us = 0  # when the game last moved on
        self._waited = False
        self._stuck: list[Finding] = []

    def play(self) -> Outcome:
        plan, table = self.plan, self.table
        table.connect()
        misfortune = Misfortune(table, plan.faults)
        self._misfortune = misfortune
        conduct = Conduct(table)
        table.judges += [self, conduct]
        self._conduct = conduct
        nature = Nature(think_ms=450, reaction_ms=340, error=plan.hasty, temper=0.3)
        people = [seat for seat, sits in enumerate(plan.seats) if not sits.bot]
        table.begin(
            plan.game,
            plan.seed,
            {seat: Manner(nature, together=plan.together, at_once=plan.at_once) for seat in people},
            {"rearm_ms": REARM_MS},
            BOTS_NATURE,
            plan.screen_us,
        )
        for person in table.people.values():
            person.on_slap = misfortune.slapped
        ends_us = self.world.now_us + plan.limit_us
        self.world.run(ends_us, self._done)
        self._must_move_on()
        return self._outcome(people)

    def watch(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        session = self.table.session
        asked = session.view(None)["asked"] if effects and session is not None else self._asked
        if asked and not self._asked:
            self._misfortune.called()
        self._asked = asked
        self._waited = self._waited or bool(session is not None and session.waiting_for)
        if any(effect.what not in COMMON_EFFECTS or effect.what == "over" for effect in effects):
            self._moved_us = self.world.now_us

    def _must_move_on(self) -> None:
        """Some time after the last fault is over, the game has moved on, whatever befell it."""
        while not self._has_moved_on() and not self._ended():
            until_us = max(self._misfortune.over_us(), self._moved_us) + MOVES_ON_US
            if until_us <= self.world.now_us:
                text = f"nothing has moved for {MOVES_ON_US // 1_000_000} s after the last fault"
                self._stuck.append(Finding("stuck", text))
                return
            self.world.run(until_us, lambda: self._has_moved_on() or self._ended())

    def _has_moved_on(self) -> bool:
        return self._moved_us > self._misfortune.over_us()

    def _ended(self) -> bool:
        """The game is over, or was as its program ended."""
        session, records = self.table.session, self.table.records
        return session.over if session is not None else records[-1].game.over

    def _done(self) -> bool:
        if len(self.table.truth.presses) >= self.plan.slaps:
            return True
        session = self.table.session
        return session is not None and session.over

    def _outcome(self, people: Sequence[int]) -> Outcome:
        table = self.table
        table.program.stop()
        outcome = Outcome(
            self.plan,
            [*table.findings, *self._conduct.findings, *self._stuck],
            slaps=len(table.truth.presses),
            happened=tuple(fault.kind for fault in table.happened),
            lasted_us=self.world.now_us,
        )
        runs = []
        for record in table.records:
            bots_since = {seat: us for (run, seat), us in table.truth.bots_since.items() if run == record.run}
            verdicts = judge(record, table.truth, people, bots_since, table.jumped_us)
            outcome.findings += verdicts.findings
            outcome.judged += verdicts.judged
            outcome.voided += verdicts.voided
            outcome.ties += verdicts.ties
            runs.append(verdicts.pieces)
            rng = self.world.chance(f"leaks {record.run}")
            outcome.findings += leaks.found_in(record, record.effects, rng)
            if record.lost_cards:
                outcome.findings.append(Finding("lost", record.lost_cards))
        story = ledger.Story(
            self.plan,
            self._misfortune.moments,
            runs,
            table.truth.presses,
            table.notices,
            self._waited,
            table.records[-1].game.over,
        )
        outcome.met = frozenset(ledger.met(story))
        longest_us = table.program.frames.longest_wait_us
        slow = self.plan.old_firmware or self.plan.phones
        most_us = LONGEST_WAIT_OF_SLOW_US if slow else LONGEST_WAIT_US
        if not table.happened and longest_us > most_us:
            outcome.findings.append(
                Finding("slow", f"a verdict waited {longest_us} us, and nothing was wrong")
            )
        # Static just before a slap looks like its bounce: no unit can tell.
        known_us = STATIC_US if any(fault.kind == "static" for fault in table.happened) else LOOK_US
        played = {
            (record.run, event["seat"], event["t_us"])
            for record in table.records
            for piece in record.pieces
            for event in piece.events
            if event["do"] == "down"
        }
        for press in table.truth.presses:
            if press.asleep and (press.run, press.seat, press.stamp_us) not in played:
                continue
            if any(0 <= (press.told_us or 0) - at_us <= TIMED_AGAIN_US for at_us in table.jumped_us):
                continue  # no line shows such a jump, but the next ping: then the slap is void
            if press.doubted and press.off_us > 0:
                continue  # a page whose clock ran ahead in a stall: near another slap both are off
            if abs(press.off_us) > press.stated_us + known_us:
                text = f"a slap told {press.off_us} us off, stated {press.stated_us}: {press}"
                outcome.findings.append(Finding("untrue", text))
        if {fault.kind for fault in table.happened} <= REPAIRED:
            # For a slap beside a limit the judge of the judge asks whether it had to be void.
            unclear = face_for(find(self.plan.game)).unclear
            unknown = {unclear.format(name=seat.name) for seat in self.plan.seats}
            off = [notice for notice in table.notices if notice.voids_a_slap and notice.text not in unknown]
            outcome.findings += [Finding("needless", f"{one.what}, for nothing: {one.text}") for one in off]
        if not self.plan.old_firmware:  # it keeps what it says of its lateness, whatever befalls its cable
            outcome.findings += [
                Finding("needless", f"{notice.what}, for nothing: {notice.text}")
                for notice in table.notices
                if "us too late" in notice.text
            ]
        outcome.findings += [Finding("invented", f"{event}") for event in table.truth.invented]
        said = [str(effect) for effect in table.effects] + [str(notice) for notice in table.notices]
        outcome.digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
        return outcome


def play(plan: Plan) -> Outcome:
    return Evening(plan).play()
