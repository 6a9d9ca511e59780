"""Every sound: the beds of music, and a sound effect for each public happening.

No sound tells anything about a hidden card.
"""

import random
from collections.abc import Iterator

from slamomatic.kit.bed import BEATS, MAJOR, Bed
from slamomatic.kit.sound import slap_name
from slamomatic.kit.synth import EFFECTS_LUFS, Hiss, Tone, Tune, Voice, Wave, levelled, mixed

BRASS = (1.0, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2)
REED = (1.0, 0.1, 0.8, 0.1, 0.6, 0.1, 0.45, 0.1, 0.3)
BELL = (1.0, 0.55, 0.35, 0.2)
PLUCK = (1.0, 0.7, 0.45, 0.3, 0.2)


def _notes(
    hertz: tuple[float, ...],
    step_s: float,
    seconds: float,
    loud: float = 0.4,
    overtones: tuple[float, ...] = BELL,
    fall: float = 2.0,
) -> tuple[Voice, ...]:
    return tuple(
        Tone(hz, hz, seconds, loud, step_s * index, overtones, fall) for index, hz in enumerate(hertz)
    )


def _riffle(count: int, step_s: float, loud: float = 0.4) -> tuple[Voice, ...]:
    """Cards that fall on each other, one by one."""
    return tuple(
        Hiss(1500 + 90 * index, 5200, 0.05, loud * (0.7 + 0.3 * (index % 3) / 2), step_s * index, 3.0)
        for index in range(count)
    )


# The hand on the paddle: the crack that a television can play, the palm, and a little of the table below.
SLAPS: tuple[tuple[Voice, ...], ...] = (
    (
        Hiss(1500, 4000, 0.07, 1.0, 0.0, 3.0, 0.0005),
        Tone(1650, 1250, 0.09, 0.5, 0.0, (1.0, 0.5), 3.0, 0.0005),
        Tone(240, 110, 0.12, 0.35, 0.0, (1.0, 0.6, 0.3), 2.5, 0.001),
    ),
    (
        Hiss(1700, 4400, 0.06, 1.0, 0.0, 3.5, 0.0005),
        Hiss(1500, 3600, 0.05, 0.6, 0.012, 3.0, 0.0005),
        Tone(1500, 1150, 0.08, 0.5, 0.0, (1.0, 0.4), 3.0, 0.0005),
        Tone(230, 110, 0.12, 0.3, 0.0, (1.0, 0.6, 0.3), 2.5, 0.001),
    ),
    (
        Hiss(1400, 3700, 0.09, 1.0, 0.0, 4.0, 0.0005),
        Tone(1800, 1400, 0.07, 0.45, 0.0, (1.0, 0.5), 3.0, 0.0005),
        Tone(270, 120, 0.11, 0.45, 0.002, (1.0, 0.6, 0.3), 2.5, 0.001),
    ),
)
# One for each paddle's colour: whatever comes together sounds well together.
SLAP_STEPS = (0, 2, 4, 7, 9, 12)
SLAP_LOUDER_LU = 1.0

