"""Imports between packages: host/README.md shows every arrow, and a new arrow or a cycle fails here.

An arrow that is meant goes into the picture: `python tests/project/test_layers.py` prints it as it is now.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

HOST = Path(__file__).parents[2] / "host"
ROOT = HOST / "slamomatic"


def package(module: str) -> str:
    """The folder a module is in; of a single file beside the folders, its own name."""
    parts = module.split(".")[1:]
    while len(parts) > 1 and not ROOT.joinpath(*parts).is_dir():
        parts.pop()
    return "/".join(parts)


def imported(path: Path) -> set[str]:
    """The packages that a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{name.name}" for name in node.names}
    return {package(name) for name in names if name.startswith("slamomatic.") and "__version__" not in name}


@cache
def arrows() -> dict[str, set[str]]:
    drawn: dict[str, set[str]] = {}
    for path in ROOT.rglob("*.py"):
        if path != ROOT / "__init__.py":
            here = package(".".join(path.relative_to(HOST).with_suffix("").parts))
            drawn.setdefault(here, set()).update(imported(path) - {here})
    return drawn


def reached(start: str, drawn: dict[str, set[str]]) -> set[str]:
    """All that `start` needs, directly or through others."""
    seen, todo = set[str](), [start]
    while todo:
        fresh = drawn[todo.pop()] - seen
        seen |= fresh
        todo += fresh
    return seen


def picture() -> str:
    """A line for each package, those that need least first: nobody imports from a line further down."""
    drawn = arrows()
    order = sorted(drawn, key=lambda name: (len(reached(name, drawn)), name))
    return "\n".join(f"{name:<15} -> {', '.join(sorted(drawn[name])) or 'nothing'}" for name in order)


def test_every_arrow_is_in_the_picture() -> None:
    assert picture() in (HOST / "README.md").read_text(), f"the picture is now\n{picture()}"


def test_no_package_needs_itself() -> None:
    drawn = arrows()
    assert {name for name in drawn if name in reached(name, drawn)} == set(), "a cycle"


if __name__ == "__main__":
    print(picture())
