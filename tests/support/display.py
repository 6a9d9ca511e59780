"""A virtual display with the real window on it, and a hand that presses its keys."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageGrab

from support import waiting
from support.waiting import PATIENCE_S

NEEDED = ("Xvfb", "xdotool")
SIZE = (1280, 720)
MIDDLE = ("640", "360")
LEFT_S = 120.0  # until a program that was asked to end is killed


def available() -> bool:
    return all(shutil.which(program) for program in NEEDED)


@contextmanager
def virtual_display(size: tuple[int, int] = SIZE) -> Iterator[str]:
    """An X server of its own; yields its name, as ":3"."""
    read, write = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            assert select.select([pipe], [], [], PATIENCE_S)[0], "Xvfb has not started"
            number = pipe.readline().strip()
        assert number, f"Xvfb ended at once with {server.poll()}"
        yield f":{number}"
    finally:
        ended(server)


def ended(program: subprocess.Popen[Any]) -> None:
    """Ask it to end; kill it where it does not."""
    program.terminate()
    try:
        program.wait(LEFT_S)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait(LEFT_S)


def made_empty(display: str) -> None:
    """The keys and the mouse as at the start, and nothing on the screen."""
    env = {**os.environ, "DISPLAY": display}
    for command in (["setxkbmap", "us"], ["xdotool", "mousemove", *MIDDLE, "keyup", "space"]):
        subprocess.run(command, env=env, check=True, timeout=PATIENCE_S)
    empty = waiting.until(lambda: ImageGrab.grab(xdisplay=display).convert("RGB").getbbox() is None)
    assert empty, "a test before left something on the screen"


class Player:
    """The program in its window, and somebody who presses its keys."""

    def __init__(self, display: str, home: Path, words: Sequence[str]) -> None:
        self.display = display
        self.home = home
        self._env = {
            **os.environ,
            "DISPLAY": display,
            "SLAMOMATIC_HOME": str(home),
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEO_WINDOW_POS": "0,0",
        }
        self._log = (home.parent / f"{home.name}.log").open("w")
        command = [sys.executable, "-m", "slamomatic.cli", "play", *words]
        self.program = subprocess.Popen(command, env=self._env, stdout=self._log, stderr=self._log)

    def keys(self, *names: str, delay_ms: int = 12) -> None:
        """Real key presses, through the X server."""
        subprocess.run(
            ["xdotool", "key", "--delay", str(delay_ms), *names],
            env=self._env,
            check=True,
            capture_output=True,
            timeout=PATIENCE_S,
        )

    def hold(self, name: str, down: bool) -> None:
        words = ["xdotool", "keydown" if down else "keyup", name]
        subprocess.run(words, env=self._env, check=True, timeout=PATIENCE_S)

    def click(self, x: int, y: int) -> None:
        words = ["xdotool", "mousemove", str(x), str(y), "click", "1"]
        subprocess.run(words, env=self._env, check=True, timeout=PATIENCE_S)

    def wait_for_window(self) -> None:
        """Until something is drawn on the empty screen."""
        until(self, lambda: self.picture().getbbox() is not None, lambda: time.sleep(0.05))

    def picture(self) -> Image.Image:
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def finished_journals(self) -> list[Path]:
        return sorted((self.home / "journals" / "finished").glob("*.journal"))

    def open_journals(self) -> list[Path]:
        return sorted((self.home / "journals" / "open").glob("*.journal"))

    def said(self) -> str:
        self._log.flush()
        return Path(self._log.name).read_text()

    def close(self) -> None:
        ended(self.program)
        self._log.close()


@contextmanager
def playing(display: str, home: Path, *words: str) -> Iterator[Player]:
    player = Player(display, home, words)
    try:
        player.wait_for_window()
        yield player
    finally:
        player.close()


def until(player: Player, true: Any, act: Any, patience_s: float = PATIENCE_S) -> None:
    """Act again and again until something is true; never for ever."""
    ends = time.monotonic() + patience_s
    while not true():
        assert player.program.poll() is None, player.said()
        assert time.monotonic() < ends, f"it never came to that; the program said: {player.said()}"
        act()
