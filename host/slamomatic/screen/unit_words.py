"""What the screen says of the units: how true they are, or what is wrong and what to do, in few words."""

from __future__ import annotations

from collections.abc import Sequence

from slamomatic.kit.palette import ALARM, CHALK, MIST, Rgb
from slamomatic.paddles import PADDLES
from slamomatic.units.base import NO_PADDLE, Fault, Link, UnitNotice, UnitState, spoken_us

# The sentence with all the advice is said when it happens; this stands as long as the fault does.
FAULTS = {
    "stuck": "is stuck: lift what lies on it",
    "chatter": "never rests: a loose wire?",
    "touch-stuck": "has a stuck touch contact: a short?",
    "touch-chatter": "has a restless touch contact: a loose wire?",
    "next-stuck": "has a stuck NEXT button: lift what lies on it",
    "next-chatter": "has a restless NEXT button: a loose wire?",
    "blind": "was blind for a moment: a wire that hums?",
    "overrun": "missed slaps for a moment: a wire that hums?",
    "settings": "runs on its defaults: its settings file is bad",
}


LONG_LINE = 56  # letters: what the start scene has room for


def in_short(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """For the table's corner: the worst that there is to say."""
    for state in states:
        if state.faults:
            return _fault(state, state.faults[0]).replace(": ", ":\n"), ALARM
    for state in states:
        if state.link is Link.LOST:
            # What follows is said in the pause, where there is room for it.
            return _lost(state).replace(": ", ":\n").partition(", ")[0], ALARM
    heard = [state for state in states if state.link is Link.CONNECTED]
    return (_good_to(heard[0]), MIST) if heard else ("no unit answers", ALARM)


def notice_words(notice: UnitNotice) -> str:
    """A notice in the table's words: a paddle by its colour, where the unit says its own number."""
    _, of_unit, does = notice.text.partition(f" of {notice.source} ")
    if notice.paddle == NO_PADDLE or not of_unit or notice.paddle >= len(PADDLES):
        return notice.text
    return f"The {PADDLES[notice.paddle].name} paddle {does}"


def in_full(states: Sequence[UnitState]) -> tuple[str, Rgb]:
    """For the start scene: a line for each unit; a long one about what to do stands alone."""
    bad = any(state.faults or state.link is Link.LOST for state in states)
    lines = [line for line in map(_line, states) if line]
    lines = next(([line] for line in lines if len(line) > LONG_LINE), lines)
    return "\n".join(lines), ALARM if bad else CHALK


def _line(state: UnitState) -> str:
    if state.faults:
        return _fault(state, state.faults[0])
    if state.link is Link.LOST:
        return _lost(state)
    if state.link is Link.CONNECTED:
        return _true(state)
    return "" if state.link is Link.ENDED else state.text


def _lost(state: UnitState) -> str:
    return f"{state.name} is lost: {state.remedy}"


def _fault(state: UnitState, fault: Fault) -> str:
    whose = f"{PADDLES[fault.paddle].name} paddle" if 0 <= fault.paddle < len(PADDLES) else state.name
    return f"{whose} {FAULTS.get(fault.what, fault.what)}"


def _good_to(state: UnitState) -> str:
    """It stands there all evening: short and quiet; the start scene says the rest."""
    corrected = ",\ncorrected times" if "corrected" in state.accuracy else ""
    good = "not known yet" if state.error_us is None else f"good to {spoken_us(state.blind_us)}"
    return f"{state.name}, {good}{corrected}".replace(" us", " \N{MICRO SIGN}s")


def _true(state: UnitState) -> str:
    # A microsecond as it is written on paper: the console's letters have none.
    return f"{state.name}: {state.accuracy}".replace(" us", " \N{MICRO SIGN}s")
