"""A journal becomes a film: of the window's own scenes, for everybody's eyes, and a sentence tells what is
missing."""

from __future__ import annotations

import contextlib
import importlib
import json
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest
from PIL import Image, ImageSequence

from slamomatic import engine
from slamomatic.cli import main
from slamomatic.command_name import VARIABLE
from slamomatic.engine import Setup, log
from slamomatic.engine.vocabulary import Event, Json
from slamomatic.errors import UserError
from slamomatic.film import writers
from slamomatic.film.maker import Camera
from slamomatic.gallery.tables import posed_session
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes import filming
from slamomatic.screen.scenes.cut import RACE_EDGE_US, of_all, of_slap
from slamomatic.screen.scenes.result import ResultScene
from slamomatic.store.journals import read_file
from slamomatic.table import outcome
from slamomatic.table.outcome import Slap
from support.journal_twins import known_to, shown_by, twin_of, with_two_cards_swapped
from support.length import count
from support.page import Page
from support.pictures import mistakes
from support.waiting import until

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "host" / "docs" / "evening.journal"
GOLDEN = ROOT / "tests" / "rules" / "golden"
SMALL = (800, 480)
ONE_OF_EACH = count(
    ("slamwich-8",), ("hands-down-2", "slamwich-8", "hit-the-deck-3", "yahtzee-hands-down-2", "lowdown-2")
)


def golden(name: str) -> list[Json]:
    return [line for line in map(json.loads, (GOLDEN / f"{name}.jsonl").open()) if "state" not in line]


def evening() -> Sequence[Json]:
    return [dict(entry) for entry in read_file(EVENING).entries]


def slap(number: int) -> Slap:
    return outcome.slaps_of(evening())[number - 1]


def pictures(entries: Sequence[Json], fps: float) -> list[bytes]:
    film = Camera(entries, SMALL, fps).film(of_all(entries), True)
    return [pygame.image.tobytes(frame, "RGB") for frame in film]


def filmed(capsys: pytest.CaptureFixture[str], *words: str) -> Json:
    assert main(["film", *words, "--json"]) == 0
    said: Json = json.loads(capsys.readouterr().out)
    return said


# --- whole games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_whole_game_is_filmed_up_to_its_result(name: str) -> None:
    shown = pictures(golden(name), 1.0)
    assert len(set(shown)) > 15, "something happens in a game"
    assert len(set(shown[-2:])) == 1, "the result stands"


@pytest.mark.parametrize("name", ["hands-down-2", "hit-the-deck-3"])
def test_a_film_shows_no_hidden_card(name: str) -> None:
    entries = golden(name)[:40]
    twin, _ = twin_of(entries, Random(3), 40)
    for seat in range(entries[0]["setup"]["seats"]):
        assert known_to(seat, twin) != known_to(seat, entries), "every hand must really differ"
    assert pictures(entries, 2.0) == pictures(twin, 2.0)


def test_a_card_that_is_shown_makes_another_film() -> None:
    """Otherwise the comparison of twins could not see a leak."""
    entries, rng = golden("hands-down-2")[:90], Random(4)
    shown = other_shown = shown_by(entries)
    while other_shown == shown:
        other = with_two_cards_swapped(entries, rng)
        with contextlib.suppress(UserError):
            other_shown = shown_by(other)
    assert pictures(entries, 1.0) != pictures(other, 1.0)


# --- one slap ---------------------------------------------------------------------------------------


def test_a_slap_takes_nine_seconds_with_its_slow_motion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "slap.gif"
    said = filmed(capsys, str(EVENING), "--slap", "14", "--size", "400x240", "--out", str(out))
    assert said["slaps"] == [14] and said["bytes"] == out.stat().st_size
    assert 8.8 <= said["seconds"] <= 9.2
    with Image.open(out) as film:
        assert film.size == (400, 240) and len(list(ImageSequence.Iterator(film))) > 20
    lead, race, after = of_slap(slap(14))
    assert race.slower > 2 and lead.slower == after.slower == 1


def test_the_picture_is_of_the_closest_finish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "evening.png"
    said = filmed(capsys, str(EVENING), "--out", str(out), "--size", "800x480")
    gaps_us = {each.number: each.gap_us for each in outcome.slaps_of(evening()) if each.gap_us}
    assert said["slaps"] == [min(gaps_us, key=lambda number: gaps_us[number])]
    assert Image.open(out).size == (800, 480)


def test_highlights_are_the_closest_the_biggest_and_the_most_fooled() -> None:
    slaps = outcome.slaps_of(evening())
    chosen = outcome.best(slaps)
    assert len(chosen) == 3 and chosen == sorted(chosen, key=lambda each: each.number)
    assert outcome.closest(slaps) in chosen
    assert max(len(each.fooled) for each in slaps) == max(len(each.fooled) for each in chosen) == 3
    assert max(len(each.photo.hits) for each in slaps) == max(len(each.photo.hits) for each in chosen)


def test_no_slap_runs_into_the_next_one() -> None:
    slaps = outcome.slaps_of(evening())
    for before, after in pairwise(slaps):
        race_ends_us = before.last_us + RACE_EDGE_US
        assert of_slap(before, slaps)[-1].until_us <= max(after.first_us, race_ends_us)


# --- files ------------------------------------------------------------------------------------------


