"""Test files stand alone: what they share is in tests/support, where a reader looks for it."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]
MODULES = {".".join(path.relative_to(TESTS).with_suffix("").parts) for path in TESTS.rglob("test_*.py")}


def imported(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return names


def test_no_file_imports_a_test_file() -> None:
    found = [
        f"{path.relative_to(TESTS)} imports {name}: move what they share to tests/support"
        for path in sorted(TESTS.rglob("*.py"))
        for name in sorted(imported(path.read_text()) & MODULES)
    ]
    assert not found, "\n".join(found)


def test_it_would_be_seen() -> None:
    assert "table.test_sitting" in MODULES
    for line in (
        "from table.test_sitting import A",
        "from table import test_sitting",
        "import table.test_sitting",
    ):
        assert imported(line) & MODULES == {"table.test_sitting"}
