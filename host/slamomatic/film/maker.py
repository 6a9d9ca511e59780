"""Makes one film of one journal: which slaps, how they are cut, and into which kind of file.

The table's scene stands on a stopped clock, one step a frame.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from slamomatic.engine.photo import PhotoFinish
from slamomatic.errors import UserError
from slamomatic.film import writers
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.cut import HOLD_US, Shot, of_all, of_slap
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.scenes.table_photo import FILMED_US, Photo
from slamomatic.table.outcome import Slap, best, closest, slaps_of
from slamomatic.table.playback import Playback
from slamomatic.units.merge import Units
from slamomatic.words import N_

Entries = Sequence[Mapping[str, Any]]
MOST_GIF_S = 60
DRAWN = (1280, 720)  # the scenes are drawn for this size, and shrunk for a smaller film
GIF_SIZE = (720, 405)
SAMPLE_FPS = 1.0
END_US = 3_000_000

NO_SLAP = N_("Nobody slapped in this journal, so there is nothing to show. Add --whole to film all of it.")


@dataclass(slots=True)
class Made:
    """A film that was made: how long it is, and the slaps in it."""

    frames: int
    seconds: float
    slaps: list[Slap]


def make(
    entries: Entries,
    out: Path,
    number: int | None = None,
    whole: bool = False,
    size: tuple[int, int] | None = None,
) -> Made:
    """Film one slap (`number`), the whole evening, or else the best slaps and how the game ended.

    The end of `out` says what kind of file it is. Raise UserError where that can't be made.
    """
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
        shots = of_all(entries)
    else:
        all_slaps = slaps_of(entries)
        slaps = _chosen(all_slaps, number)
        shots = [shot for slap in slaps for shot in of_slap(slap, all_slaps)]
    to_the_end = number is None
    if kind == ".gif":
        count = _gif(entries, shots, to_the_end, size or GIF_SIZE, out)
        return Made(count, count / writers.GIF_FPS, slaps)
    w, h = size or DRAWN
    even = w - w % 2, h - h % 2  # MP4 has no odd sizes
    count = writers.write_mp4(Camera(entries, even, writers.MP4_FPS).film(shots, to_the_end), even, out)
    return Made(count, count / writers.MP4_FPS, slaps)


def film_path(folder: Path, name: str) -> Path:
    """Return the path of a film in this folder: MP4 if this computer can make one, else GIF.

    Raise UserError if it can make neither.
    """
    try:
        writers.ffmpeg()  # raises UserError where there is none
        return folder / f"{name}.mp4"
    except UserError:
        writers.pillow()  # the same for GIF
        return folder / f"{name}.gif"


def _gif(entries: Entries, shots: Sequence[Shot], to_the_end: bool, size: tuple[int, int], out: Path) -> int:
    """Film these shots as a GIF; return the number of frames. Raise UserError if they last too long.

    They are filmed twice: a few samples first, for the colours that the GIF needs.
    """
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
    """Draw one slap as it was decided: the closest one, unless another is asked for."""
    slaps = slaps_of(entries)
    slap = _chosen(slaps, number)[0] if number is not None else closest(slaps)
    slap = slap or _chosen(slaps, None)[0]  # no slap was decided by a gap: any of the best will do
    shown = Camera(entries, size, writers.MP4_FPS).still(of_slap(slap, slaps)[-1].until_us)
    writers.write_png(shown, out)
    return Made(1, 0.0, [slap])


def _chosen(slaps: Sequence[Slap], number: int | None) -> list[Slap]:
    """Return the slap with this number, or the best ones. Raise UserError if there is no such slap."""
    if not slaps:
        raise UserError(NO_SLAP)
    if number is None:
        return best(slaps)
    if not 1 <= number <= len(slaps):
        raise UserError(
            "There is no slap {number} in this journal: choose one from 1 to {last}.",
            number=number,
            last=len(slaps),
        )
    return [slaps[number - 1]]


class FilmStage(BareStage):
    """A stage that never changes its scene: the film itself decides what comes next."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))  # nothing is kept of a film but the film
        self.unit = Units([], clock=self.clock)  # a journal is shown without any paddles

    def go(self, scene: Scene) -> None:
        pass


class Camera:
    """A camera for one journal. Every frame is drawn on the same surface, in the order of the film."""

    def __init__(self, entries: Entries, size: tuple[int, int], fps: float) -> None:
        pygame.font.init()
        self._stage = FilmStage()
        self._session = Playback(entries, self._stage.clock)
        self._table = TableScene(self._stage, self._session)
        self._shown: Scene = self._table
        self._size, self._frame_us = size, 1_000_000 / fps

    def film(self, shots: Sequence[Shot], to_the_end: bool = False) -> Iterator[pygame.Surface]:
        """Yield every frame; use each before the next is asked for."""
        for shot in shots:
            self._skip_to(shot.from_us)
            yield from self._play(shot)
            if shot.photo is not None:
                yield from self._photo(shot.photo)
        if to_the_end and self._session.over:
            yield from self._result()

    def still(self, at_us: int) -> pygame.Surface:
        """Draw one moment of the game, with everything in its place."""
        self._skip_to(at_us)
        return self._frame()

    def _skip_to(self, game_us: int) -> None:
        """Play on to that moment without drawing. Motion is forgotten: nothing flies across the cut."""
        clock, session = self._stage.clock, self._session
        if game_us <= session.clock.now_us():
            return
        for _ in session.skip_to(game_us, clock, self._table.pump):
            pass
        self._stage.motion.forget()

    def _play(self, shot: Shot) -> Iterator[pygame.Surface]:
        """Film one shot, as slowly as it wants; yield its frames."""
        clock, session = self._stage.clock, self._session
        began_us, lasts_us = clock.at_us, shot.until_us - session.clock.now_us()
        count = max(1, round(lasts_us * shot.slower / self._frame_us))
        for number in range(1, count + 1):
            yield self._frame()
            clock.at_us = began_us + lasts_us * number // count
            self._table.pump()

    def _photo(self, last: PhotoFinish) -> Iterator[pygame.Surface]:
        """Film the photo finish; yield its frames."""
        photo = Photo(self._table, last, True)
        self._table.push(photo)
        yield from self._wait(FILMED_US + HOLD_US)
        self._table.drop(photo)

    def _result(self) -> Iterator[pygame.Surface]:
        """Film the result of the game; yield its frames."""
        result = ResultScene(self._stage, self._session.outcome(), only_watched=True)
        self._stage.motion.forget()
        self._shown = result
        yield from self._wait(END_US)

    def _wait(self, for_us: int) -> Iterator[pygame.Surface]:
        """Film what is shown now for so long; yield its frames."""
        clock, began_us = self._stage.clock, self._stage.clock.at_us
        for number in range(1, round(for_us / self._frame_us) + 1):
            yield self._frame()
            clock.at_us = began_us + round(number * self._frame_us)
            self._shown.pump()

    def _frame(self) -> pygame.Surface:
        return self._stage.surface(self._shown, self._size)
