"""The lines that a host hears from an emulated Pico started from a given flash, in emulated time."""

from __future__ import annotations

from slamomatic.emulator.chip import OneBiteWatchdog
from slamomatic.emulator.image import find_image
from slamomatic.emulator.pico import Pico
from slamomatic.units.conversation import Conversation, Stage
from slamomatic.units.unit_record import UnitRecord

STEP_US = 1_000
LIMIT_US = 20_000_000  # compiling the firmware takes three seconds
STAYS_US = 100_000  # what was heard is still so then: nothing runs in circles


def heard_at_boot(flash: bytes) -> str:
    """The trouble that the table would show, or `connected` and the firmware's version."""
    pico = Pico(find_image(), {})
    pico.chip.flash[: len(flash)] = flash
    pico.power_on()
    pico.run_until(lambda: pico.host.connected)
    talk = Conversation(UnitRecord("the unit"), lambda _: None)
    talk.opened(round(pico.now_us))
    end_us = pico.now_us + LIMIT_US
    while pico.now_us < end_us and not talk.trouble and talk.stage is not Stage.LIVE:
        _turn(pico, talk)
    said = _verdict(talk)
    end_us = pico.now_us + STAYS_US
    while pico.now_us < end_us:
        _turn(pico, talk)
    watchdog = pico.chip.watchdog
    assert isinstance(watchdog, OneBiteWatchdog)
    if watchdog.bites or not pico.host.connected or _verdict(talk) != said:
        return f"it does not stay so: {said}, then {_verdict(talk)}"
    return said


def _turn(pico: Pico, talk: Conversation) -> None:
    pico.run_us(STEP_US)
    now_us = round(pico.now_us)
    data = pico.host.take()
    if data:
        talk.feed(data, now_us)
    talk.tick(now_us)
    pico.host.write(talk.take_output())
    if talk.dead(now_us):
        talk.opened(now_us)


def _verdict(talk: Conversation) -> str:
    if talk.trouble:
        return talk.trouble
    hello = talk.record.hello
    return f"connected {hello.firmware}" if hello and talk.stage is Stage.LIVE else "nothing"
