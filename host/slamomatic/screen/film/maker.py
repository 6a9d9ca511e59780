"""Makes one film of one journal: which slaps, how they are cut, and into which kind of file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slamomatic.errors import UserError
from slamomatic.screen.film import writers
from slamomatic.screen.film.camera import Camera
from slamomatic.screen.scenes import cut
from slamomatic.screen.scenes.cut import Shot
from slamomatic.screen.scenes.recording import times_of
from slamomatic.table import highlights
from slamomatic.table.highlights import Slap
from slamomatic.words import N_

Entries = Sequence[Mapping[str, Any]]
MOST_GIF_S = 60
DRAWN = (1280, 720)  # the scenes are drawn for this size, and shrunk for a smaller film
GIF_SIZE = (720, 405)
SAMPLE_FPS = 1.0

NO_SLAP = N_("Nobody slapped in this journal, so there is nothing to show. Add --whole to film all of it.")


@dataclass(slots=True)
class Made:
    """What the file holds."""

    frames: int
    seconds: float
    slaps: list[Slap] = field(default_factory=list)


def make(
    entries: Entries,
    out: Path,
    number: int | None = None,
    whole: bool = False,
    size: tuple[int, int] | None = None,
) -> Made:
    """Film one slap, the whole evening, or else the best slaps and how it ended."""
    kind = out.suffix.lower()
    if kind not in (".gif", ".mp4", ".png"):
        raise UserError('"{out}" is no film. Let its name end in .gif, .mp4 or .png.', out=out)
    folder = out.absolute().parent
    if not folder.is_dir():  # before anything is drawn: a whole evening takes minutes
        raise UserError("There is no folder {folder} for the film. Make it, or name another.", folder=folder)
    if kind == ".png":
        return _picture(entries, out, number, size or DRAWN)
    slaps: list[Slap] = []
    if whole:
        shots = cut.of_all(times_of(map(dict, entries)))
    else:
        all_slaps = highlights.slaps_of(entries)
        slaps = _chosen(all_slaps, number)
        shots = [shot for slap in slaps for shot in cut.of_slap(slap, all_slaps)]
    to_the_end = number is None
    if kind == ".gif":
        count = _gif(entries, shots, to_the_end, size or GIF_SIZE, out)
        return Made(count, count / writers.GIF_FPS, slaps)
    w, h = size or DRAWN
    even = w - w % 2, h - h % 2  # the format knows no others
    count = writers.write_mp4(Camera(entries, even, writers.MP4_FPS).film(shots, to_the_end), even, out)
    return Made(count, count / writers.MP4_FPS, slaps)


def file_in(folder: Path, name: str) -> Path:
    """The name of a film in this folder, of the best kind that this computer can make."""
    try:
        writers.ffmpeg()
        return folder / f"{name}.mp4"
    except UserError:
        writers.pillow()
        return folder / f"{name}.gif"


def _gif(entries: Entries, shots: Sequence[Shot], to_the_end: bool, size: tuple[int, int], out: Path) -> int:
    lasts_s = sum(shot.lasts_us for shot in shots) / 1_000_000
    if lasts_s > MOST_GIF_S:
        raise UserError(
            "A GIF of {seconds} s would be too large for any page. Choose one slap with --slap, or let the "
            "film's name end in .mp4.",
            seconds=round(lasts_s),
        )
    # Drawn at a size that can be read, then shrunk.
    larger = max(1.0, DRAWN[0] / size[0], DRAWN[1] / size[1])
    drawn = round(size[0] * larger), round(size[1] * larger)
    samples = Camera(entries, drawn, SAMPLE_FPS).film(shots, to_the_end)
    frames = Camera(entries, drawn, writers.GIF_FPS).film(shots, to_the_end)
    return writers.write_gif(frames, samples, size, out)


def _picture(entries: Entries, out: Path, number: int | None, size: tuple[int, int]) -> Made:
    """One slap as it was decided: the closest one, unless another is asked for."""
    slaps = highlights.slaps_of(entries)
    slap = _chosen(slaps, number)[0] if number is not None else highlights.closest(slaps)
    slap = slap or _chosen(slaps, None)[0]
    shown = Camera(entries, size, writers.MP4_FPS).still(cut.of_slap(slap, slaps)[-1].until_us)
    writers.write_png(shown, out)
    return Made(1, 0.0, [slap])


def _chosen(slaps: Sequence[Slap], number: int | None) -> list[Slap]:
    if not slaps:
        raise UserError(NO_SLAP)
    if number is None:
        return highlights.best(slaps)
    if not 1 <= number <= len(slaps):
        raise UserError(
            "There is no slap {number} in this journal: choose one from 1 to {last}.",
            number=number,
            last=len(slaps),
        )
    return [slaps[number - 1]]
