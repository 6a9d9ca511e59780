"""A virtual display with the real window on it, and a hand that presses its keys."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageGrab

NEEDED = ("Xvfb", "xdotool")
PATIENCE_S = 600.0  # only ever waited in full by a test that fails


def available() -> bool:
    return all(shutil.which(program) for program in NEEDED)


@contextmanager
def virtual_display(size: str = "1280x720") -> Iterator[str]:
    """An X server of its own; yields its name, as ":3"."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield ":" + pipe.readline().strip()
    finally:
        server.terminate()
        server.wait()


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
        )

    def hold(self, name: str, down: bool) -> None:
        subprocess.run(["xdotool", "keydown" if down else "keyup", name], env=self._env, check=True)

    def click(self, x: int, y: int) -> None:
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], env=self._env, check=True)

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
        if self.program.poll() is None:
            self.program.terminate()
        self.program.wait()
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
