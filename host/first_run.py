"""Shared by `python3 host` and `python3 tests`: a .venv beside the sources, made once and kept up to date.

Only the standard library, and syntax old enough that an old Python gets the sentence, not a traceback.
"""

import hashlib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")


def give_up(sentence):
    """One sentence with the next step, exit 1."""
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def venv_python():
    if os.name == "nt":
        return os.path.join(VENV, "Scripts", "python.exe")
    return os.path.join(VENV, "bin", "python")


def _wanted(extras):
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as project:
        digest = hashlib.sha256(project.read())
    digest.update(ROOT.encode())
    digest.update(sys.version.encode())
    return digest.hexdigest() + " " + ",".join(sorted(extras))


def _installed(stamp, wanted):
    """The stamp covers the extras asked for now: `python3 tests` has already done the work of `python3 host`."""
    try:
        with open(stamp, encoding="utf-8") as file:
            digest, _, extras = file.read().partition(" ")
    except OSError:
        return set(), False
    want_digest, _, want_extras = wanted.partition(" ")
    have = {extra for extra in extras.split(",") if extra}
    same = digest == want_digest
    return have if same else set(), same and set(filter(None, want_extras.split(","))) <= have


def ensure(extras):
    """Make or refresh .venv so that it holds the project with `extras`; return its Python."""
    if sys.version_info < (3, 11):
        give_up(
            "This needs Python 3.11 or newer, and this is %d.%d: install a newer one from python.org and "
            "run the same command with it." % sys.version_info[:2]
        )
    python = venv_python()
    stamp = os.path.join(VENV, "installed")
    have, done = _installed(stamp, _wanted(extras))
    if done and os.path.exists(python):
        return python
    if not os.path.exists(python):
        print("First run: making .venv (a private Python) in the project's folder ...", flush=True)
        try:
            import ensurepip  # noqa: F401  (Debian splits it off; without it venv fails half way)
            import venv

            venv.create(VENV, with_pip=True, clear=os.path.exists(VENV))
        except ImportError:
            give_up(
                "This Python has no venv module: install it (on Debian and Ubuntu: "
                "sudo apt install python3-venv) and run the same command again."
            )
        except (OSError, subprocess.CalledProcessError) as error:
            give_up("Could not make .venv in %s (%s): check that the folder is writable." % (ROOT, error))
    extras = set(extras) | have
    target = ROOT + ("[%s]" % ",".join(sorted(extras)) if extras else "")
    print("Installing what the project needs into .venv (once, a minute or two) ...", flush=True)
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target]
    if subprocess.call(command) != 0:
        give_up(
            "The download or installation failed (pip's own words are above): check the internet "
            "connection and run the same command again; what is already there is kept."
        )
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(_wanted(extras))
    return python


def become(command):
    """Hand over to `command`: a terminal's Ctrl-C then reaches only it. Windows has no real exec."""
    if os.name == "nt":
        try:
            sys.exit(subprocess.call(command))
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(command[0], command)
