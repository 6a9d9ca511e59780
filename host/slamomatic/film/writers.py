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
    """Return Pillow's `Image`. Raise UserError with the way to get it if it is not installed."""
    try:
        return importlib.import_module("PIL.Image")
    except ImportError as error:
        raise UserError(NO_PILLOW) from error


def ffmpeg() -> str:
    """Return the path of ffmpeg: the system's own, else the one of the extra `film`.

    Raise UserError if there is none.
    """
    path = shutil.which("ffmpeg")
    if path is not None:
        return path
    try:
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError) as error:
        raise UserError(NO_FFMPEG) from error


def write_mp4(frames: Iterable[pygame.Surface], size: tuple[int, int], out: Path) -> int:
    """Pass every frame to ffmpeg as it comes; return how many there were. Raise UserError if it fails."""
    w, h = size
    command = [ffmpeg(), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += ["-s", f"{w}x{h}", "-r", str(MP4_FPS), "-i", "-", "-an", "-c:v", "libx264"]
    # Every player can show this format, and web pages can begin before they have the whole file.
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
            pass  # ffmpeg has ended, and has written why
        why = program.stderr.read().decode(errors="replace").strip()
    if program.returncode:
        raise UserError(NOT_WRITTEN, out=out, why=why.splitlines()[-1] if why else program.returncode)
    return count


def write_gif(
    frames: Iterable[pygame.Surface], samples: Iterable[pygame.Surface], size: tuple[int, int], out: Path
) -> int:
    """Write a GIF of this size in the colours that the samples need; return how many frames there were.

    Raise UserError if Pillow is missing or the file can't be written.
    """
    image = pillow()
    small = (size[0] // 2, size[1] // 2)
    palette = _palette(image, [_shrunk(image, frame, small) for frame in samples])
    # Dithering would change pixels of things that stand still: the file would be much larger.
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
    """Return a frame as Pillow's image of this size."""
    whole = image.frombytes("RGB", frame.get_size(), pygame.image.tobytes(frame, "RGB"))
    return whole if whole.size == size else whole.resize(size, image.Resampling.LANCZOS)


def _palette(image: Any, samples: list[Any]) -> Any:
    """Return an image with the colours that all samples need."""
    w, h = samples[0].size
    sheet = image.new("RGB", (w, h * len(samples)))
    for row, sample in enumerate(samples):
        sheet.paste(sample, (0, row * h))
    return sheet.quantize(COLOURS, image.Quantize.MEDIANCUT)


def write_png(frame: pygame.Surface, out: Path) -> None:
    """Write one frame as a picture. Raise UserError if that fails."""
    try:
        pygame.image.save(frame, str(out))
    except pygame.error as error:
        raise UserError(NOT_WRITTEN, out=out, why=error) from error
