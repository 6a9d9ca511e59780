"""Several units as one: paddles numbered through, times corrected, and one watermark for all."""

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
# A phone that was set aside comes back after it has been good for so long: it was there, and told in time.
GOOD_FOR_US = 20_000_000
# A Pico belongs to several players. None of them makes it fail to win, and all wait while it is aside.
PICO_GOOD_FOR_US = 5_000_000
LONGER_EACH_TIME = 3
IN_TIME_US = 1_500_000

ASIDE = N_("{name} answers too late: {remedy}, or play without it.")

# Looks up a unit's corrections by its id, once it has said who it is; empty if none are known.
Lookup = Callable[[str], Sequence[Correction]]


def kept_corrections(unit_id: str) -> tuple[Correction, ...]:
    """Return the corrections that somebody accepted when the unit with this id was calibrated."""
    kept = calibration_of(unit_id)
    return kept.corrections if kept else ()


def no_corrections(unit_id: str) -> tuple[Correction, ...]:
    """Return no corrections: for callers that want the stamps as the units gave them."""
    return ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a paddle of the table is: which unit, and its number there."""

    unit: int
    paddle: int


class Units(Unit):
    """The units in the given order, their paddles numbered through: two Picos are 0 to 3 and 4 to 7.

    Their events are passed on at once. `known_us` is the least watermark of the units in play: slaps may be
    judged up to there. A unit's corrections are looked up when it is first seen, and stay for this table.
    """

    def __init__(self, units: Sequence[Unit], clock: Clock = now_us, lookup: Lookup = no_corrections) -> None:
        self.units = tuple(units)
        self._clock = clock
        self._lookup = lookup
        self._places = [Place(i, paddle) for i, unit in enumerate(units) for paddle in range(unit.paddles)]
        self.paddles = len(self._places)
        self._first = [sum(unit.paddles for unit in units[:index]) for index in range(len(units))]
        self.keyboard = next((unit.keyboard for unit in units if unit.keyboard is not None), None)
        # By unit id; a unit that has not said its id yet has none.
        self._found: dict[str, tuple[Correction, ...]] = {"": ()}
        self._corrections: list[tuple[Correction, ...]] = [()] * len(units)
        # How far each unit's watermark is held back: corrections make slaps earlier than the unit said.
        self._held_us = [0] * len(units)
        # Each unit's own name, and its name here: the ends of two Picos' ids may be alike.
        self._own_names = [unit.state().name for unit in units]
        self._names = _apart(self._own_names)
        self._clock_jumps = [0] * len(units)  # how many of each unit were seen
        self._in_play: frozenset[int] | None = None  # None: no game has said so yet
        self._known_us = 0
        self.blame = Blame()
        # Units that are set aside: since when each has been good again; None: it is not good now.
        self._aside: dict[int, int | None] = {}
        self._good_for_us: dict[
            int, int
        ] = {}  # how long each of them must be good, by how often it was aside

    def play_with(self, paddles: Iterable[int]) -> None:
        """Wait only for the units of these paddles from now on: no others have a seat."""
        self._in_play = frozenset(self.place(paddle).unit for paddle in paddles)

    def place(self, paddle: int) -> Place:
        """Return the unit of the table's paddle `paddle`, and that unit's own number for it."""
        if not 0 <= paddle < self.paddles:
            raise ValueError(f"no paddle {paddle}")
        return self._places[paddle]

    def first_paddle(self, unit: int) -> int:
        return self._first[unit]

    def start(self) -> None:
        # Python's own interval is 5 ms: a unit's thread would wait so long while a frame is drawn.
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        for unit in self.units:
            unit.start()

    def stop(self) -> None:
        for unit in self.units:
            unit.stop()

    def lights(self, colours: Sequence[Rgb]) -> None:
        """Show each unit the colours of its own paddles."""
        for index, unit in enumerate(self.units):
            mine = [rgb for rgb, place in zip(colours, self._places, strict=False) if place.unit == index]
            if mine and unit.has_lights:
                unit.lights(mine)

    def states(self) -> tuple[UnitState, ...]:
        """Return the state of each unit as the table shows it; see `states_of`."""
        return tuple(self.states_of(range(len(self.units))).values())

    def states_of(self, units: Iterable[int]) -> dict[int, UnitState]:
        """Return the states of some units, by their numbers: named, numbered and corrected as at the table.

        A unit that is set aside counts as lost.
        """
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
        """Return the state of all units as one: the worst of each figure."""
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
        """Return all that is new. Slaps may be judged up to what `known_us` says afterwards."""
        fresh: list[News] = []
        for index, unit in enumerate(self.units):
            fresh += self._look_up(index, unit)
        if self._aside:
            self._watch_aside()
        self._watch_clocks()
        # The watermark comes first: a unit's own thread may add news and raise it while this is under way.
        self._known_us = min((self._watermark_us(index) for index in self._awaited()), default=self._clock())
        for index, unit in enumerate(self.units):
            if unit.finds_news:
                unit.find_news()
            while unit.news:
                fresh.append(self._as_at_table(index, unit.news.popleft()))
        return fresh

    def known_us(self) -> int:
        """Return the watermark: the last `drain` has returned every slap up to here, of all units in play."""
        return self._known_us

    def ask(self, t_us: int) -> None:
        for index in self._awaited():
            self.units[index].ask(t_us + self._held_us[index])

    def behind(self, t_us: int) -> list[int]:
        """Return the units in play that have not told everything up to `t_us`."""
        return [index for index in self._awaited() if self._watermark_us(index) < t_us]

    def set_aside(self, name: str) -> None:
        """Count this unit as lost until it was good for a while, each time for longer: it made slaps void."""
        for index, own in enumerate(self._names):
            if own == name and index not in self._aside:
                self._aside[index] = None
                first_us = GOOD_FOR_US if self.units[index].state().phone else PICO_GOOD_FOR_US
                good_for_us = self._good_for_us.get(index)
                self._good_for_us[index] = LONGER_EACH_TIME * good_for_us if good_for_us else first_us

    def is_aside(self, index: int) -> bool:
        return index in self._aside

    def _watch_aside(self) -> None:
        """Let a unit come back once it was good for long enough: connected, and in time with its news."""
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

    def _watch_clocks(self) -> None:
        """Have all other units timed again once a clock jumped for one: the host's is the clock of all.

        Each unit would notice by itself, but only at its next ping, and place slaps wrongly until then.
        """
        for index, unit in enumerate(self.units):
            if unit.clock_jumps != self._clock_jumps[index]:
                self._clock_jumps[index] = unit.clock_jumps
                for other in self.units:
                    if other is not unit:
                        other.time_again()

    def _awaited(self) -> list[int]:
        """Return the units that slaps must wait for: those in play, or before a game those connected."""
        indexes = range(len(self.units))
        if self._in_play is None:
            return [i for i in indexes if self.units[i].state().link is Link.CONNECTED]
        return [i for i in indexes if i in self._in_play]

    def _watermark_us(self, index: int) -> int:
        """Return up to when no slap of this unit is missing, also after it was corrected."""
        return self.units[index].known_us() - self._held_us[index]

    # --- names, numbers and corrections -------------------------------------------------------------

    def _as_at_table(self, index: int, news: News) -> News:
        """Return the news with the unit's name, the paddle's number and the corrected time of the table."""
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
        """Look up the name and the corrections of the unit that is there now.

        Return a notice if its file can't be read; it plays without corrections then.
        """
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
            # No correction is larger than CAP_US, whatever the file says.
            self._found[state.unit_id] = tuple(
                Correction(max(-CAP_US, min(CAP_US, us)), error_us) for us, error_us in found
            )
        corrections = self._corrections[index] = self._found[state.unit_id]
        self._held_us[index] = max((0, *(us + error_us for us, error_us in corrections)))
        return trouble


def _moved(fault: Fault, first: int) -> Fault:
    return fault if fault.paddle == NO_PADDLE else replace(fault, paddle=fault.paddle + first)


def _apart(names: Sequence[str]) -> list[str]:
    """Return the names with numbers where several units share one."""
    return [
        Sentence("{name} ({number})", name=name, number=n) if names.count(name) > 1 else name
        for n, name in enumerate(names, start=1)
    ]
