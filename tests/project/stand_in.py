"""A checkout with the real first_run.py and __main__.py around a tiny project: its first run takes seconds.

It has one dependency, a wheel beside it, and a build backend of its own: nothing is downloaded.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REAL = ("host/first_run.py", "host/__main__.py")
CLI = """
import sys
import paddle_demo

def main():
    print("ran", paddle_demo.PADDLES, *sys.argv[1:])

if __name__ == "__main__":
    main()
"""
# A build backend for pip: its wheel points here.
BACKEND = '''
import os, time, zipfile

INFO = "slamomatic-1.0.dist-info"
METADATA = """Metadata-Version: 2.1
Name: slamomatic
Version: 1.0
Requires-Dist: paddle-demo @ file://%s
Provides-Extra: phone
Provides-Extra: test
"""
WHEEL = "Wheel-Version: 1.0\\nGenerator: stand-in\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(HERE, "paddle_demo-1.0-py3-none-any.whl")

def _members():
    return {
        "slamomatic.pth": os.path.join(HERE, "host"),
        INFO + "/METADATA": METADATA % DEMO,
        INFO + "/WHEEL": WHEEL,
    }

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    while os.path.exists(os.path.join(HERE, "held")):
        time.sleep(0.01)
    name = "slamomatic-1.0-py3-none-any.whl"
    members = _members()
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for path, text in members.items():
            wheel.writestr(path, text)
        wheel.writestr(INFO + "/RECORD", "".join(path + ",,\\n" for path in [*members, INFO + "/RECORD"]))
    return name

build_wheel = build_editable
'''
PYPROJECT = """
[build-system]
requires = []
build-backend = "stand_in_backend"
backend-path = ["."]

[project]
name = "slamomatic"
version = "1.0"
dependencies = ["paddle-demo"]

[project.optional-dependencies]
phone = []
test = []

[project.scripts]
slamomatic = "slamomatic.cli:main"
"""


def checkout(folder: Path, demo: str = "PADDLES = 4\n") -> Path:
    """Make it there; `demo` is its dependency's source."""
    for name in REAL:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "host/slamomatic").mkdir()
    (folder / "host/slamomatic/__init__.py").write_text("")
    (folder / "host/slamomatic/cli.py").write_text(CLI)
    (folder / "stand_in_backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    with zipfile.ZipFile(folder / "paddle_demo-1.0-py3-none-any.whl", "w") as wheel:
        info = "paddle_demo-1.0.dist-info"
        members = {
            "paddle_demo/__init__.py": demo,
            f"{info}/METADATA": "Metadata-Version: 2.1\nName: paddle-demo\nVersion: 1.0\n",
            f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        for path, text in members.items():
            wheel.writestr(path, text)
        wheel.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in [*members, f"{info}/RECORD"]))
    return folder


class FirstRun:
    """`python3 host words` there, in a group of processes of its own."""

    def __init__(
        self,
        folder: Path,
        python: str = sys.executable,
        words: tuple[str, ...] = ("--version",),
        env: Mapping[str, str] | None = None,
    ) -> None:
        env = {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, **(env or {})}
        self._process = subprocess.Popen(
            [python, "host", *words],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def kill(self) -> None:
        """The machine is switched off: all of its processes at once."""
        self._signal_all(signal.SIGKILL)

    def kill_alone(self) -> None:
        """Only the first process; what it started goes on."""
        self._process.send_signal(signal.SIGKILL)

    def ctrl_c(self) -> None:
        """As a terminal does it: all of them hear it."""
        self._signal_all(signal.SIGINT)

    def interrupt_alone(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def _signal_all(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.killpg(self._process.pid, number)

    def says(self) -> str:
        """Return the run's next line about what it is doing."""
        assert self._process.stderr is not None
        return self._process.stderr.readline()

    def ended(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> tuple[int, str, str]:
        """Return the run's exit code and output."""
        out, err = self._process.communicate(timeout=600)
        return self._process.returncode, out, err


def troubles(err: str) -> list[str]:
    """The lines that are not about what it is doing."""
    return [line for line in err.strip().splitlines() if not line.endswith(" ...")]


def run(folder: Path, python: str = sys.executable) -> tuple[int, str, str]:
    return FirstRun(folder, python).end()


def real_checkout(folder: Path) -> Path:
    """The project itself, as git knows it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    for name in listed.stdout.split("\0"):
        if name.startswith(("host/", "firmware/")) or name in ("pyproject.toml", "README.md"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder
