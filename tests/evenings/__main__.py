"""`python3 tests/evenings`: whole evenings at a simulated table, by the thousand; see README.md."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from own_python import needs

needs("pytest", "platformdirs")

from evenings.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
