"""`python3 tests/evenings`: whole evenings at a simulated table, by the thousand; see README.md."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, os.path.join(os.path.dirname(TESTS), "host")]

from evenings.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
