"""`python -m slamomatic`: the same as the command `slamomatic`."""

import sys

from slamomatic.cli import main

if __name__ == "__main__":
    sys.exit(main())
