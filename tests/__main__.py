"""`python3 tests`: the first run makes .venv and installs; then everything is checked (run_all.py)."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "host")]

if __name__ == "__main__":
    try:
        from run_all import main

        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Run the same command again.\n")
        sys.exit(130)
