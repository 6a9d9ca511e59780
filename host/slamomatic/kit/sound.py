"""The loudspeaker: effects and a bed of music, each with its own volume. All is made, nothing is recorded."""

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue

import pygame

from slamomatic.kit.bed import Bed, Mood

CHANNELS = 24
PULSE, BAND = 0, 1  # kept for the music; effects take the others
QUIET_S = 1.5
LOUDER_A_FRAME, SOFTER_A_FRAME = 0.02, 0.08  # what is cut off at once clicks


@dataclass(frozen=True, slots=True)
class Volumes:
    """The volumes of effects and music, from 0 to 1."""

    effects: float
    music: float


MUTE = Volumes(0.0, 0.0)


class Sounds:
    """Plays effects and music. Sounds are made in a thread; without a loudspeaker all is silent."""

    def __init__(self, volumes: Volumes) -> None:
        self.volumes = volumes
        self.works: bool | None = None  # None: not known yet
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._loops: dict[Bed, tuple[pygame.mixer.Sound, pygame.mixer.Sound]] = {}
        self._wanted: SimpleQueue[Bed | None] = SimpleQueue()
        self._asked: set[Bed] = set()
        self._playing: Bed | None = None
        self._ends = False
        self._slaps = 0
        self._quiet_until_s = 0.0  # after a slap, whatever the mood
        self._thread = threading.Thread(target=self._prepare, name="sounds", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _prepare(self) -> None:
        """Make sounds in the thread; without a loudspeaker all stays silent."""
        try:
            self._make_sounds()
        except (pygame.error, NotImplementedError):
            # No loudspeaker or no library for it here, or the window was closed meanwhile.
            self.works = False

    def _make_sounds(self) -> None:
        """Make all effects, then the music of each bed that is asked for, until the end."""
        # Imported here, with numpy, so that the first frame does not wait for sounds.
        from slamomatic.kit import synth, tunes

        pygame.mixer.init(synth.RATE, -16, 2, 512)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(2)
        for name, wave in tunes.every_wave():
            if self._ends:
                return
            self._made[name] = pygame.mixer.Sound(buffer=synth.to_stereo(wave))
        self.works = True
        while (bed := self._wanted.get()) is not None:
            pulse, band = (synth.to_stereo(make(bed)) for make in (tunes.pulse, tunes.band))
            self._loops[bed] = pygame.mixer.Sound(buffer=pulse), pygame.mixer.Sound(buffer=band)

    def play(self, name: str, colour: int = 0) -> None:
        """Play an effect. A slap varies each time, and stops the music.

        Its pitch is that of its paddle's colour.
        """
        if name == "slap":
            self._slaps += 1
            name = slap_name(self._slaps, colour)
            self._stop_music()
            self._quiet_until_s = time.monotonic() + QUIET_S
        made = self._made.get(name)
        if made is not None and self.volumes.effects > 0:
            made.set_volume(self.volumes.effects)
            made.play()

    # --- music --------------------------------------------------------------------------------------

    def follow(self, mood: Mood, bed: Bed) -> None:
        """Adapt the music to mood and scene; call it once a frame. The band fades, silence comes at once."""
        if not self.works:
            return
        if mood is Mood.SILENT or self.volumes.music <= 0 or time.monotonic() < self._quiet_until_s:
            self._stop_music()
            return
        if bed not in self._asked:
            self._asked.add(bed)
            self._prepare_bed(bed)
        if self._playing not in (None, bed):
            self._stop_music()
        if self._playing is None and bed in self._loops:
            self._begin(bed)
        if self._playing is not None:
            pygame.mixer.Channel(PULSE).set_volume(self.volumes.music)
            band = pygame.mixer.Channel(BAND)
            wanted, now = self.volumes.music if mood is Mood.CALM else 0.0, band.get_volume()
            band.set_volume(min(max(wanted, now - SOFTER_A_FRAME), now + LOUDER_A_FRAME))

    def _prepare_bed(self, bed: Bed) -> None:
        self._wanted.put(bed)

    def _begin(self, bed: Bed) -> None:
        """Start the two loops of a bed together, still silent."""
        pygame.mixer.pause()  # so that both loops begin with the same sample
        for number, loop in zip((PULSE, BAND), self._loops[bed], strict=True):
            channel = pygame.mixer.Channel(number)
            channel.set_volume(0.0)
            channel.play(loop, loops=-1)
            channel.set_volume(0.0)
        pygame.mixer.unpause()
        self._playing = bed

    def _stop_music(self) -> None:
        if self._playing is not None:
            for number in (PULSE, BAND):
                pygame.mixer.Channel(number).stop()
            self._playing = None

    def stop(self) -> None:
        self._ends = True
        if self._thread.is_alive():
            self._wanted.put(None)
            self._thread.join(2.0)
        with suppress(NotImplementedError):
            if pygame.mixer.get_init():
                pygame.mixer.quit()


VARIANTS, COLOURS = 3, 6  # of the slap


def slap_name(number: int, colour: int) -> str:
    return f"slap/{number % VARIANTS}/{colour % COLOURS}"
