"""The Lab Streaming Layer on this machine alone: found, or the test is left out and says so."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import needs

# Found without multicast, and by nobody else: CI machines have no network that carries it.
THIS_MACHINE = """[ports]
IPv6 = disable
[multicast]
ResolveScope = machine
[lab]
KnownPeers = {{127.0.0.1}}
SessionID = slamomatic-{process}
[log]
level = -3
"""


def lab_library(folder: Path) -> Any:
    """pylsl, configured by a file in `folder`: it is read once, when the library is first used."""
    if "pylsl" not in sys.modules:
        config = folder / "lsl_api.cfg"
        config.write_text(THIS_MACHINE.format(process=os.getpid()))
        os.environ["LSLAPICFG"] = str(config)
    for name in ("pyxdf", "pylsl"):
        try:
            importlib.import_module(name)
        except (ImportError, OSError, RuntimeError) as error:
            needs.left_out(f"{name} does not work here ({error}); pip install 'slamomatic[test]'")
    return importlib.import_module("pylsl")
