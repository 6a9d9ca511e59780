"""Makes a bed of music: two loops of one length, so that one can stop while the other goes on."""

import random
from collections.abc import Iterator

from slamomatic.kit.bed import BEATS, MAJOR, Bed
from slamomatic.kit.synth import Hiss, Tone, Voice, Wave, levelled, mixed
from slamomatic.kit.tunes import BELL, PLUCK

PULSE_LUFS, BAND_LUFS = -34.0, -31.0  # well below the effects: it carries nothing that must be heard


def pulse(bed: Bed) -> Wave:
    """A tick on every beat and a heart below it."""
    voices: list[Voice] = []
    for beat in range(BEATS * len(bed.chords)):
        at_s = beat * bed.beat_s
        voices.append(Hiss(3000, 7000, 0.04, 0.3 if beat % 2 else 0.5, at_s, 4.0))
        if beat % 2 == 0:
            voices.append(Tone(220, 165, 0.14, 0.3, at_s, (1.0, 0.6, 0.4)))
    return levelled(mixed(voices, bed.seed, length_s=bed.seconds), PULSE_LUFS)


def band(bed: Bed) -> Wave:
    """Bass, chords off the beat, and a melody."""
    voices = [*_bass(bed), *_chords(bed), *_melody(bed)]
    return levelled(mixed(voices, bed.seed, length_s=bed.seconds), BAND_LUFS)


def _hz(bed: Bed, steps: int) -> float:
    return float(bed.root_hz * 2 ** (steps / 12))


def _bass(bed: Bed) -> Iterator[Voice]:
    for bar, chord in enumerate(bed.chords):
        for beat in (0, 2, 3):
            steps = chord - 12 + (7 if beat == 2 else 0)
            at_s = (bar * BEATS + beat) * bed.beat_s
            yield Tone(_hz(bed, steps), _hz(bed, steps), bed.beat_s * 0.9, 0.3, at_s, PLUCK, 1.5)


def _chords(bed: Bed) -> Iterator[Voice]:
    third = 4 if bed.scale is MAJOR else 3
    for bar, chord in enumerate(bed.chords):
        for beat in (0, 1, 2, 3):
            at_s = (bar * BEATS + beat + 0.5 + bed.swing) * bed.beat_s
            for steps in (chord, chord + third, chord + 7):
                hz = _hz(bed, steps)
                yield Tone(hz, hz, bed.beat_s * 0.4, 0.14, at_s, PLUCK, 2.5)


def _melody(bed: Bed) -> Iterator[Voice]:
    chance, place = random.Random(bed.seed), len(bed.scale)
    for bar in range(len(bed.chords)):
        for half in range(2 * BEATS):
            if chance.random() < (0.25 if half % 2 == 0 else 0.6):
                continue  # a rest
            place = min(2 * len(bed.scale), max(2, place + chance.choice((-2, -1, -1, 0, 1, 1, 2))))
            octave, step = divmod(place, len(bed.scale))
            hz = _hz(bed, 12 * octave + bed.scale[step])
            at_s = (bar * BEATS + half / 2 + bed.swing * (half % 2)) * bed.beat_s
            yield Tone(hz, hz, bed.beat_s * 0.8, 0.34, at_s, BELL, 2.5)
