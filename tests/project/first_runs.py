"""First runs that are interrupted: each must heal by running the same command again.

`python tests/project/first_runs.py 60 [SEED]`: a stand-in project whose first run takes seconds.
`python tests/project/first_runs.py 3 --real`: the real one, with all that it downloads.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from project import stand_in  # noqa: E402
from project.stand_in import FirstRun  # noqa: E402

STOPPED = 130


Interruption = Callable[[Path, float], list[str]]  # the folder, when; what was wrong already


def killed(folder: Path, after_s: float) -> list[str]:
    return _cut(folder, after_s, FirstRun.kill)


def killed_alone(folder: Path, after_s: float) -> list[str]:
    """What it started goes on; the next run waits for that."""
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
    return [wrong for one in (first, second) for wrong in _wrong(*one.end())]


def two_at_once_one_killed(folder: Path, after_s: float) -> list[str]:
    first = FirstRun(folder)
    time.sleep(after_s / 4)
    second = FirstRun(folder)
    time.sleep(after_s / 2)
    first.kill()
    first.end()
    return _wrong(*second.end())


def other_python(folder: Path, _: float) -> list[str]:
    """The system's Python was replaced by another minor version: what was installed is out of its sight."""
    wrong = _wrong(*stand_in.run(folder))
    (lib,) = (folder / ".venv/lib").iterdir()
    lib.rename(lib.with_name("python3.1"))
    return wrong


def python_gone(folder: Path, _: float) -> list[str]:
    wrong = _wrong(*stand_in.run(folder))
    for name in (folder / ".venv/bin").glob("python*"):
        name.unlink()
        name.symlink_to("/nowhere/python3")
    return wrong


def module_gone(folder: Path, _: float) -> list[str]:
    wrong = _wrong(*stand_in.run(folder))
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
        return _wrong(code, out, err)
    wrong = ["a traceback"] if "Traceback" in err + out else []
    if code == STOPPED and len(stand_in.troubles(err)) != 1:
        wrong.append(f"not one sentence: {err!r}")
    return wrong


def _has_run(out: str) -> bool:
    """Whether the program itself has had its say: the stand-in's, or the real one's version."""
    return out.splitlines()[-1:] != [] and out.splitlines()[-1].startswith(("ran 4 ", "slamomatic "))


def _wrong(code: int, out: str, err: str) -> list[str]:
    """What is wrong with a run that had all the time it wanted."""
    if code == 0 and _has_run(out) and not stand_in.troubles(err):
        return []
    return [f"exit {code}: {out[-200:]!r} {err[-400:]!r}"]


def interrupt(kind: Interruption, folder: Path, after_s: float) -> list[str]:
    """One interruption, the same command again, and a third time, which must find all done."""
    wrong = kind(folder, after_s)
    wrong += [f"does not heal: {each}" for each in _wrong(*stand_in.run(folder))]
    code, out, err = stand_in.run(folder)
    if code or err:
        wrong.append(f"does not rest: exit {code}, {out[-200:]!r}, {err[-200:]!r}")
    return wrong


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("runs", type=int)
    words.add_argument("seed", type=int, nargs="?", default=1)
    words.add_argument("--real", action="store_true")
    args = words.parse_args()
    chance, bad = random.Random(args.seed), 0
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:

        def fresh(name: str) -> Path:
            folder = Path(place) / name
            return stand_in.real_checkout(folder) if args.real else stand_in.checkout(folder)

        began = time.monotonic()
        print(_wrong(*stand_in.run(fresh("whole"))) or "undisturbed: well", flush=True)
        whole_s = time.monotonic() - began
        print(f"an undisturbed first run takes {whole_s:.1f} s", flush=True)
        for number in range(args.runs):
            rest = INTERRUPTIONS[AT_ANY_MOMENT:]
            kinds = INTERRUPTIONS[:AT_ANY_MOMENT] if number % 2 == 0 else rest
            kind = kinds[number // 2 % len(kinds)]
            after_s = chance.uniform(0.05, whole_s)
            folder = fresh(str(number))
            wrong = interrupt(kind, folder, after_s)
            shutil.rmtree(folder)
            counted[kind.__name__] += 1
            bad += bool(wrong)
            print(f"{number}: {kind.__name__} after {after_s:.2f} s: {wrong or 'healed'}", flush=True)
    print(f"{args.runs} interrupted first runs, {bad} did not heal: {dict(counted)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
