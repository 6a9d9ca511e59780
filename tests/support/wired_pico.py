"""The emulated Pico with a builder's wires on it: resistors, switches and bridges between pins and supplies.

Each change of a pin or a contact solves the currents of all that hangs together. It knows nothing of the
doctor, and no mistake by name.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from slamomatic.emulator.bounce import GOOD_SWITCH, Model, bounce
from slamomatic.emulator.pico import Pico

GROUND, SUPPLY = "GND", "3V3"
Node = int | str  # a GPIO by its number, a supply, or a wire's end by its name
WIRE_OHM = 0.1
OUTPUT_OHM, PULL_OHM = 30.0, 50_000.0
SUPPLY_V, LED_V, LED_OHM = 3.3, 1.6, 470.0
LED_DARK_V = 1.0  # a charged pin falls to this in a millisecond or two, and no further
NOTHING_S = 1e-9  # siemens: a pin that less than this hangs on keeps its charge
SHORT_OHM = 5.0  # a path from the supply to ground below this, and the Pico is without power


@dataclass
class Contact:
    """A switch between two nodes; its third terminal, if it is used, is joined while it is at rest."""

    common: Node
    made: Node | None = None  # NO
    rest: Node | None = None  # NC
    pressed: bool = False
    broken: bool = False  # just now: a bad joint


@dataclass
class Wiring:
    """Everything that a builder joined to the Pico."""

    switches: list[Contact]
    resistors: list[tuple[Node, Node, float]] = field(default_factory=list)
    leds: list[Node] = field(default_factory=list)  # each to ground
    cut: set[Node] = field(default_factory=set)  # pins of the Pico that are not soldered
    cold: set[int] = field(default_factory=set)  # switches with a bad joint

    def join(self, one: Node, other: Node, ohm: float = WIRE_OHM) -> None:
        self.resistors.append((one, other, ohm))


class WiredPico:
    """The Pico's pins follow the wiring; `press` and `release` move a switch, in emulated time."""

    def __init__(self, pico: Pico | PlainPico, wiring: Wiring, chance: Random) -> None:
        self.pico = pico
        self.wiring = wiring
        self.powered = True
        self._chance = chance
        self._threshold_v = chance.uniform(1.1, 1.9)  # boards differ
        self._pull_ohm = chance.uniform(50_000, 80_000)
        self._volts: dict[Node, float] = {}
        self._gpios = sorted({node for node in self._nodes() if isinstance(node, int)} | {2, 3, 4, 5})
        self._plans: list[tuple[float, Contact, str, bool]] = []
        self._alarm = pico.chip.clock.unlisted_alarm(self._due)
        for gpio in self._gpios:
            pico.chip.gpio[gpio].add_listener(lambda *_: self.settle())
        self.settle()

    def _nodes(self) -> set[Node]:
        found: set[Node] = set(self.wiring.leds)
        for one, other, _ in self.wiring.resistors:
            found |= {one, other}
        for switch in self.wiring.switches:
            found |= {node for node in (switch.common, switch.made, switch.rest) if node is not None}
        return found

    # -- hands

    def press(self, number: int, model: Model = GOOD_SWITCH) -> None:
        """Press a switch a little later, and hold it; a bad joint breaks now and then meanwhile."""
        self._move(number, True, model)
        if number in self.wiring.cold:
            t_us = self.pico.now_us + 180_000
            for _ in range(60):
                t_us += self._chance.uniform(5_000, 40_000)
                self._plan(t_us, self.wiring.switches[number], "broken", True)
                t_us += self._chance.uniform(8_000, 25_000)
                self._plan(t_us, self.wiring.switches[number], "broken", False)

    def release(self, number: int, model: Model = GOOD_SWITCH) -> None:
        self._plans = [plan for plan in self._plans if plan[1] is not self.wiring.switches[number]]
        self.wiring.switches[number].broken = False
        self._move(number, False, model)

    def _move(self, number: int, pressed: bool, model: Model) -> None:
        start_us = self.pico.now_us + (self._chance.uniform(130_000, 180_000) if pressed else 2_000)
        for t_us, made in bounce(start_us, True, model, self._chance):
            self._plan(t_us, self.wiring.switches[number], "pressed", made == pressed)

    def _plan(self, t_us: float, contact: Contact, what: str, value: bool) -> None:
        self._plans.append((t_us, contact, what, value))
        self._plans.sort(key=lambda plan: plan[0])
        self._wake()

    def _wake(self) -> None:
        if self._plans:
            self._alarm.schedule(max(8.0, round((self._plans[0][0] - self.pico.now_us) * 125) * 8.0))

    def _due(self) -> None:
        while self._plans and self._plans[0][0] <= self.pico.now_us + 0.01:
            _, contact, what, value = self._plans.pop(0)
            setattr(contact, what, value)
        self.settle()
        self._wake()

    # -- currents

    def _paths(self) -> Iterable[tuple[Node, Node, float]]:
        yield from self.wiring.resistors
        for switch in self.wiring.switches:
            end = switch.made if switch.pressed else switch.rest
            if end is not None and not switch.broken:
                yield switch.common, end, WIRE_OHM

    def settle(self) -> None:
        """Find every pin's voltage, and let the chip read it."""
        paths = [p for p in self._paths() if not self.wiring.cut & {p[0], p[1]}]
        nodes = sorted({n for one, other, _ in paths for n in (one, other)} | set(self._gpios), key=str)
        index = {node: n for n, node in enumerate(n for n in nodes if n not in (GROUND, SUPPLY))}
        matrix, current = np.zeros((len(index), len(index))), np.zeros(len(index))

        def conduct(one: Node, other: Node, siemens: float) -> None:
            for here, there in ((one, other), (other, one)):
                if here in index:
                    matrix[index[here], index[here]] += siemens
                    if there in index:
                        matrix[index[here], index[there]] -= siemens
                    elif there == SUPPLY:
                        current[index[here]] += siemens * SUPPLY_V

        for one, other, ohm in paths:
            conduct(one, other, 1 / ohm)
        for gpio in self._gpios:
            pin: Any = self.pico.chip.gpio[gpio]
            if pin.output_enable:
                conduct(gpio, SUPPLY if pin.output_value else GROUND, 1 / OUTPUT_OHM)
            elif pin.pullup_enabled != pin.pulldown_enabled:
                conduct(gpio, SUPPLY if pin.pullup_enabled else GROUND, 1 / self._pull_ohm)
        volts = self._solved(matrix, current, index)
        for led in self.wiring.leds:
            if matrix[index[led], index[led]] < NOTHING_S:
                volts[led] = min(volts[led], LED_DARK_V)
            elif volts[led] > LED_V:
                matrix[index[led], index[led]] += 1 / LED_OHM
                current[index[led]] += LED_V / LED_OHM
                volts = self._solved(matrix, current, index)
        self._volts = volts
        self.powered = self.powered and not self._shorted(paths)
        for gpio in self._gpios:
            self.pico.chip.drive(gpio, volts[gpio] > self._threshold_v)

    def _solved(self, matrix: Any, current: Any, index: dict[Node, int]) -> dict[Node, float]:
        """Solve the currents; what hangs on nothing keeps its charge."""
        keep = NOTHING_S / 1000
        held = np.array([self._volts.get(node, 0.0) for node in index])
        volts = np.linalg.solve(matrix + keep * np.eye(len(index)), current + keep * held)
        return {node: float(volts[n]) for node, n in index.items()}

    @staticmethod
    def _shorted(paths: list[tuple[Node, Node, float]]) -> bool:
        """Whether ground can be reached from the supply along wires."""
        wires = [(one, other) for one, other, ohm in paths if ohm < SHORT_OHM]
        reached: set[Node] = {SUPPLY}
        for _ in wires:
            reached |= {b for one, other in wires for a, b in ((one, other), (other, one)) if a in reached}
        return GROUND in reached


