"""Several units as one: paddles numbered through, corrected, and up to when everything is known."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from slamomatic.errors import UserError
from slamomatic.store.calibration import CAP_US, Correction, calibration_of
from slamomatic.units.base import (
    NO_PADDLE,
    Clock,
    Fault,
    Link,
    News,
    PaddleEvent,
    Rgb,
    Unit,
    UnitNotice,
    UnitState,
    What,
    now_us,
)
from slamomatic.units.blame import Blame
from slamomatic.words import N_, Sentence, gettext, said

SWITCH_INTERVAL_S = 0.0001
# A unit that was set aside comes back after it has been good for so long: it was there, and told in time.
GOOD_FOR_US = 20_000_000
LONGER_EACH_TIME = 3
IN_TIME_US = 1_500_000

ASIDE = N_("{name} answers too late: {remedy}, or play without it.")

# Looks up a unit's corrections by its id, once it has said who it is; empty if none are known.
Lookup = Callable[[str], Sequence[Correction]]


def kept_corrections(unit_id: str) -> tuple[Correction, ...]:
    """The corrections that somebody accepted when the unit with this id was calibrated."""
    kept = calibration_of(unit_id)
    return kept.corrections if kept else ()


def no_corrections(unit_id: str) -> tuple[Correction, ...]:
    """For callers that want the stamps as the units gave them."""
    return ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a paddle of the table is: which unit, and its number there."""

    unit: int
    paddle: int


