"""How many rounds does the same person win when the television is late, against each kind of bot?

`python3 tools/television.py [ROUNDS]` plays so many rounds for each (default: 4000).
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from slamomatic.engine.bots import KINDS  # noqa: E402
from table.late_television import share_won  # noqa: E402

LATE_MS = (0, 50, 100, 150)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("rounds won by a person (250 ms) against two bots;", *(f"{ms} ms" for ms in LATE_MS), sep="\t")
    for kind in KINDS:
        shares = [share_won(kind, ms * 1000, rounds, 0) for ms in LATE_MS]
        print(kind, *(f"{share:.1%}" for share in shares), sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())
