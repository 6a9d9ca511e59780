"""`python3 tests/words`: collect the sentences, bring every catalogue up to date and compile it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from own_python import needs

needs("babel")

from words.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
