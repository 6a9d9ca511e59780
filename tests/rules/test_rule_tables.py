"""The rule tables in host/docs/rules: counts right, numbers whole, and every test that they name exists."""

import ast
import re
from pathlib import Path

import pytest

from slamomatic.engine import GAMES

RULES = Path(__file__).resolve().parents[2] / "host" / "docs" / "rules"
TESTS = Path(__file__).resolve().parent
TABLES = sorted(path.stem for path in RULES.glob("*.md"))
ROW = re.compile(r"^\|\s*(\d+|[A-Z]+-\d+)\s*\|(.*)\|\s*$")


def rows(name: str) -> list[tuple[str, list[str]]]:
    """(number or id, cells) of every row of both tables."""
    found = []
    for line in (RULES / f"{name}.md").read_text(encoding="utf-8").splitlines():
        match = ROW.match(line)
        if match:
            found.append((match[1], [cell.strip() for cell in match[2].split("|")]))
    return found


def defined_in(file: Path) -> set[str]:
    """Names of the tests that a file defines: functions, and names given a machine."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def test_every_game_and_the_engine_has_a_table() -> None:
    assert set(TABLES) >= {*GAMES, "engine"}


@pytest.mark.parametrize("name", TABLES)
def test_rules_are_numbered_from_one_without_a_gap_and_counted(name: str) -> None:
    numbers = [int(key) for key, _ in rows(name) if key.isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
    if name != "engine":
        stated = re.search(r"Rules: (\d+)", (RULES / f"{name}.md").read_text(encoding="utf-8"))
        assert stated is not None
        assert int(stated[1]) == len(numbers)


@pytest.mark.parametrize("name", TABLES)
def test_rulings_have_ids_of_their_own_and_a_reason(name: str) -> None:
    rulings = [(key, cells) for key, cells in rows(name) if not key.isdigit()]
    assert len({key for key, _ in rulings}) == len(rulings)
    assert rulings
    for key, cells in rulings:
        assert len(cells) == 3, key
        assert cells[0] and cells[1], f"{key} needs a ruling and a reason"


@pytest.mark.parametrize("name", TABLES)
def test_every_rule_and_ruling_names_tests_that_exist(name: str) -> None:
    known: dict[str, set[str]] = {}
    wrong = []
    for key, cells in rows(name):
        named = cells[-1].replace("`", "").split()
        if not named:
            wrong.append(f"{key}: no test")
        for test in named:
            file, _, function = test.partition("::")
            path = TESTS / file
            if file not in known:
                known[file] = defined_in(path) if path.exists() else set()
            if function not in known[file]:
                wrong.append(f"{key}: {test}")
    assert not wrong
