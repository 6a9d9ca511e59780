"""Makes the README's pictures from `evening.journal`: `python host/docs/make_pictures.py`.

The journal holds a game of four bots with the names of people. Run this again after a change of how the table
looks.
"""

from __future__ import annotations

from pathlib import Path

from slamomatic.film.maker import make
from slamomatic.store.journals import read_file

HERE = Path(__file__).resolve().parent
JOURNAL = HERE / "evening.journal"
SLAP = 14  # Cleo comes five milliseconds after Ada
PICTURES: dict[str, tuple[int, int]] = {"hands-down.png": (1280, 720), "slap.gif": (800, 450)}


def draw(name: str, out: Path) -> Path:
    """One of the pictures, as it looks today."""
    path = out / name
    make(read_file(JOURNAL).entries, path, SLAP, size=PICTURES[name])
    return path


def main() -> None:
    for name in PICTURES:
        path = draw(name, HERE)
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
