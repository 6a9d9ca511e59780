"""Does the unit answer, with what firmware, and does each of its paddles arrive?"""

import time
from collections.abc import Callable, Iterator
from functools import partial

from slamomatic.errors import UserError
from slamomatic.firmware_files import firmware_files
from slamomatic.paddles import PADDLES
from slamomatic.pico.checkup.check import Check, looked_at
from slamomatic.pico.connected import OLDEST_MICROPYTHON, spoken
from slamomatic.pico.flashing import version_of
from slamomatic.units.base import PADDLES_PER_PICO, Do, Link, PaddleEvent
from slamomatic.units.merge import Units
from slamomatic.words import Sentence, gettext, said

ANSWER_S = 8.0  # a unit found at the prompt is started again, which takes a while
PRESS_S = 20.0

Say = Callable[[str], None]


def unit_checks(units: Units, walk: bool, say: Say, answer_s: float = ANSWER_S) -> Iterator[Check]:
    """Of the first unit of `units`; the walk asks for each paddle in turn."""
    with units:
        give_up = time.monotonic() + answer_s
        while (state := units.states()[0]).link is not Link.CONNECTED and time.monotonic() < give_up:
            time.sleep(0.05)
        if state.link is not Link.CONNECTED:
            yield Check(Sentence("unit"), False, state.text)
            return
        answers = Sentence("{unit} answers: {accuracy}.", unit=state.name, accuracy=state.accuracy)
        yield Check(Sentence("unit"), True, answers)
        yield looked_at("micropython", partial(_micropython, state.micropython))
        yield looked_at("firmware", partial(_firmware, state.firmware))
        faults = " ".join(said(fault.text) for fault in state.faults)
        yield Check(Sentence("faults"), not state.faults, faults or Sentence("None."))
        if walk:
            for paddle in range(PADDLES_PER_PICO):
                name = Sentence(PADDLES[paddle].name)
                yield looked_at(Sentence("paddle {name}", name=name), partial(_pressed, units, paddle, say))


def _micropython(version: str) -> str:
    if tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) < OLDEST_MICROPYTHON:
        raise UserError(
            "MicroPython {version} is older than {oldest}. Put a newer .uf2 on the Pico, then run "
            "`slamomatic flash`.",
            version=version,
            oldest=spoken(OLDEST_MICROPYTHON),
        )
    return Sentence("MicroPython {version}.", version=version)


def _firmware(theirs: str) -> str:
    ours = version_of(firmware_files())
    if theirs != ours:
        raise UserError(
            "The unit has version {theirs}, but this program has {ours}. Run `slamomatic flash`.",
            theirs=theirs,
            ours=ours,
        )
    return Sentence("Version {version}, the same as here.", version=ours)


def _pressed(units: Units, paddle: int, say: Say) -> str:
    """Ask for one paddle; another one answering in its place is a swapped wire."""
    name = Sentence(PADDLES[paddle].name)
    units.drain()
    say(gettext("Press the {paddle} paddle once …", paddle=said(name)))
    give_up = time.monotonic() + PRESS_S
    while time.monotonic() < give_up:
        for news in units.drain():
            if isinstance(news, PaddleEvent) and news.do is Do.DOWN:
                if news.paddle == paddle:
                    return Sentence("It answered after {after} ms.", after=f"{news.delay_us / 1000:.1f}")
                raise UserError(
                    "The {other} paddle's input answered: swap its wire with that of {paddle}.",
                    other=Sentence(PADDLES[news.paddle].name),
                    paddle=name,
                )
        time.sleep(0.005)
    raise UserError(
        "Nothing came within {seconds} s. Check its plug and its wire. Does its switch close? A meter or "
        "`slamomatic bench monitor` shows it.",
        seconds=f"{PRESS_S:.0f}",
    )
