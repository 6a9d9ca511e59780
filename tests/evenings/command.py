"""The command's words."""

from __future__ import annotations

import argparse

from evenings import rows


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 tests/evenings", description=__doc__)
    parser.add_argument("--rows", action="store_true", help="the four hard moments, and who was named")
    parser.add_argument("--trials", type=int, default=20)
    words = parser.parse_args()
    if words.rows:
        return 1 if rows.report(words.trials) else 0
    return 0
