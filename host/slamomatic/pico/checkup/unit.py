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
from slamomatic.words import Sentence, gettext, said

ANSWER_S = 8.0  # a unit found at the prompt is started again, which takes a while
PRESS_S = 20.0

Say = Callable[[str], None]


def unit_checks(units: Units, walk: bool, say: Say, answer_s: float = ANSWER_S) -> Iterator[Check]:
    """Of the first unit of `units`; the walk asks for each paddle in turn."""
    units.start()
    try:
        state = _wait_for_unit(units, answer_s)
        yield Check(Sentence("unit"), state.link is Link.CONNECTED, _unit_hint(state))
        if state.link is not Link.CONNECTED:
            return
        yield _micropython(state)
        yield _firmware(state)
        faults = " ".join(said(fault.text) for fault in state.faults)
        yield Check(Sentence("faults"), not state.faults, faults or Sentence("None."))
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
        return Sentence("{unit} answers: {accuracy}.", unit=state.name, accuracy=state.accuracy)
    return state.text


def _micropython(state: UnitState) -> Check:
    parts = tuple(int(part) for part in state.micropython.split(".")[:2] if part.isdigit())
    if parts >= OLDEST_MICROPYTHON:
        return Check("micropython", True, Sentence("MicroPython {version}.", version=state.micropython))
    oldest = ".".join(str(part) for part in OLDEST_MICROPYTHON)
    return Check(
        "micropython",
        False,
        Sentence(
            "MicroPython {version} is older than {oldest}. Put a newer .uf2 on the Pico, then run "
            "`slamomatic flash`.",
            version=state.micropython,
            oldest=oldest,
        ),
    )


def _firmware(state: UnitState) -> Check:
    ours = version_of(firmware_files())
    if state.firmware == ours:
        return Check("firmware", True, Sentence("Version {version}, the same as here.", version=ours))
    hint = Sentence(
        "The unit has version {theirs}, but this program has {ours}. Run `slamomatic flash`.",
        theirs=state.firmware,
        ours=ours,
    )
    return Check("firmware", False, hint)


def _pressed(units: Units, paddle: int, say: Say) -> Check:
    """Ask for one paddle; another one answering in its place is a swapped wire."""
    name = Sentence(PADDLES[paddle].name)
    check = Sentence("paddle {name}", name=name)
    units.drain()
    say(gettext("Press the {paddle} paddle once …", paddle=said(name)))
    give_up = time.monotonic() + PRESS_S
    while time.monotonic() < give_up:
        for news in units.drain():
            if isinstance(news, PaddleEvent) and news.do is Do.DOWN:
                if news.paddle == paddle:
                    after = f"{news.delay_us / 1000:.1f}"
                    return Check(check, True, Sentence("It answered after {after} ms.", after=after))
                other = Sentence(PADDLES[news.paddle].name)
                hint = Sentence(
                    "The {other} paddle's input answered: swap its wire with that of {paddle}.",
                    other=other,
                    paddle=name,
                )
                return Check(check, False, hint)
        time.sleep(0.005)
    return Check(
        check,
        False,
        Sentence(
            "Nothing came within {seconds} s. Check its plug and its wire. Does its switch close? A meter or "
            "`slamomatic bench monitor` shows it.",
            seconds=f"{PRESS_S:.0f}",
        ),
    )
