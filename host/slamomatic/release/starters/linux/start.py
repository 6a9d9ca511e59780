"""Start the program; lend it the libraries of this folder that the system lacks."""

import ctypes
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def lend_libraries(folder: str) -> None:
    """Load each library that only this folder has: SDL asks for them by name, and finds what is loaded."""
    lacking = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if not loads(name)]
    while lacking:  # one may need another that comes later
        still = [path for path in lacking if not loads(path)]
        if len(still) == len(lacking):
            return
        lacking = still


def loads(library: str) -> bool:
    """Load a library; return whether that worked."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    lend_libraries(os.path.join(HERE, "lib"))
    from slamomatic.double_click import main

    sys.exit(main())
