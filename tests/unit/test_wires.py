"""`doctor --wires`: twenty-two mistakes that a builder makes, each wired to a Pico's pins and named.

The Python that the doctor sends runs on the emulated Pico, and, for many boards, on pins alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from slamomatic.emulator.pico import Pico
from slamomatic.errors import UserError
from slamomatic.pico.checkup import Check, wires
from slamomatic.words import Sentence
from support.length import count
from support.wired_pico import (
    GROUND,
    SUPPLY,
    Contact,
    PlainPico,
    WiredPico,
    Wiring,
    carrier,
    point_to_point,
)
from unit.emulated import unit

COLOURS = ("red", "yellow", "green", "blue")


def swapped() -> Wiring:
    return Wiring([Contact(GROUND, made=gpio) for gpio in (3, 2, 4, 5)])


def three_in_a_circle() -> Wiring:
    return Wiring([Contact(GROUND, made=gpio) for gpio in (3, 4, 2, 5)])


def lead_cut() -> Wiring:
    return Wiring([Contact(GROUND, made=None), *point_to_point().switches[1:]])


def solder_to_ground() -> Wiring:
    wiring = point_to_point()
    wiring.join(2, GROUND)
    return wiring


def screw_too_far() -> Wiring:
    wiring = point_to_point()
    wiring.switches[2] = Contact(GROUND, made=4, rest=4)  # closed, pressed or not
    return wiring


def two_inputs_joined() -> Wiring:
    wiring = point_to_point()
    wiring.join(2, 3, 2.0)
    return wiring


def normally_closed() -> Wiring:
    wiring = point_to_point()
    wiring.switches[1] = Contact(GROUND, rest=3)
    return wiring


def cold_joint() -> Wiring:
    wiring = point_to_point()
    wiring.cold.add(3)
    return wiring


def at_a_touch_pin() -> Wiring:
    wiring = point_to_point()
    wiring.switches[0] = Contact(GROUND, made=6)
    return wiring


def counted_one_too_few() -> Wiring:
    wiring = point_to_point()
    wiring.switches[0] = Contact(GROUND, made=1)
    return wiring


def all_one_further() -> Wiring:
    return Wiring([Contact(GROUND, made=gpio) for gpio in (3, 4, 5, GROUND)])


def black_on_a_signal() -> Wiring:
    wiring = point_to_point()
    wiring.switches[0] = Contact(1, made=2)
    return wiring


def black_on_the_supply() -> Wiring:
    wiring = point_to_point()
    wiring.switches[3] = Contact(SUPPLY, made=5)
    return wiring


def no_ground_at_all() -> Wiring:
    return Wiring([Contact("the blacks, joined to each other only", made=gpio) for gpio in (2, 3, 4, 5)])


def two_leads_in_one_hole() -> Wiring:
    return Wiring([Contact(GROUND, made=gpio) for gpio in (2, 2, 4, 5)])


def led_on_an_input() -> Wiring:
    wiring = point_to_point()
    wiring.leds.append(5)
    return wiring


def input_on_the_supply() -> Wiring:
    wiring = point_to_point()
    wiring.join(4, SUPPLY)
    return wiring


def colour_on_the_supply() -> Wiring:
    wiring = point_to_point()
    wiring.switches[0] = Contact(GROUND, made=SUPPLY)
    return wiring


def pin_lifted() -> Wiring:
    wiring = carrier()
    wiring.resistors = [path for path in wiring.resistors if 3 not in path[:2]]
    return wiring


def no_pull_up() -> Wiring:
    wiring = carrier()
    wiring.resistors.remove((SUPPLY, "lead 4", 2200.0))
    return wiring


def jumpers_on() -> Wiring:
    wiring = carrier()
    for n, gpio in enumerate((2, 3, 4, 5)):
        wiring.join(16 + n, f"lead {gpio}", 330.0)
    return wiring


def plugs_swapped() -> Wiring:
    wiring = carrier()
    wiring.switches[1].made, wiring.switches[3].made = "lead 5", "lead 3"
    return wiring


# mistake -> who has it, and the sentence that names it
MISTAKES: dict[str, tuple[Callable[[], Wiring], dict[str, str]]] = {
    "two swapped": (swapped, {"red": wires.SWAPPED, "yellow": wires.SWAPPED}),
    "three in a circle": (three_in_a_circle, dict.fromkeys(COLOURS[:3], wires.SWAPPED)),
    "a lead is cut": (lead_cut, {"red": wires.NOTHING}),
    "solder to ground": (solder_to_ground, {"red": wires.STUCK}),
    "grub screw too far": (screw_too_far, {"green": wires.STUCK}),
    "two inputs joined": (two_inputs_joined, {"red": wires.BRIDGED, "yellow": wires.BRIDGED}),
    "NC instead of NO": (normally_closed, {"yellow": wires.NORMALLY_CLOSED}),
    "a cold joint": (cold_joint, {"blue": wires.COMES_AND_GOES}),
    "at a touch pin": (at_a_touch_pin, {"red": wires.ELSEWHERE}),
    "counted one too few": (counted_one_too_few, {"red": wires.ELSEWHERE}),
    "all one further": (all_one_further, dict.fromkeys(COLOURS, wires.SHIFTED)),
    "black on a signal": (black_on_a_signal, {"red": wires.BLACK_ON_PIN}),
    "black on 3.3 V": (black_on_the_supply, {"blue": wires.BLACK_ON_SUPPLY}),
    "no ground at all": (no_ground_at_all, dict.fromkeys(COLOURS, wires.NO_GROUND)),
    "two leads in one hole": (two_leads_in_one_hole, {"yellow": wires.SHARED}),
    "an LED on an input": (led_on_an_input, {"blue": wires.LEAKS}),
    "an input on 3.3 V": (input_on_the_supply, {"green": wires.INPUT_ON_SUPPLY}),
    "a colour on 3.3 V": (colour_on_the_supply, {"red": wires.POWER_LOST}),
    "a lifted pin": (pin_lifted, {"yellow": wires.LIFTED}),
    "no pull-up": (no_pull_up, {"green": wires.NO_PULL_UP}),
    "jumpers on": (jumpers_on, dict.fromkeys(COLOURS, wires.JIG)),
    "plugs swapped": (plugs_swapped, {"yellow": wires.SWAPPED, "blue": wires.SWAPPED}),
}
RIGHT = {"point-to-point": point_to_point, "carrier": carrier}
ON_THE_EMULATOR = ("a lifted pin",)  # the others are there, and are right


def looked_at(wiring: Wiring, board: int, emulated: bool) -> list[Check]:
    """Return the doctor's checks of this wiring; a hand holds down each paddle that the doctor asks for."""
    pico: Pico | PlainPico
    run_on: Callable[[str], str]
    if emulated:
        it = unit()
        it.interrupt()
        pico, run_on = it.pico, partial(it.exec, limit_ms=60_000)
    else:
        pico = PlainPico()
        run_on = pico.run
    wired = WiredPico(pico, wiring, Random(board))
    asked: list[int] = []

    def run(code: str) -> str:
        said = run_on(code) if wired.powered else ""
        if not wired.powered:
            raise UserError("The port is gone.")
        return said

    def hear(sentence: str) -> None:
        if asked:
            wired.release(asked[-1])
        if sentence.startswith("Hold"):
            asked.append(next(n for n, colour in enumerate(COLOURS) if colour in sentence))
            wired.press(asked[-1])

    hold_s = count(0.4, 0.8) if emulated else 0.8
    return list(wires.look_at_wires(run, hear, wires.Pins.of_firmware(), hold_s))


