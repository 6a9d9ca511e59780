"""`python3 tests/plants`: breaks the project on purpose, one fault at a time; see README.md."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from own_python import needs

needs("pytest", "cosmic_ray", "platformdirs")

from plants.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
