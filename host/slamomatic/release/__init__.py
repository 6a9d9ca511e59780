"""The downloads: the program with all it needs, for each system, made on Linux by `slamomatic release`.

Everything that comes from elsewhere stands in `pins/` with its checksum. The same sources and pins make the
same bytes. `starters/` has what is double-clicked.
"""

from pathlib import Path

DATE = "2026-11-20"  # of every file in a release; change it with the version
HERE = Path(__file__).parent
ROOT = HERE.parents[2]  # the checkout that a release is made from
STARTERS = HERE / "starters"
