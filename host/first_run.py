"""Shared by `python3 host` and `python3 tests`: a .venv beside the sources, made once and kept up to date.

A .venv is believed only while it holds the file `installed`, which is written last. Whatever was interrupted
holds `unfinished` instead and is made again. Only the standard library is used here, and words that an old
Python can parse: it gets a sentence, not a traceback.
The sentences are English: no catalogue is installed yet.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import Any, NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
LOCK = VENV + ".lock"
INSTALLED = os.path.join(VENV, "installed")
UNFINISHED = os.path.join(VENV, "unfinished")
LOG = os.path.join(VENV, "install.log")
AT_WORK = ("phone",)  # extras that the program itself imports; others only have to be there
LOOK_EVERY_S = 0.2
END_WAIT_S = 10

# Runs in .venv: prints which of the named distributions are there; fails where one cannot be imported.
# A "+" before a name: its modules are imported. A ":" before it: it is a module of the project itself.
_PROBE = """
import importlib, importlib.metadata as md, json, re, sys
plain = lambda name: re.sub("[-_.]+", "-", name).lower()
there = {plain(d.metadata["Name"]) for d in md.distributions()}
modules = md.packages_distributions()
for word in sys.argv[1:]:
    if word[0] == ":":
        importlib.import_module(word[1:])
    elif word[0] == "+":
        for module, owners in modules.items():
            if plain(word[1:]) in map(plain, owners) and module[0] != "_" and module not in ("docs", "tests"):
                importlib.import_module(module)
print(json.dumps(sorted(there & {plain(word.strip("+:")) for word in sys.argv[1:]})))
"""


def tell(sentence: str) -> None:
    """Print a sentence on stderr: stdout is for answers, even in a first run."""
    print(sentence, file=sys.stderr, flush=True)


def give_up(sentence: str, code: int = 1) -> NoReturn:
    """Print one sentence with the next step, and exit."""
    tell(sentence)
    sys.exit(code)


def venv_python() -> str:
    return (
        os.path.join(VENV, "Scripts", "python.exe")
        if os.name == "nt"
        else os.path.join(VENV, "bin", "python")
    )


def ensure(extras: set[str]) -> str:
    """Make or refresh .venv so that it holds the project with `extras`; return the path of its Python."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older one is just what may run this
        give_up(
            f"This needs Python 3.11 or newer, and this one is {sys.version.split()[0]}: "
            "install a newer one from python.org and run the same command with it."
        )
    try:
        if not _is_ready(extras):
            with _Lock() as lock:
                if not _is_ready(extras):  # else another run has done it meanwhile
                    _set_up(extras, lock)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        give_up("Stopped before .venv was ready. Run the same command again: it makes what is missing.", 130)
    except OSError as error:
        give_up(
            f"Could not make .venv ({error}): check that {ROOT} is writable and has room, then try again."
        )
    return venv_python()


# What is there


def _read_stamp() -> dict[str, Any] | None:
    """Return the note of what .venv holds, written when .venv was whole; None if there is none."""
    try:
        with open(INSTALLED, encoding="utf-8") as file:
            stamp = json.load(file)
        form = {"extras": list, "there": list, "starts": bool}
        return stamp if all(isinstance(stamp[name], kind) for name, kind in form.items()) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _project() -> str:
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as project:
        return hashlib.sha256(project.read()).hexdigest()


