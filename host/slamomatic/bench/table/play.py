"""The table under the stopwatch: a window with a game in it, and keys pressed at random moments."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from slamomatic.preferences import Preferences
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.window import Window
from slamomatic.table import opening
from slamomatic.table.clock import TableClock
from slamomatic.table.seats import Seat
from slamomatic.units.base import now_us
from slamomatic.units.keyboard import KeyboardUnit
from slamomatic.units.merge import Units

WARM_UP_S = 1.5  # the first drawing of each card is not the steady state
IDLE_S = 4.0


@dataclass
class Played:
    """The measurements of one game."""

    driver: str = ""
    seen_us: list[float] = field(default_factory=list)
    frames_us: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)


def _window(size: tuple[int, int], home: Path, bots: int) -> tuple[Window, TableScene]:
    """Open a window with a game of four seats, the last `bots` of them bots."""
    clock = TableClock()
    unit = Units([KeyboardUnit(clock=clock)], clock=clock)
    window = Window(unit, clock, Preferences(muted=True), home, size, 5)
    seats = [Seat(f"Seat {n}", n, "careful" if n >= 4 - bots else "") for n in range(4)]
    session = opening.begin("hands-down", seats, unit, clock, seed=5, home=home)
    return window, TableScene(window, session)


def play(size: tuple[int, int], seconds: float, home: Path) -> Played:
    """Play with three bots and a key at random moments, about ten a second; return the measured times."""
    window, scene = _window(size, home, 3)
    played = Played()
    waiting: list[int] = []  # when each key was pressed that no frame shows yet
    cpu = [time.thread_time()]  # at the last frame
    warm_us = now_us() + int(WARM_UP_S * 1e6)

    def measure_frame(started_us: int, flipped_us: int) -> None:
        """Note the times of a frame; it shows all keys pressed before it began."""
        if flipped_us < warm_us:
            waiting.clear()
            return
        played.frames_us.append(flipped_us - started_us)
        played.cpu_us.append((time.thread_time() - cpu[0]) * 1e6)
        cpu[0] = time.thread_time()
        while waiting and waiting[0] < started_us:
            played.seen_us.append(flipped_us - waiting.pop(0))

    def press() -> None:
        chance = random.Random(3)
        time.sleep(WARM_UP_S)
        ends = time.monotonic() + seconds
        down = False
        while time.monotonic() < ends or not played.seen_us:  # a very busy machine shows none in a second
            time.sleep(chance.uniform(0.05, 0.15))
            down = not down
            kind = pygame.KEYDOWN if down else pygame.KEYUP
            waiting.append(now_us())
            pygame.event.post(pygame.event.Event(kind, key=pygame.K_q, unicode="q", mod=0))
            if not down:  # and no turn of ours is ever long
                enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="", mod=0)
                pygame.event.post(enter)

    window.on_frame = measure_frame
    _run(window, scene, press)
    played.driver = window.driver
    return played


def _run(window: Window, scene: TableScene, meanwhile: Callable[[], None]) -> None:
    """Show the window while `meanwhile` runs in a thread; close it when that returns."""

    def then_quit() -> None:
        meanwhile()
        pygame.event.post(pygame.event.Event(pygame.QUIT))

    thread = threading.Thread(target=then_quit, daemon=True)
    thread.start()
    window.run(scene)
    thread.join()


def idle_percent(size: tuple[int, int], home: Path) -> float:
    """Return the percentage of a core that is used while four people think and nothing moves."""
    window, scene = _window(size, home, 0)
    used: list[float] = []

    def watch() -> None:
        time.sleep(WARM_UP_S)
        before = time.process_time()
        time.sleep(IDLE_S)
        used.append(time.process_time() - before)

    _run(window, scene, watch)
    return used[0] / IDLE_S * 100
