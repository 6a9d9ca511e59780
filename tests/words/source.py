"""Read the program's source for sentences: those marked for the catalogue, and those that forgot it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "host" / "slamomatic"

# Functions that mark a sentence, and which of their arguments are context, one and many.
MARKS: dict[str, tuple[int | None, int, int | None]] = {
    "gettext": (None, 0, None),
    "N_": (None, 0, None),
    "ngettext": (None, 0, 1),
    "pgettext": (0, 1, None),
    "Plural": (None, 0, 1),
    # These are told in the reader's language where they are shown.
    "Sentence": (None, 0, None),
    "counted": (None, 0, 1),
    "Refused": (None, 0, None),
    "OpenlyRefused": (None, 0, None),
    "UserError": (None, 0, None),
    "explained": (None, 0, None),
    "UsageError": (None, 0, None),
    "NotFetched": (None, 0, None),
    "JournalError": (None, 0, None),
    "Refusal": (None, 0, None),
    "DamagedHistory": (None, 0, None),
}
# These hold two sentences each.
MARKS_OF_TWO: dict[str, tuple[int, int]] = {"Page": (0, 1), "Tip": (1, 2)}
TO_TRANSLATORS = "Translators:"


@dataclass(frozen=True)
class Sentence:
    """One marked sentence and where it stands."""

    path: Path
    line: int
    one: str
    many: str = ""
    context: str = ""
    note: str = ""


def name_of_call(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def marked(path: Path) -> Iterator[Sentence]:
    """Every sentence of this file that is marked for the catalogue."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for context, one, many in _marks(node):
            for said in _literals(node.args[one]) if len(node.args) > one else []:
                yield Sentence(
                    path,
                    node.lineno,
                    said,
                    _literal(node.args[many]) if many is not None else "",
                    _literal(node.args[context]) if context is not None else "",
                    _note(lines, node.lineno),
                )


def _marks(call: ast.Call) -> list[tuple[int | None, int, int | None]]:
    """Return the arguments of this call that are sentences."""
    name = name_of_call(call)
    two: list[tuple[int | None, int, int | None]] = [(None, one, None) for one in MARKS_OF_TWO.get(name, ())]
    return two or ([MARKS[name]] if name in MARKS else [])


def _literals(node: ast.expr) -> list[str]:
    """The sentence, or the two that a condition chooses from."""
    if isinstance(node, ast.IfExp):
        return [*_literals(node.body), *_literals(node.orelse)]
    return [_literal(node)] if _literal(node) else []


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _note(lines: list[str], line: int) -> str:
    """Return the comment for translators right above this line."""
    above: list[str] = []
    while line > 1 and lines[line - 2].lstrip().startswith("#"):
        line -= 1
        above.insert(0, lines[line - 1].strip().lstrip("# "))
    return (
        " ".join(above).removeprefix(TO_TRANSLATORS).strip() if above and TO_TRANSLATORS in above[0] else ""
    )


# --- what forgot it ---------------------------------------------------------------------------------

TWO_WORDS = re.compile(r"[A-Za-z']{2,}[,.:;!?]* +[A-Za-z{(]*[a-z]{2,}|[a-z]{3,}[.!?]$")
# Words in these calls and arguments are read in documents or code, not by players.
FOR_READERS_OF_CODE = {
    "EventType",
    "EffectType",
    "Field",
    "Option",
    "AssertionError",
    "ValueError",
    "TypeError",
}
FOR_READERS_OF_CODE |= {"RuntimeError", "NotImplementedError", "KeyError", "compile", "deprecated"}
FOR_READERS_OF_CODE |= {"Thread", "execute", "findall", "StoppedError"}
# Other languages inside the program: SQL, Python for the Pico, and the tags of HTML and SVG.
PROGRAM = re.compile(
    r"\s*(# |import |if \{|with open|os\.rename|CREATE TABLE|BEGIN IMMEDIATE|SELECT |INSERT |PRAGMA |\{mark)"
)
TAG = re.compile(r"<[^>]*>")
ARGUMENTS_FOR_READERS_OF_CODE = {"silent"}


def unmarked(path: Path) -> list[tuple[int, str]]:
    """The sentences of this file that a player may read and that no mark stands before."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[tuple[int, str]] = []
    _look(tree, found)
    return found


def _is_for_people(words: str) -> bool:
    words = TAG.sub(" ", words)
    beside_a_hole = re.search(r"[A-Za-z]{2,}\W* \{…\}|\{…\}\W* [A-Za-z]{2,}", words)
    return not PROGRAM.match(words) and bool(TWO_WORDS.search(words) or beside_a_hole)


def _look(node: ast.AST, found: list[tuple[int, str]]) -> None:
    if isinstance(node, ast.Call):
        name = name_of_call(node)
        if name in FOR_READERS_OF_CODE:
            return
        first = 0
        if name in MARKS:
            places = [place for place in MARKS[name] if place is not None]
            if all(_literals(node.args[place]) for place in places if place < len(node.args)):
                first = max(places) + 1
            elif isinstance(node.args[MARKS[name][1]], ast.Name | ast.Attribute | ast.Subscript | ast.Call):
                first = max(places) + 1  # a constant that was marked with N_
        two = MARKS_OF_TWO.get(name, ())
        rest = [part for place, part in enumerate(node.args) if not (place in two and _literals(part))]
        for part in [node.func, *rest[first:]]:
            _look(part, found)
        for keyword in node.keywords:
            if keyword.arg not in ARGUMENTS_FOR_READERS_OF_CODE:
                _look(keyword.value, found)
        return
    if isinstance(node, ast.JoinedStr):
        words = "".join(_literal(part) or "{…}" for part in node.values if isinstance(part, ast.expr))
        if _is_for_people(words):
            found.append((node.lineno, words))
        for hole in node.values:
            if isinstance(hole, ast.FormattedValue):
                _look(hole.value, found)
        return
    if isinstance(node, ast.Assert):
        _look(node.test, found)
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _is_for_people(node.value):
            found.append((node.lineno, node.value))
        return
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "Enum" for base in node.bases):
        return  # what its members mean is read in the code
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        children = [child for child in children if not _is_docstring(child)]
    for child in children:
        _look(child, found)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