# --- how one builds ---


def point_to_point() -> Wiring:
    """Return the four switches, each from its input to ground."""
    return Wiring([Contact(GROUND, made=gpio) for gpio in (2, 3, 4, 5)])


def carrier() -> Wiring:
    """Return the same behind pull-up and series resistor, on leads of their own."""
    wiring = Wiring([Contact(GROUND, made=f"lead {gpio}") for gpio in (2, 3, 4, 5)])
    for gpio in (2, 3, 4, 5, 10):
        wiring.join(SUPPLY, f"lead {gpio}", 2200.0)
        wiring.join(f"lead {gpio}", gpio, 1000.0)
    return wiring


# --- the same pins without a chip: Python for the Pico runs here ---


@dataclass
class _PlainPin:
    """One pin as it is set, and the level that it reads."""

    output_enable: bool = False
    output_value: bool = False
    pullup_enabled: bool = False
    pulldown_enabled: bool = False
    level: bool | None = None  # None: nothing is wired to it
    listeners: list[Callable[..., None]] = field(default_factory=list)

    def add_listener(self, listener: Callable[..., None]) -> None:
        self.listeners.append(listener)

    def reads(self) -> bool:
        if self.level is not None:
            return self.level
        return self.output_value if self.output_enable else self.pullup_enabled


