"""Hold what the table claims against every world that fits what it was told.

`python3 tools/possible_worlds.py 100000 [FROM] [PLACE…]` plays incidents FROM to 100,000.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from rules.places import PLACES  # noqa: E402
from rules.possible_worlds import incident  # noqa: E402


def main() -> int:
    found = 0
    places = [place for place in PLACES if len(sys.argv) < 4 or place.name in sys.argv[3:]]
    numbers = range(int(sys.argv[2]) if len(sys.argv) > 2 else 0, int(sys.argv[1]))
    for number in numbers:
        wrong = incident(number, places)
        if wrong:
            found += 1
            print(wrong, flush=True)
    print(f"{len(numbers)} incidents, {found} wrong")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main())
