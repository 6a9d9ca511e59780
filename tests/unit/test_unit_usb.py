"""A computer that sleeps, resets the bus, or lets a stranger open the port: no slap is lost or told twice."""

from __future__ import annotations

import random

import pytest

from support.length import count
from unit.emulated import Unit, configured, unit
from unit.test_unit_features import lit

pytestmark = pytest.mark.emulator

TIMES = count(4, 50)
_BULK_IN = 0x88000000  # an endpoint's control: enabled, and its kind
_INTERRUPT_IN = 0x8C000000
_WAITS = 0x400


class Evening:
    """A host that asks again after every break, and the slaps meanwhile."""

    def __init__(self, it: Unit) -> None:
        self.it = it
        self.chance = random.Random(11)
        self.heard: dict[int, list[str]] = {}
        self.slapped: list[tuple[int, float]] = []

    def slap(self) -> None:
        paddle = self.chance.randrange(4)
        self.slapped.append((paddle, self.it.press(paddle, 2_000)))
        self.it.run_ms(110)

    def listen(self) -> None:
        """Take what has come; a number that comes again must say the same again."""
        self.it.run_ms(5)
        for event in self.it.events():
            seq = int(event[1])
            assert self.heard.setdefault(seq, event) == event
        self.it.cover()

    def reconnect(self) -> None:
        """As the link does: HELLO, then everything from the first number that is missing."""
        self.listen()
        hello = self.it.ask("HELLO,1", "HELLO,", limit_ms=2_000)
        missing = next(seq for seq in range(1, int(hello[13]) + 1) if seq not in self.heard)
        if missing < int(hello[13]):
            self.it.ask(f"SINCE,{missing}", "OK,SINCE")
        for _ in range(40):
            self.listen()
            if len(self.heard) >= int(hello[13]) - 1:
                break

    def check(self) -> None:
        """Every slap was heard once, under numbers without a gap, in its place and at its time."""
        assert sorted(self.heard) == list(range(1, len(self.heard) + 1))
        downs = [event for _, event in sorted(self.heard.items()) if event[0] == "DOWN"]
        assert [int(event[2]) for event in downs] == [paddle for paddle, _ in self.slapped]
        for event, (_, at_us) in zip(downs, self.slapped, strict=True):
            assert int(event[3]) == pytest.approx(at_us, abs=2)
        assert not [event for event in self.heard.values() if event[0] == "FAULT"]


def test_a_computer_that_sleeps_loses_no_slap_and_hears_none_twice() -> None:
    it = unit()
    evening = Evening(it)
    for number in range(TIMES):
        evening.slap()
        evening.listen()
        it.host.suspend()
        it.run_ms(evening.chance.choice([5, 30, 400]))
        it.lines.clear()
        for _ in range(evening.chance.choice([0, 1, 6])):
            evening.slap()
        assert not it.lines, "somebody was told while nobody listened"
        it.host.resume()
        if number % 2:
            it.run_ms(1_200)  # a host that only listens
            it.cover()
            it.run_ms(50)
        evening.reconnect()
        assert not it.console, "the unit began again"
    evening.slap()
    evening.reconnect()
    evening.check()


@pytest.mark.long
def test_a_night_of_sleep_leaves_the_watchdog_and_the_slaps_alone() -> None:
    """Many more events than are out at a time: MicroPython would wait for ever to write them."""
    it = unit()
    evening = Evening(it)
    it.host.suspend()
    for _ in range(40):
        evening.slap()
    it.run_ms(30_000)
    it.host.resume()
    assert not it.lines
    evening.reconnect()
    evening.check()
    assert it.pico.chip.watchdog.bites == 0


def test_while_the_computer_sleeps_the_unit_is_dark_and_then_shows_what_was_painted() -> None:
    it = configured({"lights": "leds"})
    it.say("LIGHTS,ff0000,000000,00ff00,000000")
    it.run_ms(50)
    assert lit(it) == [True, False, True, False]
    it.host.suspend()
    it.run_ms(400)
    assert lit(it) == [False] * 4
    it.host.resume()
    it.say("PING,x")
    it.run_ms(400)
    assert lit(it) == [True, False, True, False]


def test_a_bus_that_is_reset_loses_no_slap_and_tells_none_twice() -> None:
    it = unit()
    evening = Evening(it)
    for _ in range(TIMES):
        evening.slap()
        it.host.reset_bus()
        evening.slap()
        it.pico.run_until(lambda: it.host.connected)
        evening.slap()
        evening.reconnect()
    evening.check()


# Bytes of programs that try every port: for modems, a terminal, for 3D printers and for GPS receivers.
RUDE = (
    b"AT\r\nATZ\r\nAT+CGMM\r\n",
    b"ATE1 E0\rAT+GCAP\r",
    bytes.fromhex("7e0078f07e 7e00 0c 14"),
    b"M115\nM105\n",
    b"$PSTMGETSWVER\r\n$PMTK605*31\r\n",
    b"\x1b[A\x1b[6n\xff\xfd\x18",
    b"",
)


def test_strangers_who_open_the_port_do_no_harm() -> None:
    it = unit()
    evening = Evening(it)
    for number in range(TIMES):
        evening.slap()
        it.host.port_open = False
        it.run_ms(5)
        it.host.port_open = True
        it.run_ms(20)
        it.host.set_line_coding(evening.chance.choice([9_600, 115_200, 300]))
        it.run_ms(5)
        it.host.write(RUDE[number % len(RUDE)])
        evening.slap()
        it.pump()
        it.lines.clear()  # the stranger has read it, and says nothing of it
        it.host.port_open = False
        evening.slap()
        it.host.port_open = True
        it.run_ms(20)
        evening.reconnect()
    evening.check()
    assert it.ask("GET,hold_us", "OK,GET")[3] == "100"


ENDPOINTS = f"""
from array import array
import uctypes
from slap import sleep
memory = array("I", [0] * 64)
usb = array("I", [uctypes.addressof(memory), 0])
print(sleep._waits(usb))
for number in (1, 2, 3, 15):
    for half in (0, 16):
        memory[2 * number] = {_BULK_IN}
        memory[32 + 2 * number] = {_WAITS} << half
        print(sleep._waits(usb))
    memory[2 * number] = {_INTERRUPT_IN}
    print(sleep._waits(usb))
    memory[2 * number] = memory[32 + 2 * number] = 0
print(sleep._waits(usb))
"""


def test_the_endpoint_of_the_port_is_found_whichever_it_is() -> None:
    """Data that wait at an interrupt endpoint are not the port's."""
    it = unit()
    it.interrupt()
    assert it.exec(ENDPOINTS).split() == ["0", *["1", "1", "0"] * 4, "0"]