def _version() -> str:
    """Return the version of the Python in .venv, "" if it does not start. The system may have changed it."""
    command = [venv_python(), "-I", "-S", "-c", "import sys; print(sys.version)"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _packages(version: str) -> list[str]:
    """The names in site-packages, where a Python of this version looks for them."""
    python = "python" + ".".join(version.split(".")[:2])
    lib = os.path.join(VENV, "Lib") if os.name == "nt" else os.path.join(VENV, "lib", python)
    return sorted(name for name in os.listdir(os.path.join(lib, "site-packages")) if name != "__pycache__")


def _facts() -> dict[str, Any]:
    """Return what identifies a whole .venv, without starting anything big."""
    version = _version()
    try:
        with open(os.path.join(VENV, "pyvenv.cfg"), encoding="utf-8") as config:
            holds = config.read() + "\n".join(_packages(version))
    except (OSError, ValueError):
        holds = ""
    return {"root": ROOT, "python": version, "holds": hashlib.sha256(holds.encode()).hexdigest()}


def _is_ready(extras: set[str]) -> bool:
    stamp = _read_stamp()
    if stamp is None or not extras <= set(stamp["extras"]) or stamp.get("project") != _project():
        return False
    return all(stamp.get(name) == fact for name, fact in _facts().items())


def _wanted(extras: set[str]) -> list[str]:
    """Return the words for the probe."""
    import re
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    optional = project.get("optional-dependencies", {})
    runs = [":" + each.partition(":")[0] for each in project.get("scripts", {}).values()]
    needs = [("+", project.get("dependencies", []))]
    needs += [("+" if extra in AT_WORK else "", optional.get(extra, [])) for extra in sorted(extras)]
    names = [plus + re.split(r"[^\w.-]", need)[0] for plus, several in needs for need in several]
    return runs + names


def _there(extras: set[str], starts: bool = True) -> list[str] | None:
    """Return the wanted distributions that .venv holds; None if one of them fails.

    `starts` False: the project itself is imported, what it needs only has to be there.
    """
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    wanted = _wanted(extras) if starts else [word.lstrip("+") for word in _wanted(extras)]
    command = [venv_python(), "-P", "-c", _PROBE, *wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=quiet)
        if done.returncode == 0:
            return [str(name) for name in json.loads(done.stdout.splitlines()[-1])]
    except (OSError, ValueError, IndexError):
        pass  # as good as an error in there
    return None


# Making it


def _set_up(extras: set[str], lock: _Lock) -> None:
    """Do what is needed, from a look at what is there to a whole new .venv."""
    stamp = _read_stamp()
    extras = extras | set(stamp["extras"] if stamp else ())
    trouble = _trouble(stamp)
    if trouble is not None:
        _remake(trouble, lock)
        stamp = None
    elif stamp and stamp.get("project") == _project() and extras <= set(stamp["extras"]):
        _finish(extras, stamp["there"], stamp["starts"])  # something was added or changed there, and it works
        return
    _install(extras, stamp, lock)


def _trouble(stamp: dict[str, Any] | None) -> str | None:
    """Say why .venv has to be made from the beginning; None if what it holds works."""
    if not os.path.lexists(VENV):
        return "First run: making .venv, a Python of the project's own ..."
    if os.path.lexists(UNFINISHED):
        return "An earlier run was interrupted: making .venv again ..."
    if not _version():
        return "The Python in .venv does not start (was the system's changed?): making .venv again ..."
    if stamp and stamp.get("root") != ROOT:
        return "This folder was moved: making .venv again ..."
    if not (_still_works(stamp) if stamp else _there(set()) is not None):
        return "What is in .venv no longer works: making it again ..."
    return None


def _still_works(stamp: dict[str, Any]) -> bool:
    return set(stamp["there"]) <= set(_there(set(stamp["extras"]), stamp["starts"]) or ())


def _remake(why: str, lock: _Lock) -> None:
    tell(why)
    try:
        import ensurepip  # noqa: F401 - Debian splits it off, and without it venv fails half way
        import venv  # noqa: F401
    except ImportError:
        give_up(
            "This Python has no venv module: install it (on Debian and Ubuntu: sudo apt install "
            "python3-venv) and run the same command again."
        )
    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.unlink(VENV)
    os.makedirs(VENV, exist_ok=True)
    with open(UNFINISHED, "w", encoding="utf-8"):
        pass  # from here on until all is done
    for name in os.listdir(VENV):
        path = os.path.join(VENV, name)
        if path == UNFINISHED:
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
    # Not sys.executable: it may be the Python in .venv itself, which is gone by now.
    python = getattr(sys, "_base_executable", sys.executable)
    if not lock.run([python, "-P", "-m", "venv", VENV]):
        give_up(f"Could not make .venv: check that the folder {ROOT} is writable and has room; see {LOG}.")


def _install(extras: set[str], stamp: dict[str, Any] | None, lock: _Lock) -> None:
    tell("Installing what the project needs into .venv (once, a minute or two) ...")
    if os.path.lexists(INSTALLED):
        os.replace(INSTALLED, UNFINISHED)
    with open(UNFINISHED, "a", encoding="utf-8"):
        pass
    target = f"{ROOT}[{','.join(sorted(extras))}]"
    command = [
        venv_python(),
        "-P",
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--editable",
        target,
    ]
    if not lock.run(command):
        if stamp and _still_works(stamp):
            os.replace(UNFINISHED, INSTALLED)  # pip changed nothing: what worked before still does
        give_up(
            "The download or installation failed: check the internet connection and run the same "
            f"command again; pip's own words are in {LOG}."
        )
    there, starts = _there(extras), True
    if there is None:  # a library of this system is missing, say: much of the program works without
        there, starts = _there(extras, starts=False), False
        tell("Not all that was installed starts here: the verb `doctor` says what is missing.")
    if there is None:
        give_up(
            f"What was installed does not work: run the same command again, which makes it again; see {LOG}."
        )
    _finish(extras, there, starts)


def _finish(extras: set[str], there: list[str], starts: bool) -> None:
    """All is well: note it in one step."""
    stamp = {"project": _project(), "extras": sorted(extras), "there": there, "starts": starts, **_facts()}
    if os.path.lexists(INSTALLED):
        os.replace(INSTALLED, UNFINISHED)
    with open(UNFINISHED, "w", encoding="utf-8") as file:
        json.dump(stamp, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(UNFINISHED, INSTALLED)


class _Lock:
    """Only one run at a time makes .venv. The lock ends with the last process that holds it."""

    def __enter__(self) -> _Lock:
        self._file = open(LOCK, "a", encoding="utf-8")
        waited = False
        while not self._try():
            if not waited:
                tell("Another run is setting up .venv: waiting for it to end ...")
                waited = True
            time.sleep(LOOK_EVERY_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _try(self) -> bool:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True  # a file system without locks: then two at once are not kept apart
        return True

    def run(self, command: list[str]) -> bool:
        """Run a command, its output into the log. It holds the lock too: it may outlive a killed run."""
        keep = () if os.name == "nt" else (self._file.fileno(),)
        with open(LOG, "a", encoding="utf-8") as log:
            child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, pass_fds=keep
            )
            try:
                return child.wait() == 0
            except BaseException:
                child.terminate()  # a terminal's Ctrl-C has reached it already, another signal has not
                try:
                    child.wait(END_WAIT_S)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                raise


def become(command: list[str]) -> NoReturn:
    """Hand over to `command`: a terminal's Ctrl-C then reaches only it. Windows has no real exec."""
    if os.name == "nt":
        try:
            sys.exit(subprocess.call(command))
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(command[0], command)
