"""`python3 tests/evenings`: whole evenings at a simulated table, by the thousand; see README.md."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, os.path.join(os.path.dirname(TESTS), "host")]

import first_run  # noqa: E402

try:
    import pytest  # noqa: F401 - of the test extra, as everything that is needed
except ImportError:  # not in the project's own Python yet
    python = first_run.ensure({"test"})
    os.execv(python, [python, HERE, *sys.argv[1:]])

from evenings.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
