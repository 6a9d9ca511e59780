"""A language is one catalogue file and nothing else: shown with the pseudo-language."""

from __future__ import annotations

import copy
import importlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from slamomatic import words
from slamomatic.engine.vocabulary import OpenlyRefused
from slamomatic.errors import UserError
from slamomatic.face.declared import declared_face
from slamomatic.gallery.tables import posed_session
from slamomatic.kit.easel import Frame, Text
from slamomatic.preferences import Preferences
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scene import Scene
from slamomatic.screen.scenes.settings import SettingsScene
from slamomatic.screen.scenes.start import StartScene
from slamomatic.screen.scenes.table import TableScene
from slamomatic.screen.window import Window
from slamomatic.table.clock import TableClock
from slamomatic.units.open import open_unit
from slamomatic.words import languages
from slamomatic.words.languages import first_spoken, system_language
from support.pseudo_language import pseudo_known, pseudo_spoken
from words.catalogues import compiled, empty
from words.pseudo import CODE, longer, made_from

SIZE = (1280, 720)
OUTSIDE_GAME = Path(__file__).parents[1] / "support" / "outside_game"


def words_in(stage: BareStage, scene: Scene) -> list[str]:
    return [s.art.words for s in stage.easel(scene, SIZE).sprites if isinstance(s.art, Text)]


def test_one_file_is_a_language_that_the_table_speaks_and_settings_offer(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    table = TableScene(stage, posed_session(stage, "hands-down", 3, 3))
    assert "READY" in words_in(stage, table)
    assert CODE not in languages.languages()
    with pseudo_spoken(tmp_path):
        assert CODE in languages.languages()
        assert longer("READY") in words_in(stage, table)
        assert any(longer("English") in said for said in words_in(stage, SettingsScene(stage, table)))
    assert "READY" in words_in(stage, table), "at once, and back"


def test_settings_change_the_language_at_once_and_seats_that_nobody_named_follow(tmp_path: Path) -> None:
    fresh = Preferences()
    prefs = replace(fresh, language="en", seats=(replace(fresh.seats[0], name="Ada"), *fresh.seats[1:]))
    clock = TableClock()
    with pseudo_known(tmp_path):
        window = Window(open_unit("keyboard", clock=clock), clock, prefs, tmp_path)
        settings = SettingsScene(window, StartScene(window))
        try:
            assert choose(settings, CODE) >= {longer("Settings"), longer("Show tutorials again")}
            assert [seat.name for seat in window.prefs.seats[:2]] == ["Ada", longer("yellow").capitalize()]
            assert choose(settings, "en") >= {"Settings", "Show tutorials again"}
            assert [seat.name for seat in window.prefs.seats[:2]] == ["Ada", "Yellow"]
        finally:
            languages.use("en")


def choose(settings: SettingsScene, code: str) -> set[str]:
    """Click the language until it is this one; the words on the screen at that moment."""
    for _ in languages.languages():
        targets = settings.picture(Frame(*SIZE)).targets
        box = next(target.box for target in targets if target.name == "language")
        settings.click((box.cx, box.cy))
        settings.unclick((box.cx, box.cy))
        if languages.language() == code:
            break
    return {s.art.words for s in settings.picture(Frame(*SIZE)).sprites if isinstance(s.art, Text)}


def test_what_the_rules_refuse_is_told_with_the_player_s_name(tmp_path: Path) -> None:
    refused = OpenlyRefused("it is {seat}'s turn", seat=1)
    assert str(refused) == "it is seat 1's turn"
    assert words.said(refused, seat="Ben") == "it is Ben's turn"
    with pseudo_spoken(tmp_path):
        assert words.said(refused, seat="Ben") == longer("it is {seat}'s turn").format(seat="Ben")
        assert str(refused) == "it is seat 1's turn", "a log and JSON stay English"


def test_an_error_inside_an_error_is_told_in_the_same_language(tmp_path: Path) -> None:
    error = UserError(
        "the log's event {line} is not possible here: {refused}",
        line="x",
        refused=OpenlyRefused("the game is over"),
    )
    with pseudo_spoken(tmp_path):
        assert longer("the game is over") in words.said(error)


def test_what_is_kept_in_english_is_told_in_the_language_of_the_reader(tmp_path: Path) -> None:
    many = words.counted("{n} spike on {paddle}", "{n} spikes on {paddle}", 3, paddle=words.Sentence("red"))
    assert json.dumps([many, copy.deepcopy(many)]) == '["3 spikes on red", "3 spikes on red"]'
    assert words.said(many) == "3 spikes on red"
    assert words.said(words.counted("{n} spike", "{n} spikes", 1)) == "1 spike"
    with pseudo_spoken(tmp_path):
        assert longer("red") in words.said(copy.deepcopy(many)), "a copy can be told too"
        assert words.said("red") == longer("red"), "read from a file, a constant is still known"
        assert str(many) == "3 spikes on red"


def test_the_system_s_language_is_taken_if_the_program_speaks_it(tmp_path: Path) -> None:
    assert system_language({"LANG": "qps_XX.UTF-8"}) == "en", "nobody has written its catalogue"
    with pseudo_spoken(tmp_path):
        assert system_language({"LANG": "qps_XX.UTF-8"}) == CODE
        assert system_language({"LANG": "tlh_XX.UTF-8", "LANGUAGE": "tlh:qps"}) == CODE
        assert system_language({"LANG": "qps_XX.UTF-8", "LC_ALL": "C.UTF-8"}) == "en"
        assert system_language({"LC_ALL": "C.UTF-8", "LANGUAGE": "qps"}) == "en"
        assert first_spoken(["tlh-KL", "qps-XX"]) == CODE, "as browsers say it"
    assert system_language({}) == "en"


def test_a_game_from_another_package_brings_its_own_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(OUTSIDE_GAME)
    monkeypatch.syspath_prepend(tmp_path)
    snap = importlib.import_module("snap_face")
    rules = importlib.import_module("outside_snap").Snap
    folder = tmp_path / "snap_words"
    folder.mkdir()
    template = empty(None)
    template.add(snap.TWO_ALIKE)
    (folder / f"{CODE}.mo").write_bytes(compiled(made_from(template)))
    with languages.speaking(CODE):
        assert words.gettext(snap.TWO_ALIKE) == snap.TWO_ALIKE, "nobody has asked for its face yet"
        face = declared_face(type("SpokenSnap", (rules,), {"FACE": "snap_face:FACE"}))
        try:
            assert face is not None
            assert words.gettext(face.first_words) == longer(snap.TWO_ALIKE)
            assert CODE in languages.languages()
        finally:
            languages.remove_folder(str(folder))


def test_a_catalogue_folder_that_has_gone_takes_no_other_language_away(tmp_path: Path) -> None:
    spoken, folder = languages.languages(), str(tmp_path / "gone")
    languages.add_folder(folder)
    try:
        assert languages.languages() == spoken
    finally:
        languages.remove_folder(folder)
