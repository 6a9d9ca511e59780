"""Build hook of the wheel: with SLAMOMATIC_COMPILED=1 the rules inside it are compiled to machine code.

    SLAMOMATIC_COMPILED=1 python3 -m pip install .

Needs a C compiler. Without the variable, and for an editable install, the wheel is plain Python as ever.
The same games, states and logs come out of both; only the speed differs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED_FOR = "SLAMOMATIC_COMPILED"
NEEDS = ["mypy>=1.11", "setuptools>=68"]  # mypyc comes with mypy; setuptools runs the C compiler

# The engine and the rules of every game. The words of the engine (vocabulary, set-up) stay plain: they are
# named tuples and frozen dataclasses, which gain nothing.
MODULES = (
    *(f"engine/{name}.py" for name in ("chance", "hooks", "judging", "state", "core", "bots/straight")),
    *(f"games/hands_down/{name}.py" for name in ("contacts", "turn", "rules")),
    *(f"games/slamwich/{name}.py" for name in ("cards", "slaps", "rules")),
    *(f"games/hit_the_deck/{name}.py" for name in ("deck", "rules")),
    *(f"games/yahtzee_hands_down/{name}.py" for name in ("dice", "groups", "deal", "rules")),
    *(f"games/lowdown/{name}.py" for name in ("grid", "deal", "rules")),
    *(f"games/quick_draw/{name}.py" for name in ("call", "rules")),
)

SCRIPT = """
import sys
from mypyc.build import mypycify
from setuptools import setup
sys.argv[1:] = ["-q", "build_ext", "--inplace"]
setup(name="rules", packages=[], ext_modules=mypycify({modules!r}, opt_level="{level}"))
"""


def compile_rules(package: Path, into: Path, level: int = 3) -> list[Path]:
    """Copies the package into a folder and compiles the rules there; returns the compiled files in it.

    `level` is how hard the C compiler optimizes: 0 is quick to build.
    """
    shutil.copytree(package, into / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    modules = ["--no-error-summary", *(f"{package.name}/{module}" for module in MODULES)]
    command = [sys.executable, "-P", "-c", SCRIPT.format(modules=modules, level=level)]
    done = subprocess.run(command, cwd=into, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(
            f"The rules could not be compiled:\n{(done.stdout + done.stderr)[-2000:]}\n"
            f"Is a C compiler installed? Without {ASKED_FOR} the plain wheel is built, which needs none."
        )
    shutil.rmtree(into / "build", ignore_errors=True)
    return sorted(path for path in into.rglob("*") if path.suffix in (".so", ".pyd"))


class CompiledWheel(BuildHookInterface[Any]):
    """What hatch asks while it builds a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return NEEDS if os.environ.get(ASKED_FOR) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not os.environ.get(ASKED_FOR) or version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        into = Path(self.folder.name)
        for built in compile_rules(Path(self.root, "host", "slamomatic"), into):
            build_data["force_include"][str(built)] = built.relative_to(into).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            self.folder.cleanup()
