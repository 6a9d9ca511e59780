"""How the table treats its players: it says everything once, and nothing hangs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evenings.verdicts import Finding
from slamomatic.engine.vocabulary import COMMON_EFFECTS, Effect
from slamomatic.table.intake import AT_AN_EDGE
from slamomatic.units.base import UnitNotice, What

if TYPE_CHECKING:
    from evenings.evening_table import Table

OFF_WITHIN_US = 300_000
AGAIN_US = 1_000_000  # the same words within so long count as said twice
HANGS_US = 10_000_000  # longer than a unit may take to be void, and a slap to be made again
AWAITS_US = 3_000_000  # 2 s, and a host that stands still meanwhile
COME_AND_GO = frozenset({What.LOST, What.FOUND})  # a cable may come loose twice in a second
BACK = frozenset({What.FOUND, What.RESTARTED, What.CONNECTED})


class Conduct:
    """Watches what is shown, frame by frame."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._said: dict[tuple[str, str], int] = {}
        self._lost: set[str] = set()
        self._told_why = False  # that a slap is off, since the last one was
        self._off_since_us: int | None = None  # a slap that was open is off, and not taken back yet
        self._run = 0
        self._shown: list[Effect] = []
        self._asked: tuple[int, ...] = ()
        self._awaits_since_us: int | None = None  # that players read whose paddle is waited for
        self._awaits_for_us: int | None = None  # when that was due
        self._asked_since_us = 0
        self._restarts = 0  # that were told
        self._edges = 0  # slaps at the edge of a pause that were told
        self.findings: list[Finding] = []

    def watch(self, effects: Sequence[Effect], notices: Sequence[UnitNotice]) -> None:
        self._hear(notices)
        program = self._table.program
        resumed = program.run != self._run
        if resumed:
            self._run, self._shown = program.run, []
            self._lost.clear()
            self._off_since_us = None
        self._see(effects, resumed)
        self._wait()
        self._await_paddles()

    def _hear(self, notices: Sequence[UnitNotice]) -> None:
        now_us = self._table.world.now_us
        for notice in notices:
            key = (notice.source, notice.text)
            last_us = self._said.get(key)
            again = last_us is not None and now_us - last_us < AGAIN_US
            phone = any(phone.name == notice.source for phone in self._table.program.phones.values())
            jumps = len(self._table.jumped_us) + self._table.sleeps > 1 and notice.what is What.UNSURE
            news = notice.what in COME_AND_GO or phone or jumps
            news = news or self._started_again(notice) or self._of_another_slap(notice)
            if again and not news:
                self.findings.append(Finding("twice", f"said twice: {notice.text}"))
            self._said[key] = now_us
            self._told_why = self._told_why or notice.voids_a_slap
            session = self._table.session
            if notice.voids_a_slap and session is not None and session.paddles.seats_on(notice.source):
                self._off_since_us = now_us if self._asked else None
            if notice.what is What.LOST:
                if notice.source in self._lost:
                    self.findings.append(Finding("twice", f"lost while lost: {notice.text}"))
                self._lost.add(notice.source)
            elif notice.what in BACK:
                self._lost.discard(notice.source)

    def _started_again(self, notice: UnitNotice) -> bool:
        """Whether it tells of a boot of its own: a unit may lose its power twice in a second."""
        self._restarts += notice.what is What.RESTARTED
        boots = sum(wired.twin.boots - 1 for wired in self._table.wired)
        return notice.what is What.RESTARTED and self._restarts <= boots

    def _of_another_slap(self, notice: UnitNotice) -> bool:
        """Whether it tells of a slap of its own: the game may stand still twice in a second."""
        session = self._table.session
        if session is None or notice.text not in [AT_AN_EDGE.format(name=s.name) for s in session.seats]:
            return False
        self._edges += 1
        return self._edges <= sum(press.on_the_edge for press in self._table.truth.presses)

    def _see(self, effects: Sequence[Effect], resumed: bool) -> None:
        record = self._table.program.record
        if record is None or not effects:
            return
        self._shown += effects
        count = len(self._shown)
        if any(effect.what not in COMMON_EFFECTS for effect in effects):
            self._asked_since_us = self._table.world.now_us  # a tie: the same hands are waited for once more
        if self._shown[-len(effects) :] != record.effects[count - len(effects) : count]:
            self.findings.append(Finding("twice", "what is shown is not what happened, once and in order"))
        if any(effect.what in ("void", "over") for effect in effects):
            self._off_since_us = None
        took_back = any(effect.what == "void" and (effect.public or {}).get("open") for effect in effects)
        if took_back and self._table.disputed:
            self._table.disputed = False  # by the players themselves
        elif took_back and not resumed and not self._told_why:
            self.findings.append(Finding("unsaid", "a slap is taken back without a word"))
        self._told_why = self._told_why and not took_back

    def _wait(self) -> None:
        """A race that all have slapped in is judged or taken back before long."""
        session, now_us = self._table.session, self._table.world.now_us
        if session is None:
            return
        asked = tuple(session.view(None)["asked"]) if not session.clock.paused else ()
        if not asked or session.clock.paused:
            pass  # it is off when play goes on
        elif self._off_since_us is not None and now_us - self._off_since_us > OFF_WITHIN_US:
            self.findings.append(Finding("kept", "a slap stays open though nobody knows what was slapped"))
            self._off_since_us = None
        # A machine that sleeps hears nobody: the wait begins when it wakes.
        since_us = max(self._asked_since_us, self._table.sleeps_until_us)
        if asked != self._asked:
            self._asked, self._asked_since_us = asked, now_us
        elif asked and now_us - since_us > HANGS_US and all(map(self._slapped_long_ago, asked)):
            self.findings.append(Finding("hung", f"seats {asked} slapped, and are still waited for"))
            self._asked_since_us = now_us

    def _await_paddles(self) -> None:
        """A source that answers too late makes the slap void; every wait has an end."""
        session, now_us = self._table.session, self._table.program.clock()
        if session is None or session.clock.paused or not session.waiting_for:
            self._awaits_since_us = None
        elif self._awaits_since_us is None or self._awaits_for_us != session.queue.next_due_us():
            self._awaits_since_us, self._awaits_for_us = now_us, session.queue.next_due_us()
        elif now_us - self._awaits_since_us > AWAITS_US:
            self.findings.append(Finding("hung", f"seats {session.waiting_for} are waited for without end"))
            self._awaits_since_us = now_us

    def _slapped_long_ago(self, seat: int) -> bool:
        latest_us = self._table.world.now_us - HANGS_US // 2
        return any(
            self._asked_since_us < press.t_us < latest_us and not press.paused
            for press in self._table.truth.presses
            if press.seat == seat
        )
