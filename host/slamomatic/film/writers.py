"""Frames into one file: MP4 by ffmpeg, GIF by Pillow, PNG by pygame."""

import importlib
import shutil
import subprocess
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

import pygame

from slamomatic.errors import UserError, explained
from slamomatic.words import N_

# Colours of both formats, so that a television and a web page show them alike.
MP4_FPS, GIF_FPS = 30.0, 12.5
COLOURS = 255  # and one for "as before"

NO_PILLOW = N_(
    "A GIF needs Pillow, which is not installed. Install it with: pip install 'slamomatic[film]'. "
    "A film that ends in .mp4 or a picture that ends in .png may work without it."
)
NO_FFMPEG = N_(
    "An MP4 needs ffmpeg, which is not installed. Install it with: pip install 'slamomatic[film]' "
    "(Debian: sudo apt install ffmpeg). A film that ends in .gif may work without it."
)

NOT_WRITTEN = N_("The film {out} can't be written: {why}. Check that its folder is there and has room.")


def pillow() -> Any:
    """Pillow's `Image`, or the sentence that says how to get it."""
    try:
        return importlib.import_module("PIL.Image")
    except ImportError as error:
        raise UserError(NO_PILLOW) from error


def ffmpeg() -> str:
    """The system's own program, else the one that the extra brings."""
    path = shutil.which("ffmpeg")
    if path is not None:
        return path
    try:
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError) as error:
        raise UserError(NO_FFMPEG) from error


def write_mp4(frames: Iterable[pygame.Surface], size: tuple[int, int], out: Path) -> int:
    """Hand every frame to ffmpeg as it comes; how many there were."""
    w, h = size
    command = [ffmpeg(), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += ["-s", f"{w}x{h}", "-r", str(MP4_FPS), "-i", "-", "-an", "-c:v", "libx264"]
    # A format that every player understands, and that pages can begin to play before they have all of it.
    command += ["-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart", "-f", "mp4", str(out)]
    count = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None and program.stderr is not None
        try:
            for frame in frames:
                count += 1
                program.stdin.write(pygame.image.tobytes(frame, "RGB"))
            program.stdin.close()
        except BrokenPipeError:
            pass  # it says itself why
        why = program.stderr.read().decode(errors="replace").strip()
    if program.returncode:
        raise UserError(NOT_WRITTEN, out=out, why=why.splitlines()[-1] if why else program.returncode)
    return count


def write_gif(
    frames: Iterable[pygame.Surface], samples: Iterable[pygame.Surface], size: tuple[int, int], out: Path
) -> int:
    """A GIF of this size in the colours that the samples need; how many frames were drawn for it."""
    image = pillow()
    small = (size[0] // 2, size[1] // 2)
    palette = _palette(image, [_shrunk(image, frame, small) for frame in samples])
    # Without dithering what stands still stays the same to the pixel, and costs nothing.
    drawn = (_shrunk(image, frame, size).quantize(palette=palette, dither=0) for frame in frames)
    # Frames that look alike become one that is shown for longer.
    alike = [
        (next(same), 1 + sum(1 for _ in same)) for _, same in groupby(drawn, lambda frame: frame.tobytes())
    ]
    (first, *more), counts = zip(*alike, strict=True)
    with explained(NOT_WRITTEN, out=out):
        first.save(
            out,
            save_all=True,
            append_images=more,
            duration=[round(count * 1000 / GIF_FPS) for count in counts],
            loop=0,
            optimize=False,
            disposal=1,
        )
    return sum(counts)


def _shrunk(image: Any, frame: pygame.Surface, size: tuple[int, int]) -> Any:
    whole = image.frombytes("RGB", frame.get_size(), pygame.image.tobytes(frame, "RGB"))
    return whole if whole.size == size else whole.resize(size, image.Resampling.LANCZOS)


def _palette(image: Any, samples: list[Any]) -> Any:
    w, h = samples[0].size
    sheet = image.new("RGB", (w, h * len(samples)))
    for row, sample in enumerate(samples):
        sheet.paste(sample, (0, row * h))
    return sheet.quantize(COLOURS, image.Quantize.MEDIANCUT)


def write_png(frame: pygame.Surface, out: Path) -> None:
    try:
        pygame.image.save(frame, str(out))
    except pygame.error as error:
        raise UserError(NOT_WRITTEN, out=out, why=error) from error