def test_an_mp4_is_written_by_the_program_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "slap.mp4"
    said = filmed(capsys, str(EVENING), "--slap", "14", "--size", "401x241", "--out", str(out))
    assert out.read_bytes()[4:8] == b"ftyp"
    assert said["frames"] == round(said["seconds"] * writers.MP4_FPS) and said["bytes"] > 10_000


def test_without_the_extra_a_sentence_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = importlib.import_module

    def missing(name: str, package: str | None = None) -> object:
        if name.startswith(("PIL", "imageio_ffmpeg")):
            raise ImportError(name)
        return there(name, package)

    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib, "import_module", missing)
    for ending in ("gif", "mp4"):
        assert main(["film", str(EVENING), "--slap", "1", "--out", str(tmp_path / f"a.{ending}")]) == 1
        said = capsys.readouterr().err
        assert "pip install 'slamomatic[film]'" in said and "Traceback" not in said


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--out", "a.avi"], "Let its name end in .gif, .mp4 or .png."),
        (["--out", "a.png", "--slap", "99"], "choose one from 1 to 25"),
        (["--out", "a.gif", "--whole"], "Choose one slap with --slap"),
        (["--out", "nowhere/a.png"], "Make it, or name another."),
        (["--out", "nowhere/a.mp4"], "Make it, or name another."),
    ],
)
def test_a_mistake_gets_a_sentence_with_the_next_step(
    words: list[str],
    answer: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["film", str(EVENING), *words]) == 1
    assert answer in capsys.readouterr().err


def test_a_folder_gets_the_best_kind_of_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise UserError(writers.NO_FFMPEG)

    for there, ending in ((True, "mp4"), (False, "gif")):
        if not there:
            monkeypatch.setattr(writers, "ffmpeg", missing)
        words = ["film", str(EVENING), "--slap", "14", "--size", "320x200", "--out", str(tmp_path)]
        assert main(words) == 0
        assert capsys.readouterr().out.splitlines()[0] == str(tmp_path / f"evening.{ending}")


@pytest.mark.parametrize("sound", [True, False])
def test_one_key_films_the_game_that_is_over(
    sound: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a program of its own; where it fails, its sentence stands on the screen."""
    if sound:  # films of the usual size take a while
        monkeypatch.setenv(VARIABLE, "python3 host")
        monkeypatch.setattr(filming, "CHECKOUT", tmp_path / "host")
        (tmp_path / "host").mkdir()
        (tmp_path / "host/__main__.py").write_text(
            "import sys; from slamomatic.cli import main\n"
            "sys.exit(main([*sys.argv[1:], '--size', '320x180']))\n"
        )
    stage = BareStage(tmp_path)
    session = posed_session(stage, "hands-down", 3, 1)
    journal = tmp_path / "evening.journal"
    journal.write_bytes(EVENING.read_bytes()[:1_300] if sound else b"no journal\n")
    session.journal.path = journal
    result = ResultScene(stage, session.outcome(), session)
    page = Page(stage, result, SMALL)
    page.wait(2_000_000)
    page.press("photo")
    assert "Making the film" in page.text()
    said = what_it_says_of_its_film(page)
    if sound:
        assert str(tmp_path / "films") in said and len(list((tmp_path / "films").iterdir())) == 1
    else:
        assert "damaged" in said and "Traceback" not in said


def test_first_film_of_a_checkout_may_fetch_what_films_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The encoder's words are not taken for the film's name; if it fails, its sentence is read."""
    checkout, failed = tmp_path / "host", "The download failed: " + "check the internet connection. " * 3
    checkout.mkdir()
    monkeypatch.setenv(VARIABLE, "python3 host")
    monkeypatch.setattr(filming, "CHECKOUT", checkout)
    stage = BareStage(tmp_path)
    session = posed_session(stage, "hands-down", 3, 1)
    page = Page(stage, ResultScene(stage, session.outcome(), session), SMALL)
    page.wait(2_000_000)
    (checkout / "__main__.py").write_text(f"import sys; sys.exit({failed!r})")
    page.press("photo")
    assert failed.strip() in what_it_says_of_its_film(page)
    assert mistakes(page.easel().sprites, SMALL) == []
    (checkout / "__main__.py").write_text(
        "import sys; assert sys.argv[1] == 'film'; print('Installing ...', file=sys.stderr); "
        "print(sys.argv[-1] + '/a.gif')"
    )
    page.press("photo")
    assert f"Your film a.gif is in the folder {tmp_path / 'films'}." in what_it_says_of_its_film(page)
    assert "Show the film" in page.words()


def what_it_says_of_its_film(page: Page) -> str:
    """Once it is made or has failed."""

    def done() -> bool:
        page.scene.pump()
        return "Making the film" not in page.said_by("note")

    assert until(done)
    return page.said_by("note")


def test_hand_of_a_loose_time_is_as_uncertain_in_a_film_as_at_the_table() -> None:
    """A unit that was cut off for a moment may tell a slap late."""
    game = engine.new("hands-down", Setup(3, seed=3, touch=[True] * 3))
    entries = [log.opening_line(game, {})]
    for do, t_us in (("touch", 1_000_000), ("down", 1_020_000)):
        event = Event(do, game.turn, t_us, {"later_us": 4_000})
        game.apply(event)
        entries.append(event.to_json(game.chance.drawn))
    _, photographer = outcome.replayed(entries)
    assert photographer.last is not None
    ((shown,), (filmed,)) = photographer.last.hits, outcome.slaps_of(entries)[0].photo.hits
    assert shown.way_error_us is not None and shown.way_error_us > 4_000
    assert filmed == shown