class PlainPico:
    """A Pico of pins and time alone: it runs the doctor's Python at once; the emulator takes seconds."""

    def __init__(self) -> None:
        self.now_us = 0.0
        self.gpio = [_PlainPin() for _ in range(30)]
        self.chip = self.clock = self
        self._due_us: float | None = None
        self._ring: Callable[[], None] = lambda: None

    def unlisted_alarm(self, ring: Callable[[], None]) -> PlainPico:
        self._ring = ring
        return self

    def schedule(self, ns: float) -> None:
        self._due_us = self.now_us + ns / 1000

    def drive(self, gpio: int, level: bool) -> None:
        self.gpio[gpio].level = level

    def pass_us(self, us: float) -> None:
        """Let time pass; what is due meanwhile happens."""
        end_us = self.now_us + us
        while self._due_us is not None and self._due_us <= end_us:
            self.now_us, self._due_us = self._due_us, None
            self._ring()
        self.now_us = end_us

    def run(self, code: str) -> str:
        """Run Python for the Pico and return what it prints."""
        pico = self
        said: list[str] = []

        class Pin:
            IN, OUT, PULL_UP, PULL_DOWN = range(4)

            def __init__(self, number: int, mode: int | None = None, pull: int | None = None) -> None:
                self._pin = pico.gpio[number]
                if mode is not None:
                    self.init(mode, pull)

            def init(self, mode: int, pull: int | None = None, value: int | None = None) -> None:
                pico.pass_us(8)
                pin = self._pin
                pin.output_enable = mode == Pin.OUT
                pin.output_value = bool(value)
                pin.pullup_enabled, pin.pulldown_enabled = pull == Pin.PULL_UP, pull == Pin.PULL_DOWN
                for listener in pin.listeners:
                    listener()

            def value(self) -> int:
                pico.pass_us(3)
                return int(self._pin.reads())

        class Levels:
            def __getitem__(self, address: int) -> int:
                assert address == 0xD0000004, "SIO_GPIO_IN"
                return sum(1 << n for n, pin in enumerate(pico.gpio) if pin.reads())

        clock = SimpleNamespace(
            sleep_us=pico.pass_us, sleep_ms=lambda ms: pico.pass_us(1000 * ms),
            ticks_ms=lambda: int(pico.now_us / 1000), ticks_diff=lambda later, early: later - early,
        )  # fmt: skip
        modules = {"json": json, "time": clock, "machine": SimpleNamespace(Pin=Pin, mem32=Levels())}
        names = vars(builtins) | {
            "__import__": lambda name, *_: modules[name],
            "print": said.append,
        }
        exec(compile(code, "on the Pico", "exec"), {"__builtins__": names})
        return "\n".join(said)
