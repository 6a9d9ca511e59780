"""Slaps on the emulated Pico with the real firmware, on a bad wire and through restarts; what came of it."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from link.emulated_pico import EmulatedPico
from link.relay import Relay
from slamomatic.bench.link.scripted_unit import Damage
from slamomatic.units.base import Do, News, PaddleEvent, What
from slamomatic.units.serial_unit import SerialUnit
from slamomatic.units.sources import OnePort
from support.waiting import Listener

PATIENCE_S = 120.0  # a busy machine emulates slowly
BAD_BYTES = 0.01
Hand = tuple[Do, int]


def emulated_evening(seed: int, folder: Path, pico: EmulatedPico, slaps: int = 8) -> list[str]:
    """Say what is wrong: slaps lost, doubled or out of order although no restart was told."""
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
            boots: list[list[Hand]] = [[]]
            for _ in range(slaps):
                if _accident(chance, relay, pico):
                    boots.append([])
                paddle = chance.randrange(4)
                pico.slap(paddle)
                boots[-1] += [(Do.DOWN, paddle), (Do.UP, paddle)]
                heard.news += unit.drain()
            relay.plug_in()
            relay.damage = Damage(random.Random(0))
            heard.hears(lambda: _all_here(_heard_by_boot(heard.news), boots), PATIENCE_S)
            heard.hears(lambda: False, 0.5)  # nothing comes twice, later
        finally:
            unit.stop()
    found = [f"told {What.GONE}"] if heard.texts(What.GONE) else []
    arrived = _heard_by_boot(heard.news)
    if not _all_here(arrived, boots):
        found.append(f"slapped {boots}, arrived {arrived}")
    for before, after in itertools.pairwise(one for one in heard.news if _is_down_or_restart(one)):
        if isinstance(before, PaddleEvent) and isinstance(after, PaddleEvent) and after.t_us < before.t_us:
            found.append("out of order")
    return found


def _heard_by_boot(news: list[News]) -> list[list[Hand]]:
    heard: list[list[Hand]] = [[]]
    for one in news:
        if isinstance(one, PaddleEvent):
            heard[-1].append((one.do, one.paddle))
        elif one.what is What.RESTARTED:
            heard.append([])
    return heard


def _all_here(heard: list[list[Hand]], boots: list[list[Hand]]) -> bool:
    """All of the last boot, and of those before, if they were met at all, all up to when they ended."""
    if heard[-1] != boots[-1] or (len(heard) == 1) != (len(boots) == 1):
        return False
    left = iter(boots[:-1])
    return all(any(boot[: len(part)] == part for boot in left) for part in heard[:-1])


def _is_down_or_restart(one: News) -> bool:
    return one.do is Do.DOWN if isinstance(one, PaddleEvent) else one.what is What.RESTARTED


def _accident(chance: random.Random, relay: Relay, pico: EmulatedPico) -> bool:
    """Whether the unit began again."""
    fate = chance.random()
    if fate < 0.2:
        relay.unplug()
    elif fate < 0.5:
        relay.plug_in()
    elif fate < 0.65:
        relay.stall(chance.uniform(0.1, 4.0))
    elif fate < 0.72:
        pico.restart()
        return True
    return False
