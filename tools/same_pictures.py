"""Compare two folders of gallery pictures byte by byte: `python3 tools/same_pictures.py BEFORE AFTER`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a line for each picture that changed, went or came."""
    olds, news = ({path.name: path for path in folder.glob("*.png")} for folder in (before, after))
    for name in sorted(olds | news):
        if name not in news:
            yield f"gone     {name}"
        elif name not in olds:
            yield f"new      {name}"
        elif olds[name].read_bytes() != news[name].read_bytes():
            yield f"changed  {name}"


def main(before: Path, after: Path) -> int:
    found = list(differences(before, after))
    print(*found, f"{len(found)} of {len(list(after.glob('*.png')))} pictures differ", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
