"""`python3 tests`: the first run makes .venv and installs; then everything is checked (run_all.py)."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "host")]

from run_all import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