class Units(Unit):
    """The units in the given order, their paddles numbered through: two Picos are 0 to 3 and 4 to 7.

    Their events are passed on at once. `known_us` says how far it may be judged by: the least watermark of
    the units in play. Corrections of a unit are looked up when it is first seen, and stay for this table.
    """

    def __init__(self, units: Sequence[Unit], clock: Clock = now_us, lookup: Lookup = no_corrections) -> None:
        self.units = tuple(units)
        self._clock = clock
        self._lookup = lookup
        self._places = [Place(i, paddle) for i, unit in enumerate(units) for paddle in range(unit.paddles)]
        self.paddles = len(self._places)
        self._first = [sum(unit.paddles for unit in units[:index]) for index in range(len(units))]
        self.keyboard = next((unit.keyboard for unit in units if unit.keyboard is not None), None)
        # By unit id; before it has said who it is, none.
        self._found: dict[str, tuple[Correction, ...]] = {"": ()}
        self._corrections: list[tuple[Correction, ...]] = [()] * len(units)
        # How much earlier than it is told a slap may count, by the corrections of a unit's paddles, and by
        # how far those may be off.
        self._held_us = [0] * len(units)
        # Each unit's own name, and its name here: the ends of two Picos' ids may be alike.
        self._own_names = [unit.state().name for unit in units]
        self._names = _apart(self._own_names)
        self._in_play: frozenset[int] | None = None  # None: no game has said so yet
        self._known_us = 0
        self.blame = Blame()
        self._aside: dict[int, int | None] = {}  # units that are set aside: since when each has been good
        self._good_for_us: dict[int, int] = {}  # how long each unit that ever was must be good

    def play_with(self, paddles: Iterable[int]) -> None:
        """Only these paddles have a seat: the units of the others are not waited for."""
        self._in_play = frozenset(self.place(paddle).unit for paddle in paddles)

    def place(self, paddle: int) -> Place:
        """Return the unit of the table's paddle `paddle`, and that unit's own number for it."""
        if not 0 <= paddle < self.paddles:
            raise ValueError(f"no paddle {paddle}")
        return self._places[paddle]

    def first_paddle(self, unit: int) -> int:
        return self._first[unit]

    def start(self) -> None:
        # Otherwise a frame that draws for 8 ms keeps the units' threads waiting 5 ms for each of their turns.
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        for unit in self.units:
            unit.start()

    def stop(self) -> None:
        for unit in self.units:
            unit.stop()

    def lights(self, colours: Sequence[Rgb]) -> None:
        for index, unit in enumerate(self.units):
            mine = [rgb for rgb, place in zip(colours, self._places, strict=False) if place.unit == index]
            if mine and unit.has_lights:
                unit.lights(mine)

    def states(self) -> tuple[UnitState, ...]:
        """Each unit's own state, faults numbered as the table numbers paddles."""
        return tuple(self.states_of(range(len(self.units))).values())

    def states_of(self, units: Iterable[int]) -> dict[int, UnitState]:
        """Return the watermark of some units, by their numbers."""
        states = {}
        for index in units:
            corrections, first = self._corrections[index], self._first[index]
            state = self.units[index].state()
            corrected = any(each.us for each in corrections)
            if corrected or state.faults:
                state = replace(
                    state,
                    faults=tuple(_moved(fault, first) for fault in state.faults),
                    corrections_us=tuple(each.us for each in corrections) if corrected else (),
                    correction_errors_us=tuple(each.error_us for each in corrections) if corrected else (),
                )
            if self._names[index] != self._own_names[index]:
                own, name = self._own_names[index], self._names[index]
                state = replace(state, name=name, text=state.text.replace(said(own), said(name)))
            if index in self._aside:
                state = replace(
                    state, link=Link.LOST, text=gettext(ASIDE, name=state.name, remedy=gettext(state.remedy))
                )
            states[index] = state
        return states

    def state(self) -> UnitState:
        """All of them as one: the worst of each figure."""
        states = self.states()
        heard = [state for state in states if state.link is Link.CONNECTED] or list(states)
        errors = [state.error_us for state in heard]
        return UnitState(
            name=" + ".join(state.name for state in states),
            link=heard[0].link,
            text=" ".join(state.text for state in states),
            paddles=self.paddles,
            error_us=None
            if None in errors
            else max((error for error in errors if error is not None), default=0),
            blind_us=max(state.blind_us for state in heard),
            late_us=max(state.late_us for state in heard),
        )

    # --- what they bring ----------------------------------------------------------------------------

    def drain(self) -> list[News]:
        """All that is new. Judge by it no further than `known_us` says afterwards."""
        fresh: list[News] = []
        for index, unit in enumerate(self.units):
            fresh += self._look_up(index, unit)
        if self._aside:
            self._watch_aside()
        # Before they are drained: a unit's own thread may bring more while this is under way.
        self._known_us = min((self._watermark_us(index) for index in self._awaited()), default=self._clock())
        for index, unit in enumerate(self.units):
            if unit.finds_news:
                unit.find_news()
            while unit.news:
                fresh.append(self._numbered(index, unit.news.popleft()))
        return fresh

    def known_us(self) -> int:
        """Every slap up to here was handed over by the last `drain`, of every unit in play."""
        return self._known_us

    def ask(self, t_us: int) -> None:
        for index in self._awaited():
            self.units[index].ask(t_us + self._held_us[index])

    def behind(self, t_us: int) -> list[int]:
        """The units in play that have not told everything up to `t_us`."""
        return [index for index in self._awaited() if self._watermark_us(index) < t_us]

    def set_aside(self, name: str) -> None:
        """This unit made slaps void too often: it counts as lost until it was good for a while."""
        for index, own in enumerate(self._names):
            if own == name and index not in self._aside:
                self._aside[index] = None
                good_for_us = self._good_for_us.get(index)
                self._good_for_us[index] = LONGER_EACH_TIME * good_for_us if good_for_us else GOOD_FOR_US

    def is_aside(self, index: int) -> bool:
        return index in self._aside

    def _watch_aside(self) -> None:
        """Progress alone is not good: who is ten seconds behind stays so."""
        now_us = self._clock()
        for index, since_us in list(self._aside.items()):
            unit = self.units[index]
            in_time = now_us - unit.known_us() <= IN_TIME_US and unit.state().link is Link.CONNECTED
            if not in_time:
                self._aside[index] = None
            elif since_us is None:
                self._aside[index] = now_us
            elif now_us - since_us >= self._good_for_us[index]:
                del self._aside[index]

    def _awaited(self) -> list[int]:
        """The units that may still bring an earlier slap; before a game those that are there."""
        indexes = range(len(self.units))
        if self._in_play is None:
            return [i for i in indexes if self.units[i].state().link is Link.CONNECTED]
        return [i for i in indexes if i in self._in_play]

    def _watermark_us(self, index: int) -> int:
        return self.units[index].known_us() - self._held_us[index]

    # --- names, numbers and corrections -------------------------------------------------------------

    def _numbered(self, index: int, news: News) -> News:
        own, name = self._own_names[index], self._names[index]
        if own != name and news.source == own:
            if isinstance(news, UnitNotice):
                news = replace(news, text=news.text.replace(own, name))
            news = replace(news, source=name)
        if news.paddle == NO_PADDLE:
            return news
        corrections = self._corrections[index]
        paddle = news.paddle + self._first[index]
        if isinstance(news, PaddleEvent) and news.paddle < len(corrections):
            us, error_us = corrections[news.paddle]
            # The error holds between two paddles of one unit too: so it is the slap's, not the clock's.
            t_us, later_us = news.t_us - us - error_us, news.later_us + 2 * error_us
            return replace(news, paddle=paddle, t_us=t_us, later_us=later_us)
        return replace(news, paddle=paddle)

    def _look_up(self, index: int, unit: Unit) -> list[News]:
        """Name and corrections of the unit that is there now; trouble with a file is reported, not fatal."""
        state = unit.state()
        trouble: list[News] = []
        if state.name != self._own_names[index]:
            self._own_names[index] = state.name
            self._names = _apart(self._own_names)
        if not unit.calibrated:
            return trouble
        if state.unit_id not in self._found:
            try:
                found = self._lookup(state.unit_id)
            except UserError as error:
                found = ()
                trouble.append(UnitNotice(What.TROUBLE, state.name, self._clock(), said(error)))
            # Whatever the file says.
            self._found[state.unit_id] = tuple(
                Correction(max(-CAP_US, min(CAP_US, us)), error_us) for us, error_us in found
            )
        corrections = self._corrections[index] = self._found[state.unit_id]
        self._held_us[index] = max((0, *(us + error_us for us, error_us in corrections)))
        return trouble


def _moved(fault: Fault, first: int) -> Fault:
    return fault if fault.paddle == NO_PADDLE else replace(fault, paddle=fault.paddle + first)


def _apart(names: Sequence[str]) -> list[str]:
    """Number the names that several units share."""
    return [
        Sentence("{name} ({number})", name=name, number=n) if names.count(name) > 1 else name
        for n, name in enumerate(names, start=1)
    ]
