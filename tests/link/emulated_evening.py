"""Slaps on the emulated Pico with the real firmware, a bad wire between it and the host; what came of it."""

from __future__ import annotations

import random
from pathlib import Path

from link.emulated_pico import EmulatedPico
from link.relay import Relay
from link.waiting import Listener
from slamomatic.bench.scripted_unit import Damage
from slamomatic.unit.base import Do, What
from slamomatic.unit.serial_unit import SerialUnit
from slamomatic.unit.sources import OnePort

PATIENCE_S = 120.0  # a busy machine emulates slowly
BAD_BYTES = 0.01


def emulated_evening(seed: int, folder: Path, pico: EmulatedPico, slaps: int = 8) -> list[str]:
    """What is wrong with it: slaps lost, doubled or out of order. No restart happens here."""
    chance = random.Random(seed)
    third = BAD_BYTES / 3 * chance.choice((0, 1))
    with Relay(folder, pico.port) as relay:
        unit = SerialUnit(OnePort(str(relay.port)))
        heard = Listener(unit)
        unit.start()
        try:
            if not heard.hears(lambda: bool(heard.texts(What.CONNECTED)), PATIENCE_S):
                return ["it never connected"]
            relay.damage = Damage(random.Random(seed), third, third, third)
            slapped = []
            for _ in range(slaps):
                _accident(chance, relay)
                paddle = chance.randrange(4)
                pico.slap(paddle)
                slapped.append(paddle)
                heard.news += unit.drain()
            relay.plug_in()
            relay.damage = Damage(random.Random(0))
            heard.hears(lambda: len(heard.events) >= 2 * slaps, PATIENCE_S)
            heard.hears(lambda: False, 0.5)  # nothing comes twice, later
        finally:
            unit.stop()
    found = [f"told {what}" for what in (What.RESTARTED, What.GONE) if heard.texts(what)]
    for do in (Do.DOWN, Do.UP):
        arrived = [event.paddle for event in heard.events if event.do is do]
        if arrived != slapped:
            found.append(f"{do}: slapped {slapped}, arrived {arrived}")
    downs = [event for event in heard.events if event.do is Do.DOWN]
    if downs != sorted(downs, key=lambda event: event.t_us):
        found.append("out of order")
    return found


def _accident(chance: random.Random, relay: Relay) -> None:
    fate = chance.random()
    if fate < 0.2:
        relay.unplug()
    elif fate < 0.5:
        relay.plug_in()
    elif fate < 0.65:
        relay.stall(chance.uniform(0.1, 4.0))
