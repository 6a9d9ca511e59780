"""`slamomatic doctor --wires`: names a builder's mistake by looking at every pin of the Pico.

The firmware is stopped meanwhile. A few lines of Python run on the Pico and look at its pins: pulled up,
pulled down, and with each one low in turn. What they saw comes back as JSON. What it means is decided here,
without a Pico: `findings` is pure.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from slamomatic.errors import UserError
from slamomatic.firmware_files import GROUND_PINS, PICO_PIN, firmware_pins
from slamomatic.paddles import PADDLES
from slamomatic.pico.checkup import Check, Say
from slamomatic.words import N_, Sentence, gettext, said

HOLD_S = 20.0  # how long the Pico waits for a paddle to be held down
GROUNDS = ", ".join(map(str, GROUND_PINS))

LOOKS = 25  # while a paddle is held: a third of a second
OPEN_LOOKS = 3  # so many looks at an open contact are no static

# Runs on the Pico. `look` returns three things: the pins that a pull-up makes high, the paddles' pins that
# stay high against a pull-down (one that is joined to another is not asked: the other's pull-up would hold
# it), and which pins follow when a paddle's is low. A pin is driven for some microseconds only. `leaks`
# returns the paddles' pins that can be made high and don't stay so by themselves. `watch` waits until the
# paddle before is up again, then until the pins look otherwise: one look or two are static. GP23 to GP25 are
# the board's own; all levels together stand in the register SIO_GPIO_IN.
ON_THE_PICO = """
import json, time
from machine import Pin, mem32
OTHERS = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(29) if not 23 <= n <= 25]
PINS = [(n, Pin(n)) for n in {paddles!r}]
def look():
 for n, pin in PINS: pin.init(Pin.IN, Pin.PULL_UP)
 time.sleep_us(300)
 up = mem32[0xd0000004] & 0x1c7fffff
 high = 0
 links = []
 for n, pin in PINS:
  if up >> n & 1:
   pin.init(Pin.OUT, value=0)
   time.sleep_us(20)
   low = up & ~mem32[0xd0000004] & ~(1 << n)
   if low: links.append([n, low])
   else:
    pin.init(Pin.IN, Pin.PULL_DOWN)
    time.sleep_us(150)
    high |= pin.value() << n
   pin.init(Pin.IN, Pin.PULL_UP)
   time.sleep_us(150)
 return [up, high, links]
def leaks():
 found = 0
 for n, pin in PINS:
  pin.init(Pin.OUT, value=1)
  time.sleep_us(10)
  forced = pin.value()
  pin.init(Pin.IN, None)
  time.sleep_ms(2)
  if forced and not pin.value(): found |= 1 << n
  pin.init(Pin.IN, Pin.PULL_UP)
 return found
def some(count):
 seen = []
 for _ in range(count):
  seen.append(look())
  time.sleep_ms(8)
 return seen
def watch(rest, count, limit_ms):
 start = time.ticks_ms()
 same = 0
 while same < 3 and time.ticks_diff(time.ticks_ms(), start) < 1500:
  same = same + 1 if look() == rest else 0
  time.sleep_ms(8)
 while time.ticks_diff(time.ticks_ms(), start) < limit_ms:
  if look() != rest:
   seen = some(count)
   if sum(one != rest for one in seen) > count // 4: return seen
  time.sleep_ms(8)
 return []
