"""The compiled build: the same games as the plain one, and still open to games from outside."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import slamomatic
from compiled_wheel import compile_rules
from slamomatic.engine import core
from support.fingerprint import fingerprint

ROOT = Path(__file__).resolve().parents[2]
COMPILED = os.environ.get("SLAMOMATIC_TESTS_ARE_COMPILED")


@pytest.mark.skipif(not COMPILED, reason="only under `python3 tests/rules/compiled`")
def test_these_are_the_compiled_rules() -> None:
    assert Path(core.__file__).suffix in (".so", ".pyd")


@pytest.mark.skipif(bool(COMPILED), reason="compiles the plain rules")
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here: install one, such as gcc")
def test_compiled_rules_play_the_same_games(tmp_path: Path) -> None:
    """The tiny game too, which is not compiled: a subclass from outside of a compiled class."""
    built = compile_rules(Path(slamomatic.__file__).parent, tmp_path, level=0)
    assert any(path.name.startswith("core.") for path in built)
    code = (
        "from support.fingerprint import fingerprint; from slamomatic.engine import core;"
        "print(core.__file__); print(fingerprint())"
    )
    places = [str(tmp_path), str(ROOT / "tests")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    where, printed = done.stdout.split()
    assert Path(where).suffix in (".so", ".pyd")
    assert printed == fingerprint()