def named(checks: list[Check]) -> dict[str, str]:
    """By colour the sentence of each check that is not well."""
    hints = {check.name.split()[-1]: check.hint for check in checks if not check.ok}
    return {colour: hint.one for colour, hint in hints.items() if isinstance(hint, Sentence)}


@pytest.mark.parametrize("build", RIGHT)
def test_a_unit_that_is_wired_right_is_said_to_be(build: str) -> None:
    for board in range(count(5, 200)):
        checks = looked_at(RIGHT[build](), board, emulated=False)
        assert [check.ok for check in checks] == [True] * 4, (board, checks)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_on_every_board(name: str) -> None:
    build, wanted = MISTAKES[name]
    for board in range(count(3, 50)):
        assert named(looked_at(build(), board, emulated=False)) == wanted, board


@pytest.mark.emulator
@pytest.mark.long
@pytest.mark.parametrize("build", RIGHT)
def test_the_emulated_unit_is_wired_right(build: str) -> None:
    checks = looked_at(RIGHT[build](), 0, emulated=True)
    assert [check.ok for check in checks] == [True] * 4, checks


@pytest.mark.emulator
@pytest.mark.parametrize(
    "name", [n if n in ON_THE_EMULATOR else pytest.param(n, marks=pytest.mark.long) for n in MISTAKES]
)
def test_a_mistake_is_named_on_the_emulated_unit(name: str) -> None:
    build, wanted = MISTAKES[name]
    assert named(looked_at(build(), 0, emulated=True)) == wanted
