"""Cheats with a phone, slaps at the edges of pauses, clocks that jump."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plants.patching import Patch, always, doing, plant

PHONE = "slamomatic.phone.touch_unit:PhoneUnit"
TROUBLES = "slamomatic.table.troubles:UnitTroubles"
CLOCK = "slamomatic.table.clock:GameClock"


@plant("a phone's page is believed about when it was touched")
def _(patch: Patch) -> None:
    def touch(original: Any, self: Any, down: bool, phone_us: int, now_us: int) -> None:
        original(self, down, phone_us, now_us)
        stamp = self._map.stamp(phone_us)
        t_us = min(stamp.t_us, now_us)
        self.news[-1] = replace(self.news[-1], t_us=t_us, error_us=24_000, doubted=False)

    patch(f"{PHONE}._touch", doing(touch))


@plant("no slap of a phone is doubted")
def _(patch: Patch) -> None:
    patch("slamomatic.table.doubts:Doubts.note_played", always(None))


@plant("a phone may claim any error")
def _(patch: Patch) -> None:
    patch(f"{PHONE}._judged_us", doing(lambda _, self: self._error_us()))


@plant("a phone knows everything up to its answer")
def _(patch: Patch) -> None:
    def answered(original: Any, self: Any, sent_us: int, now_us: int, phone_us: int) -> None:
        original(self, sent_us, now_us, phone_us)
        self._known_us = now_us

    patch(f"{PHONE}._answered", doing(answered))


@plant("a phone is asked as seldom in a race as between races")
def _(patch: Patch) -> None:
    patch(f"{PHONE}.ask", always(None))


@plant("whoever makes slaps void is waited for again and again")
def _(patch: Patch) -> None:
    patch("slamomatic.units.blame:Blame.count_void", always(False))


@plant("a phone's voids are forgiven as soon as those of a unit of several players")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.units.blame:Blame.count_void",
        doing(lambda original, self, notice, now_us, own=False: original(self, notice, now_us)),
    )


@plant("who was sent to a key stays there")
def _(patch: Patch) -> None:
    patch(f"{TROUBLES}.let_back_in", always(None))


@plant("one answer is good enough to come back")
def _(patch: Patch) -> None:
    patch("slamomatic.units.merge:Units.is_aside", always(False))


@plant("a slap at the edge of a pause is taken for what its stamp says")
def _(patch: Patch) -> None:
    patch(f"{CLOCK}.at_an_edge", always(False))


@plant("accuracy is never earned again")
def _(patch: Patch) -> None:
    patch("slamomatic.table.earned:Earned.note_smaller", always(None))


@plant("judging gets finer while a slap is open")
def _(patch: Patch) -> None:
    patch("slamomatic.engine.core:Game._between_slaps", always(True))


@plant("what a unit knows from before a jump is put after it")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.units.clock_map:ClockMap.earliest_us",
        doing(lambda _, self, unit_us: self.about_us(unit_us)),
    )


@plant("the second of two Picos with one id is left alone")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.units.sources:KnownUnits.rank",
        doing(lambda original, self, slot, unit_id, *_: original(self, slot, unit_id)),
    )


@plant("a page may come and go as a paddle as often as it likes")
def _(patch: Patch) -> None:
    patch.value("slamomatic.phone.sockets:BEGINNINGS", 1_000, "slamomatic.phone.sockets:_few_beginnings")


@plant("a head start makes a tie of a slap that was dated back")
def _(patch: Patch) -> None:
    def note_played(original: Any, self: Any, event: Any, paddles: Any) -> Any:
        head_starts_us, paddles.handicap_us = paddles.handicap_us, [0] * len(paddles.handicap_us)
        doubted = original(self, event, paddles)
        paddles.handicap_us = head_starts_us
        return doubted

    patch("slamomatic.table.doubts:Doubts.note_played", doing(note_played))


@plant("a phone that sleeps while players pause is blamed")
def _(patch: Patch) -> None:
    def set_time(original: Any, self: Any) -> None:
        original(self)
        if hasattr(self.shown, "troubles"):
            self.shown.troubles.in_players_pause = False

    patch("slamomatic.screen.scenes.table:TableScene.set_time_by_modes", doing(set_time))


@plant("hands that are on their way agree to undo a slap")
def _(patch: Patch) -> None:
    pause = "slamomatic.screen.scenes.table_pause"
    patch.value(f"{pause}:READ_US", 0, f"{pause}:UndoQuestion.pump")
