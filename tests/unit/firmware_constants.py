"""Copy constants of the firmware from the file that owns them to the files that use them.

MicroPython folds a constant only where its value stands in the same file, and viper is fast only with folded
ones. So a file repeats the constants that it uses, under a comment like `# From debounce.py`. The values are
the owner's: change one there, and run `python3 tests/unit/firmware_constants.py`. A test
says when it is needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "firmware" / "slap"
HEADER = re.compile(r"# From (\w+\.py)\b")
LINE = re.compile(r"(_?)([A-Z]\w*) = const\(([^)]*)\)(.*)")


def owned(text: str) -> dict[str, str]:
    """The constants that a file owns: name without underscore -> value, as written."""
    values: dict[str, str] = {}
    copied = False
    for line in text.splitlines():
        found = LINE.match(line)
        copied = bool(HEADER.match(line)) or (copied and found is not None)
        if found and not copied:
            values[found[2]] = found[3]
    return values


def brought_up_to_date(text: str, owners: dict[str, dict[str, str]]) -> str:
    """Return the file with its owners' values. KeyError names a constant that its owner does not have."""
    return "".join(_lines(text, owners))


def _lines(text: str, owners: dict[str, dict[str, str]]) -> Iterator[str]:
    owner: dict[str, str] | None = None
    for line in text.splitlines(keepends=True):
        header, found = HEADER.match(line), LINE.match(line)
        if header:
            owner = owners[header[1]]
        elif found is None:
            owner = None
        if owner is None or found is None:
            yield line
        else:
            underscore, name, _, rest = found.groups()
            yield f"{underscore}{name} = const({owner[name]}){rest}\n"


def outdated() -> dict[Path, str]:
    """Each file that is not as its owners have it, and its text as it should be."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    owners = {path.name: owned(text) for path, text in texts.items()}
    after = {path: brought_up_to_date(text, owners) for path, text in texts.items()}
    return {path: after[path] for path in texts if after[path] != texts[path]}


def main() -> int:
    for path, text in outdated().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(PACKAGE.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
