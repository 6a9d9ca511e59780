"""A folder with a json.py of its own: nothing in it runs, whatever the project starts there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from slamomatic.errors import UserError
from slamomatic.pico.checkup import INSTALL, RULES_NAME, install_rules, rules_text

ROOT = Path(__file__).parents[2]
TRAPPED = ("json", "pygame", "serial", "site", "socket", "venv", "ensurepip", "hashlib")


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """The folder; whatever of it runs leaves `sprung` there."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in TRAPPED:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'sprung')!r}, 'a').write('{name} ')\n")
    return folder


def sprung(trap: Path) -> str:
    return (trap / "sprung").read_text() if (trap / "sprung").exists() else ""


def test_trap_is_one(trap: Path) -> None:
    """Python's own way: the current folder comes first."""
    subprocess.run([sys.executable, "-c", "import json"], cwd=trap, capture_output=True)
    assert sprung(trap) == "json "


def test_doctor_looks_at_the_machine_without_running_what_lies_there(trap: Path) -> None:
    env = {**os.environ, "SLAMOMATIC_HOME": str(trap / "home"), "SDL_VIDEODRIVER": "dummy"}
    code = "import slamomatic.pico.checkup as m; print(*[c.name for c in m.machine_checks()])"
    words = [sys.executable, "-P", "-c", code]
    done = subprocess.run(words, cwd=trap, env=env, capture_output=True, text=True, check=True)
    assert "window (SDL)" in done.stdout
    assert sprung(trap) == ""


def test_advised_root_command_keeps_the_current_folder_out() -> None:
    words = INSTALL.split()
    assert words[:2] == ["sudo", sys.executable]
    assert words[2] == "-P"


def test_every_python_that_the_project_starts_keeps_the_current_folder_out() -> None:
    """A list that starts with this Python and names a module or code has -P behind it."""
    careless = []
    for path in [*(ROOT / "host").rglob("*.py"), ROOT / "tests" / "run_all.py"]:
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\bpython\b|sys\.executable", text) else ():
            words = (
                node.elts if isinstance(node, ast.List) else node.args if isinstance(node, ast.Call) else []
            )
            said = [ast.unparse(word).strip("'\"") for word in words]
            for place, word in enumerate(said[:-1]):
                if word in ("sys.executable", "python") and said[place + 1] in ("-m", "-c"):
                    careless.append(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}")
    assert careless == []


def test_rule_is_never_written_through_a_link(tmp_path: Path) -> None:
    treasure = tmp_path / "shadow"
    treasure.write_text("root's own")
    rules = tmp_path / "rules.d"
    rules.mkdir()
    (rules / RULES_NAME).symlink_to(treasure)
    assert install_rules(rules).read_text("utf-8") == rules_text()
    assert treasure.read_text() == "root's own"
    assert not (rules / RULES_NAME).is_symlink()
    assert [path.name for path in rules.iterdir()] == [RULES_NAME]
    assert (rules / RULES_NAME).stat().st_mode & 0o777 == 0o644


def test_folder_that_is_a_link_is_refused_with_a_sentence(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "rules.d").symlink_to(elsewhere)
    with pytest.raises(UserError, match="can't be written"):
        install_rules(tmp_path / "rules.d")
    assert list(elsewhere.iterdir()) == []
