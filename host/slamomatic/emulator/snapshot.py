"""The whole state of an emulated Pico as plain data, and back: a boot costs seconds, a copy does not."""

import re
from array import array
from collections import deque
from enum import Enum
from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import Any, NamedTuple

from slamomatic.emulator import flash_image
from slamomatic.emulator.chip import ListedAlarm
from slamomatic.emulator.pico import Pico

State = dict[str, Any]
_PLAIN = (int, float, bool, str, bytes, bytearray, type(None), Enum)
_WALKED = ("rp2040py.", "slamomatic.")
_NATIVE = "rp2040py.native"


@cache
def _native_fields(module: str) -> tuple[str, ...]:
    """Return the field names of a native rp2040py class, from its declarations: it has no __dict__."""
    text = (files(_NATIVE) / f"{module.removeprefix(_NATIVE + '.')}.pxd").read_text(encoding="utf-8")
    return tuple(re.findall(r"(?m)^\s+cdef public (?:\w+ )+(\w+)\s*(?:#.*)?$", text))


def _fields(part: Any) -> State:
    """Return the part's fields by name, for a Python class or a native one."""
    if hasattr(part, "__dict__"):
        return dict(vars(part))
    return {name: getattr(part, name) for name in _native_fields(type(part).__module__)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple | deque):
        return all(_is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(one) for key, one in value.items())
    return isinstance(value, _PLAIN)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, list | dict | deque | bytearray) else value


class _Method(NamedTuple):
    """A saved field that held a method of its own part."""

    name: str


class _Parts(NamedTuple):
    """A saved field that held other parts, one or several."""

    states: list[State]


class _Walk:
    """One pass over the parts of a chip and its host.

    Saving and restoring visit each once, in the same order.
    """

    def __init__(self, pico: Pico) -> None:
        chip = pico.chip
        self.roots = [chip, chip.core, pico.host]
        self._seen = {
            id(thing)
            for thing in (chip.clock, chip.rosc, chip.logger, chip.simulator, chip.engine_side, pico)
        }

    def save(self, part: Any) -> State:
        """Return the state of a part and of the parts in its fields that were not visited yet."""
        self._seen.add(id(part))
        state: State = {}
        for name, value in _fields(part).items():
            if _is_plain(value):
                state[name] = _copied(value)
            elif getattr(value, "__self__", None) is part:
                state[name] = _Method(value.__name__)
            elif inner := [self.save(one) for one in self._parts(value)]:
                state[name] = _Parts(inner)
        return state

    def restore(self, part: Any, state: State) -> None:
        """Put a saved state into a part and the parts in its fields."""
        self._seen.add(id(part))
        for name, saved in state.items():
            if isinstance(saved, _Parts):
                for one, one_state in zip(self._parts(getattr(part, name)), saved.states, strict=True):
                    self.restore(one, one_state)
            elif isinstance(saved, _Method):
                setattr(part, name, getattr(part, saved.name))
            else:
                setattr(part, name, _copied(saved))

    def _parts(self, value: Any) -> list[Any]:
        """Return the parts in a field that were not visited yet."""
        if isinstance(value, dict):
            value = list(value.values())
        several = value if isinstance(value, list | tuple) else [value]
        return [one for one in several if self._is_part(one)]

    def _is_part(self, value: Any) -> bool:
        ours = type(value).__module__.startswith(_WALKED) and not isinstance(value, ListedAlarm)
        return ours and id(value) not in self._seen


def save(pico: Pico) -> State:
    """Return all that the Pico's next instruction depends on, but not what is wired to its pins."""
    chip, clock = pico.chip, pico.chip.clock
    pico.stepper.wake()  # a resting PIO block is not where the chip would have it
    walk = _Walk(pico)
    return {
        "now_ns": clock.nanos,
        "flash": bytes(chip.flash[: flash_image.FLASH_BYTES]),
        "sram": bytes(chip.sram),
        "dpram": bytes(chip.usb_dpram),
        "registers": array("I", chip.core.registers),
        "priorities": array("I", chip.core.interrupt_priorities),
        "parts": [walk.save(root) for root in walk.roots],
        "alarms": [
            (due_ns - clock.nanos, clock.alarms.index(alarm))
            for alarm, due_ns in sorted(clock.due_ns.items(), key=itemgetter(1))
        ],
    }


def restore(pico: Pico, state: State) -> None:
    """Put a saved state into a freshly made Pico that was never powered on."""
    chip, clock = pico.chip, pico.chip.clock
    for alarm in clock.alarms:  # or one would go off while the clock moves on
        alarm.cancel()
    clock.tick(state["now_ns"] - clock.nanos)
    chip.flash[: flash_image.FLASH_BYTES] = state["flash"]
    chip.sram[:] = state["sram"]
    chip.usb_dpram[:] = state["dpram"]
    chip.core.registers[:] = state["registers"]
    chip.core.interrupt_priorities[:] = state["priorities"]
    walk = _Walk(pico)
    for root, root_state in zip(walk.roots, state["parts"], strict=True):
        walk.restore(root, root_state)
    chip.list_running()
    chip.forget_levels()
    for pin in (*chip.gpio, *chip.qspi):
        pin.check_for_updates()
    for delta_ns, index in state["alarms"]:
        clock.alarms[index].schedule(delta_ns)
    pico.stepper.touched()
