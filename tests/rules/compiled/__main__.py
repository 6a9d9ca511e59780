"""Runs the rule tests on the compiled rules: `python3 tests/rules/compiled [pytest's arguments]`.

Compiles a copy of the package into a temporary folder (half a minute, needs a C compiler) and runs
`tests/rules` on it, or only what the arguments name.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "host"))

from compiled_wheel import compile_rules  # noqa: E402


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        compile_rules(ROOT / "host" / "slamomatic", Path(folder))
        where = os.pathsep.join([folder, *(str(ROOT / part) for part in ("tests", "", "host"))])
        command = [sys.executable, "-m", "pytest", "-q", "-o", f"pythonpath={folder} tests . host"]
        command += sys.argv[1:] or ["tests/rules"]
        env = os.environ | {"PYTHONPATH": where, "SLAMOMATIC_TESTS_ARE_COMPILED": "1"}
        return subprocess.run(command, cwd=ROOT, env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
