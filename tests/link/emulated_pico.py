"""For tests: an emulated Pico in another process; slap it, pull its plug, look into its flash."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from link.flash_tape import Tape, load
from slamomatic.pico import connected

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 300.0  # a busy machine emulates slowly


class EmulatedPico:
    """Without `files` it runs the booted firmware. `flash`: a file with all of the flash. Use as a context
    manager."""

    def __init__(
        self, folder: Path, files: Mapping[str, bytes] | None, tcp: bool = False, flash: Path | None = None
    ) -> None:
        orders = folder / "orders.json"
        texts = None if files is None else {path: data.decode("latin-1") for path, data in files.items()}
        orders.write_text(json.dumps({"files": texts, "flash": flash and str(flash), "tcp": tcp}), "utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.link.pico_process", str(orders)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.restarts = 0
        self.port = self._line()

    def __enter__(self) -> EmulatedPico:
        self._answer_s, connected.ANSWER_S = connected.ANSWER_S, PATIENCE_S
        return self

    def __exit__(self, *_: object) -> None:
        connected.ANSWER_S = self._answer_s
        self._process.terminate()
        self._process.communicate()

    def slap(self, paddle: int) -> None:
        """Comes back when the slap is over in emulated time, which may be slower than real time."""
        self._say(f"slap {paddle}")
        assert self._line() == "slapped"

    def rest(self) -> None:
        """Let as much emulated time pass as a slap takes."""
        self._say("rest")
        assert self._line() == "slapped"

    def power_cycle(self) -> None:
        self._say("power")

    def restart(self) -> None:
        """The booted firmware begins again, from just before its HELLO: all it remembered is gone."""
        self.restarts += 1
        self._say("restart")
        assert self._line() == "restarted"

    def files(self) -> dict[str, str]:
        self._say("files")
        found: dict[str, str] = json.loads(self._line())
        return found

    def written(self) -> int:
        """How many commands its flash has had since it started."""
        self._say("written")
        return int(self._line())

    def tape(self, path: Path) -> Tape:
        """All that was done to its flash since it started."""
        self._say(f"tape {path}")
        assert self._line() == "stored"
        return load(path)

    def _say(self, words: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line, "the emulated Pico's process ended"
        return line
