"""The window as a screen reader walks it: its words, its buttons, what has the focus, and no hidden card."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import needs
from slamomatic import engine
from slamomatic.engine import Game, Setup
from slamomatic.engine.bots import straight
from slamomatic.screen.offscreen import BareStage
from slamomatic.screen.scenes.front import FrontScene
from slamomatic.screen.scenes.help import HelpScene
from slamomatic.screen.tree import items_of
from support import display, length
from support.display import virtual_display
from support.twins import TWINS
from table.test_leaks import Watcher, twin_of

SIZE = (1280, 720)
ROOT = Path(__file__).parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's pyatspi is for Debian's Python


def told(stage: BareStage, scene: FrontScene | HelpScene) -> tuple[list[str], str]:
    items, focus = items_of(scene, stage.easel(scene, SIZE))
    return [item.words for item in items], next(item.words for item in items if item.name == focus)


def test_the_start_scene_has_its_words_its_buttons_and_the_focus(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    words, focus = told(stage, FrontScene(stage))
    assert words[0] == "SLAM-O-MATIC" and "Quit: ESC" in words
    assert focus.startswith("Play alone")


def test_a_press_in_the_tree_presses_the_button_and_a_move_moves_the_cursor(tmp_path: Path) -> None:
    stage = BareStage(tmp_path)
    front = FrontScene(stage)
    items, _ = items_of(front, stage.easel(front, SIZE))
    rules = next(item for item in items if item.words.startswith("Rules"))
    assert rules.come is not None and rules.press is not None
    rules.come()
    assert told(stage, front)[1] == rules.words
    rules.press()
    assert isinstance(stage.scene, HelpScene)


@pytest.mark.parametrize("name", TWINS)
def test_the_tree_of_a_table_tells_no_hidden_card(name: str, tmp_path: Path) -> None:
    game = engine.new(name, Setup(engine.find(name).SEATS[0] + 1, 5))
    watcher, rng, play = Watcher(game, tmp_path, 1), Random(5), game.apply
    compared = 0

    def tree(of: Game) -> Sequence[object]:
        watcher.with_game(of)
        items, focus = items_of(watcher.scene, watcher.stage.easel(watcher.scene, SIZE))
        return [*((item.name, item.words) for item in items), focus]

    def walked(event: engine.Event, draws: Sequence[object] = ()) -> object:
        nonlocal compared
        other = twin_of(game, None, rng) if compared < length.count(25, 300) else None
        if other is not None and not game.over:
            assert tree(game) == tree(other), "the tree tells of a hidden card"
            compared += 1
        return play(event, draws)

    game.apply = walked  # type: ignore[method-assign, assignment]
    straight.play(game, Random(5), 100_000)
    assert compared >= 25


def can_walk() -> bool:
    """Whether this machine has all that a walk through the real tree takes."""
    try:
        import accesskit  # noqa: F401
    except ImportError:
        return False
    bus = Path("/usr/libexec/at-spi-bus-launcher").exists() and shutil.which("dbus-run-session")
    asks = [SYSTEM_PYTHON, "-c", "import pyatspi"]
    return bool(bus) and display.available() and subprocess.run(asks, capture_output=True).returncode == 0


# Walks through the tree by AT-SPI until the words are there, presses one button, and prints what it finds.
WALK = """
import json, sys, time
import pyatspi

def nodes(node):
    yield node
    for child in node:
        yield from nodes(child)

def told():
    found = []
    for app in pyatspi.Registry.getDesktop(0):
        for node in nodes(app) if app is not None else ():
            found.append((node.getRoleName(), node.name, node.getState().contains(pyatspi.STATE_FOCUSED)))
    return found

def until(words):
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            found = told()
            there = any(words in name for _, name, _ in found)
            if there and any(focused and role == "push button" for role, _, focused in found):
                return found
        except Exception:
            pass  # the tree has changed meanwhile
        time.sleep(0.2)
    sys.exit("never saw " + words)

first = until("Rules")
for app in pyatspi.Registry.getDesktop(0):
    for node in nodes(app) if app is not None else ():
        if node.name.startswith("Rules"):
            node.queryAction().doAction(0)
print(json.dumps([first, until("How to play")]))
"""


@pytest.mark.desktop
def test_a_real_screen_reader_s_library_walks_the_window_and_presses_a_button(tmp_path: Path) -> None:
    if not can_walk():
        needs.left_out("accesskit, Xvfb, dbus-daemon, at-spi2-core and python3-pyatspi")
    (tmp_path / "walk.py").write_text(WALK)
    window = f"{sys.executable} -P -m slamomatic.cli play --unit keyboard --size 1280x720"
    script = f"""
        export HOME={tmp_path} XDG_DATA_HOME={tmp_path} LANG=C.UTF-8
        /usr/libexec/at-spi-bus-launcher --launch-immediately --a11y=1 --screen-reader=1 >&2 &
        {window} >&2 & played=$!
        {SYSTEM_PYTHON} {tmp_path}/walk.py; walked=$?
        kill $played %1; wait $played; exit $walked
    """
    with virtual_display(SIZE) as screen:
        done = subprocess.run(
            ["dbus-run-session", "--", "bash", "-c", script],
            cwd=ROOT,
            env={"DISPLAY": screen, "PATH": "/usr/bin:/bin", "SDL_AUDIODRIVER": "dummy"},
            capture_output=True,
            text=True,
            timeout=400,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    first, rules = json.loads(done.stdout.splitlines()[-1])
    assert ["frame", "Slam-O-Matic", False] in [[role, name, False] for role, name, _ in first]
    focused = next(name for role, name, has_focus in first if has_focus and role == "push button")
    assert focused.startswith("Play")
    assert any(role == "push button" and name.startswith("Next") for role, name, _ in rules)