def tell(what): print(json.dumps(what))
"""


GPIOS = 29  # pins of the RP2040 that a program can use: GP0 to GP28


@dataclass(frozen=True, slots=True)
class Look:
    """All pins at one moment, a bit for each GPIO."""

    up: int  # high with the Pico's pull-up: neither switch nor bridge joins the pin to ground
    high: int  # high against the Pico's pull-down: something outside pulls the pin up
    links: frozenset[tuple[int, int]] = frozenset()  # pins that are low when another one is


@dataclass(frozen=True, slots=True)
class Held:
    """All looks while the builder was to hold one paddle down."""

    looks: tuple[Look, ...] = ()
    power_lost: bool = False

    def steady(self, rest: Look) -> Look | None:
        """Return the most frequent look that differs from rest; None if all are like rest."""
        other = Counter(look for look in self.looks if look != rest)
        return other.most_common(1)[0][0] if other else None

    def comes_and_goes(self, rest: Look) -> bool:
        """Return whether the contact opened again while it was held.

        Three open looks before the last closed one are too many for static.
        """
        closed = [look != rest for look in self.looks]
        while closed and not closed[-1]:  # the hand has lifted by then
            closed.pop()
        return closed.count(False) >= OPEN_LOOKS


@dataclass(frozen=True, slots=True)
class Pins:
    """The GPIOs that the firmware uses, in paddle order."""

    paddles: tuple[int, ...]
    jig: tuple[int, ...]

    @classmethod
    def of_firmware(cls) -> "Pins":
        table = firmware_pins()
        return cls(tuple(table["paddles"]), tuple(table["jig"]))


RIGHT = N_("Its lead is right: pin {pin}.")
SWAPPED = N_("Its coloured wire is in pin {found}, where that of {other} belongs. Move it to pin {pin}.")
ELSEWHERE = N_("Its coloured wire is in pin {found}. Move it to pin {pin}.")
SHARED = N_("Its coloured wire is in pin {found}, together with that of {other}. Move it to pin {pin}.")
SHIFTED = N_("All leads sit one pin too far from the USB socket. Count again: {pins}.")
NOTHING = N_(
    "Nothing changes as you press. Its coloured wire does not reach pin {pin}, or its black one no ground: "
    "look for a broken lead and for bad joints. At the switch, use C and NO."
)
NO_GROUND = N_("No paddle does anything. Join the black wires to ground (pins {grounds}), then try again.")
STUCK = N_(
    "Pin {pin} is joined to ground all the time. Turn the grub screw three turns out and try again. If that "
    "does not help, look for solder between pin {pin} and its neighbours."
)
NORMALLY_CLOSED = N_(
    "It is closed at rest and opens as you press: its coloured wire is at NC. Move it to NO, the middle "
    "terminal of the switch."
)
BRIDGED = N_("Pins {pin} and {other} are joined. Look for solder or a bare wire between them.")
COMES_AND_GOES = N_(
    "The contact comes and goes while you hold the paddle: a cold joint, or a lead that is broken inside. "
    "Solder both ends again."
)
BLACK_ON_PIN = N_("Its black wire is in pin {found}, which is no ground. Move it to one of {grounds}.")
BLACK_ON_SUPPLY = N_("Its black wire is on 3.3 V, pin 36. Move it to one of {grounds}.")
INPUT_ON_SUPPLY = N_(
    "Unplug the unit now. Pin {pin} is joined to 3.3 V: look for solder, or for a wire in pin 36."
)
POWER_LOST = N_(
    "The Pico lost its power as you pressed, so the switch joins its supply to ground. Unplug it. "
    "Move the coloured wire to pin {pin} and the black one to one of {grounds}."
)
LEAKS = N_(
    "Something besides a switch hangs on pin {pin}: an LED, or dirt between the pins. Take it off and clean "
    "the joint."
)
JIG = N_("The jumpers of the self-test are on. Take them off.")
NO_PULL_UP = N_("R{resistor} of the carrier does not reach pin {pin}. Solder it again.")
LIFTED = N_("Pin {pin} of the Pico does not reach the carrier. Solder it again, and R{resistor} beside it.")
HOLD = N_("Hold the {paddle} paddle down until the next line …")
HANDS_OFF = N_("Take your hands off all paddles …")


def look_at_wires(run: Callable[[str], str], say: Say, pins: Pins, hold_s: float = HOLD_S) -> Iterator[Check]:
    """Look at all pins at rest and while each paddle is held; yield what is right or wrong for each paddle.

    `run` runs Python on the Pico and returns what it prints. A loss of power ends the looks.
    """
    say(gettext(HANDS_OFF))
    rests, leaks = json.loads(
        _last_json_line(run(ON_THE_PICO.format(paddles=pins.paddles) + "tell([some(5),leaks()])\n"))
    )
    rest = Counter(_parsed_look(each) for each in rests).most_common(1)[0][0]
    held = []
    for paddle in range(len(pins.paddles)):
        if rest.high >> pins.paddles[paddle] & 1 and not _on_carrier(rest, pins):
            held.append(Held())  # not asked for: pressed, it would short the supply
            continue
        say(gettext(HOLD, paddle=said(Sentence(PADDLES[paddle].name))))
        held.append(_held(run, rest, pins, hold_s))
        if held[-1].power_lost:
            break
    for paddle, (ok, hint) in enumerate(findings(rest, leaks, held, pins)):
        name = Sentence(PADDLES[paddle].name)
        yield Check(Sentence("wires of {name}", name=name), ok, hint)


def _held(run: Callable[[str], str], rest: Look, pins: Pins, hold_s: float) -> Held:
    """Return all looks while one paddle is held; if the Pico does not answer, it has lost its power."""
    rest_on_pico = [rest.up, rest.high, _links_for_pico(rest.links)]
    call = f"tell(watch({rest_on_pico!r},{LOOKS},{int(hold_s * 1000)}))\n"
    try:
        told = run(ON_THE_PICO.format(paddles=pins.paddles) + call)
    except UserError:
        return Held(power_lost=True)
    return Held(tuple(_parsed_look(each) for each in json.loads(_last_json_line(told))))


def _last_json_line(told: str) -> str:
    """Return the last line that looks like JSON; a console may have printed others before it."""
    return next(line for line in reversed(told.splitlines()) if line.strip().startswith("["))


def _parsed_look(told: Sequence[object]) -> Look:
    """Return a look from the Pico's JSON: the words `up` and `high` of a Look, and its links.

    Bit n of a word is pin n. A link is told as a pin with the word of the pins that it pulls low.
    """
    up, high, links = told
    assert isinstance(up, int) and isinstance(high, int) and isinstance(links, list)
    pairs = {(n, other) for n, low in links for other in range(GPIOS) if low >> other & 1}
    return Look(up, high, frozenset(pairs))


def _links_for_pico(links: frozenset[tuple[int, int]]) -> list[list[int]]:
    """Return links in the form that the Pico uses: each pin with a word of the pins that follow it."""
    words: dict[int, int] = {}
    for n, other in sorted(links):
        words[n] = words.get(n, 0) | 1 << other
    return [[n, word] for n, word in words.items()]


def _on_carrier(rest: Look, pins: Pins) -> bool:
    """Return whether the unit has the carrier's pull-ups: at least two inputs stay high at rest."""
    return sum(rest.high >> gpio & 1 for gpio in pins.paddles) >= 2


