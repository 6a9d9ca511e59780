"""Clocks and watermarks: when a slap was, how true that is, and up to when everything is known."""

from __future__ import annotations

from typing import Any

from plants.patching import Patch, always, answering, doing, plant

INTAKE = "slamomatic.table.intake"
TROUBLES = "slamomatic.table.troubles"
MERGE = "slamomatic.units.merge:Units"
MAP = "slamomatic.units.clock_map:ClockMap"
TOUCH_UNIT = "slamomatic.phone.touch_unit"


@plant("slaps are judged up to now, whatever is still under way")
def _(patch: Patch) -> None:
    patch(f"{MERGE}.known_us", doing(lambda _, self: self._clock()))


@plant("the quickest source says up to when everything is known")
def _(patch: Patch) -> None:
    def watermark_us(original: Any, self: Any, index: int) -> Any:
        return max(original(self, each) for each in self._awaited())

    patch(f"{MERGE}._watermark_us", doing(watermark_us), f"{MERGE}.drain")


@plant("only one unit of a game is waited for")
def _(patch: Patch) -> None:
    patch(f"{MERGE}._awaited", answering(lambda indexes: indexes[:1]))


@plant("paddles of the second unit are taken for those of the first")
def _(patch: Patch) -> None:
    def numbered(original: Any, self: Any, index: int, news: Any) -> Any:
        kept, self._first = self._first, [0] * len(self._first)
        try:
            return original(self, index, news)
        finally:
            self._first = kept

    patch(f"{MERGE}._as_at_table", doing(numbered))


@plant("a calibrated paddle is corrected the wrong way")
def _(patch: Patch) -> None:
    def look_up(original: Any, self: Any, index: int, unit: Any) -> Any:
        trouble = original(self, index, unit)
        self._corrections[index] = tuple(each._replace(us=-each.us) for each in self._corrections[index])
        return trouble

    patch(f"{MERGE}._look_up", doing(look_up))


@plant("nobody asks the units for what is waited for")
def _(patch: Patch) -> None:
    patch(f"{MERGE}.ask", always(None))


@plant("a silent unit is waited for without end")
def _(patch: Patch) -> None:
    patch("slamomatic.table.seats:OverduePaddles.wait", answering(lambda _: False))


@plant("nobody is told whose paddle is waited for")
def _(patch: Patch) -> None:
    def wait(original: Any, self: Any, *args: Any) -> Any:
        said = original(self, *args)
        self.shown = ()
        return said

    patch("slamomatic.table.seats:OverduePaddles.wait", doing(wait))


@plant("a lost unit leaves the open slap as it is: a loser is guessed")
def _(patch: Patch) -> None:
    patch(f"{TROUBLES}:UnitTroubles._void_what_is_unknown", always(None))


@plant("a restarted unit's hands are waited for for ever")
def _(patch: Patch) -> None:
    patch.value(f"{TROUBLES}:FORGETS_HANDS", frozenset(), f"{TROUBLES}:UnitTroubles.heed")


@plant("a slap told too late counts all the same")
def _(patch: Patch) -> None:
    def take(original: Any, self: Any, *args: Any) -> Any:
        queue = self._queue
        kept, queue.complete_until_us = queue.complete_until_us, 0
        try:
            return original(self, *args)
        finally:
            queue.complete_until_us = kept

    patch(f"{INTAKE}:SlapIntake.take", doing(take))


@plant("a slap whose time nobody knows counts all the same")
def _(patch: Patch) -> None:
    patch.value(f"{INTAKE}:UNPLACED_US", 10**12, f"{INTAKE}:SlapIntake._why_unplaced")


@plant("a growing error of a clock is heeded by nobody")
def _(patch: Patch) -> None:
    patch("slamomatic.table.seats:PaddleMap.stated_errors_us", always({}))
    patch(f"{INTAKE}:excess_error_us", always(0))


@plant("a slap in a pause counts when the pause is over")
def _(patch: Patch) -> None:
    patch("slamomatic.table.clock:GameClock.stood_still", always(False))


@plant("time goes on while the game is paused")
def _(patch: Patch) -> None:
    patch("slamomatic.table.clock:GameClock._run_on", always(None))


@plant("a lucky guess before the call was shown counts")
def _(patch: Patch) -> None:
    patch("slamomatic.table.unseen_call:UnseenCall.is_guess", always(False))


@plant("two clocks' offset is taken from the answer alone")
def _(patch: Patch) -> None:
    patch(
        f"{MAP}.note_ping",
        doing(lambda original, self, sent, unit, read: original(self, read - 1, unit, read)),
    )


@plant("a unit states its times truer than they are")
def _(patch: Patch) -> None:
    patch("slamomatic.units.clock_map:_error", always(1), f"{MAP}.stamp")


@plant("a drifting crystal is not followed")
def _(patch: Patch) -> None:
    patch(f"{MAP}._steer", doing(lambda original, self: original(self) if not self._line_offset else None))


@plant("a clock that jumped is believed as before")
def _(patch: Patch) -> None:
    patch("slamomatic.units.unit_record:UnitRecord.clock_broke", always(False))


@plant("keys are taken for truer than a frame of the window")
def _(patch: Patch) -> None:
    patch("slamomatic.units.keyboard:Keys._unseen_us", always(0))


@plant("keys pressed in one look have an order")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.table.seats:Sources.blind_us",
        lambda _: property(lambda self: 0),
        "slamomatic.table.opening:begin",
    )


@plant("a claim counts while an event before it is missing")
def _(patch: Patch) -> None:
    patch(
        "slamomatic.units.watermark:Watermark.note_claim",
        doing(
            lambda original, self, next_seq, known_us, expected_seq: original(self, 0, known_us, expected_seq)
        ),
    )


@plant("a phone's slap is as true as a paddle's")
def _(patch: Patch) -> None:
    patch.value(
        "slamomatic.phone.touch_unit:TOUCH_ERROR_US", 0, "slamomatic.phone.touch_unit:PhoneUnit.__init__"
    )


@plant("a phone that sleeps has told everything")
def _(patch: Patch) -> None:
    patch(f"{TOUCH_UNIT}:PhoneUnit.known_us", doing(lambda _, self: self._clock()))


@plant("a key of a slow frame counts though another hand may have come before it")
def _(patch: Patch) -> None:
    patch("slamomatic.table.event_queue:EventQueue.is_alone", always(True))


@plant("on a slow computer a slap that nobody contests is void")
def _(patch: Patch) -> None:
    patch("slamomatic.table.event_queue:EventQueue.is_alone", always(False))
