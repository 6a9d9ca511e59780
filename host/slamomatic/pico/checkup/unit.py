"""Does the unit answer, with what firmware, and does each of its paddles arrive?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from slamomatic.firmware_files import firmware_files
from slamomatic.paddles import PADDLES
from slamomatic.pico.checkup.check import Check
from slamomatic.pico.connected import OLDEST_MICROPYTHON
from slamomatic.pico.flashing import version_of
from slamomatic.units.base import PADDLES_PER_PICO, Do, Link, PaddleEvent, UnitState
from slamomatic.units.merge import Units

ANSWER_S = 8.0  # a unit found at the prompt is started again, which takes a while
PRESS_S = 20.0

Say = Callable[[str], None]


def unit_checks(units: Units, walk: bool, say: Say, answer_s: float = ANSWER_S) -> Iterator[Check]:
    """Of the first unit of `units`; the walk asks for each paddle in turn."""
    units.start()
    try:
        state = _wait_for_unit(units, answer_s)
        yield Check("unit", state.link is Link.CONNECTED, _unit_hint(state))
        if state.link is not Link.CONNECTED:
            return
        yield _micropython(state)
        yield _firmware(state)
        yield Check("faults", not state.faults, " ".join(fault.text for fault in state.faults) or "None.")
        if walk:
            for paddle in range(PADDLES_PER_PICO):
                yield _pressed(units, paddle, say)
    finally:
        units.stop()


def _wait_for_unit(units: Units, answer_s: float) -> UnitState:
    give_up = time.monotonic() + answer_s
    while units.states()[0].link is not Link.CONNECTED and time.monotonic() < give_up:
        time.sleep(0.05)
    return units.states()[0]


def _unit_hint(state: UnitState) -> str:
    if state.link is Link.CONNECTED:
        return f"{state.name} answers; {state.accuracy}."
    return state.text


def _micropython(state: UnitState) -> Check:
    parts = tuple(int(part) for part in state.micropython.split(".")[:2] if part.isdigit())
    if parts >= OLDEST_MICROPYTHON:
        return Check("micropython", True, f"MicroPython {state.micropython}.")
    oldest = ".".join(str(part) for part in OLDEST_MICROPYTHON)
    return Check(
        "micropython",
        False,
        f"MicroPython {state.micropython} is older than {oldest}: put a newer .uf2 on the Pico, then run "
        "`slamomatic flash`.",
    )


def _firmware(state: UnitState) -> Check:
    ours = version_of(firmware_files())
    if state.firmware == ours:
        return Check("firmware", True, f"Version {ours}, as here.")
    return Check("firmware", False, f"Version {state.firmware}, and here is {ours}: run `slamomatic flash`.")


def _pressed(units: Units, paddle: int, say: Say) -> Check:
    """Ask for one paddle; another one answering in its place is a swapped wire."""
    name = PADDLES[paddle].name
    units.drain()
    say(f"Press the {name} paddle once ...")
    give_up = time.monotonic() + PRESS_S
    while time.monotonic() < give_up:
        for news in units.drain():
            if isinstance(news, PaddleEvent) and news.do is Do.DOWN:
                if news.paddle == paddle:
                    return Check(f"paddle {name}", True, f"Arrived after {news.delay_us / 1000:.1f} ms.")
                other = PADDLES[news.paddle].name
                hint = f"The {other} paddle's input answered: swap its wire with that of {name}."
                return Check(f"paddle {name}", False, hint)
        time.sleep(0.005)
    return Check(
        f"paddle {name}",
        False,
        f"Nothing within {PRESS_S:.0f} s: look at its plug, its wire, and whether its switch closes "
        "(with a meter, or `slamomatic bench monitor`).",
    )
