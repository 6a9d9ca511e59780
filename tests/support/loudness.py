"""How loud a wave is, by ffmpeg's own measurement of EBU R128, and where its energy lies."""

from __future__ import annotations

import re
import subprocess

import imageio_ffmpeg
import numpy as np

from slamomatic.kit.synth import RATE, Wave

SILENCE = b"\0\0\0\0" * RATE  # the meter's windows of 0.4 s need room before and behind


def loudest_lufs(stereo: bytes) -> float:
    """The loudest 0.4 s (maximum momentary loudness), as R128 rates short sounds."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-f", "s16le", "-ac", "2", "-ar", str(RATE)]
    command += ["-i", "-", "-filter_complex", "ebur128=metadata=1,ametadata=print:file=-", "-f", "null", "-"]
    done = subprocess.run(command, input=SILENCE + stereo + SILENCE, capture_output=True, check=True)
    return max(float(lufs) for lufs in re.findall(rb"lavfi\.r128\.M=(-?[\d.]+)", done.stdout))


def share(wave: Wave, low_hz: float, high_hz: float) -> float:
    """Return the share of a wave's energy that lies between two pitches."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    hz = np.fft.rfftfreq(len(wave), 1 / RATE)
    return float(power[(hz >= low_hz) & (hz <= high_hz)].sum() / power.sum())
