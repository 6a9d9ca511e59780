"""A look ends with the hold, a pause, the unit or the game: no hand stays open for the next eyes."""

from __future__ import annotations

from pathlib import Path

from slamomatic.gallery.tables import posed_session
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.table import TableScene
from slamomatic.table import opening
from slamomatic.units.base import Link
from support.mouse import Mouse
from support.played import SIZE, Played
from support.table import Table


def test_pause_ends_a_look_and_letting_go_in_it_does_no_harm(played: Played) -> None:
    played.scene.gesture("hold")
    played.at(910_000)
    assert played.scene.looking is not None
    played.scene.key("pause")
    assert played.scene.looking is None
    played.scene.gesture("let go")
    played.scene.key("pause")
    played.scene.key("confirm")  # no waiting for the count
    played.at(940_000)
    assert played.scene.looking is None and not played.session.clock.paused


def test_key_let_go_in_the_rules_leaves_no_hand_open(played: Played) -> None:
    """The rules lie over the table: it is told nothing of the key any more."""
    played.scene.gesture("hold")
    played.at(910_000)
    played.scene.key("help")
    played.scene.leave()
    assert played.scene.looking is None


def test_lost_unit_ends_a_look(played: Played) -> None:
    played.scene.gesture("hold")
    played.at(910_000)
    played.pico.link = Link.LOST
    played.at(920_000)
    assert played.scene.looking is None
    played.pico.link = Link.CONNECTED
    played.at(930_000)
    assert played.scene.looking is None


def test_mouse_let_go_after_a_pause_plays_no_card(tmp_path: Path) -> None:
    mouse = Mouse(tmp_path, "hit-the-deck", 5)
    view = mouse.session.view(mouse.session.view(None)["turn"])
    mouse.press_look()
    card = mouse.own_card(next(n for n, card in enumerate(view["hand"]) if card in view["fits"]))
    mouse.scene.key("pause")
    mouse.scene.key("pause")
    mouse.let_go(card)
    mouse.stage.clock.at_us += 10_000_000
    mouse.after()
    assert mouse.scene.looking is None and mouse.scene.alarm == ""
    assert "played" not in mouse.scene.announcements.last


def test_table_is_not_dark_for_ever_when_it_stopped_in_a_look(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.session.curtain(True)
    table.pump(1_000_000)
    table.pump(1_100_000)
    assert not any(table.session.view(None)["live"])
    table.session.close()
    (path,) = (tmp_path / "journals" / "open").glob("*.journal")
    table.session = opening.resume(path, table.unit, table.clock)
    for t_us in range(1_200_000, 8_000_000, 100_000):
        table.pump(t_us)
    assert any(table.session.view(None)["live"])


def test_choice_made_in_a_look_is_not_named_once_the_hand_is_hidden(played: Played) -> None:
    scene = played.scene
    look = next(
        target
        for target in played.stage.easel(scene, SIZE).targets
        if target.wish == scene.play.look_by_mouse
    )
    scene.click((look.box.cx, look.box.cy))
    for t_us in (910_000, 911_000, 912_000):
        played.at(t_us)
    for _ in scene.chooser.ring():
        chosen = scene.chooser.confirmed()
        if chosen is not None and chosen.do == "choose":
            break
        scene.gesture("tap")
    label = scene.face.label(scene.table(scene.eyes), chosen) if chosen is not None else ""
    assert chosen is not None and chosen.do == "choose", "no pair in this hand"
    scene.gesture("tap")
    scene.gesture("double")
    assert any(words.startswith(f"{label} in 1 s") for words in played.words())
    scene.unclick((3, 3))
    played.at(920_000)
    assert not any(label in words for words in played.words())
    assert any(words.startswith("Chosen in 1 s") for words in played.words())


def test_card_that_somebody_saw_goes_with_who_saw_it(tmp_path: Path) -> None:
    """A bot takes the seat; the one person left alone then sees everything that is for one person's eyes."""
    stage = BareStage(tmp_path)
    session = posed_session(stage, "lowdown", 3, 1)
    session.show_people((0, 1))
    session.keep_still()
    scene = TableScene(stage, session)
    scene.pump()
    scene.whispers[0] = {"what": "peeked", "seat": 0, "t_us": 1, "of": 2, "cell": 1, "card": "R7"}
    session.show_people((1,))
    assert scene.eyes == 1
    assert scene.table(1).whisper is None
    session.show_people((0,))
    assert scene.table(0).whisper == scene.whispers[0]
