"""Runs chosen tests in a fork, with one thing broken, until one of them fails."""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis.stateful  # noqa: F401  (imported before the forks, as pytest is: half of a short run's time)
import pytest

EVERYWHERE = Path(__file__).resolve().parent / "everywhere"


@dataclass(frozen=True)
class Task:
    """Tests to run while something is broken."""

    name: str
    tests: Sequence[str]  # in this order; none: whole files
    prepare: Callable[[Path], None]  # breaks it in the child, which has this folder of its own
    most_cpu_s: int = 0  # of the process itself; 0: no limit
    most_s: float = 900.0


@dataclass
class Outcome:
    """The outcome of one fault."""

    name: str
    caught: str = ""  # the test that failed first, or how it ended; "": nothing was noticed
    ran: int = 0
    took_s: float = 0.0
    cpu_s: float = 0.0
    error: str = ""  # the run itself went wrong
    extra: dict[str, Any] = field(default_factory=dict)


class _Chosen:
    """A pytest plugin: these tests and no others, in this order; notes the first that fails."""

    def __init__(self, tests: Sequence[str], said: Path) -> None:
        self._place = {test: at for at, test in enumerate(tests)}
        self._said = said

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._place:
            items[:] = sorted(
                (item for item in items if item.nodeid in self._place), key=lambda i: self._place[i.nodeid]
            )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._say("began", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._say("failed", report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._say("failed", f"{report.nodeid} (while it is imported)")

    def _say(self, what: str, nodeid: str) -> None:
        with self._said.open("a", encoding="utf-8") as file:
            file.write(json.dumps([what, nodeid]) + "\n")


def _start(root: Path, task: Task, folder: Path, long: bool) -> int:
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.setsid()
        output = os.open(folder / "output", os.O_WRONLY | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if task.most_cpu_s:
            resource.setrlimit(resource.RLIMIT_CPU, (task.most_cpu_s, task.most_cpu_s))
        os.environ["PYTHONPATH"] = os.pathsep.join(
            [str(EVERYWHERE), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        os.chdir(root)
        sys.path.insert(0, str(root / "tests"))
        importlib.import_module("table")  # older checkouts hide this package behind a file of that name
        task.prepare(folder)
        files = dict.fromkeys(test.partition("::")[0] for test in task.tests)
        words = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", f"--basetemp={folder / 'tmp'}"]
        words += ["--long"] if long else []
        plugin = _Chosen(task.tests, folder / "said")
        status = int(pytest.main([*words, "--rootdir", str(root), *files], plugins=[plugin]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _judged(task: Task, status: int, folder: Path, timed_out: bool) -> Outcome:
    said = [json.loads(line) for line in (folder / "said").read_text("utf-8").splitlines()]
    began = [nodeid for what, nodeid in said if what == "began"]
    failed = [nodeid for what, nodeid in said if what == "failed"]
    outcome = Outcome(task.name, failed[0] if failed else "", len(began))
    if not failed:
        if timed_out or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
            outcome.caught = f"{began[-1] if began else 'importing'} (runs for ever)"
        elif os.WIFSIGNALED(status):
            outcome.caught = f"{began[-1] if began else 'importing'} (crashes)"
        elif os.WEXITSTATUS(status) not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            outcome.error = (folder / "output").read_text("utf-8", "replace")[-3000:]
    return outcome


def try_all(root: Path, tasks: Iterable[Task], workers: int, long: bool = False) -> Iterator[Outcome]:
    """Each task's outcome, as they end."""
    waiting = iter(tasks)
    running: dict[int, tuple[Task, Path, float]] = {}
    more = True
    with tempfile.TemporaryDirectory(prefix="plants-") as name:
        while more or running:
            while more and len(running) < workers:
                task = next(waiting, None)
                if task is None:
                    more = False
                    break
                folder = Path(tempfile.mkdtemp(dir=name))
                (folder / "said").touch()
                running[_start(root, task, folder, long)] = task, folder, time.monotonic()
            if not running:
                continue
            time.sleep(0.02)
            for child, (task, folder, began_s) in list(running.items()):
                took_s = time.monotonic() - began_s
                ended, status, used = os.wait4(child, os.WNOHANG)
                timed_out = not ended and took_s > task.most_s
                if timed_out:
                    with suppress(ProcessLookupError):
                        os.killpg(child, signal.SIGKILL)
                    ended, status, used = os.wait4(child, 0)
                if not ended:
                    continue
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child, signal.SIGKILL)  # what its tests left behind
                del running[child]
                outcome = _judged(task, status, folder, timed_out)
                outcome.took_s, outcome.cpu_s = took_s, used.ru_utime + used.ru_stime
                yield outcome
                shutil.rmtree(folder, ignore_errors=True)
