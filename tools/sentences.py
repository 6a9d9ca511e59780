"""Draw sentences at random from screen, documents and code, to read them aloud.

python tools/sentences.py [SEED] [COUNT]
"""

import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from words.source import PACKAGE, ROOT, marked  # noqa: E402

FEWEST_WORDS = 5


def texts(path: Path) -> Iterator[str]:
    """Yield the texts that people read in this file: prose, docstrings, comments, the catalogue."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        prose = re.sub(r"^```.*?^```|^(?:\||#|    ).*?$", "", source, flags=re.M | re.S)
        yield from re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", prose)
        return
    if path.is_relative_to(PACKAGE):
        yield from (sentence.one for sentence in marked(path))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""
    comments = re.findall(r"(?:^ *# [^-].*\n)+|  # .*\n", source, flags=re.M)
    yield from (re.sub(r"^\s*# ?|\n\s*#", " ", comment) for comment in comments)


def sentences(text: str) -> list[str]:
    parts = re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
    return [part for part in parts if len(part.split()) >= FEWEST_WORDS]


def main(seed: int = 1, count: int = 200) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split() if "transcripts" not in name]
    found = [f"{name}: {one}" for name in names for text in texts(ROOT / name) for one in sentences(text)]
    print("\n".join(random.Random(seed).sample(found, count)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
