"""First runs that are interrupted: each must heal by running the same command again.

`python3 tools/first_runs.py 60` interrupts at any moment and in every way.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from project import stand_in
from project.stand_in import FirstRun

STOPPED = 130


Interruption = Callable[[Path, float], list[str]]  # the folder, when; what was wrong already


def killed(folder: Path, after_s: float) -> list[str]:
    return _cut(folder, after_s, FirstRun.kill)


def killed_alone(folder: Path, after_s: float) -> list[str]:
    """End the run but not what it started; the next run waits for that."""
    return _cut(folder, after_s, FirstRun.kill_alone)


def ctrl_c(folder: Path, after_s: float) -> list[str]:
    return _cut(folder, after_s, FirstRun.ctrl_c)


def interrupted_alone(folder: Path, after_s: float) -> list[str]:
    return _cut(folder, after_s, FirstRun.interrupt_alone)


def two_at_once(folder: Path, after_s: float) -> list[str]:
    """Both must do their work, in either order."""
    first = FirstRun(folder)
    time.sleep(after_s / 4)
    second = FirstRun(folder)
    return [wrong for one in (first, second) for wrong in wrong_with(*one.end())]


def two_at_once_one_killed(folder: Path, after_s: float) -> list[str]:
    first = FirstRun(folder)
    time.sleep(after_s / 4)
    second = FirstRun(folder)
    time.sleep(after_s / 2)
    first.kill()
    first.end()
    return wrong_with(*second.end())


def other_python(folder: Path, _: float) -> list[str]:
    """The system's Python was replaced by another minor version: what was installed is out of its sight."""
    wrong = wrong_with(*stand_in.run(folder))
    (lib,) = (folder / ".venv/lib").iterdir()
    lib.rename(lib.with_name("python3.1"))
    return wrong


def python_gone(folder: Path, _: float) -> list[str]:
    wrong = wrong_with(*stand_in.run(folder))
    for name in (folder / ".venv/bin").glob("python*"):
        name.unlink()
        name.symlink_to("/nowhere/python3")
    return wrong


def module_gone(folder: Path, _: float) -> list[str]:
    wrong = wrong_with(*stand_in.run(folder))
    for path in (folder / ".venv/lib").glob("*/site-packages/*"):
        if path.name in ("paddle_demo", "serial"):
            shutil.rmtree(path)
    return wrong


INTERRUPTIONS: tuple[Interruption, ...] = (
    killed, ctrl_c, killed_alone, interrupted_alone, two_at_once, two_at_once_one_killed,
    other_python, python_gone, module_gone,
)  # fmt: skip
AT_ANY_MOMENT = 4  # of them, the first ones: they come as often as all others together


def _cut(folder: Path, after_s: float, cut: Callable[[FirstRun], None]) -> list[str]:
    run = FirstRun(folder)
    time.sleep(after_s)
    over = run.ended()
    cut(run)
    code, out, err = run.end()
    if over or _has_run(out):
        return wrong_with(code, out, err)
    wrong = ["a traceback"] if "Traceback" in err + out else []
    if code == STOPPED and len(stand_in.troubles(err)) != 1:
        wrong.append(f"not one sentence: {err!r}")
    return wrong


def _has_run(out: str) -> bool:
    """Whether the program itself has had its say: the stand-in's, or the real one's version."""
    return out.splitlines()[-1:] != [] and out.splitlines()[-1].startswith(("ran 4 ", "slamomatic "))


def wrong_with(code: int, out: str, err: str) -> list[str]:
    """Say what is wrong with a run that had all the time it wanted."""
    if code == 0 and _has_run(out) and not stand_in.troubles(err):
        return []
    return [f"exit {code}: {out[-200:]!r} {err[-400:]!r}"]


def interrupt(kind: Interruption, folder: Path, after_s: float) -> list[str]:
    """One interruption, the same command again, and a third time, which must find all done."""
    wrong = kind(folder, after_s)
    wrong += [f"does not heal: {each}" for each in wrong_with(*stand_in.run(folder))]
    code, out, err = stand_in.run(folder)
    if code or err:
        wrong.append(f"does not rest: exit {code}, {out[-200:]!r}, {err[-200:]!r}")
    return wrong
