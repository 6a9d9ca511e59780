"""Sounds from descriptions: tones with overtones and bands of noise become a wave of even loudness."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
Wave = NDArray[np.float64]

# Each sound is brought to this loudness, measured as EBU R128 does for short ones: the loudest 0.4 s.
EFFECTS_LUFS = -22.0
WINDOW_S = 0.4
CEILING = 0.7  # of full scale: a few hands at once still fit


@dataclass(frozen=True, slots=True)
class Tone:
    """One pitch on its way to another, fading away; `overtones` are the shares of its multiples."""

    start_hz: float
    end_hz: float
    seconds: float
    loud: float = 0.5
    after: float = 0.0
    overtones: tuple[float, ...] = (1.0, 0.25)
    fall: float = 2.0  # how steeply it fades
    attack_s: float = 0.004
    wobble: float = 0.0  # share of the pitch, seven times a second


@dataclass(frozen=True, slots=True)
class Hiss:
    """Noise between two pitches: a crack, a swish, a bite."""

    low_hz: float
    high_hz: float
    seconds: float
    loud: float = 0.5
    after: float = 0.0
    fall: float = 2.0
    attack_s: float = 0.001


Voice = Tone | Hiss


@dataclass(frozen=True, slots=True)
class Tune:
    """Voices that sound together; some tunes are a little louder or softer than most."""

    voices: tuple[Voice, ...]
    louder_lu: float = 0.0


def mixed(voices: Sequence[Voice], seed: int = 11, pitch: float = 1.0, length_s: float | None = None) -> Wave:
    """Mix all voices into one line; `pitch` moves the tones.

    With a length the wave is a loop: a voice that rings on past its end goes on at its start.
    """
    ends_s = max(voice.after + voice.seconds for voice in voices)
    # Without a loop, one sample more: the last voice may end a rounding later.
    samples = round(RATE * ends_s) + 1 if length_s is None else round(RATE * length_s)
    wave = np.zeros(samples)
    chance = np.random.default_rng(seed)
    for voice in voices:
        drawn = _tone(voice, pitch) if isinstance(voice, Tone) else _hiss(voice, chance)
        places = (round(RATE * voice.after) + np.arange(len(drawn))) % len(wave)
        np.add.at(wave, places, drawn)  # a long voice may come by the same sample again
    return wave


def _envelope(count: int, attack_s: float, fall: float) -> Wave:
    """Return the loudness of a voice over `count` samples: up for `attack_s`, then down to nothing."""
    at = np.arange(count)
    rise = np.minimum(1.0, at / max(1.0, attack_s * RATE))
    return np.asarray(rise * (1 - at / count) ** fall)


def _tone(tone: Tone, pitch: float) -> Wave:
    """Return the wave of a tone that slides between its two pitches, with its overtones."""
    count = round(RATE * tone.seconds)
    at = np.arange(count) / count
    hz = pitch * (tone.start_hz + (tone.end_hz - tone.start_hz) * at)
    hz = hz * (1 + tone.wobble * np.sin(2 * np.pi * 7 * at * tone.seconds))
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    body = np.zeros(count)
    for number, share in enumerate(tone.overtones, 1):
        if share and number * hz.max() < RATE / 2:
            body += share * np.sin(number * phase)
    return body * tone.loud * _envelope(count, tone.attack_s, tone.fall)


def _hiss(hiss: Hiss, chance: np.random.Generator) -> Wave:
    """Return noise between two pitches, equally loud whatever its band."""
    count = round(RATE * hiss.seconds)
    spectrum = np.fft.rfft(chance.uniform(-1, 1, count))
    hz = np.fft.rfftfreq(count, 1 / RATE)
    # Soft edges: a band that is cut off hard rings.
    spectrum *= 1 / (1 + (hiss.low_hz / np.maximum(hz, 1)) ** 6) / (1 + (hz / hiss.high_hz) ** 6)
    noise = np.fft.irfft(spectrum, count)
    noise /= max(1e-9, float(np.sqrt(np.mean(noise**2)))) * 2
    return np.asarray(noise * hiss.loud * _envelope(count, hiss.attack_s, hiss.fall))


# --- loudness ---------------------------------------------------------------------------------------


def loudness_lufs(wave: Wave) -> float:
    """Return the loudness of a wave's loudest 0.4 s as ears hear it (ITU-R BS.1770).

    Both sides are taken to play the wave.
    """
    window = round(WINDOW_S * RATE)
    # Silence around it, up to a power of two: other lengths, above all primes, take several times as long.
    padded = np.zeros(1 << (len(wave) + 2 * window - 1).bit_length())
    padded[window : window + len(wave)] = wave
    spectrum = np.fft.rfft(padded) * _ears(len(padded))
    power = np.cumsum(np.fft.irfft(spectrum, len(padded)) ** 2)
    loudest = float(np.max(power[window:] - power[:-window])) / window
    return -0.691 + 10 * float(np.log10(max(1e-12, 2 * loudest)))


@cache
def _ears(count: int) -> NDArray[np.complex128]:
    """Return the two filters of ITU-R BS.1770 over frequency: high tones are lifted, low ones cut.

    The highest frequency, at which tan has no value, gets 0.
    """
    s = 2j * np.tan(np.pi * np.fft.rfftfreq(count, 1 / RATE)[:-1] / RATE)
    shelf_w, shelf_q, gain = 2 * np.tan(np.pi * 1681.974 / RATE), 0.7071752, 10 ** (3.999844 / 20)
    middle = gain**0.4996667741545416
    shelf = (gain * s**2 + middle * shelf_w / shelf_q * s + shelf_w**2) / (
        s**2 + shelf_w / shelf_q * s + shelf_w**2
    )
    low_w, low_q = 2 * np.tan(np.pi * 38.13547 / RATE), 0.5003270
    low = s**2 / (s**2 + low_w / low_q * s + low_w**2)
    return np.append(shelf * low, 0)


def levelled(wave: Wave, lufs: float) -> Wave:
    """Bring a sound to this loudness, its peaks rounded off below the ceiling."""
    wave = wave * 10 ** ((lufs - loudness_lufs(wave)) / 20)
    for _ in range(4):  # rounding takes a little of the loudness away
        if float(np.max(np.abs(wave))) <= CEILING:
            break
        wave = CEILING * np.tanh(wave / CEILING)
        wave = wave * 10 ** ((lufs - loudness_lufs(wave)) / 20)
    return np.asarray(np.clip(wave, -CEILING, CEILING))


def to_stereo(wave: Wave) -> bytes:
    """16 bits a sample, both sides alike."""
    one = np.round(wave * 32_767).astype("<i2")
    return np.repeat(one, 2).tobytes()
