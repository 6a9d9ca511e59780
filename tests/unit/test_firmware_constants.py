"""A word of the firmware's arrays has one name and one place, in whichever file it is used."""

from __future__ import annotations

import ast
from collections import defaultdict

from unit import firmware_constants
from unit.firmware_source import FIRMWARE, module

SOURCES = {
    path.name: ast.parse(path.read_text("utf-8")) for path in sorted((FIRMWARE / "slap").rglob("*.py"))
}
ARRAYS = {"cells", "ring", "raw", "at", "state", "words", "off", "usb"}  # as the code calls them


def constants() -> dict[str, dict[str, int]]:
    """For each name, without its underscore: the value that each file gives it."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for file, tree in SOURCES.items():
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                (target,) = node.targets
                if ast.unparse(node.value.func) == "const" and isinstance(target, ast.Name):
                    found[target.id.lstrip("_")][file] = ast.literal_eval(node.value.args[0])
    return found


def test_a_constant_has_one_value_in_all_files_that_repeat_it() -> None:
    repeated = {name: values for name, values in constants().items() if len(values) > 1}
    assert len(repeated) > 20, "else this test tests nothing"
    assert {name: values for name, values in repeated.items() if len({*values.values()}) > 1} == {}


def test_a_repeated_constant_is_a_copy_of_its_owners() -> None:
    """`python3 tests/unit/firmware_constants.py` copies them."""
    assert firmware_constants.outdated() == {}
    owners: dict[str, list[str]] = defaultdict(list)
    for path in (FIRMWARE / "slap").rglob("*.py"):
        for name in firmware_constants.owned(path.read_text(encoding="utf-8")):
            owners[name].append(path.name)
    assert len(owners) > 100, "else this test tests nothing"
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}


def test_a_changed_constant_is_copied_to_those_who_use_it() -> None:
    owners = {"debounce.py": {"TAIL": "7"}}
    before = "# From debounce.py\n_TAIL = const(1)  # why\n_OWN = 3\n_LATER = const(2)\n"
    after = firmware_constants.brought_up_to_date(before, owners)
    assert after == before.replace("const(1)", "const(7)")


def test_linger_finds_hold_us_two_words_before_gap_us() -> None:
    debounce = module("debounce")
    assert debounce.HOLD_US == debounce.GAP_US - 2


def test_no_word_of_an_array_is_called_by_its_number() -> None:
    numbered = [
        f"{file}:{node.lineno}: {ast.unparse(node)}"
        for file, tree in SOURCES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in ARRAYS
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, int)
    ]
    assert numbered == []
