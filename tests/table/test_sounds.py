"""Sounds: a television can play every effect, all are about as loud, and none clips."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

import slamomatic
from slamomatic.engine import GAMES
from slamomatic.face.faces import face_of
from slamomatic.gallery.tables import steps, table_of
from slamomatic.kit import synth, tunes
from slamomatic.kit.bed import HOUSE, Mood
from slamomatic.kit.sound import COLOURS, VARIANTS, Sounds, Volumes, slap_name
from slamomatic.kit.synth import RATE, Wave
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from support.loudness import loudest_lufs, share

LOWEST_SHARE, SLAPS_SHARE = 0.35, 0.55  # of the energy between 1 and 5 kHz
MOST_APART_LU = 3.0
ASKED = re.compile(r'stage\.sound\("([a-z]+)"')
ENOUGH_US = 40_000_000  # of a game: the first slap after that ends it


@pytest.fixture(scope="module")
def waves() -> dict[str, Wave]:
    return dict(tunes.every_wave())


def test_a_television_can_play_every_effect(waves: dict[str, Wave]) -> None:
    shares = {name: share(wave, 1000, 5000) for name, wave in waves.items()}
    assert not {name: found for name, found in shares.items() if found < LOWEST_SHARE}
    assert min(found for name, found in shares.items() if name.startswith("slap/")) >= SLAPS_SHARE


def test_a_slap_differs_each_time_and_by_colour(waves: dict[str, Wave]) -> None:
    slaps = [waves[slap_name(variant, colour)] for variant in range(VARIANTS) for colour in range(COLOURS)]
    assert len({slap.tobytes() for slap in slaps}) == VARIANTS * COLOURS


def test_effects_are_about_as_loud_as_each_other(waves: dict[str, Wave]) -> None:
    some = [name for name in waves if not name.startswith("slap/") or name.endswith(("/0", "/5"))]
    lufs = {name: loudest_lufs(synth.to_stereo(waves[name])) for name in some}
    assert max(lufs.values()) - min(lufs.values()) <= MOST_APART_LU, lufs
    own = {name: synth.loudness_lufs(waves[name]) for name in some}
    assert max(abs(own[name] - lufs[name]) for name in some) < 0.7  # ffmpeg looks every 0.1 s only


def test_nothing_clips_nor_ends_with_a_click(waves: dict[str, Wave]) -> None:
    for name, wave in waves.items():
        assert np.abs(wave).max() <= synth.CEILING, name
        assert np.abs(wave[-20:]).max() < 0.02, name


def test_six_hands_and_the_call_at_once_do_not_clip(waves: dict[str, Wave]) -> None:
    """As close as hands come in a race, at the volume of the first day, with the music below."""
    heard = np.zeros(RATE)
    for colour in range(COLOURS):
        slap, at = waves[slap_name(colour, colour)], round(RATE * 0.03 * colour)
        heard[at : at + len(slap)] += slap * 0.7
    heard[: len(waves["call"])] += waves["call"] * 0.7
    heard += tunes.band(HOUSE)[:RATE] * 0.4
    assert np.abs(heard).max() < 1.0


def test_each_game_has_music_of_its_own() -> None:
    beds = [face_of(game).bed for game in GAMES]
    assert len(set(beds)) == len(beds)


def test_the_music_is_two_loops_of_one_length_below_the_effects() -> None:
    bed = face_of("slamwich").bed
    pulse, band = tunes.pulse(bed), tunes.band(bed)
    assert len(pulse) == len(band) == round(RATE * bed.seconds)
    assert synth.loudness_lufs(band) < synth.EFFECTS_LUFS - 6
    for loop in (pulse, band):
        assert abs(loop[0] - loop[-1]) < 0.01, "it begins where it ends"


def states_of(stage: BareStage, game: str) -> Iterator[tuple[Mood, bool, bool]]:
    """The mood, whether a slap is open or just over, and whether a paddle is live: event by event."""
    scene, session = table_of(stage, game, 3, 2, (0, 1))
    for _ in steps(stage, scene, 20 * 60_000_000):
        if session.over or scene.announcements.last.get("slap", {}).get("t_us", 0) > ENOUGH_US:
            return
        yield scene.mood, not scene.announcements.slap.settled, any(session.moment.room["live"])


@pytest.mark.parametrize("game", GAMES)
def test_music_is_thin_while_paddles_are_live_and_stops_at_a_slap(game: str, tmp_path: Path) -> None:
    seen = set(states_of(BareStage(tmp_path), game))
    # In Lowdown a slap is judged at once: there the slap's own sound stops the music.
    assert {mood for mood, slapped, _ in seen if slapped} == ({Mood.SILENT} if game != "lowdown" else set())
    assert {mood for mood, slapped, live in seen if live and not slapped} == {Mood.TENSE}
    assert {mood for mood, slapped, live in seen if not live and not slapped} <= {Mood.CALM}


def test_menus_have_music_and_what_lies_over_a_paused_game_has_none(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    start = StartScene(stage)
    assert SettingsScene(stage, start).mood is start.mood is Mood.CALM
    scene, session = table_of(stage, "slamwich", 3, 2, (0, 1))
    scene.pump()
    session.pause()
    settings = SettingsScene(stage, scene)
    assert settings.mood is Mood.SILENT and settings.bed == face_of("slamwich").bed


def test_a_press_makes_it_louder_and_after_ten_comes_silence(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    stage.prefs = replace(stage.prefs, muted=True)
    settings = SettingsScene(stage, StartScene(stage))
    heard = []
    for _ in range(11):
        (music,) = [target for target in stage.easel(settings, (1280, 720)).targets if target.name == "music"]
        settings.wish(music.wish)
        heard.append(round(stage.prefs.music * 10))
    assert heard == [*range(1, 11), 0]
    assert not stage.prefs.muted and stage.prefs.volume == 0, "only what was pressed comes back"


def test_every_sound_that_a_scene_asks_for_is_there() -> None:
    package = Path(slamomatic.__file__).parent
    asked = {word for path in package.rglob("*.py") for word in ASKED.findall(path.read_text("utf-8"))}
    assert {"tick", "ready", "slap"} <= asked <= {"slap", *tunes.TUNES}


def test_without_a_library_for_sounds_all_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        """What pygame puts in a module's place where a library of the system is missing."""

        def __getattr__(self, name: str) -> object:
            raise NotImplementedError("mixer module not available")

    monkeypatch.setattr(pygame, "mixer", Missing())
    sounds = Sounds(Volumes(0.7, 0.4))
    sounds.start()
    sounds.stop()
    assert not sounds.works and not sounds._thread.is_alive()


