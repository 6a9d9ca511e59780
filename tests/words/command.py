"""Collect the sentences, bring every catalogue up to date and compile it; `--add de` begins a language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from words.catalogues import FOLDER, Plain, collected, compiled, empty, missing, read, updated, written


def catalogue_files(folder: Path = FOLDER) -> list[Path]:
    return sorted(folder.glob("*.po"))


def bring_up_to_date(path: Path, template: Plain) -> Plain:
    """Write the `.po` of a language and the `.mo` beside it."""
    catalogue = updated(read(path) if path.exists() else empty(path.stem), template)
    path.write_bytes(written(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    return catalogue


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 tests/words", description=__doc__)
    parser.add_argument("--add", metavar="CODE", help="begin the catalogue of a new language, such as de")
    args = parser.parse_args(arguments)
    template = collected()
    print(f"{len(template)} sentences in the source")
    new = [FOLDER / f"{args.add}.po"] if args.add else []
    for path in sorted({*catalogue_files(), *new}):
        todo = missing(bring_up_to_date(path, template))
        print(f"{path.name}: {len(todo)} to translate" if todo else f"{path.name}: complete")
        for message in todo:
            english = message.id if isinstance(message.id, str) else message.id[0]
            print(f"  {english}" + (" (a guess: put it right and take out `fuzzy`)" if message.fuzzy else ""))
    return 0
