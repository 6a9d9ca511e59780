"""`python3 tests/words`: collect the sentences, bring every catalogue up to date and compile it."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [TESTS, os.path.join(os.path.dirname(TESTS), "host")]

import first_run  # noqa: E402

try:
    import babel  # noqa: F401 - of the test extra
except ImportError:  # not in the project's own Python yet
    python = first_run.ensure({"test"})
    os.execv(python, [python, HERE, *sys.argv[1:]])

from words.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
