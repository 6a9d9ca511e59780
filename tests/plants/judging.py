"""Faults in judging: who was first or last, what is too close to call, when a paddle counts."""

from __future__ import annotations

import dataclasses
from typing import Any

from plants.patching import Patch, always, answering, doing, plant

PADDLES = "slamomatic.engine.judging:Paddles"
RACE = "slamomatic.engine.race:Race"


@plant("the quicker hand is named as the loser")
def _(patch: Patch) -> None:
    def last(original: Any, self: Any) -> Any:
        early_us, late_us = self._early_us, self._late_us
        latest_us = max(late_us)
        self._early_us = [latest_us - us if us >= 0 else us for us in late_us]
        self._late_us = [latest_us - us if us >= 0 else us for us in early_us]
        try:
            return original(self)
        finally:
            self._early_us, self._late_us = early_us, late_us

    patch(f"{RACE}.last", doing(last))


@plant("who has not slapped at all is not last")
def _(patch: Patch) -> None:
    def last(original: Any, self: Any) -> Any:
        for seat in self.waits_for:
            self.leave(seat)
        return original(self)

    patch(f"{RACE}.last", doing(last))


@plant("of two who were first together one is named")
def _(patch: Patch) -> None:
    patch(f"{RACE}.first", answering(lambda seats: seats[:1]))


@plant("of two who were last together one is named")
def _(patch: Patch) -> None:
    patch(f"{RACE}.last", answering(lambda seats: seats[:1]))


@plant("somebody is named by times closer than the clocks can tell")
def _(patch: Patch) -> None:
    patch(
        f"{PADDLES}.surely_before",
        doing(lambda _, self, one, at, other, other_at: other_at.early_us > at.early_us),
    )


@plant("exactly at the window nobody is named")
def _(patch: Patch) -> None:
    patch(
        f"{PADDLES}.surely_before",
        doing(
            lambda original, self, one, at, other, other_at: original(self, one, at.later(1), other, other_at)
        ),
    )


@plant("two sources are compared by the error of one")
def _(patch: Patch) -> None:
    def window_us(original: Any, self: Any, one: int, other: int) -> Any:
        kept = self.error_us
        finest = min(kept[self.source[one]], kept[self.source[other]])
        self.error_us = [us if us == finest else 0 for us in kept]
        try:
            return original(self, one, other)
        finally:
            self.error_us = kept

    patch(f"{PADDLES}.window_us", doing(window_us))


@plant("a slap that nobody can place is judged like any other")
def _(patch: Patch) -> None:
    def note(original: Any, self: Any, seat: int, at: Any, as_told: bool = False) -> Any:
        return original(self, seat, type(at)(at.middle_us, at.middle_us), as_told)

    patch(f"{RACE}.note", doing(note))


@plant("a tie is called where the clocks can well tell")
def _(patch: Patch) -> None:
    patch(f"{PADDLES}.window_us", answering(lambda us: us + 60_000))


@plant("an unsure slap may have been on the other side of a limit, and counts")
def _(patch: Patch) -> None:
    patch(f"{PADDLES}.is_doubtful", always(False))


@plant("a clock that gets worse is judged as before")
def _(patch: Patch) -> None:
    patch(f"{PADDLES}.coarsen", always(None))


@plant("the loser is named before the last one could still have slapped in time")
def _(patch: Patch) -> None:
    def closes_us(original: Any, self: Any) -> Any:
        return None if original(self) is None else max(self._late_us)

    patch(f"{RACE}._last_closes_us", doing(closes_us))


@plant("the winner is named before others could still have been as quick")
def _(patch: Patch) -> None:
    def closes_us(original: Any, self: Any) -> Any:
        return None if original(self) is None else min(us for us in self._early_us if us >= 0)

    patch(f"{RACE}._first_closes_us", doing(closes_us))


@plant("a head start is taken, not given")
def _(patch: Patch) -> None:
    def after_head_start(original: Any, self: Any, seat: int, at: Any, opened: Any) -> Any:
        return at.later(self.handicap_us[seat]).not_before(opened)

    patch(f"{PADDLES}.after_head_start", doing(after_head_start))


@plant("a head start puts somebody before what they answer to")
def _(patch: Patch) -> None:
    patch(
        f"{PADDLES}.after_head_start",
        doing(lambda _, self, seat, at, opened: at.later(-self.handicap_us[seat])),
    )


@plant("a slap on a dark paddle counts")
def _(patch: Patch) -> None:
    patch(f"{PADDLES}.press", answering(lambda _: True))


@plant("paddles come live while a hand still lies on one")
def _(patch: Patch) -> None:
    patch(f"{PADDLES}._awaited_in_contact", always(False))


@plant("a resting hand is named after two seconds")
def _(patch: Patch) -> None:
    patch.value("slamomatic.engine.judging:NAMED_AFTER_US", 2_000_000, f"{PADDLES}.wake_rested")


@plant("everybody waits for a broken paddle to come up")
def _(patch: Patch) -> None:
    def wake_rested(original: Any, self: Any, t_us: int) -> Any:
        kept, self.faulty = self.faulty, [False] * len(self.faulty)
        try:
            return original(self, t_us)
        finally:
            self.faulty = kept

    patch(f"{PADDLES}.wake_rested", doing(wake_rested))


@plant("of somebody's slaps the latest counts")
def _(patch: Patch) -> None:
    def note(original: Any, self: Any, seat: int, at: Any, as_told: bool = False) -> Any:
        if self.takes_part(seat):
            self.forget(seat)
        return original(self, seat, at, as_told)

    patch(f"{RACE}.note", doing(note))


@plant("slaps of one instant are played in the order in which they came")
def _(patch: Patch) -> None:
    def in_order(original: Any, events: Any, seats: int, first_seat: int = 0) -> Any:
        return sorted(events, key=lambda event: event.t_us)

    patch("slamomatic.engine.vocabulary:in_order", doing(in_order))


@plant("a choice that is refused has changed the game")
def _(patch: Patch) -> None:
    patch("slamomatic.engine.core:Game.load", always(None), "slamomatic.engine.core:Game._settle_then_choose")


@plant("a slap that is told late is judged by its own time")
def _(patch: Patch) -> None:
    def apply(original: Any, self: Any, event: Any, draws: Any = ()) -> Any:
        kept = self.settled_us
        if event.do in ("down", "touch") and event.t_us < kept:
            self.settled_us = 0
        try:
            return original(self, event, draws)
        finally:
            self.settled_us = max(kept, self.settled_us)

    patch("slamomatic.engine.core:Game.apply", doing(apply))


@plant("who has left the game may win it")
def _(patch: Patch) -> None:
    def best(original: Any, self: Any) -> Any:
        kept, self.gone = self.gone, [False] * self.seats
        try:
            return original(self)
        finally:
            self.gone = kept

    patch("slamomatic.engine.state:State.best", doing(best))


@plant("the photo finish shows the hands in another order than they came")
def _(patch: Patch) -> None:
    def take(original: Any, self: Any) -> None:
        original(self)
        if self.last is not None:
            self.last = dataclasses.replace(self.last, hits=self.last.hits[::-1])

    patch("slamomatic.engine.photo:Photographer._take_picture", doing(take))
