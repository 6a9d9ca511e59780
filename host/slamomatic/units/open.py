"""Open the units that somebody named, in the words of specs.py."""

from collections.abc import Callable, Sequence
from pathlib import Path

from slamomatic.errors import UsageError
from slamomatic.units.base import Clock, Unit, now_us
from slamomatic.units.emulated import EmulatedUnit
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units, kept_corrections, no_corrections
from slamomatic.units.recorded import RecordedUnit
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import AnyPico, KnownUnits, OnePort
from slamomatic.units.specs import AUTO, EMULATED, KEYBOARD, RECORDED, SERIAL, is_spec, split, spoken


def _recorded(file: str, clock: Clock, _: KnownUnits) -> list[Unit]:
    """Open a recording; `file` may end in a speed, as in evening.log@4. Raise UsageError if that is none."""
    name, _at, speed = file.partition("@")
    try:
        return [RecordedUnit(Path(name), speed=float(speed or 1), clock=clock)]
    except ValueError:
        raise UsageError(
            '"{speed}" is not a speed. Write recorded:FILE@4 for four times as fast.', speed=speed
        ) from None


# The word that names a kind of unit -> what opens it, from what stands behind the colon.
UNITS: dict[str, Callable[[str, Clock, KnownUnits], list[Unit]]] = {
    # The keys are there from the first frame on; a Pico joins when it answers, even if plugged in later.
    AUTO: lambda _, clock, known: [SerialUnit(AnyPico(known), clock), KeyboardUnit(clock=clock)],
    SERIAL: lambda port, clock, _: [SerialUnit(OnePort(port), clock)],
    KEYBOARD: lambda _, clock, __: [KeyboardUnit(clock=clock)],
    EMULATED: lambda _, clock, __: [EmulatedUnit(clock)],
    RECORDED: _recorded,
}


def open_unit(*specs: str, clock: Clock = now_us, corrected: bool = False) -> Units:
    """Return the units of `specs`, side by side and not yet started; `auto` when none is named.

    `corrected`: whether calibration corrects their times, as a table wants it (host/docs/bench.md). Raise
    UsageError for a spec that names no unit.
    """
    known = KnownUnits()
    units: list[Unit] = []
    for spec in specs or (AUTO,):
        word, rest = split(spec)
        if word not in UNITS:
            raise UsageError('There is no unit "{spec}". Choose one of {spoken}.', spec=spec, spoken=spoken())
        if not is_spec(spec):
            raise UsageError('"{spec}" is incomplete. Write one of {spoken}.', spec=spec, spoken=spoken())
        units += UNITS[word](rest, clock, known)
    return Units(_one_keyboard_last(units), clock, kept_corrections if corrected else no_corrections)


def with_phones(units: Units, phones: Sequence[Unit], clock: Clock) -> Units:
    """Return these units with the phones behind the paddles and before the keys; others stay as they are."""
    kept = [unit for unit in units.units if unit.colour is None]
    return Units(_one_keyboard_last([*kept, *phones]), clock, kept_corrections)


def _one_keyboard_last(units: Sequence[Unit]) -> list[Unit]:
    """Return the units with one keyboard, behind all others: `auto auto` is two Picos and one set of keys."""
    keyboards = [unit for unit in units if unit.is_keyboard]
    return [unit for unit in units if not unit.is_keyboard] + keyboards[:1]