Finding = tuple[bool, Sentence]


def findings(rest: Look, leaks: int, held: Sequence[Held], pins: Pins) -> list[Finding]:
    """Return for each paddle that was looked at whether its wires are right, and a sentence.

    All leads shifted by a pin, and no lead at ground, are one mistake: then all get the same sentence.
    """
    answers = [_pins_pulled_low(rest, one) for one in held]
    if _shifted(answers, pins):
        where = ", ".join(str(PICO_PIN[gpio]) for gpio in pins.paddles)
        return [(False, Sentence(SHIFTED, pins=where))] * len(held)
    found = [_finding(paddle, rest, leaks, held, answers, pins) for paddle in range(len(held))]
    if len(found) == len(pins.paddles) > 1 and all(hint.one == NOTHING for _, hint in found):
        return [(False, Sentence(NO_GROUND, grounds=GROUNDS))] * len(found)
    return found


def _pins_pulled_low(rest: Look, held: Held) -> frozenset[int]:
    """Return the pins that went low as the paddle was held."""
    steady = held.steady(rest)
    gone = rest.up & ~steady.up if steady else 0
    return frozenset(gpio for gpio in range(GPIOS) if gone >> gpio & 1)


def _shifted(answers: Sequence[frozenset[int]], pins: Pins) -> bool:
    """Return whether all leads sit one pin too far.

    Then each paddle answers at the next one's pin, and the last one nowhere.
    """
    wanted = [frozenset({gpio}) for gpio in pins.paddles[1:]] + [frozenset()]
    return len(pins.paddles) > 2 and list(answers) == wanted


