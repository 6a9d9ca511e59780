"""Every sound is made here from sums of sines and noise; nothing is recorded."""

from __future__ import annotations

import math
import random
import threading
from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import pygame

RATE = 22_050


@dataclass(frozen=True, slots=True)
class Tone:
    """One voice: from one pitch to another, after a wait, fading away."""

    start_hz: float
    end_hz: float
    seconds: float
    loud: float = 0.5
    after: float = 0.0
    noise: float = 0.0  # share of hiss in it


# What is played for what; a public happening each, never anything about a hidden card.
TUNES: dict[str, tuple[Tone, ...]] = {
    "live": (Tone(523, 523, 0.12, 0.4), Tone(784, 784, 0.22, 0.45, 0.10)),
    "dark": (Tone(196, 147, 0.22, 0.4),),
    "slap": (Tone(150, 55, 0.16, 0.9, 0.0, 0.35),),
    "loser": (Tone(392, 370, 0.18, 0.4), Tone(330, 311, 0.18, 0.4, 0.16), Tone(262, 196, 0.4, 0.45, 0.32)),
    "clump": (Tone(330, 330, 0.1, 0.4), Tone(311, 311, 0.1, 0.4, 0.12), Tone(330, 330, 0.2, 0.4, 0.24)),
    "foul": (Tone(140, 120, 0.32, 0.5, 0.0, 0.08), Tone(147, 128, 0.32, 0.4)),
    "turn": (Tone(659, 659, 0.09, 0.25),),
    "card": (Tone(900, 400, 0.09, 0.18, 0.0, 0.95),),
    "pile": (Tone(500, 900, 0.2, 0.22, 0.0, 0.8), Tone(660, 880, 0.2, 0.3, 0.1)),
    "call": (Tone(700, 1050, 0.18, 0.4), Tone(1050, 1050, 0.16, 0.4, 0.16)),
    "tick": (Tone(1200, 1100, 0.03, 0.2),),
    "fault": (Tone(220, 220, 0.15, 0.5), Tone(208, 208, 0.3, 0.5, 0.2)),
    "over": tuple(Tone(hz, hz, 0.5, 0.35, 0.13 * i) for i, hz in enumerate((523, 659, 784, 1047))),
    "ready": (Tone(440, 660, 0.14, 0.35),),
}


def samples(tones: Iterable[Tone]) -> array[int]:
    """The wave, 16 bits a sample, both sides alike."""
    voices = tuple(tones)
    hiss = random.Random(11)
    length = int(RATE * max(tone.after + tone.seconds for tone in voices)) + 1
    wave = [0.0] * length
    for tone in voices:
        count, offset, phase = int(RATE * tone.seconds), int(RATE * tone.after), 0.0
        for i in range(count):
            share = i / count
            phase += 2 * math.pi * (tone.start_hz + (tone.end_hz - tone.start_hz) * share) / RATE
            body = math.sin(phase) + 0.25 * math.sin(2 * phase)
            value = body * (1 - tone.noise) + hiss.uniform(-1, 1) * tone.noise
            attack = min(1.0, i / (0.004 * RATE))
            wave[offset + i] += value * tone.loud * attack * (1 - share) ** 2
    stereo = array("h")
    for value in wave:
        level = int(max(-1.0, min(1.0, value)) * 30_000)
        stereo.append(level)
        stereo.append(level)
    return stereo


class Sounds:
    """The loudspeaker: made ready in a thread of its own, silent where the machine has none."""

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self.works: bool | None = None  # not known yet
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._thread = threading.Thread(target=self._prepare, name="sounds", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _prepare(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 2, 512)
        except pygame.error:
            self.works = False
            return
        for name, tones in TUNES.items():
            self._made[name] = pygame.mixer.Sound(buffer=samples(tones).tobytes())
        self.works = True

    def play(self, name: str) -> None:
        made = self._made.get(name)
        if made is not None and self.volume > 0:
            made.set_volume(self.volume)
            made.play()

    def stop(self) -> None:
        if self._thread.is_alive():
            self._thread.join(2.0)
        if self.works:
            pygame.mixer.quit()
