"""Damage journals at random and resume them: `python3 tools/damaged_journals.py [--journals 20000]`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from store.damaged_journals import Result, trials  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    result = Result()
    with tempfile.TemporaryDirectory() as home:
        for number, result in enumerate(trials(args.journals, args.seed, Path(home)), 1):  # noqa: B007
            if sys.stderr.isatty():
                print(f"\r{number} of {args.journals}", end="", file=sys.stderr)
    for what, count in result.outcomes.most_common():
        print(f"{count:>6}  {what}")
    for wrong in result.wrong:
        print(f"WRONG: {wrong}")
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