def test_the_loudspeaker_follows_the_mood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    sounds = Sounds(Volumes(0.7, 0.4))
    sounds.start()
    try:
        band = None
        for _ in range(2_000):
            sounds.follow(Mood.CALM, HOUSE)
            if sounds.works:
                band = pygame.mixer.Channel(1)
                if band.get_busy() and band.get_volume() > 0.3:
                    break
            pygame.time.wait(10)
        assert band is not None and band.get_volume() > 0.3, "the band plays"
        for _ in range(60):
            sounds.follow(Mood.TENSE, HOUSE)
        assert band.get_busy() and band.get_volume() == 0, "only the pulse is left"
        assert pygame.mixer.Channel(0).get_volume() > 0.3
        sounds.follow(Mood.SILENT, HOUSE)
        assert not band.get_busy() and not pygame.mixer.Channel(0).get_busy(), "it stops dead"
        sounds.follow(Mood.CALM, HOUSE)
        assert band.get_busy()
        sounds.play("slap", 3)
        sounds.follow(Mood.CALM, HOUSE)
        assert pygame.mixer.get_busy() and not band.get_busy(), "a slap stops it whatever the mood"
    finally:
        sounds.stop()


def test_the_first_frame_waits_for_no_array_library() -> None:
    """numpy makes the sounds, in a thread that starts after the first frame."""
    code = (
        "import sys; from slamomatic.commands import play; play._import_pygame()\n"
        "import slamomatic.screen.window, slamomatic.screen.scenes.start\n"
        "assert 'numpy' not in sys.modules and 'pygame' in sys.modules\n"
        "import numpy; assert numpy.zeros(1)[0] == 0"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
