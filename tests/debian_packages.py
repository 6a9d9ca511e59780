"""The Debian packages that the tests use, and what for. `python3 tests` installs them when it may."""

from __future__ import annotations

import os
import shutil
import subprocess

# package -> (a program or file it brings, what the tests do with it)
PACKAGES = {
    "xvfb": ("/usr/bin/Xvfb", "a display for the real window"),
    "xauth": ("/usr/bin/xauth", "xvfb-run asks for it"),
    "xdotool": ("/usr/bin/xdotool", "keys and clicks into that window"),
    "chromium": ("/usr/bin/chromium", "the phone page and the bench report"),
    "chromium-driver": ("/usr/bin/chromedriver", "drives chromium"),
    "gcc-arm-none-eabi": ("/usr/bin/arm-none-eabi-gcc", "builds the MicroPython image"),
    "libnewlib-arm-none-eabi": ("/usr/lib/arm-none-eabi/newlib", "builds the MicroPython image"),
    "libstdc++-arm-none-eabi-newlib": ("/usr/lib/arm-none-eabi/include/c++", "builds the MicroPython image"),
    "cmake": ("/usr/bin/cmake", "builds the MicroPython image"),
    "ninja-build": ("/usr/bin/ninja", "builds the MicroPython image"),
    "sigrok-cli": ("/usr/bin/sigrok-cli", "reads the bench's captures"),
    "prusa-slicer": ("/usr/bin/prusa-slicer", "says what the printed parts take"),
    "python3-pyatspi": (
        "/usr/lib/python3/dist-packages/pyatspi",
        "reads the window as a screen reader does",
    ),
    "at-spi2-core": ("/usr/libexec/at-spi-bus-launcher", "the bus that screen readers use"),
    "dbus-daemon": ("/usr/bin/dbus-run-session", "a desktop's bus for one test"),
    "graphviz": ("/usr/bin/dot", "draws the wiring diagram"),
    "ngspice": ("/usr/bin/ngspice", "simulates the input network"),
}
# From the release's backports: Debian 12 itself has KiCad 6.
BACKPORTS = {
    "kicad": ("/usr/bin/kicad-cli", "checks the schematic and the board"),
    "kicad-symbols": ("/usr/share/kicad/symbols", "the symbols it uses"),
    "kicad-footprints": ("/usr/share/kicad/footprints", "the footprints it uses"),
}


def missing() -> list[str]:
    return [name for name, (path, _) in {**PACKAGES, **BACKPORTS}.items() if not os.path.exists(path)]


def _codename() -> str:
    with open("/etc/os-release", encoding="utf-8") as file:
        facts = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    return facts.get("VERSION_CODENAME", "").strip('"')


def _backports_source() -> list[str]:
    """Apt options under which the backports suite is seen too, without a change to the system's own files."""
    parts = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".cache", "apt"))
    os.makedirs(parts, exist_ok=True)
    with open("/etc/apt/sources.list.d/debian.sources", encoding="utf-8") as file:
        stanza = file.read().split("\n\n")[0]
    lines = [
        f"Suites: {_codename()} {_codename()}-updates {_codename()}-backports"
        if line.startswith("Suites:")
        else line
        for line in stanza.splitlines()
    ]
    with open(os.path.join(parts, "debian.sources"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={parts}"]


def install(names: list[str]) -> bool:
    """Install `names` with apt-get, as root on Debian; whether all went well."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    codename = _codename()
    options = _backports_source() if codename == "bookworm" else []
    wanted = [f"{name}/{codename}-backports" if options and name in BACKPORTS else name for name in names]
    for words in (["update"], ["install", "-y", "--no-install-recommends", *wanted]):
        if subprocess.call(["apt-get", "-qq", *options, *words], env=quiet, stdout=subprocess.DEVNULL) != 0:
            return False
    return True


def provide() -> None:
    """Say what is missing; install it where that is ours to do (root on Debian), else name it and go on."""
    names = missing()
    if not names:
        return
    on_debian = shutil.which("apt-get") and os.path.exists("/etc/apt/sources.list.d/debian.sources")
    if on_debian and os.geteuid() == 0:
        print("Installing Debian packages for the tests: " + " ".join(names), flush=True)
        if install(names):
            return
        names = missing()
    print(
        "Not installed, so the tests that need them are left out: " + " ".join(names) + ". "
        "On Debian: sudo apt install " + " ".join(names),
        flush=True,
    )