TUNES: dict[str, Tune] = {
    # The table.
    "live": Tune(_notes((1047, 1568), 0.09, 0.3)),
    "dark": Tune((Tone(880, 587, 0.26, 0.4, 0.0, PLUCK),)),
    "turn": Tune(_notes((1319, 1760), 0.07, 0.22), -1.0),
    "ready": Tune((Tone(880, 1320, 0.16, 0.4, 0.0, BELL), Tone(1320, 1320, 0.25, 0.3, 0.12, BELL))),
    "tick": Tune((Hiss(1800, 4200, 0.025, 0.6, 0.0, 3.0), Tone(1500, 1400, 0.04, 0.4, 0.0, (1.0,))), -1.4),
    "fault": Tune(_notes((659, 622), 0.18, 0.32, 0.4, REED, 1.0)),
    "whoosh": Tune((Hiss(700, 3200, 0.3, 0.6, 0.0, 1.2, 0.12),)),
    # The slap and what comes of it.
    "call": Tune((*_notes((784, 1175), 0.13, 0.34, 0.4, BRASS), Hiss(2000, 5000, 0.3, 0.2, 0.13, 2.0)), 1.0),
    "alarm": Tune(_notes((1175, 1568, 1175, 1568), 0.08, 0.13, 0.4, REED, 1.0), 1.0),
    "drumroll": Tune(
        tuple(Hiss(900, 3800, 0.045, 0.35 + 0.03 * index, index * 0.028, 2.5) for index in range(18))
    ),
    "stamp": Tune(
        (
            Hiss(1000, 4500, 0.16, 1.2, 0.0, 3.0, 0.0005),
            *(Tone(hz, hz * 0.97, 0.5, 0.3, 0.0, BRASS, 2.0) for hz in (220, 330, 440)),
        ),
        1.2,
    ),
    "loser": Tune(
        (
            *_notes((392, 370, 349), 0.2, 0.2, 0.4, BRASS, 0.8),
            Tone(330, 294, 0.6, 0.45, 0.6, BRASS, 1.2, 0.004, 0.03),
        )
    ),
    "clump": Tune(
        (*_notes((988, 932, 988, 932), 0.09, 0.12, 0.4, REED), Tone(932, 1319, 0.3, 0.4, 0.38, REED))
    ),
    "foul": Tune(
        (
            Tone(330, 311, 0.4, 0.4, 0.0, REED, 0.6),
            Tone(350, 330, 0.4, 0.4, 0.0, REED, 0.6),
            Hiss(1200, 4000, 0.4, 0.3),
        )
    ),
    "fooled": Tune(
        (Tone(520, 1300, 0.34, 0.4, 0.0, PLUCK, 1.0, 0.004, 0.06), Hiss(1500, 4500, 0.12, 0.4, 0.3))
    ),
    # Cards.
    "card": Tune((Hiss(1300, 5200, 0.11, 0.5, 0.0, 1.6, 0.02),), -0.8),
    "flip": Tune((Hiss(1500, 5200, 0.06, 0.4, 0.0, 1.5, 0.015), Hiss(1200, 3600, 0.04, 0.7, 0.07, 3.0))),
    "pile": Tune((*_riffle(7, 0.035), *_notes((1047, 1319), 0.09, 0.24, 0.25))),
    "shuffle": Tune(_riffle(16, 0.03)),
    "reveal": Tune(
        (Hiss(1400, 5000, 0.09, 0.4, 0.0, 1.5, 0.02), *_notes((1175, 1480, 1760), 0.06, 0.26, 0.3))
    ),
    "swap": Tune((Hiss(1200, 4600, 0.1, 0.5, 0.0, 1.5, 0.03), Hiss(1800, 5400, 0.1, 0.5, 0.14, 1.5, 0.03))),
    "snatch": Tune((Tone(1900, 800, 0.16, 0.35, 0.0, PLUCK), Hiss(1500, 5200, 0.1, 0.5, 0.06, 1.5, 0.02))),
    "burst": Tune((Tone(600, 1900, 0.28, 0.35, 0.0, PLUCK, 1.0), Hiss(1400, 5200, 0.3, 0.5, 0.24, 2.5))),
    # Stings.
    "sneaky": Tune(_notes((659, 698, 740, 784, 1047), 0.1, 0.13, 0.4, PLUCK, 3.0)),
    "crunch": Tune(tuple(Hiss(900, 3600, 0.09, 0.8, 0.16 * index, 2.5) for index in range(3)), 0.5),
    "again": Tune(_notes((1047, 1047, 1568), 0.1, 0.16, 0.4, BRASS)),
    "hurry": Tune(_notes((1319, 1319, 1319, 1760), 0.11, 0.14, 0.4, REED)),
    "win": Tune((*_notes((784, 988, 1175, 1568), 0.08, 0.34), *_riffle(6, 0.05, 0.2)), 0.5),
    "jackpot": Tune(_notes((1047, 1319, 1568, 2093, 1568, 2093, 2637), 0.065, 0.3), 0.8),
    "out": Tune(
        (Tone(1500, 420, 0.7, 0.4, 0.0, (1.0, 0.3, 0.3), 1.0, 0.01, 0.02), Hiss(1000, 3500, 0.1, 0.5, 0.68))
    ),
    "gong": Tune(
        (Tone(523, 520, 1.2, 0.4, 0.0, (1.0, 0.2, 0.8, 0.3, 0.6, 0.3)), Hiss(1500, 4500, 0.5, 0.15))
    ),
    "over": Tune(
        (
            *_notes((523, 659, 784, 1047), 0.13, 0.3, 0.35, BRASS),
            *(Tone(hz, hz, 0.9, 0.25, 0.55, BRASS, 1.5) for hz in (1047, 1319, 1568)),
        ),
        1.2,
    ),
}


def every_wave() -> Iterator[tuple[str, Wave]]:
    """Make every effect, by its name; the slaps first, for players miss those first."""
    for variant, voices in enumerate(SLAPS):
        for colour, step in enumerate(SLAP_STEPS):
            slap = mixed(voices, seed=variant, pitch=2 ** (step / 12))
            yield slap_name(variant, colour), levelled(slap, EFFECTS_LUFS + SLAP_LOUDER_LU)
    for name, tune in TUNES.items():
        yield name, levelled(mixed(tune.voices), EFFECTS_LUFS + tune.louder_lu)


# --- music: two loops of one length, so that one can stop while the other goes on -------------------------

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