def _finding(
    paddle: int, rest: Look, leaks: int, held: Sequence[Held], answers: Sequence[frozenset[int]], pins: Pins
) -> Finding:
    """Return what is right or wrong with one paddle's wires, the most dangerous mistake first.

    Later checks rely on the earlier ones: a pin that is low at rest can't go low when pressed.
    """
    gpio, steady = pins.paddles[paddle], held[paddle].steady(rest)
    wrong = partial(_wrong, pin=PICO_PIN[gpio], grounds=GROUNDS)
    carrier, high = _on_carrier(rest, pins), bool(rest.high >> gpio & 1)
    if held[paddle].power_lost:
        return wrong(POWER_LOST)
    if high and not carrier:
        return wrong(INPUT_ON_SUPPLY)
    if _leaks(gpio, leaks, carrier, pins):
        return wrong(LEAKS)
    if not rest.up >> gpio & 1:
        return wrong(NORMALLY_CLOSED if steady and steady.up >> gpio & 1 else STUCK)
    joined = {other for one, other in rest.links if one == gpio}
    if joined & set(pins.jig):
        return wrong(JIG)
    if joined:
        return wrong(BRIDGED, other=PICO_PIN[min(joined)])
    if steady is None:
        return wrong(LIFTED, resistor=11 + paddle) if carrier and not high else wrong(NOTHING)
    if held[paddle].comes_and_goes(rest):
        return wrong(COMES_AND_GOES)
    if not answers[paddle]:
        return _never_low(gpio, rest, steady, wrong)
    if gpio not in answers[paddle]:
        return _elsewhere(paddle, min(answers[paddle]), answers, pins, wrong)
    if carrier and not high:
        return wrong(NO_PULL_UP, resistor=1 + paddle)
    return True, Sentence(RIGHT, pin=PICO_PIN[gpio])


def _leaks(gpio: int, leaks: int, carrier: bool, pins: Pins) -> bool:
    """Return whether something hangs on this pin: it loses its charge, and most others don't.

    If most do, the leads are long or the board is damp.
    """
    alike = sum(leaks >> other & 1 for other in pins.paddles)
    return bool(leaks >> gpio & 1) and not carrier and 2 * alike <= len(pins.paddles)


def _wrong(sentence: str, **fields: object) -> Finding:
    """Return a fault with the fields that its sentence has places for."""
    known = {name: value for name, value in fields.items() if "{" + name + "}" in sentence}
    return False, Sentence(sentence, **known)


def _never_low(gpio: int, rest: Look, steady: Look, wrong: Callable[..., Finding]) -> Finding:
    """Return the fault of a paddle that is held without any pin at ground: its black wire is elsewhere."""
    if steady.high >> gpio & 1 and not rest.high >> gpio & 1:
        return wrong(BLACK_ON_SUPPLY)
    others = {other for one, other in steady.links - rest.links if one == gpio}
    return wrong(BLACK_ON_PIN, found=PICO_PIN[min(others)]) if others else wrong(NOTHING)


def _elsewhere(
    paddle: int, found: int, answers: Sequence[frozenset[int]], pins: Pins, wrong: Callable[..., Finding]
) -> Finding:
    """Return the fault of a paddle that answers at the wrong pin `found`: another paddle's, or a free one."""
    owners: Mapping[int, int] = {gpio: number for number, gpio in enumerate(pins.paddles)}
    if found not in owners:
        return wrong(ELSEWHERE, found=PICO_PIN[found])
    other = owners[found]
    shared = other < len(answers) and found in answers[other]  # the other paddle answers there too
    name = Sentence(PADDLES[other].name)
    return wrong(SHARED if shared else SWAPPED, found=PICO_PIN[found], other=name)
