"""The whole state of an emulated Pico as plain data, and back: a boot costs seconds, a copy does not."""

import re
from collections import deque
from copy import deepcopy
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from rp2040py.gpio_pin import GPIOPin
from rp2040py.peripherals.pio import RPPIO

from slamomatic.emulator import flash_image
from slamomatic.emulator.chip import ListedAlarm
from slamomatic.emulator.pico import Pico

State = dict[str, Any]
_PLAIN = (int, float, bool, str, bytes, bytearray, type(None), Enum)
_WALKED = ("rp2040py.", "slamomatic.")


@cache
def _native_fields(module: str) -> tuple[str, ...]:
    """The data fields of a native rp2040py class. Only its declarations list them: it has no __dict__."""
    text = (files("rp2040py.native") / f"{module}.pxd").read_text(encoding="utf-8")
    return tuple(re.findall(r"(?m)^\s+cdef public (?!object)(?:\w+ )+(\w+)\s*(?:#.*)?$", text))


def _fields(thing: Any, module: str) -> State:
    return {name: value for name in _native_fields(module) if _is_plain(value := getattr(thing, name))}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple | deque):
        return all(_is_plain(one) for one in value)
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(one) for key, one in value.items())
    return isinstance(value, _PLAIN)


def _is_part(value: Any) -> bool:
    return type(value).__module__.startswith(_WALKED) and not isinstance(value, GPIOPin | RPPIO | ListedAlarm)


class _Walk:
    """One pass over the Python parts of a chip, each visited once, in the same order both ways."""

    def __init__(self, pico: Pico) -> None:
        chip = pico.chip
        self._seen = {id(thing) for thing in (chip, chip.core, chip.clock, chip.rosc, chip.logger, pico)}
        self._seen.add(id(chip.simulator))

    def save(self, part: Any) -> State:
        self._seen.add(id(part))
        state: State = {}
        for name, value in vars(part).items():
            if _is_plain(value):
                state[name] = _copied(value)
            elif getattr(value, "__self__", None) is part:
                state[name] = _Method(value.__name__)
            else:
                inner = [self.save(one) for one in self._parts(value)]
                if inner:
                    state[name] = _Parts(inner)
        return state

    def restore(self, part: Any, state: State) -> None:
        self._seen.add(id(part))
        for name, value in list(vars(part).items()):
            inner = self._parts(value) if not _is_plain(value) else []
            saved = state.get(name, _NOTHING)
            if isinstance(saved, _Parts):
                for one, one_state in zip(inner, saved.states, strict=True):
                    self.restore(one, one_state)
            elif isinstance(saved, _Method):
                setattr(part, name, getattr(part, saved.name))
            elif saved is not _NOTHING:
                setattr(part, name, _copied(saved))

    def _parts(self, value: Any) -> list[Any]:
        several = value if isinstance(value, list | tuple) else [value]
        return [one for one in several if _is_part(one) and id(one) not in self._seen]


class _Method(NamedTuple):
    name: str


class _Parts(NamedTuple):
    states: list[State]


_NOTHING = object()


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, list | dict | deque | bytearray) else value


def _walked(pico: Pico) -> list[Any]:
    chip = pico.chip
    return [chip.sio, chip.ppb, *chip.peripherals.values(), pico.host]


def _machines(pico: Pico) -> list[Any]:
    return [machine for block in pico.chip.pio for machine in block.machines]


def save(pico: Pico) -> State:
    """Everything that the Pico's next instruction depends on; what is wired to its pins stays outside."""
    chip, clock = pico.chip, pico.chip.clock
    pico.stepper.wake()
    walk = _Walk(pico)
    now_ns = clock.nanos
    ringing = [(alarm.due_ns, alarm.order, index) for index, alarm in enumerate(clock.alarms) if alarm.due_ns]
    return {
        "now_ns": now_ns,
        "flash": bytes(chip.flash[: flash_image.FLASH_BYTES]),
        "sram": bytes(chip.sram),
        "dpram": bytes(chip.usb_dpram),
        "core": _fields(chip.core, "_cortex_m0_core"),
        "registers": list(chip.core.registers),
        "priorities": list(chip.core.interrupt_priorities),
        "chip": {name: value for name, value in vars(chip).items() if _is_plain(value)},
        "pins": [_fields(pin, "_gpio_pin") for pin in (*chip.gpio, *chip.qspi)],
        "pio": [_fields(block, "_pio") for block in chip.pio],
        "machines": [_fields(machine, "_state_machine") for machine in _machines(pico)],
        "fifos": [deepcopy((machine.rx_fifo, machine.tx_fifo)) for machine in _machines(pico)],
        "parts": [walk.save(part) for part in _walked(pico)],
        "alarms": [(due_ns - now_ns, index) for due_ns, _, index in sorted(ringing)],
    }


def _set(thing: Any, state: State) -> None:
    for name, value in state.items():
        setattr(thing, name, _copied(value))


def restore(pico: Pico, state: State) -> None:
    """Put a saved state into a freshly made Pico that was never powered on."""
    chip, clock = pico.chip, pico.chip.clock
    for alarm in clock.alarms:
        alarm.cancel()
    clock.tick(state["now_ns"] - clock.nanos)
    chip.flash[: flash_image.FLASH_BYTES] = state["flash"]
    chip.sram[:] = state["sram"]
    chip.usb_dpram[:] = state["dpram"]
    _set(chip.core, state["core"])
    for index, value in enumerate(state["registers"]):
        chip.core.registers[index] = value
    for index, value in enumerate(state["priorities"]):
        chip.core.interrupt_priorities[index] = value
    _set(chip, state["chip"])
    chip.forget_levels()
    for pin, fields in zip((*chip.gpio, *chip.qspi), state["pins"], strict=True):
        _set(pin, fields)
        pin.check_for_updates()
    for block, fields in zip(chip.pio, state["pio"], strict=True):
        _set(block, fields)
    for machine, fields, fifos in zip(_machines(pico), state["machines"], state["fifos"], strict=True):
        _set(machine, fields)
        machine.rx_fifo, machine.tx_fifo = deepcopy(fifos)
    walk = _Walk(pico)
    for part, part_state in zip(_walked(pico), state["parts"], strict=True):
        walk.restore(part, part_state)
    for delta_ns, index in state["alarms"]:
        clock.alarms[index].schedule(delta_ns)
    pico.stepper.touched()
